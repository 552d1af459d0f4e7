"""Proofs of a scope, at the door: each question is made from the scope's rules and an invariant, as text, and asked.

Whoever has found a proof says which property it is of, and the invariant. The property has to be one of the rules, with
just these bad situations, or follow from what is stated; all questions follow from that.
"""

from __future__ import annotations

from functools import cached_property
from time import monotonic

from ruleslawyer.engines.smt.certify.accepted import Accepted, Judge, Refused, accept
from ruleslawyer.engines.smt.certify.certificate import Claim, Relation, Script, reread, scripts
from ruleslawyer.engines.smt.encoding.smtlib import Late
from ruleslawyer.engines.smt.statements.goals import Goal, every_goal, unclear
from ruleslawyer.lifted.scoped.instances import Scoped
from ruleslawyer.lifted.scoped.nodes import Node

UNREADABLE = "its invariant cannot be written down"
NO_TIME = "its questions were not made in time"


class Door:
    """The proofs of one scope. judge: who is asked. given: of readings, what is assumed besides."""

    def __init__(self, scoped: Scoped, judge: Judge, given: tuple[Node, ...] = ()) -> None:
        self.scoped, self.judge, self.given = scoped, judge, given

    @cached_property
    def relation(self) -> Relation:
        return Relation(self.scoped, self.given)

    @cached_property
    def _goals(self) -> dict[str, Goal]:
        return {goal.name: goal for goal in every_goal(self.scoped)}

    def read_again(self, claim: Claim, deadline: float) -> tuple[Claim, list[Script]]:
        """A claim as it is read again, and its questions; `Late` beyond the deadline."""
        again = reread(self.relation, claim)
        return again, scripts(self.relation, again, deadline)

    def accept(self, claim: Claim | None, seconds: float) -> Accepted | Refused:
        """Checks a claim, in so many seconds for making its questions."""
        if claim is None:
            return Refused(UNREADABLE)
        if not claim.goal.stated and claim.goal not in self._forms(claim.goal.name):
            return Refused(f"the rules have no such property as {claim.goal.name}")
        try:
            again, made = self.read_again(claim, monotonic() + seconds)
        except Late:
            return Refused(NO_TIME)
        return accept(again.goal.name, made, self.judge)

    def _forms(self, name: str) -> list[Goal | None]:
        """The questions that a property may ask: whether it holds; whether it can be evaluated where it holds; of a
        situation, whether it always can."""
        known = self._goals.get(name)
        if known is None:
            return []
        return [known, known.clear, unclear(self.scoped, name) if known.witness else None]
