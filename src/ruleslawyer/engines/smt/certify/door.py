"""Proofs of a scope, at the door: each question is made from the ground rules and an invariant, as text, and asked.

Whoever has found a proof says which property it is of, and the invariant. The property's bad situations are looked up
anew, or follow from what is stated; all questions follow from these.
"""

from __future__ import annotations

from functools import cached_property
from time import monotonic

from ruleslawyer.engines.smt.certify.accepted import Accepted, Judge, Refused, accept
from ruleslawyer.engines.smt.certify.certificate import Claim, Relation, Script, reread, scripts
from ruleslawyer.engines.smt.encoding.smtlib import Late
from ruleslawyer.engines.smt.statements.goals import Goal, every_goal
from ruleslawyer.ground.instances import Ground

UNREADABLE = "its invariant cannot be written down"
NO_TIME = "its questions were not made in time"


class Door:
    """The proofs of one grounding. judge: who is asked."""

    def __init__(self, ground: Ground, judge: Judge) -> None:
        self.ground, self.judge = ground, judge

    @cached_property
    def relation(self) -> Relation:
        return Relation(self.ground)

    @cached_property
    def _goals(self) -> dict[str, Goal]:
        return {goal.name: goal for goal in every_goal(self.ground)}

    def made(self, claim: Claim, deadline: float) -> tuple[Claim, list[Script]]:
        """A claim as it is read again, and its questions; `Late` beyond the deadline."""
        goal = claim.goal if claim.goal.stated else self._goals[claim.goal.name]
        again = reread(self.relation, Claim(goal, claim.invariant, claim.k))
        return again, scripts(self.relation, again, deadline)

    def accept(self, claim: Claim | None, seconds: float) -> Accepted | Refused:
        """What is claimed, in so many seconds for making its questions."""
        if claim is None:
            return Refused(UNREADABLE)
        try:
            again, made = self.made(claim, monotonic() + seconds)
        except Late:
            return Refused(NO_TIME)
        return accept(again.goal.name, made, self.judge)
