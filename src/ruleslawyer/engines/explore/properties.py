"""The verdict on each declared property, from an exploration and its graph."""

from __future__ import annotations

import networkx as nx

from ruleslawyer.checking.verdict import Verdict, Word
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
    checks = [c for c in found.system.system.checks.values() if c.kind == "possible" or _is_decided(c)]
    answers: dict[str, Answers] = {c.name: {} for c in checks}
    for state in found.graph:
        for check in checks:
            if check.kind == "possible":
                holds = bool(found.system.holds(check, state)[0])
                answers[check.name][state] = holds, holds
            else:
                answers[check.name][state] = found.system.leads(check, state)
    return answers


def _is_decided(check: Check) -> bool:
    """Whether this is a `leads_to` that is answered here."""
    return check.kind == "leads_to" and not (check.fair or check.strongly_fair)


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
    if not _is_decided(check):
        return _made(found, check, "UNKNOWN", "fairness is not supported yet")
    reason = _unfinished(found)
    if reason:
        return _made(found, check, "UNKNOWN", reason)
    asked = [s for s, (first, then) in answers.items() if first and not then]
    if not asked:
        return _made(found, check, "VACUOUS", "its first part never holds")
    waiting: nx.DiGraph[State] = nx.DiGraph()
    waiting.add_nodes_from(asked)
    ahead = list(asked)
    while ahead:
        state = ahead.pop()
        after = [s for s in found.graph.successors(state) if not answers[s][1]]
        ahead += [s for s in after if s not in waiting]
        waiting.add_edges_from((state, s) for s in after)
    stuck = next((s for s in found.graph if s in waiting and found.graph.out_degree(s) == 0), None)
    if stuck is not None:
        return _made(found, check, "VIOLATED", "a play ends without it", found.trace(stuck))
    circling = {s for part in nx.strongly_connected_components(waiting) for s in part if len(part) > 1}
    circling |= set(nx.nodes_with_selfloops(waiting))
    again = next((s for s in found.graph if s in circling), None)
    if again is not None:
        return _made(found, check, "VIOLATED", "a play can go round for ever without it", found.trace(again))
    return _made(found, check, "HOLDS IN SCOPE", f"from all {len(asked)} states that ask for it")
