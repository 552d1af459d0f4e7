"""A play that the solver found: the numbers by which it goes, and its steps through the reference semantics."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import TYPE_CHECKING

from ruleslawyer.ir.checks import APART
from ruleslawyer.ir.scope import OPEN, Scope
from ruleslawyer.ir.system import System
from ruleslawyer.proof.open_numbers import name_numbers
from ruleslawyer.semantics.events import BranchEnds, Event
from ruleslawyer.semantics.look import Machine
from ruleslawyer.semantics.state import State
from ruleslawyer.semantics.transition import Instance, Judged, Outcome, TransitionSystem

if TYPE_CHECKING:  # the solver is loaded only where something is proved
    from ruleslawyer.engines.smt.prove.result import ProofResult


def with_numbers(proof: ProofResult, scope: Scope, system: System) -> ProofResult:
    """The same, with the numbers by which its play goes where a scope leaves them open."""
    found = [] if proof.witness is None else sorted(proof.witness.scope.constants.items())
    numbers = {name: value for name, value in found if scope.constants[name] == OPEN}
    if not numbers:
        return proof
    return replace(proof, reason="; ".join(filter(None, (proof.reason, *name_numbers(system, numbers)))))


def witness_problem(machine: Machine, proof: ProofResult, rulings: Collection[str] = ()) -> str:
    """The reason why the play of a verdict does not replay, or does not show what it should; empty where it does both.
    The machine has the rules as they are ruled."""
    witness = proof.witness
    assert witness is not None
    system = TransitionSystem(machine, dict(sorted(witness.reading.items())), rulings)
    first, *rest = witness.steps
    moves = [s for s in rest if s.kind == "action"]
    start = Instance("initial", first.args)
    outcome = next((o for i, o in system.beginnings() if i == start), None)
    if outcome is None:
        return f"{first.label} is no way to begin"
    before, last, met = None, start, list(outcome.events)
    for step in moves:
        before, last = outcome.state, Instance(step.name, step.args)
        if before is None:
            return f"the play has ended before {step.label}"
        try:
            found = next((j for j in system.candidates(before) if j.instance == last), None)
        except BranchEnds as ended:  # to ask whose decision it is fails a check: nobody may act
            found = Judged(last, None, (ended.event,), ())
        if found is None:
            return f"{step.label} is not allowed"
        ends = found.judgement is None and proof.property not in system.system.checks  # there is no judgement to show
        looked_at = step is moves[-1] and (ends or proof.property.startswith(APART))
        if not (found.is_allowed or looked_at):
            return f"{step.label} is not allowed"
        met = list(found.events)
        if found.is_allowed:
            outcome = system.take(before, last)
            met += outcome.events
    end = witness.steps[-1].state
    if end is not None and end not in (outcome.state, *(s.state for s in outcome.substeps)):
        return f"{witness.steps[-1].label} leads to another state"
    return "" if _shows(system, proof, before, last, outcome, met) else "it does not show what it is a play of"


def _shows(
    system: TransitionSystem,
    proof: ProofResult,
    before: State | None,
    last: Instance,
    outcome: Outcome,
    met: list[Event],
) -> bool:
    check = system.system.checks.get(proof.property)
    if proof.property.startswith(APART):
        if outcome.state is not None:  # a check may be what asks the question
            on_states = [c for c in system.system.checks.values() if c.kind in ("always", "sometimes")]
            met = [*met, *(e for c in on_states for e in system.holds(c, outcome.state)[1])]
        clash = proof.property.removeprefix(APART)
        return any(e.kind == "contradiction" and f"{e.subject}:{'/'.join(e.pair)}" == clash for e in met)
    if check is None:  # a range that every write keeps, or that no check of the model fails
        return any(event.ends and event.kind != "unresolved" for event in met)
    assert proof.witness is not None
    shown = None if proof.witness.unclear else check.kind == "sometimes"
    if check.kind == "step":
        return shown in system.step_answers(check, before, last, outcome)[0]
    return outcome.state is not None and system.holds(check, outcome.state)[0] is shown
