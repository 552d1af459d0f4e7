"""A play on which two implementations differ, made as short as can be found.

Parts of it are left out, and what the reference does not allow then is left out as well. Then the shortest way of the
reference to the state before the difference is tried, and at last every shorter play, one to each state. Whatever comes
of it has been played on both sides.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from ruleslawyer.bridges.conform.course import Difference
from ruleslawyer.play.rules import Rules
from ruleslawyer.play.sampling import Among, Sampling
from ruleslawyer.play.session import first_node
from ruleslawyer.play.shrink import Way
from ruleslawyer.semantics.beginnings import one_of_each
from ruleslawyer.semantics.dice import Dice
from ruleslawyer.semantics.state import State
from ruleslawyer.semantics.transition import Instance, TransitionSystem

SECONDS = 10.0
"""For each of the three ways to shorten a play."""

Level = dict[State, Way]
Probe = Callable[[Way, bool], Difference | None]
"""Plays a way on both sides: the first difference on it, or None. The second argument: whether what is legal is
compared all along, or at its end alone."""


@dataclass(frozen=True)
class Shortened:
    """least: no play with fewer actions differs, of those that lead to different states of the reference."""

    difference: Difference
    least: bool


class Shortening:
    """One play made shorter."""

    def __init__(self, system: TransitionSystem, found: Difference) -> None:
        self.system, self.found, self.best = system, found, found
        self.until = 0.0

    def run(self, probe: Probe) -> Shortened:
        self.probe = probe
        for attempt in (self._without_parts, self._straight):
            self.until = time.monotonic() + SECONDS
            attempt()
        self.until = time.monotonic() + SECONDS
        least = self._in_breadth()
        return Shortened(self.best, least)

    @property
    def is_tired(self) -> bool:
        return time.monotonic() > self.until

    def _try(self, way: Way, *, whole: bool = True) -> bool:
        """Whether a play differs in the same, sooner."""
        found = self.probe(way, whole)
        if found is None or found.kind != self.found.kind or not found.about & self.found.about:
            return False
        if found.way.length >= self.best.way.length:
            return False
        self.best = found
        return True

    def _without_parts(self) -> None:
        """Leave out chunks, from half of the play down to single actions, until none can go."""
        size = self.best.way.length // 2
        while size and not self.is_tired:
            shorter, at = False, self.best.way.length - size
            while at > -size and not self.is_tired:
                start, taken = self.best.way.start, self.best.way.taken
                kept = self._playable(start, (*taken[: max(at, 0)], *taken[at + size :]))
                if kept != taken and self._try(Way(start, kept)):
                    shorter, at = True, min(at, self.best.way.length)
                at -= size
            if not shorter:
                size //= 2

    def _playable(self, start: Instance, instances: tuple[Instance, ...]) -> tuple[Instance, ...]:
        """The actions that the reference lets be taken one after the other, of those given."""
        at, among = first_node(Rules(self.system), start), Among(self.system)
        if at is None or at.state is None:
            return ()
        for instance in instances:
            judged = among.candidate(at.rest, instance)
            after = at.take(instance) if judged is not None and judged.is_allowed else at
            at = after if after.state is not None else at
        return at.way.taken

    def _straight(self) -> None:
        """The shortest way to the state before the difference, and the last action from there."""
        goal, last = self.best.before, self.best.way.taken[-1:] if self.best.kind != "legal" else ()
        levels = self._levels()
        for level in levels:
            if goal in level and level[goal].length + len(last) < self.best.way.length:
                self._try(Way(level[goal].start, (*level[goal].taken, *last)))
                return
            if self.is_tired or all(way.length + 1 >= self.best.way.length for way in level.values()):
                return

    def _in_breadth(self) -> bool:
        """Every shorter play, one to each state; whether all of them were tried before patience ran out."""
        for depth, level in enumerate(self._levels()):
            if depth >= self.best.way.length:
                return not self.is_tired
            for way in level.values():
                if self.is_tired:
                    return False
                if self._try(way, whole=False):
                    break
        return not self.is_tired

    def _levels(self) -> Iterator[Level]:
        """The states of the reference by their distance, each with a shortest way; cut off when patience runs out."""
        listed = Sampling(self.system, Dice(0))
        begun = one_of_each(listed.initial(), self.system.scope)
        level: Level = {o.state: Way(i, ()) for i, o in begun if o.state is not None}
        seen = set(level)
        while level:
            yield level
            further: Level = {}
            for state, way in level.items():
                if self.is_tired:
                    return
                for judged in listed.candidates(state):
                    after = self.system.take(state, judged.instance).state if judged.is_allowed else None
                    if after is not None and after not in seen:
                        seen.add(after)
                        further[after] = Way(way.start, (*way.taken, judged.instance))
            level = further
