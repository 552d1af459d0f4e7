"""Random edits of files of a project, as an author makes them: words and places that say nothing to a machine, and
rules, scopes, findings and scenarios that say something else than before. Many leave what cannot be read."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from random import Random

Edit = Callable[[str, Random], str]
"""Of a text; the same text where there is nothing to edit."""


def edited(root: Path, ruleset: str, random: Random) -> str:
    """Edit one file of a ruleset; what was done, in words."""
    while True:
        file = random.choice(sorted(_files(root, ruleset)))
        kind, edit = random.choice(MODULE if file.suffix == ".py" else OTHER)
        before = file.read_text(encoding="utf-8")
        after = edit(before, random)
        if after != before:
            file.write_text(after, encoding="utf-8")
            return f"{kind} in {file.relative_to(root).as_posix()}"


def _files(root: Path, ruleset: str) -> Iterator[Path]:
    for folder in ("model", "checks", "findings"):
        for file in (*(root / folder).glob(f"{ruleset}.py"), *(root / folder / ruleset).rglob("*")):
            if file.suffix in (".py", ".toml", ".md", ".csv") and "__pycache__" not in file.parts:
                yield file


def _somewhere(pattern: str, put: Callable[[re.Match[str], Random], str]) -> Edit:
    """One of the places where a pattern is found, with something else in it."""

    def edit(text: str, random: Random) -> str:
        found = list(re.finditer(pattern, text, re.MULTILINE))
        if not found:
            return text
        at = random.choice(found)
        return text[: at.start()] + put(at, random) + text[at.end() :]

    return edit


def _without_a_clause(text: str, random: Random) -> str:
    """Without one of the decorated functions at the top of a module."""
    functions = [node for node in ast.parse(text).body if isinstance(node, ast.FunctionDef) and node.decorator_list]
    if not functions:
        return text
    gone = random.choice(functions)
    lines = text.split("\n")
    first = min(node.lineno for node in gone.decorator_list)
    return "\n".join([*lines[: first - 1], *lines[gone.end_lineno :]])


def _swapped(text: str, random: Random) -> str:
    """With two functions that follow each other in the other order."""
    body = ast.parse(text).body
    pairs = [(a, b) for a, b in pairwise(body)
             if isinstance(a, ast.FunctionDef) and isinstance(b, ast.FunctionDef)]  # fmt: skip
    if not pairs:
        return text
    one, other = random.choice(pairs)
    lines = text.split("\n")
    starts = [min([node.lineno, *(d.lineno for d in node.decorator_list)]) - 1 for node in (one, other)]
    first, second = lines[starts[0] : starts[1]], lines[starts[1] : other.end_lineno]
    return "\n".join([*lines[: starts[0]], *second, "", "", *first, *lines[other.end_lineno :]])


_ORDER = ("==", "!=", "<", "<=", ">", ">=")
NUMBER = _somewhere(r"\b\d\b(?![.\w])", lambda at, random: str(max(0, int(at[0]) + random.choice((-1, 1)))))
SAID = _somewhere(r"(?m)^( *)\"\"\"", lambda at, random: f"{at[0]}Said otherwise {random.randrange(999)}. ")
MODULE: list[tuple[str, Edit]] = [
    ("a comment", _somewhere(r"^(?=@|def |class )", lambda at, random: f"# {random.randrange(999)}\n")),
    ("a docstring", SAID),
    ("a number", NUMBER),
    ("another comparison", _somewhere(r" (==|!=|<|<=|>|>=) ", lambda at, random: f" {random.choice(_ORDER)} ")),
    ("and, or", _somewhere(r" (and|or) ", lambda at, random: " or " if at[1] == "and" else " and ")),
    ("a condition negated", _somewhere(r"return (?!None)([^\n(]+)$", lambda at, random: f"return not ({at[1]})")),
    ("a condition besides", _somewhere(r"return (?=\w+\.)", lambda at, random: "return 1 < 2 and ")),
    ("a clause gone", _without_a_clause),
    ("two functions swapped", _swapped),
    ("truth", _somewhere(r"\b(True|False)\b", lambda at, random: "False" if at[1] == "True" else "True")),
]  # fmt: skip
OTHER: list[tuple[str, Edit]] = [
    ("a comment", _somewhere(r"^(?=\[)", lambda at, random: f"# {random.randrange(999)}\n")),
    ("a number", NUMBER),
    ("truth", _somewhere(r"\b(true|false)\b", lambda at, random: "false" if at[1] == "true" else "true")),
    ("prose", _somewhere(r"\bThe\b", lambda at, random: "This very")),
    ("a line gone", _somewhere(r"^[a-z_]+ = .*\n", lambda at, random: "")),
]
