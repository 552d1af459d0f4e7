# whole
"""What nothing changes is the same in all of a play."""

from typing import Annotated

from ruleslawyer.lang import Checks, Range, Ruleset, Sort, effect, state

book = Ruleset("t178_what_stays")
book.closed_world(assumed="what no clause permits is not allowed")


class Player(Sort):
    """Who plays."""


@state
class State:
    fast: bool
    count: Annotated[int, Range(0, 3)]


@book.initial("1")
def begin(s: State, fast: bool) -> None:
    """Fast or slow."""
    with effect("1"):
        s.fast = fast


@book.awaits
def awaited(s: State) -> frozenset[Player]:
    """Everybody, always."""
    return frozenset(Player)


@book.ended("9")
def over(s: State) -> bool:
    """When it ends."""
    return s.count == 3


@book.winners("9")
def won(s: State) -> frozenset[Player]:
    """Nobody wins."""
    return frozenset()


@book.action("2")
def climb(s: State, who: Player) -> None:
    """The first step, for who is slow."""
    with effect("2"):
        s.count = 1


@climb.permit("2")
def slow_at_first(s: State, who: Player) -> bool:
    return not s.fast and s.count == 0


@book.action("3")
def walk(s: State, who: Player) -> None:
    """One step, for who is slow."""
    with effect("3"):
        s.count += 1


@walk.permit("3")
def slow_later(s: State, who: Player) -> bool:
    return not s.fast and s.count >= 1


@book.action("4")
def leap(s: State, who: Player) -> None:
    """Two steps, for who is fast."""
    with effect("4"):
        s.count += 2


@leap.permit("4")
def fast_later(s: State, who: Player) -> bool:
    return s.fast and s.count == 1


checks = Checks(book)


@checks.always("2")
def below_three(s: State) -> bool:
    return s.count < 3
