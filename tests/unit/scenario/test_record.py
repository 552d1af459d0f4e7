"""Recording scenarios: by hand, and of random plays, each of which has to pass."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from ruleslawyer.api import Project
from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.check.scenario.record import record
from ruleslawyer.check.scenario.suite import Suite
from tests.agree.strategies import ROOT
from tests.bank import TINY
from tests.cli.command import Command
from tests.cli.conftest import command as command  # the fixture
from tests.unit.semantics.test_itf import SAMPLE, some_play

PROJECT = Project.load(TINY)
WAR = ROOT / "examples" / "war"


@settings(deadline=None, max_examples=30)
@given(st.sampled_from(SAMPLE), st.integers(0, 2**32))
def test_what_is_recorded_passes(tmp_path_factory: pytest.TempPathFactory, name: str, seed: int) -> None:
    ruleset = PROJECT.ruleset(name)
    system = ruleset.transition_system("tiny")
    trace = some_play(system, Random(seed))
    try:
        text = record(ruleset, system, trace, "it")
    except UsageError:  # a failed check of the model
        assume(False)
    file = tmp_path_factory.mktemp("recorded") / "it.toml"
    file.write_text(text, "utf-8")
    suite = Suite(PROJECT, [file])
    for found, scenario in suite.scenarios:
        result = suite.run(found, scenario)
        assert result.passed, text


def test_a_play(command: Command, tmp_path: Path) -> None:
    """Of t34: whoever works is tired, and the duty rests him before the next decision."""
    saved, file = tmp_path / "gap.json", tmp_path / "gap.toml"
    assert command("explore", "t22_gap", "--trace", "1", "--save", str(saved)).code == 0
    answer = command("scenario", "--new", str(saved), "--name", "one step", "-o", str(file), "--json")
    assert (answer.code, answer.json["file"]) == (0, file.as_posix())
    assert file.read_text("utf-8").splitlines() == [
        'ruleset = "t22_gap"',
        'scope = "tiny"',
        "",
        "[[scenario]]",
        'name = "one step"',
        "when = [",
        '    { action = "move", who = "Player0" },',
        "]",
        "",
        "[scenario.then]",
        'gap = ["stride"]',
        "count = 1",
        'awaits = ["Player0"]',
    ]
    assert command("scenario", str(file)).code == 0
    again = command("scenario", "--new", str(saved), "-o", str(file))
    assert again.code == 2 and "this file exists already" in again.err


def test_a_gap_that_is_met_as_the_game_begins(command: Command, tmp_path: Path) -> None:
    """Of t71: the initial rule asks what nothing answers, and the play from there is a scenario all the same."""
    saved, file = tmp_path / "gap.json", tmp_path / "gap.toml"
    assert command("explore", "t71_gap_at_setup", "--trace", "1", "--save", str(saved)).code == 0
    assert command("scenario", "--new", str(saved), "--name", "as it begins", "-o", str(file)).code == 0
    assert "gap = [" in file.read_text("utf-8")
    assert command("scenario", str(file)).code == 0


def test_a_finding(command: Command, tmp_path: Path) -> None:
    file = tmp_path / "one.toml"
    assert command("scenario", "--new", "--finding", "war/001", "-o", str(file), project=WAR).code == 0
    text = file.read_text("utf-8")
    assert 'clauses = ["2.3"]' in text and 'gap = ["goes_under_first"]' in text
    assert command("scenario", str(file), project=WAR).code == 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "a scenario is recorded from one play"),
        (("--finding", "war/999"), "war has no finding `999`"),
        (("--finding", "chess/001"), "no ruleset `chess`"),
        (("nothing.json",), "there is no such file"),
    ],
)
def test_mistakes(command: Command, arguments: tuple[str, ...], message: str) -> None:
    answer = command("scenario", "--new", *arguments, project=WAR)
    assert answer.code == 2 and message in answer.err and answer.err.count("error:") == 1
