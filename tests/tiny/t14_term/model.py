"""A term and an exception that replaces its value."""

from typing import Annotated

from ruleslawyer.lang import SILENT, Range, Ruleset, Silent, Sort, effect, state

book = Ruleset("t14_term")
book.closed_world(assumed="what no clause permits is not allowed")


class Player(Sort):
    """Who plays."""


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
    return s.count >= 3


@book.winners("9")
def won(s: State) -> frozenset[Player]:
    """Nobody wins."""
    return frozenset()


@book.term("2")
def stride(s: State) -> int:
    """How far a move goes."""
    return 1


@stride.exception("3")
def boots(s: State) -> int | Silent:
    return 2 if s.count >= 1 else SILENT


@book.action("6")
def move(s: State, who: Player) -> None:
    """Go one further."""
    with effect("6"):
        s.count += stride(s)


@move.permit("7")
def may(s: State, who: Player) -> bool:
    return True
