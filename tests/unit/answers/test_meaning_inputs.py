"""Everything that a check reads counts, wherever it lies; nothing else does."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from ruleslawyer.base.diagnostics import ModelError
from ruleslawyer.project.config import Project
from ruleslawyer.rulebook.answers.meaning import inputs, read_by
from ruleslawyer.rulebook.rulesets.loaded import LoadedProject

FERRY = Path(__file__).parents[2] / "projects" / "ferry"
SCOPES = Path("checks/ferry/scopes")
LISTED = """cards = { Cart = "../../../../lists/carts.csv" }
[sorts]
Player = ["Ann", "Bob"]
"""


@pytest.fixture
def ferry(tmp_path: Path) -> Path:
    """A copy of the ferry with a scope whose carts are listed elsewhere, and one that has them from that."""
    root = tmp_path / "ferry"
    shutil.copytree(FERRY, root, ignore=shutil.ignore_patterns("__pycache__", "build"))
    (root / "lists").mkdir()
    shutil.copy(root / "checks/ferry/cards/carts.csv", root / "lists/carts.csv")
    (root / SCOPES / "common").mkdir()
    (root / SCOPES / "common/carts.toml").write_text(LISTED, encoding="utf-8")
    (root / SCOPES / "listed.toml").write_text('extends = "common/carts"\n', encoding="utf-8")
    return root


def digest(root: Path) -> bytes:
    return inputs(root, Project.load(root).ruleset("ferry"))


@pytest.mark.parametrize(
    "file",
    ["pyproject.toml", "model/ferry/river.py", "checks/ferry/river.py", "checks/ferry/limits.toml",
     "checks/ferry/scopes/tiny.toml", "checks/ferry/scopes/common/carts.toml", "checks/ferry/cards/carts.csv",
     "lists/carts.csv", "model/ferry/view.toml", "findings/ferry/001-toll.md", "spec/ferry/book.toml"],
)  # fmt: skip
def test_what_is_read_counts(ferry: Path, file: str) -> None:
    before = digest(ferry)
    assert digest(ferry) == before
    with (ferry / file).open("a", encoding="utf-8") as more:
        more.write("\n")
    assert digest(ferry) != before


def test_a_list_of_cards_that_comes_or_goes(ferry: Path) -> None:
    there = digest(ferry)
    (ferry / "lists/carts.csv").unlink()
    assert digest(ferry) != there


def test_what_nobody_reads_does_not_count(ferry: Path) -> None:
    before = digest(ferry)
    (ferry / "lists/others.csv").write_text("name\n", encoding="utf-8")
    (ferry / "README.md").write_text("a ferry", encoding="utf-8")
    assert digest(ferry) == before


def test_where_the_project_lies_does_not_count(ferry: Path, tmp_path: Path) -> None:
    """A build machine has it in another folder each time."""
    before = digest(ferry)
    ferry.rename(tmp_path / "elsewhere")
    assert digest(tmp_path / "elsewhere") == before


def test_a_folder_behind_a_link(ferry: Path, tmp_path: Path) -> None:
    """Scenarios that lie elsewhere, and a link that goes round."""
    (tmp_path / "played").mkdir()
    played = tmp_path / "played/one.toml"
    played.write_text("", encoding="utf-8")
    (ferry / "checks/ferry/scenarios").symlink_to(tmp_path / "played")
    (tmp_path / "played/round").symlink_to(tmp_path / "played")
    before = digest(ferry)
    played.write_text("# another", encoding="utf-8")
    assert digest(ferry) != before


def test_a_scope_that_cannot_be_read_is_for_the_check_to_say(ferry: Path) -> None:
    (ferry / SCOPES / "tiny.toml").write_text("[", encoding="utf-8")
    (ferry / SCOPES / "none.toml").write_text('cards = ["a"]', encoding="utf-8")
    assert digest(ferry)


def test_lists_of_cards_are_watched(ferry: Path) -> None:
    assert (ferry / "lists").resolve() in {f.resolve() for f in read_by(ferry, Project.load(ferry).ruleset("ferry"))}


def test_the_scope_has_the_list(ferry: Path) -> None:
    """So that the rest is about something."""
    found = LoadedProject(Project.load(ferry)).ruleset("ferry")
    assert len(found.scope("listed").names["Cart"]) > 0
    (ferry / "lists/carts.csv").unlink()
    with pytest.raises(ModelError, match=r"carts\.csv"):
        LoadedProject(Project.load(ferry)).ruleset("ferry").scope("listed")
