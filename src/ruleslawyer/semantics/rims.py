"""Whether a state stands on the rim of a scope's grid: the game goes on beyond it, the exploration does not.

A rim member is held where a field is it, has it in a set or pile, or has an entry for it that is not the default (an
entry that has no default, of a sort or an enum, says nothing).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from ruleslawyer.ir import types as t
from ruleslawyer.semantics.state import Schema, State


def held_rims(schema: Schema, states: Collection[State]) -> frozenset[str]:
    """The grids that have a rim member held somewhere in one of these states; closed frames hold nothing."""
    rims, found = schema.scope.rims, set[str]()
    for i, slot in enumerate(schema.slots):
        for value in {state.fields[i] for state in states}:  # few values are in many states
            found.update(_rims_of(rims, slot.field.type, value, slot.default))
    for frame, slots in enumerate(schema.frame_slots):
        for record in {state.frames[frame] for state in states}:
            for slot, value in zip(slots, record or (), strict=record is not None):
                found.update(_rims_of(rims, slot.field.type, value, slot.default))
    return frozenset(found)


def entry_says(type_: t.Type) -> bool:
    """Whether a map's entry has a default, from which it can differ."""
    return entry_says(type_.value) if isinstance(type_, t.Map) else not isinstance(type_, t.Sort | t.Enum)


def _rims_of(rims: Mapping[str, frozenset[int]], type_: t.Type, value: Any, default: Any) -> Iterator[str]:
    match type_:
        case t.Sort(name):
            if value in rims.get(name, ()):
                yield name
        case t.Optional(item):
            if value is not None:
                yield from _rims_of(rims, item, value, None)
        case t.Set(item) | t.Pile(item):
            for member in value:
                yield from _rims_of(rims, item, member, None)
        case t.Map(key, item):
            rim = rims.get(key.name, ()) if isinstance(key, t.Sort) and entry_says(item) else ()
            for k, entry in enumerate(value):
                if k in rim and entry != default[k]:
                    assert isinstance(key, t.Sort)
                    yield key.name
                yield from _rims_of(rims, item, entry, default[k])
