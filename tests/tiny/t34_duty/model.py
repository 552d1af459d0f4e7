"""A duty: a forced step, run before the next decision."""

from typing import Annotated

from ruleslawyer.lang import Checks, Range, Ruleset, Sort, effect, state

book = Ruleset("t34_duty")
book.closed_world(assumed="what no clause permits is not allowed")


class Player(Sort):
    """Who plays."""


@state
class State:
    count: Annotated[int, Range(0, 2)]
    tired: bool


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
    return s.count == 2


@book.winners("9")
def won(s: State) -> frozenset[Player]:
    """Nobody wins."""
    return frozenset()


@book.action("2")
def work(s: State, who: Player) -> None:
    """Work, which tires."""
    with effect("2"):
        s.count += 1
        s.tired = True


@work.permit("3")
def not_tired(s: State, who: Player) -> bool:
    return not s.tired


@book.duty("4", turn_end=True)
def rest(s: State) -> None:
    """Whoever is tired rests."""
    with effect("4"):
        s.tired = False


@rest.when
def is_tired(s: State) -> bool:
    return s.tired


checks = Checks(book)


@checks.always("4")
def rested(s: State) -> bool:
    return not s.tired


@checks.always("4")
def tired_with_one(s: State) -> bool:
    return not (s.tired and s.count == 1)
