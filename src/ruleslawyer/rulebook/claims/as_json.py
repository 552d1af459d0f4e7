"""Results as JSON values for scripts; `seconds` is the only key whose value may differ from run to run."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ruleslawyer.base.files.content import Json
from ruleslawyer.ir.schema import GridSize
from ruleslawyer.rulebook.claims.premises import Premises
from ruleslawyer.rulebook.claims.result import DeadlockResult, EventResult, ScopeResult
from ruleslawyer.rulebook.claims.verdict import Verdict
from ruleslawyer.semantics.codec import Codec
from ruleslawyer.semantics.events import Event
from ruleslawyer.semantics.trace import Trace


def scope_json(ruleset: str, result: ScopeResult, codec: Codec) -> Json:
    """One exploration; every event has its shortest play as calls."""
    events = [event_result(e, codec) for e in result.events]
    verdicts = [verdict_json(v, codec, result.premises) for v in result.verdicts]
    return {
        "ruleset": ruleset,
        "scope": result.scope.name,
        "reading": dict(result.reading),
        "rulings": list(result.rulings),
        "premises": result.premises.json() if result.premises is not None else None,
        "shrunk": list(result.scope.shrunk),
        "grids": {sort: grid_json(size) for sort, size in result.scope.grids.items()},
        "off": list(result.scope.off),
        "campaign": result.scope.campaign,
        "rims": list(result.rims),
        "dealt": list(result.dealt),
        "engine": result.engine,
        "initial": result.initial,
        "states": result.states,
        "transitions": result.transitions,
        "deadlocks": result.deadlocked,
        "depth": result.depth,
        "ended": result.ended,
        "orbits": result.orbits,
        "complete": result.complete,
        "stopped": result.stopped or None,
        **by_kind(events, verdicts),
        "dead_ends": [deadlock_json(d, codec) for d in result.deadlocks],
        "properties": verdicts,
        "never_live": list(result.never_live),
        "never_permitted": list(result.never_permitted),
        "contracted": result.contracted and dict(zip(("states", "transitions"), result.contracted, strict=True)),
        "replayed_by": "direct" if "direct" in result.replayed_by else "interpreter",
        "unreplayed": list(result.unreplayed),
        "bytes_as_trees": result.of_trees or None,
        "long_lists": result.long_lists,
        "seconds": round(result.seconds, 3),
    }


def by_kind(events: Sequence[Json], properties: Sequence[Json]) -> Json:
    """Events by what they are; properties that are violated stand among the violations."""
    parts = {"contradictions": ("contradiction", "place"), "gaps": ("gap", "unspoken"), "violations": ("violation",)}
    found = {part: [e for e in events if e["kind"] in kinds] for part, kinds in parts.items()}
    found["violations"] += [p for p in properties if p["verdict"] == "VIOLATED"]
    named = {kind for kinds in parts.values() for kind in kinds}
    return {**found, "other_events": [e for e in events if e["kind"] not in named]}


def event_json(event: Event) -> Json:
    """An event for scripts; its place in the model where one is known."""
    return {
        "kind": event.kind,
        "subject": event.subject,
        "pair": list(event.pair),
        "title": event.title,
        "choice": event.choice or None,
        "options": list(event.options),
        "clauses": list(event.cites),
        "place": str(event.span) if event.span else None,
    }


def grid_json(size: GridSize) -> Json:
    """The size of a grid, with the sort that has one for each of its members."""
    return {"rows": size.rows, "columns": size.columns, "for_each": size.each}


def event_result(result: EventResult, codec: Codec) -> Json:
    return {
        **event_json(result.event),
        "material": result.material,
        "depth": result.depth,
        "findings": list(result.findings),
        "play": calls(result.trace, codec),
    }


def deadlock_json(result: DeadlockResult, codec: Codec) -> Json:
    return {
        "states": result.states,
        "depth": result.trace.length,
        "unspoken": list(result.unspoken),
        "forbidden": [list(pair) for pair in result.forbidden],
        "refused": list(result.refused),
        "nobody": result.nobody,
        "findings": list(result.findings),
        "play": calls(result.trace, codec),
    }


def verdict_json(verdict: Verdict, codec: Codec, premises: Premises | None = None) -> Json:
    return {
        "property": verdict.name,
        "kind": verdict.kind,
        "clauses": list(verdict.cites),
        "verdict": verdict.word,
        "reason": verdict.reason,
        "switched_off": list(verdict.off),
        "assumed": list(verdict.assumed),
        "fair": list(verdict.fair),
        "strongly_fair": list(verdict.strongly_fair),
        "member": dict(verdict.member),
        "up_to": dict(verdict.up_to),
        "play": calls(verdict.trace, codec) if verdict.trace is not None else None,
        "back_to": verdict.trace.back if verdict.trace is not None else None,
        "under": premises.text() if premises is not None else "",
    }


def calls(trace: Trace, codec: Codec) -> list[str]:
    """The play as a person would write it, the initial choice first."""
    instances = [trace.start.instance, *(s.instance for s in trace.steps), *([trace.last] if trace.last else [])]
    return [codec.call(instance) for instance in instances]


def violated_property(verdicts: Iterable[Verdict], name: str) -> str:
    """The name of a property that is violated; empty for any other name, or the number of an event."""
    return next((v.name for v in verdicts if v.name == name and v.word == "VIOLATED"), "")
