"""After random edits a verb that keeps its answers says to the byte what one says that computes everything anew."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from ruleslawyer.api import Project
from ruleslawyer.base.diagnostics import ModelError, UsageError
from ruleslawyer.check.evidence.finding import Finding, findings_of
from ruleslawyer.check.scenarios import Scenarios
from ruleslawyer.rulebook.answers.store import Answers
from tests.bank import NAMES, TINY
from tests.cli.command import Command
from tests.cli.test_kept_checks import FERRY, said, without
from tests.edits import SAID, edited
from tests.reports import report_files

ROOT = Path(__file__).parents[2]
LONG = [
    ("daemons", ("tiny", "attack", "draft")),
    ("mere_mortals", ("constant",)),
    ("mnemonic", ("draft_four", "diamonds")),
]
"""Scopes that take no time, of rulebooks that are no toys."""
PROJECTS = FERRY.parent
SCOPES = ("sweep", "duel", "--cards", "1")
ENDS = ("prove", "--ends", "ferry")
PROVED = (ENDS, (*ENDS, "--scope", "tiny"))

PLAYS = (
    """
[[scenario]]
name = "the other's cart"
scope = "tiny"
clauses = ["2.3b"]
start = { first = "Ann" }
when = [{ action = "cross", who = "Ann", cart = "hay" }]
then = { "coins[Ann]" = 0 }
""",
    """
[[scenario]]
name = "not the other's turn"
scope = "tiny"
clauses = ["2.1"]
start = { first = "Ann" }
when = [{ action = "cross", who = "Bob", cart = "hay" }]
then = { not_allowed = true }
""",
)
SHOWN = """
[[evidence]]
ask = "scenario"
about = { file = "play.toml", name = "the other's cart" }
"""


def agree(command: Command, project: Path, ruleset: str, edits: int, seed: int, *more: str) -> int:
    """Check after each edit, with what is kept and anew; gives how often the project could still be read."""
    return agreed(
        project, ruleset, edits, seed, lambda *how: said(command, project, ruleset, "--no-prove", *how, *more)[:2]
    )


def agree_in(command: Command, project: Path, words: tuple[str, ...], edits: int, seed: int) -> int:
    """The same of a verb with these words."""

    def asked(*how: str) -> tuple[int, Any]:
        answer = command(*words, "--json", *how, project=project)
        return answer.code, without(answer.json, {"seconds"}) if answer.out else answer.err

    return agreed(project, words[1], edits, seed, asked)


def agreed(project: Path, ruleset: str, edits: int, seed: int, asked: Callable[..., tuple[int, Any]]) -> int:
    random, good = Random(seed), 0
    kept_state = {file: file.read_bytes() for file in project.rglob("*") if file.is_file()}
    for number in range(edits):
        if number % 3 == 0:  # otherwise nothing can be read any more, sooner or later
            for file, content in kept_state.items():
                if file.read_bytes() != content:
                    file.write_bytes(content)
        what = edited(project, ruleset, random)
        found = asked()
        assert found == asked("--fresh"), f"edit {number} of seed {seed}: {what}"
        good += isinstance(found[1], dict)
    return good


@pytest.fixture
def answers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("RULESLAWYER_ANSWERS", str(tmp_path / "answers"))
    return tmp_path


def test_a_few_edits(command: Command, answers: Path) -> None:
    project = Path(shutil.copytree(FERRY, answers / "ferry", ignore=shutil.ignore_patterns("__pycache__", "build")))
    file, finding = project / "checks/ferry/scenarios/play.toml", project / "findings/ferry/001-toll.md"
    file.parent.mkdir()
    file.write_text("\n".join(PLAYS), encoding="utf-8")
    text = finding.read_text(encoding="utf-8")
    finding.write_text(text.replace("[[settle]]", f"{SHOWN}\n[[settle]]"), encoding="utf-8")
    assert agree(command, project, "ferry", 12, 33) > 5


@pytest.mark.campaign
@pytest.mark.parametrize("ruleset", ["daemons", "mnemonic"])
def test_what_scenarios_tell_after_many_edits(ruleset: str, tmp_path: Path) -> None:
    """What is known of earlier rules, and what is played anew: of a rulebook whose findings ask for scenarios."""
    project, random, known = copied(tmp_path), Random(30), 0
    kept_state = {file: file.read_bytes() for file in (project / "model" / ruleset).rglob("*.py")}
    asked = findings_of(Project.load(ROOT).ruleset(ruleset))
    for number in range(24):
        if number % 3 == 0:
            for file, content in kept_state.items():
                file.write_bytes(content)
        file = random.choice(list(kept_state))
        text = file.read_text(encoding="utf-8")
        file.write_text(SAID(text, random), encoding="utf-8")
        try:
            rules = Project.load(project).ruleset(ruleset)
            assert rules.system
        except ModelError:
            continue
        found, anew = (told_by(Scenarios(rules, one), asked) for one in (Answers(tmp_path / "answers"), Answers()))
        assert found == anew, f"edit {number}"
        again = Scenarios(rules, Answers(tmp_path / "answers"))
        again.want(asked)
        known += not list(again.jobs())
    assert known > 8


def told_by(scenarios: Scenarios, asked: tuple[Finding, ...]) -> list[object]:
    """What scenarios tell, and show; or what is wrong."""
    scenarios.want(asked)
    try:
        queries = [one.about for finding in asked for one in finding.queries if one.ask == "scenario"]
        told = [scenarios.run(about["file"], about["name"]) for about in queries]
        return [*told, scenarios.replays()]
    except UsageError as error:
        return [str(error)]


def test_a_few_edits_of_what_is_asked_of_many_scopes(command: Command, answers: Path) -> None:
    assert agree_in(command, project_of(SCOPES, answers), SCOPES, 5, 27) > 1


@pytest.mark.campaign
@pytest.mark.parametrize("words", [SCOPES, *PROVED], ids=" ".join)
def test_many_edits_of_what_verbs_ask(command: Command, answers: Path, words: tuple[str, ...]) -> None:
    assert agree_in(command, project_of(words, answers), words, 60, 28) > 20


@pytest.mark.campaign
def test_many_edits_of_a_sweep(command: Command, answers: Path) -> None:
    """Of a rulebook, whose findings stay at home."""
    words = ("sweep", "daemons", "--cards", "1", "--max-states", "300")
    assert agree_in(command, copied(answers), words, 60, 29) > 20


def project_of(words: tuple[str, ...], folder: Path) -> Path:
    name = words[1]
    return Path(shutil.copytree(PROJECTS / name, folder / name, ignore=shutil.ignore_patterns("__pycache__", "build")))


def test_pages_after_edits_are_those_made_anew(command: Command, answers: Path) -> None:
    """Of three rulebooks one is edited at a time; of the others pages and data stay, unread."""
    project, random = Path(shutil.copytree(TINY, answers / "tiny")), Random(26)
    kept, three = answers / "kept", NAMES[:3]
    command("check", *three, "-o", str(kept), project=project)
    for number, name in enumerate((three[0], three[2], three[0])):
        model = project / name / "model.py"
        text = model.read_text(encoding="utf-8")
        model.write_text(f"# edit {random.randrange(999)}\n{text}" if number else SAID(text, random), encoding="utf-8")
        command("check", *three, "-o", str(kept), project=project)
        command("check", *three, "--fresh", "-o", str(answers / "anew"), project=project)
        assert report_files(kept) == report_files(answers / "anew")


@pytest.mark.campaign
@pytest.mark.parametrize(("ruleset", "scopes"), LONG)
def test_many_edits(command: Command, answers: Path, ruleset: str, scopes: tuple[str, ...]) -> None:
    scoped = [word for scope in scopes for word in ("--scope", scope)]
    assert agree(command, copied(answers), ruleset, 150, 26, *scoped) > 50


def copied(folder: Path) -> Path:
    """The project of the repository without its findings, which ask what takes long; the ferry has some."""
    project = folder / "project"
    for name in ("model", "checks", "spec"):
        shutil.copytree(ROOT / name, project / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", project)
    return project
