"""Helpers that are one expression, written out where they are called: Python's calls cost more than what they do."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields, replace
from itertools import islice
from operator import is_
from typing import Any

from ruleslawyer.ir import nodes as n
from ruleslawyer.ir.walk import walk

LONGEST = 40
"""Nodes of a helper that is written out; a longer one costs more than its call."""


def inline(call: n.Call, helper: n.Function, fresh: Callable[[], int]) -> n.Expr | None:
    """The helper's expression with its arguments put in, its own locals in `fresh` slots; None where it is more than
    an expression, long, or given something that would have to be computed more than once."""
    match helper.body:
        case (n.Return(value=value),) if value is not None:
            pass
        case _:
            return None
    if not all(isinstance(a, n.Var | n.Const | n.Number) for a in call.args):
        return None
    if next(islice(walk(value), LONGEST, None), None) is not None:
        return None
    found: n.Expr = put(value, dict(enumerate(call.args)), fresh)
    return found


def put(node: Any, given: Mapping[int, n.Expr], fresh: Callable[[], int]) -> Any:
    """An expression with others in place of its locals, and what it binds itself in `fresh` slots."""
    match node:
        case tuple():
            found = [put(item, given, fresh) for item in node]
            return node if all(map(is_, found, node)) else tuple(found)
        case n.Var(slot=slot):
            return given[slot]
        case n.Read(store=store) | n.IsOpen(store=store):
            at = given[store]
            assert isinstance(at, n.Var)
            node = replace(node, store=at.slot)
        case n.Fold(slot=slot):
            local = n.Var(node.origin, node.domain.type, fresh(), node.name)
            inside = {**given, slot: local}
            return replace(
                node, slot=local.slot, domain=put(node.domain, given, fresh),
                condition=put(node.condition, inside, fresh), body=put(node.body, inside, fresh),
                default=put(node.default, given, fresh),
            )  # fmt: skip
    changed = {}
    for name in _BELOW.get(type(node), ()):
        before = getattr(node, name)
        after = put(before, given, fresh)
        if after is not before:
            changed[name] = after
    return replace(node, **changed) if changed else node


_BELOW = {
    kind: tuple(field.name for field in fields(kind) if field.name not in ("origin", "type"))
    for kind in n.Expr.__args__
}
"""Of each kind of expression the fields in which others lie."""
