"""The verdict on a property, as a JSON value for scripts."""

from __future__ import annotations

from ruleslawyer.base.files.content import Json
from ruleslawyer.ir.system import System
from ruleslawyer.proof.any_number import closing_json
from ruleslawyer.proof.result import ProofResult
from ruleslawyer.rulebook.claims.as_json import calls
from ruleslawyer.semantics.codec import Codec


def proof_json(proof: ProofResult, system: System, stuck: Json | None = None) -> Json:
    """A verdict for scripts. stuck: the counterexample to induction, where it was tried out."""
    return {
        "property": proof.property,
        "verdict": proof.verdict_text(),
        "sizes": dict(proof.sizes),
        "checked_by": list(proof.accepted.solvers) if proof.accepted is not None else [],
        "any_number_of": list(proof.any_number),
        "any_value_of": list(proof.numbers),
        "assumes": list(proof.assumes),
        "method": proof.method,
        "clauses": list(proof.clauses),
        "reason": proof.reason,
        "assumptions": list(proof.assumptions),
        "under": proof.premises.text() if proof.premises is not None else "",
        "premises": proof.premises.json() if proof.premises is not None else None,
        "assumed": list(proof.assumed),
        "not_met_in": list(proof.not_met_in),
        "obligations": proof.obligations,
        "invariant": list(proof.invariant),
        "scope": proof.scope.name if proof.scope is not None else "",
        "play": play_of(proof, system),
        "tried": list(proof.tried),
        "counterexample_to_induction": stuck,
        "would_follow_if": closing_json(system, proof.closing),
        "seconds": round(proof.seconds, 3),
    }


def play_of(proof: ProofResult, system: System) -> list[str]:
    """The play of a verdict, as a person would write it; empty where there is none."""
    if proof.trace is None or proof.scope is None:
        return []
    return calls(proof.trace, Codec(system, proof.scope))
