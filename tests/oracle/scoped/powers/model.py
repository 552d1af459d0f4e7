"""Numbers that are multiplied, and what is left: what is never met, and what is met late, no induction shows."""

from __future__ import annotations

from typing import Annotated

from ruleslawyer.lang import Checks, Range, Ruleset, Sort, ask, effect, state

book = Ruleset("powers")
book.closed_world(assumed="what no clause permits is not allowed")
checks = Checks(book)


class Player(Sort):
    """Who plays."""


@state
class State:
    n: Annotated[int, Range(0, 250)]


@book.initial("1")
def begin(s: State) -> None:
    with effect("1"):
        s.n = 1


@book.awaits
def awaited(s: State) -> frozenset[Player]:
    return frozenset(Player)


@book.ended("9")
def over(s: State) -> bool:
    return False


@book.winners("9")
def won(s: State) -> frozenset[Player]:
    return frozenset()


@book.question("by how much?", "2")
def factor(s: State) -> int:
    ask()


@factor.reading("by three: half of the numbers come up", default=True)
def three(s: State) -> int:
    return 3


@factor.reading("by six: all of them do")
def six(s: State) -> int:
    return 6


@book.action("2")
def multiply(s: State, who: Player) -> None:
    with effect("2"):
        s.n = s.n * factor(s) % 251


@multiply.permit("2")
def may(s: State, who: Player) -> bool:
    return True


@checks.always("2")
def never_two(s: State) -> bool:
    """Two is no power of three, and 6 to the 235th."""
    return s.n != 2


@checks.always("2")
def never_twenty_five(s: State) -> bool:
    """It is 3 to the 110th."""
    return s.n != 25
