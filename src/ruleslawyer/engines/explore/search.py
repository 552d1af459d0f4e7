"""Breadth-first exploration of all rest states under one reading, into a `networkx.MultiDiGraph` for everybody who asks
networkx.

Nodes are `State`s (attributes: depth, ended, and how many instances were allowed); edges carry `instance`, `clauses`
and `substeps`. Every limit ends in an honest "incomplete", with what was found so far.
"""

from __future__ import annotations

import time
from collections import Counter, deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import TYPE_CHECKING, TypeAlias

from ruleslawyer.base.files.content import Json
from ruleslawyer.ir.rules import FOLLOWED, Check
from ruleslawyer.rulebook.claims.choices import expect_few_choices
from ruleslawyer.rulebook.claims.conclusion import ANYTHING
from ruleslawyer.rulebook.claims.limits import BY_CTRL_C, Limits, Progress
from ruleslawyer.rulebook.claims.occurrence import (
    Deadlock,
    Occurrence,
    answer_about,
    deadlock,
    is_material,
    is_material_at_start,
    is_move,
)
from ruleslawyer.semantics.codec import Codec
from ruleslawyer.semantics.events import LOOP, BranchEnds, Event
from ruleslawyer.semantics.state import State
from ruleslawyer.semantics.trace import Steps, Trace, along, play
from ruleslawyer.semantics.transition import Instance, Judged, Outcome, TransitionSystem

if TYPE_CHECKING:
    import networkx as nx


@dataclass(frozen=True, slots=True)
class Place:
    """A state; a step, by the instance that is taken there; or the beginning with a choice of the initial rule."""

    state: State | None
    instance: Instance | None = None


@dataclass
class Exploration:
    """An exploration's result. `events` maps an event's key to its occurrence; in_play: those that more than a property
    meets. `violated`, `reached` and `unevaluated` map a check's name to where it was first (at a step, for a check of
    steps). engine: who explored, or was not ready in time. answers: what each state says to a `possible` (twice the
    same) or a `leads_to` (what happens, and what must follow), by name and to whom it is promised; None: it cannot be
    evaluated there. cut: of which actions branches end early, by the state that they leave (None: where a game
    begins). loops: for each state from which a step of play leads to forced steps that go round, the first such step.
    """

    system: TransitionSystem
    nodes: dict[State, Json] = field(default_factory=dict)
    edges: list[tuple[State, State, Json]] = field(default_factory=list)
    initial: dict[State, Instance] = field(default_factory=dict)
    engine: str = "networkx"
    complete: bool = False
    stopped: str = ""
    seconds: float = 0.0
    events: dict[tuple[str, ...], Occurrence] = field(default_factory=dict)
    in_play: set[tuple[str, ...]] = field(default_factory=set)
    deadlocks: list[Deadlock] = field(default_factory=list)
    violated: dict[str, Place] = field(default_factory=dict)
    reached: dict[str, Place] = field(default_factory=dict)
    unevaluated: dict[str, tuple[Place, Event]] = field(default_factory=dict)
    answers: dict[tuple[str, tuple[int, ...]], dict[State, tuple[bool, bool] | None]] = field(default_factory=dict)
    held: Counter[str] = field(default_factory=Counter)
    live: Counter[str] = field(default_factory=Counter)
    decisive: Counter[str] = field(default_factory=Counter)
    verdicts: Counter[tuple[str, str]] = field(default_factory=Counter)
    parents: dict[State, tuple[State, Instance]] = field(default_factory=dict)
    cut: dict[State | None, set[str]] = field(default_factory=dict)
    loops: dict[State, Instance] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._steps = Steps(self.system)

    @property
    def goes_on(self) -> set[State | None]:
        """The states in which a play may go on in a way that is not known."""
        return {state for state, actions in self.cut.items() if actions - self.system.system.outside_play}

    @property
    def states(self) -> int:
        return len(self.nodes)

    @property
    def transitions(self) -> int:
        return len(self.edges)

    @property
    def depth(self) -> int:
        return max((int(about["depth"]) for about in self.nodes.values()), default=0)

    @cached_property
    def graph(self) -> nx.MultiDiGraph[State]:
        """The graph of what was found by the end; a scope that was only tried makes none."""
        from networkx import MultiDiGraph

        graph: nx.MultiDiGraph[State] = MultiDiGraph()
        graph.add_nodes_from(self.nodes.items())
        graph.add_edges_from(self.edges)
        return graph

    @cached_property
    def game(self) -> nx.MultiDiGraph[State]:
        """The same without the steps outside play: what must come, or stays possible, is asked of the others."""
        outside = self.system.system.outside_play
        if not outside:
            return self.graph
        from networkx import MultiDiGraph

        graph: nx.MultiDiGraph[State] = MultiDiGraph()
        graph.add_nodes_from(self.nodes.items())
        graph.add_edges_from(edge for edge in self.edges if edge[2]["instance"].action not in outside)
        return graph

    def way(self, state: State) -> tuple[Instance, ...]:
        """The shortest play to a state: the initial choice, then the instances."""
        instances: list[Instance] = []
        while state in self.parents:
            state, instance = self.parents[state]
            instances.append(instance)
        return (self.initial[state], *reversed(instances))

    def trace_to(self, place: Place) -> Trace:
        """The shortest play to a place, its step taken."""
        if place.state is None:
            assert place.instance is not None
            return play(self._steps, place.instance, ())
        return self.trace(place.state, place.instance, taken=True)

    def trace(self, state: State, last: Instance | None = None, *, taken: bool = False) -> Trace:
        """The shortest play to a state; `last` is looked at there, or `taken` as one more step."""
        begin, *instances = self.way(state)
        return along(self._steps, begin, instances, last, taken=taken)

    def event_trace(self, occurrence: Occurrence) -> Trace:
        """The shortest play to an event: taken where a step meets it, looked at where judging does."""
        at = occurrence
        if at.state is None:
            assert at.start is not None
            return play(self._steps, at.start, ())
        if at.instance is None:
            return self.trace(at.state)
        judged = self._steps.candidate(at.state, at.instance)
        met = () if judged is None else judged.events
        met_by_judging = at.event.kind == "unspoken" or any(e.key == at.event.key for e in met)
        return self.trace(at.state, at.instance, taken=not met_by_judging)


def explore(
    system: TransitionSystem, limits: Limits | None = None, progress: Progress | None = None, *, known: bool = False
) -> Exploration:
    """Visit every reachable rest state, breadth first; Ctrl-C keeps what was found. known: it stops at the limit of
    states as soon as more than so many are known, and not visited."""
    expect_few_choices(system.system, system.scope)
    search = _Search(system, limits or Limits(), progress, known)
    try:
        search.run()
    except KeyboardInterrupt:
        search.found.stopped = BY_CTRL_C
    search.add_up()
    search.found.complete = not search.found.stopped
    search.found.seconds = time.perf_counter() - search.began
    return search.found


class _Search:
    def __init__(self, system: TransitionSystem, limits: Limits, progress: Progress | None, known: bool) -> None:
        self.system, self.limits, self.progress, self.known = system, limits, progress, known
        self.found = Exploration(system)
        self.waiting: deque[State] = deque()
        self.began = time.perf_counter()
        self.fired: Counter[tuple[str, ...]] = Counter()
        self.decisive: Counter[tuple[str, ...]] = Counter()
        self.held: Counter[tuple[str, ...]] = Counter()
        checks = system.system.checks.values()
        self.on_states = [c for c in checks if c.kind != "step"]
        self.members = {c.name: system.members_of(c) for c in checks}
        self.found.answers = {(name, each): {} for name, members in self.members.items() for each in members}
        self.on_steps: dict[str | None, list[Check]] = {}
        for check in checks:
            if check.kind == "step":
                self.on_steps.setdefault(check.of, []).append(check)

    def run(self) -> None:
        for instance, outcome in self.system.initial():
            self.found.stopped = self.limits.too_long(time.perf_counter() - self.began)
            if self.found.stopped:
                return
            self._count(outcome)
            self._note_end(None, instance, outcome.events)
            for event in outcome.events:
                self._note(event, None, instance, 0, partial(is_material_at_start, self.system, event, instance))
            for check in self.on_steps.get(None, ()):
                self._step_check(check, Place(None, instance), outcome, 0)
            if outcome.state is not None and outcome.state not in self.found.initial:
                self.found.initial[outcome.state] = instance
                self._arrive(outcome.state, 0)
        visited = 0
        while self.waiting:
            self.found.stopped = self.limits.too_many(self.found.states - 1 if self.known else visited)
            if self.found.stopped:
                return
            if visited % 64 == 0:
                if self.progress:
                    self.progress(visited, len(self.waiting), self.found.transitions)
                self.found.stopped = self.limits.too_long(time.perf_counter() - self.began) or self.limits.too_large()
                if self.found.stopped:
                    return
            self._visit(self.waiting.popleft())
            visited += 1

    def _arrive(self, state: State, depth: int) -> None:
        self.found.nodes[state] = {"depth": depth, "ended": False, "allowed": 0}
        self.waiting.append(state)
        for check in self.on_states:
            for members in self.members[check.name]:
                self._state_check(check, members, Place(state), state, depth)

    def _state_check(self, check: Check, members: tuple[int, ...], place: Place, state: State, depth: int) -> None:
        """Ask a property of a state that is new."""
        holds: bool | None
        if check.kind == "leads_to":
            both, events = self.system.leads(check, state, members)
            self.found.answers[check.name, members][state] = both
            holds = None if both is None else True
        else:
            holds, events = self.system.holds(check, state, members)
        if check.kind in FOLLOWED and check.goal is None:
            self.found.answers[check.name, members][state] = None if holds is None else (holds, holds)
        self._note_breaks(check, place, events, depth)
        if check.kind == "sometimes" and holds:
            self.found.reached.setdefault(check.name, place)
        elif check.kind == "always" and holds is False:
            self.found.violated.setdefault(check.name, place)

    def _note_breaks(self, check: Check, place: Place, events: Iterable[Event], depth: int) -> None:
        """The events of asking a property. Only of what it says of one state they are told besides that it cannot be
        evaluated; play goes on, so none of them matters."""
        for event in events:
            if event.of_property:
                self.found.unevaluated.setdefault(check.name, (place, event))
            if event.of_property or check.kind in ("always", "sometimes"):
                self._keep(event, place.state, place.instance, depth, lambda: False)

    def _visit(self, state: State) -> None:
        result, about = self.found, self.found.nodes[state]
        if self.system.is_over(state):
            about["ended"] = True
            return
        depth: int = about["depth"]
        try:
            judged = list(self.system.candidates(state))
        except BranchEnds as end:  # whose decision it is cannot be told
            self._note(end.event, state, None, depth, lambda: True)
            self._note_end(state, None, (end.event,))
            judged = []
        about["allowed"] = sum(candidate.is_allowed for candidate in judged)
        moves = 0
        for candidate in judged:
            outcome = self.system.take(state, candidate.instance) if candidate.is_allowed else None
            self._note_judgement(candidate, state, depth, outcome)
            if outcome is None:
                continue
            action = self.system.system.actions[candidate.instance.action]
            self._count(outcome)
            self._note_end(state, candidate.instance, outcome.events)
            self._note_all(outcome.events, state, candidate, depth + 1, outcome)
            moves += is_move(action, state, outcome.state)
            if outcome.state is not None:
                self._edge(state, candidate, outcome, outcome.state, depth)
            for check in (*self.on_steps.get(action.name, ()), *self.on_steps.get(None, ())):
                self._step_check(check, Place(state, candidate.instance), outcome, depth + 1)
        if not moves:
            result.deadlocks.append(deadlock(state, judged))

    def _edge(self, state: State, candidate: Judged, outcome: Outcome, after: State, depth: int) -> None:
        assert candidate.judgement is not None
        if after not in self.found.nodes:
            self.found.parents[after] = (state, candidate.instance)
            self._arrive(after, depth + 1)
        clauses = candidate.judgement.clauses
        told = {"instance": candidate.instance, "clauses": clauses, "substeps": outcome.substeps}
        self.found.edges.append((state, after, told))

    def _step_check(self, check: Check, place: Place, outcome: Outcome, depth: int) -> None:
        """Ask a property of the steps of an outcome, whether or not play goes on behind them."""
        assert place.instance is not None
        answers, events = self.system.step_answers(check, place.state, place.instance, outcome)
        self._note_breaks(check, place, events, depth)
        if True in answers:
            self.found.reached.setdefault(check.name, place)
        if False in answers:
            self.found.violated.setdefault(check.name, place)

    def _note_judgement(self, candidate: Judged, state: State, depth: int, outcome: Outcome | None) -> None:
        judgement = candidate.judgement
        self.fired[candidate.fired] += 1
        self.decisive[candidate.decisive] += 1
        self._note_all(candidate.events, state, candidate, depth + 1, outcome)
        self._note_end(state, candidate.instance, candidate.events)
        if judgement is None:
            return
        self.found.verdicts[candidate.instance.action, judgement.verdict] += 1
        for one in (judgement, *(part for _, part in judgement.parts)):
            self.held[one.holds] += 1
            self.decisive[one.decisive] += 1
        if judgement.verdict == "unspoken" and self.system.system.closed_world is None:
            event = Event("unspoken", candidate.instance.action, cites=judgement.cites)
            self._note(event, state, candidate.instance, depth + 1, lambda: True)

    def _count(self, outcome: Outcome) -> None:
        self.fired[outcome.fired] += 1
        self.decisive[outcome.decisive] += 1

    def add_up(self) -> None:
        """Adds up the counts, rule by rule: the same few rules come together again and again."""
        found = self.found
        sums = ((self.fired, found.live), (self.held, found.held), (self.decisive, found.decisive))
        for counted, total in sums:
            for names, times in counted.items():
                total.update(dict.fromkeys(names, times))

    # --- events ---------------------------------------------------------------------------------------------------

    def _note_end(self, state: State | None, instance: Instance | None, events: Iterable[Event]) -> None:
        """Where a branch ends: whether it is cut off, or its forced steps go round. instance: None where nobody can
        act."""
        for event in events:
            if event.cuts:
                action = ANYTHING if state is None or instance is None else instance.action
                self.found.cut.setdefault(state, set()).add(action)
            elif event.kind == LOOP and not (state is None or instance is None or self._is_outside(instance)):
                self.found.loops.setdefault(state, instance)

    def _is_outside(self, instance: Instance) -> bool:
        return instance.action in self.system.system.outside_play

    def _note_all(
        self, events: Iterable[Event], state: State, judged: Judged, depth: int, outcome: Outcome | None
    ) -> None:
        """The events of judging an instance, or of taking it. outcome: that of taking it, where it is allowed."""
        found = answer_about(judged, outcome) if events else None
        for event in events:
            material = partial(is_material, self.system, event, state, judged.instance, found)
            self._note(event, state, judged.instance, depth, material)

    def _note(
        self, event: Event, state: State | None, instance: Instance | None, depth: int, material: Callable[[], bool]
    ) -> None:
        """An event of play."""
        self.found.in_play.add(event.key)
        self._keep(event, state, instance, depth, material)

    def _keep(
        self, event: Event, state: State | None, instance: Instance | None, depth: int, material: Callable[[], bool]
    ) -> None:
        """The first occurrence of each event, replaced by the first material one."""
        known = self.found.events.get(event.key)
        if known is not None and known.material:
            return
        is_material = material()
        if known is None or is_material:
            start = instance if state is None else None
            self.found.events[event.key] = Occurrence(
                event, state, None if start else instance, depth, is_material, start
            )


Network: TypeAlias = "nx.MultiDiGraph[State]"


def network(states: Iterable[tuple[State, Json]], edges: Iterable[tuple[State, State, Instance]]) -> Network:
    """A graph of states with what is said of each, in that order, and of edges with their instances."""
    import networkx as nx

    graph: Network = nx.MultiDiGraph()
    graph.add_nodes_from(states)
    graph.add_edges_from((a, b, {"instance": instance}) for a, b, instance in edges)
    return graph


def with_json(graph: Network, codec: Codec, **attributes: object) -> Network:
    """The same graph, each node with its `state` and each edge with its `action` as JSON, and what it is of."""
    for state, data in graph.nodes(data=True):
        data["state"] = codec.state(state)
    for _, _, data in graph.edges(data=True):
        data["action"] = codec.instance(data["instance"])
    graph.graph |= attributes
    return graph
