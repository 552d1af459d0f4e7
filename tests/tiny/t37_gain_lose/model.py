"""Simultaneous losses of one place add up."""

from enum import Enum
from typing import Annotated

from ruleslawyer.lang import Checks, Map, Range, Ruleset, Sort, effect, gain, lose, simultaneous, state

book = Ruleset("t37_gain_lose")
book.closed_world(assumed="what no clause permits is not allowed")


class Place(Enum):
    COMMON = "common"
    LOST = "lost"


class Player(Sort):
    store: Place


@state
class State:
    stock: Map[Place, Annotated[int, Range(0)]]


@book.initial("1")
def begin(s: State) -> None:
    """How it starts."""
    with effect("1"):
        s.stock[Place.COMMON] = 4


@book.awaits
def awaited(s: State) -> frozenset[Player]:
    """Everybody, always."""
    return frozenset(Player)


@book.ended("9")
def over(s: State) -> bool:
    """When it ends."""
    return s.stock[Place.COMMON] == 0


@book.winners("9")
def won(s: State) -> frozenset[Player]:
    """Nobody wins."""
    return frozenset()


@book.action("2")
def storm(s: State, who: Player) -> None:
    """Each player's ship costs one of the stock it takes from."""
    with effect("2"), simultaneous():
        for p in Player:
            lose(s.stock, p.store, 1)
            gain(s.stock, Place.LOST, 1)


@storm.permit("3")
def may(s: State, who: Player) -> bool:
    return True


checks = Checks(book)


@checks.always("2")
def nothing_vanishes(s: State) -> bool:
    return s.stock[Place.COMMON] + s.stock[Place.LOST] == 4
