"""Exploring one scope: counts, verdicts, and every event with a shortest trace that has been replayed."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import KW_ONLY, dataclass, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Annotated, Literal, TypeVar

from ruleslawyer.base.diagnostics import NoCode, UsageError
from ruleslawyer.engines.explore.search import Exploration, Network, explore, with_json
from ruleslawyer.exploration.dealt import partly_given_maps
from ruleslawyer.exploration.explored import Contracted, ExploredGraph, network_of
from ruleslawyer.exploration.quotient import Views, quotients
from ruleslawyer.exploration.reference import ReferenceExploration
from ruleslawyer.exploration.until_it_ends import InterruptGuard
from ruleslawyer.ir import types as t
from ruleslawyer.ir.schema import Scope
from ruleslawyer.ir.system import System
from ruleslawyer.play.replay import evidence_problem, replay_problem
from ruleslawyer.rulebook.claims.cone import qualified_words, qualify, rim_notes
from ruleslawyer.rulebook.claims.expected import never_live
from ruleslawyer.rulebook.claims.limits import BY_CTRL_C, MOST_IN_PYTHON, Limits, Progress, Unready
from ruleslawyer.rulebook.claims.occurrence import Found
from ruleslawyer.rulebook.claims.result import DeadlockKind, EventResult, Ruled, ScopeResult, premises
from ruleslawyer.rulebook.claims.verdict import Verdict
from ruleslawyer.rulebook.declared import APART, SCOPE, Asked, Option, Reading, Ruling
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset
from ruleslawyer.semantics.codec import Codec
from ruleslawyer.semantics.events import Event
from ruleslawyer.semantics.trace import Steps
from ruleslawyer.semantics.transition import TransitionSystem

if TYPE_CHECKING:
    from ruleslawyer.exploration.native import NativeExploration

N = TypeVar("N")
T_co = TypeVar("T_co", covariant=True)
EngineName = Literal["auto", "networkx", "native"]
NATIVE: EngineName = "native"
Workers = Annotated[
    int | None, Option("Threads of the native engine.", min=1, max=64, show_default="all cores"), APART
]  # fmt: skip
SMALL = 100
"""States up to which the reference explorer is as quick as code that is ready."""
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
    began = time.perf_counter()
    found = explore_graph(system, limits, progress, engine, workers)
    return result_of(found, direct, views, limits and limits.since(began))


@dataclass(frozen=True)
class ScopeQuery(Asked[T_co]):
    """A scope of a ruleset, and how its rules are read."""

    scope: Annotated[str, SCOPE] = ""
    reading: Reading = None
    rulings: Ruling = None

    def of(self, ruleset: LoadedRuleset) -> list[Scope]:
        return [ruleset.scope(self.scope)]

    def system(self, ruleset: LoadedRuleset) -> TransitionSystem:
        """The rules as they are read, in the scope."""
        return ruleset.transition_system(self.scope, self.reading, self.rulings)


@dataclass(frozen=True)
class BoundedQuery(ScopeQuery[T_co]):
    """The same, and how much the search for the answer may take."""

    _: KW_ONLY
    limits: Limits | None = None
    progress: Annotated[Progress | None, APART] = None
    workers: Workers = None


@dataclass(frozen=True)
class EngineQuery(BoundedQuery[T_co]):
    """The same, and by which engine."""

    _: KW_ONLY
    engine: Annotated[
        EngineName,
        Option("networkx: the readable reference; native: generated code of the ruleset; auto: that for large scopes."),
    ] = "auto"


@dataclass(frozen=True)
class Explore(EngineQuery[ScopeResult]):
    """Explore every reachable state of a scope. The project's code is read, never executed.

    Contradictions, gaps and dead ends are results, not failures: the exit code
    is 1 when the exploration is incomplete, a play does not replay, or a property
    has another verdict than expected. Ctrl-C prints what was found so far.

    Exploring begins with the reference engine. A scope of more than 100 states, one
    of the campaign, or one that says `large = true`, is explored by generated code
    instead, on all cores.

    Examples:

      ruleslawyer explore megacorp --scope tiny

      ruleslawyer explore daemons --scope duel --engine native --workers 1

      ruleslawyer explore megacorp --reading "payee=last_controller_is_paid" --json

      ruleslawyer explore megacorp --scope tiny --trace 1 --save first.json

      ruleslawyer explore megacorp --scope turns_small --disk search --cluster tcp://127.0.0.1:8786
    """

    direct: bool = False
    """Every trace is replayed through the project's code too."""
    views: Views | None = None
    """Quotients of the graph to make besides the usual ones; None makes none."""

    def __call__(self, ruleset: LoadedRuleset, /) -> ScopeResult:
        said = self.scope, self.reading, self.rulings
        direct = ruleset.transition_system(*said, direct=True) if self.direct else None
        return explore_scope(
            self.system(ruleset), direct, self.limits, self.progress, self.engine, self.workers, self.views
        )


@dataclass(frozen=True)
class Graph(EngineQuery[Network]):
    """The explored graph as a `networkx.MultiDiGraph`, whichever engine explores it: a node for each reachable
    state, an edge for each choice. Nodes come nearest first. They have `state` (JSON), `depth`, and whether they
    are `initial`, `ended`, a `deadlock`; edges have `action` (JSON). The attributes of the graph itself say its
    `ruleset`, `scope`, `reading`, `rulings` and `engine`, and why not everything was explored (`stopped`, empty
    where it was). States are named tuples here: some 10 000 of them take a few seconds, whichever the engine."""

    def __call__(self, ruleset: LoadedRuleset, /) -> Network:
        system = self.system(ruleset)
        found = explore_graph(system, self.limits, self.progress, self.engine, self.workers)
        return with_json(
            network_of(found), Codec(system.system, system.scope),
            ruleset=ruleset.name, scope=self.scope, reading=dict(system.reading), rulings=sorted(system.rulings),
            engine=found.engine, stopped=found.counts.stopped,
        )  # fmt: skip


def explore_graph(
    system: TransitionSystem,
    limits: Limits | None = None,
    progress: Progress | None = None,
    engine: EngineName = "auto",
    workers: int | None = None,
    *,
    large: bool = False,
    whoever: bool = False,
) -> ExploredGraph:
    """Explore, and keep the graph.

    `auto` begins with the reference explorer, and changes to generated code once a scope turns out to be large, or
    begins with that where the scope (or `large`) says so: the same scope is always explored by the same engine, but
    where `whoever` is ready first may do it. Code that is there already goes first: it finds out at little cost which
    scope is large. Where code has no room for a number, the reference explorer goes through all of it, also where code
    was asked for; and where no code can be made, if it was not. The limit of seconds is one for everything; where code
    is not ready in time, what the reference explorer found is given, incomplete.
    """
    limits, began = limits or Limits(), time.perf_counter()
    found: Exploration | None = None
    native: NativeExploration | None = None
    if engine == "networkx" or (engine == "auto" and not (large or system.scope.large)):
        budget = limits.states
        tried = engine == "auto" and (budget is None or budget > SMALL)
        if tried:
            budget = SMALL
            native = _by_code_that_is_there(system, limits, progress, workers)
            if native is not None and (whoever or native.found.size > SMALL or native.found.stopped):
                return native
        elif engine == "networkx" and budget is None:
            budget = MOST_IN_PYTHON
        found = explore(system, replace(limits.since(began), states=budget), progress, known=tried)
        if found.stopped != Limits(SMALL).too_many(SMALL) or engine == "networkx" or budget == limits.states:
            return ReferenceExploration(found, native)
    try:
        # Compiling is loaded only where it is needed.
        from ruleslawyer.exploration.native import explore_natively

        native = explore_natively(system, limits.since(began), progress, workers)
    except (Unready, KeyboardInterrupt) as error:  # what was found before is all that there is
        found = found or Exploration(system, engine=NATIVE)
        found.stopped, found.complete = str(error) or BY_CTRL_C, False
        found.seconds = time.perf_counter() - began
        return ReferenceExploration(found)
    except (UsageError, NoCode):
        if engine != "auto":
            raise
    if native is not None and not native.by_code.beyond:
        return native
    most = MOST_UNBOUNDED if _may_grow(system) else MOST_IN_PYTHON
    states = most if limits.states is None else min(limits.states, most)
    found = explore(system, replace(limits.since(began), states=states), progress)
    found.seconds = time.perf_counter() - began
    if native is None or found.complete or found.stopped == BY_CTRL_C:
        return ReferenceExploration(found)
    return native if native.by_code.is_unbounded or native.found.size > found.states else ReferenceExploration(found)


def _may_grow(system: TransitionSystem) -> bool:
    """Whether nothing bounds some number of a state, in its type or by a cap of the scope."""
    records = (system.system.state, *system.system.frames.values())
    fields = (field for record in records for field in record.fields if field.name not in system.scope.caps)
    types = (t.bare(t.leaf_type(field.type)) for field in fields)
    return any(isinstance(type_, t.Int) and None in (type_.low, type_.high) for type_ in types)


def native_counterpart(found: ExploredGraph) -> ExploredGraph | None:
    """The same by generated code where that is there now; None where it has not explored it yet."""
    return found.native if _code_is_there(found.system) else found


def _code_is_there(system: TransitionSystem) -> bool:
    """Whether generated code for these rules was made in this process."""
    native = sys.modules.get("ruleslawyer.exploration.native")
    return native is not None and native.is_compiled(system)


def _by_code_that_is_there(
    system: TransitionSystem, limits: Limits, progress: Progress | None, workers: int | None
) -> NativeExploration | None:
    """The result of generated code; None where there is none, or it has no room for what is met."""
    try:
        if not _code_is_there(system):
            return None
        from ruleslawyer.exploration.native import explore_natively

        found = explore_natively(system, limits, progress, workers)
    except (Unready, UsageError, NoCode):
        return None
    return None if found.by_code.beyond else found


# Long: each part of a result once.
def result_of(
    found: ExploredGraph, direct: TransitionSystem | None = None, views: Views | None = None, left: Limits | None = None
) -> ScopeResult:  # fmt: skip
    """An exploration as a result; each of its traces is replayed here. Ctrl-C or want of memory leaves out the rest.
    left: the limits that remain for what players know."""
    # Who lists findings does not wait for the interpreter.
    from ruleslawyer.exploration.knowledge import verdicts_on_knowledge

    def meet() -> Iterator[EventResult]:
        for o in found.occurrences:
            yield EventResult(o.event, o.material, o.depth, found.event_trace(o))

    system, counts, ask = found.system, found.counts, InterruptGuard()
    rims = ask.each(lambda: found.rims)
    properties = (
        *ask.verdicts(found, system.system.checks, found.verdicts),
        *ask.verdicts(found, system.system.knowing, lambda: verdicts_on_knowledge(found, left)),
    )
    unknown: Contracted = None, ()
    contracted, rounds = ask(lambda: found.contraction, unknown)
    # One order, whoever explored: people name events by their numbers.
    events = tuple(sorted((*ask.each(meet), *rounds), key=lambda met: (met.depth, met.event.key)))
    deadlocks = tuple(sorted(
        ask.each(found.deadlock_results), key=lambda one: (one.trace.length, one.unspoken, one.forbidden)
    ))  # fmt: skip
    machines = {"interpreter": system} | ({"direct": direct} if direct else {})
    qualified = qualify(properties, system.system, system.scope, rims)
    live, effects = _live(ask.each(lambda: found.live))
    decisive, unspoken = ask.each(lambda: found.decisive), ask.each(lambda: _unspoken_actions(found))
    shown: tuple[Found, ...] = (*qualified, *events, *deadlocks)
    unreplayed = ask.each(lambda: replay_failures(shown, machines, {"interpreter": found.steps}))
    shapes = ask.each(lambda: () if views is None else quotients(found, views))
    stopped = counts.stopped or found.failure or ask.stopped
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
        complete=counts.complete and not stopped,
        stopped=stopped,
        seconds=counts.seconds,
        verdicts=qualified,
        events=events,
        deadlocks=deadlocks,
        live=live,
        decisive=frozenset(decisive),
        effects=effects,
        never_live=never_live(system.system, system.reading, system.scope.off, live),
        never_permitted=unspoken,
        contracted=contracted,
        replayed_by=tuple(machines),
        unreplayed=unreplayed,
        all_deadlocks=counts.deadlocked if ask.stopped else None,
        premises=premises(system),
        rims=rim_notes(system.scope, rims),
        quotients=shapes,
        dealt=partly_given_maps(system),
        of_trees=counts.of_trees,
        long_lists=counts.long_lists,
    )


def ruled_result(found: ExploredGraph, rules: System, known: Iterable[Event] = ()) -> Ruled:
    """The same of an exploration under rulings, without its plays, and so the same whoever explored. rules: those
    without the rulings, which read and write the same. known: events that are met without them."""
    system, counts, (_, rounds) = found.system, found.counts, found.contraction
    words = [(check, found.word(check)) for check in system.system.checks.values()]
    events = (*found.events({event.key: event for event in known}), *(met.event for met in rounds))
    kinds = {DeadlockKind(*kind) for kind in found.deadlock_kinds}
    return Ruled(
        states=counts.states,
        transitions=counts.transitions,
        ended=counts.ended,
        deadlocked=counts.deadlocked,
        complete=counts.complete,
        stopped=counts.stopped,
        words=qualified_words(words, rules, system.scope),
        events=tuple(sorted(events, key=lambda event: event.key)),
        deadlocks=tuple(sorted(kinds, key=lambda kind: (kind.unspoken, kind.forbidden))),
        live=_live(found.live)[0],
        never_permitted=_unspoken_actions(found),
        premises=premises(system),
    )


def replay_with_code(found: ScopeResult, system: TransitionSystem, direct: TransitionSystem) -> ScopeResult:
    """A result whose traces the code of the project has replayed too; it was explored where that is not."""
    machines = {"interpreter": system, "direct": direct}
    problems = tuple(replay_failures((*found.verdicts, *found.events, *found.deadlocks), machines))
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
        result_of(found),
        initial=len({outcome.state for _, outcome in system.initial() if outcome.state is not None}),
        states=counts.states,
        transitions=counts.transitions,
        ended=counts.ended,
        orbits=found.found.size,
        all_deadlocks=counts.deadlocks,
    )


def _live(fired: Iterable[str]) -> tuple[frozenset[str], frozenset[str]]:
    """Rules that were live, and clauses whose effect ran."""
    names = frozenset(fired)
    effects = frozenset(n for n in names if n.startswith("§"))
    return names - effects, frozenset(n[1:] for n in effects)


def replay_failures(
    found: Iterable[Found], machines: Mapping[str, TransitionSystem], asked: Mapping[str, Steps] = NOTHING_ASKED
) -> Iterator[str]:
    """The traces that a machine does not replay, or that do not show their event or verdict there, and why. asked: what
    a machine has said of candidates and steps already."""
    steps = {name: asked.get(name) or Steps(machine) for name, machine in machines.items()}
    for one in found:
        trace, event = one.trace, one.event if isinstance(one, EventResult) else None
        if trace is None:
            continue
        title = event.title if event is not None else one.name if isinstance(one, Verdict) else "deadlock"
        for name, machine in machines.items():
            problem = replay_problem(machine, trace, event, steps[name])
            if not problem and isinstance(one, Verdict):
                problem = evidence_problem(machine, one, steps[name])
            if problem:
                yield f"{title}, {name}: {problem}"


def _unspoken_actions(found: ExploredGraph) -> tuple[str, ...]:
    """Actions that somebody could have chosen, and about which no clause ever spoke."""
    judged, spoken = set(found.judged_actions), set(found.spoken)
    return tuple(name for name in found.system.system.actions if name in judged - spoken)
