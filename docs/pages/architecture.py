"""The rooms of the tool and the arrows between them, from the tables that the tests hold the imports to."""

from __future__ import annotations

import ast
from pathlib import Path

from pages.markdown import ROOT, code, prose, table

SOURCES = ROOT / "src" / "ruleslawyer"
_PROJECTS = ("project/blank", "project/template")
"""Projects that `init` begins with: none of the tool's own modules."""


def page() -> str:
    """The arrows, the doors of the engines, and each room's modules with their subjects."""
    allowed, doors = _table("ALLOWED"), _table("DOORS")
    lines = [_BEGINNING, table(["room", "may import"], _rows(allowed)), _DOORS]
    lines += [table(["engine", "doors"], _rows(doors)), "", "## The rooms"]
    for room in allowed:
        if not (SOURCES / room).is_dir():
            lines += ["", f"### {room}", "", prose(_subject((SOURCES / room).with_suffix(".py")))]
            continue
        for package in sorted((SOURCES / room).rglob("__init__.py")):
            folder = package.parent
            name = folder.relative_to(SOURCES).as_posix()
            if name.startswith(_PROJECTS):
                continue
            lines += ["", f"### {name}" if name == room else f"#### {name}", "", prose(_subject(package)), ""]
            rows = [(path.stem, _subject(path)) for path in sorted(folder.glob("*.py")) if path != package]
            if rows:
                lines.append(table(["module", "subject"], [[code(stem), prose(subject)] for stem, subject in rows]))
    return "\n".join(lines) + "\n"


def _rows(found: dict[str, list[str]]) -> list[list[str]]:
    return [[code(name), ", ".join(map(code, others))] for name, others in found.items()]


def _table(wanted: str) -> dict[str, list[str]]:
    """A table of the test: a line begins with a name; one that is indented goes on with the line before it."""
    tree = ast.parse((ROOT / "tests" / "test_architecture.py").read_text(encoding="utf-8"))
    for node in tree.body:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and node.targets[0].id == wanted:
            found: dict[str, list[str]] = {}
            name = ""
            for line in ast.literal_eval(node.value).strip("\n").split("\n"):
                words = line.split()
                if line[0] != " ":
                    name = words.pop(0)
                found.setdefault(name, []).extend(words)
            return found
    raise LookupError(f"tests/test_architecture.py has no table {wanted}")


def _subject(path: Path) -> str:
    """The first paragraph of a module's docstring, which is all that is parsed: whole sources take seconds."""
    head = path.read_text(encoding="utf-8").split('"""', 2)[:2]
    doc = ast.get_docstring(ast.parse('"""'.join([*head, ""]))) or ""
    return doc.split("\n\n")[0]


_BEGINNING = """# Architecture

Content and tool are apart. A ruleset is data and rules in four folders, `spec/` → `model/` → `checks/` → `findings/`;
its modules import `ruleslawyer.lang` and earlier modules of their own, and the tool knows no ruleset by name. The tool
reads a model without executing it, and every engine gets the same transition system.

    rulebook → spec ─→ model ─→ checks ─→ findings      what authors write
                          │
      base   lang   project                             what all rests on, what authors write with, where it lies
        └──────┼──────┘
          front ── ir ── core                           reading it, and how its clauses combine
               │
      semantics   lifted                                what it means: step by step, and as formulas
               │
           rulebook                                     register, scopes, claims, answers: what may be said of it
               │
      explore   native   smt                            engines, strangers to one another
        └──────┼──────┘
      play   exploration   proof                        questions, each with the engines that it needs
               │
             check                                      all that a ruleset declares, and findings' evidence
               │
      studies   bridges   report                        what is varied, used from elsewhere, shown
               │
          api ── cli                                    a façade, and a thin skin over it

Engines know verdicts, results, limits, readings and rulings (`rulebook/claims`), and nothing of who asks them. What
asks engines stands above them, one folder for each kind of question. A ruleset is loaded (register, rules, scopes,
transition systems) before anything is asked of it: questions take what `rulebook/rulesets` gives, and `api` has them
all as methods.

## The arrows

What a room may import of the tool. An import counts wherever it stands, in a function and for types alone too. Each
room imports only rooms that come before it in the table, so that there is no circle of rooms; nor is there one of
folders or of files. `tests/test_architecture.py` reads the imports and holds them to this table, of which the one
here is made. Engines do not know one another; only `front` knows Python's `ast`, only `engines/smt` z3, only
`engines/explore` networkx.
"""

_DOORS = """
## The doors of the engines

An engine is closed but for these modules; nothing outside it imports another one of its. The same test holds to it.
"""
