"""Chameneos: two that meet in a place for two take the third colour, or keep theirs if it is the same.

After Chameneos.tla (C. Kaiser and J.-F. Pradat-Peyre, 2003).
"""

from __future__ import annotations

from enum import Enum
from typing import Annotated

from ruleslawyer.lang import Checks, Constants, Map, Range, Ruleset, Sort, domain, number, permit, state, the

chameneos = Ruleset("chameneos")
chameneos.closed_world(assumed="nothing happens but what a rule describes")


class Numbers(Constants):
    """How many meetings there are."""

    meetings: int = number(4, "1")


class Player(Sort):
    """A creature."""


class Colour(Enum):
    """What it looks like; faded is the last."""

    BLUE = "blue"
    RED = "red"
    YELLOW = "yellow"
    FADED = "faded"


@state
class State:
    colour: Map[Player, Colour]
    met: Map[Player, Annotated[int, Range(0)]]
    waiting: Player | None
    meetings: Annotated[int, Range(0)]


@chameneos.initial("1")
def begin(s: State, colour: Map[Player, Colour]) -> None:
    """Any colours but the faded one."""
    domain(all(colour[p] != Colour.FADED for p in Player))
    for p in Player:
        s.colour[p] = colour[p]


def mixed(a: Colour, b: Colour) -> Colour:
    """The third one."""
    return a if a == b else the(c for c in Colour if c != a and c != b and c != Colour.FADED)


@chameneos.action("2")
def wait(s: State, who: Player) -> None:
    permit("2", s.colour[who] != Colour.FADED and s.waiting is None and s.meetings < Numbers.meetings)
    s.waiting = who


@chameneos.action("3")
def meet(s: State, who: Player) -> None:
    permit("3", s.colour[who] != Colour.FADED and s.waiting is not None and s.waiting != who)
    other = the(p for p in Player if p == s.waiting)
    colour = mixed(s.colour[who], s.colour[other])
    for p in frozenset({who, other}):
        s.colour[p] = colour
        s.met[p] += 1
    s.waiting = None
    s.meetings += 1


@chameneos.action("4")
def fade(s: State, who: Player) -> None:
    permit("4", s.colour[who] != Colour.FADED and s.waiting is None and s.meetings == Numbers.meetings)
    s.colour[who] = Colour.FADED


@chameneos.ended("4")
def over(s: State) -> bool:
    return all(s.colour[p] == Colour.FADED for p in Player)


checks = Checks(chameneos)


@checks.always("5")
def two_met_each_time(s: State) -> bool:
    """The source says it of the last meeting alone."""
    return sum(s.met[p] for p in Player) == 2 * s.meetings


@checks.eventually("5")
def it_ends(s: State) -> bool:
    return over(s)
