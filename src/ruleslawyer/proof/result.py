"""The verdict on one property, whoever gave it: a proof for any number of cards, or explorations of scopes."""

from __future__ import annotations

import builtins
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ruleslawyer.base.diagnostics import InternalError
from ruleslawyer.base.files.content import Json
from ruleslawyer.ir.system import System
from ruleslawyer.rulebook.claims.result import Premises, calls
from ruleslawyer.rulebook.claims.verdict import UNCHECKED, proved_for_any
from ruleslawyer.semantics.codec import Codec

if TYPE_CHECKING:  # a verdict is read without a solver, and without a play
    from ruleslawyer.engines.smt.certify.accepted import Accepted
    from ruleslawyer.engines.smt.lifted.situation import Situation
    from ruleslawyer.ir.schema import Scope
    from ruleslawyer.semantics.trace import Trace

EXPLORATION = "exploration"
"""The method of a verdict that an exploration gives."""
UNDECIDED = ("UNKNOWN", UNCHECKED)


@dataclass(frozen=True, slots=True)
class ProofResult:
    """The verdict on one property, with what it rests on.

    verdict: VIOLATED, PROVED, HOLDS IN SCOPE, VACUOUS, UNCHECKED (a proof was found, and not accepted) or UNKNOWN.
    method: how. clauses: those that promise it. assumptions: all that a proof takes as given. obligations: the number
    of questions that were asked for it. trace: the play that breaks it, or that reaches a `sometimes`, in `scope`.
    interrupted: Ctrl-C came before the answer. assumed: the clauses of the host on which it rests. tried: the methods
    that gave up, each with why. stuck: from where a rule breaks it, so that induction fails. invariant: of a proof, the
    conditions on which it rests, by key. premises: under what it is said. not_met_in: the
    explored scopes, where in none of them the situation comes up that it speaks of. any_number: the sorts that may have
    any number of members. accepted: that a proof was accepted at the door, without which nothing is PROVED. sizes: how
    many members each sort has, but those of any number. numbers: of a proof,
    those of the book that may have any value. closing: a condition that is not shown, with which it would be proved.
    """

    property: str
    kind: str
    verdict: str
    method: str = ""
    seconds: float = 0.0
    clauses: tuple[str, ...] = ()
    reason: str = ""
    assumptions: tuple[str, ...] = ()
    obligations: int = 0
    trace: Trace | None = None
    scope: Scope | None = None
    interrupted: bool = False
    assumed: tuple[str, ...] = ()
    tried: tuple[str, ...] = ()
    stuck: Situation | None = None
    invariant: tuple[str, ...] = ()
    premises: Premises | None = None
    not_met_in: tuple[str, ...] = ()
    any_number: tuple[str, ...] = ()
    accepted: Accepted | None = None
    sizes: tuple[tuple[str, int], ...] = ()
    numbers: tuple[str, ...] = ()
    closing: str = ""

    def __post_init__(self) -> None:
        if self.verdict == "PROVED" and self.accepted is None:
            raise InternalError(f"{self.property} is said to be proved, and was not accepted")

    def verdict_text(self) -> str:
        """The verdict in full: a proof names what it is of."""
        if self.verdict != "PROVED":
            return self.verdict
        return proved_for_any(self.any_number, self.sizes, self.numbers, self.assumes)

    @builtins.property
    def assumes(self) -> tuple[str, ...]:
        """The assumptions about members on which a proof rests."""
        return () if self.accepted is None else self.accepted.assumes

    @builtins.property
    def scopes(self) -> tuple[str, ...]:
        """The names of the scopes that the verdict is of, where it is of some alone."""
        return (self.scope.name,) if self.scope is not None else self.not_met_in


def no_answer(system: System, name: str, *tried: str) -> ProofResult:
    """A property that nothing has answered, and what was tried."""
    check = system.properties.get(name)
    kind = name.partition(":")[0] if check is None else check.kind
    clauses = () if check is None else check.origin.cites
    return ProofResult(name, kind, "UNKNOWN", clauses=clauses, reason="no method gives an answer", tried=tried)


def closing_json(system: System, condition: str) -> Json | None:
    """A condition with which a property would be shown, in words; None where none was found."""
    from ruleslawyer.engines.smt.lifted.verdict import item_in_words

    return {"condition": condition, "says": item_in_words(system, condition)[1]} if condition else None


def proof_json(proof: ProofResult, system: System, stuck: Json | None = None) -> Json:
    """A verdict for scripts. stuck: the counterexample to induction, where it was tried out."""
    premises = proof.premises
    return {
        "property": proof.property, "verdict": proof.verdict_text(), "sizes": dict(proof.sizes),
        "checked_by": list(proof.accepted.solvers) if proof.accepted is not None else [],
        "any_number_of": list(proof.any_number), "any_value_of": list(proof.numbers), "assumes": list(proof.assumes),
        "method": proof.method, "clauses": list(proof.clauses), "reason": proof.reason,
        "assumptions": list(proof.assumptions), "under": premises.text() if premises is not None else "",
        "premises": premises.json() if premises is not None else None, "assumed": list(proof.assumed),
        "not_met_in": list(proof.not_met_in), "obligations": proof.obligations, "invariant": list(proof.invariant),
        "scope": proof.scope.name if proof.scope is not None else "", "play": play_text(proof, system),
        "tried": list(proof.tried), "counterexample_to_induction": stuck,
        "would_follow_if": closing_json(system, proof.closing), "seconds": round(proof.seconds, 3),
    }  # fmt: skip


def play_text(proof: ProofResult, system: System) -> list[str]:
    """The play of a verdict, as a person would write it; empty where there is none."""
    if proof.trace is None or proof.scope is None:
        return []
    return calls(proof.trace, Codec(system, proof.scope))
