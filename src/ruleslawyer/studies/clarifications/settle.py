"""Clarifications for the clashes and deadlocks that were met: they are made, and the scopes explored again."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace

from ruleslawyer.base.diagnostics import Tell, UsageError
from ruleslawyer.base.files.content import Json
from ruleslawyer.check.evidence.naming import describe
from ruleslawyer.exploration.explore import explore_graph
from ruleslawyer.exploration.explored import ExploredGraph
from ruleslawyer.exploration.study import Study, expect_no_ctrl_c
from ruleslawyer.exploration.variants.ablation import drop_clauses
from ruleslawyer.proof.cores import (
    MUST_ACT,
    NOT_PERMITTED,
    ClashCores,
    DeadlockConflict,
    DeadlockCores,
    conflict_in,
    nearest_clashes,
)
from ruleslawyer.rulebook.claims.clashes import pairs
from ruleslawyer.rulebook.claims.limits import Limits, counting
from ruleslawyer.rulebook.claims.occurrence import kind
from ruleslawyer.rulebook.claims.result import DeadlockKind, ScopeResult
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset
from ruleslawyer.semantics.events import Event
from ruleslawyer.semantics.interpret import Interpreter
from ruleslawyer.semantics.trace import Trace
from ruleslawyer.semantics.transition import TransitionSystem
from ruleslawyer.studies.clarifications.corrections import (
    MOST,
    OUT_OF_TIME,
    Clarification,
    Correction,
    MinimalCorrections,
    dropped_clauses,
    minimal_corrections,
    precedence_options,
    rulings_of,
)

TIMES, TIMES_FOR_DEADLOCKS, AT_LEAST = 10, 3, 2_000
"""How many times as many states are looked at with a clarification as without one, and how many at least. Without a
limit a scope often has no end; for a deadlock it is only asked whether one of its kind is met again."""

UNTRIED = MinimalCorrections((), complete=False)


@dataclass(frozen=True, slots=True)
class Clash:
    """The clauses that clash over one subject, and the smallest sets of clarifications after which they do not.

    tried_in: the smallest scopes in which each pair is met; none where the solver alone has a play.
    """

    cores: ClashCores
    smallest: MinimalCorrections = UNTRIED
    tried_in: tuple[str, ...] = ()

    def json(self) -> Json:
        return {
            **self.cores.json(),
            "smallest": [correction.json() for correction in self.smallest.corrections],
            "all_smallest": self.smallest.complete,
            "tried": self.smallest.tried,
            "untried": self.smallest.untried,
            "unfinished": self.smallest.unfinished,
            "tried_in": list(self.tried_in),
        }


@dataclass(frozen=True, slots=True)
class Deadlock:
    """A deadlock's cores. tried: those of its smallest corrections that rulings and clauses can say. untried: how many
    of those were left when that was stopped, and why it was."""

    cores: DeadlockCores
    tried: tuple[Correction, ...] = ()
    untried: int = 0
    stopped: str = ""

    def json(self) -> Json:
        tried = [correction.json() for correction in self.tried]
        return {**self.cores.json(), "tried": tried, "untried": self.untried}


@dataclass(frozen=True, slots=True)
class JointCorrection:
    """One smallest correction for every subject, and what clashes only when all are made at once. left: what still does
    somewhere (`clashing` by subject and clauses), and which scopes come to no end then."""

    clarifications: tuple[Clarification, ...]
    left: tuple[str, ...]
    clashing: frozenset[tuple[str, ...]] = frozenset()


class ClarificationTester:
    """Tries clarifications out in the scopes that were explored without them; whatever is over in time stays.

    seconds: for all of it; what is asked for later gets an equal share of what is left, among `parts`.
    """

    def __init__(
        self,
        ruleset: LoadedRuleset,
        reading: Mapping[str, str],
        rulings: Mapping[str, str],
        results: Sequence[ScopeResult],
        limits: Limits,
        seconds: float,
        parts: int,
        tell: Tell,
    ) -> None:
        self.ruleset, self.reading, self.rulings = ruleset, reading, rulings
        self.limits, self.running, self._parts = limits, Study(seconds, OUT_OF_TIME, tell), parts
        self.results = {result.scope.name: result for result in results}
        self.rules = ruleset.under(reading, rulings)[0]
        self.known = pairs(self.rules)
        self._part = self.running

    # --- what is tried --------------------------------------------------------------------------------------------

    def clash(self, cores: ClashCores) -> Clash:
        """The smallest corrections; each is tried out where that is quickest."""
        results = self.results.values()
        by_size = sorted(results, key=lambda result: result.states)
        places = [
            next(r.scope.name for r in by_size if (p.subject, p.first, p.second) in nearest_clashes([r]))
            for p in cores.pairs
        ]
        scopes = tuple(dict.fromkeys(places))

        there = [
            (scope, e) for (subject, *_), (scope, e) in nearest_clashes(results).items() if subject == cores.subject
        ]

        def settles(chosen: Sequence[Clarification]) -> bool:
            systems = {scope: self._system(scope, chosen) for scope in dict.fromkeys(scope for scope, _ in there)}
            return not any(_clashing(systems[scope], e.trace, cores.subject) for scope, e in there)

        def rerun(chosen: Sequence[Clarification]) -> list[tuple[str, ...]] | None:
            clashes: dict[tuple[str, ...], None] = {}
            for scope in scopes:
                after = self._explore_with(scope, chosen)
                if after.counts.stopped:
                    return None
                clashes |= {(e.subject, *e.pair): None for e in _clashes(after) if e.subject == cores.subject}
            return list(clashes)

        with self._sharing() as part:
            corrections = minimal_corrections(cores.subject, cores.pairs, settles, rerun, self.known, part)
        return Clash(cores, corrections, scopes)

    def deadlock(self, cores: DeadlockCores) -> Deadlock:
        """The smallest corrections that clarifications can say, each tried out in the scope."""
        least = min((len(names) for names in cores.subsets.corrections), default=0)
        there = conflict_in(self.rules, self.results[cores.scope], cores.deadlock)
        said = [_clarify(there, names) for names in cores.subsets.corrections if len(names) == least]
        sets = [chosen for chosen in said if chosen is not None][:MOST]
        tried: list[Correction] = []
        with self._sharing() as part:
            for chosen in sets:
                after = self._try_out(cores.scope, chosen, TIMES_FOR_DEADLOCKS)
                left = [describe(DeadlockKind(*one)) for one in after.deadlock_kinds if one == kind(cores.deadlock)]
                tried.append(Correction(chosen, tuple(left), after.counts.stopped))
        return Deadlock(cores, tuple(tried), len(sets) - len(tried), part.stopped)

    def whole(self, clashes: Sequence[Clash]) -> JointCorrection | None:
        """The first correction of every subject, made in all scopes at once; then of what clashes all the same, as much
        as one clarification more leaves fewer pairs of. None where the time is over before."""
        chosen = tuple(c for clash in clashes for c in clash.smallest.corrections[0].clarifications)
        found: JointCorrection | None = None
        with self._sharing():
            found = self._everywhere(chosen)
            while found is not None and (better := self._better(found)) is not None:
                found = better
        return found

    def _better(self, found: JointCorrection) -> JointCorrection | None:
        """The same with one clarification more, after which fewer pairs clash; None where there is no such one."""
        made = {c.key for c in found.clarifications}
        left = [p for p in self.known if (p.subject, p.first, p.second) in found.clashing and p.key not in made]
        for way in (way for pair in left for way in precedence_options(pair)):
            try:
                after = self._everywhere((*found.clarifications, way), len(found.clashing))
            except UsageError:  # they run in a circle
                continue
            if after is not None:
                return after
        return None

    def _everywhere(self, chosen: tuple[Clarification, ...], fewer: float = math.inf) -> JointCorrection | None:
        """The pairs of clauses that clash in some scope once these clarifications are made; None where there are not
        `fewer`."""
        clashing: dict[tuple[str, ...], str] = {}
        unfinished: list[str] = []
        for scope in self.results:
            after = self._try_out(scope, chosen)
            clashing |= {(e.subject, *e.pair): e.title for e in _clashes(after)}
            unfinished += [f"scope {scope}: {after.counts.stopped}"] if after.counts.stopped else []
            if len(clashing) >= fewer:
                return None
        return JointCorrection(chosen, (*clashing.values(), *unfinished), frozenset(clashing))

    # --- exploring ------------------------------------------------------------------------------------------------

    @contextmanager
    def _sharing(self) -> Iterator[Study]:
        """The next part has its share of what is left."""
        self._part = self.running.part(self._parts)
        self._parts -= 1
        with self._part.stopping():
            yield self._part
        self.running.stopped = self._part.stopped or self.running.stopped

    def _try_out(self, scope: str, chosen: Iterable[Clarification], times: int = TIMES) -> ExploredGraph:
        """A scope, explored where there is time; what the end of that cuts short counts for nothing."""
        self._part.expect_time()
        found = self._explore_with(scope, chosen, times)
        if found.counts.stopped:
            self._part.expect_time()
        return found

    def _explore_with(self, scope: str, chosen: Iterable[Clarification], times: int = TIMES) -> ExploredGraph:
        """A scope with some clarifications made."""
        made = frozenset(chosen)
        most = max(AT_LEAST, times * self.results[scope].states)
        limits = self._part.within(replace(self.limits, states=min(most, self.limits.states or most)))
        about = f"scope {scope}, {', '.join(map(str, sorted(made)))}"
        self.running.tell(about)
        progress = counting(lambda text: self.running.tell(f"{about}: {text}"))
        found = explore_graph(self._system(scope, made), limits, progress, whoever=True)
        expect_no_ctrl_c(found.counts.stopped)
        return found

    def _system(self, scope: str, chosen: Iterable[Clarification]) -> TransitionSystem:
        """The rules with some clarifications made; a `UsageError` where they run in a circle."""
        chosen = sorted(chosen)
        made = self.ruleset.transition_system(scope, self.reading, {**self.rulings, **rulings_of(chosen)})
        rules = drop_clauses(made.system, dropped_clauses(chosen))
        if rules is made.system:
            return made
        return TransitionSystem(Interpreter(rules, made.scope), made.reading, made.rulings)


def _clashes(found: ExploredGraph) -> Iterator[Event]:
    return (event for event in found.events() if event.kind == "contradiction")


def _clashing(system: TransitionSystem, trace: Trace, subject: str) -> bool:
    """Whether something clashes over a subject where a play led, by what these rules say of its last instance."""
    if trace.last is not None:
        assert trace.end is not None
        events = system.judge(trace.end, trace.last).events
    elif trace.steps:
        before = (trace.steps[-2] if len(trace.steps) > 1 else trace.start).after
        assert before is not None
        instance = trace.steps[-1].instance
        events = (*system.judge(before, instance).events, *system.take(before, instance).events)
    else:
        begun = system.begin(trace.start.instance)
        events = begun.events if begun is not None else ()
    return any(event.kind == "contradiction" and event.subject == subject for event in events)


def _clarify(there: DeadlockConflict, names: Iterable[str]) -> tuple[Clarification, ...] | None:
    """How clauses are made to give way in a deadlock: to the permits that they clash with, or else they are taken back.
    None where that is no matter of a clause."""
    found: list[Clarification] = []
    for name in names:
        if name in (MUST_ACT, NOT_PERMITTED):
            return None
        over = [precedence_options(pair)[0] for pair in there.clashes if pair.second == name]
        found += over or [Clarification("", "", name, name)]
    return tuple(found)
