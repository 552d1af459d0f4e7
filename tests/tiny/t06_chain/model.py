"""A over B over C: a clause that is beaten beats nothing."""

from typing import Annotated

from ruleslawyer.lang import Range, Ruleset, Sort, effect, state

book = Ruleset("t06_chain")
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
def base(s: State, who: Player) -> bool:
    return True


@move.forbid("4", over=base, because="but")
def unless_later(s: State, who: Player) -> bool:
    return s.count >= 1


@move.permit("5", over=unless_later, because="even then")
def even_then(s: State, who: Player) -> bool:
    return s.count == 1
