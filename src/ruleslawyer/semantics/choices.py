"""How many values a parameter of an action has in a scope, without listing them."""

from __future__ import annotations

from ruleslawyer.ir import types as t
from ruleslawyer.ir.schema import Scope
from ruleslawyer.ir.system import System
from ruleslawyer.semantics.sizes import domain_size


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
