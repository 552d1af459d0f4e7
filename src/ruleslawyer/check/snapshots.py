"""Fields that remember a term: where whoever wrote one would write something else now, and where that would matter.

An action writes what a term is at that moment, and the field stands for the term later on. Along the plays of a
ruleset's scenarios the action is run again, in each later state in which what it wrote still stands, on a state that
is as if it had not been taken. Where it writes another value, and with that value somebody else would have to decide,
something else would be allowed, or the next step of the play would lead elsewhere, the text has to say which moment
counts: the field says so by `remembers(…)`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from ruleslawyer.check.scenario.names import Names
from ruleslawyer.check.scenario.run import run
from ruleslawyer.check.scenario.suite import suite_of
from ruleslawyer.ir import nodes as n
from ruleslawyer.ir.system import Action, System
from ruleslawyer.ir.types import Int
from ruleslawyer.ir.uses import demands, of_deed
from ruleslawyer.ir.walk import walk
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset
from ruleslawyer.semantics.events import BranchEnds
from ruleslawyer.semantics.state import State, Target, differing, entry, leaves, replace
from ruleslawyer.semantics.transition import Instance, Outcome, TransitionSystem

Move: TypeAlias = tuple[Instance, State, Outcome]
"""A choice, where it was made, and what came of it."""
OF_STATE = -1
"""The frame of a leaf that is a field of the state itself."""
MISSING = object()
"""What is read of a frame that is not open."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A field that remembers something which matters. consequence: what would be otherwise; scenario: in which play."""

    field: str
    writer: str
    consequence: str
    scenario: str


@dataclass(frozen=True, slots=True)
class _Written:
    """An action that was taken, the state before, and what it wrote."""

    instance: Instance
    before: State
    leaves: dict[Target, object]


def remembering_fields(system: System) -> Iterator[str]:
    """The fields that say that they remember something."""
    for record in (system.state, *system.frames.values()):
        prefix = "" if record is system.state else f"{record.name}."
        yield from (prefix + field.name for field in record.fields if field.remembers)


def remembering(system: System) -> Iterator[tuple[str, str]]:
    """The fields that actions write a term into, each with the action: what is written is neither a constant nor what
    the action was given."""
    for action in system.actions.values():
        waiting, known = [(action.function, range(len(action.function.parameters)))], set[str]()
        while waiting:
            function, given = waiting.pop()
            if function.name in known:
                continue
            known.add(function.name)
            for node in walk(function.body):
                match node:
                    case n.Write(place=place, value=value) if _is_derived(value, given) and not _counts(place, value):
                        yield f"{place.record}.{place.field}" if place.record else place.field, action.name
                    case n.Open(frame=frame, values=values):
                        for field, value in zip(system.frames[frame].fields, values, strict=True):
                            if _is_derived(value, given):
                                yield f"{frame}.{field.name}", action.name
                    case n.Demand(deed=name):
                        waiting += [(f, range(0)) for deed in demands(system, name) for f in of_deed(system, deed)]


def _counts(place: n.Place, value: n.Expr) -> bool:
    """Whether what is written is made of what stood there."""
    return any(
        isinstance(node, n.Read) and (node.record, node.field) == (place.record, place.field) for node in walk(value)
    )


def _is_derived(value: n.Expr, given: range) -> bool:
    return any(
        isinstance(node, n.Read | n.IsOpen | n.Call) or (isinstance(node, n.Var) and node.slot not in given)
        for node in walk(value)
    )


def snapshots(ruleset: LoadedRuleset) -> Iterator[Snapshot]:
    """Each field that remembers something which matters and does not say so, with the first play that shows it for each
    writer."""
    terms = undeclared_fields(ruleset.system)
    known = set[tuple[str, str]]()
    for scenario, system in suite_of(ruleset).systems():
        names = Names(system.system, scenario.scope)
        played = run(system, names.codec, scenario)
        moves = [(move.explanation.instance, move.before, move.outcome) for move in played.moves if move.outcome]
        for found in Play(system, f"{scenario.file}: {scenario.name}", terms - known).snapshots(moves):
            if (found.field, found.writer) not in known:
                known.add((found.field, found.writer))
                yield found


def undeclared_fields(system: System) -> frozenset[tuple[str, str]]:
    """The fields that remember a term and do not say so, each with the action that writes it."""
    said = set(remembering_fields(system))
    return frozenset((field, action) for field, action in remembering(system) if field not in said)


class Play:
    """One play, after each action of which what was written before is looked at."""

    def __init__(self, system: TransitionSystem, scenario: str, wanted: frozenset[tuple[str, str]]) -> None:
        self.system, self.schema = system, system.schema
        self.scenario, self.wanted = scenario, wanted

    def snapshots(self, moves: Sequence[Move]) -> Iterator[Snapshot]:
        written: list[_Written] = []
        for number, (instance, before, outcome) in enumerate(moves):
            if outcome.state is None:
                return
            written.append(_Written(instance, before, dict(self._leaf_writes(before, outcome.substeps[0].state))))
            following = moves[number + 1][0] if number + 1 < len(moves) else None
            for one in written:
                yield from self._stale_fields(one, outcome.state, following)

    def _leaf_writes(self, before: State, after: State) -> Iterator[tuple[Target, object]]:
        """Each leaf that an action wrote, with what it wrote there."""
        for index, slot in enumerate(self.schema.slots):
            for keys, _ in differing(slot.field.type, before.fields[index], after.fields[index]):
                yield (OF_STATE, index, keys), entry(after.fields[index], keys)
        for number, (was, opened) in enumerate(zip(before.frames, after.frames, strict=True)):
            if opened is not None and was is None:
                for index, slot in enumerate(self.schema.frame_slots[number]):
                    for keys, leaf in leaves(slot.field.type, opened[index]):
                        yield (number, index, keys), leaf

    def _stale_fields(self, one: _Written, state: State, following: Instance | None) -> Iterator[Snapshot]:
        """Fields that an action wrote, and would write otherwise now."""
        standing = [leaf for leaf, value in one.leaves.items() if self._read(state, leaf) == value]
        new = [leaf for leaf in standing if (self._field_name(leaf), one.instance.action) in self.wanted]
        if not new:
            return
        undone = self._without_action(one, state, standing)
        again = self.system.substep(undone, one.instance).state
        if again is None or not dict(self._leaf_writes(undone, again)).keys() <= one.leaves.keys():
            return  # it would be about something else now
        for leaf in new:
            value, now = self._read(again, leaf), self._read(state, leaf)
            if value is MISSING or value == now or not self._writes(one.instance, undone, leaf, now, value):
                continue
            consequence = self._consequence(state, self._put(state, leaf, value), following, leaf)
            if consequence:
                yield Snapshot(self._field_name(leaf), one.instance.action, consequence, self.scenario)

    def _writes(self, instance: Instance, undone: State, leaf: Target, now: object, value: object) -> bool:
        """Whether an action writes this value, and does not merely leave what was there."""
        if leaf[0] != OF_STATE:
            return True
        other = self.system.substep(self._put(undone, leaf, now), instance).state
        return other is not None and self._read(other, leaf) == value

    def _without_action(self, one: _Written, state: State, standing: Sequence[Target]) -> State:
        """A state as if the action had not been taken: what stands of what it wrote is as it was before."""
        outer = min((frame for frame, _, _ in standing if frame != OF_STATE), default=len(state.frames))
        frames = [
            one.before.frames[number] if record is None else record if number < outer else None
            for number, record in enumerate(state.frames)
        ]
        undone = State(state.fields, tuple(frames))
        for leaf in standing:
            if leaf[0] == OF_STATE:
                undone = self._put(undone, leaf, self._read(one.before, leaf))
        return undone

    def _consequence(self, state: State, other: State, following: Instance | None, leaf: Target) -> str:
        """The difference that another value of one field makes; empty where it makes none."""
        try:
            if self.system.awaits(state) != self.system.awaits(other):
                return "somebody else is awaited"
            if self._allowed_choices(state) != self._allowed_choices(other):
                return "something else is allowed"
        except BranchEnds:
            return ""
        if following is None:
            return ""
        here, there = (self.system.take(s, following).state for s in (state, other))
        if here is None or there is None:
            return "" if here is there else f"{following.action} comes out otherwise"
        if MISSING not in (self._read(here, leaf), self._read(there, leaf)):
            there = self._put(there, leaf, self._read(here, leaf))
        return "" if here == there else f"{following.action} comes out otherwise"

    def _allowed_choices(self, state: State) -> frozenset[Instance]:
        """The choices that are allowed, of the actions of which they can be listed."""
        if any(not self._has_bounds(action) for action in self.system.choosable(state)):
            return frozenset()
        return frozenset(j.instance for j in self.system.candidates(state) if j.judgement and j.judgement.allowed)

    def _has_bounds(self, action: Action) -> bool:
        """Whether the numbers that an action takes have bounds."""
        return all(
            type_.low is not None and type_.high is not None
            for p in action.chosen_parameters
            for type_ in walk(p.type)
            if isinstance(type_, Int) and f"{action.name}.{p.name}" not in self.schema.scope.bounds
        )

    def _field_name(self, leaf: Target) -> str:
        frame, index, _ = leaf
        if frame == OF_STATE:
            return self.schema.slots[index].field.name
        return f"{self.schema.frame_names[frame]}.{self.schema.frame_slots[frame][index].field.name}"

    def _read(self, state: State, leaf: Target) -> object:
        frame, index, keys = leaf
        record = state.fields if frame == OF_STATE else state.frames[frame]
        return MISSING if record is None else entry(record[index], keys)

    def _put(self, state: State, leaf: Target, value: object) -> State:
        frame, index, keys = leaf
        record = state.fields if frame == OF_STATE else state.frames[frame]
        assert record is not None
        return state.with_field(index, replace(record[index], keys, value), None if frame == OF_STATE else frame)
