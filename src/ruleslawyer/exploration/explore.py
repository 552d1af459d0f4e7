"""Exploring one scope: counts, verdicts, and every event with a shortest trace that has been replayed."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal, TypeVar

from ruleslawyer.claims.caveats import qualified_words, qualify, rim_notes
from ruleslawyer.claims.limits import BY_CTRL_C, Limits, Progress, Unready
from ruleslawyer.claims.live import never_live
from ruleslawyer.claims.occurrence import Deadlock, Kind, refused
from ruleslawyer.claims.premises import premises
from ruleslawyer.claims.result import DeadlockKind, DeadlockResult, EventResult, Ruled, ScopeResult
from ruleslawyer.claims.verdict import Verdict
from ruleslawyer.diagnostics import UsageError
from ruleslawyer.engines.explore.contract import contract, rounds
from ruleslawyer.engines.explore.network import Network, named
from ruleslawyer.engines.explore.properties import verdicts
from ruleslawyer.engines.explore.search import Exploration, explore
from ruleslawyer.exploration.dealt import left_over
from ruleslawyer.exploration.network import network_of
from ruleslawyer.exploration.quotient import Views, quotients
from ruleslawyer.ir.system import System
from ruleslawyer.play.replay import unshown, why_not
from ruleslawyer.rulesets.loaded import LoadedRuleset
from ruleslawyer.semantics.codec import Codec
from ruleslawyer.semantics.events import Event
from ruleslawyer.semantics.rims import rims_held
from ruleslawyer.semantics.trace import Steps, Trace, play
from ruleslawyer.semantics.transition import Instance, TransitionSystem

if TYPE_CHECKING:
    from ruleslawyer.exploration.native import NativeExploration

N = TypeVar("N")
EngineName = Literal["auto", "networkx", "native", "lifted"]
"""`lifted` is an older name of `native`, whose code is of a ruleset."""
NATIVE: EngineName = "native"
SMALL = 100
"""States up to which the reference explorer is as quick as code that is ready."""
MOST_IN_PYTHON = 200_000
"""States at which the reference explorer stops unless told otherwise."""
NOTHING_ASKED: Mapping[str, Steps] = MappingProxyType({})
MOST_UNBOUNDED = 5_000
"""States up to which it follows a number that nothing bounds, and that may have no end."""


def explore_scope(
    system: TransitionSystem,
    direct: TransitionSystem | None = None,
    limits: Limits | None = None,
    progress: Progress | None = None,
    engine: EngineName = "auto",
    workers: int | None = None,
    views: Views | None = None,
) -> ScopeResult:
    """Explore; replay every trace through the interpreter and, where the code may be executed, directly.

    views: the quotients to make of the graph; None: none.
    """
    return result_of(explore_graph(system, limits, progress, engine, workers), direct, views)


def explore_ruleset(
    ruleset: LoadedRuleset,
    scope: str,
    reading: Mapping[str, str] | None = None,
    rulings: Mapping[str, str] | None = None,
    *,
    direct: bool = False,
    limits: Limits | None = None,
    progress: Progress | None = None,
    engine: EngineName = "auto",
    workers: int | None = None,
    views: Views | None = None,
) -> ScopeResult:
    """A scope of a ruleset by its name; `direct`: every trace is replayed through the project's code too."""
    system = ruleset.transition_system(scope, reading, rulings)
    direct_system = ruleset.transition_system(scope, reading, rulings, direct=True) if direct else None
    return explore_scope(system, direct_system, limits, progress, engine, workers, views)


def explore_network(
    ruleset: LoadedRuleset,
    scope: str,
    reading: Mapping[str, str] | None = None,
    rulings: Mapping[str, str] | None = None,
    *,
    limits: Limits | None = None,
    progress: Progress | None = None,
    engine: EngineName = "auto",
    workers: int | None = None,
) -> Network:
    """The graph of a scope, with states and actions as JSON; `graph` of it says what was explored, and how far."""
    system = ruleset.transition_system(scope, reading, rulings)
    found = explore_graph(system, limits, progress, engine, workers)
    return named(
        network_of(found),
        Codec(system.system, system.scope),
        ruleset=ruleset.name,
        scope=scope,
        reading=dict(system.reading),
        rulings=sorted(system.rulings),
        engine="networkx" if isinstance(found, Exploration) else found.engine,
        stopped=found.stopped if isinstance(found, Exploration) else found.found.stopped,
    )


def explore_graph(
    system: TransitionSystem,
    limits: Limits | None = None,
    progress: Progress | None = None,
    engine: EngineName = "auto",
    workers: int | None = None,
    *,
    large: bool = False,
    whoever: bool = False,
) -> Exploration | NativeExploration:
    """Explore, and keep the graph.

    `auto` begins with the reference explorer, and changes to generated code once a scope turns out to be large, or
    begins with that where the scope (or `large`) says so: the same scope is always explored by the same engine, but
    where `whoever` is ready first may do it. Code that is there already goes first: it finds out at little cost which
    scope is large. Where code has no room for a number, the reference explorer goes through all of it, also where code
    was asked for. The limit of seconds is one for everything; where code is not ready in time, what the reference
    explorer found is given, incomplete.
    """
    limits, began = limits or Limits(), time.perf_counter()
    found: Exploration | None = None
    native: NativeExploration | None = None
    if engine == "networkx" or (engine == "auto" and not (large or system.scope.large)):
        budget = limits.states
        if engine == "auto" and (budget is None or budget > SMALL):
            budget = SMALL
            native = _by_code_that_is_there(system, limits, progress, workers)
            if native is not None and (whoever or native.found.size > SMALL or native.found.stopped):
                return native
        elif engine == "networkx" and budget is None:
            budget = MOST_IN_PYTHON
        found = explore(system, replace(limits.since(began), states=budget), progress)
        if found.stopped != Limits(SMALL).too_many(SMALL) or engine == "networkx" or budget == limits.states:
            return found
    # Compiling is loaded only where it is needed.
    from ruleslawyer.exploration.native import explore_natively

    try:
        native = explore_natively(system, limits.since(began), progress, workers)
    except Unready as error:  # what was found before is all that there is
        found = found or Exploration(system, engine=NATIVE)
        found.stopped, found.complete, found.seconds = str(error), False, time.perf_counter() - began
        return found
    except UsageError:
        if engine != "auto":
            raise
    if native is not None and not native.by_code.beyond:
        return native
    most = MOST_UNBOUNDED if native and native.by_code.unbounded else MOST_IN_PYTHON
    states = most if limits.states is None else min(limits.states, most)
    found = explore(system, replace(limits.since(began), states=states), progress)
    if native is None or found.complete or found.stopped == BY_CTRL_C:
        return found
    return native if native.by_code.unbounded or native.found.size > found.states else found


def is_outdone(found: Exploration | NativeExploration) -> bool:
    """Whether the reference explorer found it, and generated code is there now."""
    return isinstance(found, Exploration) and _code_is_there(found.system)


def _code_is_there(system: TransitionSystem) -> bool:
    """Whether generated code for these rules was made in this process."""
    native = sys.modules.get("ruleslawyer.exploration.native")
    return native is not None and native.is_compiled(system)


def _by_code_that_is_there(
    system: TransitionSystem, limits: Limits, progress: Progress | None, workers: int | None
) -> NativeExploration | None:
    """What generated code finds; None where there is none, or it has no room for what is met."""
    try:
        if not _code_is_there(system):
            return None
        from ruleslawyer.exploration.native import explore_natively

        found = explore_natively(system, limits, progress, workers)
    except (Unready, UsageError):
        return None
    return None if found.by_code.beyond else found


def result_of(
    found: Exploration | NativeExploration, direct: TransitionSystem | None = None, views: Views | None = None
) -> ScopeResult:
    """What was found, as a result."""
    return summary(found, direct, views) if isinstance(found, Exploration) else native_summary(found, direct, views)


def ruled_of(found: Exploration | NativeExploration, rules: System, known: Iterable[Event] = ()) -> Ruled:
    """The same of an exploration under rulings, without its plays, and so the same whoever explored. rules: those
    without the rulings, which read and write the same. known: events that are met without them."""
    system, counts = found.system, _counts(found)
    checks = system.system.checks
    if isinstance(found, Exploration):
        words = [(checks[verdict.name], verdict.word) for verdict in verdicts(found)]
        events, (_, idle) = tuple(met.event for met in found.events.values()), _contracted(found)
        kinds = [DeadlockKind(d.unspoken, d.forbidden) for d in found.deadlocks]
    else:
        words = [(check, found.word(check)) for check in checks.values()]
        events, (_, idle) = found.events({event.key: event for event in known}), contracted(found)
        kinds = [DeadlockKind(*kind) for kind in found.deadlocks]
    return Ruled(
        states=counts.states,
        transitions=counts.transitions,
        ended=counts.ended,
        deadlocked=counts.deadlocked,
        complete=counts.complete,
        stopped=counts.stopped,
        words=qualified_words(words, rules, system.scope),
        events=tuple(sorted((*events, *(met.event for met in idle)), key=lambda event: event.key)),
        deadlocks=tuple(sorted(set(kinds), key=lambda kind: (kind.unspoken, kind.forbidden))),
        live=_live(found.live)[0],
        never_permitted=_never_permitted(found),
        premises=premises(system),
    )


def summary(found: Exploration, direct: TransitionSystem | None = None, views: Views | None = None) -> ScopeResult:
    """What was found, as a result; each of its traces is replayed here."""
    properties, (counted, idle) = verdicts(found), _contracted(found)
    rims = rims_held(found.system.schema, found.graph) if found.system.scope.rims else frozenset()
    events = (*_events(found), *idle)
    return _result(found, properties, events, tuple(_deadlocks(found)), counted, rims, direct, views)


def native_summary(
    found: NativeExploration, direct: TransitionSystem | None = None, views: Views | None = None
) -> ScopeResult:
    """The same of a native exploration."""
    properties, (counted, idle) = found.verdicts(), contracted(found)
    rims = found.rims
    events = (*(EventResult(o.event, o.material, o.depth, found.event_trace(o)) for o in found.occurrences), *idle)
    return _result(found, properties, events, tuple(native_deadlocks(found)), counted, rims, direct, views)


def _result(
    found: Exploration | NativeExploration,
    properties: Iterable[Verdict],
    events: tuple[EventResult, ...],
    deadlocks: tuple[DeadlockResult, ...],
    contracted: tuple[int, int] | None,
    rims: frozenset[str],
    direct: TransitionSystem | None,
    views: Views | None,
) -> ScopeResult:
    """The result, whoever explored. rims: the grids of which a reached state holds the rim."""
    system, counts = found.system, _counts(found)
    machines = {"interpreter": system} | ({"direct": direct} if direct else {})
    asked = NOTHING_ASKED if isinstance(found, Exploration) else {"interpreter": found.steps}
    qualified = qualify(properties, system.system, system.scope, rims)
    live, effects = _live(found.live)
    return ScopeResult(
        scope=system.scope,
        reading=tuple(sorted(system.reading.items())),
        rulings=tuple(sorted(system.rulings)),
        engine=found.engine,
        initial=counts.initial,
        states=counts.states,
        transitions=counts.transitions,
        depth=counts.depth,
        ended=counts.ended,
        complete=counts.complete,
        stopped=counts.stopped,
        seconds=counts.seconds,
        verdicts=qualified,
        events=events,
        deadlocks=deadlocks,
        live=live,
        decisive=frozenset(found.decisive),
        effects=effects,
        never_live=never_live(system.system, system.reading, system.scope.off, live),
        never_permitted=_never_permitted(found),
        contracted=contracted,
        replayed_by=tuple(machines),
        unreplayed=tuple(unreplayed(qualified, events, deadlocks, machines, asked)),
        premises=premises(system),
        rims=rim_notes(system.scope, rims),
        quotients=() if views is None else quotients(found, views),
        dealt=left_over(system),
    )


@dataclass(frozen=True, slots=True)
class _Counts:
    """How much was explored, whoever did it."""

    initial: int
    states: int
    transitions: int
    depth: int
    ended: int
    deadlocked: int
    complete: bool
    stopped: str
    seconds: float


def _counts(found: Exploration | NativeExploration) -> _Counts:
    if isinstance(found, Exploration):
        ended = sum(1 for _, over in found.graph.nodes(data="ended") if over)
        return _Counts(
            len(found.initial), found.states, found.transitions, found.depth, ended, len(found.deadlocks),
            found.complete, found.stopped, found.seconds,
        )  # fmt: skip
    it, seconds = found.found, time.perf_counter() - found.began
    return _Counts(
        it.initial, it.size, it.transitions, it.depth, it.ended, len(it.deadlocks), it.complete, it.stopped, seconds
    )


def replayed(found: ScopeResult, system: TransitionSystem, direct: TransitionSystem) -> ScopeResult:
    """A result whose traces the code of the project has replayed too; it was explored where that is not."""
    machines = {"interpreter": system, "direct": direct}
    problems = tuple(unreplayed(found.verdicts, found.events, found.deadlocks, machines))
    return replace(found, replayed_by=tuple(machines), unreplayed=problems)


def explore_symmetrically(
    system: TransitionSystem,
    limits: Limits | None = None,
    progress: Progress | None = None,
    workers: int | None = None,
) -> ScopeResult:
    """Explore one state of each orbit; the result counts the whole graph. A `UsageError` where the scope declares
    members interchangeable that are not."""
    from ruleslawyer.exploration.symmetry import explore_orbits  # it proves and compiles

    found = explore_orbits(system, limits, progress, workers)
    counts = found.orbits.counts
    return replace(
        native_summary(found),
        initial=len({outcome.state for _, outcome in system.initial() if outcome.state is not None}),
        states=counts.states,
        transitions=counts.transitions,
        ended=counts.ended,
        orbits=found.found.size,
        all_deadlocks=counts.deadlocks,
    )


def native_deadlocks(found: NativeExploration, besides: Container[Kind] = ()) -> Iterator[DeadlockResult]:
    """The deadlocks, one of each kind; `besides`: the kinds of which nobody asks."""
    for (unspoken, forbidden), alike in found.deadlocks.items():
        if (unspoken, forbidden) in besides:
            continue
        trace = found.trace(alike[0])
        yield DeadlockResult(trace, unspoken, forbidden, len(alike), refused=refused(found.system, trace.end))


def _live(fired: Iterable[str]) -> tuple[frozenset[str], frozenset[str]]:
    """Rules that were live, and clauses whose effect ran."""
    names = frozenset(fired)
    effects = frozenset(n for n in names if n.startswith("§"))
    return names - effects, frozenset(n[1:] for n in effects)


def unreplayed(
    properties: Iterable[Verdict],
    events: Iterable[EventResult],
    deadlocks: Iterable[DeadlockResult],
    machines: Mapping[str, TransitionSystem],
    asked: Mapping[str, Steps] = NOTHING_ASKED,
) -> Iterator[str]:
    """The traces that a machine does not replay, or that do not show their event or verdict there, and why. asked: what
    a machine has said of candidates and steps already."""
    steps = {name: asked.get(name) or Steps(machine) for name, machine in machines.items()}
    for title, trace, shown in _traces(properties, events, deadlocks):
        event = shown if isinstance(shown, Event) else None
        for name, machine in machines.items():
            problem = why_not(machine, trace, event, steps[name])
            if not problem and isinstance(shown, Verdict):
                problem = unshown(machine, shown)
            if problem:
                yield f"{title}, {name}: {problem}"


def _never_permitted(found: Exploration | NativeExploration) -> tuple[str, ...]:
    """Actions that somebody could have chosen, and about which no clause ever spoke."""
    if isinstance(found, Exploration):
        judged = {action for action, _ in found.verdicts}
        spoken = {action for action, verdict in found.verdicts if verdict != "unspoken"}
    else:
        judged, spoken = (set(found.observed.names(kind)) for kind in ("judged", "spoken"))
    return tuple(name for name in found.system.system.actions if name in judged - spoken)


def _events(found: Exploration) -> Iterator[EventResult]:
    for occurrence in found.events.values():
        yield EventResult(occurrence.event, occurrence.material, occurrence.depth, found.event_trace(occurrence))


def _idle(
    system: TransitionSystem, rings: Iterable[tuple[int, Sequence[tuple[N, Instance]]]], trace: Callable[[N], Trace]
) -> Iterator[EventResult]:
    """Rounds of forced passes with the depth of each, one event for each action, of the shortest play; a round of one
    state is a deadlock, and said there."""
    least: dict[str, tuple[int, Sequence[tuple[N, Instance]]]] = {}
    for depth, ring in rings:
        action = ring[0][1].action
        known = least.get(action)
        if len(ring) > 1 and (known is None or depth + len(ring) < known[0] + len(known[1])):
            least[action] = depth, ring
    for action, (_, ring) in least.items():
        cites = system.system.actions[action].origin.cites
        event = Event("idle", action, cites=cites, reason=f"{len(ring)} forced passes lead back to where they began")
        way = trace(ring[0][0])
        instances = (*(step.instance for step in way.steps), *(forced for _, forced in ring))
        play_ = play(system, way.start.instance, instances)
        yield EventResult(event, True, len(play_), play_)


def _contracted(found: Exploration) -> tuple[tuple[int, int], tuple[EventResult, ...]]:
    """The numbers of states and transitions without forced passes, and the rounds of those."""
    contraction = contract(found)
    rings = ((int(found.graph.nodes[ring[0][0]]["depth"]), ring) for ring in contraction.rounds)
    counts = contraction.graph.number_of_nodes(), contraction.graph.number_of_edges()
    return counts, tuple(_idle(found.system, rings, found.trace))


def contracted(found: NativeExploration) -> tuple[tuple[int, int] | None, tuple[EventResult, ...]]:
    """The same of a native exploration."""
    passes = found.passes
    if passes is None:
        return None, ()
    rings = rounds(passes)
    begun = takewhile(lambda identity: found.found.depth_of(identity) == 0, passes)
    less = len(passes) - len(set(begun).union(*rings))
    told = (
        (found.found.depth_of(ring[0]), [(identity, _only(found, identity)) for identity in ring])
        for ring in rings
        if len(ring) > 1
    )
    counts = found.found.size - less, found.found.transitions - less
    return counts, tuple(_idle(found.system, told, found.trace))


def _only(found: NativeExploration, identity: int) -> Instance:
    """The pass that is all that can be done in a state."""
    return next(j.instance for j in found.system.candidates(found.by_code.state(identity)) if j.allowed)


def _deadlocks(found: Exploration) -> Iterator[DeadlockResult]:
    """Deadlocks of one kind (the same actions unspoken, the same norms forbidding) are one, shown where nearest."""
    kinds: dict[tuple[tuple[str, ...], tuple[tuple[str, str], ...]], list[Deadlock]] = {}
    for deadlock in found.deadlocks:
        kinds.setdefault((deadlock.unspoken, deadlock.forbidden), []).append(deadlock)
    for (unspoken, forbidden), alike in kinds.items():
        trace = found.trace(alike[0].state)
        yield DeadlockResult(trace, unspoken, forbidden, len(alike), refused=refused(found.system, trace.end))


def _traces(
    properties: Iterable[Verdict], events: Iterable[EventResult], deadlocks: Iterable[DeadlockResult]
) -> Iterator[tuple[str, Trace, Event | Verdict | None]]:
    """Every trace with a title, and the event or the verdict that it must show."""
    for verdict in properties:
        if verdict.trace is not None:
            yield verdict.name, verdict.trace, verdict
    for result in events:
        yield result.event.title, result.trace, result.event
    for deadlock in deadlocks:
        yield "deadlock", deadlock.trace, None
