"""After random edits a check that keeps its answers says to the byte what one says that computes everything anew."""

from __future__ import annotations

import shutil
from pathlib import Path
from random import Random

import pytest

from tests.cli.command import Command
from tests.cli.test_kept_checks import FERRY, said
from tests.edits import edited

ROOT = Path(__file__).parents[2]
LONG = [("daemons", ("tiny", "attack")), ("mere_mortals", ("constant",)), ("mnemonic", ("draft_four", "diamonds"))]
"""Scopes that take no time, of rulebooks that are no toys."""


def agree(command: Command, project: Path, ruleset: str, edits: int, seed: int, *more: str) -> int:
    """Check after each edit, with what is kept and anew; gives how often the project could still be read."""
    random, good = Random(seed), 0
    kept_state = {file: file.read_bytes() for file in project.rglob("*") if file.is_file()}
    for number in range(edits):
        if number % 3 == 0:  # otherwise nothing can be read any more, sooner or later
            for file, content in kept_state.items():
                if file.read_bytes() != content:
                    file.write_bytes(content)
        what = edited(project, ruleset, random)
        code, found, _ = said(command, project, ruleset, "--no-prove", *more)
        fresh = said(command, project, ruleset, "--no-prove", "--fresh", *more)
        assert (code, found) == fresh[:2], f"edit {number} of seed {seed}: {what}"
        good += isinstance(found, dict)
    return good


@pytest.fixture
def answers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("RULESLAWYER_ANSWERS", str(tmp_path / "answers"))
    return tmp_path


def test_a_few_edits(command: Command, answers: Path) -> None:
    project = Path(shutil.copytree(FERRY, answers / "ferry", ignore=shutil.ignore_patterns("__pycache__", "build")))
    assert agree(command, project, "ferry", 12, 26) > 5


@pytest.mark.campaign
@pytest.mark.parametrize(("ruleset", "scopes"), LONG)
def test_many_edits(command: Command, answers: Path, ruleset: str, scopes: tuple[str, ...]) -> None:
    scoped = [word for scope in scopes for word in ("--scope", scope)]
    assert agree(command, copied(answers), ruleset, 150, 26, *scoped) > 50


def copied(folder: Path) -> Path:
    """The project of the repository without its findings, which ask what takes long; the ferry has some."""
    project = folder / "project"
    for name in ("model", "checks", "spec"):
        shutil.copytree(ROOT / name, project / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", project)
    return project
