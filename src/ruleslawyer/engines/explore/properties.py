"""The verdict on each declared property, from an exploration and its graph."""

from __future__ import annotations

from ruleslawyer.engines.explore.liveness import leads_to
from ruleslawyer.engines.explore.search import Exploration
from ruleslawyer.ir.checks import Check
from ruleslawyer.rulebook.claims.conclusion import Seen, evaluation_failure
from ruleslawyer.rulebook.claims.verdict import Verdict, Word
from ruleslawyer.semantics.events import first_end
from ruleslawyer.semantics.trace import Trace


def verdicts(found: Exploration) -> list[Verdict]:
    """One verdict for each check, in declaration order."""
    return [verdict(found, check) for check in found.system.system.checks.values()]


def verdict(found: Exploration, check: Check) -> Verdict:
    """The verdict on a property; one that cannot be evaluated somewhere is known only where it is violated
    elsewhere."""
    if check.kind not in ("possible", "leads_to"):
        return _sights_of(found, check).verdict(check)
    reason = _gap(found)
    unclear = found.unevaluated.get(check.name)
    if reason and unclear is None:
        return _verdict_of(found, check, "UNKNOWN", reason)
    said = None if reason else _possible(found, check) if check.kind == "possible" else _leads_to(found, check)
    if unclear is None or (said is not None and said.word == "VIOLATED"):
        assert said is not None
        return said
    place, event = unclear
    return _verdict_of(found, check, "UNKNOWN", *evaluation_failure(check, found.trace_to(place), event))


def _sights_of(found: Exploration, check: Check) -> Seen:
    """Everything that was met of a property of states or of steps."""
    name, reached = check.name, check.reached
    violated, met, unclear = found.violated.get(name), found.reached.get(name), found.unevaluated.get(name)
    return Seen(
        found.states,
        found.trace_to(violated) if violated and check.kind != "sometimes" else None,
        found.trace_to(met) if met and check.kind == "sometimes" else met is not None,
        (found.trace_to(unclear[0]), unclear[1]) if unclear else None,
        None if reached is None or (reached in found.unevaluated and reached not in found.reached)
        else reached in found.reached,
        _gap(found),
    )  # fmt: skip


def _verdict_of(found: Exploration, check: Check, word: Word, reason: str, trace: Trace | None = None) -> Verdict:
    return Verdict(check.name, check.kind, check.origin.cites, word, reason, found.states, trace)


def _gap(found: Exploration) -> str:
    """The reason why no verdict over all plays is possible; empty where all of them were explored."""
    if not found.complete:
        return found.stopped
    return first_end(o.event for o in found.events.values())


def _possible(found: Exploration, check: Check) -> Verdict:
    """The verdict on a `possible`: where it cannot be evaluated it may hold, and states from which no such state is
    reached violate it."""
    can = {s for s, holds in found.answers[check.name].items() if holds is None or holds[0]}
    ahead = list(can)
    while ahead:
        before = set(found.played.predecessors(ahead.pop())) - can
        can |= before
        ahead += before
    bad = next((s for s in found.graph if s not in can), None)
    if bad is not None:
        return _verdict_of(found, check, "VIOLATED", "cannot be reached any more from here", found.trace(bad))
    return _verdict_of(found, check, "HOLDS IN SCOPE", f"from all {found.states} rest states")


def _leads_to(found: Exploration, check: Check) -> Verdict:
    """The verdict on a `leads_to`: where it cannot be evaluated nothing is waited for; a violation elsewhere still
    counts."""
    answers = {s: both or (False, True) for s, both in found.answers[check.name].items()}
    return _verdict_of(found, check, *leads_to(found, check, answers))
