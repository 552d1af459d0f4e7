"""Inside a simultaneous block every read sees the state before it."""

from typing import Annotated

from ruleslawyer.lang import Range, Ruleset, Sort, effect, simultaneous, state

book = Ruleset("t38_swap")
book.closed_world(assumed="what no clause permits is not allowed")


class Player(Sort):
    """Who plays."""


@state
class State:
    left: Annotated[int, Range(0, 2)]
    right: Annotated[int, Range(0, 2)]


@book.initial("1")
def begin(s: State) -> None:
    """How it starts."""
    with effect("1"):
        s.left = 1
        s.right = 2


@book.awaits
def awaited(s: State) -> frozenset[Player]:
    """Everybody, always."""
    return frozenset(Player)


@book.ended("9")
def over(s: State) -> bool:
    """When it ends."""
    return False


@book.winners("9")
def won(s: State) -> frozenset[Player]:
    """Nobody wins."""
    return frozenset()


@book.action("2")
def swap(s: State, who: Player) -> None:
    """Exchange the two."""
    with effect("2"), simultaneous():
        s.left = s.right
        s.right = s.left


@swap.permit("3")
def may(s: State, who: Player) -> bool:
    return True
