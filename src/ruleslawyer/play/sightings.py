"""Sightings of random plays so far: each thing where it was met best, how many plays met it, and how plays ended."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from itertools import chain
from typing import TypeAlias, TypeVar

from ruleslawyer.ir.rules import Check
from ruleslawyer.play.shrink import ChoiceSequence, EventGoal, Goal, PropertyGoal
from ruleslawyer.rulebook.claims.limits import Limits, Progress
from ruleslawyer.semantics.events import Event
from ruleslawyer.semantics.state import State
from ruleslawyer.semantics.transition import TransitionSystem

TRIES = 64
"""Places at which it is looked whether an event matters, before it is taken not to."""
KEPT = 100_000
"""Rest states that are told apart; beyond, only steps are counted."""

T = TypeVar("T")


@dataclass
class Sighting:
    """The best place where something was met: materially rather than not, after few actions rather than many."""

    goal: Goal
    way: ChoiceSequence
    first: int
    material: bool = True
    plays: int = 1
    last_play: int = 0
    tries: int = 0
    unshrunk: int | None = None
    """How long the way was before generated code made it shorter; None: nobody has tried."""

    def is_better(self, other: Sighting) -> bool:
        """Whether this sighting is better; of two equally good ones the one that need not be made shorter any more."""
        one, two = ((not s.material, s.way.length, s.unshrunk is None) for s in (self, other))
        return one < two


@dataclass
class SightingTable:
    """All plays, and what they met. `starts`: how often each choice of the initial rule began one."""

    system: TransitionSystem
    asked: int
    seed: int
    longest: int
    limits: Limits
    progress: Progress | None
    begun: float = field(default_factory=time.perf_counter)
    stopped: str = ""
    plays: int = 0
    steps: int = 0
    depth: int = 0
    ends: Counter[str] = field(default_factory=Counter)
    seen: dict[State, tuple[Sighting, ...]] = field(default_factory=dict)
    hashes: set[int] = field(default_factory=set)
    """Of rest states that generated code met."""
    events: dict[tuple[str, ...], Sighting] = field(default_factory=dict)
    answers: dict[tuple[str, str], Sighting] = field(default_factory=dict)
    deadlocks: dict[tuple[object, object], Sighting] = field(default_factory=dict)
    live: set[str] = field(default_factory=set)
    decisive: set[str] = field(default_factory=set)
    judged: set[str] = field(default_factory=set)
    """Actions of which an instance was judged; `spoken`: and found to be no silence of the rules."""
    spoken: set[str] = field(default_factory=set)
    taken: Counter[str] = field(default_factory=Counter)

    def why_no_more(self) -> str:
        """The reason why no more is played; empty where there is no reason."""
        if self.progress:
            self.progress(self.plays, self.asked - self.plays, self.steps)
        return self.limits.too_many(self.steps) or self.too_long or self.limits.too_large()

    @property
    def too_long(self) -> str:
        return self.limits.too_long(time.perf_counter() - self.begun)

    @property
    def states(self) -> int:
        return min(KEPT, len(self.seen) + len(self.hashes))

    def every(self) -> Iterable[Sighting]:
        return chain(self.events.values(), self.answers.values(), self.deadlocks.values())

    # --- what the current play meets ------------------------------------------------------------------------------

    def answer(self, check: Check, holds: bool | None, way: ChoiceSequence) -> Sighting:
        return self.note(self.answers, (check.name, answer_key(holds)), PropertyGoal(check, holds), way)

    def event(
        self, event: Event, way: ChoiceSequence, material: Callable[[], bool], *, asked: bool = False
    ) -> Sighting:
        """Note an event, and whether it matters; that is looked at where it would change what is kept."""
        known = self.events.get(event.key)
        if known is None:
            matters = material()
            made = Sighting(EventGoal(event, matters, asked), way, self.plays, matters, 1, self.plays)
            return self.events.setdefault(event.key, made)
        self.count(known)
        if known.material and way.length >= known.way.length:
            return known
        known.tries += 1
        if known.tries <= TRIES:
            matters = material()
            if matters or (not known.material and way.length < known.way.length):
                known.goal, known.way, known.material = EventGoal(event, matters, asked), way, matters
        return known

    def note(self, sightings: dict[T, Sighting], key: T, goal: Goal, way: ChoiceSequence) -> Sighting:
        known = sightings.get(key)
        if known is None:
            sightings[key] = Sighting(goal, way, self.plays, True, 1, self.plays)
            return sightings[key]
        self.again(known, goal, way)
        return known

    def again(self, known: Sighting, goal: Goal, way: ChoiceSequence) -> None:
        self.count(known)
        if way.length < known.way.length and not isinstance(goal, EventGoal):
            known.goal, known.way = goal, way

    def count(self, known: Sighting) -> None:
        """Count a sighting in the current play."""
        if known.last_play != self.plays:
            known.plays, known.last_play = known.plays + 1, self.plays

    # --- other plays ----------------------------------------------------------------------------------------------

    def take_back(self) -> None:
        """The current play is to be played again: what it met is no less true, and is counted then."""
        for known in self.every():
            if known.last_play == self.plays:
                known.plays, known.last_play = known.plays - 1, 0
        self.plays -= 1

    @staticmethod
    def add(sightings: dict[T, Sighting], key: T, found: Sighting) -> None:
        """Adds a thing that other plays met, with their number."""
        known = sightings.get(key)
        if known is None:
            sightings[key] = found
            return
        known.plays, known.first = known.plays + found.plays, min(known.first, found.first)
        if found.is_better(known):
            known.goal, known.way, known.material = found.goal, found.way, found.material
            known.unshrunk = found.unshrunk


def answer_key(holds: bool | None) -> str:
    """The word for a property's answer, as the key of its sightings."""
    return "unevaluated" if holds is None else "true" if holds else "false"


UNKNOWN = 1 << 40
"""The number of a play before which there is any."""
ALIKE = 8
"""How many of the places at which it is looked whether an event matters may be equally far."""
Place: TypeAlias = tuple[int, int, int, int]
"""The length of the play as far as that, its number, the actions before, the candidate (see `Played`)."""


@dataclass
class Places:
    """The places where something was met: in how many plays, the first of them, and the nearest places."""

    plays: int = 0
    first: Place = (0, UNKNOWN, 0, 0)
    nearest: list[Place] = field(default_factory=list)


def spread_sightings(places: Iterable[Place]) -> list[Place]:
    """The nearest places, few of them equally far: what never matters at first may matter later."""
    ordered = sorted(places)
    some = [p for i, p in enumerate(ordered) if i < ALIKE or ordered[i - ALIKE][0] != p[0]]
    return some[:TRIES]
