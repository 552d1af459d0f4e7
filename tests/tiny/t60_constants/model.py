"""A number of the book that the scope shrinks."""

from typing import Annotated

from ruleslawyer.lang import Constants, Range, Ruleset, Sort, effect, number, state

book = Ruleset("t60_constants")
book.closed_world(assumed="what no clause permits is not allowed")


class Player(Sort):
    """Who plays."""


class Numbers(Constants):
    limit: int = number(10, "3")
    step: int = number(1, "2")


@state
class State:
    count: Annotated[int, Range(0)]


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
    return s.count == Numbers.limit


@book.winners("9")
def won(s: State) -> frozenset[Player]:
    """Nobody wins."""
    return frozenset()


@book.action("2")
def move(s: State, who: Player) -> None:
    """Go one further."""
    with effect("2"):
        s.count += Numbers.step


@move.permit("3")
def below(s: State, who: Player) -> bool:
    return s.count < Numbers.limit
