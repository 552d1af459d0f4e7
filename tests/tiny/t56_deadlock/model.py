"""Two dead ends, one nearer than the other."""

from typing import Annotated

from ruleslawyer.lang import Range, Ruleset, Sort, effect, state

book = Ruleset("t56_deadlock")
book.closed_world(assumed="what no clause permits is not allowed")


class Player(Sort):
    """Who plays."""


@state
class State:
    place: Annotated[int, Range(0, 4)]


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
    return s.place == 4


@book.winners("9")
def won(s: State) -> frozenset[Player]:
    """Nobody wins."""
    return frozenset()


@book.action("2")
def go(s: State, who: Player, to: Annotated[int, Range(1, 4)]) -> None:
    """Follow a path."""
    with effect("2"):
        s.place = to


@go.permit("2")
def forks(s: State, who: Player, to: int) -> bool:
    return s.place == 0 and to <= 2


@go.permit("3")
def leads_on(s: State, who: Player, to: int) -> bool:
    return s.place == 2 and to >= 3
