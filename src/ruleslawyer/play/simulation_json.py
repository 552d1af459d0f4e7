"""A simulation as a JSON value for scripts: the keys of an exploration where they mean the same."""

from __future__ import annotations

from ruleslawyer.base.files.content import Json
from ruleslawyer.play.simulate import Answer, InPlays, Simulation
from ruleslawyer.rulebook.claims.as_json import by_kind, calls, event_result
from ruleslawyer.rulebook.claims.premises import Premises
from ruleslawyer.rulebook.claims.result import DeadlockResult, EventResult
from ruleslawyer.semantics.codec import Codec


def simulation_json(ruleset: str, found: Simulation, codec: Codec) -> Json:
    """A simulation as JSON; every event has its short play as calls."""
    events = [{**event_result(met.result, codec), **_counts(met)} for met in found.events]
    properties = [_answer(answer, codec, found.premises) for answer in found.verdicts]
    return {
        "ruleset": ruleset,
        "scope": found.scope.name,
        "reading": dict(found.reading),
        "rulings": list(found.rulings),
        "premises": found.premises.json(),
        "shrunk": list(found.scope.shrunk),
        "off": list(found.scope.off),
        "engine": "simulation",
        "seed": found.seed,
        "asked": found.asked,
        "plays": found.plays,
        "steps": found.steps,
        "states": found.states,
        "depth": found.depth,
        "ended": found.ended,
        "deadlocks": found.deadlocked,
        "broke_off": found.broke_off,
        "cut_off": found.cut_off,
        "lost": found.lost,
        "complete": False,
        "stopped": found.stopped or None,
        **by_kind(events, properties),
        "dead_ends": [_dead_end(met, codec) for met in found.deadlocks],
        "properties": properties,
        "taken": dict(found.taken),
        "live": sorted(found.live),
        "decisive": sorted(found.decisive),
        "effects": sorted(found.effects),
        "never_live": list(found.never_live),
        "never_permitted": list(found.never_permitted),
        "replayed_by": "direct" if "direct" in found.replayed_by else "interpreter",
        "unreplayed": list(found.unreplayed),
        "seconds": round(found.seconds, 3),
    }


def _counts(met: InPlays[EventResult] | InPlays[DeadlockResult]) -> Json:
    return {"first_play": met.first, "plays": met.plays, "unshrunk": met.unshrunk}


def _dead_end(met: InPlays[DeadlockResult], codec: Codec) -> Json:
    result = met.result
    return {
        "depth": result.trace.length,
        "unspoken": list(result.unspoken),
        "forbidden": [list(pair) for pair in result.forbidden],
        "refused": list(result.refused),
        "nobody": result.nobody,
        "play": calls(result.trace, codec),
        **_counts(met),
    }


def _answer(answer: Answer, codec: Codec, premises: Premises) -> Json:
    return {
        "property": answer.name,
        "kind": answer.kind,
        "clauses": list(answer.cites),
        "verdict": answer.word,
        "reason": answer.reason,
        "under": premises.text(),
        "play": None if answer.trace is None else calls(answer.trace, codec),
    }
