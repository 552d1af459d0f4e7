"""What has to be right for a proof to be one, beside the solvers and the front end: all that the door imports.

`python -m tests.trusted` writes the list of docs/proofs.md again.
"""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]
SOURCES = ROOT / "src" / "ruleslawyer"
PAGE = ROOT / "docs" / "proofs.md"
PACKAGE = "ruleslawyer"
FRONT = ("lang", "front", "ir")
"""The front end, which is trusted besides."""
MOST = 6_598
"""Lines of what the door needs."""
DOOR = "engines/smt/lifted/door.py"
"""Where each proof is made."""
_LIST = re.compile(r"(<!-- trusted -->\n)(.*?)(<!-- end -->)", re.DOTALL)


def file_of(module: str) -> Path | None:
    """The file of a dotted name, below the sources; None where it is no module, as the name of a function is none."""
    parts = module.split(".")[1:]
    for path in (Path(*parts).with_suffix(".py"), Path(*parts, "__init__.py")) if parts else ():
        if (SOURCES / path).is_file():
            return path
    return None


class _Imports(ast.NodeVisitor):
    """What a module needs to run: what is imported for types alone is not."""

    def __init__(self) -> None:
        self.found: dict[str, None] = {}

    def visit_If(self, node: ast.If) -> None:
        if not (isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"):
            self.generic_visit(node)

    def visit_Import(self, node: ast.Import) -> None:
        self.found |= {alias.name: None for alias in node.names}

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        self.found |= {str(node.module): None, **{f"{node.module}.{alias.name}": None for alias in node.names}}


@cache
def imported(path: Path) -> tuple[Path, ...]:
    """The files that one imports."""
    imports = _Imports()
    imports.visit(ast.parse((SOURCES / path).read_text(encoding="utf-8")))
    files = (file_of(module) for module in imports.found if module.split(".")[0] == PACKAGE)
    return tuple(found for found in files if found is not None)


def trusted() -> dict[str, int]:
    """The files of the door and of all that it imports, without the front end, each with its lines."""
    found, waiting = set[Path](), [Path(DOOR)]
    while waiting:
        path = waiting.pop()
        if path not in found and path.parts[0] not in FRONT:
            found.add(path)
            waiting += imported(path)
    every = {path.as_posix(): (SOURCES / path).read_text(encoding="utf-8").count("\n") for path in sorted(found)}
    return {path: lines for path, lines in every.items() if lines > 1}


def said() -> str:
    """The list, as the page has it."""
    found = trusted()
    rows = [f"| `{path}` | {lines} |" for path, lines in found.items()]
    return "\n".join(["| file | lines |", "|---|---|", *rows, f"| together | {sum(found.values())} |", ""])


def page(text: str) -> str:
    """The page with its list as it is."""
    return _LIST.sub(lambda found: f"{found[1]}{said()}{found[3]}", text)


if __name__ == "__main__":
    PAGE.write_text(page(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
