"""A deadlock as clauses that cannot all stand: somebody must act, and each thing that could be done is not allowed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ruleslawyer.ir.system import Norm
from ruleslawyer.rulebook.claims.clashes import Pair, pairs
from ruleslawyer.semantics.events import BranchEnds
from ruleslawyer.semantics.judgement import Judgement
from ruleslawyer.semantics.state import State
from ruleslawyer.semantics.told import judgement_of
from ruleslawyer.semantics.transition import Judged, TransitionSystem

MUST_ACT = "somebody must act"
"""The obligation that a deadlock does not meet: the game has not ended, and somebody's decision is awaited."""
NOT_PERMITTED = "what nothing permits is not allowed"
"""The closed world, as one clause among the others; without one, that the text is silent."""

Judging = tuple[str, tuple[str, ...]]
"""What is judged (an action, a seat or a member), and the norms that hold there."""


@dataclass(frozen=True, slots=True)
class DeadlockConflict:
    """The reasons that keep everybody from acting in one state.

    options: what could be done, each as all that is judged in it; a choice is made where all of that is allowed.
    clauses: what each clause cites, those of this tool's own wording too. clashes: the pairs of which both are live.
    """

    system: TransitionSystem
    norms: Mapping[str, Mapping[str, Norm]]
    options: frozenset[tuple[Judging, ...]]
    clauses: Mapping[str, tuple[str, ...]]
    clashes: tuple[Pair, ...]

    def stands(self, names: frozenset[str]) -> bool:
        """Whether these clauses can stand together here: somebody can do something, or nobody has to."""
        return MUST_ACT not in names or any(
            all(self._allows(base, holds, names) for base, holds in option) for option in self.options
        )

    def _allows(self, base: str, holds: tuple[str, ...], names: frozenset[str]) -> bool:
        """Whether one thing is allowed by all permits that hold, and those of the forbids that are in the book."""
        norms = self.norms[base]
        there = [norms[n] for n in holds if norms[n].kind == "permit" or n in names]
        judgement = judgement_of(base, there, self.system.reading)
        return judgement.allowed or (judgement.verdict == "unspoken" and NOT_PERMITTED not in names)


def deadlock_conflict(system: TransitionSystem, state: State) -> DeadlockConflict:
    """The clauses that keep everybody from acting in a deadlock. Conceding and passes that change nothing do not
    count."""
    rules = system.system
    norms = {base: {norm.name: norm for norm in own} for base, own in rules.norms.items()}
    try:
        judged = [j.judgement for j in system.candidates(state) if j.judgement and not _idle(system, state, j)]
    except BranchEnds:  # whose decision it is cannot be told: nothing can be done
        judged = []
    options = frozenset(tuple((one.base, one.holds) for one in _judgements(j)) for j in judged)
    frame = system.schema.innermost(state)
    obliged = rules.frames[frame].origin.cites if frame else rules.awaits.origin.cites
    closed = rules.closed_world.origin.cites if rules.closed_world else ()
    clauses = {MUST_ACT: obliged, NOT_PERMITTED: closed}
    live = set[tuple[str, str, str]]()
    for judgement in judged:
        for one in _judgements(judgement):
            clauses |= {n: norms[one.base][n].origin.cites for n in one.holds if norms[one.base][n].kind == "forbid"}
            live |= {(one.base, p, f) for p in one.permits for f in one.forbids}
    clashes = tuple(p for p in pairs(rules) if (p.subject, p.first, p.second) in live)
    return DeadlockConflict(system, norms, options, clauses, clashes)


def _judgements(judgement: Judgement) -> tuple[Judgement, ...]:
    """The judgements in one instance: itself where it has norms or no parts, then its seats or members."""
    own = (judgement,) if judgement.holds or not judgement.parts else ()
    return (*own, *(part for _, part in judgement.parts))


def _idle(system: TransitionSystem, state: State, judged: Judged) -> bool:
    """Whether the action would be no move even where it is allowed."""
    action = system.system.actions[judged.instance.action]
    return action.outside_play or (action.passes and system.take(state, judged.instance).state == state)
