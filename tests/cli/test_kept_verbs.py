"""What verbs that ask of one ruleset keep: known while nothing that it depends on has changed, and asked again else."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from ruleslawyer.cli.remembered import UNCHANGED
from tests.cli.command import Command
from tests.cli.test_kept_checks import EDITS, FERRY, without

VERBS = (
    ("explore", "ferry"),
    ("prove", "ferry", "--default-reading", "--timeout", "2"),
    ("prove", "ferry", "--any-number"),
    ("adequacy", "--clauses", "ferry"),
    ("prove", "--clashes", "ferry"),
    ("prove", "--ends", "ferry"),
)


@pytest.fixture
def ferry(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    shutil.copytree(FERRY, tmp_path / "ferry", ignore=shutil.ignore_patterns("__pycache__", "build"))
    monkeypatch.setenv("RULESLAWYER_ANSWERS", str(tmp_path / "answers"))
    return tmp_path / "ferry"


def edited(project: Path, number: int) -> None:
    file, old, new = EDITS[number]
    text = (project / file).read_text(encoding="utf-8")
    assert old in text
    (project / file).write_text(text.replace(old, new, 1), encoding="utf-8")


@pytest.mark.parametrize("verb", VERBS, ids=" ".join)
def test_what_was_found_is_said_again(command: Command, ferry: Path, verb: tuple[str, ...]) -> None:
    first, second, anew = (command(*verb, *more, project=ferry) for more in ((), (), ("--fresh",)))
    assert first.code == second.code == anew.code and first.code in (0, 1)
    assert UNCHANGED in second.out.replace("\n", " ")
    assert UNCHANGED not in first.out.replace("\n", " ") + anew.out.replace("\n", " ")
    known, computed = (command(*verb, "--json", *more, project=ferry).json for more in ((), ("--fresh",)))
    assert without(known, {"seconds"}) == without(computed, {"seconds"})


def test_a_docstring_leaves_an_exploration_known_and_a_bound_does_not(command: Command, ferry: Path) -> None:
    """A comment and a docstring say nothing that a state depends on; a bound that a guard reads does."""
    command("explore", "ferry", project=ferry)
    for number, known in ((0, True), (1, True), (2, False)):
        edited(ferry, number)
        assert (UNCHANGED in command("explore", "ferry", project=ferry).out.replace("\n", " ")) is known, EDITS[number]


@pytest.mark.parametrize("verb", VERBS[-1:], ids=" ".join)
def test_after_each_edit_it_says_what_it_says_anew(command: Command, ferry: Path, verb: tuple[str, ...]) -> None:
    """A docstring and a place leave it known."""
    command(*verb, project=ferry)
    for number in range(6):
        edited(ferry, number)
        if number < 2:
            assert UNCHANGED in command(*verb, project=ferry).out.replace("\n", " ")
        kept, fresh = (command(*verb, "--json", *more, project=ferry) for more in ((), ("--fresh",)))
        said: list[Any] = [(one.code, without(one.json, {"seconds"}) if one.out else one.err) for one in (kept, fresh)]
        assert said[0] == said[1], EDITS[number]


def test_what_there_was_no_time_for_is_asked_again(command: Command, ferry: Path) -> None:
    for verb in VERBS[-1:]:
        for _ in range(2):
            answer = command(*verb, "--timeout", "0.001", project=ferry)
            assert UNCHANGED not in answer.out.replace("\n", " "), verb


def test_rules_that_came_since_are_listed(command: Command, ferry: Path) -> None:
    """After each edit what is known is what an exploration anew says, rules that were never live included."""
    command("explore", "ferry", project=ferry)
    for number in range(len(EDITS[:6])):
        edited(ferry, number)
        kept, fresh = (command("explore", "ferry", "--json", *more, project=ferry) for more in ((), ("--fresh",)))
        said: list[Any] = [without(one.json, {"seconds"}) if one.out else one.err for one in (kept, fresh)]
        assert said[0] == said[1], EDITS[number]


@pytest.mark.parametrize("option", [("--max-states", "1"), ("--workers", "1"), ("--symmetry",)], ids=" ".join)
def test_another_question_is_no_answer_to_this_one(command: Command, ferry: Path, option: tuple[str, ...]) -> None:
    command("explore", "ferry", project=ferry)
    assert UNCHANGED not in command("explore", "ferry", *option, project=ferry).out.replace("\n", " ")


def test_cores_name_findings_so_that_one_which_came_since_is_read(command: Command, ferry: Path) -> None:
    words = ("prove", "--clashes", "ferry", "--timeout", "0", "--clarify", "0")
    command(*words, project=ferry)
    assert UNCHANGED in command(*words, project=ferry).out.replace("\n", " ")
    (ferry / "findings" / "ferry").mkdir(parents=True, exist_ok=True)
    (ferry / "findings" / "ferry" / "notes.md").write_text("No finding is in here.", encoding="utf-8")
    assert UNCHANGED not in command(*words, project=ferry).out.replace("\n", " ")
