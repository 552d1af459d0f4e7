"""What is mended surely, and what is left to its author."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from ruleslawyer.api import Project
from ruleslawyer.rulebook.lint import UNUSED, Fixed, mend

ROOT = Path(__file__).parents[2]
FERRY = ROOT / "tests" / "projects" / "ferry"
MODEL = "model/ferry/river.py"
LANG = "from ruleslawyer.lang import (\n"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "ferry"
    shutil.copytree(FERRY, folder, ignore=shutil.ignore_patterns("__pycache__", "build"))
    return folder


def changed(project: Path, *edits: tuple[str, str]) -> Path:
    file = project / MODEL
    text = file.read_text("utf-8")
    for before, after in edits:
        assert before in text
        text = text.replace(before, after, 1)
    file.write_text(text, encoding="utf-8")
    return file


def found(project: Path) -> Fixed:
    return mend(Project.load(project).ruleset("ferry"))


def told(project: Path) -> list[tuple[str, str, str]]:
    return [(fix.code, fix.before, fix.after) for fix in found(project).fixes]


def test_nothing_is_mended_where_nothing_is_wrong(project: Path) -> None:
    assert found(project) == Fixed((), {}, 0)


def test_a_misspelt_field(project: Path) -> None:
    changed(project, ("s.turn = first", "s.trun = first"))
    assert told(project) == [("RL207", "trun", "turn")]


def test_a_citation_that_is_written_otherwise(project: Path) -> None:
    """The register has 1.1; what is no id of it but for blanks and a sign can only be that."""
    changed(project, ('with effect("1.1"):', 'with effect("§ 1.1"):'))
    assert told(project) == [("RL201", "§ 1.1", "1.1")]


def test_another_clause_is_nobodys_to_guess(project: Path) -> None:
    changed(project, ('with effect("1.1"):', 'with effect("1.11"):'))
    assert found(project).fixes == () and found(project).left == 1


def test_two_words_that_are_near_are_left_alone(project: Path) -> None:
    """`coyns` may be `coins` or the other word, which is as near."""
    file = changed(project, ("s.turn = first", "s.trun = first"))
    file.write_text(file.read_text("utf-8") + "\n\ntruns = 1\n", encoding="utf-8")
    assert not any(before == "trun" for _, before, _ in told(project))


def test_an_import_that_nobody_uses(project: Path) -> None:
    text = (project / MODEL).read_text("utf-8")
    assert "Enum" not in text
    changed(project, (LANG, f"from enum import Enum\n\n{LANG}    Chance,\n"))
    assert sorted(told(project)) == [(UNUSED, "Chance", ""), (UNUSED, "Enum", "")]
    now = found(project).files[MODEL][1]
    assert "Chance" not in now and "Enum" not in now
    compile(now, MODEL, "exec")


def test_an_import_with_a_comment_is_left_alone(project: Path) -> None:
    changed(project, (LANG, f"from enum import Enum  # kept\n\n{LANG}"))
    assert found(project).fixes == ()


def test_a_mend_shows_the_next_mistake(project: Path) -> None:
    """While a name is unknown nothing is said of scopes; both are mended at once."""
    changed(project, ("s.turn = first", "s.trun = first"))
    scope = project / "checks" / "ferry" / "scopes" / "tiny.toml"
    scope.write_text(scope.read_text("utf-8").replace("[attributes.Cart]", "[attributes.Carrt]", 1), encoding="utf-8")
    assert ("RL207", "trun", "turn") in told(project)
    assert found(project).left == 0 or ("RL702", "Carrt", "Cart") in told(project)


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_lines_end_as_they_did(project: Path, end: str) -> None:
    file = changed(project, ("s.turn = first", "s.trun = first"))
    file.write_bytes(file.read_bytes().replace(b"\n", end.encode()))
    before, after = found(project).files[MODEL]
    assert after == before.replace("trun", "turn") and after.count(end) == before.count(end)
