"""How many members a type has in a scope, and how many things a pile holds there."""

from __future__ import annotations

from ruleslawyer.ir import types as t
from ruleslawyer.ir.schema import Scope
from ruleslawyer.ir.system import System


def domain_size(type_: t.Type, system: System, scope: Scope) -> int:
    """How many members a sort or enum has."""
    match type_:
        case t.Sort(name):
            return scope.size(name)
        case t.Enum(name):
            return len(system.enums[name].members)
    raise TypeError(f"{type_} is not a finite domain")


def pile_size(type_: t.Pile, system: System, scope: Scope) -> int:
    """How many things a pile holds at most: what its size says, and of a sort each member once. (A pile of an enum
    without a size is no field, and nothing is kept in it.)"""
    members = () if type_.repeats else (domain_size(type_.item, system, scope),)
    given = scope.constants[type_.size] if isinstance(type_.size, str) else type_.size
    return min((*members, *(() if given is None else (max(given, 0),))), default=0)
