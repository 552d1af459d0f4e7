# whole
"""Some choices of the beginning fail a check, under each reading."""

from typing import Annotated

from ruleslawyer.lang import Checks, Range, Ruleset, Sort, effect, state

book = Ruleset("t185_some_begin")
book.closed_world(assumed="what no clause permits is not allowed")


class Player(Sort):
    """Who plays."""


@state
class State:
    count: Annotated[int, Range(0, 1)]
    done: bool


@book.initial("1")
def begin(s: State, count: Annotated[int, Range(0, 2)]) -> None:
    """With a number, which may be too great."""
    with effect("1"):
        s.count = count


@book.awaits
def awaited(s: State) -> frozenset[Player]:
    """Everybody, always."""
    return frozenset(Player)


@book.ended("9")
def over(s: State) -> bool:
    """When it ends."""
    return s.done


@book.winners("9")
def won(s: State) -> frozenset[Player]:
    """Nobody wins."""
    return frozenset()


@book.action("2")
def finish(s: State, who: Player) -> None:
    """Be done."""
    with effect("2"):
        s.done = True


@finish.permit("2")
def may(s: State, who: Player) -> bool:
    return True


@finish.forbid("3")
def must_not(s: State, who: Player) -> bool:
    return True


checks = Checks(book)


@checks.always("1")
def one_at_most(s: State) -> bool:
    """True of each state that there is, but not every play begins in one."""
    return s.count <= 1
