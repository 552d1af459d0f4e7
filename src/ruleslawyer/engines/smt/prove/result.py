"""The result for one property when a run of the solver is over."""

from __future__ import annotations

from dataclasses import dataclass

from ruleslawyer.base.diagnostics import InternalError
from ruleslawyer.engines.smt.certify.accepted import Accepted
from ruleslawyer.engines.smt.certify.certificate import Claim
from ruleslawyer.engines.smt.refute.conditions import Conditions
from ruleslawyer.engines.smt.refute.cti import Cti
from ruleslawyer.engines.smt.refute.witness import ProofStep, Witness
from ruleslawyer.rulebook.claims.premises import Premises
from ruleslawyer.rulebook.claims.verdict import proved_for_any, proved_in_scope


@dataclass(frozen=True, slots=True)
class ProofResult:
    """The verdict on one property, with what it rests on.

    verdict: PROVED, UNCHECKED, VIOLATED, BOUNDED, UNKNOWN, VACUOUS; HOLDS IN SCOPE for a `sometimes` that a play
    reaches. method: how. k: the depth in sub-steps, where one is meant. clauses: those of the property and of the
    instances that the argument or the play rests on. assumptions: all that was taken as given. obligations: the number
    of questions that were asked again. witness: the play, where there is one, and `steps` its steps. interrupted:
    Ctrl-C came before the answer. assumed: the clauses of the host on which it rests. tried: the methods that gave up,
    each with why. cti: where nothing else is known, why induction fails. under: of a violation, the readings under
    which it is one. solvers: those that checked its questions. claim: what a certificate of it says. invariant: the
    same in words. plain: the same for who does not read code; empty where that has no words. premises: under what it is
    said. not_met_in: of a proof, the explored scopes, where in none of them the situation comes up that it speaks of.
    any_number: the sorts that may have any number of members, where a proof is of no scope. accepted: that a proof was
    accepted at the door, without which nothing is PROVED. sizes: how many members each sort has, but those of any
    number. scope: the one in which a play was found that answers. numbers: of a proof, those of the book
    that may have any value.
    """

    property: str
    kind: str
    verdict: str
    method: str
    k: int
    seconds: float
    clauses: tuple[str, ...]
    reason: str
    assumptions: tuple[str, ...]
    obligations: int
    steps: tuple[ProofStep, ...] = ()
    witness: Witness | None = None
    interrupted: bool = False
    assumed: tuple[str, ...] = ()
    solvers: tuple[str, ...] = ("z3",)
    claim: Claim | None = None
    tried: tuple[str, ...] = ()
    cti: Cti | None = None
    under: Conditions | None = None
    invariant: tuple[str, ...] = ()
    plain: tuple[str, ...] = ()
    premises: Premises | None = None
    not_met_in: tuple[str, ...] = ()
    any_number: tuple[str, ...] = ()
    accepted: Accepted | None = None
    sizes: tuple[tuple[str, int], ...] = ()
    scope: str = ""
    numbers: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.verdict == "PROVED" and self.accepted is None:
            raise InternalError(f"{self.property} is said to be proved, and was not accepted")

    def is_for_any(self) -> bool:
        """Whether the verdict is of no scope: of any number of members, or of any value of some numbers."""
        return bool(self.any_number or self.numbers)

    def verdict_text(self) -> str:
        """The verdict for scripts: a proof names what it is of, or the solvers that checked its obligations."""
        if self.is_for_any() and self.verdict == "PROVED":
            return proved_for_any(self.any_number, self.sizes, self.numbers)
        return f"PROVED ({', '.join(self.solvers)})" if self.verdict == "PROVED" else self.verdict

    def words(self) -> str:
        """The verdict for readers: a proof says at once of what it is, a scope or any number."""
        if self.verdict != "PROVED" or self.is_for_any():
            return self.verdict_text()
        return proved_in_scope(self.sizes, self.solvers)


def count(number: int, thing: str, things: str = "") -> str:
    """A number of things, in words."""
    return f"{number} {thing}" if number == 1 else f"{number} {things or thing + 's'}"
