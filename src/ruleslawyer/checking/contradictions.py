"""Whether the clauses of a ruleset contradict one another, and what would settle it.

Every pair that may clash is met by a play, or proved apart, or neither. What cannot all stand is given as cores with
their corrections; the smallest sets of clarifications are each tried out by exploring again.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any

from ruleslawyer.checking.ablation import without
from ruleslawyer.checking.clarify import (
    MOST,
    Clarification,
    Correction,
    Smallest,
    dropped,
    rulings_of,
    smallest,
    ways,
)
from ruleslawyer.checking.clashes import Pair, pairs
from ruleslawyer.checking.cores import ClashCores, DeadlockCores, clash, clashes, deadlock_cores, deadlocks, kind, met
from ruleslawyer.checking.deadlock_clauses import MUST_ACT, NOT_PERMITTED, Stuck
from ruleslawyer.checking.limits import BY_CTRL_C, Limits
from ruleslawyer.checking.result import EventResult, ScopeResult
from ruleslawyer.checking.run import SMALL, counting, explore_scope
from ruleslawyer.diagnostics import UsageError
from ruleslawyer.evidence.naming import described
from ruleslawyer.evidence.verify import explain
from ruleslawyer.ir.system import APART
from ruleslawyer.semantics.interpret import Interpreter
from ruleslawyer.semantics.trace import Trace
from ruleslawyer.semantics.transition import TransitionSystem

if TYPE_CHECKING:
    from ruleslawyer.api import Ruleset
    from ruleslawyer.engines.smt.result import ProofResult

TIMES = 10
"""How many times as many states are looked at with a clarification as without one."""

Tell = Callable[[str], None] | None


@dataclass(frozen=True, slots=True)
class PairResult:
    """What is known of one pair.

    word: PRECEDENCE (the text lets one of them prevail), CLASH (a play meets it), PROVED APART (no play ever does), NOT
    MET (neither is known). event: where an exploration met it, in `scope`. proof: what the solver says, in its scope.
    """

    pair: Pair
    word: str
    scope: str = ""
    event: EventResult | None = None
    proof: ProofResult | None = None


@dataclass(frozen=True, slots=True)
class Clash:
    """The clauses that clash over one subject, and the smallest sets of clarifications after which they do not.

    tried_in: the smallest scopes in which each pair is met; none where the solver alone has a play.
    """

    cores: ClashCores
    smallest: Smallest
    tried_in: tuple[str, ...] = ()

    def json(self) -> dict[str, Any]:
        return {
            **self.cores.json(),
            "smallest": [correction.json() for correction in self.smallest.corrections],
            "all_smallest": self.smallest.complete,
            "tried_in": list(self.tried_in),
        }


@dataclass(frozen=True, slots=True)
class Deadlock:
    """A deadlock's cores. tried: those of its smallest corrections that rulings and clauses can say."""

    cores: DeadlockCores
    tried: tuple[Correction, ...]

    def json(self) -> dict[str, Any]:
        return {**self.cores.json(), "tried": [correction.json() for correction in self.tried]}


@dataclass(frozen=True, slots=True)
class Whole:
    """One smallest correction for every subject, all made at once: what still clashes somewhere."""

    clarifications: tuple[Clarification, ...]
    left: tuple[str, ...]


@dataclass
class Contradictions:
    """All of it. proved_in: the scope of the proofs. stopped: why it is not complete; empty where it is."""

    scopes: list[ScopeResult]
    proved_in: str
    pairs: list[PairResult]
    clashes: list[Clash]
    deadlocks: list[Deadlock]
    whole: Whole | None
    stopped: str
    seconds: float

    @property
    def cores(self) -> int:
        """How many minimal sets of clauses cannot stand together."""
        of_clashes = sum(len(found.cores.subsets.cores) for found in self.clashes)
        return of_clashes + sum(len(found.cores.subsets.cores) for found in self.deadlocks)

    @property
    def explored_clashes(self) -> list[Clash]:
        """Those that an exploration met: only there something can be tried out."""
        return [clash for clash in self.clashes if clash.cores.scopes]

    @property
    def smallest_sets(self) -> int | None:
        """How many smallest sets of clarifications settle all clashes that explorations met, each a choice for every
        subject. None: that is not known."""
        smallest = [clash.smallest for clash in self.explored_clashes]
        if not all(found.complete for found in smallest):
            return None
        return math.prod(len(found.corrections) for found in smallest) if smallest else 0


def contradictions(
    ruleset: Ruleset,
    scopes: Sequence[str],
    proved_in: str,
    reading: Mapping[str, str] | None = None,
    rulings: Mapping[str, str] | None = None,
    *,
    timeout: float = 5.0,
    budget: float = math.inf,
    limits: Limits | None = None,
    certificates: Path | None = None,
    tell: Tell = None,
) -> Contradictions:
    """Explore the scopes, prove what they do not meet, and try out what would settle what they meet; Ctrl-C keeps what
    is finished. timeout: seconds for the proof of each pair; 0: nothing is proved. budget: seconds for all proofs.
    certificates: where those of the proofs go.
    """
    began = monotonic()
    run = _Run(ruleset, dict(reading or {}), dict(rulings or {}), limits or Limits(), certificates, tell)
    found = Contradictions([], proved_in, [], [], [], None, "", 0.0)
    try:
        run.everything(found, scopes, timeout, budget)
    except KeyboardInterrupt:
        found.stopped = BY_CTRL_C
        found.pairs = found.pairs or run.pairs(found, 0, 0)
        untried = Smallest((), complete=False)
        found.clashes = found.clashes or [Clash(cores, untried) for cores in clashes(run.rules, found.scopes)]
    found.seconds = monotonic() - began
    return found


class _Run:
    """The explorations, with what was chosen for all of them."""

    def __init__(
        self,
        ruleset: Ruleset,
        reading: dict[str, str],
        rulings: dict[str, str],
        limits: Limits,
        certificates: Path | None,
        tell: Tell,
    ) -> None:
        self.ruleset, self.reading, self.rulings = ruleset, reading, rulings
        self.limits, self.certificates = limits, certificates
        self.tell = tell or (lambda text: None)
        self.rules = ruleset._ruled(reading, rulings)[0]
        self.findings = ruleset.findings()
        self.states: dict[str, int] = {}
        self._known: dict[tuple[str, tuple[Clarification, ...]], ScopeResult] = {}

    def everything(self, found: Contradictions, scopes: Sequence[str], timeout: float, budget: float) -> None:
        for scope in scopes:
            result = self.explored(scope)
            found.scopes.append(result)
            if result.stopped == BY_CTRL_C:
                raise KeyboardInterrupt
            if not result.complete:
                found.stopped = f"scope {scope}: {result.stopped}"
        found.pairs = self.pairs(found, timeout, budget)
        if found.stopped == BY_CTRL_C:
            raise KeyboardInterrupt
        for cores in clashes(self.rules, found.scopes):
            found.clashes.append(self._clash(cores, found.scopes))
        alone = [r.pair for r in found.pairs if r.word == "CLASH" and r.event is None]
        found.clashes += [Clash(clash([pair]), Smallest((), complete=False)) for pair in alone]
        for known in deadlocks(self.rules, found.scopes):
            found.deadlocks.append(self._deadlock(known, next(r for r in found.scopes if r.scope.name == known.scope)))
        if found.explored_clashes and all(known.smallest.corrections for known in found.explored_clashes):
            found.whole = self._whole(found)

    # --- exploring ------------------------------------------------------------------------------------------------

    def system(self, scope: str, chosen: Sequence[Clarification] = ()) -> TransitionSystem:
        """The rules with some clarifications made; a `UsageError` where they run in a circle."""
        made = self.ruleset.transition_system(scope, self.reading, {**self.rulings, **rulings_of(chosen)})
        rules = without(made.system, dropped(chosen))
        if rules is made.system:
            return made
        return TransitionSystem(Interpreter(rules, made.scope), made.reading, made.rulings)

    def explored(self, scope: str, chosen: Sequence[Clarification] = ()) -> ScopeResult:
        key = scope, tuple(sorted(chosen))
        if key not in self._known:
            about = f"scope {scope}" + (f", {', '.join(map(str, chosen))}" if chosen else "")
            limits = self.limits
            if chosen:
                most = max(SMALL, TIMES * self.states[scope])
                limits = replace(limits, states=min(most, limits.states or most))
            self.tell(about)
            progress = counting(lambda text: self.tell(f"{about}: {text}"))
            found = explore_scope(self.system(scope, chosen), None, limits, progress)
            if found.stopped == BY_CTRL_C and chosen:
                raise KeyboardInterrupt
            self._known[key] = found
            if not chosen:
                self.states[scope] = found.states
                self._known[key] = explain(found, self.findings)[0]
        return self._known[key]

    # --- pairs ----------------------------------------------------------------------------------------------------

    def pairs(self, found: Contradictions, timeout: float, budget: float) -> list[PairResult]:
        """Every pair; the solver is asked about those that no exploration met."""
        nearest = met(found.scopes)
        everything = pairs(self.rules)
        asked = [p for p in everything if not p.over and (p.subject, p.first, p.second) not in nearest]
        proofs: dict[str, ProofResult] = {}
        if asked and timeout and found.proved_in:
            try:
                results = self.ruleset.prove(
                    [APART + pair.key for pair in asked], found.proved_in, self.reading, self.rulings, timeout=timeout,
                    total=budget, progress=lambda text: self.tell(f"proofs: {text}"), certificates=self.certificates,
                )  # fmt: skip
            except UsageError as error:  # there is something that the solver cannot say
                found.stopped = f"nothing is proved: {error.message}"
                results = ()
            proofs = {result.property.removeprefix(APART): result for result in results}
            if any(result.interrupted for result in results):
                found.stopped = BY_CTRL_C
        return [self._pair(p, nearest.get((p.subject, p.first, p.second)), proofs.get(p.key)) for p in everything]

    @staticmethod
    def _pair(pair: Pair, met: tuple[str, EventResult] | None, proof: ProofResult | None) -> PairResult:
        if met is not None:
            return PairResult(pair, "CLASH", *met)
        if pair.over:
            return PairResult(pair, "PRECEDENCE")
        words = {"PROVED": "PROVED APART", "VIOLATED": "CLASH"}
        return PairResult(pair, words.get(proof.verdict if proof else "", "NOT MET"), proof=proof)

    # --- what would settle it -------------------------------------------------------------------------------------

    def _clash(self, cores: ClashCores, results: Sequence[ScopeResult]) -> Clash:
        """The smallest corrections; each is tried out where that is quickest."""
        by_size = sorted(results, key=lambda result: result.states)
        places = [
            next(r.scope.name for r in by_size if (p.subject, p.first, p.second) in met([r])) for p in cores.pairs
        ]
        scopes = tuple(dict.fromkeys(places))

        there = [(scope, e) for (subject, *_), (scope, e) in met(results).items() if subject == cores.subject]

        def settles(chosen: Sequence[Clarification]) -> bool:
            systems = {scope: self.system(scope, chosen) for scope in dict.fromkeys(scope for scope, _ in there)}
            return not any(_clashing(systems[scope], e.trace, cores.subject) for scope, e in there)

        def rerun(chosen: Sequence[Clarification]) -> Iterator[ScopeResult]:
            return (self.explored(scope, chosen) for scope in scopes)

        return Clash(cores, smallest(cores.subject, cores.pairs, settles, rerun, pairs(self.rules)), scopes)

    def _deadlock(self, known: DeadlockCores, result: ScopeResult) -> Deadlock:
        """Those of the smallest corrections that clarifications can say, each tried out in the scope."""
        cores, there = deadlock_cores(self.rules, result, known.deadlock)
        least = min((len(names) for names in cores.subsets.corrections), default=0)
        tried: list[Correction] = []
        for names in cores.subsets.corrections:
            chosen = _clarified(there, names)
            if chosen is not None and len(names) == least and len(tried) < MOST:
                after = self.explored(cores.scope, chosen)
                left = [described(d) for d in after.deadlocks if kind(d) == kind(cores.deadlock)]
                left += [after.stopped] if not after.complete else []
                tried.append(Correction(chosen, tuple(left)))
        return Deadlock(cores, tuple(tried))

    def _whole(self, found: Contradictions) -> Whole:
        """The first correction of every subject, made in all scopes at once."""
        chosen = tuple(c for known in found.explored_clashes for c in known.smallest.corrections[0].clarifications)
        left: dict[str, None] = {}
        for result in found.scopes:
            after = self.explored(result.scope.name, chosen)
            left |= dict.fromkeys(e.event.title for e in after.events if e.event.kind == "contradiction")
            if not after.complete:
                left[f"scope {result.scope.name}: {after.stopped}"] = None
        return Whole(chosen, tuple(left))


def _clashing(system: TransitionSystem, trace: Trace, subject: str) -> bool:
    """Whether something clashes over a subject where a play led, by what these rules say of its last instance."""
    if trace.last is not None:
        assert trace.end is not None
        events = system.judged(trace.end, trace.last).events
    elif trace.steps:
        before = (trace.steps[-2] if len(trace.steps) > 1 else trace.start).after
        assert before is not None
        instance = trace.steps[-1].instance
        events = (*system.judged(before, instance).events, *system.take(before, instance).events)
    else:
        begun = system.begin(trace.start.instance)
        events = begun.events if begun is not None else ()
    return any(event.kind == "contradiction" and event.subject == subject for event in events)


def _clarified(there: Stuck, names: Iterable[str]) -> tuple[Clarification, ...] | None:
    """How clauses are made to give way in a deadlock: to the permits that they clash with, or else they are taken back.
    None where that is no matter of a clause."""
    found: list[Clarification] = []
    for name in names:
        if name in (MUST_ACT, NOT_PERMITTED):
            return None
        over = [ways(pair)[0] for pair in there.clashes if pair.second == name]
        found += over or [Clarification("", "", name, name)]
    return tuple(found)
