"""The rules and classes of a model's file by name, from its text alone, whatever mistakes it has."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Declared:
    """A rule, or a class, of a file: what it is, what it says of itself, and its lines, from 0.

    `named` is the line with its name, and `column` where that begins.
    """

    name: str
    what: str
    is_class: bool
    first: int
    last: int
    named: int
    column: int
    says: str


def outline(text: str) -> Iterator[Declared]:
    """The rules and classes of a file, in order; none where it is no Python."""
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError):
        return
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            first = min([node.lineno, *(one.lineno for one in node.decorator_list)])
            what = ast.unparse(node.decorator_list[-1]) if node.decorator_list else ""
            last = node.end_lineno or node.lineno
            is_class = isinstance(node, ast.ClassDef)
            column = node.col_offset + len("class " if is_class else "def ")
            says = " ".join((ast.get_docstring(node) or "").split("\n\n")[0].split())
            yield Declared(node.name, what, is_class, first - 1, last - 1, node.lineno - 1, column, says)
