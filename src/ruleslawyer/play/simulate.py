"""Random plays of a scope that no explorer can finish: what they meet, shrunk to short plays that replay.

A simulation never claims that something holds: a property is violated, reached, or not met in so many plays.

**How a play goes.** First an action is drawn, then one of its allowed instances, so that a parameter with many values
does not swamp the rest. Of actions, some are more likely:

- what is done outside the order of play, such as conceding, hardly ever happens, since it mostly ends a play that has
  met little (this matters most: on a whole book, twelve plays met 29 events rather than 18); passing is half as likely
  as the rest;
- an action grows less likely the more often the play has taken it;
- an action is four times as likely where its verdict hangs on a clause that decided nothing in this play yet, and then
  such an instance is taken. It meets the same in a seventh fewer steps; swarm testing (plays that each like and avoid
  some actions) gave no more on top of it.

All of it looks at this play alone and at dice of its own, `Random(f"{seed}/{number}")`: play 17 of a seed is the same
play however many are played. Every candidate of a state is judged, so that events are met without being chosen; only
where an action has more than `sampling.FEW` choices, as many are drawn instead (see there).
"""

from __future__ import annotations

import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from random import Random
from typing import Generic, Literal, TypeVar

from ruleslawyer.claims.caveats import fairly
from ruleslawyer.claims.limits import BY_CTRL_C, Limits, Progress
from ruleslawyer.claims.live import rules
from ruleslawyer.claims.occurrence import deadlock, is_material, is_material_at_start, refused
from ruleslawyer.claims.premises import Premises, premises
from ruleslawyer.claims.result import DeadlockResult, EventResult
from ruleslawyer.ir.scope import Scope
from ruleslawyer.ir.system import Action, Check
from ruleslawyer.play.sampling import FEW, Sampling
from ruleslawyer.play.shrink import (
    EFFORT,
    Answers,
    Goal,
    Idles,
    Meets,
    Stops,
    Way,
    forced_pass,
    moves,
    problem,
    shrink,
    trace_of,
)
from ruleslawyer.semantics.events import Event
from ruleslawyer.semantics.state import State
from ruleslawyer.semantics.trace import Trace
from ruleslawyer.semantics.transition import Instance, Judged, TransitionSystem

LONGEST = 500
"""Actions after which a play is cut off unless told otherwise."""
KEPT = 100_000
"""Rest states that are told apart; beyond, only steps are counted."""
TRIES = 64
"""Places at which it is looked whether an event matters, before it is taken not to."""
PASSES, OUTSIDE, FRESH = 0.5, 0.01, 4.0
"""How much more likely an action is; see the head of this file."""

Word = Literal["VIOLATED", "REACHED", "UNKNOWN"]
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Answer:
    """What is known of a property: violated, or reached, on a play; or nothing."""

    name: str
    kind: str
    cites: tuple[str, ...]
    word: Word
    reason: str
    trace: Trace | None = None


@dataclass(frozen=True, slots=True)
class Met(Generic[T]):
    """Something that was met: its short play; the plays that met it, the first of them, and its length unshrunk."""

    result: T
    first: int
    plays: int
    unshrunk: int


@dataclass(frozen=True, slots=True)
class Simulation:
    """What random plays met. `plays` were begun, of `asked`.

    states: different rest states, up to `KEPT`. Of the plays, `ended` came to an end of the game, `deadlocked` to a
    state without a move, `broke_off` to an event without a result or to forced passes that go round, `cut_off` to the
    most actions allowed, and `lost` to a state where none of the choices drawn was allowed. Live, decisive and so on
    are as in `ScopeResult`; `taken` says how often each action was.
    """

    scope: Scope
    reading: tuple[tuple[str, str], ...]
    rulings: tuple[str, ...]
    seed: int
    asked: int
    plays: int
    steps: int
    states: int
    depth: int
    ended: int
    deadlocked: int
    broke_off: int
    cut_off: int
    lost: int
    stopped: str
    seconds: float
    verdicts: tuple[Answer, ...]
    events: tuple[Met[EventResult], ...]
    deadlocks: tuple[Met[DeadlockResult], ...]
    live: frozenset[str]
    decisive: frozenset[str]
    effects: frozenset[str]
    never_live: tuple[str, ...]
    never_permitted: tuple[str, ...]
    taken: tuple[tuple[str, int], ...]
    replayed_by: tuple[str, ...]
    unreplayed: tuple[str, ...]
    premises: Premises


def simulate(
    system: TransitionSystem,
    plays: int,
    seed: int,
    *,
    longest: int = LONGEST,
    limits: Limits | None = None,
    progress: Progress | None = None,
    direct: TransitionSystem | None = None,
    effort: int = EFFORT,
) -> Simulation:
    """Play, and shrink what was met; each play that is kept replays through the interpreter, and directly if given.

    The limit of states counts steps here. Limits and Ctrl-C keep what was found; Ctrl-C leaves its plays as long as
    they are. `progress` is called with plays begun, plays left, and steps.
    """
    begun = time.perf_counter()
    table = _Table(system, plays, seed, longest, limits or Limits(), progress)
    try:
        table.run()
    except KeyboardInterrupt:
        table.stopped, effort = BY_CTRL_C, 0
    return _Reporting(table, direct, effort).simulation(begun)


@dataclass
class _Sighting:
    """Where something was met best: materially rather than not, after few actions rather than many."""

    goal: Goal
    way: Way
    first: int
    material: bool = True
    plays: int = 1
    last_play: int = 0
    tries: int = 0


@dataclass
class _Table:
    """All plays, and what they met."""

    system: TransitionSystem
    asked: int
    seed: int
    longest: int
    limits: Limits
    progress: Progress | None
    begun: float = field(default_factory=time.perf_counter)
    stopped: str = ""
    plays: int = 0
    steps: int = 0
    depth: int = 0
    ends: Counter[str] = field(default_factory=Counter)
    seen: dict[State, tuple[_Sighting, ...]] = field(default_factory=dict)
    events: dict[tuple[str, ...], _Sighting] = field(default_factory=dict)
    answers: dict[tuple[str, str], _Sighting] = field(default_factory=dict)
    deadlocks: dict[tuple[object, object], _Sighting] = field(default_factory=dict)
    live: set[str] = field(default_factory=set)
    decisive: set[str] = field(default_factory=set)
    verdicts: set[tuple[str, str]] = field(default_factory=set)
    taken: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        checks = self.system.system.checks.values()
        self.on_states = [c for c in checks if c.kind in ("always", "sometimes")]
        self.on_steps: defaultdict[str | None, list[Check]] = defaultdict(list)
        for check in checks:
            if check.kind == "step":
                self.on_steps[check.of].append(check)

    def run(self) -> None:
        starts = _starts(self.system)
        for number in range(1, self.asked + 1):
            self.stopped = self.exhausted()
            if self.stopped:
                return
            self.plays = number
            _Play(self, number, starts).run()

    def exhausted(self) -> str:
        if self.progress:
            self.progress(self.plays, self.asked - self.plays, self.steps)
        limits = self.limits
        return limits.too_many(self.steps) or limits.too_long(time.perf_counter() - self.begun) or limits.too_large()


def _starts(system: TransitionSystem) -> tuple[Instance, ...]:
    """The choices of the initial rule; at most some hundred, drawn where there are more."""
    listed = islice(Sampling(system, Random(0)).initial(), FEW)
    return tuple(instance for instance, _ in listed)


class _Play:
    """One play."""

    def __init__(self, table: _Table, number: int, starts: Sequence[Instance]) -> None:
        self.table, self.number, self.starts = table, number, starts
        self.dice = Random(f"{table.seed}/{number}")
        self.system = Sampling(table.system, self.dice)
        self.actions = table.system.system.actions
        self.times: Counter[str] = Counter()
        self.decided: set[str] = set()
        self.instances: list[Instance] = []
        self.forced: dict[State, int] = {}
        """The states passed through by forced passes without a break, with the actions before each."""

    def run(self) -> None:
        table = self.table
        if not self.starts:
            return
        self.start = self.dice.choice(self.starts)
        begun = self.system.begin(self.start)
        assert begun is not None
        table.live.update(begun.fired)
        table.decisive.update(begun.decisive)
        for event in begun.events:
            self._event(event, Way(self.start, ()), partial(is_material_at_start, table.system, event, self.start))
        state = begun.state
        for check in table.on_steps.get(None, ()):
            self._along(check, table.system.kept(check, None, self.start, begun), Way(self.start, ()))
        while state is not None:
            self._arrive(state)
            if table.system.ended(state):
                table.ends["ended"] += 1
                return
            if len(self.instances) >= table.longest:
                table.ends["cut_off"] += 1
                return
            if table.steps % 64 == 0:
                table.stopped = table.exhausted()
                if table.stopped:
                    return
            state = self._go_on(state)
        if not table.stopped and begun.state is None:
            table.ends["broke_off"] += 1

    def _go_on(self, state: State) -> State | None:
        """The next state; None where the play is over."""
        table = self.table
        self.system.narrowed = False
        judged = list(self.system.candidates(state))
        for candidate in judged:
            self._judged(candidate, state)
        allowed = [candidate for candidate in judged if candidate.allowed]
        if not moves(table.system, state, allowed):
            self._stuck(state, judged)
            return None
        if self._goes_round(state, allowed):
            return None
        chosen = self._chosen(allowed).instance
        outcome = table.system.take(state, chosen)
        self.instances.append(chosen)
        self.times[chosen.action] += 1
        table.taken[chosen.action] += 1
        table.steps += 1
        table.depth = max(table.depth, len(self.instances))
        table.live.update(outcome.fired)
        table.decisive.update(outcome.decisive)
        way = Way(self.start, tuple(self.instances))
        for event in outcome.events:
            self._event(event, way, partial(is_material, table.system, event, state, chosen))
        for check in (*table.on_steps.get(chosen.action, ()), *table.on_steps.get(None, ())):
            self._along(check, table.system.kept(check, state, chosen, outcome), way)
        if outcome.state is None:
            table.ends["broke_off"] += 1
        return outcome.state

    def _goes_round(self, state: State, allowed: Sequence[Judged]) -> bool:
        """Whether forced passes have led back to a state; nothing else can happen then."""
        if self.system.narrowed or not forced_pass(self.table.system, state, allowed):
            self.forced.clear()
            return False
        if state not in self.forced:
            self.forced[state] = len(self.instances)
            return False
        name, first = allowed[0].instance.action, self.forced[state]
        reason = f"{len(self.instances) - first} forced passes lead back to where they began"
        event = Event("idle", name, cites=self.actions[name].origin.cites, reason=reason)
        self._note(self.table.events, event.key, Idles(event), Way(self.start, tuple(self.instances[:first])))
        self.table.ends["broke_off"] += 1
        return True

    def _chosen(self, allowed: Sequence[Judged]) -> Judged:
        """One of the allowed instances, as the head of this file says."""
        instances: defaultdict[str, list[Judged]] = defaultdict(list)
        fresh: defaultdict[str, list[Judged]] = defaultdict(list)
        for candidate in allowed:
            instances[candidate.instance.action].append(candidate)
            if not self.decided.issuperset(_decisive(candidate)):
                fresh[candidate.instance.action].append(candidate)
        weights = [
            _liked(self.actions[name]) * (FRESH if name in fresh else 1.0) / (1 + self.times[name]) ** 0.5
            for name in instances
        ]
        name = self.dice.choices(list(instances), weights)[0]
        chosen = self.dice.choice(fresh.get(name) or instances[name])
        self.decided.update(_decisive(chosen))
        return chosen

    # --- what is met ----------------------------------------------------------------------------------------------

    def _arrive(self, state: State) -> None:
        """Ask the properties of a state, once; a play that comes there again has met the same."""
        table, way = self.table, Way(self.start, tuple(self.instances))
        known = table.seen.get(state)
        if known is not None:
            for sighting in known:
                self._again(sighting, sighting.goal, way)
            return
        met = []
        for check in table.on_states:
            holds, events = table.system.holds(check, state)
            for event in events:
                self._event(event, way, lambda: False, asked=True)
            if holds is not (check.kind == "always"):  # that is: violated, reached, or not to be evaluated
                met.append(self._answer(check, holds, way))
        if len(table.seen) < KEPT:
            table.seen[state] = tuple(met)

    def _judged(self, candidate: Judged, state: State) -> None:
        table, judgement = self.table, candidate.judgement
        table.live.update(candidate.fired)
        if candidate.events:
            way = Way(self.start, tuple(self.instances), candidate.instance)
            for event in candidate.events:
                self._event(event, way, partial(is_material, table.system, event, state, candidate.instance))
        if judgement is None:
            return
        table.verdicts.add((candidate.instance.action, judgement.verdict))
        table.decisive.update(_decisive(candidate))
        if judgement.verdict == "unspoken" and table.system.system.closed_world is None:
            way = Way(self.start, tuple(self.instances), candidate.instance)
            self._event(Event("unspoken", candidate.instance.action, cites=judgement.cites), way, lambda: True)

    def _stuck(self, state: State, judged: Sequence[Judged]) -> None:
        if self.system.narrowed:
            self.table.ends["lost"] += 1
            return
        self.table.ends["deadlocked"] += 1
        kind = deadlock(state, judged)
        goal = Stops(kind.unspoken, kind.forbidden)
        self._note(self.table.deadlocks, (kind.unspoken, kind.forbidden), goal, Way(self.start, tuple(self.instances)))

    def _along(self, check: Check, said: tuple[frozenset[bool | None], tuple[Event, ...]], way: Way) -> None:
        """What a property says of the steps of an outcome, wherever that leads."""
        answers, events = said
        for answer in answers:
            self._answer(check, answer, way)
        for event in events:
            if event.of_property:
                self._event(event, way, lambda: False, asked=True)

    def _answer(self, check: Check, holds: bool | None, way: Way) -> _Sighting:
        word = "unevaluated" if holds is None else "true" if holds else "false"
        return self._note(self.table.answers, (check.name, word), Answers(check, holds), way)

    def _event(self, event: Event, way: Way, material: Callable[[], bool], *, asked: bool = False) -> None:
        """Note an event, and whether it matters; that is looked at where it would change what is kept."""
        known = self.table.events.get(event.key)
        if known is not None:
            self._count(known)
            if known.material and len(way) >= len(known.way):
                return
            known.tries += 1
            if known.tries > TRIES:
                return
        matters = material()
        if known is None:
            goal = Meets(event, matters, asked)
            self.table.events[event.key] = _Sighting(goal, way, self.number, matters, 1, self.number)
        elif matters or (not known.material and len(way) < len(known.way)):
            known.goal, known.way, known.material = Meets(event, matters, asked), way, matters

    def _note(self, sightings: dict[T, _Sighting], key: T, goal: Goal, way: Way) -> _Sighting:
        known = sightings.get(key)
        if known is None:
            sightings[key] = _Sighting(goal, way, self.number, True, 1, self.number)
            return sightings[key]
        self._again(known, goal, way)
        return known

    def _again(self, known: _Sighting, goal: Goal, way: Way) -> None:
        self._count(known)
        if len(way) < len(known.way):
            known.goal, known.way = goal, way

    def _count(self, known: _Sighting) -> None:
        if known.last_play != self.number:
            known.plays, known.last_play = known.plays + 1, self.number


def _liked(action: Action) -> float:
    return OUTSIDE if action.outside_play else PASSES if action.passes else 1.0


def _decisive(candidate: Judged) -> Iterator[str]:
    """The clauses without which the verdict, or what it rests on, would be another; its parts' included."""
    judgement = candidate.judgement
    if judgement is not None:
        yield from candidate.decisive
        for one in (judgement, *(part for _, part in judgement.parts)):
            yield from one.decisive


class _Reporting:
    """What was met, each with its shrunk and replayed play."""

    def __init__(self, table: _Table, direct: TransitionSystem | None, effort: int) -> None:
        self.table, self.effort = table, effort
        self.machines = {"interpreter": table.system} | ({"direct": direct} if direct else {})
        self.unreplayed: list[str] = []

    def simulation(self, begun: float) -> Simulation:
        table = self.table
        system = table.system
        events = tuple(self._event(s) for s in table.events.values())
        deadlocks = tuple(self._deadlock(s) for s in table.deadlocks.values())
        verdicts = tuple(self._verdict(check) for check in system.system.checks.values())
        effects = frozenset(n for n in table.live if n.startswith("§"))
        live = frozenset(table.live) - effects
        spoken = {action for action, verdict in table.verdicts if verdict != "unspoken"}
        judged = {action for action, _ in table.verdicts}
        return Simulation(
            scope=system.scope,
            reading=tuple(sorted(system.reading.items())),
            rulings=tuple(sorted(system.rulings)),
            seed=table.seed,
            asked=table.asked,
            plays=table.plays,
            steps=table.steps,
            states=len(table.seen),
            depth=table.depth,
            ended=table.ends["ended"],
            deadlocked=table.ends["deadlocked"],
            broke_off=table.ends["broke_off"],
            cut_off=table.ends["cut_off"],
            lost=table.ends["lost"],
            stopped=table.stopped,
            verdicts=verdicts,
            events=events,
            deadlocks=deadlocks,
            live=live,
            decisive=frozenset(table.decisive),
            effects=frozenset(n[1:] for n in effects),
            never_live=tuple(n for n in rules(system.system, dict(system.reading), system.scope.off) if n not in live),
            never_permitted=tuple(name for name in system.system.actions if name in judged - spoken),
            taken=tuple((name, table.taken[name]) for name in system.system.actions),
            replayed_by=tuple(self.machines),
            unreplayed=tuple(self.unreplayed),
            premises=premises(system),
            seconds=time.perf_counter() - begun,
        )

    def _event(self, sighting: _Sighting) -> Met[EventResult]:
        goal = sighting.goal
        assert isinstance(goal, Meets | Idles)
        trace, unshrunk = self._shrunk(goal.event.title, sighting)
        result = EventResult(goal.event, sighting.material, len(trace), trace)
        return Met(result, sighting.first, sighting.plays, unshrunk)

    def _deadlock(self, sighting: _Sighting) -> Met[DeadlockResult]:
        goal = sighting.goal
        assert isinstance(goal, Stops)
        trace, unshrunk = self._shrunk("deadlock", sighting)
        cut = refused(self.table.system, trace.end)
        result = DeadlockResult(trace, goal.unspoken, goal.forbidden, sighting.plays, refused=cut)
        return Met(result, sighting.first, sighting.plays, unshrunk)

    def _shrunk(self, title: str, sighting: _Sighting) -> tuple[Trace, int]:
        """The short play, replayed on every machine; and how long it was."""
        try:
            way = shrink(self.table.system, sighting.way, sighting.goal, self.effort)
        except KeyboardInterrupt:  # the rest is left as it is
            self.table.stopped, self.effort, way = BY_CTRL_C, 0, sighting.way
        trace = trace_of(self.table.system, way, sighting.goal)
        for name, machine in self.machines.items():
            wrong = problem(machine, way, trace, sighting.goal)
            if wrong:
                self.unreplayed.append(f"{title}, {name}: {wrong}")
        return trace, len(sighting.way)

    def _verdict(self, check: Check) -> Answer:
        """Never more than was seen: what no play met is unknown."""
        met = {word: self.table.answers.get((check.name, word)) for word in ("true", "false", "unevaluated")}
        of = f"of {self.table.plays} plays"
        made = partial(Answer, check.name, check.kind, check.origin.cites)
        if check.kind in ("possible", "leads_to"):
            reason = "it is about all that could follow, and a play shows one course of it"
            return made("UNKNOWN", fairly(reason, check))
        if check.kind == "sometimes":
            if met["true"]:
                trace, _ = self._shrunk(check.name, met["true"])
                reason = f"reached after {len(trace)} actions; met in {met['true'].plays} {of}"
                return made("REACHED", reason, trace)
            return made("UNKNOWN", f"not met in {self.table.plays} plays")
        if met["false"]:
            trace, _ = self._shrunk(check.name, met["false"])
            at = f"at action {len(trace)}" if len(trace) else "as a game begins"
            where = at if check.kind == "step" else f"after {len(trace)} actions"
            return made("VIOLATED", f"{where}; met in {met['false'].plays} {of}", trace)
        if met["unevaluated"]:
            trace, _ = self._shrunk(check.name, met["unevaluated"])
            return made("UNKNOWN", "it cannot be evaluated in a state that is reached", trace)
        if check.kind == "step" and not met["true"]:
            return made("UNKNOWN", f"{check.of or 'any step'} was not taken in {self.table.plays} plays")
        if check.reached and (check.reached, "true") not in self.table.answers:
            return made("UNKNOWN", f"its situation, {check.reached}, was not met in {self.table.plays} plays")
        return made("UNKNOWN", f"no violation met in {self.table.plays} plays")
