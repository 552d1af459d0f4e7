# whole
"""A pass that changes nothing is no way out of a deadlock."""

from typing import Annotated

from ruleslawyer.lang import Range, Ruleset, Sort, effect, state

book = Ruleset("t170_stays_put")
book.closed_world(assumed="what no clause permits is not allowed")


class Player(Sort):
    """Who plays."""


@state
class State:
    count: Annotated[int, Range(0, 2)]
    tired: bool


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
def move(s: State, who: Player) -> None:
    """Go one further, and be tired."""
    with effect("2"):
        s.count += 1
        s.tired = True


@move.permit("3")
def may(s: State, who: Player) -> bool:
    return True


@move.forbid("4")
def must_not(s: State, who: Player) -> bool:
    return s.count == 1


@book.action("5", passes=True)
def wait(s: State, who: Player) -> None:
    """Rest."""
    with effect("5"):
        s.tired = False


@wait.permit("5")
def always(s: State, who: Player) -> bool:
    return True
