"""What an editor is told of a model besides its clauses: the constructs of the language, and its rules by name."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass

from ruleslawyer.front.analysis import LIBRARY
from ruleslawyer.front.constructs import constructs


@dataclass(frozen=True, slots=True)
class Declared:
    """A rule, or a class, of a file: what it is, and its lines, from 0."""

    name: str
    what: str
    is_class: bool
    first: int
    last: int


def construct_at(line: str, column: int) -> tuple[str, int, int] | None:
    """What `explain` says of the construct in a line, with where it stands; None for other words.

    Words of a decorator are constructs, and elsewhere the names that a model imports from the language.
    """
    for found in re.finditer(r"[A-Za-z_]\w*", line):
        if found.start() <= column <= found.end():
            known = constructs().get(found[0])
            meant = line.lstrip().startswith("@") or found[0] in LIBRARY["ruleslawyer.lang"]
            uses = [use for use in known.uses if use.says] if known and meant else []
            if uses:
                said = "\n\n".join(f"`{use.written}`, {use.of}: {use.says}" for use in uses)
                return f"{said}\n\n`ruleslawyer explain {found[0]}` shows an example.", found.start(), found.end()
    return None


def declared(text: str) -> Iterator[Declared]:
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
            yield Declared(node.name, what, isinstance(node, ast.ClassDef), first - 1, last - 1)
