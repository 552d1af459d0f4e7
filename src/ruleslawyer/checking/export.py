"""Results as JSON values for scripts; `seconds` is the only key whose value may differ from run to run."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ruleslawyer.checking.explain import event_json
from ruleslawyer.checking.premises import Premises
from ruleslawyer.checking.result import DeadlockResult, EventResult, ScopeResult, Shortfall
from ruleslawyer.checking.verdict import Verdict
from ruleslawyer.diagnostics import UsageError
from ruleslawyer.ir.scope import GridSize
from ruleslawyer.ir.system import System
from ruleslawyer.semantics.codec import Codec
from ruleslawyer.semantics.itf import to_itf
from ruleslawyer.semantics.state import State
from ruleslawyer.semantics.trace import Trace

if TYPE_CHECKING:  # results only carry these: reading one must not load the solver
    from ruleslawyer.engines.smt.conditions import Conditions
    from ruleslawyer.engines.smt.result import ProofResult
    from ruleslawyer.engines.smt.stuck import Stuck

Json = dict[str, Any]
ITF = ".itf.json"
"""How the name of a trace in ITF ends."""
SCHEMA = 1
"""The version of what scripts read, as docs/schemas describes it: raised when a key goes or means something else."""


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
        "contradictions": [e for e in events if e["kind"] in ("contradiction", "place")],
        "gaps": [e for e in events if e["kind"] in ("gap", "unspoken")],
        "violations": [e for e in events if e["kind"] == "violation"]
        + [v for v in verdicts if v["verdict"] == "VIOLATED"],
        "other_events": [
            e for e in events if e["kind"] not in ("contradiction", "place", "gap", "unspoken", "violation")
        ],
        "dead_ends": [deadlock_json(d, codec) for d in result.deadlocks],
        "properties": verdicts,
        "never_live": list(result.never_live),
        "never_permitted": list(result.never_permitted),
        "contracted": result.contracted and dict(zip(("states", "transitions"), result.contracted, strict=True)),
        "replayed_by": "direct" if "direct" in result.replayed_by else "interpreter",
        "unreplayed": list(result.unreplayed),
        "seconds": round(result.seconds, 3),
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
        "depth": len(result.trace),
        "unspoken": list(result.unspoken),
        "forbidden": [list(pair) for pair in result.forbidden],
        "refused": list(result.refused),
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
        "play": calls(verdict.trace, codec) if verdict.trace is not None else None,
        "back_to": verdict.trace.back if verdict.trace is not None else None,
        "under": premises.text() if premises is not None else "",
    }


def shortfall_json(shortfall: Shortfall) -> Json:
    return {
        "kind": shortfall.kind,
        "scope": shortfall.scope,
        "subject": shortfall.subject,
        "message": shortfall.message,
        "mend": shortfall.mend,
    }


def calls(trace: Trace, codec: Codec) -> list[str]:
    """The play as a person would write it, the initial choice first."""
    instances = [trace.start.instance, *(s.instance for s in trace.steps), *([trace.last] if trace.last else [])]
    return [codec.call(instance) for instance in instances]


def saved(trace: Trace, codec: Codec, rulings: Iterable[str], violates: str = "") -> Json:
    """A play as `replay` reads it; `violates`: the property whose violation it shows."""
    return {"schema": SCHEMA, **codec.trace(trace), "rulings": sorted(rulings), **_violating(violates)}


def saved_as(file: Path, trace: Trace, codec: Codec, rulings: Iterable[str], violates: str = "") -> Json:
    """The same in the form that the file's name asks for: ITF where it ends so."""
    if not file.name.endswith(ITF):
        return saved(trace, codec, rulings, violates)
    found = to_itf(codec, trace)
    found["#meta"] |= {"schema": SCHEMA, "rulings": sorted(rulings), **_violating(violates)}
    return found


def _violating(property_: str) -> Json:
    return {"violates": property_} if property_ else {}


def violated(verdicts: Iterable[Verdict], name: str) -> str:
    """The name of a property that is violated; empty for any other name, or the number of an event."""
    return next((v.name for v in verdicts if v.name == name and v.word == "VIOLATED"), "")


def expect_version(play: Json, file: str) -> None:
    """A play of another version is a `UsageError`; one that does not name its version is of the first."""
    version = play.get("schema", 1)
    if version != SCHEMA or isinstance(version, bool):
        about = f"`schema` is {str(version)[:20]}, and this ruleslawyer reads version {SCHEMA}"
        raise UsageError(about, file, "save it again with `explore --trace N --save FILE`")


def proof_json(proof: ProofResult, system: System) -> Json:
    """A proof for scripts."""
    return {
        "property": proof.property,
        "verdict": proof.said(),
        "method": proof.method,
        "k": proof.k,
        "clauses": list(proof.clauses),
        "reason": proof.reason,
        "assumptions": list(proof.assumptions),
        "under": proof.premises.text() if proof.premises is not None else "",
        "premises": proof.premises.json() if proof.premises is not None else None,
        "assumed": list(proof.assumed),
        "not_met_in": list(proof.not_met_in),
        "obligations": proof.obligations,
        "invariant": list(proof.invariant),
        "play": [step.label for step in proof.steps],
        "readings": conditions_json(proof.under) if proof.under is not None else None,
        "tried": list(proof.tried),
        "counterexample_to_induction": stuck_json(proof.stuck, system) if proof.stuck is not None else None,
        "seconds": round(proof.seconds, 3),
    }


def conditions_json(under: Conditions) -> Json:
    """Under which readings a property fails, for scripts."""
    return {
        "fails": [{q: list(options) for q, options in a.items()} for a in under.fails],
        "holds": [{q: list(options) for q, options in a.items()} for a in under.holds],
        "exact": under.exact,
    }


def stuck_json(stuck: Stuck, system: System) -> Json:
    """A counterexample to induction for scripts; nothing says that its state is reached."""
    codec = Codec(system, stuck.scope)
    return {
        "possibly_unreachable": stuck.state is not None,
        "state": codec.state(State(*stuck.state)) if stuck.state is not None else None,
        "step": stuck.step.label,
        "after": codec.state(State(*stuck.step.state)) if stuck.step.state is not None else None,
        "breaks": stuck.broken,
        "reading": dict(stuck.reading),
        "excluded_by": {
            "properties": list(stuck.properties),
            "invariants": list(stuck.invariants),
            "lemma": stuck.lemma,
        },
    }
