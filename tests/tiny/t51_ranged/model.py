"""A range below zero, and a parameter with a range and bounds of the scope."""

from typing import Annotated

from ruleslawyer.lang import Range, Ruleset, Sort, effect, state

book = Ruleset("t51_ranged")
book.closed_world(assumed="what no clause permits is not allowed")


class Player(Sort):
    """Who plays."""


@state
class State:
    warmth: Annotated[int, Range(-1, 2)]


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
    return False


@book.winners("9")
def won(s: State) -> frozenset[Player]:
    """Nobody wins."""
    return frozenset()


@book.action("2")
def change(s: State, who: Player, by: Annotated[int, Range(-3, 3)]) -> None:
    """Warmer or colder."""
    with effect("2"):
        s.warmth += by


@change.permit("2")
def within(s: State, who: Player, by: int) -> bool:
    return -1 <= s.warmth + by <= 2 and by != 0
