"""Pairs of clauses that may clash: what the solver proves apart, no explorer meets; what it meets, it replays."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from ruleslawyer.api import Project
from ruleslawyer.engines.explore.search import Exploration, explore
from ruleslawyer.engines.smt.certify import recheck
from ruleslawyer.engines.smt.certify.certificate import Relation
from ruleslawyer.engines.smt.certify.issue import Certification
from ruleslawyer.engines.smt.prove.prove import prove
from ruleslawyer.engines.smt.prove.result import ProofResult
from ruleslawyer.ir.checks import APART
from ruleslawyer.ir.scope import Scope
from ruleslawyer.ir.system import System
from ruleslawyer.lifted.scoped.instances import Scoped
from ruleslawyer.proof.witness import witness_problem
from ruleslawyer.rulebook.claims.clashes import Pair, pairs
from ruleslawyer.rulebook.claims.cone import Cones
from ruleslawyer.semantics.interpret import Interpreter
from ruleslawyer.semantics.transition import TransitionSystem
from tests.agree.random_systems import of_seed
from tests.agree.strategies import bundle
from tests.bank import TINY
from tests.cli.command import copied
from tests.unit.engines.smt.test_prove_tiny import default_reading

CLASHING = (
    "t03_clash", "t08_two_pairs", "t15_term_clash", "t16_term_agree", "t19_answers_agree", "t20_answers_differ",
    "t21_answers_immaterial", "t30_seat_clash", "t72_member_clash", "t102_deed_clash", "t105_insteads_differ",
    "t106_deed_precedence", "t110_bounds", "t111_bounds_cross", "t121_guest",
)  # fmt: skip
"""The tiny rulesets with a pair of which the text lets neither prevail."""


def open_pairs(system: System) -> list[Pair]:
    return [pair for pair in pairs(system) if not pair.over]


def proofs(
    system: System, scope: Scope, reading: dict[str, str], rulings: tuple[str, ...] = (), timeout: float = 5.0
) -> dict[str, ProofResult]:
    wanted = [APART + pair.key for pair in open_pairs(system)]
    return {found.property: found for found in prove(system, scope, wanted, reading, rulings, timeout=timeout)}


def met(explored: Exploration) -> set[str]:
    events = (o.event for o in explored.events.values() if o.event.kind == "contradiction")
    return {f"{APART}{e.subject}:{'/'.join(e.pair)}" for e in events}


@pytest.mark.parametrize("name", CLASHING)
def test_solver_and_explorer_agree(name: str) -> None:
    """Every pair of the tiny rulesets is decided, and as the explorer finds."""
    found = bundle(TINY, name)
    scope = found.scope("tiny")
    seen = met(explore(TransitionSystem(Interpreter(found.system, scope), {})))
    for key, result in proofs(found.system, scope, default_reading(found.system)).items():
        assert result.verdict == ("VIOLATED" if key in seen else "PROVED"), key
        if result.witness is not None:
            assert witness_problem(Interpreter(found.system, result.witness.scope), result) == ""


@pytest.mark.parametrize("seed", range(8))
def test_on_random_rulesets(seed: int) -> None:
    """What is proved apart is met in no state; what the solver finds, an explorer has met."""
    sample, explored = of_seed(seed)
    reading = default_reading(sample.system) | dict(sample.reading)
    seen = met(explored)
    for key, result in proofs(sample.system, sample.scope, reading, sample.rulings, 0.5).items():
        if result.verdict in ("PROVED", "VIOLATED"):
            assert (result.verdict == "VIOLATED") == (key in seen), key


DOMAIN = """@move.domain
def far(s: State, who: Player) -> bool:
    return stride(s) > 0


@move.permit("""


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("@move.permit(", DOMAIN),
        ("return frozenset(Player)", "return frozenset(p for p in Player if stride(s) > 0)"),
        ("return s.count", "return stride(s) < 0 or s.count"),
    ],
    ids=["a domain", "whose decision it is", "the end"],
)
def test_what_is_asked_before_anything_is_judged(tmp_path: Path, old: str, new: str) -> None:
    """Two values of a term differ where only this asks for it: no engine makes an event of that."""
    model = copied(tmp_path, "t15_term_clash") / "t15_term_clash" / "model.py"
    text = model.read_text(encoding="utf-8").replace("s.count += stride(s)", "s.count += 1")
    assert old in text
    model.write_text(text.replace(old, new), encoding="utf-8")
    ruleset = Project.load(tmp_path).ruleset("t15_term_clash")
    assert ruleset.explore("tiny", engine="native" if new is DOMAIN else "networkx").events == ()
    (result,) = ruleset.prove([f"{APART}stride:boots/sledge"], "tiny", second=False)
    assert result.verdict == "PROVED"


def test_a_proof_has_a_certificate(tmp_path: Path) -> None:
    """That two clauses never clash is certified like a property: cvc5 accepts it, made again from the model."""
    found = bundle(TINY, "t19_answers_agree")
    scope = found.scope("tiny")
    name = f"{APART}stride:one/silent"
    certification = Certification("t19_answers_agree", "tiny", {}, {}, tmp_path)
    (result,) = prove(found.system, scope, [name], certification=certification)
    assert result.verdict_text() == "PROVED (z3, cvc5)"
    (manifest,) = map(recheck.manifest, recheck.folders(tmp_path))
    certifier = recheck.Certifier(Relation(Scoped(found.system, scope)))
    assert certifier.check(manifest, certifier.questions(manifest), 30.0).accepted


def test_nothing_is_proved_where_the_rule_is_off() -> None:
    """A clash over an action that a scope leaves out is not ruled out by that scope."""
    found = bundle(TINY, "t102_deed_clash")
    (rule,) = found.system.actions
    scope = found.scope("tiny")
    assert Cones(found.system, replace(scope, off=(rule,))).switched_off(f"{APART}step:step/stuck") == (rule,)
