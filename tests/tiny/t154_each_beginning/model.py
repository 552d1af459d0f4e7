"""Steps are asked for from each choice of the beginning, though two choices lead to one state."""

from typing import Annotated

from ruleslawyer.lang import Checks, Range, Ruleset, Sort, effect, state

book = Ruleset("t154_each_beginning")
book.closed_world(assumed="what no clause permits is not allowed")


class Player(Sort):
    """Who plays."""


@state
class State:
    left: Annotated[int, Range(0, 2)]


@book.initial("1")
def begin(s: State, much: Annotated[int, Range(0, 2)]) -> None:
    """With as much as one likes."""
    with effect("1"):
        s.left = much


@book.awaits
def awaited(s: State) -> frozenset[Player]:
    """Everybody, always."""
    return frozenset(Player)


@book.ended("9")
def over(s: State) -> bool:
    """When it ends."""
    return s.left == 0


@book.winners("9")
def won(s: State) -> frozenset[Player]:
    """Nobody wins."""
    return frozenset()


@book.duty("2")
def lose(s: State) -> None:
    """All of it goes at once."""
    with effect("2"):
        s.left = 0


@lose.when
def something(s: State) -> bool:
    return s.left > 0


checks = Checks(book)


@checks.step("2")
def one_at_most(before: State, after: State) -> bool:
    """False of the third choice alone."""
    return before.left - after.left <= 1


@checks.step("2")
def two_at_most(before: State, after: State) -> bool:
    return before.left - after.left <= 2
