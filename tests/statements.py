"""The statements of a parsed module, wherever they stand. Most of it are expressions, which have none."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache

Definition = ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
_BLOCKS = ("body", "orelse", "finalbody", "handlers", "cases")


@cache
def parsed(text: str) -> ast.Module:
    """A module; who asks for all of the tool's clears the cache in the end: millions of nodes are in the way."""
    return ast.parse(text)


def statements(node: ast.AST) -> Iterator[ast.AST]:
    """Those below a node, with the handlers and cases that have some."""
    for block in _BLOCKS:
        for inner in getattr(node, block, ()):
            yield inner
            yield from statements(inner)


def definitions(node: ast.AST) -> Iterator[Definition]:
    """The classes and functions below a node."""
    return (inner for inner in statements(node) if isinstance(inner, Definition))
