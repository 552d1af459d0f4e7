"""`check --failed`: what fell short is asked again, and what was left out is said."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from ruleslawyer.base.files.kept import write_note
from tests.cli.command import Command

FERRY = Path(__file__).parents[1] / "projects" / "ferry"
FINDING, LEMMAS = "findings/ferry/001-toll.md", "checks/ferry/lemmas.json"


@pytest.fixture
def ferry(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the ferry in which one proof falls short, and nothing else: `lemmas.json` has a property that induction
    does not show."""
    shutil.copytree(FERRY, tmp_path / "ferry", ignore=shutil.ignore_patterns("__pycache__", "build"))
    kept = {"states": ["two_coins_at_least"], "alone": [], "steps": [], "conditions": []}
    (tmp_path / "ferry" / LEMMAS).write_text(json.dumps(kept), encoding="utf-8")
    monkeypatch.setenv("RULESLAWYER_ANSWERS", str(tmp_path / "answers"))
    return tmp_path / "ferry"


def edit(file: Path, old: str, new: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), encoding="utf-8")


def failed(command: Command, ferry: Path) -> tuple[list[str], list[str], list[str], dict[str, Any]]:
    """What fell short, by kind; what was left out; of which rulesets all was; and the ruleset."""
    answer = command("check", "--failed", "--json", project=ferry)
    found = answer.json
    assert answer.code == bool(found["falls_short"])
    rulesets = found["rulesets"] or [{"left_out": []}]
    return [one["kind"] for one in found["falls_short"]], rulesets[0]["left_out"], found["left_out"], rulesets[0]


def test_what_fell_short_is_asked_again(command: Command, ferry: Path) -> None:
    """A proof; then a finding and a scope besides; each mended in its turn, until nothing is left."""
    edit(ferry / FINDING, "actions = 1", "actions = 2")
    edit(ferry / "findings/ferry/003-turn.md", 'subject = "follower"', 'subject = "payee"')
    assert {s["kind"] for s in command("check", "--json", project=ferry).json["falls_short"]} == {
        "proof", "finding", "event",
    }  # fmt: skip
    kinds, left_out, none, ruleset = failed(command, ferry)
    assert sorted(set(kinds)) == ["event", "finding", "proof"]
    assert left_out == ["1 of 3 findings", "the comparison of the explorers"]
    assert (none, [f["id"] for f in ruleset["findings"]]) == ([], ["001", "003"])

    edit(ferry / FINDING, "actions = 2", "actions = 1")
    edit(ferry / "findings/ferry/003-turn.md", 'subject = "payee"', 'subject = "follower"')
    assert failed(command, ferry)[0] == ["proof"]
    kinds, left_out, _, ruleset = failed(command, ferry)
    assert kinds == ["proof"]
    assert left_out[:2] == ["1 of 1 scopes", "3 of 3 findings"]
    assert (ruleset["scopes"], ruleset["findings"]) == ([], [])
    assert "LEFT OUT: 1 of 1 scopes; 3 of 3 findings" in command("check", "--failed", project=ferry).out

    (name,) = (one["subject"] for one in command("check", "--failed", "--json", project=ferry).json["falls_short"])
    assert name == "two_coins_at_least"
    edit(ferry / LEMMAS, f'"{name}"', "")
    assert failed(command, ferry)[0] == []
    assert failed(command, ferry)[:3] == ([], [], ["ferry"])
    assert "nothing fell short, so LEFT OUT: ferry" in command("check", "--failed", project=ferry).out


def test_without_a_check_there_is_nothing_to_go_by(command: Command, ferry: Path) -> None:
    for _ in range(2):
        answer = command("check", "--failed", project=ferry)
        assert (answer.code, "ferry was not checked yet" in answer.err) == (2, True)
        write_note(ferry, "last-check/ferry.short", [{"kind": 1}])


@pytest.mark.parametrize("more", [("--scope", "tiny"), ("--ends", "1"), ("--watch",), ("-o", "report")])
def test_it_is_a_question_of_its_own(command: Command, ferry: Path, more: tuple[str, ...]) -> None:
    assert command("check", "--failed", *more, project=ferry).code == 2
