"""A well that is filled to its mark: one action, whatever the numbers; and a knock, which an echo undoes."""

from __future__ import annotations

from typing import Annotated

from ruleslawyer.lang import Constants, Range, Ruleset, Sort, effect, no, number, state, yes

well = Ruleset("well")
well.closed_world(assumed="nothing else is done")

Amount = Annotated[int, Range(0, cite="1")]


class Keeper(Sort):
    """Whoever looks after it."""


class Numbers(Constants):
    mark: Amount = number(3, "1")
    water: Amount = number(1, "1")


@state
class State:
    water: int
    knocked: bool


@well.initial("1")
def begin(s: State) -> None:
    """Some water, which may be too much."""
    with effect("1"):
        s.water = Numbers.water


@well.awaits
def anybody(s: State) -> frozenset[Keeper]:
    """Who does it does not matter."""
    return frozenset(Keeper)


@well.ended("5")
def over(s: State) -> bool:
    """Nothing ends it."""
    return False


@well.winners("5")
def nobody(s: State) -> frozenset[Keeper]:
    """It is no contest."""
    return frozenset()


@well.action("2")
def fill(s: State, who: Keeper) -> None:
    """Fill it, or let it out, to the mark."""
    with effect("2"):
        s.water = Numbers.mark


@fill.permit("2")
def off_the_mark(s: State, who: Keeper) -> bool:
    """While the water is not there."""
    return s.water != Numbers.mark


@well.action("3")
def knock(s: State, who: Keeper) -> None:
    """Knock on it."""
    with effect("3"):
        s.knocked = True


@knock.permit("3")
def if_it_may_be(s: State, who: Keeper) -> bool:
    """If the text lets one."""
    return knocking(s)


knocking = well.doubt("may one knock?", at_will=yes("yes", default=True), never=no("no"))


@well.duty("4")
def echo(s: State) -> None:
    """It answers, and is as before."""
    with effect("4"):
        s.knocked = False


@echo.when
def knocked_on(s: State) -> bool:
    return s.knocked
