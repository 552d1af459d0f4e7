"""Types of the model as lists, for programs."""

from __future__ import annotations

from typing import Any

from ruleslawyer.ir import types as t


def typed(type_: t.Type) -> list[Any]:
    """A type, for programs: its kind, and what it is of."""
    match type_:
        case t.Optional(item) | t.Silent(item):
            return ["optional", typed(item)]
        case t.Sort(name):
            return ["sort", name]
        case t.Enum(name):
            return ["enum", name]
        case t.Int(low, high):
            return ["int", low, high]
        case t.Set(item):
            return ["set", typed(item)]
        case t.Awaits(item):
            return ["awaits", typed(item)]
        case t.Pile(item):
            return ["pile", typed(item)]
        case t.Map(key, value):
            return ["map", typed(key), typed(value)]
    assert isinstance(type_, t.Bool), type_
    return ["bool"]
