"""Every node of a piece of the surface IR: statements, expressions and places."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass


def walk(node: object) -> Iterator[object]:
    """Every node below, itself included; the nodes of a tuple in its order."""
    if isinstance(node, tuple):
        for item in node:
            yield from walk(item)
    elif is_dataclass(node) and not isinstance(node, type):
        yield node
        for field in fields(node):
            if field.name not in ("origin", "type"):
                yield from walk(getattr(node, field.name))
