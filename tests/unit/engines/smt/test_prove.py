"""Proofs and refutations on two hand-made rulesets; certificates hold without the prover, plays replay elsewhere."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
import z3

from ruleslawyer.api import Project, Ruleset
from ruleslawyer.base.diagnostics import InternalError, UsageError
from ruleslawyer.engines.smt.certify.accepted import Accepted, Judge, Refused
from ruleslawyer.engines.smt.certify.certificate import Claim
from ruleslawyer.engines.smt.certify.door import Door
from ruleslawyer.engines.smt.prove import kinduction, portfolio
from ruleslawyer.engines.smt.prove.prove import prove
from ruleslawyer.engines.smt.prove.result import ProofResult
from ruleslawyer.engines.smt.statements.goals import every_goal
from ruleslawyer.ir.system import System
from ruleslawyer.ir.types import Pile, Sort
from ruleslawyer.lifted.scoped.instances import Scoped
from ruleslawyer.proof.witness import witness_problem
from ruleslawyer.semantics.interpret import Interpreter

PROJECTS = Path(__file__).parents[3] / "projects"


def ruleset(name: str) -> Ruleset:
    return Project.load(PROJECTS / name).ruleset(name)


@pytest.fixture(scope="module")
def harbour() -> Ruleset:
    return ruleset("harbour")


@pytest.fixture(scope="module")
def peterson() -> Ruleset:
    return ruleset("peterson")


@pytest.fixture(scope="module")
def obligations(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the obligations of `results` are."""
    return tmp_path_factory.mktemp("obligations")


@pytest.fixture(scope="module")
def results(harbour: Ruleset, obligations: Path) -> dict[str, ProofResult]:
    return {r.property: r for r in harbour.prove(timeout=20.0, directory=obligations)}


def without(system: System, action: str, norm: str) -> System:
    """The rules without one norm."""
    old = system.actions[action]
    new = replace(old, norms=tuple(n for n in old.norms if n.name != norm))
    return replace(system, actions={**system.actions, action: new})


def test_proved_for_any_price_any_money_and_every_reading(results: dict[str, ProofResult]) -> None:
    proved = {n for n, r in results.items() if r.verdict == "PROVED"}
    assert proved == {"writes:coins", "writes:Auction.ties", "unbroken", "solvent", "at_one_quay", "pays"}
    money = results["writes:coins"]
    assert money.obligations > 10
    assert {"1.1", "4.4", "6.3"} <= set(money.clauses)
    assert "any number: Numbers.money" in money.assumptions
    assert any(a.startswith("every reading of:") and "seller" in a for a in money.assumptions)


@pytest.mark.parametrize("name", ["nobody_gains", "parts_with_money", "rich"])
def test_plays_replay_through_the_reference_semantics(
    harbour: Ruleset, results: dict[str, ProofResult], name: str
) -> None:
    result = results[name]
    assert result.verdict == ("HOLDS IN SCOPE" if name == "rich" else "VIOLATED")
    assert result.witness is not None and not result.witness.scope.is_open
    assert [s.kind for s in result.steps] == ["initial", "action"]
    assert witness_problem(Interpreter(harbour.system, result.witness.scope), result) == ""


@pytest.mark.parametrize("name", ["writes:coins", "solvent"])
def test_without_the_clause_the_money_is_overspent(harbour: Ruleset, name: str) -> None:
    system = without(harbour.system, "buy", "cannot_pay")
    result = prove(system, harbour.scope("open"), [name], timeout=20.0)[0]
    if name == "solvent":  # a write out of range ends the play: the property itself is never false at rest
        assert result.verdict == "PROVED"
        assert any("writes:coins" in a for a in result.assumptions)
        return
    assert (result.verdict, result.steps[-1].state) == ("VIOLATED", None)
    assert result.witness is not None
    assert witness_problem(Interpreter(system, result.witness.scope), result) == ""


def test_the_seats_forbid_is_needed_too(harbour: Ruleset) -> None:
    old = harbour.system.actions["reveal"]
    part = replace(old.parts[0], norms=tuple(n for n in old.parts[0].norms if n.name != "beyond"))
    system = replace(harbour.system, actions={**harbour.system.actions, "reveal": replace(old, parts=(part,))})
    result = prove(system, harbour.scope("open"), ["writes:coins"], timeout=20.0)[0]
    assert result.verdict == "VIOLATED"
    assert [s.kind for s in result.steps] == ["initial", "action", "duty", "action"]
    assert result.witness is not None
    assert witness_problem(Interpreter(system, result.witness.scope), result) == ""


def test_of_what_nobody_ever_does_nothing_is_proved(harbour: Ruleset) -> None:
    """In a world that is closed nobody buys without a permission, so that no purchase shows anything."""
    buy = replace(harbour.system.actions["buy"], norms=())
    system = replace(harbour.system, actions={**harbour.system.actions, "buy": buy})
    (result,) = prove(system, harbour.scope("open"), ["parts_with_money"], timeout=20.0)
    assert (result.verdict, result.reason) == ("VACUOUS", "buy is never taken")


def test_a_reading_is_kept(harbour: Ruleset) -> None:
    result = prove(harbour.system, harbour.scope("open"), ["parts_with_money"], {"seller": "opponent"}, timeout=20.0)[0]
    assert result.witness is not None and result.witness.reading["seller"] == "opponent"
    assert "read as: seller=opponent" in result.assumptions


def test_obligations_are_files_that_any_solver_can_check(
    harbour: Ruleset, results: dict[str, ProofResult], obligations: Path, tmp_path: Path
) -> None:
    result = results["writes:coins"]
    files = sorted((obligations / "writes+3a+coins").rglob("*.smt2"))
    assert files and result.obligations
    assert {p.stem.split("-")[0] for p in files} == {"begin", "action", "duty", "property"}
    asked = 0
    for path in files:
        context = z3.Context()
        answers = z3.Z3_eval_smtlib2_string(context.ref(), path.read_text("utf-8")).split()
        assert set(answers) == {"unsat"}
        asked += len(answers)
    assert asked == result.obligations
    harbour.prove(["writes:coins"], directory=tmp_path, timeout=20.0)
    assert [p.read_bytes() for p in files] == [p.read_bytes() for p in sorted(tmp_path.rglob("*.smt2"))]


def test_an_invariant_that_is_too_weak_is_not_proved(harbour: Ruleset, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever found the proof left a condition out of it: its questions are made anew, and one of them has a model."""
    real = Door.accept

    def weakened(door: Door, claim: Claim | None, seconds: float) -> Accepted | Refused:
        assert claim is not None
        return real(door, Claim(claim.goal, (), claim.k), seconds)

    monkeypatch.setattr(Door, "accept", weakened)
    result = harbour.prove(["writes:coins"], timeout=10.0)[0]
    assert result.verdict == "UNKNOWN"
    assert "z3 says sat" in result.reason


def test_another_property_of_the_name_is_not_proved(harbour: Ruleset) -> None:
    scoped = Scoped(harbour.system, harbour.scope("open"))
    goal = next(goal for goal in every_goal(scoped) if goal.name == "writes:coins")
    found = Door(scoped, Judge(10.0)).accept(Claim(replace(goal, bads=()), ()), 10.0)
    assert isinstance(found, Refused) and "no such property" in found.wrong


def test_what_was_not_accepted_is_no_proof() -> None:
    with pytest.raises(InternalError):
        ProofResult("peace", "always", "PROVED", "", 0, 0.0, (), "", (), 0)


def test_unknown_properties_are_named(harbour: Ruleset) -> None:
    with pytest.raises(UsageError, match="no property `solvnt`"):
        harbour.prove(["solvnt"])


def test_what_cannot_be_said_is_a_mistake(harbour: Ruleset) -> None:
    look = harbour.system.actions["look"]
    parameters = tuple(replace(p, type=Pile(Sort("Ship"))) if p.name == "at" else p for p in look.function.parameters)
    system = replace(
        harbour.system,
        actions={"look": replace(look, function=replace(look.function, parameters=parameters))},
        checks={},
    )
    with pytest.raises(UsageError, match=r"the solver has no choice of type Pile.*, as look\.at is"):
        prove(system, harbour.scope("open"), ["unbroken"])


def test_mutual_exclusion_by_k_induction(peterson: Ruleset) -> None:
    """The strengthening is what it needs and no more: whoever is beyond his first line has raised his flag."""
    result = peterson.prove(["exclusive"], "two", timeout=20.0)[0]
    assert (result.verdict, result.method) == ("PROVED", "2-induction")
    beyond = ("RAISED", "WAITING", "CRITICAL")
    assert set(result.invariant) == {f"line[{p}] is not {line} or flag[{p}]" for p in ("P", "Q") for line in beyond}


def test_mutual_exclusion_by_spacer_alone(peterson: Ruleset, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(portfolio, "candidates", lambda scoped: [])
    monkeypatch.setattr(portfolio, "relations", lambda scoped, fields: [])
    monkeypatch.setattr(kinduction, "MAX_K", 1)
    result = peterson.prove(["exclusive"], "two", timeout=20.0)[0]
    assert (result.verdict, result.method) == ("PROVED", "Spacer")


def test_without_waiting_both_get_in(peterson: Ruleset) -> None:
    system = without(peterson.system, "enter", "others_turn")
    result = prove(system, peterson.scope("two"), ["exclusive"], timeout=20.0)[0]
    assert (result.verdict, result.k) == ("VIOLATED", 6)
    assert result.witness is not None
    assert witness_problem(Interpreter(system, result.witness.scope), result) == ""
