"""Hidden members that are counted: by what of them everybody sees, as whose a card is, and where it lies face down.

That is what the rule of sight reads of a member, each a path of attributes and fields from it: who decides by the place
whether he knows a card sees the place.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import TypeAlias

from ruleslawyer.ir import types as t
from ruleslawyer.ir.nodes import Attr, Call, Expr, Function, Let, Read, Unwrap, Var
from ruleslawyer.ir.walk import parts, walk

Path: TypeAlias = tuple[tuple[str, str | None], ...]
"""Steps from a member: each the name of an attribute with its sort, or of a field by member with None."""
Paths: TypeAlias = Mapping[Path, t.Type]
"""Each path with the type of what it leads to: a member, an enum, yes or no, or none of these."""


def counted_paths(sight: Function, helpers: Mapping[str, Function], hidden: Collection[str]) -> Paths:
    """The longest paths that a rule of sight `(s, member, player)` reads from its member, in its order. `hidden`: the
    sorts and fields with such a rule, to whose members and through which none of them leads."""
    found: dict[Path, t.Type] = {}
    for path, type_ in _paths(sight, {1: ()}, helpers):
        if any(sort is None and field in hidden for field, sort in path):
            continue
        match t.unwrap(type_):
            case t.Enum() | t.Bool():
                found.setdefault(path, type_)
            case t.Sort(name) if path and name not in hidden:
                found.setdefault(path, type_)
    return found


def _paths(
    function: Function, known: Mapping[int, Path], helpers: Mapping[str, Function]
) -> Iterator[tuple[Path, t.Type]]:
    """`known`: the slots of the function that hold the member, or what a path from it leads to."""
    slots = dict(known)
    for node in walk(function.body):
        if isinstance(node, Let) and (path := _path(node.value, slots)) is not None:
            slots[node.slot] = path
    yield from _below(function.body, slots, helpers)


def _below(node: object, slots: Mapping[int, Path], helpers: Mapping[str, Function]) -> Iterator[tuple[Path, t.Type]]:
    if isinstance(node, Attr | Read) and (path := _path(node, slots)) is not None:
        yield path, node.type
        return
    if isinstance(node, Call) and node.name in helpers:
        passed = {slot: path for slot, one in enumerate(node.args) if (path := _path(one, slots)) is not None}
        if passed:
            yield from _paths(helpers[node.name], passed, helpers)
    for inner in node if isinstance(node, tuple) else parts(node) or ():
        yield from _below(inner, slots, helpers)


def _path(node: Expr, slots: Mapping[int, Path]) -> Path | None:
    """The path from the member to what an expression gives; None where it is none."""
    match node:
        case Var(slot=slot):
            return slots.get(slot)
        case Unwrap(value=value):
            return _path(value, slots)
        case Attr(sort=sort, name=name, subject=subject, keys=()):
            path = _path(subject, slots)
            return None if path is None else (*path, (name, sort))
        case Read(record=None, field=field, keys=(key,)):
            path = _path(key, slots)
            return None if path is None else (*path, (field, None))
    return None
