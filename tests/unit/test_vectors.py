"""Conformance vectors: by hand on War, and what they claim held against the explorer, mistake by mistake."""

from __future__ import annotations

import json
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from ruleslawyer.api import Project, Ruleset
from ruleslawyer.engines.explore.search import Exploration, explore
from ruleslawyer.play.vectors.distinguish import Distinction
from ruleslawyer.play.vectors.files import files, index_of, verify, write
from ruleslawyer.play.vectors.score import MutantFate, Mutation, sample_mutants
from ruleslawyer.play.vectors.suite import Suite, make_suite
from ruleslawyer.play.vectors.walk import Walk
from ruleslawyer.rulebook.claims.limits import Limits
from ruleslawyer.semantics.interpret import Interpreter
from ruleslawyer.semantics.transition import TransitionSystem
from tests.agree.strategies import ROOT
from tests.bank import TINY
from tests.cli.command import Command
from tests.cli.conftest import command as command  # the fixture
from tests.cli.schemas import problems, undocumented

WAR = ROOT / "examples" / "war"
PROJECT = Project.load(TINY)
SAMPLE = (
    "t04_over",
    "t10_exception_of_exception",
    "t13_domain",
    "t20_answers_differ",
    "t27_frame",
    "t29_joint",
    "t34_duty",
    "t40_until",
    "t47_pile",
    "t80_settle",
    "t100_deed",
)


def suite_of(name: str, most: int | None = None) -> Suite:
    ruleset = PROJECT.ruleset(name)
    system = ruleset.transition_system("tiny")
    chosen, of = sample_mutants(system.system, ruleset.root, most, 0)
    return make_suite([system], system.system, Limits(), lambda text: None, lambda w, r: Mutation(w, r, chosen, of))


def test_what_only_telling_vectors_catch_is_counted_apart() -> None:
    """As many as are missed where no vector tells readings apart."""
    ruleset = PROJECT.ruleset("t20_answers_differ")
    system = ruleset.transition_system("tiny")
    chosen, of = sample_mutants(system.system, ruleset.root, None, 0)

    def caught(telling: bool) -> Mutation:
        def mutation(walks: Sequence[Walk], readings: Sequence[Distinction]) -> Mutation:
            return Mutation(walks, readings if telling else (), chosen, of)

        found = make_suite([system], system.system, Limits(), lambda text: None, mutation).mutation
        assert found is not None
        return found

    both, alone = caught(True), caught(False)
    assert both.told_apart_by_readings == both.count("caught") - alone.count("caught") > 0
    assert alone.told_apart_by_readings == 0


def graph(found: Exploration) -> Any:
    """All that can be seen of an exploration: beginnings, whose decision it is, the edges, and who has won."""
    system = found.system
    ends = {s: system.winners(s) for s, ended in found.graph.nodes(data="ended") if ended}
    waits = {s: system.awaits(s) for s in found.graph if s not in ends}
    return set(found.initial), waits, ends, {(a, b, d["instance"]) for a, b, d in found.graph.edges(data=True)}


@pytest.mark.parametrize("name", SAMPLE)
def test_a_mistake_without_a_difference_leaves_the_game_as_it_is(name: str) -> None:
    """The reference explorer, which knows nothing of vectors, finds the same graph."""
    suite = suite_of(name)
    assert suite.mutation is not None
    (walk,) = suite.walks
    ours = graph(explore(walk.system))
    survivors = [c for c in suite.mutation.found if c.fate != "caught"]
    for caught in survivors:
        assert caught.fate in ("no difference", "never runs")
        theirs = explore(TransitionSystem(Interpreter(caught.mutant.system, walk.system.scope)))
        assert graph(theirs) == ours, caught.mutant.name
    assert suite.mutation.share == 1


@pytest.mark.parametrize("name", SAMPLE)
def test_vectors_show_all_that_the_walk_shows(name: str) -> None:
    suite = suite_of(name, most=0)
    shown = {t for v in suite.vectors for p in v.walk.path_to(v.place) for t in v.walk.shows.get(p, ())}
    assert shown == {t for walk in suite.walks for place in walk.shows for t in walk.shows[place]}
    assert {t for v in suite.vectors for t in v.covers} == shown


def test_what_over_shows() -> None:
    """Of t04, where the permit says yes but on one's own turn, and the forbid beats it where it holds."""
    found = explore(PROJECT.ruleset("t04_over").transition_system("tiny"))
    suite = suite_of("t04_over")
    live = {name for name, ways in suite.shown_ways.items() if "speaks" in ways}
    assert live <= set(found.decisive) | set(found.live)
    assert {name for name in found.decisive if name in suite.shown_ways} <= live


def made_of(command: Command, folder: Path, *more: str, project: Path = WAR) -> Any:
    answer = command("export", "--to", "vectors", "war", "--scope", "n3", "-o", str(folder), *more, project=project)
    assert answer.code == 0, answer.err
    return json.loads((folder / "index.json").read_text("utf-8"))


def test_war(command: Command, tmp_path: Path) -> None:
    """Three cards, shuffled and cut in 3! · 2 ways or more; whoever wins a round takes both cards, and nothing says in
    which order: one play tells the three readings apart, by what is legal at its end."""
    index = made_of(command, tmp_path / "war")
    assert problems("vectors-index", index) == [] and undocumented("vectors-index", index) == []
    told = {tuple(v["tells"]["options"]): v for v in index["vectors"] if v["tells"]}
    assert set(told) == {("winners_card_first",), ("losers_card_first",), ("free_order",)}
    legal = {}
    for (option,), entry in told.items():
        vector = json.loads((tmp_path / "war" / entry["file"]).read_text("utf-8"))
        assert problems("itf", vector) == [] and undocumented("itf", vector) == []
        assert vector["#meta"]["reading"] == {"goes_under_first": option}
        legal[option] = [i["args"]["first"] for i in vector["states"][-1]["#meta"]["legal"]]
    assert legal == {
        "winners_card_first": ["WINNERS"],
        "losers_card_first": ["LOSERS"],
        "free_order": ["WINNERS", "LOSERS"],
    }
    shown = {c["name"]: c for c in index["clauses"]}
    assert shown["the_winner_takes"] == {
        "name": "the_winner_takes",
        "clauses": ["2.3"],
        "speaks": True,
        "silent": True,
        "mcdc": True,
    }
    # Decks that are empty (2), left (2) and a card that is lifted decide alone; so does an order that is another one.
    # That there is no order is so under another reading only.
    covered = {target for vector in index["vectors"] for target in vector["covers"]}
    of_the_norm = {c.split(", ")[1] for c in covered if c.startswith("the_winner_takes, condition")}
    assert {(c[10], c.split(") ")[1]) for c in of_the_norm} == {
        ("1", "decides when false"),
        ("2", "decides when false"),
        ("2", "decides when true"),
    }
    assert (index["rules"]["conditions"], index["rules"]["conditions_mcdc"]) == (7, 6)
    assert index["mutants"]["caught"] == index["mutants"]["tried"] - len(index["mutants"]["survivors"])
    assert index["mutants"]["undecided"] == 0
    assert index["telling"] == len(told)
    assert index["mutants"]["share_of_all"] == round(index["mutants"]["caught"] / index["mutants"]["tried"], 4)
    answer = command("export", "--to", "vectors", "war", "--verify", str(tmp_path / "war"), "--json", project=WAR)
    assert (answer.code, answer.json["agree"], answer.json["vectors"]) == (0, True, len(index["vectors"]))


BROKEN = {
    "the loser takes": ("play.py", ".top.rank > s.deck[opponent(who)]", ".top.rank < s.deck[opponent(who)]"),
    "the loser's card stays": ("play.py", "opponent(who)].without_top()\n", "opponent(who)]\n"),
    "the other order": ("play.py", "return order is None or order == first", "return order is None or order != first"),
}


@pytest.mark.parametrize("mistake", BROKEN)
def test_a_wrong_model_is_caught(command: Command, tmp_path: Path, mistake: str) -> None:
    """A copy of War with a mistake in its source, held against the vectors of the right one."""
    made_of(command, tmp_path / "vectors", "--mutants", "0")
    copy = tmp_path / "war"
    shutil.copytree(WAR, copy, ignore=shutil.ignore_patterns("__pycache__"))
    name, right, wrong = BROKEN[mistake]
    file = copy / "model" / "war" / name
    text = file.read_text("utf-8")
    assert right in text
    file.write_text(text.replace(right, wrong), "utf-8")
    answer = command("export", "--to", "vectors", "war", "--verify", str(tmp_path / "vectors"), "--json", project=copy)
    assert (answer.code, answer.json["rules_changed"], answer.json["agree"]) == (1, True, False)
    assert answer.json["problems"]
    assert problems("vectors-verify", answer.json) == []


def test_a_folder_that_was_tampered_with(command: Command, tmp_path: Path) -> None:
    folder = tmp_path / "vectors"
    index = made_of(command, folder, "--mutants", "0")
    file = folder / index["vectors"][0]["file"]
    file.write_text(file.read_text("utf-8") + " ", "utf-8")
    answer = command("export", "--to", "vectors", "war", "--verify", str(folder), project=WAR)
    assert answer.code == 1 and "is not the one that the index lists" in answer.out
    file.unlink()
    answer = command("export", "--to", "vectors", "war", "--verify", str(folder), project=WAR)
    assert answer.code == 2 and answer.err.count("error:") == 1


def test_what_an_older_suite_left_goes(command: Command, tmp_path: Path) -> None:
    """And nothing else does, whatever an index says."""
    folder = tmp_path / "vectors"
    made_of(command, folder)
    other, outside = folder / "mine.txt", tmp_path / "outside.txt"
    other.write_text("mine", "utf-8")
    outside.write_text("mine", "utf-8")
    before = {p.name for p in folder.iterdir()}
    fewer = made_of(command, folder, "--mutants", "0", "--reading", "goes_under_first=free_order")
    now = {p.name for p in folder.iterdir()}
    assert now == {v["file"] for v in fewer["vectors"]} | {"index.json", "mine.txt"} and before != now
    index = json.loads((folder / "index.json").read_text("utf-8"))
    index["vectors"].append({**index["vectors"][0], "file": "../outside.txt"})
    (folder / "index.json").write_text(json.dumps(index), "utf-8")
    made_of(command, folder, "--mutants", "0")
    assert outside.read_text("utf-8") == "mine"


def test_ctrl_c_keeps_what_there_is(command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(self: Mutation, *args: object) -> MutantFate:
        raise KeyboardInterrupt

    monkeypatch.setattr(Mutation, "_try_places", stopped)
    answer = command("export", "--to", "vectors", "war", "--scope", "n3", "-o", str(tmp_path / "v"), project=WAR)
    assert answer.code == 130 and "interrupted" in answer.err
    index = json.loads((tmp_path / "v" / "index.json").read_text("utf-8"))
    assert index["stopped"] and index["vectors"]
    assert 0 < index["mutants"]["tried"] == index["mutants"]["caught"] < index["mutants"]["of"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--scope", "n9"), "war has no scope `n9`"),
        (("--reading", "nonsense=1"), "there is no question `nonsense`"),
        (("--verify", "nowhere"), "there is no such file"),
        (("--verify", "a", "-o", "b"), "--verify makes no vectors"),
        (("--max-states", "0"), "--max-states"),
    ],
)
def test_mistakes(command: Command, arguments: tuple[str, ...], message: str) -> None:
    answer = command("export", "--to", "vectors", "war", *arguments, project=WAR)
    assert answer.code == 2 and message in answer.err


def test_an_incomplete_scope_is_said(command: Command) -> None:
    answer = command(
        "export", "--to", "vectors", "war", "--scope", "n3", "--max-states", "2", "--mutants", "0", "--json",
        project=WAR,
    )  # fmt: skip
    assert answer.code == 1
    assert "limit" in answer.json["scopes"][0]["stopped"]


def test_vectors_of_every_tiny_agree_with_the_rules(tmp_path: Path) -> None:
    """On both machines, from the files: branches that end, frames, chance, piles, and games that cannot begin."""
    wrong = []
    for name in PROJECT.rulesets:
        ruleset = PROJECT.ruleset(name)
        if "tiny" in ruleset.scopes():
            folder = tmp_path / name
            write(folder, files(suite_of(name, most=0), name, ()))

            def machines(scope: str, reading: Any, _: Any, ruleset: Ruleset = ruleset) -> list[TransitionSystem]:
                return [ruleset.transition_system(scope, reading, direct=direct) for direct in (False, True)]

            found = verify(folder, index_of(folder, name), machines)
            wrong += [(name, one.file, one.problem) for one in found if one.problem]
    assert wrong == []
