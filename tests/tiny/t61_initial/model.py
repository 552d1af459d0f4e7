"""Choices of the initial rule: its domain filters them, equal states merge."""

from typing import Annotated

from ruleslawyer.lang import Range, Ruleset, Sort, effect, state

book = Ruleset("t61_initial")
book.closed_world(assumed="what no clause permits is not allowed")


class Player(Sort):
    """Who plays."""


@state
class State:
    count: Annotated[int, Range(0, 2)]


@book.initial("1")
def begin(s: State, chosen: Annotated[int, Range(0)]) -> None:
    """Half of what is chosen."""
    with effect("1"):
        s.count = chosen // 2


@begin.domain
def not_three(s: State, chosen: int) -> bool:
    return chosen != 3


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
    """Go one further."""
    with effect("2"):
        s.count += 1


@move.permit("2")
def below(s: State, who: Player) -> bool:
    return s.count < 2
