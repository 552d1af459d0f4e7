"""A pile of equal cards: one put and taken, the uppermost of equal ones, and too many."""

from enum import Enum
from typing import Annotated

from ruleslawyer.lang import Constants, Pile, Ruleset, Size, Sort, effect, number, state

book = Ruleset("t182_equal_cards")
book.closed_world(assumed="what no clause permits is not allowed")


class Player(Sort):
    """Who plays."""


class Rank(Enum):
    LOW = 1
    HIGH = 2


class Pack(Constants):
    cards: int = number(3, "1")


@state
class State:
    hand: Annotated[Pile[Rank], Size(Pack.cards)]


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
    return False


@book.winners("9")
def won(s: State) -> frozenset[Player]:
    """Nobody wins."""
    return frozenset()


@book.action("2")
def put(s: State, who: Player, rank: Rank) -> None:
    """A card goes on top."""
    with effect("2"):
        s.hand = s.hand.with_top(rank)


@put.permit("2")
def may_put(s: State, who: Player, rank: Rank) -> bool:
    return True


@book.action("3")
def drop(s: State, who: Player, rank: Rank) -> None:
    """A card of this rank is taken out."""
    with effect("3"):
        s.hand = s.hand.without(rank)


@drop.permit("3")
def may_drop(s: State, who: Player, rank: Rank) -> bool:
    return rank in s.hand


@book.action("4")
def take(s: State, who: Player) -> None:
    """The top card is taken."""
    with effect("4"):
        s.hand = s.hand.without_top()


@take.permit("4")
def may_take(s: State, who: Player) -> bool:
    return True
