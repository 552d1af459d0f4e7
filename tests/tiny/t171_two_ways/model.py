# whole
"""One state, reached in two ways under different readings."""

from typing import Annotated

from ruleslawyer.lang import Range, Ruleset, Sort, effect, state

book = Ruleset("t171_two_ways")
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
def left(s: State, who: Player) -> None:
    """Go left."""
    with effect("2"):
        s.count = 1


@left.permit("2")
def may_left(s: State, who: Player) -> bool:
    return s.count == 0


@left.forbid("3")
def not_left(s: State, who: Player) -> bool:
    return True


@book.action("4")
def right(s: State, who: Player) -> None:
    """Go right, to the same place."""
    with effect("4"):
        s.count = 1


@right.permit("4")
def may_right(s: State, who: Player) -> bool:
    return s.count == 0


@right.forbid("5")
def not_right(s: State, who: Player) -> bool:
    return True


@book.action("6")
def go_on(s: State, who: Player) -> None:
    """And on from there."""
    with effect("6"):
        s.count = 2


@go_on.permit("6")
def from_there(s: State, who: Player) -> bool:
    return s.count == 1
