"""Campaigns: the plan, what is done and kept, and that a campaign which was killed goes on where it was."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from ruleslawyer.api import Project, Ruleset
from ruleslawyer.cli.campaign import Task
from tests.cli.command import Answer, Command

FERRY = Path(__file__).parents[1] / "projects" / "ferry"
DUEL = FERRY.parent / "duel"
VERBS = ["explore", "prove", "prove"]
"""What there is to do about the ferry, of which a proof is kept: no scope of it is for the campaign."""
KEPT = '{"states": [], "alone": [], "steps": ["writes:coins"], "conditions": []}'


@pytest.fixture
def command(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Command:
    return Command(monkeypatch, capsys)


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("RULESLAWYER_ANSWERS", str(tmp_path / "answers"))
    ferry = Path(shutil.copytree(FERRY, tmp_path / "ferry", ignore=shutil.ignore_patterns("__pycache__", "build")))
    (ferry / "checks" / "ferry" / "lemmas.json").write_text(KEPT, encoding="utf-8")
    return ferry


def codes(found: Answer) -> list[tuple[str, int | None, bool]]:
    return [(task["verb"], task["code"], task["known"]) for task in found.json["tasks"]]


def test_a_plan_alone_does_nothing(command: Command, project: Path) -> None:
    found = command("campaign", "--plan", "--json", project=project)
    assert [(task["verb"], task["known"], task["last"]) for task in found.json["tasks"]] == [
        (v, False, None) for v in VERBS
    ]
    assert found.json["untimed"] == len(VERBS)
    assert not (project / "build").exists()


def test_what_was_done_is_known(command: Command, project: Path) -> None:
    """The proofs come before their certificates are checked; the second time nothing is left."""
    one = command("campaign", "--workers", "1", "--json", project=project)
    assert [verb for verb, _, known in codes(one) if not known] == VERBS
    assert list((project / "build" / "certificates" / "ferry").glob("*/certificate.json"))
    assert "PROVED" in "".join(file.read_text() for file in (project / "build" / "campaign" / "ferry").glob("prove*"))
    plan = command("campaign", "--plan", "--json", project=project).json
    assert all(task["known"] and task["last"] is not None for task in plan["tasks"])
    other = command("campaign", "--json", project=project)
    assert [(v, c) for v, c, _ in codes(other)] == [(v, c) for v, c, _ in codes(one)]
    assert all(known for _, _, known in codes(other))
    assert other.code == one.code
    edited = project / "model" / "ferry" / "river.py"
    edited.write_text(edited.read_text(encoding="utf-8") + "\n", encoding="utf-8")
    assert not any(task["known"] for task in command("campaign", "--plan", "--json", project=project).json["tasks"])


def test_a_campaign_that_is_killed_goes_on(command: Command, project: Path) -> None:
    words = [sys.executable, "-m", "ruleslawyer", "--project", str(project), "campaign", "--workers", "1", "--json"]
    process = subprocess.Popen(words, env=dict(os.environ), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    end = time.monotonic() + 120
    while not (project / "build" / "campaign" / "ferry").exists() and time.monotonic() < end:
        time.sleep(0.05)
    process.kill()
    process.wait()
    plan = command("campaign", "--plan", "--json", project=project).json["tasks"]
    assert plan[0]["known"]
    assert not plan[-1]["known"]
    found = command("campaign", "--json", project=project)
    assert [known for _, _, known in codes(found)] == [task["known"] for task in plan]
    assert None not in [code for _, code, _ in codes(found)]


def test_time_is_out(command: Command, project: Path) -> None:
    found = command("campaign", "--minutes", "0.001", "--json", project=project)
    assert found.code == 1
    assert found.json["stopped"] == "stopped after 0.001 minutes"
    assert not all(task["done"] for task in found.json["tasks"])


def test_a_task_that_fails_is_over(command: Command, project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A defect of the tool in one task is said, and the others are done."""

    def tasks(ruleset: Ruleset) -> Iterator[Task]:
        yield Task(ruleset, "no_such_verb", (ruleset.name,))
        yield Task(ruleset, "spec", (ruleset.name,))

    monkeypatch.setattr("ruleslawyer.cli.campaign.tasks_of", tasks)
    found = command("campaign", "--workers", "1", "--json", project=project)
    assert codes(found) == [("no_such_verb", 2, False), ("spec", 0, False)]
    assert "internal error: KeyError" in next((project / "build/campaign/ferry").glob("no_such*")).read_text()


@pytest.mark.campaign
def test_a_sweep_after_an_edit(command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What an earlier one wrote is of other rules: nothing goes on from its file, and what it found is no news."""
    monkeypatch.setenv("RULESLAWYER_ANSWERS", str(tmp_path / "answers"))
    duel = Path(shutil.copytree(DUEL, tmp_path / "duel", ignore=shutil.ignore_patterns("__pycache__", "build")))
    words = ("campaign", "duel", "--only", "sweep", "--workers", "1", "--json")
    found = command(*words, project=duel).json["tasks"][0]["found"]
    assert "nobody_gets_rich" in found
    model = duel / "model" / "duel.py"
    model.write_text(model.read_text(encoding="utf-8").replace("coins <= 5", "coins <= 9"), encoding="utf-8")
    task = command(*words, project=duel).json["tasks"][0]
    assert task["code"] in (0, 1) and not task["known"]
    assert "nobody_gets_rich" not in (task["found"] or "")


def test_adequacy_goes_on_while_rules_and_checks_are_the_same(command: Command, project: Path) -> None:
    """What was noted of others is taken away, or else the verb refuses it."""
    file = "build/adequacy/ferry.jsonl"
    words = ("adequacy", "ferry", "--sample", "2", "--sweep", "1", "--more", "1", "--resume", str(project / file))
    asked = Task(Project.load(project).ruleset("ferry"), "adequacy", words[1:], goes_on_from=file)
    asked.clear()
    assert command(*words, project=project).code in (0, 1)
    noted = (project / file).read_bytes()
    asked.clear()
    assert (project / file).read_bytes() == noted
    for edited in ("checks/ferry/limits.toml", "model/ferry/river.py"):
        (project / file).write_bytes(noted)
        with (project / edited).open("a", encoding="utf-8") as text:
            text.write("\n# a line more\n")
        assert command(*words, project=project).code == 2
        Task(Project.load(project).ruleset("ferry"), "adequacy", words[1:], goes_on_from=file).clear()
        assert not (project / file).exists()


def test_a_verb_that_there_is_not(command: Command, project: Path) -> None:
    found = command("campaign", "--only", "sweep", project=project)
    assert found.code == 2
    assert "there is: explore, prove" in found.err


def test_a_scope_that_takes_too_long_is_for_the_campaign(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`check` goes on after a time of its own and says how the scope is kept out, which `explain` knows too."""
    monkeypatch.setattr("ruleslawyer.check.explorations.MOST_SECONDS", 1e-6)
    project = Path(shutil.copytree(FERRY, tmp_path / "ferry"))
    short = command("check", "--no-prove", project=project)
    assert short.code == 1 and "the exploration is incomplete: stopped at the limit of 1e-06 s" in short.out
    assert "campaign = true in checks/ferry/scopes/tiny.toml" in short.out
    scope = project / "checks/ferry/scopes/tiny.toml"
    scope.write_text(f"campaign = true\n{scope.read_text('utf-8')}", "utf-8")
    assert (
        "for `ruleslawyer campaign` only, so not explored: tiny" in command("check", "--no-prove", project=project).out
    )
    assert "stopped at the limit" not in command("check", "--no-prove", "--scope", "tiny", project=project).out
    for name in ("large", "campaign"):
        assert "`ruleslawyer campaign` explores it" in " ".join(command("explain", name).out.split())
