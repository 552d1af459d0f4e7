"""Daemons, Section 2: the one procedure that awaits decisions of its own."""

from model.daemons.state import Player
from ruleslawyer.lang import frame


@frame("2.8a", "2.9")
class Choosing:
    """Both players choose their main modules in secret, and reveal them together."""

    awaits: frozenset[Player]
