"""A member that something is noted of, or that something names: the leaves of a field that say so."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from ruleslawyer.ir import types as t
from ruleslawyer.semantics.state import leaves

Leaf: TypeAlias = tuple[tuple[int, ...], object]
"""The keys of a leaf, and what it is."""


def is_keyed(type_: t.Type, sort: t.Sort) -> bool:
    return isinstance(type_, t.Map) and type_.key == sort


def is_naming(type_: t.Type, sort: t.Sort) -> bool:
    """Whether a field names members of a sort."""
    leaf = t.unwrap(t.leaf_type(type_))
    return (leaf.item if isinstance(leaf, t.Set) else leaf) == sort


def notes(type_: t.Type, sort: t.Sort, member: int, now: object) -> Iterator[Leaf]:
    """The leaves of a field that are other ones where something is noted of a member by its key."""
    for keys, value in leaves(type_, now) if is_keyed(type_, sort) else ():
        if keys[0] == member:
            yield from ((keys, found) for found in _values(t.leaf_type(type_)) if found != value)


def namings(type_: t.Type, sort: t.Sort, member: int, now: object) -> Iterator[Leaf]:
    """The leaves of a field that are other ones where it names a member; what is said of the member itself stays."""
    several = isinstance(t.unwrap(t.leaf_type(type_)), t.Set)
    for keys, value in leaves(type_, now) if is_naming(type_, sort) else ():
        found = (value or frozenset()) | {member} if several else member
        if found != value and not (is_keyed(type_, sort) and keys[0] == member):
            yield keys, found


def _values(leaf: t.Type) -> Iterator[object]:
    """A value that says something."""
    match leaf:
        case t.Bool():
            yield True
        case t.Int(low, high):
            least = max(1, 1 if low is None else low)
            yield least if high is None else min(least, high)
        case t.Optional(item):
            yield 0 if isinstance(item, t.Enum | t.Sort) else next(_values(item), None)
