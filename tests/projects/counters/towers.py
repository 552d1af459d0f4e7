"""The Towers of Hanoi as counters: how many towers are still to be moved, by their largest disc."""

from __future__ import annotations

from typing import Annotated

from ruleslawyer.lang import Map, Range, Ruleset, Sort, effect, state

towers = Ruleset("towers")
towers.closed_world(assumed="nothing else is done")

Count = Annotated[int, Range(0, cite="1")]


class Solver(Sort):
    """Whoever moves."""


class Disc(Sort):
    size: int
    largest: bool


@state
class State:
    work: Map[Disc, Count]


@towers.initial("1")
def one_tower(s: State) -> None:
    """The tower on the largest disc is to be moved."""
    with effect("1"):
        for d in Disc:
            s.work[d] = 1 if d.largest else 0


@towers.awaits
def anybody(s: State) -> frozenset[Solver]:
    """Who moves does not matter."""
    return frozenset(Solver)


@towers.ended("3")
def done(s: State) -> bool:
    """No work is left."""
    return all(s.work[d] == 0 for d in Disc)


@towers.winners("3")
def nobody(s: State) -> frozenset[Solver]:
    """It is no contest."""
    return frozenset()


@towers.action("2")
def split(s: State, who: Solver, disc: Disc) -> None:
    """A tower on a disc is moved by two moves of the tower above it, and one of the disc."""
    with effect("2"):
        s.work[disc] -= 1
        for d in Disc:
            if d.size == disc.size - 1:
                s.work[d] += 2


@split.permit("2")
def to_be_moved(s: State, who: Solver, disc: Disc) -> bool:
    """Where one is to be moved."""
    return s.work[disc] >= 1
