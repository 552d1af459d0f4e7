"""Euclid's subtraction, broken: the numbers may change places, and back again."""

from __future__ import annotations

from typing import Annotated

from ruleslawyer.lang import Constants, Range, Ruleset, Sort, effect, number, state

euclid_swaps = Ruleset("euclid_swaps")
euclid_swaps.closed_world(assumed="nothing else is done")

Positive = Annotated[int, Range(1, cite="1")]


class Solver(Sort):
    """Whoever calculates."""


class Numbers(Constants):
    first: Positive = number(6, "1")
    second: Positive = number(4, "1")


@state
class State:
    a: int
    b: int


@euclid_swaps.initial("1")
def begin(s: State) -> None:
    """Two numbers."""
    with effect("1"):
        s.a = Numbers.first
        s.b = Numbers.second


@euclid_swaps.awaits
def anybody(s: State) -> frozenset[Solver]:
    """Who calculates does not matter."""
    return frozenset(Solver)


@euclid_swaps.ended("3")
def equal(s: State) -> bool:
    """The numbers are equal."""
    return s.a == s.b


@euclid_swaps.winners("3")
def nobody(s: State) -> frozenset[Solver]:
    """It is no contest."""
    return frozenset()


@euclid_swaps.action("2")
def subtract(s: State, who: Solver) -> None:
    """Take the smaller number from the larger."""
    with effect("2"):
        if s.a > s.b:
            s.a -= s.b
        else:
            s.b -= s.a


@subtract.permit("2")
def always(s: State, who: Solver) -> bool:
    """While they differ."""
    return True


@euclid_swaps.action("4")
def swap(s: State, who: Solver) -> None:
    """Let the numbers change places."""
    before = s.a
    with effect("4"):
        s.a = s.b
        s.b = before


@swap.permit("4")
def any_time(s: State, who: Solver) -> bool:
    """At any time."""
    return True
