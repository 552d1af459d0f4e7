"""Every node of a piece of the surface IR: statements, expressions and places."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass

_BELOW: dict[type, tuple[str, ...] | None] = {}
"""The fields of each kind of node in which others may be, in order; None of what is no node."""


def walk(node: object) -> Iterator[object]:
    """Every node below, itself included; the nodes of a tuple in its order."""
    left = [node]
    while left:
        one = left.pop()
        if isinstance(one, tuple):
            left += reversed(one)
        elif (names := _below(type(one))) is not None:
            yield one
            left += [getattr(one, name) for name in reversed(names)]


def parts(node: object) -> Iterator[object] | None:
    """The fields of a node in which others may be, in order; None of what is no node."""
    names = _below(type(node))
    return None if names is None else (getattr(node, name) for name in names)


def _below(kind: type) -> tuple[str, ...] | None:
    if kind not in _BELOW:
        inside = tuple(f.name for f in fields(kind) if f.name not in ("origin", "type")) if is_dataclass(kind) else None
        _BELOW[kind] = inside
    return _BELOW[kind]
