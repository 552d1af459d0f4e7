"""The sweep of a small game, whose fault its hand-made scope does not have; what is said of it is worked out by hand.

Coins are 2 at the start. A thief that is played while another one lies there gets 5: with costs of 1 that leaves
2 - 1 - 1 + 5 = 5, which is allowed; one coin saved, by a cost of 0 or by a thief that lies there already, makes 6. In
the hand-made scope there is one thief, and no jester, of whom alone a clause speaks.
"""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from ruleslawyer.api import Project
from ruleslawyer.claims.limits import Limits
from ruleslawyer.rulesets.loaded import LoadedRuleset
from ruleslawyer.sweep.outcome import Task, explored
from ruleslawyer.sweep.plan import load_plan
from ruleslawyer.sweep.sweep import LIVE, Sweep, Swept
from tests.cli.command import Command
from tests.cli.schemas import problems, undocumented

DUEL = Path(__file__).parents[1] / "projects" / "duel"
RICH, JESTER = ("violated", "nobody_gets_rich"), (LIVE, "jesters_wait_for_swift_cards")
LEAST: tuple[dict[str, Any], ...] = (
    {"One.kind": "THIEF", "One.cost": 0},
    {"One.kind": "THIEF", "Two.cost": 0},
    {"One.kind": "THIEF", "One.place": "TABLE"},
)
"""The second card is a thief as usual, and the first one is none."""


@pytest.fixture
def duel(tmp_path: Path) -> Path:
    shutil.copytree(DUEL, tmp_path / "duel", ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path / "duel"


def swept(project: Path, **options: Any) -> Swept:
    ruleset = Project.load(project).ruleset("duel")
    return Sweep(ruleset, load_plan(ruleset), limits=Limits(1000), **options).run()


def test_the_hand_made_scope_has_no_fault(command: Command) -> None:
    answer = command("explore", "duel", "--json", project=DUEL)
    assert not answer.json["violations"]
    assert "jesters_wait_for_swift_cards" in answer.json["never_live"]


def test_figures() -> None:
    """One card: kind 3, swift 2, cost 3, place 3. Pairs: 6 + 9 + 9 + 6 + 6 + 9; no guard is swift, nothing is gone."""
    one = swept(DUEL, cards=1).figures[0]
    assert (one.every, one.impossible, one.refused) == (45, 1, 8)
    assert len(one.dealt) == len(one.whole) == 45 - 1 - 8
    # What lies on the table can do nothing more; a jester is never played, as no other card is there.
    assert len(one.met) < len(one.dealt)


def test_what_is_found_and_the_least_scopes(command: Command, duel: Path, tmp_path: Path) -> None:
    """Each is written as a scope, in which `explore` finds the same."""
    out = tmp_path / "out"
    answer = command("sweep", "duel", "--strength", "3", "--write", str(out), "--json", project=duel)
    assert answer.code == 1
    assert not problems("sweep", answer.json) and not undocumented("sweep", answer.json)
    assert answer.json["complete"] and answer.json["positions_keep"] == ["nobody_gets_rich", "nothing_is_gone"]
    jester, rich = answer.json["found"]
    assert (jester["kind"], jester["title"].partition(",")[0]) == JESTER and jester["least"]
    assert (jester["cards"], jester["values"]) == (["One"], {"One.kind": "JESTER"})
    assert (rich["kind"], rich["title"]) == RICH and rich["least"]
    assert rich["cards"] == ["One", "Two"] and rich["values"] in LEAST
    assert len(rich["play"]) == (2 if rich["values"] == LEAST[2] else 3)
    for found in (jester, rich):
        shutil.copy(found["file"], duel / "checks" / "duel" / "scopes" / "found.toml")
        explored = command("explore", "duel", "--scope", "found", "--json", project=duel).json
        assert explored["states"] == found["states"]
    assert [(v["property"], v["play"]) for v in explored["violations"]] == [(rich["title"], rich["play"])]


def test_it_goes_on_where_it_stopped(monkeypatch: pytest.MonkeyPatch, command: Command, tmp_path: Path) -> None:
    """Ctrl-C after some scopes; the same command explores the others alone, and says the same as in one go."""
    asked = ("sweep", "duel", "--cards", "1", "--json", "--resume", str(tmp_path / "done.jsonl"))
    made: list[object] = []

    def limited(ruleset: LoadedRuleset, task: Task, most: int) -> Any:
        if len(made) == most:
            raise KeyboardInterrupt
        made.append(task)
        return explored(ruleset, task)

    def run(most: int) -> Any:
        made.clear()
        monkeypatch.setattr("ruleslawyer.sweep.outcome.explored", lambda ruleset, task: limited(ruleset, task, most))
        return command(*asked, project=DUEL)

    first = run(5)
    assert first.code == 130 and first.json["scopes"] == 5 and not first.json["complete"]
    with (tmp_path / "done.jsonl").open("a") as file:
        file.write('{"scope": "cut o')
    rest = run(-1)
    done = len(made)
    (tmp_path / "done.jsonl").unlink()
    whole = run(-1)
    assert done == len(made) - 5
    assert {**rest.json, "seconds": 0} == {**whole.json, "seconds": 0}


def test_workers_say_the_same() -> None:
    one, two = (swept(DUEL, cards=1, workers=number) for number in (1, 2))
    assert (one.scopes, one.states, one.new) == (two.scopes, two.states, two.new)


def test_without_a_plan_the_cards_of_a_scope_are_varied(duel: Path) -> None:
    (duel / "checks" / "duel" / "sweep.toml").unlink()
    found = swept(duel, cards=1)
    assert found.plan.base == "tiny" and found.plan.dealt == ("One", "Two")
    assert set(found.new) == {RICH, JESTER}  # the second card is there, and as it is in the scope


def test_what_is_declared_is_not_new(duel: Path) -> None:
    def met() -> list[tuple[str, ...]]:
        ruleset = Project.load(duel).ruleset("duel")
        plan = load_plan(ruleset)
        _, scope = plan.scope(plan.dealt, LEAST[0])
        return [m.key for m in explored(ruleset, Task(duel, "duel", scope, "Card", Limits(1000), False)).met]

    assert met() == [RICH]
    expected = '[tiny.nobody_gets_rich]\nverdict = "VIOLATED"\nreason = "two thieves"\n'
    (duel / "checks" / "duel" / "expected.toml").write_text(expected, encoding="utf-8")
    assert met() == []


def test_options_are_asked_too() -> None:
    assert set(swept(DUEL, cards=1, readings=True).new) == {JESTER}


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('["One", "Two"]', '["One", "Tow"]', "the base has no `Tow`"),
        ('initial = "place"', 'initial = "plaec"', "there is no initial `plaec`"),
        ('"TABLE", "GONE"]', '"TABEL", "GONE"]', "TABEL"),
        ('kind = ["GUARD"]', 'kind = ["GAURD"]', "`kind` has these values"),
        ('reason = "no guard is swift"', "", "`reason` is missing"),
        ("[sweep]", "[swoop]", "no `swoop`"),
        ('sort = "Card"', 'sort = "Crad"', "unknown sort `Crad`"),
    ],
)
def test_mistakes(command: Command, duel: Path, old: str, new: str, said: str) -> None:
    file = duel / "checks" / "duel" / "sweep.toml"
    file.write_text(file.read_text(encoding="utf-8").replace(old, new, 1), encoding="utf-8")
    answer = command("sweep", "duel", project=duel)
    assert answer.code == 2 and said in answer.err and "sweep.toml" in answer.err
    assert not answer.out


def test_a_file_of_another_sweep(command: Command, tmp_path: Path) -> None:
    file = tmp_path / "done.jsonl"
    file.write_text(json.dumps({"sweep": {"rules": "others"}}) + "\n", encoding="utf-8")
    answer = command("sweep", "duel", "--resume", str(file), project=DUEL)
    assert answer.code == 2 and "of another sweep" in answer.err
    assert command("sweep", "duel", "--cards", "3", project=DUEL).code == 2
