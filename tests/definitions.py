"""The classes and functions of a parsed module, wherever they stand. Expressions, which are most of it, have none."""

from __future__ import annotations

import ast
from collections.abc import Iterator

Definition = ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
_BLOCKS = ("body", "orelse", "finalbody", "handlers", "cases")


def definitions(node: ast.AST) -> Iterator[Definition]:
    for block in _BLOCKS:
        for inner in getattr(node, block, ()):
            if isinstance(inner, Definition):
                yield inner
            yield from definitions(inner)
