"""The text of a model alone, whatever mistakes it has: its rules by name, and imports that nobody uses."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from ruleslawyer.base.diagnostics import source_lines


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


_WIDE = 120
"""An import that is longer stands on several lines."""


@dataclass(frozen=True, slots=True)
class Unused:
    """Names that an import may do without. line, end_line, end_column: where the import stands, with the end of its
    line where nothing is left of it. text: what takes its place."""

    module: str
    names: tuple[str, ...]
    line: int
    end_line: int
    end_column: int
    text: str


def unused_imports(texts: Mapping[str, str]) -> Iterator[Unused]:
    """The unused imports of some modules, by their texts: names that neither their module uses nor another takes from
    there."""
    try:
        trees = {module: ast.parse(text) for module, text in texts.items()}
    except (SyntaxError, ValueError):
        return
    imports = {module: [n for n in tree.body if isinstance(n, ast.ImportFrom)] for module, tree in trees.items()}
    taken = {(node.module, alias.name) for nodes in imports.values() for node in nodes for alias in node.names}
    for module, tree in trees.items():
        used = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
        said = (n.value for n in ast.walk(tree) if isinstance(n, ast.Constant) and isinstance(n.value, str))
        used |= {word for text in said for word in re.findall(r"\w+", text)}
        for node in imports[module]:
            if node.module == "__future__":
                continue
            plain = [alias.name for alias in node.names if alias.asname is None and alias.name != "*"]
            idle = [name for name in plain if name not in used and (module, name) not in taken]
            if found := _without(module, node, idle, source_lines(texts[module])):
                yield found


def _without(module: str, node: ast.ImportFrom, idle: list[str], lines: list[str]) -> Unused | None:
    """An import without some names; left alone where a comment stands in it, or something else on its line."""
    end = node.end_lineno or node.lineno
    stretch = "\n".join(lines[node.lineno - 1 : end])
    if not idle or "#" in stretch or ";" in stretch:
        return None
    left = [alias for alias in node.names if alias.asname is not None or alias.name not in idle]
    if not left:
        return Unused(module, tuple(idle), node.lineno, end + 1, 1, "")
    names = [f"{alias.name} as {alias.asname}" if alias.asname else alias.name for alias in left]
    made = f"from {'.' * node.level}{node.module or ''} import {', '.join(names)}"
    if end > node.lineno or len(made) > _WIDE:
        listed = "".join(f"    {name},\n" for name in names)
        made = f"from {'.' * node.level}{node.module or ''} import (\n{listed})"
    return Unused(module, tuple(idle), node.lineno, end, len(lines[end - 1]) + 1, made)
