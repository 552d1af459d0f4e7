"""The values of an attribute that a sweep tries, by its type: both, each, one keyword at a time, the least numbers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ruleslawyer.ir import types as t
from ruleslawyer.ir.system import System
from ruleslawyer.rulebook.scopes.values import NONE

WIDE = 2
"""Of numbers without a bound: the least, and so many above it."""


def values_of(type_: t.Type, usual: object, system: System, names: Mapping[str, tuple[str, ...]]) -> tuple[object, ...]:
    """The values of a type as a scope file writes them, the usual one first; that alone where the type has no list of
    its own."""
    return (usual, *(value for value in _every(type_, usual, system, names) if value != usual))


def _every(type_: t.Type, usual: Any, system: System, names: Mapping[str, tuple[str, ...]]) -> list[Any]:
    match type_:
        case t.Bool():
            return [False, True]
        case t.Enum(name):
            return list(system.enums[name].members)
        case t.Sort(name):
            return list(names[name])
        case t.Int(low, high):
            least = low if low is not None else 0
            some = {least, least + 1, least + WIDE} | ({high} if high is not None and high <= least + 10 else set())
            return sorted(n for n in some if high is None or n <= high)
        case t.Optional(item):
            return [NONE, *_every(item, usual, system, names)]
        case t.Set(t.Enum(name)):
            return [[], *([member] for member in system.enums[name].members)]
        case t.Map(t.Enum(name), t.Bool()):
            bare = {key: value for key, value in (usual or {}).items() if not value}
            return [bare, *({**bare, member: True} for member in system.enums[name].members)]
    return []
