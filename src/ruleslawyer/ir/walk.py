"""Every node of a piece of the surface IR: statements, expressions and places."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any


def walk(node: Any) -> Iterator[object]:
    """Every node below, itself included; the nodes of a tuple in its order."""
    if isinstance(node, tuple):
        for item in node:
            yield from walk(item)
        return
    kind: type = type(node)
    below = _below(kind)
    if below is not None:
        yield node
        for name in below:
            yield from walk(getattr(node, name))


@cache
def _below(kind: type) -> tuple[str, ...] | None:
    """The fields of a kind of node in which others may be; None of what is no node."""
    if not is_dataclass(kind):
        return None
    return tuple(field.name for field in fields(kind) if field.name not in ("origin", "type"))
