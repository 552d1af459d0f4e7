# whole: without `from __future__ import annotations`, Python reads annotations at once
from ruleslawyer.lang import Ruleset, Sort

harbour = Ruleset("harbour")


class Ship(Sort):
    builder: Player


class Player(Sort):
    """A player."""
