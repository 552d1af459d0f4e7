"""The verdict on each declared property, from an exploration and its graph."""

from __future__ import annotations

from ruleslawyer.checking.verdict import Verdict, Word
from ruleslawyer.engines.explore.liveness import leads_to
from ruleslawyer.engines.explore.search import Exploration
from ruleslawyer.ir.system import Check
from ruleslawyer.semantics.events import ENDS
from ruleslawyer.semantics.state import State
from ruleslawyer.semantics.trace import Trace

Answers = dict[State, tuple[bool, bool]]
"""Of each state: whether a `possible` holds (twice), or what a `leads_to` asks for happens, and its goal."""


def verdicts(found: Exploration) -> list[Verdict]:
    """One verdict for each check, in declaration order."""
    answers = {} if _unfinished(found) else _answers(found)
    return [_verdict(found, check, answers.get(check.name, {})) for check in found.system.system.checks.values()]


def _answers(found: Exploration) -> dict[str, Answers]:
    """What every state says to the checks that ask for more than one; state by state, since looks at one share."""
    checks = [c for c in found.system.system.checks.values() if c.kind in ("possible", "leads_to")]
    answers: dict[str, Answers] = {c.name: {} for c in checks}
    for state in found.graph:
        for check in checks:
            if check.kind == "possible":
                holds = bool(found.system.holds(check, state)[0])
                answers[check.name][state] = holds, holds
            else:
                answers[check.name][state] = found.system.leads(check, state)
    return answers


def _verdict(found: Exploration, check: Check, answers: Answers) -> Verdict:
    if check.kind == "always":
        return _always(found, check)
    if check.kind == "sometimes":
        return _sometimes(found, check)
    if check.kind == "step":
        return _step(found, check)
    if check.kind == "possible":
        return _possible(found, check, answers)
    return _leads_to(found, check, answers)


def _made(found: Exploration, check: Check, word: Word, reason: str, trace: Trace | None = None) -> Verdict:
    return Verdict(check.name, check.kind, check.origin.cites, word, reason, found.states, trace)


def _unfinished(found: Exploration) -> str:
    """Why no verdict over all plays is possible; empty where all of them were explored."""
    if not found.complete:
        return found.stopped
    ends = [o.event for o in found.events.values() if o.event.kind in ENDS]
    return f"plays end early: {ends[0].kind} of {ends[0].title}" if ends else ""


def _holds(found: Exploration, check: Check) -> Verdict:
    if check.name in found.unevaluated:
        trace = found.trace(found.unevaluated[check.name])
        return _made(found, check, "UNKNOWN", "it cannot be evaluated in a state that is reached", trace)
    reason = _unfinished(found)
    if reason:
        return _made(found, check, "UNKNOWN", reason)
    return _made(found, check, "HOLDS IN SCOPE", f"in all {found.states} rest states")


def _always(found: Exploration, check: Check) -> Verdict:
    if check.name in found.violated:
        state, _ = found.violated[check.name]
        trace = found.trace(state)
        return _made(found, check, "VIOLATED", f"after {len(trace)} actions", trace)
    if check.reached and check.reached not in found.reached and found.complete:
        return _made(found, check, "VACUOUS", f"{check.reached} is never reached")
    return _holds(found, check)


def _sometimes(found: Exploration, check: Check) -> Verdict:
    if check.name in found.reached:
        trace = found.trace(found.reached[check.name])
        return _made(found, check, "HOLDS IN SCOPE", f"reached after {len(trace)} actions", trace)
    reason = _unfinished(found)
    if reason:
        return _made(found, check, "UNKNOWN", reason)
    return _made(found, check, "VACUOUS", f"reached in none of {found.states} rest states")


def _step(found: Exploration, check: Check) -> Verdict:
    if check.name in found.violated:
        state, instance = found.violated[check.name]
        trace = found.trace(state, instance, taken=instance is not None)
        return _made(found, check, "VIOLATED", f"at action {len(trace)}" if instance else "as a game begins", trace)
    if check.name not in found.reached and found.complete:
        return _made(found, check, "VACUOUS", f"{check.of or 'any step'} is never taken")
    if check.reached and check.reached not in found.reached and found.complete:
        return _made(found, check, "VACUOUS", f"{check.reached} is never reached")
    return _holds(found, check)


def _possible(found: Exploration, check: Check, answers: Answers) -> Verdict:
    reason = _unfinished(found)
    if reason:
        return _made(found, check, "UNKNOWN", reason)
    can = {s for s, (holds, _) in answers.items() if holds}
    ahead = list(can)
    while ahead:
        before = set(found.graph.predecessors(ahead.pop())) - can
        can |= before
        ahead += before
    bad = next((s for s in found.graph if s not in can), None)
    if bad is not None:
        return _made(found, check, "VIOLATED", "cannot be reached any more from here", found.trace(bad))
    return _made(found, check, "HOLDS IN SCOPE", f"from all {found.states} rest states")


def _leads_to(found: Exploration, check: Check, answers: Answers) -> Verdict:
    reason = _unfinished(found)
    if reason:
        return _made(found, check, "UNKNOWN", reason)
    return _made(found, check, *leads_to(found, check, answers))
