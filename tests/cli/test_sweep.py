"""The sweep of a small game, whose fault its hand-made scope does not have; what is said of it is worked out by hand.

Coins are 2 at the start. A thief that is played while another one lies there gets 5: with costs of 1 that leaves
2 - 1 - 1 + 5 = 5, which is allowed; one coin saved, by a cost of 0 or by a thief that lies there already, makes 6. In
the hand-made scope there is one thief, and no jester, of whom alone a clause speaks.
"""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from ruleslawyer.api import Project
from ruleslawyer.exploration.co_occurrence import co_occurring_members
from ruleslawyer.exploration.explore import explore_graph
from ruleslawyer.rulebook.claims.limits import Limits
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset
from ruleslawyer.semantics.state import State
from ruleslawyer.semantics.transition import Instance, Outcome, TransitionSystem
from ruleslawyer.studies.sweep.outcome import DEALT, Task, explore_task, open_journal
from ruleslawyer.studies.sweep.plan import load_plan
from ruleslawyer.studies.sweep.sweep import LIVE, SweepResult, SweepRun
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


def swept(project: Path, **options: Any) -> SweepResult:
    ruleset = Project.load(project).ruleset("duel")
    return SweepRun(ruleset, load_plan(ruleset), limits=Limits(1000), **options).run()


def test_the_hand_made_scope_has_no_fault(command: Command) -> None:
    answer = command("explore", "duel", "--json", project=DUEL)
    assert not answer.json["violations"]
    assert "jesters_wait_for_swift_cards" in answer.json["never_live"]


def test_figures() -> None:
    """One card: kind 3, swift 2, cost 3, place 3. Pairs: 6 + 9 + 9 + 6 + 6 + 9; no guard is swift, nothing is gone."""
    one = swept(DUEL, cards=1).figures[0]
    assert (one.numbering.total, one.impossible, one.refused) == (45, 1, 8)
    assert one.dealt.sum() == one.whole.sum() == 45 - 1 - 8
    # What lies on the table can do nothing more; a jester is never played, as no other card is there.
    assert one.met.sum() < one.dealt.sum()


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
        assert found["position"] == "given" and "nothing_is_gone" in Path(found["file"]).read_text(encoding="utf-8")
        shutil.copy(found["file"], duel / "checks" / "duel" / "scopes" / "found.toml")
        explored = command("explore", "duel", "--scope", "found", "--json", project=duel).json
        assert explored["states"] == found["states"]
    assert [(v["property"], v["play"]) for v in explored["violations"]] == [(rich["title"], rich["play"])]
    assert jester["scenario"] is jester["finding"] is None  # it is a gap of the scopes, and nothing of the book
    ran = command("scenario", rich["scenario"], "--json", project=duel)
    assert ran.code == 0 and [one["passed"] for one in ran.json] == [True]
    shutil.copy(rich["file"], duel / "checks" / "duel" / "scopes")
    (duel / "findings" / "duel").mkdir(parents=True)
    shutil.copy(rich["finding"], duel / "findings" / "duel")
    verified = command("findings", "--verify", "duel", "--json", project=duel)
    assert verified.code == 0 and [one["reproduced"] for one in verified.json] == [True]


def test_it_goes_on_where_it_stopped(monkeypatch: pytest.MonkeyPatch, command: Command, tmp_path: Path) -> None:
    """Ctrl-C after some scopes; the same command explores the others alone, and says the same as in one go."""
    asked = ("sweep", "duel", "--cards", "1", "--json", "--resume", str(tmp_path / "done.jsonl"))
    made: list[object] = []

    def limited(ruleset: LoadedRuleset, task: Task, most: int) -> Any:
        if len(made) == most:
            raise KeyboardInterrupt
        made.append(task)
        return explore_task(ruleset, task)

    def run(most: int) -> Any:
        made.clear()
        monkeypatch.setattr(
            "ruleslawyer.studies.sweep.outcome.explore_task", lambda ruleset, task: limited(ruleset, task, most)
        )
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
        return [m.key for m in explore_task(ruleset, Task(duel, "duel", scope, "Card", Limits(1000), False)).met]

    assert met() == [RICH]
    expected = '[tiny.nobody_gets_rich]\nverdict = "VIOLATED"\nreason = "two thieves"\n'
    (duel / "checks" / "duel" / "expected.toml").write_text(expected, encoding="utf-8")
    assert met() == []


def test_steps_are_taken_by_the_interpreter_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where it takes another step than the code, that is found; here it forgets what playing costs."""
    ruleset = Project.load(DUEL).ruleset("duel")
    plan = load_plan(ruleset)
    _, scope = plan.scope(plan.dealt, {})
    task = Task(DUEL, "duel", scope, "Card", Limits(1000), False)
    # From the beginning two cards may be played, or all be stopped.
    assert explore_task(ruleset, task).compared >= 3 and explore_task(ruleset, task).met == ()
    take = TransitionSystem.take

    def free(self: TransitionSystem, state: State, instance: Instance) -> Outcome:
        found = take(self, state, instance)
        if found.state is None or instance.action != "play":
            return found
        place, _, over = found.state.fields
        return replace(found, state=State((place, 2, over), found.state.frames))

    monkeypatch.setattr(TransitionSystem, "take", free)
    (differs,) = (met for met in explore_task(ruleset, task).met if met.key == ("engines differ", "steps"))
    assert differs.title.startswith("after 0 actions: 2 results of the code alone")


@pytest.mark.parametrize("values", [{}, {"One.kind": "THIEF", "Two.place": "TABLE"}, {"One.kind": "JESTER"}])
def test_cards_come_up_for_both_explorers(values: dict[str, Any]) -> None:
    """What code says of the states is what the reference explorer says of them."""
    ruleset = Project.load(DUEL).ruleset("duel")
    plan = load_plan(ruleset)
    system = ruleset.in_scope(plan.scope(plan.dealt, values)[1], brief=True)
    code, reference = (explore_graph(system, Limits(1000), engine=engine) for engine in ("native", "networkx"))
    assert co_occurring_members(code, "Card") == co_occurring_members(reference, "Card") != {()}


ALIKE = """
extends = "tiny"

[sorts]
Card.One = { kind = "THIEF" }

[sweep]
sort = "Card"

[sweep.fixed]
swift = "not asked here"

[[sweep.factor]]
attribute = "cost"
values = [1, 2]
reason = "what is paid for with the first coin, or with both"

[[sweep.factor]]
choice = "place"
reason = "where cards are"
[sweep.factor.options]
hand = { initial = { place = "HAND" } }
table = { attributes = { kind = "GUARD" }, initial = { place = "TABLE" } }

[[sweep.factor]]
scope = "players"
reason = "one, or two"
[sweep.factor.options]
one = { sorts = { Player = ["Ann"] } }
two = { sorts = { Player = ["Ann", "Bob"] } }
"""


def test_all_ways_to_deal_cards_once(duel: Path) -> None:
    """Two cards that are alike, with two costs and two places each: of the sixteen ways to deal them four are the same
    with the cards in each other's place, and so are six pairs of the others. How many play is varied besides."""
    (duel / "checks" / "duel" / "sweep.toml").write_text(ALIKE, encoding="utf-8")
    done = open_journal(None, {})
    found = swept(duel, cards=2, every=16, done=done)
    one, two = found.figures
    assert one.exhaustive and two.exhaustive and found.plan.alike == (("One", "Two"),)
    assert sum(kind == DEALT and "players" not in key for kind, key in done.answers) == 4 + 10
    assert two.dealt.all() and two.numbering.total == 10 * 4
    assert not swept(duel, cards=2, every=15).figures[1].exhaustive


def test_cards_that_are_one(duel: Path) -> None:
    """No two cards with the same cost: of the four combinations of costs two are refused."""
    text = ALIKE.replace("[sweep]\n", "Card.Two = { cost = 2 }\n\n[sweep]\n")
    text = text.replace('sort = "Card"', 'sort = "Card"\ndistinct = ["cost"]')
    (duel / "checks" / "duel" / "sweep.toml").write_text(text, encoding="utf-8")
    found = swept(duel, cards=2)
    assert found.figures[1].refused == 2 and "two of Card have the same cost" in found.refusals


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
        ('values = ["HAND", "TABLE", "GONE"]', 'of = ["Tow"]', "the base has no `Tow`"),
        ('initial = "place"', 'choice = "place"', "a choice has options"),
        ('initial = "place"', 'scope = "place"', "such a factor has options"),
        ('sort = "Card"', 'sort = "Card"\ndistinct = ["csot"]', "has no attribute `csot`"),
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


@pytest.mark.parametrize("words", ["sweep duel --pairs", "sweep duel --windows", "pairs duel", "windows duel"])
def test_studies_that_are_gone_are_no_options_and_no_verbs(command: Command, words: str) -> None:
    """docs/releases/0.2.md says what to use in their place."""
    answer = command(*words.split(), project=DUEL)
    assert (answer.code, answer.out) == (2, "")
    assert "No such option: --" in answer.err or "No such command" in answer.err
