"""A gap in the initial rule."""

from typing import Annotated

from ruleslawyer.lang import Range, Ruleset, Sort, ask, effect, state

book = Ruleset("t71_gap_at_setup")
book.closed_world(assumed="what no clause permits is not allowed")


class Player(Sort):
    """Who plays."""


@state
class State:
    count: Annotated[int, Range(0, 2)]


@book.question("how many does one begin with?")
def start(s: State) -> int:
    ask()


@start.reading("nothing", default=True)
def with_nothing(s: State) -> int:
    return 0


@start.reading("one")
def with_one(s: State) -> int:
    return 1


@book.initial("1")
def begin(s: State) -> None:
    """How it starts."""
    with effect("1"):
        s.count = start(s)


@book.awaits
def awaited(s: State) -> frozenset[Player]:
    """Everybody, always."""
    return frozenset(Player)


@book.ended("9")
def over(s: State) -> bool:
    """When it ends."""
    return s.count == 2


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
    return s.count < 2
