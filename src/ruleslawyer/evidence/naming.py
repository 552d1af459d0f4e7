"""Which of the events and deadlocks that were met a query of a finding names."""

from __future__ import annotations

from ruleslawyer.claims.occurrence import Deadlock
from ruleslawyer.claims.result import DeadlockKind, DeadlockResult
from ruleslawyer.evidence.finding import Finding
from ruleslawyer.evidence.query import Evidence
from ruleslawyer.semantics.events import Event


def matches(evidence: Evidence, event: Event) -> bool:
    """Whether an event is the one that a query names."""
    about = evidence.about
    pair = about.get("pair")
    kind, subject = about["kind"] == event.kind, about["subject"] == event.subject
    return bool(kind and subject and (pair is None or set(pair) == set(event.pair)))


def unnamed(finding: Finding, event: Event) -> str:
    """What of an event a finding fails to name: its question, or its clauses (both, where two clash); else empty."""
    question = "" if ":" in event.choice else event.choice
    if question and question not in finding.questions:
        return f"it is about the question {question}, which the finding does not name"
    cited = set(event.cites)
    if len(cited & set(finding.clauses)) < min(len(cited), 2 if event.pair else 1):
        return f"it cites {', '.join(sorted(cited))}, and the finding names {', '.join(finding.clauses)}"
    return ""


def inside(evidence: Evidence, deadlock: DeadlockResult | DeadlockKind | Deadlock) -> bool:
    """Whether a deadlock has everything that the query names; a query that names nothing means one that has nothing."""
    unspoken, forbidden = set(evidence.about.get("unspoken", ())), set(evidence.about.get("forbidden", ()))
    norms = {norm for _, norm in deadlock.forbidden}
    if not unspoken and not forbidden:
        return not deadlock.unspoken and not norms
    return unspoken <= set(deadlock.unspoken) and forbidden <= norms


def describe(deadlock: DeadlockResult | DeadlockKind | Deadlock) -> str:
    """A deadlock in a few words."""
    unspoken = [f"{action} unspoken" for action in deadlock.unspoken]
    forbidden = [f"{action} forbidden by {norm}" for action, norm in deadlock.forbidden]
    return "deadlock: " + (", ".join(unspoken + forbidden) or "nothing could be done at all")
