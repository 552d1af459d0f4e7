"""Pieces of the rules with other pieces in their place; what is not changed stays the very object that it was."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Any

from ruleslawyer.ir.nodes import Function


def with_functions(node: Any, made: Callable[[Function], Function]) -> Any:
    """The same with another function in the place of each, wherever that is; into a function it does not look."""
    if isinstance(node, Function):
        return made(node)
    if isinstance(node, Mapping):
        found = {key: with_functions(item, made) for key, item in node.items()}
        return node if all(found[key] is item for key, item in node.items()) else found
    return with_parts(node, lambda part: with_functions(part, made))


def with_parts(node: Any, made: Callable[[Any], Any]) -> Any:
    """A node, or a tuple of some, with something else in the place of what stands directly in it; anything else as it
    is."""
    if isinstance(node, tuple):
        items = tuple(map(made, node))
        return node if all(a is b for a, b in zip(items, node, strict=True)) else items
    if not is_dataclass(node) or isinstance(node, type):
        return node
    changed = {f.name: made(getattr(node, f.name)) for f in fields(node) if f.init}
    changed = {name: value for name, value in changed.items() if value is not getattr(node, name)}
    return replace(node, **changed) if changed else node
