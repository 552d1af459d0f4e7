"""Plays to what the code of a ruleset found, and the events that it met, as the interpreter says them."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain, pairwise
from typing import TypeAlias

import numpy as np

from ruleslawyer.engines.native.explore import NativeSearch
from ruleslawyer.engines.native.graph import GraphTooLarge
from ruleslawyer.engines.native.material import diverging_states, likely_material
from ruleslawyer.engines.native.members import Said, candidate_norms
from ruleslawyer.engines.native.met import Occurrences, observe
from ruleslawyer.engines.native.searched_graph import InstanceFinder
from ruleslawyer.engines.native.slots import slots_of
from ruleslawyer.exploration.explored import NONE_KNOWN, Wanted
from ruleslawyer.ir.nodes import Function
from ruleslawyer.ir.rules import Check
from ruleslawyer.ir.system import System
from ruleslawyer.ir.uses import Functions, of_rules
from ruleslawyer.rulebook.claims.occurrence import (
    AnswerAbout,
    Occurrence,
    answer_about,
    deadlock,
    is_material,
    is_material_at_start,
)
from ruleslawyer.rulebook.claims.readings import options
from ruleslawyer.semantics.events import BranchEnds, Event
from ruleslawyer.semantics.state import State
from ruleslawyer.semantics.trace import Steps, Trace, along, play
from ruleslawyer.semantics.transition import Instance, Judged, Outcome

Asked: TypeAlias = tuple[Instance, frozenset[bool | None], tuple[Event, ...]]
"""A step by its instance, the answers of a property along it, and the events of asking."""


def _every(event: Event) -> bool:
    return True


class NativeWitnesses:
    """The results of a search by code, asked again of the interpreter: by which play, and what is met there."""

    def __init__(self, by_code: NativeSearch) -> None:
        self.by_code = by_code
        self.system, self.found = by_code.system, by_code.found
        self.steps = Steps(self.system)
        self._taken: dict[tuple[int, int], Instance] = {}

    @cached_property
    def observation(self) -> Occurrences:
        """The log of the search, by what it says."""
        return observe(self.by_code)

    @cached_property
    def _initial(self) -> tuple[tuple[Instance, Outcome], ...]:
        return tuple(self.system.initial())

    @cached_property
    def _start(self) -> dict[State, Instance]:
        return {outcome.state: instance for instance, outcome in reversed(self._initial) if outcome.state}

    # --- plays ----------------------------------------------------------------------------------------------------

    def trace(self, identity: int, last: Instance | None = None, *, taken: bool = False) -> Trace:
        """The shortest play to a state; `last` is looked at there, or `taken` as one more step."""
        way = self.found.way(identity)
        instances = (self._step(before, after) for before, after in pairwise(way))
        return along(self.steps, self._start[self.by_code.state(way[0])], instances, last, taken=taken)

    def _step(self, before: int, after: int) -> Instance:
        """The first candidate, as the code orders them, that leads from one state to another."""
        if (before, after) not in self._taken:
            state = self.by_code.state(before)
            if self._stepping is None:
                found = self.steps.between(state, self.by_code.state(after))
            else:
                found = self._stepping.first(before, state, self.found.words(after))
            self._taken[before, after] = found
        return self._taken[before, after]

    @cached_property
    def _stepping(self) -> InstanceFinder | None:
        """None where choices cannot be numbered."""
        try:
            return InstanceFinder(self.by_code)
        except GraphTooLarge:
            return None

    # --- events ---------------------------------------------------------------------------------------------------

    @cached_property
    def occurrences(self) -> tuple[Occurrence, ...]:
        """Every event where it was met first, or first materially (among the first places that were kept)."""
        found = self._at_start(_every)
        for start, _, events in chain.from_iterable(self._start_answers.values()):
            for event in events:
                if event.of_property:
                    found.setdefault(event.key, Occurrence(event, None, None, 0, False, start))
        self._in_play(found)
        for key, places in self.observation.events_of_asking():
            at, known = self._ask_event(key, *places[0]), found.get(key)
            if known is None or not (known.material or known.depth <= at.depth):
                found[key] = at
                self._ids[key] = places[0][1]
        return tuple(found.values())

    def material(self, wanted: Wanted, besides: Container[tuple[str, ...]]) -> Iterator[Occurrence]:
        """The same of what is wanted, and matters; `besides`: what is looked for nowhere. It is asked of nothing else
        where it matters."""
        found = self._at_start(wanted)
        self._in_play(found, wanted, besides)
        return (one for one in found.values() if one.material)

    def events(self, known: Mapping[tuple[str, ...], Event] = NONE_KNOWN) -> tuple[Event, ...]:
        """The same, and of none whether it matters and by which play it is met. known: events that another exploration
        of the scope met, by their keys: they say the same here, and are not looked for."""
        found: dict[tuple[str, ...], Event] = {}
        for event in chain.from_iterable(outcome.events for _, outcome in self._initial):
            found.setdefault(event.key, event)
        for _, _, events in chain.from_iterable(self._start_answers.values()):
            for event in events:
                if event.of_property:
                    found.setdefault(event.key, event)
        for key, places in self.observation.events():
            if key not in found:
                found[key] = known.get(key) or self._event_at(key, places)
        for key, places in self.observation.events_of_asking():
            if key not in found:
                found[key] = known.get(key) or self._ask_event(key, *places[0]).event
        return tuple(found.values())

    def _event_at(self, key: tuple[str, ...], places: list[tuple[int, int]]) -> Event:
        """An event as it is met in the first of its places."""
        for _, identity in places:
            state = self.by_code.state(identity)
            candidates, undecided = self._candidates(state)
            if undecided is not None and undecided.key == key:
                return undecided
            for _, event in self._events(candidates, state, key):
                return event
        raise AssertionError(f"the interpreter does not meet {key}")

    def _at_start(self, wanted: Wanted) -> dict[tuple[str, ...], Occurrence]:
        """The events that the initial rule meets."""
        found: dict[tuple[str, ...], Occurrence] = {}
        for instance, outcome in self._initial:
            for event in filter(wanted, outcome.events):
                known = found.get(event.key)
                if known is None or not known.material:
                    material = is_material_at_start(self.system, event, instance)
                    if known is None or material:
                        found[event.key] = Occurrence(event, None, None, 0, material, instance)
        return found

    def _in_play(
        self,
        found: dict[tuple[str, ...], Occurrence],
        wanted: Wanted = _every,
        besides: Container[tuple[str, ...]] = (),
    ) -> None:
        """The events of all states come to them."""
        for key, places in self.observation.events():
            known = found.get(key)
            if key not in besides and (known is None or not known.material):
                met = self._meet(key, places, known, wanted)
                if met is not None:
                    found[key] = met
        deciding = {
            ("event", *key): (o.event.choice, options(self.system.system, o.event.choice))
            for key, o in found.items()
            if not o.material and o.event.choice and ("event", *key) not in self.observation.whole
        }
        if deciding:
            for (_, *rest), places in likely_material(self.by_code, deciding).items():
                key = tuple(rest)
                met = self._meet(key, places, found[key])
                if met is not None:
                    found[key] = met

    @property
    def event_keys(self) -> frozenset[tuple[str, ...]]:
        """See `Explored.event_keys`."""
        begun = {event.key for _, outcome in self._initial for event in outcome.events}
        return frozenset(begun.union(key for key, _ in self.observation.events()))

    def occurrence(self, key: tuple[str, ...]) -> Occurrence | None:
        """One event, where it was met first, or first materially among the places that were kept."""
        return self._meet(key, dict(self.observation.events())[key], None)

    def _ask_event(self, key: tuple[str, ...], depth: int, identity: int) -> Occurrence:
        """An event that asking a property of a state meets, or one of a step from there; it matters to nothing."""
        state = self.by_code.state(identity)
        for check in self.system.system.checks.values():
            if check.kind != "step":
                event = next((e for e in self._asking(check, state) if e.key == key), None)
                if event is not None:
                    return Occurrence(event, state, None, depth, False)
            elif check.name == key[1]:
                for instance, _, events in self._steps(check, state):
                    event = next((e for e in events if e.key == key), None)
                    if event is not None:
                        return Occurrence(event, state, instance, depth + 1, False)
        raise AssertionError(f"the interpreter does not meet {key}")

    def _asking(self, check: Check, state: State) -> tuple[Event, ...]:
        """The events of asking a property of a state."""
        return self.system.asking(check, state)

    def _steps(self, check: Check, state: State) -> Iterator[Asked]:
        """The property's answer for each step from a state, and the events of asking."""
        for judged in self._candidates(state)[0]:
            if judged.is_allowed and check.of in (None, judged.instance.action):
                outcome = self.steps.take(state, judged.instance)
                yield judged.instance, *self.system.step_answers(check, state, judged.instance, outcome)

    @cached_property
    def _start_answers(self) -> dict[str, list[Asked]]:
        """Answers of the properties of every step about the steps as a game begins, with each choice of the initial
        rule."""
        checks = [c for c in self.system.system.checks.values() if c.kind == "step" and c.of is None]
        starts = self._initial if checks else ()
        return {
            c.name: [(start, *self.system.step_answers(c, None, start, begun)) for start, begun in starts]
            for c in checks
        }

    def _meet(
        self,
        key: tuple[str, ...],
        places: list[tuple[int, int]],
        known: Occurrence | None,
        wanted: Wanted = _every,
    ) -> Occurrence | None:
        """The place where an event was met first, or first materially; `known` where it is not wanted."""
        parted: set[int] | None = None
        for depth, identity in places:
            if known is not None and known.event.choice:  # all that is left to ask is whether it matters anywhere
                if parted is None:
                    choice = known.event.choice, options(self.system.system, known.event.choice)
                    parted = diverging_states(self.by_code, (i for _, i in places), choice)
                if identity not in parted:
                    continue
            state = self.by_code.state(identity)
            candidates, undecided = self._candidates(state)
            if undecided is not None and undecided.key == key:
                if not wanted(undecided):
                    return known
                self._ids[key] = identity
                return Occurrence(undecided, state, None, depth, True)
            for judged, event in self._events(candidates, state, key):
                if not wanted(event):
                    return known
                material = event.kind == "unspoken" or is_material(
                    self.system, event, state, judged.instance, self._answer_about(state, judged)
                )
                if known is None or material:
                    known = Occurrence(event, state, judged.instance, depth + 1, material)
                    self._ids[key] = identity
                if material:
                    return known
        if known is None:
            raise AssertionError(f"the interpreter does not meet {key}")
        return known

    @cached_property
    def _ids(self) -> dict[tuple[str, ...], int]:
        """The id of the state of each occurrence."""
        return {}

    def _answer_about(self, state: State, judged: Judged) -> AnswerAbout:
        """The answer of the scope's reading about an instance."""
        return answer_about(judged, self.steps.take(state, judged.instance) if judged.is_allowed else None)

    def _candidates(self, state: State) -> tuple[Sequence[Judged], Event | None]:
        """The candidates of a state; the failed check, where it cannot be told whose decision it is."""
        try:
            return self.steps.candidates(state), None
        except BranchEnds as end:
            return (), end.event

    def _events(
        self, candidates: Sequence[Judged], state: State, key: tuple[str, ...]
    ) -> Iterator[tuple[Judged, Event]]:
        """The instances of a state that meet an event."""
        for judged in candidates:
            met = list(judged.events)
            if judged.judgement and judged.judgement.verdict == "unspoken":
                met.append(Event("unspoken", judged.instance.action, cites=judged.judgement.cites))
            if judged.is_allowed:
                met += self.steps.take(state, judged.instance).events
            event = next((e for e in met if e.key == key), None)
            if event is not None:
                yield judged, event

    def event_trace(self, at: Occurrence) -> Trace:
        """The shortest play to an event: taken where a step meets it, looked at where judging does."""
        if at.state is None:
            assert at.start is not None
            return play(self.steps, at.start, ())
        if at.instance is None:
            return self.trace(self._ids[at.event.key])
        judged = self.steps.candidate(at.state, at.instance)
        met = () if judged is None else judged.events
        met_by_judging = at.event.kind == "unspoken" or any(e.key == at.event.key for e in met)
        return self.trace(self._ids[at.event.key], at.instance, taken=not met_by_judging)


Fields = frozenset[tuple[str, str]]
_LAST: list[tuple[System, Fields]] = []
Kind = tuple[tuple[str, ...], tuple[tuple[str, str], ...]]
"""The actions that nobody speaks about, and the norms that forbid others."""


def deadlocks_by_kind(by_code: NativeSearch) -> dict[Kind, list[int]]:
    """The ids of the deadlocks of each kind, nearest first."""
    search_result = by_code.found
    ids = sorted(search_result.deadlocks, key=lambda i: (search_result.depth_of(i), i))
    if not ids:
        return {}
    fields = judging_fields(by_code.system.system)
    mask = np.zeros(search_result.set.words, dtype=np.uint64)
    for slot in slots_of(by_code.layout):
        if slot.cell[:2] in fields or slot.cell[1] == "":
            for piece in slot.pieces:
                mask[piece.word] |= np.uint64(piece.mask << piece.shift)
    rows = np.array([search_result.words(i) for i in ids], dtype=np.uint64) & mask
    _, first, which = np.unique(rows, axis=0, return_index=True, return_inverse=True)
    places = [ids[place] for place in first.tolist()]
    known: dict[Said, Kind] = {}
    judged: list[Kind] = []
    for identity, norms in zip(places, candidate_norms(by_code, places), strict=True):
        kind = None if norms is None else known.get(norms)
        if kind is None:
            kind = _kind(by_code, identity)
        if norms is not None:
            known[norms] = kind
        judged.append(kind)
    result: dict[Kind, list[int]] = {}
    for identity, number in zip(ids, which.reshape(-1).tolist(), strict=True):
        result.setdefault(judged[number], []).append(identity)
    return result


def _kind(by_code: NativeSearch, identity: int) -> Kind:
    state = by_code.state(identity)
    try:
        found = deadlock(state, list(by_code.system.candidates(state)))
    except BranchEnds:  # it cannot be told whose decision it is
        found = deadlock(state, ())
    return found.unspoken, found.forbidden


def judging_fields(system: System) -> Fields:
    """The fields that say whose decision it is, who is a candidate, and what clauses say of it, by their frame (empty:
    the state) and name. Kept for the rules that were asked about last."""
    if not _LAST or _LAST[0][0] is not system:
        _LAST[:] = [(system, _judged_by(system))]
    return _LAST[0][1]


def _judged_by(system: System) -> Fields:
    found = {("", trigger.field) for trigger in system.triggers.values()} | {(f, "awaits") for f in system.frames}
    reads = Functions(system).uses(_ask_functions(system)).reads
    return frozenset(found | {(record or "", field) for record, field in reads if field})


def _ask_functions(system: System) -> Iterator[Function]:
    yield from (system.awaits, system.ended)
    for action in system.actions.values():
        yield from (f for f in of_rules(action.rules()) if f is not action.function)
