"""Ordinary mistakes of a learner: what is said of each names its place, and what would mend it."""

from __future__ import annotations

import os
import shutil
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.cli.command import Command
from tests.documents import blocks
from tests.readings.ordinary import FINDING, Mistake, mistakes, names_place_and_mend

TUTORIAL = Path(__file__).parents[2] / "docs" / "tutorial.md"
ALL = mistakes()
MOST = 0.05
"""The share of mistakes of which a message may say too little."""
WEAK: frozenset[str] = frozenset()
"""Those of which it does: that it says no more of them fails too, once it does."""


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Empty; each game comes into it when it is needed."""
    return tmp_path_factory.mktemp("games")


def _game(command: Command, games: Path, of: str) -> Path:
    """The tutorial's game with its finding, or a pattern, as they are before a mistake."""
    folder = games / of
    if folder.is_dir():
        return folder
    before = Path.cwd()
    os.chdir(games)
    try:
        made = ("init", of) if of == "mygame" else ("explain", of, "-o", of)
        assert command(*made, project=games).code == 0
    finally:
        os.chdir(before)
    if of == "mygame":
        (page,) = (block.text for block in blocks(TUTORIAL) if block.text.startswith("+++"))
        (folder / FINDING).write_text(page, "utf-8")
    return folder


def said_by(command: Command, project: Path, words: Sequence[str]) -> str:
    answer = command(*words, project=project)
    return answer.out + answer.err


@pytest.mark.parametrize("mistake", ALL, ids=[one.name for one in ALL])
def test_a_mistake_is_said(
    command: Command, games: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mistake: Mistake
) -> None:
    project = Path(shutil.copytree(_game(command, games, mistake.of), tmp_path / mistake.of))
    monkeypatch.chdir(project)
    place, said = mistake.put_into(project), said_by(command, project, mistake.words)
    assert "internal error" not in said and "Traceback" not in said
    helps = names_place_and_mend(mistake, place, said) == (True, True)
    assert helps == (mistake.name not in WEAK), said


def test_nearly_all_messages_name_place_and_mend() -> None:
    assert {one.name for one in ALL} >= WEAK and len(WEAK) <= MOST * len(ALL)


@pytest.mark.parametrize("kind", ["model", "register", "scope", "scenario", "finding", "view"])
def test_there_are_enough_of_each_kind(kind: str) -> None:
    assert len(ALL) >= 60 and sum(one.kind == kind for one in ALL) >= 5


def test_a_game_without_a_mistake_names_none(command: Command, games: Path) -> None:
    """What is found in a mistaken one is not there without the mistake."""
    for of, words in sorted({(one.of, tuple(one.words)) for one in ALL}):
        said = said_by(command, _game(command, games, of), words)
        for one in (one for one in ALL if (one.of, tuple(one.words)) == (of, words) and one.at):
            assert f"{one.file}:" not in said or "passed" in said, one.name
