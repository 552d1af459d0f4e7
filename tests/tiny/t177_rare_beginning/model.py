# whole
"""One beginning among two thousand."""

from typing import Annotated

from ruleslawyer.lang import Checks, Range, Ruleset, Sort, effect, state

book = Ruleset("t177_rare_beginning")
book.closed_world(assumed="what no clause permits is not allowed")


class Player(Sort):
    """Who plays."""


@state
class State:
    much: Annotated[int, Range(0, 2000)]
    done: bool


@book.initial("1")
def begin(s: State, bold: bool, much: Annotated[int, Range(0, 2000)]) -> None:
    """Only who is bold has what was named."""
    with effect("1"):
        s.much = much if bold else 0


@begin.domain
def few_numbers(s: State, bold: bool, much: int) -> bool:
    return much == 0 or much == 1977


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


checks = Checks(book)


@checks.always("1")
def never_so_much(s: State) -> bool:
    return s.much != 1977


@checks.always("1")
def never_odd(s: State) -> bool:
    """Of what a choice leaves that is no beginning."""
    return s.much != 1
