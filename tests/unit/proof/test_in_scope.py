"""What is not proved is answered by explorations: published numbers, a broken version, and what a check leaves."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from ruleslawyer.api import Project, Ruleset
from ruleslawyer.base.diagnostics import InternalError
from ruleslawyer.check.check import check_rulesets
from ruleslawyer.exploration.explore import Explore
from ruleslawyer.ir.rules import APART
from ruleslawyer.proof import in_scope
from ruleslawyer.proof.result import ProofResult, no_answer
from ruleslawyer.rulebook.claims.limits import BY_CTRL_C
from ruleslawyer.rulebook.claims.result import ScopeResult
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset
from tests import bank

TESTS = Path(__file__).parents[2]


def peterson(folder: Path = TESTS / "classics" / "peterson") -> Ruleset:
    return Project.load(folder).ruleset("peterson")


def answered(ruleset: Ruleset, name: str, scope: str = "two") -> ProofResult:
    """What an exploration says where nothing is proved."""
    (found,) = in_scope.explore_remaining(
        ruleset, [no_answer(ruleset.system, name)], [scope], None, None, 20.0, None
    )  # fmt: skip
    return found


def test_what_was_not_accepted_is_no_proof() -> None:
    with pytest.raises(InternalError):
        ProofResult("peace", "always", "PROVED")


def test_what_every_play_of_a_scope_keeps() -> None:
    """42 states are published for two processes."""
    found = answered(peterson(), "exclusive")
    assert (found.verdict, found.method) == ("HOLDS IN SCOPE", "exploration")
    assert "two (42 states, with Process 2)" in found.reason


def test_what_a_play_of_a_scope_breaks(tmp_path: Path) -> None:
    """Without waiting both are inside after eight steps, as worked out in the tests of the classic."""
    folder = Path(shutil.copytree(TESTS / "classics" / "peterson", tmp_path / "peterson"))
    rules = folder / "model" / "peterson" / "rules.py"
    rules.write_text(
        rules.read_text("utf-8").replace(" and (not s.flag[other(who)] or s.turn == who)", ""), encoding="utf-8"
    )
    found = answered(peterson(folder), "exclusive")
    assert (found.verdict, found.method, found.scopes) == ("VIOLATED", "exploration", ("two",))
    assert found.trace is not None and found.trace.length == 8


def test_what_a_play_of_a_scope_reaches() -> None:
    """Four steps to the inside."""
    found = answered(peterson(), "somebody_inside")
    assert found.verdict == "HOLDS IN SCOPE" and found.trace is not None and found.trace.length == 4


@pytest.mark.parametrize(
    ("name", "pair", "word"),
    [
        ("t03_clash", None, "VIOLATED"), ("t15_term_clash", None, "VIOLATED"),
        ("t19_answers_agree", "stride:one/silent", "PROVED"),
    ],
)  # fmt: skip
def test_two_clauses_that_may_clash(name: str, pair: str | None, word: str) -> None:
    """What `explore` lists as a contradiction is where two clauses are not apart; without one they are."""
    ruleset = Project.load(bank.TINY).ruleset(name)
    met = [o.event for o in ruleset.explore("tiny").events if o.event.kind == "contradiction"]
    key = pair or f"{met[0].subject}:{'/'.join(met[0].pair)}"
    (found,) = ruleset.prove([APART + key], timeout=5.0)
    assert found.verdict == word and (found.trace is not None) == (word == "VIOLATED")


def test_what_never_comes_up_is_looked_for_in_other_scopes() -> None:
    """Where nobody moves nothing is known of moves; in a scope with moves, of four states, it is."""
    ruleset = Project.load(bank.TINY).ruleset("t54_step")
    idle = replace(no_answer(ruleset.system, "grows"), verdict="VACUOUS", reason="move is never taken")
    (found,) = in_scope.answer_by_exploration([idle], [ruleset.explore("tiny")], ruleset.system)
    assert (found.verdict, found.method) == ("HOLDS IN SCOPE", "exploration")
    assert "in every play of tiny (4 states, with Player 1)" in found.reason and "move is never taken" in found.reason


def test_ctrl_c_ends_the_explorations(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def interrupted(scope: str, *args: Any, **more: Any) -> Callable[[LoadedRuleset], ScopeResult]:
        asked.append(scope)
        return lambda ruleset: replace(Explore(scope)(ruleset), complete=False, stopped=BY_CTRL_C, verdicts=())

    monkeypatch.setattr(in_scope, "ExploreScope", interrupted)
    found = answered(peterson(), "exclusive")
    assert (found.verdict, found.interrupted, asked) == ("UNKNOWN", True, ["two"])


def test_a_check_says_what_is_not_proved() -> None:
    """Of a book that keeps proofs: all that could be kept and is not, but what a play breaks."""
    host = Project.load(TESTS.parent).ruleset("ccg")
    whole = next(check_rulesets([host], [host.usual_scope], timeout=20.0))
    assert whole.proofs and not {p.property for p in whole.proofs} & {*whole.unproved}
