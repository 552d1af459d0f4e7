"""Prisoners and one lamp: one of them counts, each other one lights it once, or twice where nobody knows how it begins.

After Prisoner.tla of Prisoners_Single_Switch.
"""

from __future__ import annotations

from typing import Annotated

from ruleslawyer.lang import Checks, Constants, Map, Range, Ruleset, Sort, domain, number, state

lamp = Ruleset("lamp")
lamp.closed_world(assumed="nothing happens but what a rule describes")


class Numbers(Constants):
    """How often each of the others lights the lamp; twice is for a lamp that may be lit in the beginning."""

    signals: int = number(1, "1")


class Player(Sort):
    """A prisoner; one of them counts."""

    counts: bool


@state
class State:
    count: Annotated[int, Range(1)]
    announced: bool
    signalled: Map[Player, Annotated[int, Range(0, 2)]]
    lit: bool
    visited: frozenset[Player]


@lamp.initial("1")
def begin(s: State, lit: bool) -> None:
    """He counts himself."""
    domain(not lit or Numbers.signals == 2)
    s.count = 1
    s.lit = lit


@lamp.action("2")
def count(s: State, who: Player) -> None:
    """The counter puts the lamp out and counts, and announces when he has counted all."""
    domain(who.counts)
    if s.lit:
        s.lit = False
        s.count += 1
    s.announced = s.count >= 1 + Numbers.signals * sum(1 for p in Player if not p.counts)
    s.visited = s.visited | frozenset({who})


@lamp.action("3")
def visit(s: State, who: Player) -> None:
    """Another one lights it, as often as was agreed."""
    domain(not who.counts)
    if not s.lit and s.signalled[who] < Numbers.signals:
        s.lit = True
        s.signalled[who] += 1
    s.visited = s.visited | frozenset({who})


checks = Checks(lamp)


@checks.always("4")
def all_have_been_there(s: State) -> bool:
    return not s.announced or all(p in s.visited for p in Player)


@checks.eventually("5", fair=(count, visit.each("who")))
def he_announces(s: State) -> bool:
    return s.announced
