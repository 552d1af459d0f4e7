"""Quotients and remainders of numbers below zero; the least of numbers above it."""

from typing import Annotated

from ruleslawyer.lang import Range, Ruleset, Sort, effect, state

book = Ruleset("t166_below_zero")
book.closed_world(assumed="what no clause permits is not allowed")


class Player(Sort):
    """Who plays."""


class Card(Sort):
    """A card."""

    cost: Annotated[int, Range(0, 3)]


@state
class State:
    count: Annotated[int, Range(0, 3)]
    half: Annotated[int, Range(-2, 0)]


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
def turn(s: State, who: Player) -> None:
    """Rounded towards minus infinity, and what is left of that."""
    with effect("2"):
        s.half = (s.count - 3) // 2
        s.count = (s.count - 3) % 4


@turn.permit("3")
def while_there_is_one(s: State, who: Player) -> bool:
    """The least cost that is not below the count."""
    return min(c.cost for c in Card if c.cost >= s.count) >= 2
