"""The one-way arrows between the parts, read from the imports."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from ruleslawyer.project.config import Project

ROOT = Path(__file__).parents[1]
SOURCES = ROOT / "src" / "ruleslawyer"

ALLOWED = {
    "lang": {"lang"},
    "ir": {"ir", "origin"},
    "front": {"front", "ir", "lang", "origin", "diagnostics", "project"},
    "semantics": {"semantics", "ir", "lang", "origin"},
    "ground": {"ground", "ir", "lang", "origin", "semantics", "diagnostics"},
    "register": {"register", "ir", "origin", "checking", "diagnostics", "files"},
}
"""What a part may import of the tool; a part that is not listed may import any but an engine's inside and the CLI."""


def modules() -> list[Path]:
    return sorted(SOURCES.rglob("*.py"))


def imported(file: Path) -> Iterator[str]:
    """The full names of the modules that a file imports, wherever in it the import stands."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file}: relative import"
            assert node.module is not None
            yield node.module


def part(module: str) -> str:
    """The part of the tool that a module belongs to: the first name after the package's."""
    return [*module.split("."), "", ""][1]


def name(file: Path) -> str:
    return ".".join(file.relative_to(ROOT / "src").with_suffix("").parts)


@pytest.mark.parametrize("file", modules(), ids=lambda file: str(file.relative_to(SOURCES)))
def test_arrows(file: Path) -> None:
    own = part(name(file))
    for module in imported(file):
        if module.split(".")[0] != "ruleslawyer":
            continue
        target = part(module)
        if own in ALLOWED:
            assert target in ALLOWED[own] or target == "", f"{name(file)} imports {module}"
        if own not in ("cli", "__main__"):
            assert target != "cli", f"{name(file)} imports {module}"


def test_only_the_front_end_reads_syntax() -> None:
    assert {part(name(f)) for f in modules() if "ast" in imported(f)} == {"front"}


def test_only_the_solver_engine_uses_z3() -> None:
    assert {str(f.parent.relative_to(SOURCES)) for f in modules() if "z3" in imported(f)} == {"engines/smt"}


def test_only_the_explorer_uses_networkx() -> None:
    assert {str(f.parent.relative_to(SOURCES)) for f in modules() if "networkx" in imported(f)} == {"engines/explore"}


def test_engines_do_not_know_each_other() -> None:
    for file in (SOURCES / "engines").rglob("*.py"):
        own = ".".join(name(file).split(".")[:3])
        for module in imported(file):
            if module.startswith("ruleslawyer.engines."):
                assert module.startswith(own), f"{name(file)} imports {module}"


def test_rulesets_import_the_language_and_their_project_only() -> None:
    for config in Project.load(ROOT).rulesets.values():
        listed = (*config.rules, *config.checks)
        for module in listed:
            file = ROOT.joinpath(*module.split(".")).with_suffix(".py")
            for target in imported(file):
                standard = target in ("__future__", "enum", "typing")
                assert standard or target == "ruleslawyer.lang" or target in listed, f"{module} imports {target}"


def test_the_tool_knows_no_ruleset_by_name() -> None:
    names = Project.load(ROOT).rulesets
    for file in modules():
        tree = ast.parse(file.read_text(encoding="utf-8"))
        words = {n.id for n in ast.walk(tree) if isinstance(n, ast.Name)}
        assert not words & set(names), f"{name(file)} names a ruleset"
