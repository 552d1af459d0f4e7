"""`play`, with its commands on standard input."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest

from tests.cli.command import Command


def played(command: Command, monkeypatch: pytest.MonkeyPatch, lines: str, *arguments: str) -> str:
    monkeypatch.setattr(sys, "stdin", io.StringIO(lines))
    answer = command("play", *arguments)
    assert answer.code == 0, answer.err
    return answer.out


def test_steps(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    shown = played(command, monkeypatch, "1\nquit\n", "t20_answers_differ")
    assert "Player0 decides" in shown
    assert "move(who=Player0)   [7]" in shown
    assert "count: 0 → 1" in shown


def test_why(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    """Which clause forbids what one asks about, by its number or written out."""
    shown = played(command, monkeypatch, "?\nwhy 1\n", "t02_forbid")
    assert "not allowed: forbidden by" in shown
    assert "allowed: permitted by" in shown


def test_mistakes_are_said_and_the_play_goes_on(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = "99\nfly\nmove(who=Nobody)\nmove(wo=Player0)\nmove(\nsave\nwhy\nhelp\n1\n"
    shown = played(command, monkeypatch, lines, "t20_answers_differ")
    assert "there is no number 99" in shown
    assert "there is no action `fly`" in shown
    assert "expected one of Player0, found 'Nobody'" in shown
    assert "move has no parameter `wo`" in shown
    assert "count: 0 → 1" in shown


def test_undo(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    play = json.loads(played(command, monkeypatch, "1\nundo\n1\n1\nundo\n", "t20_answers_differ", "--json"))
    assert [step["action"] for step in play["steps"]] == ["move"]


def test_saved_plays_replay(command: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file = tmp_path / "play.json"
    played(command, monkeypatch, f"1\nsave {file}\n", "t20_answers_differ", "--reading", "stride=two")
    answer = command("replay", str(file), "--json")
    assert answer.code == 0
    assert answer.json["play"] == ["initial()", "move(who=Player0)"]


def test_as_a_player(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ann sees her ace; what Bob may do has no card in it, and his king is not named before it lies open."""
    shown = played(command, monkeypatch, "state\nquit\n", "t130_seen", "--as", "Ann")
    assert "zone: Ace HAND" in shown and "lay(who=Ann, card=Ace)" in shown
    assert "lay(…)" in shown and "King" not in shown
    answer = command("play", "t130_seen", "--as", "Anna")
    assert answer.code == 2 and "did you mean `Ann`?" in answer.err
