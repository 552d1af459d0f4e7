"""docs/tutorial.md: its commands are run, in order and from an empty folder, and print what the page says."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.cli.command import Command
from tests.documents import appears, follow

PAGE = Path(__file__).parents[2] / "docs" / "tutorial.md"


def test_the_tutorial(command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def answer(folder: Path, arguments: Sequence[str]) -> tuple[int, str, str]:
        monkeypatch.chdir(folder)
        found = command(*arguments, project=Path())
        return found.code, found.out, found.err

    assert follow(PAGE, tmp_path, answer) > 8


def test_what_does_not_appear_is_seen() -> None:
    assert appears("one\n…\n 0.2 s\n", "one   \ntwo\n 13.5 s\n")
    assert not appears("one\ntwo\n", "one\nthree\n")
    assert not appears("one\n", "one\ntwo\n")
    assert not appears("5 states\n", "6 states\n")
