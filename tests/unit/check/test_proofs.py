"""The proofs of a check: what a question said is found again where the whole answer is not."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from ruleslawyer.check.proofs import in_open, lapsed_in_open
from ruleslawyer.engines.smt.certify.accepted import Accepted, Judge, accept
from ruleslawyer.engines.smt.lifted.lemmas import Lapsed, Lemmas
from ruleslawyer.engines.smt.lifted.question import Asked, Solver
from ruleslawyer.engines.smt.prove.result import ProofResult
from ruleslawyer.ir.scope import OPEN
from ruleslawyer.proof.any_number import Again
from ruleslawyer.proof.in_scope import answer_beyond
from ruleslawyer.proof.kept_proofs import ProofsAgain
from ruleslawyer.proof.lemmas import load_lemmas
from ruleslawyer.proof.witness import witness_problem
from ruleslawyer.rulebook.claims.expected import broken_in, broken_properties, load_expectations
from ruleslawyer.semantics.interpret import Interpreter
from tests.bundled import bundled

HOST = bundled().ruleset("ccg")
DAEMONS = bundled().ruleset("daemons")


def job(folder: Path | None, timeout: float) -> ProofsAgain:
    lemmas = load_lemmas(HOST.root, HOST.name)
    assert lemmas is not None
    return ProofsAgain(HOST.root, HOST.name, timeout, 60.0, folder, lemmas=lemmas)


def test_questions_are_known_though_the_proofs_are_not(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With another limit of time it is another question what is proved; what the solver was asked is the same."""
    first = job(tmp_path, 5.0).of(HOST)
    assert first.proofs and not first.lapsed
    other = job(tmp_path, 6.0)
    assert other.recall(HOST) is None
    asked, real = list[object](), Solver.ask

    def ask(*args: Any, **how: Any) -> Asked:
        asked.append(args)
        return real(*args, **how)

    monkeypatch.setattr(Solver, "ask", ask)
    again = other.of(HOST)
    assert [(p.property, p.verdict) for p in again.proofs] == [(p.property, p.verdict) for p in first.proofs]
    known = len(asked)
    asked.clear()
    assert [p.property for p in job(None, 6.0).of(HOST).proofs] == [p.property for p in first.proofs]
    assert known < len(asked)


def test_open_is_asked_what_is_not_proved_again() -> None:
    """Daemons' `open` lists `one_main_module_each`. Where it is among what was proved, `open` is asked the rest alone;
    where it lapsed it is asked after all, and what `open` does not list is not."""
    listed = DAEMONS.scope("open").prove
    assert "one_main_module_each" in listed and "cards_are_conserved" not in listed
    again = ProofsAgain(DAEMONS.root, DAEMONS.name, 5.0, 60.0, lemmas=Lemmas(states=listed[1:]))
    beside = in_open(DAEMONS, again)
    assert beside is not None and beside.properties == listed[:1]
    assert in_open(DAEMONS, replace(again, lemmas=Lemmas(states=listed))) is None
    lapsed = Again(lapsed=(Lapsed("one_main_module_each", "", ""), Lapsed("cards_are_conserved", "", "")))
    after = lapsed_in_open(DAEMONS, again, lapsed)
    assert after is not None and after.properties == ("one_main_module_each",)
    assert lapsed_in_open(DAEMONS, again, Again()) is None


@pytest.mark.parametrize("name", bundled().rulesets)
def test_no_proof_of_two_cards_is_asked_where_a_play_of_more_breaks_it(name: str) -> None:
    """Neither is it asked in the scope `open`, by a check or a campaign, nor is it expected to be proved there."""
    ruleset = bundled().ruleset(name)
    expected = load_expectations(ruleset.root, name, ruleset.system.checks)
    asked = {prop for (scope, prop), one in expected.items() if scope == OPEN and one.verdict == "PROVED"}
    if OPEN in ruleset.scopes():
        scope = ruleset.scope(OPEN)
        asked |= {*scope.prove, *scope.prove_in_campaign}
    assert not asked & broken_properties(expected)


def test_what_another_scope_of_a_check_breaks_is_not_proved() -> None:
    """As if it were proved of some card: the play that a check finds in `transfusion` takes its place, whether or not
    it is declared. A check that does not come to that scope leaves it unknown, where it is."""
    name, ruleset = "trans_fusion_parts_nobody", bundled().ruleset("memesis")
    accepted = accept(name, (), Judge(1.0))
    assert isinstance(accepted, Accepted)
    cites = ruleset.system.checks[name].origin.cites
    proof = ProofResult(
        property=name, kind="step", verdict="PROVED", method="induction", k=0, seconds=0.0, clauses=cites, reason="",
        assumptions=(), obligations=1, accepted=accepted, sizes=(("Card", 2),),
    )  # fmt: skip
    broken_by = broken_in(load_expectations(ruleset.root, "memesis", ruleset.system.checks))
    assert broken_by[name] == ("three_sets", "transfusion")
    explored = ruleset.explore("transfusion")
    (found,) = answer_beyond([proof], [explored], {}, ruleset.system)
    assert found.verdict == "VIOLATED" and found.witness is not None and not found.accepted
    assert found.reason.startswith("in transfusion, after") and "of 2 cards alone there is a proof" in found.reason
    assert witness_problem(Interpreter(ruleset.system, found.witness.scope), found) == ""
    (found,) = answer_beyond([proof], [], broken_by, ruleset.system)
    assert (found.verdict, found.scope) == ("UNKNOWN", "")
    assert "a play of three_sets, transfusion breaks it" in found.reason
    of_any = replace(proof, any_number=("Card",))
    assert answer_beyond([of_any], [], broken_by, ruleset.system) == [of_any]
