"""Two answers that differ, with one result: an immaterial contradiction."""

from typing import Annotated

from ruleslawyer.lang import Range, Ruleset, Sort, ask, effect, state

book = Ruleset("t21_answers_immaterial")
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
    return s.count == 1


@book.winners("9")
def won(s: State) -> frozenset[Player]:
    """Nobody wins."""
    return frozenset()


@book.question("how far does a move go?")
def stride(s: State) -> int:
    ask()


@stride.answer("2", default=True)
def one(s: State) -> int:
    return 1


@stride.answer("3")
def two(s: State) -> int:
    return 2


@book.action("6")
def move(s: State, who: Player) -> None:
    """Go one further."""
    with effect("6"):
        s.count = 1 if stride(s) > 0 else 2


@move.permit("7")
def may(s: State, who: Player) -> bool:
    return True
