"""Rulebooks as games of OpenSpiel, by the extra `openspiel`: register them, or load one.

import pyspiel
from ruleslawyer import open_spiel

open_spiel.register()                                   # the project of this folder, else the bundled rulebooks
game = pyspiel.load_game("ruleslawyer_daemons", {"scope": "tiny", "uniform": True})
"""

from ruleslawyer.open_spiel.adapter import Game, load, register

__all__ = ["Game", "load", "register"]
