"""A replay evaluates the property at its end, under the reading: a violation that is none there is said."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from ruleslawyer.exploration.native import NativeExploration
from ruleslawyer.exploration.reference import ReferenceExploration
from ruleslawyer.rulebook.claims.verdict import Verdict
from tests.agree.written import counter, written
from tests.cli.command import Command


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A number that grows from 0: `below_five` is violated after five actions, `not_negative` never."""
    return written(tmp_path / "project", "counter", counter(permit="s.count < 7"))


@pytest.mark.parametrize("form", ["play.json", "play.itf.json"])
def test_a_saved_violation_is_asked_again(command: Command, project: Path, tmp_path: Path, form: str) -> None:
    file = tmp_path / form
    command("explore", "counter", "--trace", "below_five", "--save", str(file), project=project)
    answer = command("play", str(file), project=project)
    assert answer.code == 0 and "violates below_five at its end" in answer.out
    assert command("play", str(file), "--json", project=project).json["violates"] == ["below_five"]


@pytest.mark.parametrize("form", ["play.json", "play.itf.json"])
def test_a_property_that_holds_at_the_end_fails(command: Command, project: Path, tmp_path: Path, form: str) -> None:
    """The play itself replays; what it is said to violate holds."""
    file = tmp_path / form
    command("explore", "counter", "--trace", "below_five", "--save", str(file), project=project)
    play = json.loads(file.read_text("utf-8"))
    (play if form == "play.json" else play["#meta"])["violates"] = "not_negative"
    file.write_text(json.dumps(play), "utf-8")
    answer = command("play", str(file), project=project)
    assert answer.code == 2
    assert "does not show its violation: not_negative holds at the play's end" in answer.err
    assert not command("play", str(file), "--json", project=project).json["replays"]
    file.write_text(file.read_text("utf-8").replace("not_negative", "not_there"), "utf-8")
    assert "`violates` is no property of counter" in command("play", str(file), project=project).err


def test_an_action_that_breaks_off_at_once_is_shown(command: Command, project: Path) -> None:
    """The fourth step divides by nothing, before anything is done: the play has it as its end, and nothing happens."""
    model = project / "counter" / "model.py"
    text = model.read_text("utf-8")
    model.write_text(text.replace("s.count += 1", "s.count += 1 // (0 if s.count == 3 else 1)"), "utf-8")
    answer = command("explore", "counter", "--trace", "1", project=project)
    assert answer.err == "" and "the play ends here, in an event" in answer.out


def test_another_number_of_steps(command: Command, project: Path, tmp_path: Path) -> None:
    """A violation of four steps, where five are needed, replays and shows nothing."""
    file = tmp_path / "play.json"
    command("explore", "counter", "--trace", "below_five", "--save", str(file), project=project)
    play = json.loads(file.read_text("utf-8"))
    play["steps"].pop()
    file.write_text(json.dumps(play), "utf-8")
    answer = command("play", str(file), project=project)
    assert answer.code == 2 and "below_five holds at the play's end" in answer.err


@pytest.mark.parametrize("engine", ["networkx", "native"])
def test_an_engine_that_errs_is_found_out(
    command: Command, project: Path, monkeypatch: pytest.MonkeyPatch, engine: str
) -> None:
    """A play to another state than the one that violates replays, and does not show the violation."""

    def shortened(verdict: Verdict) -> Verdict:
        if verdict.word != "VIOLATED" or verdict.trace is None:
            return verdict
        return replace(verdict, trace=replace(verdict.trace, steps=verdict.trace.steps[:-1]))

    def errs(explorer: type[ReferenceExploration | NativeExploration]) -> None:
        good = explorer.verdicts
        monkeypatch.setattr(explorer, "verdicts", lambda self: [shortened(v) for v in good(self)])

    errs(ReferenceExploration)
    errs(NativeExploration)
    answer = command("explore", "counter", "--engine", engine, project=project)
    assert answer.code == 1
    assert "below_five, interpreter: below_five holds at the play's end" in answer.out
    (problem,) = command("explore", "counter", "--engine", engine, "--json", project=project).json["unreplayed"]
    assert problem.startswith("below_five, ")
    assert "below_five" in command("check", "counter", "--no-prove", project=project).out
