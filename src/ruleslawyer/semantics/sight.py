"""A player's view of a state: all of it, but for the members of sorts that he does not know, by the rules of sight.

Of a member that a player does not know nothing is shown: no entry of a map under its name, and `UNSEEN` wherever
another entry, a set or a pile holds it. How many there are he counts, by whose they are and where they lie (see
`ir.counted`). So two states in which such members have changed places look the same to him.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from typing import Any

from ruleslawyer.base.files.content import Json
from ruleslawyer.ir import types as t
from ruleslawyer.ir.counted import Path
from ruleslawyer.semantics.codec import Codec
from ruleslawyer.semantics.events import BranchEnds
from ruleslawyer.semantics.look import Look
from ruleslawyer.semantics.state import State, Store
from ruleslawyer.semantics.transition import TransitionSystem

UNSEEN = "?"

Unknown = Mapping[str, frozenset[int]]
"""Sort: the members that a player does not know."""


def unknown_members(system: TransitionSystem, state: State, player: int) -> Unknown:
    """Whom a player does not know; where a rule of sight fails a check, neither."""
    look = Look(system.machine, system.reading, system.rulings)
    store = Store(system.schema, state)

    def knows(function: Any, member: int) -> bool:
        try:
            return bool(look.call(function, (store, member, player)))
        except BranchEnds:
            return False

    return {
        sort: frozenset(m for m in range(system.scope.size(sort)) if not knows(function, m))
        for sort, function in system.system.seen.items()
    }


def observe(system: TransitionSystem, codec: Codec, state: State, player: int) -> Json:
    """A state as a player sees it, in JSON; a field of which he sees nothing is an empty object. Under `UNSEEN`, where
    there are any, the members that he does not know: for each sort a list of how many there are of each kind."""
    hidden = unknown_members(system, state, player)
    sight = _Sight(codec, hidden)
    schema = codec.schema
    fields = {
        slot.field.name: sight.value(slot.field.type, value)
        for slot, value in zip(schema.slots, state.fields, strict=True)
    }
    frames = {
        name: {slot.field.name: sight.value(slot.field.type, value) for slot, value in zip(slots, record, strict=True)}
        for name, slots, record in zip(schema.frame_names, schema.frame_slots, state.frames, strict=True)
        if record is not None
    }
    counts = {sort: found for sort, some in hidden.items() if (found := _counts(system, state, codec, sort, some))}
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


class _Sight:
    def __init__(self, codec: Codec, hidden: Unknown) -> None:
        self.codec, self.hidden = codec, hidden

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
                entries = enumerate(zip(self.codec.members(key), value, strict=True))
                return {name: self.value(item, v) for k, (name, v) in entries if not self._is_hidden(key, k)}
        return self.codec.value(type_, value)

    def _is_hidden(self, type_: t.Type, member: int) -> bool:
        return isinstance(type_, t.Sort) and member in self.hidden.get(type_.name, ())
