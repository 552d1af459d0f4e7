"""Exploring one scope: counts, verdicts, and every event with a shortest trace that has been replayed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from ruleslawyer.checking.replaying import why_not
from ruleslawyer.checking.result import DeadlockResult, EventResult, ScopeResult
from ruleslawyer.checking.verdict import Verdict
from ruleslawyer.engines.explore.contract import Contraction, contract
from ruleslawyer.engines.explore.properties import verdicts
from ruleslawyer.engines.explore.search import Deadlock, Exploration, Limits, Progress, explore
from ruleslawyer.ir.system import Lift, System
from ruleslawyer.semantics.events import Event
from ruleslawyer.semantics.trace import Trace, play
from ruleslawyer.semantics.transition import TransitionSystem


def explore_scope(
    system: TransitionSystem,
    direct: TransitionSystem | None = None,
    limits: Limits | None = None,
    progress: Progress | None = None,
) -> ScopeResult:
    """Explore with the interpreter; replay every trace through it and, where the code may be executed, directly."""
    found = explore(system, limits, progress)
    return summary(found, direct)


def counting(tell: Callable[[str], None] | None) -> Progress | None:
    """The progress of an exploration, told as a text."""
    if tell is None:
        return None
    return lambda visited, waiting, transitions: tell(f"{visited} states visited, {waiting} waiting")


def summary(found: Exploration, direct: TransitionSystem | None = None) -> ScopeResult:
    """What was found, as a result; each of its traces is replayed here."""
    system = found.system
    contraction = contract(found)
    machines = {"interpreter": system} | ({"direct": direct} if direct else {})
    properties = tuple(verdicts(found))
    events = (*_events(found), *_idle(found, contraction))
    deadlocks = tuple(_deadlocks(found))
    unreplayed = [
        f"{title}, {name}: {problem}"
        for title, trace, event in _traces(properties, events, deadlocks)
        for name, machine in machines.items()
        if (problem := why_not(machine, trace, event))
    ]
    live = frozenset(n for n in found.live if not n.startswith("§"))
    return ScopeResult(
        scope=system.scope,
        reading=tuple(sorted(system.reading.items())),
        rulings=tuple(sorted(system.rulings)),
        engine="networkx",
        initial=len(found.initial),
        states=found.states,
        transitions=found.transitions,
        depth=found.depth,
        ended=sum(1 for _, ended in found.graph.nodes(data="ended") if ended),
        complete=found.complete,
        stopped=found.stopped,
        seconds=found.seconds,
        verdicts=properties,
        events=events,
        deadlocks=deadlocks,
        live=live,
        decisive=frozenset(found.decisive),
        effects=frozenset(n[1:] for n in found.live if n.startswith("§")),
        never_live=tuple(n for n in rules(system.system, dict(system.reading)) if n not in live),
        never_permitted=_never_permitted(found),
        contracted=(contraction.graph.number_of_nodes(), contraction.graph.number_of_edges()),
        replayed_by=tuple(machines),
        unreplayed=tuple(unreplayed),
    )


def rules(system: System, reading: dict[str, str]) -> Iterator[str]:
    """The rules that could be live under a reading: norms and what lifts them, layers, options, duties."""

    def lifts(items: Iterable[Lift]) -> Iterator[str]:
        for lift in items:
            yield lift.name
            yield from lifts(lift.exceptions)

    for term in system.terms.values():
        for layer in term.exceptions:
            yield layer.name
            yield from lifts(layer.exceptions)
    for question in system.questions.values():
        chosen = reading.get(question.name, question.default)
        # An option without support in the text speaks only where it is chosen.
        yield from (o.name for o in question.options if o.kind == "answer" or o.name == chosen)
    for action in system.actions.values():
        for norm in (*action.norms, *(n for part in action.parts for n in part.norms)):
            yield norm.name
            yield from lifts(norm.exceptions)
    yield from system.duties


def _never_permitted(found: Exploration) -> tuple[str, ...]:
    """Actions that somebody could have chosen, and about which no clause ever spoke."""
    judged = {action for action, _ in found.verdicts}
    spoken = {action for action, verdict in found.verdicts if verdict != "unspoken"}
    return tuple(name for name in found.system.system.actions if name in judged - spoken)


def _events(found: Exploration) -> Iterator[EventResult]:
    for occurrence in found.events.values():
        yield EventResult(occurrence.event, occurrence.material, occurrence.depth, found.event_trace(occurrence))


def _idle(found: Exploration, contraction: Contraction) -> Iterator[EventResult]:
    """Rounds of forced passes, one event for each action; a round of one state is a deadlock, and said there."""
    met: set[str] = set()
    for ring in contraction.rounds:
        action = ring[0][1].action
        if len(ring) == 1 or action in met:
            continue
        met.add(action)
        cites = found.system.system.actions[action].origin.cites
        event = Event("idle", action, cites=cites, reason=f"{len(ring)} forced passes lead back to where they began")
        way = found.trace(ring[0][0])
        instances = (*(step.instance for step in way.steps), *(forced for _, forced in ring))
        trace = play(found.system, way.start.instance, instances)
        yield EventResult(event, True, len(trace), trace)


def _deadlocks(found: Exploration) -> Iterator[DeadlockResult]:
    """Deadlocks of one kind (the same actions unspoken, the same norms forbidding) are one, shown where nearest."""
    kinds: dict[tuple[tuple[str, ...], tuple[tuple[str, str], ...]], list[Deadlock]] = {}
    for deadlock in found.deadlocks:
        kinds.setdefault((deadlock.unspoken, deadlock.forbidden), []).append(deadlock)
    for (unspoken, forbidden), alike in kinds.items():
        yield DeadlockResult(found.trace(alike[0].state), unspoken, forbidden, len(alike))


def _traces(
    properties: Iterable[Verdict], events: Iterable[EventResult], deadlocks: Iterable[DeadlockResult]
) -> Iterator[tuple[str, Trace, Event | None]]:
    """Every trace with a title, and the event that it must show."""
    for verdict in properties:
        if verdict.trace is not None:
            yield verdict.name, verdict.trace, None
    for result in events:
        yield result.event.title, result.trace, result.event
    for deadlock in deadlocks:
        yield "deadlock", deadlock.trace, None
