"""A sweep explores thousands of scopes: each is kept by what can matter in it, so that after an edit those alone are
explored to which it may matter, and after an end what is left.

In the duel a forbid says that jesters wait for a swift card on the table. Where none is a jester, the clause never
holds; and where none is swift, jesters wait in any case.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from ruleslawyer.api import Project
from ruleslawyer.cli.remembered import UNCHANGED
from ruleslawyer.ir.schema import Scope
from ruleslawyer.rulebook.claims.limits import Limits
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset, remember
from ruleslawyer.studies.sweep.outcome import Outcome, OutcomeStore, Task, explore_task, kept_outcomes
from ruleslawyer.studies.sweep.plan import load_plan
from ruleslawyer.studies.sweep.sweep import SweepRun
from tests.cli.command import Answer, Command
from tests.cli.test_kept_checks import without

DUEL = Path(__file__).parents[1] / "projects" / "duel"
SWEEP = "sweep", "duel", "--cards", "1"
DOCSTRING = '"""It is over."""'
CLAUSE = "c.swift and s.place[c] == Place.TABLE for c in Card)", "c.swift for c in Card)"


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    shutil.copytree(DUEL, tmp_path / "duel", ignore=shutil.ignore_patterns("__pycache__", "build"))
    monkeypatch.setenv("RULESLAWYER_ANSWERS", str(tmp_path / "answers"))
    return tmp_path / "duel"


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Scope]]:
    """The scopes that are explored. More than `most` end as Ctrl-C does."""
    scopes = Scopes()

    def swept(ruleset: LoadedRuleset, task: Task) -> Outcome:
        scopes.note(task.scope)
        return explore_task(ruleset, task)

    monkeypatch.setattr("ruleslawyer.studies.sweep.outcome.explore_task", swept)
    yield scopes


class Scopes(list[Scope]):
    most: int | None = None

    def note(self, scope: Scope) -> None:
        if len(self) == self.most:
            raise KeyboardInterrupt
        self.append(scope)


def edited(project: Path, old: str, new: str) -> None:
    file = project / "model" / f"{project.name}.py"
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), encoding="utf-8")


def told(answer: Answer) -> Any:
    return answer.code, without(answer.json, {"seconds"})


def bears(scope: Scope) -> bool:
    """Whether the clause of the edit may hold of some card."""
    kinds, swift = scope.attributes["Card", "kind"], scope.attributes["Card", "swift"]
    return 2 in (kinds or ()) and any(swift or ())


def test_it_is_said_again(command: Command, project: Path, made: list[Scope]) -> None:
    """Also after a comment and a docstring; `--fresh` explores all of it, and says the same."""
    first = told(command(*SWEEP, "--json", project=project))
    all_of_them = len(made)
    edited(project, "from enum", "# a line more\nfrom enum")
    edited(project, DOCSTRING, '"""Something else is said of it."""')
    assert told(command(*SWEEP, "--json", project=project)) == first
    assert UNCHANGED in command(*SWEEP, project=project).out.replace("\n", " ")
    assert len(made) == all_of_them > 20
    anew = command(*SWEEP, "--json", "--fresh", project=project)
    assert told(anew) == first and len(made) == 2 * all_of_them
    assert "known" not in command(*SWEEP, "--fresh", project=project).out


def test_an_edit_is_asked_where_it_may_matter(command: Command, project: Path, made: list[Scope]) -> None:
    command(*SWEEP, project=project)
    bearing = [scope for scope in made if bears(scope)]
    assert 0 < len(bearing) < len(made)
    made.clear()
    edited(project, *CLAUSE)
    answer = command(*SWEEP, project=project).out.replace("\n", " ")
    assert len(made) == len(bearing) and all(bears(scope) for scope in made)
    assert "known: nothing that can matter in them has changed" in answer
    known, anew = (command(*SWEEP, "--json", *more, project=project) for more in ((), ("--fresh",)))
    assert told(known) == told(anew)


def test_it_goes_on_after_ctrl_c(command: Command, project: Path, made: Scopes) -> None:
    made.most = 7
    assert command(*SWEEP, "--json", project=project).code == 130
    made.most = None
    rest = told(command(*SWEEP, "--json", project=project))
    asked = len(made)
    made.clear()
    assert told(command(*SWEEP, "--json", "--fresh", project=project)) == rest
    assert len(made) == asked


def test_what_findings_name_is_asked_of_scopes_that_met_it(command: Command, project: Path, made: list[Scope]) -> None:
    """Another reason explores nothing; what is expected now, only scopes that met it; what is not any more, all."""
    words = *SWEEP[:2], "--cards", "2", "--every", "0"
    first = command(*words, "--json", project=project)
    rich = next(one for one in first.json["found"] if one["kind"] == "violated")
    dealt = first.json["scopes"]  # besides, some are explored to find a least one
    file = project / "checks" / "duel" / "expected.toml"
    for text, fewest, most in (
        ('[tiny.nobody_gets_rich]\nverdict = "VIOLATED"\nreason = "two thieves"\n', 1, dealt // 2),
        ("", dealt, len(made)),
    ):
        made.clear()
        file.write_text(text, encoding="utf-8")
        known = command(*words, "--json", project=project)
        assert fewest <= len(made) <= most
        assert (rich["title"] in [one["title"] for one in known.json["found"]]) is (text == "")
        assert told(known) == told(command(*words, "--json", "--fresh", project=project))
        made.clear()
        file.write_text(text.replace("two thieves", "a thief and another"), encoding="utf-8")
        assert told(command(*words, "--json", project=project)) == told(known)
        assert not made


def test_what_more_time_may_better_is_not_kept(project: Path, tmp_path: Path) -> None:
    ruleset = Project.load(project).ruleset("duel")
    kept: OutcomeStore = kept_outcomes(ruleset, tmp_path / "answers", fresh=False)
    scope, limits = ruleset.scope("tiny"), Limits(100)
    for late in (True, False):
        outcome = Outcome(1, "stopped at the limit of 20 s", (), (), (), 0, late=late)
        kept.write(outcome, scope, "Card", limits, readings=False, run="one")
        assert (kept.read(scope, "Card", limits, readings=False, run="two") is None) is late
    assert kept.read(scope, "Card", Limits(101), readings=False, run="two") is None
    assert kept.read(scope, "Card", limits, readings=True, run="two") is None


def test_what_was_explored_elsewhere_is_kept_here(project: Path, tmp_path: Path, made: list[Scope]) -> None:
    """As a cluster answers: it has no store, and what it found is kept by whoever asked."""

    def elsewhere(tasks: Iterable[Task]) -> Iterator[Outcome]:
        for task in tasks:
            assert task.there().answers is None
            yield task.back(task.there()())

    ruleset = Project.load(project).ruleset("duel")
    remember(ruleset)
    plan, found, counts = load_plan(ruleset), [], []
    for by in (elsewhere, elsewhere, None):
        made.clear()
        sweep = SweepRun(ruleset, plan, cards=1, limits=Limits(1000), elsewhere=by, answers=tmp_path / "answers")
        found.append(replace(sweep.run(), known=0, seconds=0.0, figures=[]))
        counts.append(len(made))
    assert found[0] == found[1] == found[2]
    assert counts[0] >= found[0].scopes > 0 and counts[1:] == [0, 0]


def test_what_a_sweep_meets_twice_is_not_known_from_before(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With one card of two alike a deck of two is dealt once more: nobody had looked at it before."""
    monkeypatch.setenv("RULESLAWYER_ANSWERS", str(tmp_path / "answers"))
    first, again = (command("sweep", "t59_attributes").out for _ in range(2))
    assert "known" not in first and "nothing has changed" not in first
    assert "nothing has changed since this was made" in again
