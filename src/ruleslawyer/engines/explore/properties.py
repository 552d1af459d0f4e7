"""The verdict on each declared property, from an exploration and its graph, with forced passes contracted where that is
asked.

An option of how to look at an exploration, not a meaning: each contracted state takes exactly one node and one edge
away. Passes that go round are left as they are; they are the event `idle`.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from ruleslawyer.base.diagnostics import InternalError
from ruleslawyer.engines.explore.liveness import judge_eventually_always, judge_leads_to
from ruleslawyer.engines.explore.search import Exploration
from ruleslawyer.ir.rules import FOLLOWED, Check
from ruleslawyer.rulebook.claims.conclusion import (
    FORCED_ROUND,
    IF_AT_ALL,
    NOT_FROM_HERE,
    Capped,
    Seen,
    cause_of,
    comes_anyway,
    evaluation_failure,
    may_matter,
    met_caps,
    why_nothing_begins,
)
from ruleslawyer.rulebook.claims.promised import NOBODY, each_promise
from ruleslawyer.rulebook.claims.verdict import Verdict, Word
from ruleslawyer.semantics.codec import Codec
from ruleslawyer.semantics.events import LOOP
from ruleslawyer.semantics.state import State
from ruleslawyer.semantics.trace import Trace
from ruleslawyer.semantics.transition import Instance

if TYPE_CHECKING:
    import networkx as nx


def verdicts(found: Exploration) -> list[Verdict]:
    """One verdict for each check, in declaration order."""
    return [verdict(found, check) for check in found.system.system.checks.values()]


def verdict(found: Exploration, check: Check) -> Verdict:
    """The verdict on a property; one that cannot be evaluated somewhere is known only where it is violated
    elsewhere."""
    if check.kind not in FOLLOWED:
        return _sights_of(found, check).verdict(check)
    unclear = found.unevaluated.get(check.name)
    said = _all_plays(found, check) if found.complete else None
    if said is not None and said.word == "VIOLATED":
        return said
    if unclear is not None:
        place, event = unclear
        return _verdict_of(found, check, "UNKNOWN", *evaluation_failure(check, found.trace_to(place), event))
    all_begin = None not in found.cut and not _round_at_once(found)
    if said is not None and comes_anyway(check, said.word, all_begin=all_begin):
        return said
    reason = _gap(found, check)
    return _verdict_of(found, check, "UNKNOWN", reason) if reason or said is None else said


def _all_plays(found: Exploration, check: Check) -> Verdict:
    """The verdict on what may follow, of each to whom it is promised. A play whose forced steps go round violates each
    `possible`."""
    by_kind = {"possible": _possible, "eventually_always": _eventually_always}
    ask = partial(by_kind.get(check.kind, _comes), found, check)
    nobody = _verdict_of(found, check, "VACUOUS", NOBODY)
    said = each_promise(found.system, check, ask, nobody)
    loop = next((at for at in found.events.values() if at.event.kind == LOOP), None)
    if said.word == "VIOLATED" or check.kind != "possible" or loop is None:
        return said
    round_ = _verdict_of(found, check, "VIOLATED", FORCED_ROUND, found.event_trace(loop))
    return each_promise(found.system, check, lambda _: round_, nobody)


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
        _gap(found, check),
        _caps_alone(found),
    )  # fmt: skip


def _caps_alone(found: Exploration) -> Capped | None:
    """The caps that alone cut plays off, where all of the others were followed."""
    caps = (
        met_caps(((kind, subject) for kind, subject, *_ in found.in_play), found.system.scope) if found.complete else ()
    )
    return Capped(caps, len(found.cut)) if caps and found.states else None


def _verdict_of(found: Exploration, check: Check, word: Word, reason: str, trace: Trace | None = None) -> Verdict:
    return Verdict(check.name, check.kind, check.origin.cites, word, reason, found.states, trace)


def _gap(found: Exploration, check: Check) -> str:
    """The reason why not every play that may matter to a property is known; empty where all of them are."""
    if not found.complete:
        return found.stopped
    system, cut = found.system, {action for actions in found.cut.values() for action in actions}
    if may_matter(system.system, system.scope, check, cut):
        return cause_of(found.events.values(), Codec(system.system, system.scope))
    return why_nothing_begins(check, found.states, round_at_once=_round_at_once(found))


def _round_at_once(found: Exploration) -> bool:
    """Whether forced steps go round as a game begins."""
    return any(at.event.kind == LOOP and at.state is None for at in found.events.values())


def _possible(found: Exploration, check: Check, members: tuple[int, ...]) -> Verdict:
    """The verdict on a `possible`: where it cannot be evaluated it may hold, and behind what is cut off; states from
    which no such state is reached violate it."""
    good = {s for s, holds in found.answers[check.name, members].items() if holds is None or holds[0]}
    beyond = {state for state in found.goes_on if state is not None}
    can = _leading_to(found, good | beyond)
    bad = next((s for s in found.graph if s not in can), None)
    if bad is not None:
        return _verdict_of(found, check, "VIOLATED", NOT_FROM_HERE, found.trace(bad))
    if beyond and len(_leading_to(found, good)) < found.states:
        return _verdict_of(found, check, "UNKNOWN", IF_AT_ALL)
    return _verdict_of(found, check, "HOLDS IN SCOPE", f"from all {found.states} rest states")


def _leading_to(found: Exploration, goal: Iterable[State]) -> set[State]:
    """The states from which steps of play lead to one of some; those are among them."""
    can = set(goal)
    ahead = list(can)
    while ahead:
        before = set(found.game.predecessors(ahead.pop())) - can
        can |= before
        ahead += before
    return can


def _comes(found: Exploration, check: Check, members: tuple[int, ...]) -> Verdict:
    """The verdict on a `leads_to`, or on an `eventually`, for which each beginning asks: where it cannot be evaluated
    nothing is waited for; a violation elsewhere still counts."""
    answers = {s: both or (False, True) for s, both in found.answers[check.name, members].items()}
    if check.goal is None:
        said = found.answers[check.name, members]
        answers = {s: (s in found.initial and said[s] is not None, then) for s, (_, then) in answers.items()}
    return _verdict_of(found, check, *judge_leads_to(found, check, answers))


def _eventually_always(found: Exploration, check: Check, members: tuple[int, ...]) -> Verdict:
    """The verdict on an `eventually_always`: where it cannot be evaluated it is so."""
    wrong = [s for s, holds in found.answers[check.name, members].items() if holds is not None and not holds[0]]
    return _verdict_of(found, check, *judge_eventually_always(found, check, wrong))


Node = TypeVar("Node", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Contraction:
    """The smaller graph (edges have `passes`, the forced passes after the instance), and the rounds of idle passes.

    A round is a list of states with the pass taken in each; it begins with the state that is nearest to a start.
    """

    graph: nx.MultiDiGraph[State]
    rounds: tuple[tuple[tuple[State, Instance], ...], ...]


def contract_passes(found: Exploration) -> Contraction:
    """Contract every forced pass outside the initial states."""
    forced = _forced_passes(found)
    rings = pass_cycles({state: after for state, (_, after) in forced.items()})
    circles = tuple(tuple((state, forced[state][0]) for state in ring) for ring in rings)
    for state in (*found.initial, *(state for ring in rings for state in ring)):
        forced.pop(state, None)  # a play may begin there, or there is no end to come to
    import networkx as nx

    graph: nx.MultiDiGraph[State] = nx.MultiDiGraph()
    graph.add_nodes_from((s, data) for s, data in found.graph.nodes(data=True) if s not in forced)
    for state in graph:
        for _, after, data in found.graph.out_edges(state, data=True):
            passes: list[Instance] = []
            end = after
            while end in forced:
                passes.append(forced[end][0])
                end = forced[end][1]
            graph.add_edge(state, end, **data, passes=tuple(passes))
    gone = found.states - graph.number_of_nodes(), found.transitions - graph.number_of_edges()
    if gone != (len(forced), len(forced)):
        raise InternalError(f"contracting {len(forced)} forced passes took {gone[0]} states and {gone[1]} edges away")
    return Contraction(graph, circles)


def _forced_passes(found: Exploration) -> dict[State, tuple[Instance, State]]:
    """The states whose only allowed instance is a pass of the one awaited player, with that pass and where it leads."""
    system, forced = found.system, {}
    for state in found.graph:
        edges = list(found.graph.out_edges(state, data=True))
        if len(edges) != 1:
            continue
        _, after, data = edges[0]
        instance: Instance = data["instance"]
        if not system.system.actions[instance.action].passes or len(system.awaits(state)) != 1:
            continue
        # An allowed instance whose branch ends in an event has no edge, but it is a choice all the same.
        if found.graph.nodes[state]["allowed"] == 1:
            forced[state] = (instance, after)
    return forced


def pass_cycles(after: Mapping[Node, Node]) -> tuple[tuple[Node, ...], ...]:
    """The circles of forced passes, given by where each leads, in that order; each from its first state."""
    order = {node: i for i, node in enumerate(after)}
    found = []
    seen: set[Node] = set()
    for start in after:
        way: dict[Node, int] = {}
        node = start
        while node in after and node not in seen and node not in way:
            way[node] = len(way)
            node = after[node]
        if node in way:
            ring = list(way)[way[node] :]
            first = min(range(len(ring)), key=lambda i: order[ring[i]])
            found.append((*ring[first:], *ring[:first]))
        seen.update(way)
    return tuple(found)
