"""Processes in a circle: each sets its `x`, and then its `y` to the `x` of its neighbour; some `y` is 1 in the end.

After Simple.tla (L. Lamport: Teaching Concurrency, 2009), proved there for any number of processes. The lemma is his.
"""

from __future__ import annotations

from enum import Enum

from ruleslawyer.lang import Checks, Map, Ruleset, Sort, permit, state

simple = Ruleset("simple")
simple.closed_world(assumed="nothing happens but what a rule describes")


class Player(Sort):
    """A process."""

    left: Player


class Line(Enum):
    """What a process does next."""

    A = "a"
    B = "b"
    DONE = "done"


@state
class State:
    x: Map[Player, bool]
    y: Map[Player, bool]
    line: Map[Player, Line]


@simple.initial("1")
def begin(s: State) -> None:
    for p in Player:
        s.line[p] = Line.A


@simple.action("2")
def set_x(s: State, who: Player) -> None:
    permit("2", s.line[who] == Line.A)
    s.x[who] = True
    s.line[who] = Line.B


@simple.action("3")
def copy(s: State, who: Player) -> None:
    permit("3", s.line[who] == Line.B)
    s.y[who] = s.x[who.left]
    s.line[who] = Line.DONE


@simple.ended("4")
def over(s: State) -> bool:
    return all(s.line[p] == Line.DONE for p in Player)


checks = Checks(simple)


@checks.always("4")
def one_is_set_in_the_end(s: State) -> bool:
    return not over(s) or any(s.y[p] for p in Player)


@checks.always("4")
def whoever_has_begun_has_set_x(s: State) -> bool:
    return all(s.line[p] == Line.A or s.x[p] for p in Player)


@checks.eventually("4")
def it_ends(s: State) -> bool:
    return over(s)
