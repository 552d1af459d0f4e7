"""A permit alone: legal while it holds, and not allowed otherwise."""

from typing import Annotated

from ruleslawyer.lang import Checks, Range, Ruleset, Sort, effect, state

book = Ruleset("t01_permit")
book.closed_world(assumed="what no clause permits is not allowed")


class Player(Sort):
    """Who plays."""


@state
class State:
    count: Annotated[int, Range(0, 3)]


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
    return s.count == 3


@book.winners("9")
def won(s: State) -> frozenset[Player]:
    """Nobody wins."""
    return frozenset()


@book.action("2")
def move(s: State, who: Player) -> None:
    """Go one further."""
    with effect("2"):
        s.count += 1


@move.permit("3")
def below(s: State, who: Player) -> bool:
    return s.count < 3


checks = Checks(book)


@checks.sometimes("1")
def full(s: State) -> bool:
    return s.count == 3


@checks.always("1", reached=full)
def within(s: State) -> bool:
    return s.count <= 3
