"""Two different plain writes to one place at once: a contradiction of the place."""

from typing import Annotated

from ruleslawyer.lang import Range, Ruleset, Sort, effect, simultaneous, state

book = Ruleset("t39_place")
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


@book.action("2")
def clash(s: State, who: Player) -> None:
    """Two clauses want different things."""
    with simultaneous():
        with effect("3"):
            s.count = 1
        with effect("4"):
            s.count = 2


@clash.permit("2")
def may(s: State, who: Player) -> bool:
    return True


@book.action("5")
def agree(s: State, who: Player) -> None:
    """Two clauses want the same."""
    with simultaneous():
        with effect("3"):
            s.count = 2
        with effect("4"):
            s.count = 2


@agree.permit("5")
def may_too(s: State, who: Player) -> bool:
    return True
