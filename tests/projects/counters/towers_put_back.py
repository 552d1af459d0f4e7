"""The Towers of Hanoi as counters, broken: two moves of a tower may be put back into one of the next."""

from __future__ import annotations

from typing import Annotated

from ruleslawyer.lang import Map, Range, Ruleset, Sort, effect, state

towers_put_back = Ruleset("towers_put_back")
towers_put_back.closed_world(assumed="nothing else is done")

Count = Annotated[int, Range(0, cite="1")]


class Solver(Sort):
    """Whoever moves."""


class Disc(Sort):
    size: int
    largest: bool


@state
class State:
    work: Map[Disc, Count]


@towers_put_back.initial("1")
def one_tower(s: State) -> None:
    """The tower on the largest disc is to be moved."""
    with effect("1"):
        for d in Disc:
            s.work[d] = 1 if d.largest else 0


@towers_put_back.awaits
def anybody(s: State) -> frozenset[Solver]:
    """Who moves does not matter."""
    return frozenset(Solver)


@towers_put_back.ended("3")
def done(s: State) -> bool:
    """No work is left."""
    return all(s.work[d] == 0 for d in Disc)


@towers_put_back.winners("3")
def nobody(s: State) -> frozenset[Solver]:
    """It is no contest."""
    return frozenset()


@towers_put_back.action("2")
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


@towers_put_back.action("4")
def put_back(s: State, who: Solver, disc: Disc) -> None:
    """Two moves of the tower above a disc become one of the tower on it."""
    with effect("4"):
        s.work[disc] += 1
        for d in Disc:
            if d.size == disc.size - 1:
                s.work[d] -= 2


@put_back.permit("4")
def two_are_left(s: State, who: Solver, disc: Disc) -> bool:
    """Where two are left."""
    return any(s.work[d] >= 2 for d in Disc if d.size == disc.size - 1)
