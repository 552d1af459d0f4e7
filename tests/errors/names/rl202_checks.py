# whole
"""Section 1: a promise, and no checks that it could be one of."""

from ruleslawyer.lang import Ruleset, Sort, effect, state

harbour = Ruleset("harbour")


class Player(Sort):
    """A player."""


@state
class State:
    """Whose turn it is."""

    turn: Player


@harbour.initial("1.1")
def begin(s: State, first: Player) -> None:
    """Somebody begins."""
    with effect("1.1"):
        s.turn = first


@checks.always("1.1")
def somebody_has_it(s: State) -> bool:
    """Always."""
    return s.turn == s.turn
