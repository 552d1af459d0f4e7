"""The protocol of docs/conformance.md as both sides speak it: version, longest message, readings and scopes."""

from __future__ import annotations

from ruleslawyer.base.files.content import Json
from ruleslawyer.ir import types as t
from ruleslawyer.semantics.codec import Codec

PROTOCOL = 1
"""The version of the messages: raised when a key goes or means something else."""
LONGEST_LINE = 4_000_000
"""Bytes of one message; a list of all legal actions of a whole book has some hundred thousand."""


def scope_json(codec: Codec) -> Json:
    """A scope for somebody who has no scope file: members with their attributes, numbers, bounds, and how it begins."""
    system, scope = codec.system, codec.scope
    sorts = {
        sort: {
            member: {
                a.name: codec.value(a.type, (scope.attributes.get((sort, a.name)) or ())[i])
                for a in definition.attributes
            }
            for i, member in enumerate(scope.names[sort])
        }
        for sort, definition in system.sorts.items()
    }
    constants = {
        name: codec.value(system.constants[name].type, value)
        for name, value in scope.constants.items()
        if name in system.constants
    }
    initial = []
    for name, keys, value in scope.initial:
        slot = codec.schema.slots[codec.schema.index[name]]
        named = _key_names(codec, slot.field.type, keys)
        initial.append({"field": name, "keys": named, "value": codec.value(slot.leaf, value)})
    return {
        "name": scope.name,
        "sorts": sorts,
        "constants": constants,
        "bounds": {name: list(pair) for name, pair in scope.bounds.items()},
        "initial": initial,
        "off": list(scope.off),
    }


def _key_names(codec: Codec, type_: t.Type, keys: tuple[int, ...]) -> list[str]:
    names = []
    for key in keys:
        assert isinstance(type_, t.Map)
        names.append(codec.members(type_.key)[key])
        type_ = type_.value
    return names
