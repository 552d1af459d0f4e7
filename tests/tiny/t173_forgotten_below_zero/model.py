# whole
"""A number that may be below zero is forgotten."""

from typing import Annotated

from ruleslawyer.lang import Range, Ruleset, Sort, effect, state

book = Ruleset("t173_forgotten_below_zero")
book.closed_world(assumed="what no clause permits is not allowed")


class Player(Sort):
    """Who plays."""


@state
class State:
    bet: Annotated[int, Range(-2, 2)]
    running: bool


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


@book.matters("bet")
def while_running(s: State) -> bool:
    return s.running


@book.action("2")
def start(s: State, who: Player, amount: Annotated[int, Range(-1, 1)]) -> None:
    """Bet an amount, or owe it."""
    with effect("2"):
        s.running = True
        s.bet = amount


@start.permit("2")
def when_idle(s: State, who: Player, amount: int) -> bool:
    return not s.running


@book.action("3")
def stop(s: State, who: Player) -> None:
    """The bet is over."""
    with effect("3"):
        s.running = False


@stop.permit("3")
def when_running(s: State, who: Player) -> bool:
    return s.running
