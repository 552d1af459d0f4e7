# whole
"""Choices of the initial rule that are none."""

from ruleslawyer.lang import Map, Ruleset, Sort, state

harbour = Ruleset("harbour")


class Player(Sort):
    """Who plays."""


@state
class State:
    open: bool


@harbour.initial("1.1")
def begin(s: State, owes: Map[Player, Map[Player, bool]]) -> None:
    """How it starts."""
