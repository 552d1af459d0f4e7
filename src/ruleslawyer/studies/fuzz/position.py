"""A state of a whole game as a small scope of its own: with fewer members, as few as show the same.

A position here is not reached by play: the whole game is. It keeps every property that the state of the whole game
kept, as the positions of a sweep do.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, TypeVar

from ruleslawyer.base.diagnostics import CodecError, ModelError
from ruleslawyer.base.files.content import Json
from ruleslawyer.base.files.toml import Places
from ruleslawyer.check.scenario.consistent import broken_properties
from ruleslawyer.ir import types as t
from ruleslawyer.ir.schema import Scope
from ruleslawyer.play.random_play import starts_of
from ruleslawyer.play.shrink import ChoiceSequence, Goal, reaches_goal, shorten
from ruleslawyer.rulebook.claims.result import calls
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset
from ruleslawyer.rulebook.scopes.load import scope_in
from ruleslawyer.rulebook.scopes.values import NONE, usual_value
from ruleslawyer.semantics.beginnings import NoBeginning
from ruleslawyer.semantics.codec import Codec
from ruleslawyer.semantics.state import State, differing
from ruleslawyer.semantics.trace import Trace
from ruleslawyer.semantics.transition import Instance, TransitionSystem
from ruleslawyer.studies.sweep.documents import put

KEPT = ("constants", "caps", "bounds", "off", "interchangeable")
"""What a position has of the scope of the whole game, as it stands there."""
Entry = tuple[str, tuple[str, ...]]
"""An entry of a beginning: the field, and the names of its keys."""


class OmittedReference(Exception):
    """Raised where something that is left out is spoken of, and has to be named."""


@dataclass(frozen=True, slots=True)
class GameSlice:
    """The part of a game that is kept: of each sort some members, of the state some entries (None: all), and the
    attributes that are as usual."""

    members: Mapping[str, tuple[str, ...]]
    entries: frozenset[Entry] | None = None
    plain: frozenset[tuple[str, str, str]] = frozenset()
    """Sort, member, attribute."""

    def without(self, plain: Collection[tuple[str, str, str]]) -> GameSlice:
        return replace(self, plain=self.plain | frozenset(plain))


@dataclass(frozen=True)
class Position:
    """document: the scope, as a file says it. way: the play from there on; trace: the same with its states, once it is
    as short as it gets. entries: those of its beginning. breaks: what any game of so few cards breaks."""

    document: Json
    system: TransitionSystem
    way: ChoiceSequence
    entries: tuple[Entry, ...]
    breaks: tuple[str, ...] = ()
    trace: Trace | None = None

    @property
    def play(self) -> list[str]:
        return calls(self.trace, Codec(self.system.system, self.system.scope)) if self.trace is not None else []

    @property
    def members(self) -> dict[str, list[str]]:
        """The members of each sort; what is generated as a grid is left out."""
        return {sort: list(rows) for sort, rows in self.document["sorts"].items()}


Begun = tuple[TransitionSystem, list[State], frozenset[str]]
"""A scope, the states in which its games begin, and the properties that the first of them breaks."""


def _breaches(system: TransitionSystem, state: State) -> frozenset[str]:
    return frozenset(check.name for check in broken_properties(system, state, every=True))


class Positions:
    """Scopes that begin in a state of a play in a whole scope."""

    def __init__(self, ruleset: LoadedRuleset, document: Json, places: Places, scope: Scope, title: str) -> None:
        self.ruleset, self.document, self.places, self.scope, self.title = ruleset, document, places, scope, title
        self.codec = Codec(ruleset.system, scope)
        self.sorts = [name for name, sort in ruleset.system.sorts.items() if name not in scope.grids]
        self.everyone = {name: scope.names[name] for name in self.sorts}
        self._known: dict[State, frozenset[str]] = {}
        self._last: tuple[str, Begun] | None = None

    def make(
        self, state: State, choices: tuple[Instance, ...], last: Instance | None, game_slice: GameSlice
    ) -> Position | None:
        """The scope that begins in the state, with what is kept of it, and the rest of the play there; None where that
        cannot be said, or where the beginning breaks a property.

        Those do not count that the whole state breaks, nor those that a game of these cards breaks as it begins: they
        are about how many cards there are."""
        try:
            document, entries, smaller = self._beginning(state, game_slice)
            system = self._system(document)
            starts = starts_of(system)
            if starts[0][1].state is None:
                return None
            breaks = _breaches(system, starts[0][1].state)
            if breaks and breaks - smaller - self._broken_whole(state):
                return None
            codec = Codec(system.system, system.scope)
            taken = tuple(self._instance(codec, instance, game_slice) for instance in choices)
            looked_at = self._instance(codec, last, game_slice) if last is not None else None
        except (OmittedReference, NoBeginning, ModelError, CodecError):
            return None
        return Position(
            document, system, ChoiceSequence(starts[0][0], taken, looked_at), entries, tuple(sorted(breaks & smaller))
        )

    def _broken_whole(self, state: State) -> frozenset[str]:
        if state not in self._known:
            self._known[state] = _breaches(self.ruleset.in_scope(self.scope), state)
        return self._known[state]

    def _system(self, document: Json) -> TransitionSystem:
        scope = scope_in(copy.deepcopy(document), "found", self.ruleset.system, self.places, bounded=True)
        return self.ruleset.in_scope(scope)

    # --- the document ---------------------------------------------------------------------------------------------

    def _document(self, kept: GameSlice) -> Json:
        found: Json = {"title": self.title}
        found |= {key: copy.deepcopy(self.document[key]) for key in KEPT if key in self.document}
        found["sorts"] = {sort: self._rows(sort, kept) for sort in self.sorts}
        if self.document.get("grids"):
            found["grids"] = copy.deepcopy(self.document["grids"])
        return found

    def _rows(self, sort: str, kept: GameSlice) -> Json | list[str]:
        attributes = self.ruleset.system.sorts[sort].attributes
        rows: dict[str, Json] = {}
        for member in kept.members[sort]:
            row = rows[member] = {}
            for attribute in attributes:
                if (sort, member, attribute.name) in kept.plain:
                    continue
                values = self.scope.attributes[sort, attribute.name]
                assert values is not None
                value = values[self.scope.names[sort].index(member)]
                said = self._file_value(attribute.type, self._project(attribute.type, value, kept))
                if said != usual_value(attribute.type):
                    row[attribute.name] = said
        return rows if attributes else list(rows)

    def _file_value(self, type_: t.Type, value: Any) -> Any:
        """The value as a file has it, without what is usual."""
        match type_:
            case t.Optional(item):
                return NONE if value is None else self._file_value(item, value)
            case t.Map(_, item):
                usual = usual_value(item)
                each = {name: self._file_value(item, one) for name, one in value.items()}
                return {name: one for name, one in each.items() if one != usual}
        return value

    def _beginning(self, state: State, kept: GameSlice) -> tuple[Json, tuple[Entry, ...], frozenset[str]]:
        """The document with all that the state says and its own beginning does not; what that beginning breaks."""
        document = self._document(kept)
        system, begun, breaks = self._bare(document)
        codec = Codec(system.system, system.scope)
        if any(frame is not None for one in (state, *begun) for frame in one.frames):
            raise OmittedReference
        initial: Json = {}
        entries: list[Entry] = []
        for i, slot in enumerate(system.schema.slots):
            type_ = slot.field.type
            wanted = codec.parse(type_, self._project(type_, state.fields[i], kept), slot.field.name)
            keys = {k for other in begun for k, _ in differing(type_, other.fields[i], wanted)}
            for each in sorted(keys):
                names = tuple(codec.names(type_, each))
                if kept.entries is not None and (slot.field.name, names) not in kept.entries:
                    continue
                entries.append((slot.field.name, names))
                value = wanted
                for key in each:
                    value = value[key]
                put(initial, (slot.field.name, *names), self._entry(codec, slot.leaf, value))
        return {**document, "initial": initial} if initial else document, tuple(entries), breaks

    def _bare(self, document: Json) -> Begun:
        """A scope as its own rules begin it; the last one is asked for again and again."""
        said = repr(document)
        if self._last is None or self._last[0] != said:
            system = self._system(document)
            try:
                begun = [outcome.state for _, outcome in starts_of(system) if outcome.state is not None]
            except NoBeginning:
                raise OmittedReference from None
            self._last = said, (system, begun, _breaches(system, begun[0]))
        return self._last[1]

    @staticmethod
    def _entry(codec: Codec, type_: t.Type, value: object) -> Any:
        return NONE if value is None else codec.value(type_, value)

    # --- what is left out -----------------------------------------------------------------------------------------

    def _project(self, type_: t.Type, value: Any, kept: GameSlice) -> Any:
        """A value by names, without the members that are left out."""
        match type_:
            case t.Sort(name) if name in kept.members:
                named = self.scope.names[name][value]
                if named not in kept.members[name]:
                    raise OmittedReference
                return named
            case t.Optional(item):
                try:
                    return None if value is None else self._project(item, value, kept)
                except OmittedReference:
                    return None
            case t.Set(item) | t.Pile(item) | t.Awaits(item):
                if value == t.CHANCE:
                    return self.codec.value(type_, value)
                return list(self._those(item, sorted(value) if isinstance(value, frozenset) else value, kept))
            case t.Map(key, item):
                names = self.codec.members(key)
                there = kept.members.get(key.name, names) if isinstance(key, t.Sort) else names
                return {
                    name: self._project(item, one, kept)
                    for name, one in zip(names, value, strict=True)
                    if name in there
                }
        return self.codec.value(type_, value)

    def _those(self, item: t.Type, values: Collection[object], kept: GameSlice) -> Iterator[Any]:
        for value in values:
            try:
                yield self._project(item, value, kept)
            except OmittedReference:
                continue

    def _instance(self, codec: Codec, instance: Instance, kept: GameSlice) -> Instance:
        args = {
            name: self._argument(type_, value, kept)
            for (name, type_), value in zip(self.codec.parameters(instance.action), instance.args, strict=True)
        }
        return codec.parse_instance({"action": instance.action, "args": args}, instance.action)

    def _argument(self, type_: t.Type, value: object, kept: GameSlice) -> Any:
        if isinstance(type_, t.Map):  # a seat of a joint choice need not choose
            type_ = t.Map(type_.key, t.Optional(type_.value))
        if isinstance(type_, t.Optional) and value is not None:
            return self._project(type_.item, value, kept)
        return self._project(type_, value, kept)


STEPS_BACK = (1, 2, 3, 4, 6, 8, 12, 16, 24)
"""How many of the last choices are tried, before the whole play is."""
TRIALS = 80
"""Scopes that are tried to leave out members of a sort, and as many for entries, and for attributes."""
T = TypeVar("T")


def smallest_position(
    positions: Positions, trace: Trace, way: ChoiceSequence, goal: Goal, over: Callable[[], bool]
) -> Position | None:
    """The least scope that was found, and the play there; None where no state of the play makes a scope."""
    return _PositionShrinker(positions, trace, way, goal, over).run()


def _having(kept: GameSlice, sort: str, members: tuple[str, ...]) -> GameSlice:
    return replace(kept, members={**kept.members, sort: members})


class _PositionShrinker:
    def __init__(
        self, positions: Positions, trace: Trace, way: ChoiceSequence, goal: Goal, over: Callable[[], bool]
    ) -> None:
        self.positions, self.way, self.goal, self.over = positions, way, goal, over
        self.states: list[State | None] = [trace.start.after, *(step.after for step in trace.steps)]

    def run(self) -> Position | None:
        whole = GameSlice(self.positions.everyone)
        for back in (*(b for b in STEPS_BACK if b < self.way.length), self.way.length):
            self.back = back
            best = self._attempt(whole)
            if best is not None:
                return self._least(whole, best)
        return None

    def _attempt(self, kept: GameSlice) -> Position | None:
        """The position so many choices before the end, if what was found is met from there."""
        at = self.way.length - self.back
        state = self.states[at] if at < len(self.states) else None
        if state is None or self.over():
            return None
        taken, last = self._rest(at)
        found = self.positions.make(state, taken, last, kept)
        return found if found is not None and reaches_goal(found.system, found.way, self.goal) else None

    def _rest(self, at: int) -> tuple[tuple[Instance, ...], Instance | None]:
        return self.way.taken[at:], self.way.last

    def _least(self, kept: GameSlice, best: Position) -> Position:
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
        self, items: Sequence[T], kept: Callable[[tuple[T, ...]], GameSlice], best: Position
    ) -> tuple[tuple[T, ...], Position]:
        """The fewest of some things that still show it."""

        def still(some: Sequence[T]) -> tuple[Sequence[T], Position] | None:
            if len(some) == len(items):
                return some, best
            found = self._attempt(kept(tuple(some)))
            return None if found is None else (some, found)

        found = shorten(items, still, TRIALS)
        return (tuple(items), best) if found is None else (tuple(found[0]), found[1])
