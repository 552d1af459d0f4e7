"""Three things are not said: one decides what holds, one decides together with another, one nothing."""

from __future__ import annotations

from typing import Annotated

from ruleslawyer.lang import Checks, Range, Ruleset, Sort, ask, effect, state

book = Ruleset("asks")
book.closed_world(assumed="what no clause permits is not allowed")
checks = Checks(book)


class Player(Sort):
    """Who plays."""


@state
class State:
    n: Annotated[int, Range(0, 3)]
    m: Annotated[int, Range(0, 3)]
    seen: bool
    over: bool


@book.initial("1")
def begin(s: State) -> None:
    with effect("1"):
        s.n = 0


@book.awaits
def awaited(s: State) -> frozenset[Player]:
    return frozenset(Player)


@book.ended("9")
def ended(s: State) -> bool:
    return s.over


@book.winners("9")
def won(s: State) -> frozenset[Player]:
    return frozenset()


@book.question("how far does it go?", "2")
def how_far(s: State) -> int:
    ask()


@how_far.reading("one", default=True)
def one_step(s: State) -> int:
    return 1


@how_far.reading("two")
def two_steps(s: State) -> int:
    return 2


@book.question("does it also come back?", "3")
def comes_back(s: State) -> bool:
    ask()


@comes_back.reading("it does")
def it_does(s: State) -> bool:
    return True


@comes_back.reading("it does not", default=True)
def it_does_not(s: State) -> bool:
    return False


@book.question("which colour?", "4")
def how_much(s: State) -> int:
    ask()


@how_much.reading("some", default=True)
def some(s: State) -> int:
    return 1


@how_much.reading("as much")
def as_much(s: State) -> int:
    return 2 - 1


@book.action("2")
def go(s: State, who: Player) -> None:
    with effect("2"):
        if s.n == 0:
            s.n += how_far(s)


@go.permit("2")
def may_go(s: State, who: Player) -> bool:
    return s.n == 0 and not s.seen


@book.action("3")
def look(s: State, who: Player) -> None:
    with effect("3"):
        s.seen = True
        s.m = how_much(s)


@look.permit("3")
def may_look(s: State, who: Player) -> bool:
    return s.n == 2 and not s.seen


@book.action("4")
def back(s: State, who: Player) -> None:
    with effect("4"):
        s.n = 0


@back.permit("4")
def may_come_back(s: State, who: Player) -> bool:
    return s.n > 0 and comes_back(s)


@book.action("5")
def stop(s: State, who: Player) -> None:
    with effect("5"):
        s.over = True


@stop.permit("5")
def may_stop(s: State, who: Player) -> bool:
    return s.n > 0


@checks.always("2")
def two_at_most(s: State) -> bool:
    return s.n <= 2


@checks.always("2")
def one_at_most(s: State) -> bool:
    return s.n <= 1


@checks.sometimes("3")
def is_seen(s: State) -> bool:
    return s.seen


@checks.possible("1")
def goes_to_the_beginning(s: State) -> bool:
    return s.over or s.n == 0


@checks.leads_to("9")
def gets_over(s: State) -> tuple[bool, bool]:
    return s.n > 0, s.over


@checks.leads_to("9")
def starts_at_last(s: State) -> tuple[bool, bool]:
    return s.seen, s.n == 0 or s.over


@checks.sometimes("1")
def too_far(s: State) -> bool:
    return s.n == 3


@checks.step("4", of=back)
def comes_to_nothing(before: State, after: State, who: Player) -> bool:
    return after.n == 0


@checks.step("4", of=back)
def comes_from_one(before: State, after: State, who: Player) -> bool:
    """How far it goes decides it only where it comes back at all."""
    return before.n == 1
