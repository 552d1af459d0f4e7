"""How far a move goes is not said: an option violates what the default keeps, another goes round."""

from __future__ import annotations

from typing import Annotated

from ruleslawyer.lang import Checks, Range, Ruleset, Sort, ask, effect, state

book = Ruleset("strides")
book.closed_world(assumed="what no clause permits is not allowed")
checks = Checks(book)


class Player(Sort):
    """Who plays."""


@state
class State:
    count: Annotated[int, Range(0, 5)]


@book.initial("1")
def begin(s: State) -> None:
    with effect("1"):
        s.count = 1


@book.awaits
def awaited(s: State) -> frozenset[Player]:
    return frozenset(Player)


@book.ended("9")
def over(s: State) -> bool:
    return s.count >= 4


@book.winners("9")
def won(s: State) -> frozenset[Player]:
    return frozenset()


@book.question("how far does a move go?", "2")
def stride(s: State) -> int:
    ask()


@stride.reading("one more", default=True)
def one_more(s: State) -> int:
    return 1


@stride.reading("two at once")
def jump(s: State) -> int:
    return 2


@stride.reading("it stays")
def stay(s: State) -> int:
    return 0


@stride.reading("back where it is ahead")
def back(s: State) -> int:
    return 1 if s.count == 1 else 0 - 1


@book.action("2")
def move(s: State, who: Player) -> None:
    with effect("2"):
        s.count += stride(s)


@move.permit("2")
def may(s: State, who: Player) -> bool:
    return True


@move.forbid("3")
def rests_on_two(s: State, who: Player) -> bool:
    return s.count == 2


@rests_on_two.exception("4")
def in_a_hurry(s: State, who: Player) -> bool:
    return s.count == 2


@rests_on_two.exception("5")
def at_the_end(s: State, who: Player) -> bool:
    return s.count == 5


@checks.always("2")
def not_five(s: State) -> bool:
    return s.count != 5


@checks.leads_to("9")
def comes_to_an_end(s: State) -> tuple[bool, bool]:
    return True, s.count >= 4


@checks.possible("9")
def can_end(s: State) -> bool:
    return s.count >= 4
