"""Solver results about a property, as JSON values for scripts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruleslawyer.base.files.content import Json
from ruleslawyer.ir.system import System
from ruleslawyer.semantics.codec import Codec
from ruleslawyer.semantics.state import State

if TYPE_CHECKING:  # results only carry these: reading one must not load the solver
    from ruleslawyer.engines.smt.prove.result import ProofResult
    from ruleslawyer.engines.smt.refute.conditions import Conditions
    from ruleslawyer.engines.smt.refute.cti import Cti


def proof_json(proof: ProofResult, system: System) -> Json:
    """A proof for scripts."""
    return {
        "property": proof.property,
        "verdict": proof.verdict_text(),
        "says": proof.words(),
        "sizes": dict(proof.sizes),
        "checked_by": list(_checked_by(proof)),
        "any_number_of": list(proof.any_number),
        "any_value_of": list(proof.numbers),
        "method": proof.method,
        "k": proof.k,
        "clauses": list(proof.clauses),
        "reason": proof.reason,
        "assumptions": list(proof.assumptions),
        "under": proof.premises.text() if proof.premises is not None else "",
        "premises": proof.premises.json() if proof.premises is not None else None,
        "assumed": list(proof.assumed),
        "not_met_in": list(proof.not_met_in),
        "obligations": proof.obligations,
        "invariant": list(proof.invariant),
        "play": [step.label for step in proof.steps],
        "readings": conditions_json(proof.under) if proof.under is not None else None,
        "tried": list(proof.tried),
        "counterexample_to_induction": cti_json(proof.cti, system) if proof.cti is not None else None,
        "seconds": round(proof.seconds, 3),
    }


def _checked_by(proof: ProofResult) -> tuple[str, ...]:
    """The solvers that answered the questions of a proof, made anew."""
    if proof.accepted is None:
        return ()
    return proof.accepted.solvers if proof.is_for_any() else proof.solvers


def conditions_json(under: Conditions) -> Json:
    """The readings under which a property fails, for scripts."""
    return {
        "fails": [{q: list(options) for q, options in a.items()} for a in under.fails],
        "holds": [{q: list(options) for q, options in a.items()} for a in under.holds],
        "exact": under.exact,
    }


def cti_json(cti: Cti, system: System) -> Json:
    """A counterexample to induction for scripts; its state is reached by no play, or perhaps by none."""
    codec = Codec(system, cti.scope)
    return {
        "possibly_unreachable": cti.state is not None,
        "unreachable": cti.unreachable,
        "state": codec.state(State(*cti.state)) if cti.state is not None else None,
        "step": cti.step.label,
        "after": codec.state(State(*cti.step.state)) if cti.step.state is not None else None,
        "breaks": cti.broken,
        "reading": dict(cti.reading),
        "excluded_by": {
            "properties": list(cti.properties),
            "invariants": list(cti.invariants),
            "lemma": cti.lemma,
        },
    }
