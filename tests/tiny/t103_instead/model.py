"""A deed in place of another."""

from typing import Annotated

from ruleslawyer.lang import Range, Ruleset, Sort, effect, state

book = Ruleset("t103_instead")
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
    return s.count >= 4


@book.winners("9")
def won(s: State) -> frozenset[Player]:
    """Nobody wins."""
    return frozenset()


@book.deed("2")
def leap(s: State, length: int) -> None:
    """Go twice as far."""
    with effect("2"):
        s.count += 2 * length


@book.deed("2")
def step(s: State, far: int) -> None:
    """Go that far."""
    with effect("2"):
        s.count += far


@step.instead("3", by=leap)
def boots(s: State, far: int) -> bool:
    return s.count == 1 or s.count == 3


@boots.exception("4")
def worn(s: State, far: int) -> bool:
    return s.count == 3


@book.action("6")
def move(s: State, who: Player) -> None:
    """Try to go on."""
    with effect("6"):
        step(s, 1)


@move.permit("7")
def may(s: State, who: Player) -> bool:
    return True
