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


def count(system: System, scope: Scope, name: str, type_: t.Type, awaited: frozenset[int] | None = None) -> int:
    """`name`: of the action and the parameter, as ``bid.amount``; `awaited`: who chooses, of a joint action, where not
    everybody does."""
    match type_:
        case t.Bool():
            return 2
        case t.Int():
            low, high = span(scope, name, type_)
            return max(0, high - low + 1)
        case t.Optional(item):
            return 1 + count(system, scope, name, item, awaited)
        case t.Set(item):
            return 1 << count(system, scope, name, item, awaited)
        case t.Map(key, item):
            seats = domain_size(key, system, scope)
            deciding = seats if awaited is None else sum(p in awaited for p in range(seats))
            return int(count(system, scope, name, item, awaited) ** deciding)
    return domain_size(type_, system, scope)


def span(scope: Scope, name: str, type_: t.Int) -> tuple[int, int]:
    """The least and the greatest number that a parameter may have."""
    low, high = scope.bounds.get(name, (type_.low, type_.high))
    assert low is not None and high is not None, f"{name} has no bounds in this scope"
    return low, high
