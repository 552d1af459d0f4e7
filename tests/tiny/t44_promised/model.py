"""A write out of a range that the book promises: a violation."""

from typing import Annotated

from ruleslawyer.lang import Map, Range, Ruleset, Sort, effect, lose, state

book = Ruleset("t44_promised")
book.closed_world(assumed="what no clause permits is not allowed")


class Player(Sort):
    """Who plays."""


@state
class State:
    coins: Map[Player, Annotated[int, Range(0, cite="1.1")]]


@book.initial("1")
def begin(s: State) -> None:
    """How it starts."""
    with effect("1"):
        for p in Player:
            s.coins[p] = 3


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
def spend(s: State, who: Player) -> None:
    """Spend two."""
    with effect("2"):
        lose(s.coins, who, 2)


@spend.permit("2")
def may(s: State, who: Player) -> bool:
    return True
