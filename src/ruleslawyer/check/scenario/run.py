"""Running a scenario on one machine: the given state, forced steps, the actions in turn, what is asked at the end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.check.scenario.consistent import at_rest, consistent
from ruleslawyer.check.scenario.names import Asked
from ruleslawyer.check.scenario.scenario import Clash, Holds, Scenario
from ruleslawyer.ir import types as t
from ruleslawyer.ir.nodes import Function
from ruleslawyer.ir.system import Duty
from ruleslawyer.play.explain import Explanation, SingleInstanceSystem, judge_and_explain, sentence
from ruleslawyer.semantics.codec import Codec
from ruleslawyer.semantics.events import BranchEnds, Event
from ruleslawyer.semantics.look import Look
from ruleslawyer.semantics.rounds import Round
from ruleslawyer.semantics.state import Schema, State, Store, leaves, replace
from ruleslawyer.semantics.transition import Outcome, TransitionSystem


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer of a term or question: a value, or the event that ended the asking."""

    value: Any
    ended: Event | None
    events: tuple[Event, ...]
    fired: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Move:
    """One action of the scenario; `outcome` is None where it was only looked at."""

    before: State
    explanation: Explanation
    outcome: Outcome | None


@dataclass
class ScenarioPlay:
    """The course of a scenario on one machine. given: the state before anything ran. begun: what was met as the game
    was set up, where that is how the scenario begins. settled: the forced steps from there.

    state: where it stands at the end, None where an event ended it. stopped: why not every action was taken, with the
    event behind it and the line.
    """

    given: State
    begun: tuple[Event, ...] = ()
    settled: Outcome | None = None
    moves: list[Move] = field(default_factory=list)
    state: State | None = None
    stopped: str = ""
    stopped_by: tuple[Event, ...] = ()
    line: int = 0
    answers: dict[str, Answer] = field(default_factory=dict)

    @property
    def events(self) -> tuple[Event, ...]:
        """Everything met, once, in order."""
        found: list[Event] = [*self.begun, *(self.settled.events if self.settled else ())]
        for move in self.moves:
            found += (*move.explanation.events, *(move.outcome.events if move.outcome else ()))
        for answer in self.answers.values():
            found += (*answer.events, *((answer.ended,) if answer.ended else ()))
        return tuple({event.key: event for event in reversed(found)}.values())[::-1]

    @property
    def rests(self) -> list[State]:
        """The states at rest that it comes to: behind the forced steps from the given one, and behind each move."""
        outcomes = (self.settled, *(move.outcome for move in self.moves))
        return [outcome.state for outcome in outcomes if outcome is not None and outcome.state is not None]

    @property
    def facts(self) -> tuple[object, ...]:
        """The facts on which both machines must agree; reasons are worded by each in its own way."""
        return (
            self.given,
            self.state,
            bool(self.stopped),
            _outcome(self.settled),
            [(m.before, m.explanation.verdict, m.explanation.allowed, bool(m.explanation.obstacle),
              m.explanation.speakers, _outcome(m.outcome)) for m in self.moves],
            {text: (a.value, sorted(a.fired)) for text, a in self.answers.items()},
            sorted(event.key for event in self.events),
        )  # fmt: skip


def _outcome(found: Outcome | None) -> object:
    return found and (found.state, [(s.kind, s.name, s.state) for s in found.substeps], sorted(found.fired))


def run(system: TransitionSystem, codec: Codec, scenario: Scenario) -> ScenarioPlay:
    """Play a scenario through; a state that cannot be given is a UsageError."""
    played = start_play(system, codec, scenario)
    for number, instance in enumerate(scenario.when):
        if played.state is None or played.stopped:
            break
        explanation = judge_and_explain(system, codec, played.state, instance)
        last = number == len(scenario.when) - 1
        looked_at = last and (scenario.refuses or (not explanation.allowed and _clashes(scenario, explanation)))
        if looked_at or not explanation.allowed:
            played.moves.append(Move(played.state, explanation, None))
            if not looked_at:
                why = f"{codec.call(instance)}: {sentence(explanation)}"
                _stop(played, why, explanation.events, scenario.lines[number])
            break
        outcome = system.take(played.state, instance)
        played.moves.append(Move(played.state, explanation, outcome))
        played.state = outcome.state
        if outcome.state is None:
            why = "; ".join(e.title for e in outcome.events)
            _stop(played, f"{codec.call(instance)} has no result: {why}", outcome.events, scenario.lines[number])
    _ask(system, scenario, played)
    return played


def start_play(system: TransitionSystem, codec: Codec, scenario: Scenario) -> ScenarioPlay:
    """A scenario before its first action: the given state, and the forced steps from there."""
    base, begun = _base(system, scenario)
    given = _given_state(system, scenario, base)
    consistent(system, codec, scenario, base, given)
    played = ScenarioPlay(given, begun if given == base else (), state=given)
    _settle(system, scenario, played)
    return played


def _clashes(scenario: Scenario, explanation: Explanation) -> bool:
    return explanation.verdict == "contradiction" and any(isinstance(e, Clash) for e in scenario.then)


def _stop(played: ScenarioPlay, why: str, events: tuple[Event, ...], line: int) -> None:
    played.stopped, played.stopped_by, played.line = why, events, line


# --- the given state ----------------------------------------------------------------------------------------------


def _base(system: TransitionSystem, scenario: Scenario) -> tuple[State, tuple[Event, ...]]:
    """The state over which the given one is written, and what was met on the way to it."""
    base, begun = (system.schema.default(), ()) if scenario.base == "defaults" else _set_up(system, scenario)
    return (at_rest(system.schema, base, scenario.rest) if scenario.rest else base), begun


def _given_state(system: TransitionSystem, scenario: Scenario, base: State) -> State:
    schema = system.schema
    fields = list(base.fields)
    frames: list[tuple[Any, ...] | None] = list(base.frames)
    for name in scenario.opened:
        frame = schema.frame_index[name]
        if frames[frame] is None:
            frames[frame] = tuple(slot.default for slot in schema.frame_slots[frame])
    for spot, value in scenario.given:
        if spot.record is None:
            index = schema.index[spot.field]
            fields[index] = replace(fields[index], spot.keys, value)
        else:
            frame = schema.frame_index[spot.record]
            record = frames[frame]
            assert record is not None, f"{spot.record} is written and not open"
            inside = schema.field_index[frame][spot.field]
            frames[frame] = (*record[:inside], replace(record[inside], spot.keys, value), *record[inside + 1 :])
    state = State(tuple(fields), tuple(frames))
    unset = _unset(schema, state)
    if unset:
        mend = 'give it under [given], or begin with from = "start"'
        raise UsageError(f"`{unset}` is not given, and it has no default", scenario.place, mend)
    return state


def _unset(schema: Schema, state: State) -> str | None:
    """A field without a value, of the state or of an open frame."""
    missing = schema.unset(state)
    if missing:
        return missing
    for name, slots, record in zip(schema.frame_names, schema.frame_slots, state.frames, strict=True):
        for slot, value in zip(slots, record or (), strict=record is not None):
            empty = any(leaf is None for _, leaf in leaves(slot.field.type, value))
            if empty and not isinstance(slot.leaf, t.Optional):
                return f"{name}.{slot.field.name}"
    return None


def _set_up(system: TransitionSystem, scenario: Scenario) -> tuple[State, tuple[Event, ...]]:
    """The game as the initial rule and the scope write it, before any forced step; and what is met as it begins. Where
    none begins that is the scope's mistake, and not the scenario's."""
    begun = (o for i, o in system.beginnings() if scenario.start in (None, i))
    outcome = next(begun, None)
    written = [step.state for step in outcome.substeps if step.kind == "initial"] if outcome else []
    if outcome and written:
        return written[-1], outcome.events
    system.expect_beginning(f"scope {system.scope.name}, where {scenario.place} begins")
    if outcome is None:
        raise UsageError("the game cannot be set up like this", scenario.place, "choose another `start`, or none")
    why = "; ".join(e.title for e in outcome.events)
    raise UsageError(f"the game cannot be set up: {why}", scenario.place, 'begin with from = "defaults"')


def _settle(system: TransitionSystem, scenario: Scenario, played: ScenarioPlay) -> None:
    """Forced steps from the given state, unless the scenario looks at it as it is."""
    if scenario.run:
        settled = SingleInstanceSystem(system).settle(played.given)
        played.settled, played.state = settled, settled.state
        if settled.state is None:
            why = "; ".join(e.title for e in settled.events)
            _stop(played, f"from the given state the game cannot go on: {why}", settled.events, scenario.line)
    elif scenario.when and (duty := _due(system, played.given)):
        message = f"nothing can be decided in the given state: {duty.name} ({', '.join(duty.origin.cites)}) is due"
        raise UsageError(message, scenario.place, "leave out run = false")


def _due(system: TransitionSystem, state: State) -> Duty | Round | None:
    """The step that is due; none where that cannot be told, and then no action can be taken either."""
    try:
        return system.due(state)
    except BranchEnds:
        return None


# --- terms and questions ------------------------------------------------------------------------------------------


def _ask(system: TransitionSystem, scenario: Scenario, played: ScenarioPlay) -> None:
    """Every term and question of `then`, in the state at the end."""
    for expected in scenario.then:
        if isinstance(expected, Holds) and isinstance(expected.of, Asked) and played.state is not None:
            played.answers[expected.of.text] = answer(system, played.state, expected.of)


def answer(system: TransitionSystem, state: State, asked: Asked) -> Answer:
    """The value of a term or a question in a state."""
    look = Look(system.machine, system.reading, system.rulings)
    try:
        value = look.value_by_name(asked.name, _arguments(asked.function, Store(system.schema, state), asked.args))
    except BranchEnds as end:
        return Answer(None, end.event, tuple(look.events.values()), tuple(look.fired))
    return Answer(value, None, tuple(look.events.values()), tuple(look.fired))


def _arguments(function: Function, store: Store, args: Sequence[object]) -> tuple[Any, ...]:
    """A rule's arguments with the store wherever it takes the state or a frame."""
    rest = iter(args)
    return tuple(store if isinstance(p.type, (t.State, t.FrameOf)) else next(rest) for p in function.parameters)
