"""What the solver leaves is answered by explorations: published numbers, a broken version, and what a check leaves."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from ruleslawyer.api import Project, Ruleset
from ruleslawyer.check.check import check_rulesets
from ruleslawyer.engines.smt.prove import kinduction, portfolio, search
from ruleslawyer.exploration.explore import Explore
from ruleslawyer.proof import in_scope, prove
from ruleslawyer.proof.witness import witness_problem
from ruleslawyer.rulebook.claims.limits import BY_CTRL_C
from ruleslawyer.rulebook.claims.result import ScopeResult
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset
from ruleslawyer.semantics.interpret import Interpreter
from tests import bank

TESTS = Path(__file__).parents[2]


def peterson(folder: Path = TESTS / "classics" / "peterson") -> Ruleset:
    return Project.load(folder).ruleset("peterson")


@pytest.fixture
def weak(monkeypatch: pytest.MonkeyPatch) -> None:
    """A solver that has no lemma, looks two sub-steps ahead, and has no other method."""
    monkeypatch.setattr(portfolio, "candidates", lambda scoped: [])
    monkeypatch.setattr(portfolio, "relations", lambda scoped, fields: [])
    monkeypatch.setattr(portfolio, "SPACER_SYMBOLS", 0)
    monkeypatch.setattr(kinduction, "MAX_K", 1)
    monkeypatch.setattr(search, "possible", lambda: False)
    for name in ("SHALLOW", "MIDDLE", "MAX_DEPTH"):
        monkeypatch.setattr(portfolio, name, 2)


@pytest.mark.usefixtures("weak")
def test_what_every_play_of_a_scope_keeps() -> None:
    """42 states are published for two processes."""
    (found,) = peterson().prove(["exclusive"], "two", timeout=20.0)
    assert (found.verdict, found.k) == ("BOUNDED", 2)
    (found,) = peterson().prove(["exclusive"], "two", timeout=20.0, explore=True)
    assert (found.verdict, found.method) == ("HOLDS IN SCOPE", "exploration")
    assert "two (42 states, with Process 2)" in found.reason and "no violation within 2 sub-steps" in found.reason
    assert any(method.startswith("1-induction: ") for method in found.tried)


@pytest.mark.usefixtures("weak")
def test_what_a_play_of_a_scope_breaks(tmp_path: Path) -> None:
    """Without waiting both are inside after eight steps, as worked out in the tests of the classic."""
    folder = Path(shutil.copytree(TESTS / "classics" / "peterson", tmp_path / "peterson"))
    rules = folder / "model" / "peterson" / "rules.py"
    rules.write_text(
        rules.read_text("utf-8").replace(" and (not s.flag[other(who)] or s.turn == who)", ""), encoding="utf-8"
    )
    broken = peterson(folder)
    (found,) = broken.prove(["exclusive"], "two", timeout=20.0, explore=True)
    assert (found.verdict, found.method, found.k) == ("VIOLATED", "exploration", 8)
    assert found.witness is not None
    assert witness_problem(Interpreter(broken.system, found.witness.scope), found) == ""


@pytest.mark.usefixtures("weak")
def test_what_a_play_of_a_scope_reaches() -> None:
    """Four steps to the inside."""
    ruleset = peterson()
    (found,) = ruleset.prove(["somebody_inside"], "two", timeout=20.0, explore=True)
    assert (found.verdict, found.method, found.k) == ("HOLDS IN SCOPE", "exploration", 4)
    assert found.witness is not None
    assert witness_problem(Interpreter(ruleset.system, found.witness.scope), found) == ""


def test_what_never_comes_up_is_looked_for_in_other_scopes() -> None:
    """Where nobody moves nothing is known of moves; in a scope with moves, of four states, it is."""
    ruleset = Project.load(bank.TINY).ruleset("t54_step")
    (proof,) = ruleset.prove(["grows"], "tiny", timeout=20.0, second=False)
    idle = replace(proof, verdict="VACUOUS", reason="move is never taken")
    (found,) = in_scope.answer([idle], [ruleset.explore("tiny")])
    assert (found.verdict, found.method) == ("HOLDS IN SCOPE", "exploration")
    assert "in every play of tiny (4 states, with Player 1)" in found.reason and "move is never taken" in found.reason


@pytest.mark.usefixtures("weak")
def test_ctrl_c_ends_the_explorations(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def interrupted(scope: str, *args: Any, **more: Any) -> Callable[[LoadedRuleset], ScopeResult]:
        asked.append(scope)
        return lambda ruleset: replace(Explore(scope)(ruleset), complete=False, stopped=BY_CTRL_C, verdicts=())

    monkeypatch.setattr(prove, "Explore", interrupted)
    (found,) = peterson().prove(["exclusive"], "two", timeout=20.0, explore=True)
    assert (found.verdict, found.interrupted, asked) == ("BOUNDED", True, ["two"])


def test_a_check_says_what_it_leaves() -> None:
    """Nothing, where there is time; without time, everything."""
    ferry = Project.load(TESTS / "projects" / "ferry").ruleset("ferry")
    proofs = ferry.prove(timeout=20.0, second=False)
    everything = {p.property for p in proofs if p.kind != "sometimes"}
    whole = next(check_rulesets([ferry], ["tiny"], timeout=20.0))
    assert (whole.budget, set(whole.unproved)) == (300.0, set())
    hurried = next(check_rulesets([ferry], ["tiny"], timeout=20.0, budget=0.001))
    assert set(hurried.unproved) == everything
    assert all("together was over" in p.reason for p in hurried.proofs if p.verdict in ("BOUNDED", "UNKNOWN"))
