"""That forgetting makes a duty due is a failed check of it."""

from typing import Annotated

from ruleslawyer.lang import Range, Ruleset, Sort, effect, state

book = Ruleset("t160_due_by_forgetting")
book.closed_world(assumed="what no clause permits is not allowed")


class Player(Sort):
    """Who plays."""


@state
class State:
    armed: bool
    bet: Annotated[int, Range(0, 1)]
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
def offer(s: State, who: Player) -> None:
    """A bet, though nothing runs."""
    with effect("2"):
        s.armed = True
        s.bet = 1


@offer.permit("2")
def may(s: State, who: Player) -> bool:
    return True


@book.duty("3")
def disarm(s: State) -> None:
    """Without a bet."""
    with effect("3"):
        s.armed = False


@disarm.when
def without_a_bet(s: State) -> bool:
    return s.armed and s.bet == 0
