"""`lint --fix` writes once, all or nothing; `lint --diff` writes nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.command import Command
from tests.unit.test_lint import changed, project

__all__ = ["project"]


def test_the_command_writes_once_and_then_nothing(command: Command, project: Path) -> None:
    file = changed(project, ("s.turn = first", "s.trun = first"))
    wrong = file.read_bytes()
    shown = command("lint", "--diff", project=project)
    assert shown.code == 2 and file.read_bytes() == wrong, "a difference changes nothing"
    assert "-        s.trun = first\n+        s.turn = first\n" in shown.out
    assert command("lint", "--dry-run", project=project).out == shown.out
    answer = command("lint", "--fix", project=project)
    assert answer.code == 0 and "`trun` is `turn`" in answer.out
    mended_once = file.read_bytes()
    assert mended_once == wrong.replace(b"s.trun", b"s.turn")
    again = command("lint", "--fix", "--json", project=project)
    assert again.code == 0 and again.json[0]["fixed"] == [] and file.read_bytes() == mended_once


def test_all_files_are_written_or_none(command: Command, project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = changed(project, ("s.turn = first", "s.trun = first"))
    wrong = file.read_bytes()

    def broken(*_: object) -> None:
        raise OSError(28, "No space left on device", "river.py")

    monkeypatch.setattr("os.replace", broken)
    monkeypatch.setattr("pathlib.Path.replace", broken)
    assert command("lint", "--fix", project=project).code == 2
    assert file.read_bytes() == wrong
    assert [path.name for path in file.parent.iterdir() if path.is_file()] == ["river.py"], "no temporary file stays"
