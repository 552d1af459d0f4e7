"""Whether a finding names what was met, and which findings do."""

from __future__ import annotations

from collections.abc import Iterable

from ruleslawyer.check.evidence.finding import Finding
from ruleslawyer.check.evidence.query import Evidence
from ruleslawyer.rulebook.claims.occurrence import Deadlock, Wrong
from ruleslawyer.rulebook.claims.result import DeadlockKind, DeadlockResult, EventResult
from ruleslawyer.rulebook.claims.verdict import Verdict
from ruleslawyer.semantics.events import Event


def named_by(findings: Iterable[Finding], wrong: Wrong) -> tuple[str, ...]:
    """The ids of the findings that name what was met."""
    return tuple(finding.id for finding in findings if names(finding, wrong))


def names(finding: Finding, wrong: Wrong) -> bool:
    """Whether a finding names what was met: a query of it asks about that, and it names the clauses of an event."""
    event = wrong.event if isinstance(wrong, EventResult) else wrong
    if isinstance(event, Event) and why_no_match(finding, event):
        return False
    return any(asks(evidence, wrong) for evidence in finding.evidence)


def asks(evidence: Evidence, wrong: Wrong) -> bool:
    """Whether a query asks about what was met, whatever finding it is of. A query that names nothing of a deadlock
    means one that has nothing."""
    about = evidence.about
    match wrong:
        case EventResult(event=event) | (Event() as event):
            if evidence.ask != "event" or (about["kind"], about["subject"]) != (event.kind, event.subject):
                return False
            return "pair" not in about or set(about["pair"]) == set(event.pair)
        case Verdict(name=name, word=word):
            return evidence.ask == "verdict" and (about["property"], evidence.word) == (name, word)
        case str():
            return evidence.ask == "verdict" and (about["property"], evidence.word) == (wrong, "VIOLATED")
    if evidence.ask != "deadlock":
        return False
    unspoken, forbidden = set(about.get("unspoken", ())), set(about.get("forbidden", ()))
    norms = {norm for _, norm in wrong.forbidden}
    if not unspoken and not forbidden:
        return not wrong.unspoken and not norms
    return unspoken <= set(wrong.unspoken) and forbidden <= norms


def why_no_match(finding: Finding, event: Event) -> str:
    """The reason why a finding does not name an event: it lacks its question, or its clauses (both, where two clash);
    else empty."""
    question = "" if ":" in event.choice else event.choice
    if question and question not in finding.questions:
        return f"it is about the question {question}, which the finding does not name"
    cited = set(event.cites)
    if len(cited & set(finding.clauses)) < min(len(cited), 2 if event.pair else 1):
        return f"it cites {', '.join(sorted(cited))}, and the finding names {', '.join(finding.clauses)}"
    return ""


def describe(deadlock: DeadlockResult | DeadlockKind | Deadlock) -> str:
    """A deadlock in a few words."""
    unspoken = [f"{action} unspoken" for action in deadlock.unspoken]
    forbidden = [f"{action} forbidden by {norm}" for action, norm in deadlock.forbidden]
    return "deadlock: " + (", ".join(unspoken + forbidden) or "nothing could be done at all")
