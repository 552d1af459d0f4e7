"""At rest a field that means nothing is at its default."""

from typing import Annotated

from ruleslawyer.lang import Range, Ruleset, Sort, effect, state

book = Ruleset("t41_matters")
book.closed_world(assumed="what no clause permits is not allowed")


class Player(Sort):
    """Who plays."""


@state
class State:
    running: bool
    bet: Annotated[int, Range(0, 2)]


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
def start(s: State, who: Player, amount: Annotated[int, Range(1, 2)]) -> None:
    """Bet an amount."""
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
