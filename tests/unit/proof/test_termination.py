"""Turns and games that end, by ranking functions that cvc5 accepts; and plays that go round, which replay."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ruleslawyer.api import Project
from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.engines.smt.encoding.relation import Relation
from ruleslawyer.engines.smt.encoding.smtlib import Unreadable
from ruleslawyer.engines.smt.invariants.derive import Lemma
from ruleslawyer.engines.smt.statements.stated import restate
from ruleslawyer.engines.smt.terminate.ranking import WIDEST, features
from ruleslawyer.lifted.scoped.instances import Scoped
from ruleslawyer.lifted.scoped.nodes import less_equal, number
from ruleslawyer.proof.cycles import Cycles
from ruleslawyer.proof.termination import EndingResult
from ruleslawyer.rulebook.claims.limits import Limits
from ruleslawyer.semantics.trace import play
from tests.bank import TINY

PROJECTS = Path(__file__).parents[2] / "projects"
COUNTERS, HARBOUR = PROJECTS / "counters", PROJECTS / "harbour"
WAR = Path(__file__).parents[3] / "examples" / "war"


def endings(name: str, scope: str | None = None, folder: Path | None = None, project: Path = COUNTERS
            ) -> dict[str, EndingResult]:  # fmt: skip
    found = Project.load(project).ruleset(name).terminates(scope, timeout=60.0, certificates=folder)
    return {one.ending: one for one in found}


def test_euclids_subtraction_ends(tmp_path: Path) -> None:
    """For any two numbers: their sum falls, and both stay positive."""
    game = endings("euclid", "open", tmp_path)["every game ends"]
    ((number_, rules),) = game.ranking
    assert (game.word, rules, game.idle) == ("CERTIFICATE", ("subtract",), ())
    assert number_.startswith("a + b")  # less a constant, where one is known to stay below it
    (certificate,) = Project.load(COUNTERS).certify(tmp_path)
    assert (certificate.property, certificate.accepted) == ("every game ends", True)


def test_the_towers_come_to_rest(tmp_path: Path) -> None:
    """A tower weighs as many moves as it takes: 1, 3, and 7, which is 2 to the power of n, less one."""
    game = endings("towers", "tiny", tmp_path)["every game ends"]
    assert game.word == "CERTIFICATE"
    assert game.ranking == (("2 * work[middle] + 6 * work[large] + the sum of work", ("split",)),)
    (certificate,) = Project.load(COUNTERS).certify(tmp_path)
    assert certificate.accepted


@pytest.mark.parametrize(
    ("name", "scope", "actions"), [("euclid_swaps", "open", 2), ("towers_put_back", "tiny", 2), ("ring", "open", 3)]
)
def test_a_broken_version_goes_round(name: str, scope: str, actions: int) -> None:
    """Two numbers change places twice, work is split and put back, a token goes once round three players."""
    game = endings(name, scope)["every game ends"]
    assert game.word == "LASSO"
    assert game.lasso is not None and game.lasso.scope == "tiny"
    states, back = [game.lasso.trace.start.after, *(step.after for step in game.lasso.trace.steps)], game.lasso.back
    assert back is not None and states[-1] == states[back]
    assert len(states) - 1 - back == actions


def test_a_turn_that_ends_in_a_game_that_does_not() -> None:
    """Turns go round the table: each of them is one action and the duty that ends it."""
    found = endings("t58_turns", "tiny", project=TINY)
    assert [found[name].word for name in ("every turn ends", "every game ends")] == ["CERTIFICATE", "LASSO"]


def test_idle_actions_are_set_aside_and_said(tmp_path: Path) -> None:
    """Entering the room that one is in changes nothing, and keeps a game for ever; nothing else does."""
    game = endings("t55_possible", "tiny", tmp_path, TINY)["every game ends"]
    assert (game.word, game.idle) == ("LASSO", ("enter",))
    assert game.ranking
    (certificate,) = Project.load(TINY).certify(tmp_path)
    assert (certificate.property, certificate.accepted) == ("every game ends, idle actions aside", True)


def test_what_can_be_done_may_be_all_that_falls(tmp_path: Path) -> None:
    """Water rises or falls to its mark: neither does always, but it is not filled twice. A knock and its echo leave all
    as it was, though neither does alone; without them nothing goes round."""
    game = endings("well", "open", tmp_path)["every game ends"]
    assert (game.word, game.idle) == ("LASSO", ("knock",))
    assert game.ranking and "fill" in game.ranking[0][1]
    (certificate,) = Project.load(COUNTERS).certify(tmp_path)
    assert (certificate.property, certificate.accepted) == ("every game ends, idle actions aside", True)
    assert {one.word for one in words_of("well", "open", {"knocking": "never"}, Cycles())} == {
        "NOT APPLICABLE", "CERTIFICATE",
    }  # fmt: skip


def words_of(name: str, scope: str, reading: dict[str, str], rounds: Cycles | None, project: Path = COUNTERS,
             timeout: float = 30.0) -> tuple[EndingResult, ...]:  # fmt: skip
    limits = Limits(states=500)
    return Project.load(project).ruleset(name).terminates(scope, reading, timeout=timeout, limits=limits, rounds=rounds)


@pytest.mark.parametrize(("project", "name", "scope"), [(HARBOUR, "harbour", "small"), (WAR, "war", "n3"),
                                                        (COUNTERS, "well", "tiny")])  # fmt: skip
def test_explorations_are_shared_only_between_readings_that_are_alike(project: Path, name: str, scope: str) -> None:
    """Each option explored by itself, and all of them one after the other: the same verdicts, and plays of one length
    that replay under their own reading."""
    rounds = Cycles()
    questions = Project.load(project).ruleset(name).system.questions.values()
    for reading in ({}, *({q.name: option.name} for q in questions for option in q.options)):
        alone = words_of(name, scope, reading, None, project, 0.0)
        shared = words_of(name, scope, reading, rounds, project, 0.0)
        assert [(a.word, a.reason) for a in alone] == [(a.word, a.reason) for a in shared]
        for one in (one.lasso for one in shared if one.lasso):
            assert dict(one.trace.reading) == reading
            instances = tuple(step.instance for step in one.trace.steps)
            again = play(one.system, one.trace.start.instance, instances, back=one.back)
            assert again == one.trace


def test_what_invariants_order_does_not_push_out_where_the_game_is() -> None:
    """However many invariants there are: stages, flags and totals are in the template before their differences."""
    ruleset = Project.load(HARBOUR).ruleset("harbour")
    relation = Relation(Scoped(ruleset.system, ruleset.scope("small")))
    coins = next(leaf.node for leaf in relation.scoped.layout.leaves if leaf.node.sort == "int" and not leaf.finite)
    many = [Lemma("", less_equal(number(-k), coins), "range") for k in range(WIDEST)]
    plain, crowded = ([count.words for count in features(relation, lemmas)] for lemmas in ((), many))
    assert crowded[: len(plain)] == plain and len(crowded) == WIDEST


def test_a_ranking_function_that_was_changed_is_refused(tmp_path: Path) -> None:
    endings("euclid", "open", tmp_path)
    path = tmp_path / "every+20+game+20+ends" / "certificate.json"
    data = json.loads(path.read_text("utf-8"))
    data["stated"]["terms"] = ["(+ |a| (* 2 |b|))"]
    path.write_text(json.dumps(data), "utf-8")
    with pytest.raises(UsageError, match="certificate"):
        Project.load(COUNTERS).certify(tmp_path)


def test_what_does_not_fall_is_no_ranking_function(tmp_path: Path) -> None:
    """Its goal asks of every step whether it falls; of a turn there has to be an end."""
    ruleset = Project.load(COUNTERS).ruleset("euclid")
    scoped = Scoped(ruleset.system, ruleset.scope("tiny"))
    goal = restate(scoped, "every game ends", [number(1)])
    assert [bad.step for bad in goal.bads] == [0]
    with pytest.raises(Unreadable, match="no duty ends a turn"):
        restate(scoped, "every turn ends", [number(1)])
