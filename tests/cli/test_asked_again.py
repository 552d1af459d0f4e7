"""What is asked again as somebody waits, counted: each answer by itself in a report."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ruleslawyer.api import Project
from ruleslawyer.engines.native.family import Family
from ruleslawyer.exploration.explore import Explore
from tests.cli.command import Command
from tests.cli.picnic import STAY, answers, picnic


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The picnic, and a second scope in which nobody may leave, so that nothing hangs on when one may."""
    monkeypatch.setenv("RULESLAWYER_ANSWERS", str(tmp_path / "answers"))
    made = picnic(tmp_path / "project")
    scopes = made / "checks" / "picnic" / "scopes"
    (scopes / "seated.toml").write_text('off = ["leave"]\n' + (scopes / "tiny.toml").read_text("utf-8"), "utf-8")
    return made


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The scopes whose answers are explored here, all at once or one alone."""
    found: list[str] = []
    search, explore = Family.search, Explore.__call__

    def searched(self: Family, *given: Any, **named: Any) -> Any:
        found.append(self.system.scope.name)
        return search(self, *given, **named)

    def explored(self: Explore, *given: Any) -> Any:
        found.append(self.scope)
        return explore(self, *given)

    monkeypatch.setattr(Family, "search", searched)
    monkeypatch.setattr(Explore, "__call__", explored)
    return found


def report(command: Command, project: Path, *more: str) -> str:
    made = ("report", "picnic", "--no-prove", "-o", str(project.parent / "site"), *more)
    answer = command(*made, project=project)
    assert answer.code == 0, answer.err
    return answer.err


def test_each_answer_is_asked_once(command: Command, project: Path, asked: list[str]) -> None:
    assert "left to ask" not in report(command, project) and {*asked} == {"tiny", "seated"}
    asked.clear()
    report(command, project)
    assert asked == []
    assert command("findings", "--settle", "--from", answers(project, STAY), project=project).out
    asked.clear()
    report(command, project)
    assert {*asked} == {"tiny"}, "where nobody may leave, an answer to when one may changes nothing"


def test_what_is_left_to_ask_is_named(command: Command, project: Path, asked: list[str]) -> None:
    said = report(command, project, "--matrix", "0.000001")
    assert "picnic: each answer by itself is left to ask of scopes seated, tiny" in said, said
    assert "picnic: each answer by itself is left to ask of findings 001, 002" in said and asked == []
    assert "left to ask" not in report(command, project), "there is time"


def test_who_waits_reads_what_is_asked_and_how_to_leave_it_out(project: Path) -> None:
    read: list[str] = []

    class Work:
        def __init__(self, title: str) -> None:
            self.title = title

        def __enter__(self) -> Any:
            return lambda text: read.append(f"{self.title}: {text}")

        def __exit__(self, *_: object) -> None:
            pass

    Project.load(project).report(project.parent / "site", ["picnic"], prove=False, watch=Work)
    alone = [text for text in read if "--matrix 0 leaves it out" in text]
    assert any("scope tiny, 2 of 2, filled_again = again" in text for text in alone), alone
    assert any("finding 001, 1 of " in text for text in alone), alone
