"""The solver on the bank of tiny rulesets: it never contradicts the explorer, and its plays replay."""

from __future__ import annotations

import pytest

from ruleslawyer.engines.explore.properties import verdicts
from ruleslawyer.engines.explore.search import Exploration, explore
from ruleslawyer.engines.smt.prove.prove import prove
from ruleslawyer.engines.smt.prove.result import ProofResult
from ruleslawyer.ir.system import System
from ruleslawyer.proof.witness import witness_problem
from ruleslawyer.rulebook.claims.readings import choices
from ruleslawyer.semantics.interpret import Interpreter
from ruleslawyer.semantics.transition import TransitionSystem
from tests.agree.strategies import bundle, names, options
from tests.bank import TINY

SOLVED = ("always", "sometimes", "step")


def default_reading(system: System) -> dict[str, str]:
    """The reading that an explorer takes where it is given none."""
    reading = {}
    for key in choices(system):
        if key in system.questions:
            reading[key] = system.questions[key].default
        else:
            reading[key] = options(system, key)[0] if key.partition(":")[0] in system.terms else "forbid"
    return reading


def _actions(result: ProofResult) -> list[str]:
    return [step.name for step in result.steps if step.kind == "action"]


def _shortest(explored: Exploration, name: str) -> int:
    """The actions to the nearest violation, by the explorer."""
    trace = next(v.trace for v in verdicts(explored) if v.name == name)
    assert trace is not None
    return trace.length


@pytest.mark.parametrize("name", names(TINY))
def test_solver_and_explorer_agree(name: str) -> None:
    found = bundle(TINY, name)
    system, scope = found.system, found.scope("tiny")
    explored = explore(TransitionSystem(Interpreter(system, scope), {}))
    ranges = {o.event.subject for o in explored.events.values() if o.event.kind in ("violation", "broken")}
    seen = {v.name: v.word for v in verdicts(explored) if v.kind in SOLVED}
    for result in prove(system, scope, None, default_reading(system), timeout=5.0):
        if result.property in seen:
            word = seen[result.property]
            assert (result.verdict == "VIOLATED") == (word == "VIOLATED")
            if result.kind == "sometimes":
                assert (result.verdict == "HOLDS IN SCOPE") == (word == "HOLDS IN SCOPE")
            if result.witness is not None and result.witness.unclear:
                assert word == result.verdict == "UNKNOWN"
            elif result.verdict in ("BOUNDED", "UNKNOWN") and not result.obligations and not found.scope("tiny").off:
                assert result.tried  # with obligations it is a proof up to a failed check
            if word == "VIOLATED" and result.kind in ("always", "step"):
                assert len(_actions(result)) >= _shortest(explored, result.property)
        elif result.property.startswith("writes:"):
            field = result.property.removeprefix("writes:").rpartition(".")[2]
            assert (result.verdict == "VIOLATED") == (field in ranges)
        if result.witness is not None:
            assert witness_problem(Interpreter(system, result.witness.scope), result) == ""
