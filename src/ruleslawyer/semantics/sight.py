"""A player's view of a state: all of it, but for what rules of sight keep from him: members, and what fields hold.

A field that he does not see, or an entry of one, is `UNSEEN`. Of a member that he does not know nothing is shown: no
entry of a map under its name, and `UNSEEN` wherever another entry, a set or a pile holds it. How many there are he
counts, by whose they are and where they lie (see `ir.counted`). So two states in which such members have changed
places, or fields hold something else where he does not look, are the same to him.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping
from itertools import product
from typing import Any

from ruleslawyer.base.files.content import Json
from ruleslawyer.ir import types as t
from ruleslawyer.ir.counted import Path
from ruleslawyer.ir.nodes import Function
from ruleslawyer.ir.schema import Field
from ruleslawyer.semantics.codec import Codec
from ruleslawyer.semantics.events import BranchEnds
from ruleslawyer.semantics.look import Look
from ruleslawyer.semantics.state import State, Store, members
from ruleslawyer.semantics.transition import TransitionSystem

MOST_KNOWN = 20_000
"""Views of values that are known again."""
UNSEEN = "?"

Unknown = Mapping[str, frozenset[int]]
"""Sort: the members that a player does not know."""
Covered = Mapping[tuple[str | None, str], frozenset[int]]
"""Record (None: the state) and field: the keys of the entries that a player does not see; 0 where it is no map."""


def unknown_members(system: TransitionSystem, state: State, player: int) -> Unknown:
    """Whom a player does not know; where a rule of sight fails a check, neither."""
    knows = _asker(system, state, player)
    return {
        sort: frozenset(m for m in range(system.scope.size(sort)) if not knows(function, m))
        for sort, function in system.system.seen.items()
    }


def covered_entries(system: TransitionSystem, state: State, player: int) -> Covered:
    """The entries that a player does not see of fields with a rule of sight, where those are; nor where it fails a
    check."""
    found = dict[tuple[str | None, str], frozenset[int]]()
    if not system.system.covered:
        return found
    sees = _asker(system, state, player)
    for place, function in system.system.covered.items():
        record, keys = place[0], [members(p.type, system.system, system.scope) for p in function.parameters[1:-1]]
        if record is None or state.frames[system.schema.frame_index[record]] is not None:
            every = product(*(range(len(names)) for names in keys))
            found[place] = frozenset(next(iter(about), 0) for about in every if not sees(function, *about))
    return found


def _asker(system: TransitionSystem, state: State, player: int) -> Callable[..., bool]:
    """A question to any rule of sight about a player in a state; no where it fails a check."""
    look = Look(system.machine, system.reading, system.rulings)
    store = Store(system.schema, state)

    def ask(function: Function, *about: int) -> bool:
        try:
            return bool(look.call(function, (store, *about, player)))
        except BranchEnds:
            return False

    return ask


def hidden_names(system: TransitionSystem, state: State, player: int) -> frozenset[str]:
    """The names of the members that a player does not know."""
    names = system.scope.names
    return frozenset(names[sort][m] for sort, some in unknown_members(system, state, player).items() for m in some)


def observe(system: TransitionSystem, codec: Codec, state: State, player: int) -> Json:
    """A state as a player sees it, in JSON; a field of which he sees nothing is an empty object. Under `UNSEEN`, where
    there are any, the members that he does not know: for each sort a list of how many there are of each kind."""
    return Observer(system, codec).sees(state, player)


class Observer:
    """The views of many states: of a field that is as it was, to whom the same is hidden, the view is known."""

    def __init__(self, system: TransitionSystem, codec: Codec) -> None:
        self.system, self.codec = system, codec
        self._known: dict[tuple[object, ...], Any] = {}

    def sees(self, state: State, player: int) -> Json:
        """See `observe`."""
        hidden, schema = unknown_members(self.system, state, player), self.codec.schema
        covered = covered_entries(self.system, state, player)
        sight, key = _Sight(self.codec, hidden), tuple(hidden.values())

        def view(record: str | None, field: Field, value: Any) -> Any:
            place = record, field.name
            under = covered.get(place, frozenset())
            known = (*place, value, under, key)
            if known not in self._known:
                if len(self._known) > MOST_KNOWN:
                    self._known.clear()
                self._known[known] = sight.field(field.type, value, under)
            return self._known[known]

        fields = {
            slot.field.name: view(None, slot.field, value)
            for slot, value in zip(schema.slots, state.fields, strict=True)
        }
        frames = {
            name: {s.field.name: view(name, s.field, v) for s, v in zip(slots, record, strict=True)}
            for name, slots, record in zip(schema.frame_names, schema.frame_slots, state.frames, strict=True)
            if record is not None
        }
        every = hidden.items()
        counts = {sort: found for sort, some in every if (found := _counts(self.system, state, self.codec, sort, some))}
        return {**fields, **frames, **({UNSEEN: counts} if counts else {})}


def path_name(path: Path) -> str:
    """A path as it is written: `module.drafted`."""
    return ".".join(name for name, _ in path)


def _counts(system: TransitionSystem, state: State, codec: Codec, sort: str, members: frozenset[int]) -> list[Json]:
    """How many of these members of a sort there are, by what everybody sees of them; in no order of theirs."""
    paths = system.system.counted.get(sort, {})
    found = Counter(tuple(_at_end(system, state, path, member) for path in paths) for member in members)
    names, types = [path_name(path) for path in paths], paths.values()
    kinds = [{**dict(zip(names, map(codec.value, types, kind), strict=True)), UNSEEN: n} for kind, n in found.items()]
    return sorted(kinds, key=json.dumps) if paths else []


def _at_end(system: TransitionSystem, state: State, path: Path, member: int) -> int | None:
    """The value that a path leads to from a member; None where it breaks off."""
    value: int | None = member
    for name, sort in path:
        if value is None:
            return None
        held = system.scope.attributes[sort, name] if sort is not None else state.fields[system.schema.index[name]]
        value = None if held is None else held[value]
    return value


class _Once(dict[Any, Any]):
    """Views of the values of a map: equal ones are looked at once."""

    def __init__(self, view: Callable[[Any], Any]) -> None:
        super().__init__()
        self._view = view

    def __missing__(self, value: Any) -> Any:
        self[value] = found = self._view(value)
        return found


class _Sight:
    def __init__(self, codec: Codec, hidden: Unknown) -> None:
        self.codec, self.hidden = codec, hidden

    def field(self, type_: t.Type, value: Any, covered: frozenset[int]) -> Any:
        """A field as it is seen; covered: the keys of entries that are not."""
        if covered and not isinstance(type_, t.Map):
            return UNSEEN
        found = self.value(type_, value)
        if covered and isinstance(type_, t.Map):
            names = self.codec.members(type_.key)
            found |= {names[k]: UNSEEN for k in covered if names[k] in found}
        return found

    def value(self, type_: t.Type, value: Any) -> Any:
        if value is None:
            return None
        match type_:
            case t.Sort():
                return UNSEEN if self._is_hidden(type_, value) else self.codec.value(type_, value)
            case t.Optional(item) | t.Silent(item):
                return self.value(item, value)
            case t.Set(item):
                members = [self.value(item, v) for v in sorted(value)]
                return sorted(members, key=lambda member: member == UNSEEN)
            case t.Pile(item):
                return [self.value(item, v) for v in value]
            case t.Map(key, item):
                hidden = self.hidden.get(key.name, frozenset()) if isinstance(key, t.Sort) else frozenset[int]()
                entries = enumerate(zip(self.codec.members(key), value, strict=True))
                seen = _Once(lambda v: self.value(item, v))
                return {name: seen[v] for k, (name, v) in entries if k not in hidden}
        return self.codec.value(type_, value)

    def _is_hidden(self, type_: t.Type, member: int) -> bool:
        return isinstance(type_, t.Sort) and member in self.hidden.get(type_.name, ())
