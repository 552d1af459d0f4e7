"""A coffee can: two beans are taken out, and one is put back, until one is left.

After CoffeeCan.tla; it is in D. Gries: The Science of Programming (1981). What the beginning was is kept in no field:
a state is two numbers, there and here.
"""

from __future__ import annotations

from typing import Annotated

from ruleslawyer.lang import Checks, Constants, Range, Ruleset, domain, number, state

coffee = Ruleset("coffee")
coffee.closed_world(assumed="nothing happens but what a rule describes")


class Can(Constants):
    """How many beans there are at most."""

    most: int = number(100, "1")


@state
class State:
    black: Annotated[int, Range(0)]
    white: Annotated[int, Range(0)]


@coffee.initial("1")
def begin(s: State, black: int, white: int) -> None:
    """Any beans, one at least."""
    domain(black + white >= 1 and black + white <= Can.most)
    s.black = black
    s.white = white


@coffee.chance("2")
def two_black(s: State) -> None:
    """A black one is put back."""
    domain(s.black >= 2)
    s.black -= 1


@coffee.chance("2")
def two_white(s: State) -> None:
    """A black one is put there."""
    domain(s.white >= 2)
    s.white -= 2
    s.black += 1


@coffee.chance("3")
def one_of_each(s: State) -> None:
    """The white one is put back."""
    domain(s.black >= 1 and s.white >= 1)
    s.black -= 1


@coffee.ended("4")
def over(s: State) -> bool:
    """One bean is left."""
    return s.black + s.white == 1


checks = Checks(coffee)


@checks.always("1")
def some_bean_is_left(s: State) -> bool:
    return s.black + s.white >= 1


@checks.step("2")
def one_fewer(before: State, after: State) -> bool:
    return after.black + after.white == before.black + before.white - 1


@checks.step("3")
def whether_white_ones_are_even_stays(before: State, after: State) -> bool:
    return before.white % 2 == after.white % 2


@checks.eventually("4")
def it_ends(s: State) -> bool:
    return over(s)


@checks.leads_to("4")
def an_odd_number_of_white_ones_ends_in_white(s: State) -> tuple[bool, bool]:
    return s.white % 2 == 1, over(s) and s.white == 1


@checks.leads_to("4")
def an_even_number_ends_in_black(s: State) -> tuple[bool, bool]:
    return s.white % 2 == 0, over(s) and s.black == 1
