"""Outside of any project the rulesets are those that come with the tool; and nothing is written into them."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from ruleslawyer.api import Project
from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.cli.main import main
from tests.bank import TINY

ROOT = Path(__file__).parents[2]
NOTE = "no project here: the rulesets are those that come with ruleslawyer\n"


def run(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> int:
    monkeypatch.setattr(sys, "argv", ["ruleslawyer", *arguments])
    try:
        main()
    except SystemExit as stop:
        return stop.code if isinstance(stop.code, int) else 0
    return 0


def test_outside_of_a_project(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(monkeypatch, "spec", "ccg", "--lint", "--json") == 0
    printed = capsys.readouterr()
    assert printed.err == NOTE and '"ruleset": "ccg"' in printed.out
    for arguments in (("findings", "--new", "ccg", "1"), ("spec", "--verify", "--update", "--source", str(tmp_path))):
        assert run(monkeypatch, *arguments) == 2
        printed = capsys.readouterr()
        assert "nothing is written" in printed.err and "= help: " in printed.err and NOTE not in printed.err
    (tmp_path / "rules.md").write_text("# Rules\n\nYou may pass.\n", encoding="utf-8")
    assert run(monkeypatch, "spec", "--draft", "rules.md") == 0
    assert (tmp_path / "spec" / "rules" / "book.toml").is_file()


def test_a_project_comes_first(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The one that is named, and then the one that one is in; a folder that is named has to be one."""
    monkeypatch.chdir(TINY / "t01_permit")
    assert not Project.here().bundled and Project.here().root == TINY
    monkeypatch.chdir(tmp_path)
    assert Project.here().bundled and Project.here().root == ROOT
    assert not Project.here(ROOT).bundled
    with pytest.raises(UsageError, match="no ruleslawyer project"):
        Project.here(tmp_path)
