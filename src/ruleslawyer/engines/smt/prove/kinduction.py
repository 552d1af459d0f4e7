"""k-induction (Sheeran, Singh, Stålmarck 2000): nothing is wrong within k sub-steps of the beginning, nor after k
sub-steps in which nothing was."""

from __future__ import annotations

from collections.abc import Sequence
from time import monotonic

from ruleslawyer.engines.smt.certify.certificate import Claim
from ruleslawyer.engines.smt.invariants.derive import Lemma
from ruleslawyer.engines.smt.invariants.induction import Certifier
from ruleslawyer.engines.smt.prove.record import Record
from ruleslawyer.engines.smt.prove.search import RacingSearch
from ruleslawyer.engines.smt.refute.paths import Unrolling
from ruleslawyer.engines.smt.statements.goals import Goal

METHOD = "k-induction"
MAX_K = 8
"""The largest k."""


def k_induction(record: Record, goals: Sequence[Goal], beside: RacingSearch, certifier: Certifier) -> None:
    """Each property with growing k, in a third of its time; a search says whether anything is wrong within k. The
    strengthening is what `certifier` makes of the lemmas that the step needs."""
    if not goals:
        return
    path = Unrolling(record.relation, record.lemmas, initial=False)
    path.extend()
    share = {g.name: min(record.budget(g) / 3, 2 * record.timeout / len(goals)) for g in goals}
    for k in range(2, MAX_K + 1):
        path.extend()
        for goal in goals:
            beside.hear()
            left = min(share[goal.name], record.budget(goal))
            if goal.name in record.results or left <= 0:
                continue
            if not beside.has_begun and record.depth.get(goal.name, -1) < k:
                continue
            clock = monotonic()
            answer, _ = path.search(goal, clock + left, keep=True)
            if answer == "unsat" and not beside.reaches(goal, k, clock + record.budget(goal)):
                record.note(goal, METHOD, f"for k = {k}, but the bounded search does not get as far")
            elif answer == "unsat":
                lemmas = _strengthening(record, goal, k, certifier)
                claim = Claim(goal, tuple(lemma.node for lemma in lemmas), k)
                record.note_proof(goal, f"{k}-induction", k, claim, range(0), clock)
            elif answer == "sat":
                record.note(goal, METHOD, f"not for k = {k}")
            else:
                record.note(goal, METHOD, f"no answer for k = {k}: {path.why}")
            share[goal.name] -= monotonic() - clock
            record.spend(goal, clock)


def _strengthening(record: Record, goal: Goal, k: int, certifier: Certifier) -> list[Lemma]:
    """The lemmas that the step rests on, with what keeps them; all, where that is not found in time."""
    deadline = record.deadline(record.timeout / 3)
    path = Unrolling(record.relation, record.lemmas, initial=False, marked=True)
    for _ in range(k):
        path.extend()
    needed = path.used_lemmas(goal, deadline)
    found = certifier.certificate_for(needed, record.lemmas, deadline) if needed is not None else None
    return record.lemmas if found is None else list(found.lemmas)
