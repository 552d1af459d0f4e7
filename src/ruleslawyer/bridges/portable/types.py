"""Types of the model as lists, for programs."""

from __future__ import annotations

from typing import Any

from ruleslawyer.ir import types as t


def describe_type(type_: t.Type) -> list[Any]:
    """A type, for programs: its kind, and what it is of."""
    match type_:
        case t.Optional(item) | t.Silent(item):
            return ["optional", describe_type(item)]
        case t.Sort(name):
            return ["sort", name]
        case t.Enum(name):
            return ["enum", name]
        case t.Int(low, high):
            return ["int", low, high]
        case t.Set(item):
            return ["set", describe_type(item)]
        case t.Awaits(item):
            return ["awaits", describe_type(item)]
        case t.Pile(item):
            return ["pile", describe_type(item)]
        case t.Map(key, value):
            return ["map", describe_type(key), describe_type(value)]
    assert isinstance(type_, t.Bool), type_
    return ["bool"]
