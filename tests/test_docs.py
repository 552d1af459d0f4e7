"""The documentation builds without a warning, and its commands and links are those that there are."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import redirect_stderr, redirect_stdout
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.main import get_command

from ruleslawyer.api import Project
from ruleslawyer.cli.main import app
from tests.documents import blocks

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
PAGES = sorted(p for p in DOCS.rglob("*.md") if "generated" not in p.parts)


def build(builder: str, rulesets: str, folder: Path) -> None:
    """Warnings are errors. A copy is built: pages that are made are written beside the others."""
    pytest.importorskip("sphinx", reason="Sphinx is not installed")
    pytest.importorskip("furo", reason="the theme is not installed")
    docs = Path(shutil.copytree(DOCS, folder / "docs", ignore=shutil.ignore_patterns("generated", "__pycache__")))
    (folder / "examples").symlink_to(ROOT / "examples")  # what pages link to
    options = ("-W", "--keep-going", "-q", "-b", builder, "-D", f"rulesets={rulesets}", "-d", str(folder / "trees"))
    said = folder / "said"
    ran = get_context("fork").Process(target=_sphinx, args=((*options, str(docs), str(folder / "out")), said))
    ran.start()
    ran.join()
    assert ran.exitcode == 0, said.read_text(encoding="utf-8")


def _sphinx(arguments: Sequence[str], said: Path) -> None:
    """In a process of its own, which has the rulebooks that tests have lowered."""
    from sphinx.cmd.build import main

    os.chdir(ROOT)
    with said.open("w", encoding="utf-8") as stream, redirect_stdout(stream), redirect_stderr(stream):
        code = main(arguments)
    os._exit(code)


def test_it_builds_without_a_warning(tmp_path: Path) -> None:
    """All pages but those of the larger rulesets; nothing is rendered, which adds no warnings."""
    build("dummy", "ccg", tmp_path)


@pytest.mark.campaign
def test_all_of_it_builds_without_a_warning(tmp_path: Path) -> None:
    build("html", "*", tmp_path)
    for name in ("index", "tutorial", "generated/diagnostics", "generated/rulesets/megacorp/index"):
        assert (tmp_path / "out" / f"{name}.html").is_file()


def shown() -> Iterator[tuple[Path, str]]:
    """Every call of the command that a page shows on a line of its own in a block."""
    for page in (*PAGES, ROOT / "README.md", ROOT / "CONTRIBUTING.md"):
        text = page.read_text(encoding="utf-8")
        for block in (b.text for b in blocks(page) if b.language in ("sh", "console")):
            yield from ((page, found[1]) for found in re.finditer(r"^(?:\$ )?(ruleslawyer .*)$", block, re.MULTILINE))
        yield from ((page, found[1]) for found in re.finditer(r"^ {4}(ruleslawyer .*)$", text, re.MULTILINE))


@pytest.mark.parametrize(("page", "line"), [pytest.param(p, c, id=f"{p.stem}: {c[12:50]}") for p, c in shown()])
def test_a_command_is_one(page: Path, line: str) -> None:
    """It has a verb, and options, that there are; nothing is run."""
    plain = re.sub(r"\[.*?\]|\s#.*|--project \S+", "", line).replace("…", "x").partition("   ")[0]
    verb: Any = get_command(app)
    _, *words = shlex.split(plain)
    while hasattr(verb, "commands"):
        _, verb, words = verb.resolve_command(typer.Context(verb, resilient_parsing=True), words)
    verb.make_parser(typer.Context(verb)).parse_args(words)


def test_pages_name_the_number_of_states_at_which_the_engine_changes() -> None:
    """One constant of the tool, wherever it is said."""
    from ruleslawyer.exploration.explore import SMALL

    said = "src/ruleslawyer/exploration/explore.py"
    pages = ("docs/rulebooks.md", "docs/native.md", "docs/engines.md", said)
    around = r"(?:beyond|more than|not after|the first) (\d[\d ]*) (?:states|\n)"
    for page in pages:
        text = " ".join((ROOT / page).read_text(encoding="utf-8").split())
        assert set(re.findall(around, text)) == {f"{SMALL:,}".replace(",", " ")}, page


def test_every_link_leads_somewhere() -> None:
    """Also those of pages that Sphinx does not read."""
    broken = []
    for page in (*PAGES, ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "examples").rglob("*.md")):
        for target in re.findall(r"\]\(([^)\s#]+)(?:#[\w-]*)?\)", page.read_text(encoding="utf-8")):
            made = "generated" in Path(target).parts  # test_it_builds_without_a_warning follows these
            if "://" not in target and not made and not (page.parent / target).exists():
                broken.append(f"{page.relative_to(ROOT)}: {target}")
    assert broken == []


def test_every_diagnostic_has_an_entry_with_an_example() -> None:
    from ruleslawyer.front.codes import CODES

    text = _page("diagnostics")
    for number in CODES:
        entry = text.partition(f"\n### {number}: ")[2].partition("\n### ")[0]
        assert re.search(rf"```python\n.*```\n\n```text\n.*{number} ", entry, re.DOTALL) or "```toml" in entry, number


def test_what_the_subset_allows_is_described() -> None:
    """A construct that is allowed one day is missing on the page until somebody says how it is written."""
    import ast

    from ruleslawyer.front import subset
    from ruleslawyer.front.constructs import SYNTAX

    parts = {"Module", "arguments", "arg", "alias", "withitem", "keyword", "comprehension"}
    operators = (ast.expr_context, ast.boolop, ast.operator, ast.unaryop, ast.cmpop)
    wanted = {node.__name__ for node in subset.ALLOWED if not issubclass(node, operators)} - parts
    assert wanted == {node.__name__ for node in SYNTAX}


def _page(name: str, value: str = "page()") -> str:
    """What a module of docs/pages makes, in a process of its own: the folder is no package of the tests."""
    code = f"import sys; sys.path.insert(0, {str(DOCS)!r}); from pages import {name}; print({name}.{value})"
    ran = subprocess.run((sys.executable, "-c", code), cwd=ROOT, capture_output=True, text=True, check=True)
    return ran.stdout


def test_every_game_of_the_gallery_is_whole() -> None:
    """Each with register, model, scopes, scenarios, findings, what it is and how it was made; no doubt is left."""
    games = sorted(path.parent for path in (ROOT / "examples").glob("*/spec"))
    assert len(games) >= 4
    for game in games:
        for wanted in (
            "README.md", "log.md", "spec/*/book.toml", "model/*/*.py", "checks/*/scopes/*.toml",
            "checks/*/scenarios/*.toml", "findings/*/001-*.md",
        ):  # fmt: skip
            assert list(game.glob(wanted)), f"{game.name}: {wanted}"
        project = Project.load(game)
        for ruleset in map(project.ruleset, project.rulesets):
            assert ruleset.lint_register().nowhere == (), game.name
