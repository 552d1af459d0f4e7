"""Random plays of a scope that no explorer can finish: what they meet, shrunk to short plays that replay.

A simulation never claims that something holds: a property is violated, reached, or not met in so many plays.

**How a play goes.** First an action is drawn, then one of its allowed instances, so that a parameter with many values
does not swamp the rest. Of actions, some are more likely:

- what is done outside the order of play, such as conceding, hardly ever happens, since it mostly ends a play that has
  met little (this matters most: on a whole book, twelve plays met 29 events rather than 18); passing is half as likely
  as the rest;
- an action grows less likely the more often the play has taken it.

All of it looks at this play alone and at dice of its own, `Dice(seed, number)`: play 17 of a seed is the same play
however many are played. Every candidate of a state is judged, so that events are met without being chosen; only
where an action has more than `sampling.LISTED` choices, some are drawn instead (see there).

**Who plays.** The first plays are the interpreter's. After `PATIENCE` candidates the code of the ruleset plays on, by
the same throws, hundreds of times as fast; so the plays are the same ones whoever plays them. What it met is met again
by the interpreter, which says what happened.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Generic, Literal, TypeVar

from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.base.files.content import Json
from ruleslawyer.base.processes.executor import processors
from ruleslawyer.ir.rules import FOLLOWED, Check
from ruleslawyer.ir.schema import Scope
from ruleslawyer.play.random_play import PatienceExceeded, RandomPlay, starts_of
from ruleslawyer.play.sampling import CachedCandidateFilter
from ruleslawyer.play.shrink import EFFORT, DeadlockGoal, EventGoal, IdleLoopGoal, goal_problem, shrink, trace_of
from ruleslawyer.play.sightings import Sighting, SightingTable
from ruleslawyer.rulebook.claims.cone import fairly
from ruleslawyer.rulebook.claims.expected import never_live
from ruleslawyer.rulebook.claims.limits import BY_CTRL_C, Limits, Progress, Unready
from ruleslawyer.rulebook.claims.occurrence import deadlock_result
from ruleslawyer.rulebook.claims.result import (
    DeadlockResult,
    EventResult,
    Premises,
    by_kind,
    calls,
    event_result,
    premises,
)
from ruleslawyer.rulebook.claims.verdict import count_actions
from ruleslawyer.semantics.codec import Codec
from ruleslawyer.semantics.trace import Trace
from ruleslawyer.semantics.transition import Instance, Outcome, TransitionSystem

LONGEST = 500
"""Actions after which a play is cut off unless told otherwise."""
ATTEMPTED = 80
"""How much of the effort for one play generated code takes for one attempt to make it shorter."""
PATIENCE = 3_000
"""Candidates that the interpreter judges before generated code plays on: about as long as it takes to be ready."""

Player = Literal["auto", "interpreter", "native"]
Word = Literal["VIOLATED", "REACHED", "UNKNOWN"]
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer about a property: violated, or reached, on a play; or nothing."""

    name: str
    kind: str
    cites: tuple[str, ...]
    word: Word
    reason: str
    trace: Trace | None = None


@dataclass(frozen=True, slots=True)
class SimulatedOccurrence(Generic[T]):
    """Something that was met: its short play; the plays that met it, the first of them, and its length unshrunk."""

    result: T
    first: int
    plays: int
    unshrunk: int


@dataclass(frozen=True, slots=True)
class Simulation:
    """The result of random plays. `plays` were begun, of `asked`.

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
    events: tuple[SimulatedOccurrence[EventResult], ...]
    deadlocks: tuple[SimulatedOccurrence[DeadlockResult], ...]
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
    player: Player = "auto",
    workers: int | None = None,
) -> Simulation:
    """Play, and shrink what was met; each play that is kept replays through the interpreter, and directly if given.

    The limit of states counts steps here. Limits and Ctrl-C keep what was found; Ctrl-C leaves its plays as long as
    they are. `progress` is called with plays begun, plays left, and steps. `player`: whose plays they are, where not
    first the interpreter's and then those of generated code. `workers`: threads of that, all cores unless given; the
    plays are the same.
    """
    begun = time.perf_counter()
    table = SightingTable(system, plays, seed, longest, limits or Limits(), progress)
    try:
        _play(table, player, effort, workers or processors())
    except KeyboardInterrupt:
        table.stopped, effort = BY_CTRL_C, 0
    return _SimulationReport(table, direct, effort).simulation(begun)


def _play(table: SightingTable, player: Player, effort: int, workers: int) -> None:
    """All plays that are asked for, or as many as the limits allow."""
    starts = starts_of(table.system)
    if player == "native" or not _interpret(table, starts, PATIENCE if player == "auto" else None):
        from ruleslawyer.play.generated import finish_plays  # compiling is loaded only where it is needed

        try:
            finish_plays(table, starts, effort // ATTEMPTED, workers)
        except Unready as error:
            table.stopped = str(error)
        except UsageError:  # something that cannot be compiled
            if player == "native":
                raise
            _interpret(table, starts, None)


def _interpret(table: SightingTable, starts: Sequence[tuple[Instance, Outcome]], patience: int | None) -> bool:
    """Plays by the interpreter; False where it was stopped since it judges too much."""
    while table.plays < table.asked:
        table.stopped = table.why_no_more()
        if table.stopped:
            break
        table.plays += 1
        play = RandomPlay(table, starts, patience)
        try:
            play.run()
        except PatienceExceeded:
            table.take_back()
            return False
        if table.stopped:
            break
        patience = None if patience is None else patience - play.judged
    return True


class _SimulationReport:
    """A report in the making: each thing that was met, with its shrunk and replayed play."""

    def __init__(self, table: SightingTable, direct: TransitionSystem | None, effort: int) -> None:
        self.table, self.effort = table, effort
        self.machines: dict[str, TransitionSystem] = {"interpreter": CachedCandidateFilter(table.system)}
        if direct is not None:
            self.machines["direct"] = direct
        self.unreplayed: list[str] = []

    def simulation(self, begun: float) -> Simulation:
        table = self.table
        system = table.system
        events = tuple(self._event(s) for s in table.events.values())
        deadlocks = tuple(self._deadlock(s) for s in table.deadlocks.values())
        verdicts = tuple(self._verdict(check) for check in system.system.properties.values())
        effects = frozenset(n for n in table.live if n.startswith("§"))
        live = frozenset(table.live) - effects
        return Simulation(
            scope=system.scope,
            reading=tuple(sorted(system.reading.items())),
            rulings=tuple(sorted(system.rulings)),
            seed=table.seed,
            asked=table.asked,
            plays=table.plays,
            steps=table.steps,
            states=table.states,
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
            never_live=never_live(system.system, system.reading, system.scope.off, live),
            never_permitted=tuple(name for name in system.system.actions if name in table.judged - table.spoken),
            taken=tuple((name, table.taken[name]) for name in system.system.actions),
            replayed_by=tuple(self.machines),
            unreplayed=tuple(self.unreplayed),
            premises=premises(system),
            seconds=time.perf_counter() - begun,
        )

    def _event(self, sighting: Sighting) -> SimulatedOccurrence[EventResult]:
        goal = sighting.goal
        assert isinstance(goal, EventGoal | IdleLoopGoal)
        trace, unshrunk = self._shrunk(goal.event.title, sighting)
        result = EventResult(goal.event, sighting.material, trace.length, trace)
        return SimulatedOccurrence(result, sighting.first, sighting.plays, unshrunk)

    def _deadlock(self, sighting: Sighting) -> SimulatedOccurrence[DeadlockResult]:
        goal = sighting.goal
        assert isinstance(goal, DeadlockGoal)
        trace, unshrunk = self._shrunk("deadlock", sighting)
        result = deadlock_result(self.table.system, trace, (goal.unspoken, goal.forbidden), sighting.plays)
        return SimulatedOccurrence(result, sighting.first, sighting.plays, unshrunk)

    def _shrunk(self, title: str, sighting: Sighting) -> tuple[Trace, int]:
        """The short play, replayed on every machine; and how long it was."""
        try:
            way = sighting.way
            if sighting.unshrunk is None:
                way = shrink(self.table.system, way, sighting.goal, self.effort)
        except KeyboardInterrupt:  # the rest is left as it is
            self.table.stopped, self.effort, way = BY_CTRL_C, 0, sighting.way
        trace = trace_of(self.machines["interpreter"], way, sighting.goal)
        for name, machine in self.machines.items():
            wrong = goal_problem(machine, way, trace, sighting.goal)
            if wrong:
                self.unreplayed.append(f"{title}, {name}: {wrong}")
        return trace, sighting.way.length if sighting.unshrunk is None else sighting.unshrunk

    def _verdict(self, check: Check) -> Answer:
        """Never more than was seen: what no play met is unknown."""
        met = {word: self.table.answers.get((check.name, word)) for word in ("true", "false", "unevaluated")}
        of = f"of {self.table.plays} plays"
        made = partial(Answer, check.name, check.kind, check.origin.cites)
        if check.facts:
            return made("UNKNOWN", "what a player knows is so in all plays that were the same to him")
        if check.kind in FOLLOWED:
            reason = "it is about all that could follow, and a play shows one course of it"
            return made("UNKNOWN", fairly(reason, check))
        if check.kind == "sometimes":
            if met["true"]:
                trace, _ = self._shrunk(check.name, met["true"])
                reason = f"reached after {count_actions(trace.length)}; met in {met['true'].plays} {of}"
                return made("REACHED", reason, trace)
            return made("UNKNOWN", f"not met in {self.table.plays} plays")
        if met["false"]:
            trace, _ = self._shrunk(check.name, met["false"])
            at = f"at action {trace.length}" if trace.length else "as a game begins"
            where = at if check.kind == "step" else f"after {count_actions(trace.length)}"
            return made("VIOLATED", f"{where}; met in {met['false'].plays} {of}", trace)
        if met["unevaluated"]:
            trace, _ = self._shrunk(check.name, met["unevaluated"])
            return made("UNKNOWN", "it cannot be evaluated in a state that is reached", trace)
        if check.kind == "step" and not met["true"]:
            return made("UNKNOWN", f"{check.of or 'any step'} was not taken in {self.table.plays} plays")
        if check.reached and (check.reached, "true") not in self.table.answers:
            return made("UNKNOWN", f"its situation, {check.reached}, was not met in {self.table.plays} plays")
        return made("UNKNOWN", f"no violation met in {self.table.plays} plays")


def simulation_json(ruleset: str, simulation: Simulation, codec: Codec) -> Json:
    """A simulation as JSON; every event has its short play as calls."""
    events = [{**event_result(met.result, codec), **_counts(met)} for met in simulation.events]
    properties = [_answer(answer, codec, simulation.premises) for answer in simulation.verdicts]
    return {
        "ruleset": ruleset,
        "scope": simulation.scope.name,
        "reading": dict(simulation.reading),
        "rulings": list(simulation.rulings),
        "premises": simulation.premises.json(),
        "shrunk": list(simulation.scope.shrunk),
        "off": list(simulation.scope.off),
        "engine": "simulation",
        "seed": simulation.seed,
        "asked": simulation.asked,
        "plays": simulation.plays,
        "steps": simulation.steps,
        "states": simulation.states,
        "depth": simulation.depth,
        "ended": simulation.ended,
        "deadlocks": simulation.deadlocked,
        "broke_off": simulation.broke_off,
        "cut_off": simulation.cut_off,
        "lost": simulation.lost,
        "complete": False,
        "stopped": simulation.stopped or None,
        **by_kind(events, properties),
        "dead_ends": [_dead_end(met, codec) for met in simulation.deadlocks],
        "properties": properties,
        "taken": dict(simulation.taken),
        "live": sorted(simulation.live),
        "decisive": sorted(simulation.decisive),
        "effects": sorted(simulation.effects),
        "never_live": list(simulation.never_live),
        "never_permitted": list(simulation.never_permitted),
        "replayed_by": "direct" if "direct" in simulation.replayed_by else "interpreter",
        "unreplayed": list(simulation.unreplayed),
        "seconds": round(simulation.seconds, 3),
    }


def _counts(met: SimulatedOccurrence[EventResult] | SimulatedOccurrence[DeadlockResult]) -> Json:
    return {"first_play": met.first, "plays": met.plays, "unshrunk": met.unshrunk}


def _dead_end(met: SimulatedOccurrence[DeadlockResult], codec: Codec) -> Json:
    result = met.result
    return {
        "depth": result.trace.length,
        "unspoken": list(result.unspoken),
        "forbidden": [list(pair) for pair in result.forbidden],
        "refused": list(result.refused),
        "nobody": result.nobody,
        "play": calls(result.trace, codec),
        **_counts(met),
    }


def _answer(answer: Answer, codec: Codec, premises: Premises) -> Json:
    return {
        "property": answer.name,
        "kind": answer.kind,
        "clauses": list(answer.cites),
        "verdict": answer.word,
        "reason": answer.reason,
        "under": premises.text(),
        "play": None if answer.trace is None else calls(answer.trace, codec),
    }
