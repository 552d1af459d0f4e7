"""`findings --settle` as a user meets it: for a gap the ruling is for that alone, and what else changes is said.

The walk of the tiny ruleset: clause 2 answers at 0, clauses 3 and 4 differ at 1, none at 2 and 3; over from 4.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.command import Command, copied

FINDING = """+++
id = "001"
title = "How far from two on?"
kind = "gap"
severity = "low"
state = "open"
clauses = ["2"]
questions = ["stride"]

[[evidence]]
scope = "tiny"
ask = "event"
about = { kind = "gap", subject = "stride" }

[[settle]]
scope = "tiny"
SETTLE
+++
Nothing says it.
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    return copied(tmp_path, "t140_gap_ruled")


def written(project: Path, settle: str) -> None:
    folder = project / "t140_gap_ruled" / "findings"
    folder.mkdir(exist_ok=True)
    (folder / "001-how-far.md").write_text(FINDING.replace("SETTLE", settle), encoding="utf-8")


def test_a_gap_is_settled_alone(command: Command, project: Path) -> None:
    """From 2 to 4: 3 is not reached, where the gap is met as well."""
    written(project, 'ruling = { stride = "jump" }')
    answer = command("findings", "--settle", "t140_gap_ruled", "001", project=project)
    assert answer.code == 0
    for said in (
        "SETTLED by stride? = jump",
        "for the gap alone: where a clause answers stride, it still does",
        "gone: gap: stride: no clause answers",
        "states 5 -> 4",
        "of the states without the event, none changed",
    ):
        assert said in answer.out
    assert "contradiction" not in answer.out


def test_the_whole_question_repeals_an_answer(command: Command, project: Path) -> None:
    """From 0, where clause 2 answers one, to 2."""
    written(project, 'ruling = { stride = "jump" }')
    answer = command("findings", "--settle", "t140_gap_ruled", "001", "--whole", project=project)
    for said in (
        "SETTLED by stride = jump",
        "for the whole question: its option stands in place of every answer",
        "gone too: contradiction: stride: then_two against then_one",
        "of the states without the event, 1 has other moves",
    ):
        assert said in answer.out
    written(project, 'ruling = { stride = "jump" }\nwhole = true\nnote = "It is meant of every move."')
    assert "in place of every answer" in command("findings", "--settle", "t140_gap_ruled", project=project).out


def test_a_violation_that_comes_stands_in_the_line(command: Command, project: Path) -> None:
    """From 1 to 3 as it is read, where the option that is read says nothing, and by the ruling to 5."""
    written(project, 'reading = { stride = "then_two" }\nruling = { stride = "jump" }')
    answer = command("findings", "--settle", "t140_gap_ruled", project=project)
    (line,) = [line for line in answer.out.splitlines() if "SETTLED" in line]
    assert line.startswith("  SETTLED by stride? = jump, which brings 1 new violation")
    assert "new violation: not_five was UNKNOWN, is VIOLATED" in answer.out
    told = command("findings", "--settle", "t140_gap_ruled", "--json", project=project).json
    (run,) = told["trials"][0]["runs"]
    assert (run["settled"], run["gaps"], run["new_violations"]) == (True, ["stride"], ["not_five"])
    assert run["altered"] == {"unreached": 0, "otherwise": 0}
    assert "settled by stride? = jump, which brings 1 new violation" in command(
        "findings", "--verify", "t140_gap_ruled", project=project
    ).out  # fmt: skip


def test_what_is_proposed_says_how_far_it_goes(command: Command, project: Path) -> None:
    written(project, 'ruling = { stride = "jump" }')
    shown = command("findings", "t140_gap_ruled", "001", project=project).out
    assert "proposed in tiny, tried out by `findings --settle`: stride? = jump" in shown
    assert "for the gap alone" in shown
