"""The scope overrides the initial state."""

from typing import Annotated

from ruleslawyer.lang import Checks, Map, Range, Ruleset, Sort, effect, state

book = Ruleset("t62_override")
book.closed_world(assumed="what no clause permits is not allowed")


class Player(Sort):
    """Who plays."""


@state
class State:
    count: Annotated[int, Range(0, 3)]
    held: Map[Player, Annotated[int, Range(0, 9)]]


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


@move.permit("2")
def below(s: State, who: Player) -> bool:
    return s.count < 3


checks = Checks(book)


@checks.always("1")
def four_held(s: State) -> bool:
    return sum(s.held[p] for p in Player) == 5
