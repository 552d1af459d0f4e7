"""The small scope of something that a whole game met: it begins shortly before, with as few cards as show the same.

A position here is not reached by play: the whole game is. It keeps every property that the state of the whole game
kept, as the positions of a sweep do.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import TypeVar

from ruleslawyer.play.shrink import Goal, Way, shorten, shows
from ruleslawyer.semantics.state import State
from ruleslawyer.semantics.trace import Trace
from ruleslawyer.semantics.transition import Instance
from ruleslawyer.studies.fuzz.position import Choice, Position, Positions

STEPS_BACK = (1, 2, 3, 4, 6, 8, 12, 16, 24)
"""How many of the last choices are tried, before the whole play is."""
TRIALS = 80
"""Scopes that are tried to leave out members of a sort, and as many for entries, and for attributes."""
T = TypeVar("T")


def smallest(positions: Positions, trace: Trace, way: Way, goal: Goal, over: Callable[[], bool]) -> Position | None:
    """The least scope that was found, and the play there; None where no state of the play makes a scope."""
    return _Shrinking(positions, trace, way, goal, over).run()


def _having(kept: Choice, sort: str, members: tuple[str, ...]) -> Choice:
    return replace(kept, members={**kept.members, sort: members})


class _Shrinking:
    def __init__(self, positions: Positions, trace: Trace, way: Way, goal: Goal, over: Callable[[], bool]) -> None:
        self.positions, self.way, self.goal, self.over = positions, way, goal, over
        self.states: list[State | None] = [trace.start.after, *(step.after for step in trace.steps)]

    def run(self) -> Position | None:
        whole = Choice(self.positions.everyone)
        for back in (*(b for b in STEPS_BACK if b < self.way.length), self.way.length):
            self.back = back
            best = self._attempt(whole)
            if best is not None:
                return self._least(whole, best)
        return None

    def _attempt(self, kept: Choice) -> Position | None:
        """The position so many choices before the end, if what was found is met from there."""
        at = self.way.length - self.back
        state = self.states[at] if at < len(self.states) else None
        if state is None or self.over():
            return None
        taken, last = self._rest(at)
        found = self.positions.make(state, taken, last, kept)
        return found if found is not None and shows(found.system, found.way, self.goal) else None

    def _rest(self, at: int) -> tuple[tuple[Instance, ...], Instance | None]:
        return self.way.taken[at:], self.way.last

    def _least(self, kept: Choice, best: Position) -> Position:
        sizes = {sort: len(names) for sort, names in kept.members.items()}
        for sort in sorted(sizes, key=lambda name: -sizes[name]):
            having = partial(_having, kept, sort)
            members, best = self._fewer(kept.members[sort], having, best)
            kept = having(members)
        entries, best = self._fewer(best.entries, lambda some: replace(kept, entries=frozenset(some)), best)
        kept = replace(kept, entries=frozenset(entries))
        rows = best.document["sorts"]
        said = tuple(
            (sort, member, attribute)
            for sort, members in rows.items()
            if isinstance(members, dict)
            for member, row in members.items()
            for attribute in row
        )
        _, best = self._fewer(said, lambda some: kept.without(set(said) - set(some)), best)
        return best

    def _fewer(
        self, items: Sequence[T], kept: Callable[[tuple[T, ...]], Choice], best: Position
    ) -> tuple[tuple[T, ...], Position]:
        """The fewest of some things that still show it."""

        def still(some: Sequence[T]) -> tuple[Sequence[T], Position] | None:
            if len(some) == len(items):
                return some, best
            found = self._attempt(kept(tuple(some)))
            return None if found is None else (some, found)

        found = shorten(items, still, TRIALS)
        return (tuple(items), best) if found is None else (tuple(found[0]), found[1])
