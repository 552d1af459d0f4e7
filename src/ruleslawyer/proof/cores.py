"""Clauses that cannot all stand where explorations led: minimal cores, and the minimal corrections without which the
others can stand. Two clauses clash; or in a deadlock somebody must act, and nothing is allowed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from ruleslawyer.base.files.content import Json
from ruleslawyer.engines.smt.subsets import MinimalSubsets, enumerate_subsets
from ruleslawyer.ir.system import Norm, System
from ruleslawyer.rulebook.claims.clashes import Pair, pairs
from ruleslawyer.rulebook.claims.occurrence import kind
from ruleslawyer.rulebook.claims.result import DeadlockResult, EventResult, ScopeResult
from ruleslawyer.semantics.events import BranchEnds
from ruleslawyer.semantics.interpret import Interpreter
from ruleslawyer.semantics.judgement import Judgement
from ruleslawyer.semantics.state import State
from ruleslawyer.semantics.told import judgement_of
from ruleslawyer.semantics.transition import Judged, TransitionSystem

MUST_ACT = "somebody must act"
"""The obligation that a deadlock does not meet: the game has not ended, and somebody's decision is awaited."""
NOT_PERMITTED = "what nothing permits is not allowed"
"""The closed world, as one clause among the others; without one, that the text is silent."""

Judging = tuple[str, tuple[str, ...]]
"""What is judged (an action, a seat or a member), and the norms that hold there."""


@dataclass(frozen=True, slots=True)
class DeadlockConflict:
    """The reasons that keep everybody from acting in one state.

    options: what could be done, each as all that is judged in it; a choice is made where all of that is allowed.
    clauses: what each clause cites, those of this tool's own wording too. clashes: the pairs of which both are live.
    """

    system: TransitionSystem
    norms: Mapping[str, Mapping[str, Norm]]
    options: frozenset[tuple[Judging, ...]]
    clauses: Mapping[str, tuple[str, ...]]
    clashes: tuple[Pair, ...]

    def stands(self, names: frozenset[str]) -> bool:
        """Whether these clauses can stand together here: somebody can do something, or nobody has to."""
        return MUST_ACT not in names or any(
            all(self._allows(base, holds, names) for base, holds in option) for option in self.options
        )

    def _allows(self, base: str, holds: tuple[str, ...], names: frozenset[str]) -> bool:
        """Whether one thing is allowed by all permits that hold, and those of the forbids that are in the book."""
        norms = self.norms[base]
        there = [norms[n] for n in holds if norms[n].kind == "permit" or n in names]
        judgement = judgement_of(base, there, self.system.reading)
        return judgement.allowed or (judgement.verdict == "unspoken" and NOT_PERMITTED not in names)


def deadlock_conflict(system: TransitionSystem, state: State) -> DeadlockConflict:
    """Gathers what explains a deadlock: what could be done, the norms that hold, and clauses they cite; no smallest set
    yet. Conceding and passes that change nothing do not count."""
    rules = system.system
    norms = {base: {norm.name: norm for norm in own} for base, own in rules.norms.items()}
    try:
        judged = [j.judgement for j in system.candidates(state) if j.judgement and not _idle(system, state, j)]
    except BranchEnds:  # whose decision it is cannot be told: nothing can be done
        judged = []
    options = frozenset(tuple((one.base, one.holds) for one in _judgements(j)) for j in judged)
    frame = system.schema.innermost(state)
    obliged = rules.frames[frame].origin.cites if frame else rules.awaits.origin.cites
    closed = rules.closed_world.origin.cites if rules.closed_world else ()
    clauses = {MUST_ACT: obliged, NOT_PERMITTED: closed}
    live = set[tuple[str, str, str]]()
    for judgement in judged:
        for one in _judgements(judgement):
            clauses |= {n: norms[one.base][n].origin.cites for n in one.holds if norms[one.base][n].kind == "forbid"}
            live |= {(one.base, p, f) for p in one.permits for f in one.forbids}
    clashes = tuple(p for p in pairs(rules) if (p.subject, p.first, p.second) in live)
    return DeadlockConflict(system, norms, options, clauses, clashes)


def _judgements(judgement: Judgement) -> tuple[Judgement, ...]:
    """The judgements in one instance: itself where it has norms or no parts, then its seats or members."""
    own = (judgement,) if judgement.holds or not judgement.parts else ()
    return (*own, *(part for _, part in judgement.parts))


def _idle(system: TransitionSystem, state: State, judged: Judged) -> bool:
    """Whether the action would be no move even where it is allowed."""
    action = system.system.actions[judged.instance.action]
    return action.outside_play or (action.passes and system.take(state, judged.instance).state == state)


Met = dict[tuple[str, ...], tuple[str, EventResult]]
"""Clashes of two clauses, by subject and clauses: the scope in which one is nearest, and the event there."""


@dataclass(frozen=True, slots=True)
class ClashCores:
    """The clauses that clash over one subject, in the scopes where they do; each core has two."""

    subject: str
    pairs: tuple[Pair, ...]
    scopes: tuple[str, ...]
    subsets: MinimalSubsets

    def json(self) -> Json:
        return {
            "subject": self.subject,
            "pairs": [pair.key for pair in self.pairs],
            "scopes": list(self.scopes),
            **_json(self.subsets),
        }


@dataclass(frozen=True, slots=True)
class DeadlockCores:
    """One kind of deadlock where it is nearest. clauses: what could be in its cores, and what that cites."""

    deadlock: DeadlockResult
    scope: str
    clauses: Mapping[str, tuple[str, ...]]
    subsets: MinimalSubsets

    def json(self) -> Json:
        return {
            "scope": self.scope,
            "unspoken": list(self.deadlock.unspoken),
            "forbidden": [list(pair) for pair in self.deadlock.forbidden],
            "actions": self.deadlock.trace.length,
            "clauses": {name: list(cites) for name, cites in self.clauses.items()},
            **_json(self.subsets),
        }


def _json(found: MinimalSubsets) -> Json:
    return {
        "cores": [list(core) for core in found.cores],
        "corrections": [list(names) for names in found.corrections],
        "complete": found.complete,
    }


def cores_json(system: System, results: Sequence[ScopeResult]) -> Json:
    """The cores of all that some explorations met, for scripts."""
    return {
        "clashes": [found.json() for found in clashes(system, results)],
        "deadlocks": [found.json() for found in deadlocks(system, results)],
    }


def nearest_clashes(results: Iterable[ScopeResult]) -> Met:
    """Each clash of two clauses that was met, where it is nearest."""
    found: Met = {}
    for result in results:
        for event in result.events:
            key = (event.event.subject, *event.event.pair)
            if event.event.kind == "contradiction" and (key not in found or event.depth < found[key][1].depth):
                found[key] = result.scope.name, event
    return found


def clashes(system: System, results: Sequence[ScopeResult]) -> list[ClashCores]:
    """The cores of what clashes in some explorations, subject by subject."""
    nearest = nearest_clashes(results)
    clashing = [pair for pair in pairs(system) if (pair.subject, pair.first, pair.second) in nearest]
    found = []
    for subject in dict.fromkeys(pair.subject for pair in clashing):
        here = tuple(pair for pair in clashing if pair.subject == subject)
        keys = {(pair.subject, pair.first, pair.second) for pair in here}
        scopes = (r.scope.name for r in results if any((e.event.subject, *e.event.pair) in keys for e in r.events))
        found.append(clash(here, tuple(scopes)))
    return found


def clash(clashing: Sequence[Pair], scopes: tuple[str, ...] = ()) -> ClashCores:
    """The cores and corrections of pairs of one subject: two clauses that clash cannot stand together."""
    clauses = dict.fromkeys((*(pair.first for pair in clashing), *(pair.second for pair in clashing)))
    sides = [{pair.first, pair.second} for pair in clashing]
    found = enumerate_subsets(tuple(clauses), lambda names: not any(side <= names for side in sides))
    return ClashCores(clashing[0].subject, tuple(clashing), scopes, found)


def deadlocks(system: System, results: Iterable[ScopeResult]) -> list[DeadlockCores]:
    """The cores of each kind of deadlock, where it is nearest."""
    found: dict[object, tuple[ScopeResult, DeadlockResult]] = {}
    for result in results:
        for deadlock in result.deadlocks:
            known = found.get(kind(deadlock))
            if known is None or deadlock.trace.length < known[1].trace.length:
                found[kind(deadlock)] = result, deadlock
    return [_deadlock_cores(system, result, deadlock) for result, deadlock in found.values()]


def _deadlock_cores(system: System, result: ScopeResult, deadlock: DeadlockResult) -> DeadlockCores:
    there = conflict_in(system, result, deadlock)
    found = enumerate_subsets(tuple(there.clauses), there.stands)
    return DeadlockCores(deadlock, result.scope.name, there.clauses, found)


def conflict_in(system: System, result: ScopeResult, deadlock: DeadlockResult) -> DeadlockConflict:
    """The clauses that keep everybody from acting in a deadlock of an exploration of these rules."""
    state = deadlock.trace.end
    assert state is not None
    return deadlock_conflict(
        TransitionSystem(Interpreter(system, result.scope, brief=True), dict(result.reading), result.rulings), state
    )
