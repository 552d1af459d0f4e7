"""Traces: a play as an initial choice and a list of instances; replaying one must give every listed state."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from ruleslawyer.semantics.events import Event
from ruleslawyer.semantics.state import State
from ruleslawyer.semantics.transition import Instance, Judged, Outcome, SubStep, TransitionSystem


@dataclass(frozen=True, slots=True)
class Step:
    """An instance taken: the clauses that permit it (or clash over it), its sub-steps, and the rest state after it.

    `after` is None where the branch ends in an event.
    """

    instance: Instance
    clauses: tuple[str, ...]
    substeps: tuple[SubStep, ...]
    after: State | None

    @property
    def last_state(self) -> State | None:
        """The state that it comes to; the last one within it where the branch ends in an event."""
        return self.after if self.after is not None else self.substeps[-1].state if self.substeps else None


@dataclass(frozen=True, slots=True)
class Trace:
    """A play under a reading. `last` is an instance looked at but not taken: where a verdict, not a result, matters.

    back: of a play that goes round for ever, after how many steps it was first in the state in which it ends.
    """

    reading: tuple[tuple[str, str], ...]
    start: Step
    steps: tuple[Step, ...]
    last: Instance | None = None
    back: int | None = None

    @property
    def states(self) -> tuple[State | None, ...]:
        """The rest states, the first one first."""
        return (self.start.after, *(step.after for step in self.steps))

    @property
    def end(self) -> State | None:
        """The state in which the play ends."""
        return (self.steps[-1] if self.steps else self.start).after

    @property
    def length(self) -> int:
        """The number of actions, one that is only looked at included; a play of none is a play, so that it is no `len`,
        by which Python would take it for nothing."""
        return len(self.steps) + (self.last is not None)


class ReplayError(Exception):
    """A trace does not replay: at which step (0 is the initial choice), and why."""

    def __init__(self, step: int, reason: str) -> None:
        super().__init__(f"step {step}: {reason}")
        self.step, self.reason = step, reason


def start_of(system: TransitionSystem, state: State) -> Instance:
    """The first choice of the initial rule that leads to a state."""
    return next(instance for instance, outcome in system.initial() if outcome.state == state)


def play(
    system: TransitionSystem | Steps,
    start: Instance,
    instances: tuple[Instance, ...],
    last: Instance | None = None,
    back: int | None = None,
) -> Trace:
    """Make the trace of these instances, whatever their legality; raises `ReplayError` where a branch ends early."""
    begun = system.begin(start)
    if begun is None:
        raise ReplayError(0, f"no initial state for {start.args}")
    steps: list[Step] = []
    first = Step(start, (), begun.substeps, begun.state)
    state = begun.state
    for number, instance in enumerate(instances, 1):
        if state is None:
            raise ReplayError(number, "the play has ended in an event before this step")
        judged = system.judge(state, instance)
        outcome = system.take(state, instance)
        steps.append(
            Step(instance, judged.judgement.clauses if judged.judgement else (), outcome.substeps, outcome.state)
        )
        state = outcome.state
    return Trace(tuple(sorted(system.reading.items())), first, tuple(steps), last, back)


def through(
    steps: Steps,
    start: Instance,
    states: Sequence[State],
    last: Instance | None = None,
    *,
    taken: bool = False,
) -> Trace:
    """The trace of a play of which the states are known, from that of `start` on."""
    return along(steps, start, (steps.between(a, b) for a, b in pairwise(states)), last, taken=taken)


def along(
    steps: Steps,
    start: Instance,
    instances: Iterable[Instance],
    last: Instance | None = None,
    *,
    taken: bool = False,
) -> Trace:
    """The trace of a play; `last` is looked at behind its instances, or `taken` as one more step."""
    if last is not None and taken:
        return play(steps, start, (*instances, last))
    return play(steps, start, tuple(instances), last)


class Steps:
    """A memory for a system's answers about candidates and steps: the plays of one exploration begin alike."""

    def __init__(self, system: TransitionSystem) -> None:
        self.system = system
        self._begun: dict[Instance, Outcome | None] = {}
        self._candidates: dict[tuple[State, Instance], Judged | None] = {}
        self._all: dict[State, tuple[Judged, ...]] = {}
        self._judged: dict[tuple[State, Instance], Judged] = {}
        self._taken: dict[tuple[State, Instance], Outcome] = {}

    @property
    def reading(self) -> Mapping[str, str]:
        return self.system.reading

    def begin(self, instance: Instance) -> Outcome | None:
        if instance not in self._begun:
            self._begun[instance] = self.system.begin(instance)
        return self._begun[instance]

    def candidate(self, state: State, instance: Instance) -> Judged | None:
        key = state, instance
        if key not in self._candidates:
            if state in self._all:
                found = next((judged for judged in self._all[state] if judged.instance == instance), None)
            else:
                found = self.system.candidate(state, instance)
            self._candidates[key] = found
        return self._candidates[key]

    def candidates(self, state: State) -> tuple[Judged, ...]:
        """All of a state; `BranchEnds` where whose decision it is fails a check."""
        if state not in self._all:
            self._all[state] = tuple(self.system.candidates(state))
            self._judged |= {(state, judged.instance): judged for judged in self._all[state] if judged.judgement}
        return self._all[state]

    def judge(self, state: State, instance: Instance) -> Judged:
        key = state, instance
        if key not in self._judged:
            self._judged[key] = self.system.judge(state, instance)
        return self._judged[key]

    def take(self, state: State, instance: Instance) -> Outcome:
        key = state, instance
        if key not in self._taken:
            self._taken[key] = self.system.take(state, instance)
        return self._taken[key]

    def between(self, before: State, after: State) -> Instance:
        """An instance that leads from one state to another."""
        for judged in self.candidates(before):
            if judged.is_allowed and self.take(before, judged.instance).state == after:
                return judged.instance
        raise AssertionError("no step of the interpreter leads there")


def replay(system: TransitionSystem, trace: Trace, steps: Steps | None = None) -> tuple[Event, ...]:
    """Replay a trace on a system (of either machine): candidates, verdicts and states must agree; gives the events met.

    `steps`: those of the system, where other plays are replayed too. Raises `ReplayError` at the first that differs.
    """
    steps = steps or Steps(system)
    _expect_reading(system, trace.reading)
    begun = steps.begin(trace.start.instance)
    if begun is None:
        raise ReplayError(0, "no such initial choice")
    events = list(begun.events)
    _compare(0, trace.start, begun)
    state = begun.state
    for number, step in enumerate(trace.steps, 1):
        judged = _candidate(steps, state, step.instance, number)
        events += judged.events
        if not judged.is_allowed:
            raise ReplayError(number, _why_not(system, judged))
        assert state is not None
        outcome = steps.take(state, step.instance)
        events += outcome.events
        _compare(number, step, outcome)
        state = outcome.state
    if trace.last:
        events += _candidate(steps, state, trace.last, trace.length).events
    _expect_circle(trace)
    return tuple(events)


def _expect_circle(trace: Trace) -> None:
    """Check that a play which is said to go round does."""
    if trace.back is None:
        return
    if trace.last or trace.end is None or not 0 <= trace.back < len(trace.steps):
        raise ReplayError(trace.length, "it does not go round: it ends elsewhere than in a state that it has been in")
    if trace.end != trace.states[trace.back]:
        raise ReplayError(trace.length, f"it does not go round: it does not end in the state after step {trace.back}")


def _expect_reading(system: TransitionSystem, reading: tuple[tuple[str, str], ...]) -> None:
    differing = dict(reading).items() ^ system.reading.items()
    if differing:
        raise ReplayError(0, f"it was recorded under another reading: {sorted(differing)}")


def _candidate(steps: Steps, state: State | None, instance: Instance, number: int) -> Judged:
    if state is None:
        raise ReplayError(number, "the play has ended before this step")
    found = steps.candidate(state, instance)
    if found is None:
        raise ReplayError(number, f"{instance.action} is no candidate here: nobody could choose it")
    return found


def _why_not(system: TransitionSystem, judged: Judged) -> str:
    judgement = judged.judgement
    if judgement is None:
        return "its legality cannot be decided: " + "; ".join(e.title for e in judged.events)
    action = system.system.actions[judged.instance.action]
    cites = {n.name: n.origin.cites for n in action.every_norm}
    names = dict.fromkeys([*judgement.forbids, *(f for _, part in judgement.parts for f in part.forbids)])
    forbids = [f"{name} ({', '.join(cites.get(name, ()))})" for name in names]
    why = f", forbidden by {', '.join(forbids)}" if forbids else ""
    return f"{action.name} is {judgement.verdict}{why}"


def _compare(number: int, step: Step, outcome: Outcome) -> None:
    if step.after != outcome.state:
        raise ReplayError(number, "it leads to another state than the trace lists")
    if [s.state for s in step.substeps] != [s.state for s in outcome.substeps]:
        raise ReplayError(number, "its sub-steps differ from those that the trace lists")
