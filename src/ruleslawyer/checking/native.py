"""A native exploration as a result: counts from the generated code, every event and play from the interpreter."""

from __future__ import annotations

import time
from collections.abc import Iterator
from functools import cached_property

from ruleslawyer.checking.limits import Limits, Progress
from ruleslawyer.checking.occurrence import Deadlock, Occurrence, deadlock, is_material, is_material_at_start
from ruleslawyer.checking.verdict import Verdict, Word
from ruleslawyer.engines.native.explore import Native, explore_native
from ruleslawyer.engines.native.graph import Graph, TooLarge, edges
from ruleslawyer.engines.native.liveness import answer
from ruleslawyer.engines.native.observe import Observed, likely_material, observe
from ruleslawyer.ir.system import Check
from ruleslawyer.semantics.events import ENDS, BranchEnds, Event
from ruleslawyer.semantics.state import State
from ruleslawyer.semantics.trace import Trace, play, through
from ruleslawyer.semantics.transition import Instance, Judged, TransitionSystem

MOST_DEADLOCKS = 256
"""Deadlocks whose candidates are looked at; the rest are counted with the nearest kind."""


def explored_natively(
    system: TransitionSystem,
    limits: Limits | None = None,
    progress: Progress | None = None,
    workers: int | None = None,
) -> NativeExploration:
    """Explore with generated code, and ask of every state what a report needs."""
    began = time.perf_counter()
    native = explore_native(system, limits, workers, progress)
    return NativeExploration(native, observe(native), began, limits.memory if limits else None)


class NativeExploration:
    """What was found, in the words of the reference explorer."""

    def __init__(self, native: Native, observed: Observed, began: float, memory: int | None = None) -> None:
        """`began`: when, by `time.perf_counter`. `memory`: mebibytes that the graph may take, where it is wanted."""
        self.native, self.observed, self.began, self.memory = native, observed, began, memory
        self.system, self.found = native.system, native.found
        self._start = {
            outcome.state: instance for instance, outcome in reversed(list(self.system.initial())) if outcome.state
        }

    # --- plays ----------------------------------------------------------------------------------------------------

    def trace(self, identity: int, last: Instance | None = None, *, taken: bool = False) -> Trace:
        """The shortest play to a state; `last` is looked at there, or `taken` as one more step."""
        states = [self.native.state(i) for i in self.found.way(identity)]
        return through(self.system, self._start[states[0]], states, last, taken=taken)

    # --- events ---------------------------------------------------------------------------------------------------

    @cached_property
    def occurrences(self) -> tuple[Occurrence, ...]:
        """Every event where it was met first, or first materially (among the first places that were kept)."""
        found: dict[tuple[str, ...], Occurrence] = {}
        for instance, outcome in self.system.initial():
            for event in outcome.events:
                known = found.get(event.key)
                if known is None or not known.material:
                    material = is_material_at_start(self.system, event, instance)
                    if known is None or material:
                        found[event.key] = Occurrence(event, None, None, 0, material, instance)
        for key, places in self.observed.events():
            known = found.get(key)
            if known is None or not known.material:
                met = self._met(key, places, known)
                if met is not None:
                    found[key] = met
        deciding = {("event", *key): o.event.choice for key, o in found.items() if not o.material and o.event.choice}
        if deciding:
            for (_, *rest), places in likely_material(self.native, deciding).items():
                key = tuple(rest)
                met = self._met(key, places, found[key])
                if met is not None:
                    found[key] = met
        return tuple(found.values())

    def _met(self, key: tuple[str, ...], places: list[tuple[int, int]], known: Occurrence | None) -> Occurrence | None:
        for depth, identity in places:
            state = self.native.state(identity)
            candidates, undecided = self._candidates(state)
            if undecided is not None and undecided.key == key:
                self._ids[key] = identity
                return Occurrence(undecided, state, None, depth, True)
            for judged, event in self._events(candidates, state, key):
                material = event.kind == "unspoken" or is_material(self.system, event, state, judged.instance)
                if known is None or material:
                    known = Occurrence(event, state, judged.instance, depth + 1, material)
                    self._ids[key] = identity
                if material:
                    return known
        return known

    @cached_property
    def _ids(self) -> dict[tuple[str, ...], int]:
        """The id of the state of each occurrence."""
        return {}

    def _candidates(self, state: State) -> tuple[list[Judged], Event | None]:
        """The candidates of a state; the failed check, where it cannot be told whose decision it is."""
        try:
            return list(self.system.candidates(state)), None
        except BranchEnds as end:
            return [], end.event

    def _events(self, candidates: list[Judged], state: State, key: tuple[str, ...]) -> Iterator[tuple[Judged, Event]]:
        """The instances of a state that meet an event."""
        for judged in candidates:
            met = list(judged.events)
            if judged.judgement and judged.judgement.verdict == "unspoken":
                met.append(Event("unspoken", judged.instance.action, cites=judged.judgement.cites))
            if judged.allowed:
                met += self.system.take(state, judged.instance).events
            event = next((e for e in met if e.key == key), None)
            if event is not None:
                yield judged, event

    def event_trace(self, at: Occurrence) -> Trace:
        """The shortest play to an event: taken where a step meets it, looked at where judging does."""
        if at.state is None:
            assert at.start is not None
            return play(self.system, at.start, ())
        if at.instance is None:
            return self.trace(self._ids[at.event.key])
        judged = self.system.judged(at.state, at.instance)
        met_by_judging = at.event.kind == "unspoken" or any(e.key == at.event.key for e in judged.events)
        return self.trace(self._ids[at.event.key], at.instance, taken=not met_by_judging)

    # --- deadlocks ------------------------------------------------------------------------------------------------

    @cached_property
    def nearest_deadlocks(self) -> list[tuple[int, Deadlock]]:
        """The ids of the deadlocks, nearest first, and what their candidates were judged to be."""
        ids = sorted(self.found.deadlocks, key=lambda i: (self.found.depth_of(i), i))[:MOST_DEADLOCKS]
        states = [(i, self.native.state(i)) for i in ids]
        return [(i, deadlock(state, self._candidates(state)[0])) for i, state in states]

    # --- rules ----------------------------------------------------------------------------------------------------

    @cached_property
    def live(self) -> frozenset[str]:
        """Rules that were live, and clauses whose effect ran (as ``§5.4.1``), the initial rule's included."""
        begun = {name for _, outcome in self.system.initial() for name in outcome.fired}
        effects = {f"§{clause}" for clause in self.observed.names("effect")}
        return frozenset(begun | self.observed.names("live") | effects)

    @cached_property
    def decisive(self) -> frozenset[str]:
        """Norms without which a verdict would differ, and clauses without which a step, the initial rule's included."""
        begun = {name for _, outcome in self.system.initial() for name in outcome.decisive}
        return frozenset(begun | self.observed.names("decisive"))

    # --- properties -----------------------------------------------------------------------------------------------

    def verdicts(self) -> list[Verdict]:
        """One verdict for each check, in declaration order."""
        return [self._verdict(check) for check in self.system.system.checks.values()]

    def _verdict(self, check: Check) -> Verdict:
        if check.kind == "sometimes":
            return self._sometimes(check)
        if check.kind in ("always", "step"):
            return self._kept(check)
        if isinstance(self.graph, str):
            return self._made(check, "UNKNOWN", self.graph)
        return answer(self.graph, check, self.unfinished).verdict

    @cached_property
    def graph(self) -> Graph | str:
        """The explored graph, made when it is first asked for; or why there is none."""
        try:
            return edges(self.native, self.memory)
        except TooLarge as error:
            return str(error)

    def _made(self, check: Check, word: Word, reason: str, trace: Trace | None = None) -> Verdict:
        return Verdict(check.name, check.kind, check.origin.cites, word, reason, self.found.size, trace)

    def _place(self, kind: str, check: Check) -> int | None:
        """The nearest state with an answer about a check."""
        places = self.observed.hits.get((kind, check.name))
        return places[0][1] if places else None

    @cached_property
    def unfinished(self) -> str:
        """Why no verdict over all plays is possible; empty where all of them were explored."""
        if not self.found.complete:
            return self.found.stopped
        ends = [o.event for o in self.occurrences if o.event.kind in ENDS]
        return f"plays end early: {ends[0].kind} of {ends[0].title}" if ends else ""

    def _sometimes(self, check: Check) -> Verdict:
        place = self._place("kept", check)
        if place is not None:
            trace = self.trace(place)
            return self._made(check, "HOLDS IN SCOPE", f"reached after {len(trace)} actions", trace)
        reason = self.unfinished
        if reason:
            return self._made(check, "UNKNOWN", reason)
        return self._made(check, "VACUOUS", f"reached in none of {self.found.size} rest states")

    def _kept(self, check: Check) -> Verdict:
        violated = self._violation(check)
        if violated is not None:
            reason = f"at action {len(violated)}" if check.kind == "step" else f"after {len(violated)} actions"
            begins = check.kind == "step" and not len(violated)
            return self._made(check, "VIOLATED", "as a game begins" if begins else reason, violated)
        if self.found.complete:
            if check.kind == "step" and self._place("kept", check) is None:
                return self._made(check, "VACUOUS", f"{check.of or 'any step'} is never taken")
            if check.reached and ("kept", check.reached) not in self.observed.hits:
                return self._made(check, "VACUOUS", f"{check.reached} is never reached")
        place = self._place("unevaluated", check)
        if place is not None:
            reason = "it cannot be evaluated in a state that is reached"
            return self._made(check, "UNKNOWN", reason, self.trace(place))
        reason = self.unfinished
        if reason:
            return self._made(check, "UNKNOWN", reason)
        return self._made(check, "HOLDS IN SCOPE", f"in all {self.found.size} rest states")

    def _violation(self, check: Check) -> Trace | None:
        """The shortest play that violates a property; of a step only where play goes on after it."""
        if check.kind == "step" and not check.of:
            for start, begun in self.system.initial():
                if begun.state is not None and self.system.kept(check, None, start, begun) is False:
                    return through(self.system, start, [begun.state], None, taken=False)
        for _, identity in self.observed.hits.get(("violated", check.name), []):
            if check.kind == "always":
                return self.trace(identity)
            state = self.native.state(identity)
            for judged in self.system.candidates(state):
                if judged.allowed and check.of in (None, judged.instance.action):
                    outcome = self.system.take(state, judged.instance)
                    if outcome.state is None:
                        continue
                    if self.system.kept(check, state, judged.instance, outcome) is False:
                        return self.trace(identity, judged.instance, taken=True)
        return None
