# whole
"""A divisor that is below zero, and no constant."""

from typing import Annotated

from ruleslawyer.lang import Checks, Range, Ruleset, Sort, effect, state

book = Ruleset("t179_divided_below_zero")
book.closed_world(assumed="what no clause permits is not allowed")


class Player(Sort):
    """Who plays."""


@state
class State:
    by: Annotated[int, Range(-2, -1)]


@book.initial("1")
def begin(s: State) -> None:
    """How it starts."""


@book.awaits
def awaited(s: State) -> frozenset[Player]:
    """Everybody, always."""
    return frozenset(Player)


@book.ended("9")
def over(s: State) -> bool:
    """When it ends."""
    return s.by == -2


@book.winners("9")
def won(s: State) -> frozenset[Player]:
    """Nobody wins."""
    return frozenset()


@book.action("2")
def double(s: State, who: Player) -> None:
    """Twice as far below zero."""
    with effect("2"):
        s.by = -2


@double.permit("2")
def may(s: State, who: Player) -> bool:
    return True


checks = Checks(book)


@checks.always("2")
def not_four_below(s: State) -> bool:
    return 7 // s.by != -4


@checks.always("2")
def nothing_above(s: State) -> bool:
    """What is left has the sign of the divisor."""
    return 7 % s.by <= 0
