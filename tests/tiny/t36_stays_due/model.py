"""A duty that does not make its condition false never ends."""

from typing import Annotated

from ruleslawyer.lang import Range, Ruleset, Sort, effect, state

book = Ruleset("t36_stays_due")
book.closed_world(assumed="what no clause permits is not allowed")


class Player(Sort):
    """Who plays."""


@state
class State:
    called: bool
    count: Annotated[int, Range(0)]


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
def go(s: State, who: Player) -> None:
    """Call for it."""
    with effect("2"):
        s.called = True


@go.permit("2")
def may(s: State, who: Player) -> bool:
    return True


@book.duty("3")
def count_up(s: State) -> None:
    """It counts, and stays called."""
    with effect("3"):
        s.count += 1


@count_up.when
def is_called(s: State) -> bool:
    return s.called
