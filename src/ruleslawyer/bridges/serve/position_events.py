"""Events at one position, and the findings that tell them: clashes, gaps, a deadlock, here or one action on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ruleslawyer.base.files.content import Json
from ruleslawyer.check.evidence.finding import Finding
from ruleslawyer.check.evidence.naming import describe, named_by
from ruleslawyer.rulebook.claims.occurrence import Deadlock, deadlock
from ruleslawyer.rulebook.claims.result import event_json
from ruleslawyer.semantics.codec import Codec
from ruleslawyer.semantics.events import Event
from ruleslawyer.semantics.state import State
from ruleslawyer.semantics.transition import Instance, TransitionSystem


@dataclass(frozen=True, slots=True)
class Met:
    """An event of judging an action or of taking it, or (without an action) that nobody can act."""

    what: Event | Deadlock
    instance: Instance | None


def met_here(system: TransitionSystem, state: State) -> Iterator[Met]:
    """Events that come up where the actions of a position are judged, and where each that is allowed is taken."""
    if system.is_over(state):
        return
    candidates = list(system.candidates(state))
    for judged in candidates:
        taken = system.take(state, judged.instance).events if judged.is_allowed else ()
        for event in (*judged.events, *taken):
            yield Met(event, judged.instance)
    if not any(judged.is_allowed for judged in candidates):
        yield Met(deadlock(state, candidates), None)


def met_json(met: Sequence[Met], findings: tuple[Finding, ...], codec: Codec) -> Json:
    """The findings that name what was met, each with its clauses and where; and what none names."""
    told: dict[str, list[Json]] = {}
    unnamed: list[Json] = []
    for one in met:
        shown = _json(one, codec)
        ids = named_by(findings, one.what)
        for listed in [told.setdefault(id_, []) for id_ in ids] or [unnamed]:
            if shown not in listed:
                listed.append(shown)
    return {
        "findings": [
            {
                "id": f.id, "title": f.title, "kind": f.kind, "severity": f.severity, "state": f.state,
                "clauses": list(f.clauses), "questions": list(f.questions), "met": told[f.id],
            }
            for f in findings
            if f.id in told
        ],
        "unnamed": unnamed,
    }  # fmt: skip


def _json(met: Met, codec: Codec) -> Json:
    action = codec.instance(met.instance) if met.instance is not None else None
    if isinstance(met.what, Event):
        return {"action": action, **event_json(met.what)}
    nothing: Json = {"subject": "", "pair": [], "choice": None, "options": [], "clauses": [], "place": None}
    return {"action": action, "kind": "deadlock", "title": describe(met.what), **nothing}
