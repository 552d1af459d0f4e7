"""A number jumps about: more than a thousand transitions, more properties and idle rules than a screen names."""

from __future__ import annotations

from typing import Annotated

from ruleslawyer.lang import Checks, Range, Ruleset, Sort, ask, effect, state

book = Ruleset("many")
book.closed_world(assumed="what no clause permits is not allowed")
checks = Checks(book)


class Player(Sort):
    """Who plays."""


@state
class State:
    n: Annotated[int, Range(0, 47)]
    m: Annotated[int, Range(0, 3)]


@book.initial("1")
def begin(s: State) -> None:
    with effect("1"):
        s.n = 0


@book.awaits
def awaited(s: State) -> frozenset[Player]:
    return frozenset(Player)


@book.ended("9")
def ended(s: State) -> bool:
    return s.n == 47


@book.winners("9")
def won(s: State) -> frozenset[Player]:
    return frozenset()


@book.question("is it odd?", "3")
def odd(s: State) -> int:
    ask()


@odd.answer("3", default=True)
def it_is(s: State) -> int:
    return 1


@odd.answer("4")
def it_is_not(s: State) -> int:
    return 2


@odd.reading("nobody says")
def nobody_says(s: State) -> int:
    return 0


@book.action("2")
def jump(s: State, who: Player, to: Annotated[int, Range(0, 47)]) -> None:
    with effect("2"):
        s.n = to
        s.m = 0 if odd(s) > 3 else s.m


@jump.permit("2")
def may_jump(s: State, who: Player, to: int) -> bool:
    return s.n == 0 or to <= s.n + 1 or to == 47


@book.action("5")
def rest(s: State, who: Player) -> None:
    with effect("5"):
        s.m = 0


@rest.permit("5")
def may_rest(s: State, who: Player) -> bool:
    return s.n > 50


@book.action("6")
def nap(s: State, who: Player) -> None:
    with effect("6"):
        s.m = 0


@nap.permit("6")
def may_nap(s: State, who: Player) -> bool:
    return False


@jump.forbid("7")
def not_0(s: State, who: Player, to: int) -> bool:
    return s.n > 50


@jump.forbid("7")
def not_1(s: State, who: Player, to: int) -> bool:
    return s.n > 51


@jump.forbid("7")
def not_2(s: State, who: Player, to: int) -> bool:
    return s.n > 52


@jump.forbid("7")
def not_3(s: State, who: Player, to: int) -> bool:
    return s.n > 53


@jump.forbid("7")
def not_4(s: State, who: Player, to: int) -> bool:
    return s.n > 54


@jump.forbid("7")
def not_5(s: State, who: Player, to: int) -> bool:
    return s.n > 55


@jump.forbid("7")
def not_6(s: State, who: Player, to: int) -> bool:
    return s.n > 56


@jump.forbid("7")
def not_7(s: State, who: Player, to: int) -> bool:
    return s.n > 57


@jump.forbid("7")
def not_8(s: State, who: Player, to: int) -> bool:
    return s.n > 58


@checks.always("8")
def at_most_47(s: State) -> bool:
    return s.n <= 47


@checks.always("8")
def at_most_48(s: State) -> bool:
    return s.n <= 48


@checks.always("8")
def at_most_49(s: State) -> bool:
    return s.n <= 49


@checks.always("8")
def at_most_50(s: State) -> bool:
    return s.n <= 50


@checks.always("8")
def at_most_51(s: State) -> bool:
    return s.n <= 51


@checks.always("8")
def at_most_52(s: State) -> bool:
    return s.n <= 52


@checks.always("8")
def at_most_53(s: State) -> bool:
    return s.n <= 53


@checks.always("8")
def at_most_54(s: State) -> bool:
    return s.n <= 54


@checks.always("8")
def below_thirty(s: State) -> bool:
    return s.n < 30


@checks.always("8")
def never_two(s: State) -> bool:
    return s.n != 2


@checks.sometimes("8")
def far(s: State) -> bool:
    return s.n == 32


@checks.sometimes("8")
def too_far(s: State) -> bool:
    return s.n == 50


@checks.leads_to("9")
def ends(s: State) -> tuple[bool, bool]:
    return s.n > 0, s.n == 47
