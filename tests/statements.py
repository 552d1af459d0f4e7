"""The statements of a parsed module, wherever they stand. Most of it are expressions, which have none."""

from __future__ import annotations

import ast
from collections.abc import Iterator

Definition = ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
_BLOCKS = ("body", "orelse", "finalbody", "handlers", "cases")


def statements(node: ast.AST) -> Iterator[ast.AST]:
    """Those below a node, with the handlers and cases that have some."""
    for block in _BLOCKS:
        for inner in getattr(node, block, ()):
            yield inner
            yield from statements(inner)


def definitions(node: ast.AST) -> Iterator[Definition]:
    """The classes and functions below a node."""
    return (inner for inner in statements(node) if isinstance(inner, Definition))
