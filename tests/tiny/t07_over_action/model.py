"""Over an action: all its permits are beaten."""

from typing import Annotated

from ruleslawyer.lang import Range, Ruleset, Sort, effect, state

book = Ruleset("t07_over_action")
book.closed_world(assumed="what no clause permits is not allowed")


class Player(Sort):
    """Who plays."""


@state
class State:
    count: Annotated[int, Range(0, 2)]


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
def move(s: State, who: Player) -> None:
    """Go one further."""
    with effect("2"):
        s.count += 1


@move.permit("3")
def one(s: State, who: Player) -> bool:
    return s.count != 1


@move.permit("4")
def other(s: State, who: Player) -> bool:
    return s.count != 0


@move.forbid("5", over=move, because="never")
def not_at_two(s: State, who: Player) -> bool:
    return s.count == 2
