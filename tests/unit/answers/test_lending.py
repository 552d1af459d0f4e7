"""Rules that one process read are those of another that borrows them, and nobody reads them twice."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from ruleslawyer.front import lower
from ruleslawyer.rulebook.answers.lending import Lending
from ruleslawyer.rulebook.rulesets import loaded
from ruleslawyer.rulebook.rulesets.loaded import LoadedProject, loaded_ruleset
from tests.ferry import FERRY


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the ferry, and a process that has borrowed nothing."""
    monkeypatch.setattr(loaded, "_lenders", [])
    return Path(shutil.copytree(FERRY, tmp_path / "ferry", ignore=shutil.ignore_patterns("__pycache__", "build")))


def test_rules_are_borrowed(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ruleset = LoadedProject.at(project).ruleset("ferry")
    with Lending([ruleset]) as lender:
        lender.lend((project, "ferry"))
        lender.borrowing()
        rules = ruleset.system
        monkeypatch.setattr(lower, "lower", lambda *_: pytest.fail("they are read once more"))
        borrowed = loaded_ruleset(project, "ferry")
        assert borrowed is not ruleset
        assert borrowed.system == rules
        assert loaded_ruleset(project, "ferry").system is borrowed.system
        assert borrowed.explored_scopes() == ruleset.explored_scopes()
        assert borrowed.modules.keys() == ruleset.modules.keys()


def test_rules_that_nobody_lends_are_read(project: Path) -> None:
    with Lending([]) as lender:
        lender.lend((project, "ferry"))
        lender.borrowing()
        found = loaded_ruleset(project, "ferry")
        assert found.system == LoadedProject.at(project).ruleset("ferry").system


def test_nothing_is_left_behind(project: Path) -> None:
    ruleset = LoadedProject.at(project).ruleset("ferry")
    with Lending([ruleset]) as lender:
        lender.lend((project, "ferry"))
        lender.borrowing()
        folder = Path(lender._folder.name)
        assert [file.name for file in folder.iterdir()] == ["ferry"]
    assert not folder.exists()
