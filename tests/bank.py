"""The bank of tiny rulesets: one for each construct and each kind of verdict, run by every engine.

Each is a folder `tests/tiny/<name>` with `model.py`, `scopes/tiny.toml` and `expected.toml`. The model is a fragment:
what it does not say itself comes from `tests/tiny/prelude.py`; where its first line is `# whole`, it stands by itself.
`expected.toml` was worked out by hand from docs/semantics.md, with its reckoning:
  states, transitions (an edge for each allowed instance), depth, initial (distinct states), deadlocks;
  nearest_deadlock (actions to it); events (kind, subject, clauses) and, of these, the immaterial ones;
  never_live (clauses, chosen readings and duties that never speak); shrunk (numbers of the book);
  [properties] the word of each verdict; [violations] the actions to each violation; [members] of whom;
  rims (notes on grids); [switched_off] the rules that are off in the cone of each property that has such;
  [contracted] counts without forced passes (else the same); [[readings]] other choices, and what is `ruled`.

`python -m tests.bank FOLDER` writes them as a project, for the command.
"""

from __future__ import annotations

import ast
import re
import shutil
import sys
from collections.abc import Iterator
from functools import cache
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory

FRAGMENTS = Path(__file__).parent / "tiny"
NAMES = tuple(sorted(path.parent.name for path in FRAGMENTS.glob("*/model.py")))
PRELUDE = (FRAGMENTS / "prelude.py").read_text(encoding="utf-8")
WHOLE = "# whole"
ONCE = ("initial", "awaits", "ended", "winners")
"""Rules that a ruleset has once."""
_NAME = 'Ruleset("tiny")'


def fragment(name: str) -> str:
    """What a tiny ruleset says itself."""
    return (FRAGMENTS / name / "model.py").read_text(encoding="utf-8")


def rules_of(name: str) -> str:
    """The same from its state on: its rules, without its docstring and what it says of sorts and of the beginning."""
    text = fragment(name)
    return text[text.index("@state\n") :]


def composed(name: str, text: str) -> str:
    """A fragment as a module: below the prelude's sorts, and above those of its rules that it does not have itself."""
    if text.startswith(WHOLE):
        return text
    pieces = list(_pieces(text))
    tree, docstring = [node for node, _ in pieces], pieces[0][1]
    own = {said for node in tree for said in _says(node)}
    fragment = text.removeprefix(docstring).strip()
    kept = [(node, piece) for node, piece, said in _prelude() if own.isdisjoint(said)]
    said = {n.id for top in (*tree, *(node for node, _ in kept)) for n in ast.walk(top) if isinstance(n, ast.Name)}
    above = [_used(node, piece, tree, said) for node, piece in kept if not isinstance(node, ast.FunctionDef)]
    below = [piece for node, piece in kept if isinstance(node, ast.FunctionDef)]
    return (
        "\n\n\n".join((docstring, *filter(None, above), fragment, *below)).replace(_NAME, f'Ruleset("{name}")') + "\n"
    )


def _used(node: ast.stmt, piece: str, tree: list[ast.stmt], said: set[str]) -> str:
    """An import of the prelude's with the names that are said, and that a fragment gives to nothing of its own."""
    if not isinstance(node, ast.ImportFrom) or node.module == "__future__":
        return piece
    own = {n.name for n in tree if isinstance(n, ast.FunctionDef | ast.ClassDef)}
    names = ", ".join(alias.name for alias in node.names if alias.name in said - own)
    return f"from {node.module} import {names}" if names else ""


def project(folder: Path) -> Path:
    """The whole bank, written as a project."""
    tables = []
    for name in NAMES:
        text = composed(name, fragment(name))
        shutil.copytree(FRAGMENTS / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
        (folder / name / "model.py").write_text(text, encoding="utf-8")
        tables.append(table(name, host(text)))
    (folder / "pyproject.toml").write_text("\n".join(tables), encoding="utf-8")
    return folder


def host(text: str) -> str:
    """The tiny ruleset that a guest is played on: the one that it imports; "" for none."""
    found = re.search(r"^from (\w+)\.model import", text, re.MULTILINE)
    return found[1] if found else ""


def table(name: str, on: str = "") -> str:
    """What pyproject.toml says of one."""
    lines = [f"[tool.ruleslawyer.rulesets.{name}]", f'modules = ["{name}.model"]']
    lines += [f'{key} = "{name}/{key}"' for key in ("spec", "scopes", "findings")]
    return "\n".join([*lines, *([f'on = "{on}"'] if on else []), ""])


@cache
def _prelude() -> list[tuple[ast.stmt, str, frozenset[str]]]:
    """The statements of the prelude behind its docstring, with their text and what they stand for."""
    return [(node, piece, frozenset(_says(node))) for node, piece in islice(_pieces(PRELUDE), 1, None)]


def _pieces(text: str) -> Iterator[tuple[ast.stmt, str]]:
    """The statements at the top of a module, with their decorators."""
    lines = text.split("\n")
    for node in ast.parse(text).body:
        decorators = node.decorator_list if isinstance(node, ast.ClassDef | ast.FunctionDef) else []
        first = min(node.lineno, *(decorator.lineno for decorator in decorators)) if decorators else node.lineno
        yield node, "\n".join(lines[first - 1 : node.end_lineno])


def _says(node: ast.stmt) -> Iterator[str]:
    """What a statement at the top of a module stands for, of what a ruleset has once."""
    match node:
        case ast.ClassDef(name=name) | ast.Assign(targets=[ast.Name(id=name)]):
            yield name
        case ast.FunctionDef(decorator_list=decorators):
            for decorator in decorators:
                called = decorator.func if isinstance(decorator, ast.Call) else decorator
                if isinstance(called, ast.Attribute) and called.attr in ONCE:
                    yield called.attr
                elif isinstance(called, ast.Attribute) and called.attr == "payoff":  # which say who has won
                    yield "winners"


_written = TemporaryDirectory(prefix="tiny-")
TINY = project(Path(_written.name) / "tiny")
"""The bank as a project, for as long as the tests run; its name is the same in all processes that collect tests."""

if __name__ == "__main__":
    project(Path(sys.argv[1]))
