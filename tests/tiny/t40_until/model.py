"""A lifetime: the field returns to its default when the phase changes, and only then."""

from enum import Enum
from typing import Annotated

from ruleslawyer.lang import Ruleset, Sort, effect, state, until

book = Ruleset("t40_until")
book.closed_world(assumed="what no clause permits is not allowed")


class Player(Sort):
    """Who plays."""


class Phase(Enum):
    DAY = "day"
    NIGHT = "night"


@state
class State:
    phase: Phase
    tired: Annotated[bool, until("4", phase=Phase.NIGHT)]


@book.initial("1")
def begin(s: State) -> None:
    """How it starts."""
    with effect("1"):
        s.phase = Phase.DAY


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
def work(s: State, who: Player) -> None:
    """Work, by day or by night."""
    with effect("2"):
        s.tired = True


@work.permit("2")
def while_fresh(s: State, who: Player) -> bool:
    return not s.tired


@book.action("3")
def turn_over(s: State, who: Player) -> None:
    """Day follows night follows day."""
    with effect("3"):
        s.phase = Phase.NIGHT if s.phase == Phase.DAY else Phase.DAY


@turn_over.permit("3")
def always(s: State, who: Player) -> bool:
    return True
