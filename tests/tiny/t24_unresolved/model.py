"""A reading that is silent where it is needed: unresolved, and the branch ends."""

from typing import Annotated

from ruleslawyer.lang import SILENT, Checks, Range, Ruleset, Silent, Sort, ask, effect, state

book = Ruleset("t24_unresolved")
book.closed_world(assumed="what no clause permits is not allowed")


class Player(Sort):
    """Who plays."""


@state
class State:
    count: Annotated[int, Range(0, 2)]


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
    return s.count == 2


@book.winners("9")
def won(s: State) -> frozenset[Player]:
    """Nobody wins."""
    return frozenset()


@book.question("how far does a move go?")
def stride(s: State) -> int:
    ask()


@stride.reading("only at first", default=True)
def only_first(s: State) -> int | Silent:
    return 1 if s.count == 0 else SILENT


@stride.reading("always")
def always_one(s: State) -> int:
    return 1


@book.action("6")
def move(s: State, who: Player) -> None:
    """Go one further."""
    with effect("6"):
        s.count += stride(s)


@move.permit("7")
def may(s: State, who: Player) -> bool:
    return True


checks = Checks(book)


@checks.always("1")
def small(s: State) -> bool:
    return s.count < 3
