"""Conceding is always there, and hides no deadlock."""

from typing import Annotated

from ruleslawyer.lang import Range, Ruleset, Sort, effect, state

book = Ruleset("t64_concede")
book.closed_world(assumed="what no clause permits is not allowed")


class Player(Sort):
    """Who plays."""


@state
class State:
    count: Annotated[int, Range(0, 1)]
    gone: bool


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
    return s.gone


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
    return s.count < 1


@book.action("3", outside_play=True)
def concede(s: State, who: Player) -> None:
    """Give up."""
    with effect("3"):
        s.gone = True


@concede.permit("3")
def at_any_time(s: State, who: Player) -> bool:
    return True
