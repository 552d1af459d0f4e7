"""Division by zero, and the greatest of nothing: broken checks."""

from typing import Annotated

from ruleslawyer.lang import Range, Ruleset, Sort, effect, state

book = Ruleset("t75_arithmetic")
book.closed_world(assumed="what no clause permits is not allowed")


class Player(Sort):
    rank: int


@state
class State:
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
    return s.count > 0


@book.winners("9")
def won(s: State) -> frozenset[Player]:
    """Nobody wins."""
    return frozenset()


@book.action("2")
def share(s: State, who: Player, among: Annotated[int, Range(0, 4)]) -> None:
    """Share out nine."""
    with effect("2"):
        s.count = 9 // among + 9 % among


@share.permit("2")
def may(s: State, who: Player, among: int) -> bool:
    return True


@book.action("3")
def highest(s: State, who: Player) -> None:
    """The highest rank above five."""
    with effect("3"):
        s.count = max(p.rank for p in Player if p.rank > 5)


@highest.permit("3")
def may_too(s: State, who: Player) -> bool:
    return True


@book.action("4")
def lowest(s: State, who: Player) -> None:
    """The lowest rank above five, or else eight."""
    with effect("4"):
        s.count = min((p.rank for p in Player if p.rank > 5), default=8)


@lowest.permit("4")
def may_even(s: State, who: Player) -> bool:
    return True
