"""Every node of a piece of the surface IR: statements, expressions and places."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass

_BELOW: dict[type, tuple[str, ...] | None] = {}
"""The fields of each kind of node in which others may be; None of what is no node."""


def walk(node: object) -> Iterator[object]:
    """Every node below, itself included; the nodes of a tuple in its order."""
    if isinstance(node, tuple):
        for item in node:
            yield from walk(item)
        return
    below = parts(node)
    if below is not None:
        yield node
        for inner in below:
            yield from walk(inner)


def parts(node: object) -> Iterator[object] | None:
    """The fields of a node in which others may be, in order; None of what is no node."""
    kind = type(node)
    if kind not in _BELOW:
        inside = tuple(f.name for f in fields(kind) if f.name not in ("origin", "type")) if is_dataclass(kind) else None
        _BELOW[kind] = inside
    names = _BELOW[kind]
    return None if names is None else (getattr(node, name) for name in names)
