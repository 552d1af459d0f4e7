"""The parts of the tool and the arrows between them, from the table that the tests hold the imports to."""

from __future__ import annotations

import ast
from pathlib import Path

from pages.markdown import ROOT, code, prose, table

SOURCES = ROOT / "src" / "ruleslawyer"


def page() -> str:
    """The arrows, and each part's modules with their subjects."""
    allowed = _allowed()
    parts = sorted({path.parent for path in SOURCES.rglob("*.py") if "template" not in path.parts} - {SOURCES})
    arrows = [[code(part), ", ".join(code(target) for target in sorted(to))] for part, to in allowed.items()]
    lines = [_BEGINNING, table(["part", "may import"], arrows), "## The parts"]
    for folder in parts:
        rows = [(path.stem, _subject(path)) for path in sorted(folder.glob("*.py")) if path.stem != "__init__"]
        if rows:
            name = folder.relative_to(SOURCES).as_posix()
            lines += ["", f"### {name}", "", prose(_subject(folder / "__init__.py")), ""]
            lines.append(table(["module", "subject"], [[code(stem), prose(subject)] for stem, subject in rows]))
    return "\n".join(lines) + "\n"


def _allowed() -> dict[str, set[str]]:
    tree = ast.parse((ROOT / "tests" / "test_architecture.py").read_text(encoding="utf-8"))
    for node in tree.body:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and node.targets[0].id == "ALLOWED":
            found: dict[str, set[str]] = ast.literal_eval(node.value)
            return found
    raise LookupError("tests/test_architecture.py has no table of the arrows")


def _subject(path: Path) -> str:
    """The first line of a module's docstring."""
    doc = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
    return doc.split("\n\n")[0]


_BEGINNING = """# Architecture

Content and tool are apart. A ruleset is data and rules in four folders, `spec/` → `model/` → `checks/` → `findings/`;
its modules import `ruleslawyer.lang` and earlier modules of their own, and the tool knows no ruleset by name. The tool
reads a model without executing it, and every engine gets the same transition system.

    rulebook → spec ─→ model ─→ checks ─→ findings          what authors write
                │        │        │          │
             register   front ── ir        evidence          reading it
                         │       │
                     semantics  ground                       what it means
                         │       │
                      explore  native  smt                   engines, strangers to one another
                         └───────┼───────┘
                    checking, scenario, evidence, report     questions and answers
                                 │
                                cli                          a thin skin over the api

## The arrows

What a part may import of the tool; a part that is not listed may import any but the inside of an engine, and none but
`cli` itself imports `cli`. `tests/test_architecture.py` reads the imports and holds them to this table, of which the
one here is made. Engines do not know one another; only `front` knows Python's `ast`, only `engines/smt` z3, only
`engines/explore` networkx.
"""
