"""A map of maps."""

from enum import Enum
from typing import Annotated

from ruleslawyer.lang import Map, Range, Ruleset, Sort, effect, state

book = Ruleset("t70_nested_map")
book.closed_world(assumed="what no clause permits is not allowed")


class Player(Sort):
    """Who plays."""


class Kind(Enum):
    WOOD = "wood"
    IRON = "iron"


@state
class State:
    pool: Map[Player, Map[Kind, Annotated[int, Range(0, 1)]]]


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
    return all(s.pool[p][k] == 1 for p in Player for k in Kind)


@book.winners("9")
def won(s: State) -> frozenset[Player]:
    """Nobody wins."""
    return frozenset()


@book.action("2")
def fill(s: State, who: Player, kind: Kind) -> None:
    """Fill a place of one's own."""
    with effect("2"):
        s.pool[who][kind] += 1


@fill.permit("2")
def empty(s: State, who: Player, kind: Kind) -> bool:
    return s.pool[who][kind] == 0
