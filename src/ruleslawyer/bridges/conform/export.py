"""A conformance session as JSON values for scripts."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from ruleslawyer.base.files.content import SCHEMA, Json
from ruleslawyer.bridges.conform.identify import Identified
from ruleslawyer.bridges.conform.reach import plan
from ruleslawyer.bridges.conform.remaining import first_answers
from ruleslawyer.bridges.conform.replaying import Requests
from ruleslawyer.bridges.conform.session import Broken, Session
from ruleslawyer.bridges.conform.shorten import Shortened
from ruleslawyer.play.shrink import ChoiceSequence
from ruleslawyer.rulebook.register.clause import Clause
from ruleslawyer.semantics.codec import Codec


def session_json(ruleset: str, found: Session, clauses: Mapping[str, Clause]) -> Json:
    """`clauses`: the register's, for what the deciding ones say."""
    codec = found.codec
    return {
        "ruleset": ruleset,
        "scope": found.system.scope.name,
        "reading": dict(found.system.reading),
        "rulings": sorted(found.system.rulings),
        "name": found.claims.name,
        "agrees": found.agrees,
        "stopped": found.stopped or None,
        "plays": found.plays,
        "scenarios": found.scenarios,
        "declined": [{"scenario": d.scenario, "why": d.why} for d in found.declined],
        "steps": found.steps,
        "compared": found.compared,
        "not_compared": list(found.incomparable_fields),
        "set_aside": sorted(found.aside),
        "passed": dict(sorted(found.passed.items())),
        "taken": dict(sorted(found.taken.items())),
        "never_taken": list(found.unused_actions),
        "clauses": sorted(found.decided),
        "unmet": [
            {
                "name": row.name,
                "kind": "action" if row.is_action else "clause",
                "here": row.here,
                "scopes": list(row.scopes),
            }
            for row in found.unmet
        ],
        "next": [{"scope": scope, "meets": [row.name for row in rows]} for scope, rows in plan(found.unmet)],
        "faults": [_fault(broken, codec) for broken in found.faults],
        "differences": [
            {**_difference(met.found, met.scenario, met.codec, clauses, found.findings), "times": met.times}
            for met in found.kinds
        ],
        "seconds": round(found.seconds, 3),
    }


def identified_json(ruleset: str, found: Identified, clauses: Mapping[str, Clause]) -> Json:
    """The result of `--identify` as JSON. Clashes of rules are choices too, by their keys."""
    codec = Codec(found.system.system, found.system.scope)
    inconsistent = found.inconsistent and _difference(Shortened(found.inconsistent), "", codec, clauses)
    return {
        "ruleset": ruleset,
        "scope": found.system.scope.name,
        "name": found.claims.name,
        "consistent": found.consistent,
        "stopped": found.stopped or None,
        "known": dict(found.system.reading),
        "follows": dict(sorted(found.remaining.common_answers.items())),
        "open": [
            {"questions": list(group[0]), "answers": first_answers(group), "all": len(group[1])}
            for group in found.remaining.groups
            if len(group[1]) > 1
        ],
        "indistinguishable": found.proved,
        "readings": found.readings,
        "left": len(found.remaining),
        "plays": found.plays,
        "actions": found.actions,
        "fault": found.fault and _fault(Broken(found.fault, None), codec),
        "inconsistent": inconsistent,
        "after": found.after and {"schema": SCHEMA, **session_json(ruleset, found.after, clauses)},
        "seconds": round(found.seconds, 3),
    }


def way_calls(way: ChoiceSequence, codec: Codec, *, given: bool = False) -> list[str]:
    """A play as a person would write it; the initial choice first, where it began with one."""
    return [codec.call(i) for i in ((() if given else (way.start,)) + way.choices)]


def requests_calls(codec: Codec, requests: Requests) -> list[str]:
    """A play that the program was asked to play, as a person would write it; nothing for another `hello`."""
    found = list[str]()
    for request in requests:
        match request["request"]:
            case "initial":
                found.append(codec.call(codec.parse_instance({"action": "initial", "args": request["args"]}, "args")))
            case "step":
                found.append(codec.call(codec.parse_instance(request, "args")))
            case "load":
                found.append("load(…)")
    return found


def _fault(broken: Broken, codec: Codec) -> Json:
    return {
        "kind": broken.fault.kind,
        "text": broken.fault.text,
        "stderr": broken.fault.said or None,
        "scenario": broken.scenario or None,
        "play": way_calls(broken.way, codec) if broken.way else None,
    }


def _difference(
    shortened: Shortened, scenario: str, codec: Codec, clauses: Mapping[str, Clause],
    findings: Mapping[str, tuple[str, ...]] = MappingProxyType({}),
) -> Json:  # fmt: skip
    found = shortened.difference
    cited = dict.fromkeys(c for reason in found.reasons for c in reason.clauses)
    return {
        "kind": found.kind,
        "at": found.at,
        "scope": codec.scope.name,
        "scenario": scenario or None,
        "again": shortened.again,
        "least": shortened.least,
        "tried": shortened.tried,
        "earlier": [play for play in (requests_calls(codec, one) for one in shortened.earlier) if play],
        "given": codec.state(found.given) if found.given is not None else None,
        "play": way_calls(found.way, codec, given=found.given is not None),
        "state": codec.state(found.before) if found.before is not None else None,
        "answers": [{"about": about, "reference": ours, "other": theirs} for about, ours, theirs in found.answers],
        "reasons": [{"about": r.what, "says": r.why, "clauses": list(r.clauses)} for r in found.reasons],
        "clauses": {c: clauses[c].says for c in cited if c in clauses},
        "questions": [
            {
                "choice": row.choice,
                "follows": row.follows,
                "options": list(row.options),
                "plays_as": list(row.others),
                "findings": list(findings.get(row.choice, ())),
            }
            for row in found.resting
        ],
    }
