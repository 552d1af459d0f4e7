"""Copies of DNA: strands come apart in heat, primers go to them as they cool, and both become DNA again.

After clean.tla of glowingRaccoon; that the primers run out is a property of which it says that it does not hold.
"""

from __future__ import annotations

from enum import Enum
from typing import Annotated

from ruleslawyer.lang import CHANCE, Checks, Constants, Range, Ruleset, domain, number, state

pcr = Ruleset("pcr")
pcr.closed_world(assumed="nothing happens but what a rule describes")


class Stock(Constants):
    """What there is in the beginning."""

    dna: int = number(5, "1")
    primer: int = number(5, "1")


class Heat(Enum):
    """How hot it is."""

    WARM = "warm"
    HOT = "hot"
    TOO_HOT = "too hot"


@state
class State:
    heat: Heat
    primer: Annotated[int, Range(0)]
    dna: Annotated[int, Range(0)]
    template: Annotated[int, Range(0)]
    hybrid: Annotated[int, Range(0)]


@pcr.initial("1")
def begin(s: State) -> None:
    s.heat = Heat.HOT
    s.primer = Stock.primer
    s.dna = Stock.dna


@pcr.chance("2")
def heat(s: State) -> None:
    domain(s.heat == Heat.HOT)
    s.heat = Heat.TOO_HOT
    s.primer += s.hybrid
    s.template += s.hybrid + 2 * s.dna
    s.dna = 0
    s.hybrid = 0


@pcr.chance("3")
def cool(s: State) -> None:
    domain(s.heat == Heat.TOO_HOT)
    s.heat = Heat.HOT


@pcr.chance("4")
def anneal(s: State, many: int) -> None:
    domain(s.heat == Heat.HOT and many >= 1 and many <= min(s.primer, s.template))
    s.heat = Heat.WARM
    s.primer -= many
    s.template -= many
    s.hybrid += many


@pcr.chance("5")
def extend(s: State) -> None:
    domain(s.heat == Heat.WARM)
    s.heat = Heat.HOT
    s.dna += s.hybrid
    s.hybrid = 0


checks = Checks(pcr)


@checks.always("6")
def nothing_is_lost(s: State) -> bool:
    return s.template + s.primer + 2 * (s.dna + s.hybrid) == Stock.primer + 2 * Stock.dna


@checks.eventually("6")
def primers_run_out(s: State) -> bool:
    return s.primer == 0


@checks.eventually("6", fair=CHANCE)
def primers_run_out_by_chance(s: State) -> bool:
    return s.primer == 0
