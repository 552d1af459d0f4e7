"""A cap of the scope that is reached: an event, never a wrap."""

from typing import Annotated

from ruleslawyer.lang import Checks, Map, Range, Ruleset, Sort, effect, gain, state

book = Ruleset("t46_cap")
book.closed_world(assumed="what no clause permits is not allowed")


class Player(Sort):
    """Who plays."""


@state
class State:
    coins: Map[Player, Annotated[int, Range(0)]]


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
def earn(s: State, who: Player) -> None:
    """Earn one."""
    with effect("2"):
        gain(s.coins, who, 1)


@earn.permit("2")
def may(s: State, who: Player) -> bool:
    return True


checks = Checks(book)


@checks.always("1")
def not_negative(s: State) -> bool:
    return all(s.coins[p] >= 0 for p in Player)
