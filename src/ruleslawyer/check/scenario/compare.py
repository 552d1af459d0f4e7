"""Expectations against what happened: what was there instead, and which rule and clauses made it so."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ruleslawyer.check.scenario.counts import Count, count_in_state
from ruleslawyer.check.scenario.names import Asked, Names, Spot
from ruleslawyer.check.scenario.resolve import rule_names
from ruleslawyer.check.scenario.run import ScenarioPlay
from ruleslawyer.check.scenario.scenario import (
    Allowed,
    Clash,
    Expected,
    Gap,
    Holds,
    NotAllowed,
    NotOffered,
    Refused,
    Scenario,
    Situation,
    Unspoken,
    types_of_words,
)
from ruleslawyer.ir import nodes as n
from ruleslawyer.ir.nodes import Function
from ruleslawyer.ir.system import System
from ruleslawyer.play.explain import Explanation, deciders, sentence
from ruleslawyer.semantics.events import BranchEnds, Event
from ruleslawyer.semantics.state import State
from ruleslawyer.semantics.transition import Outcome, TransitionSystem


@dataclass(frozen=True, slots=True)
class Checked:
    """One expectation: what was expected, what was found, and why. `line` is where it is written."""

    expected: str
    found: str
    passed: bool
    why: str
    line: int


def compare(system: TransitionSystem, names: Names, scenario: Scenario, played: ScenarioPlay) -> tuple[Checked, ...]:
    """Each expectation of a scenario; an end that none of them expects is one more, and fails."""
    comparison = _Comparison(system, names, played)
    checked = [comparison.check(expected) for expected in scenario.then]
    met = [e for e in scenario.then if isinstance(e, (Clash, Gap))]
    expected_end = any(comparison.occurs(e, played.stopped_by) for e in met)
    if played.stopped and not expected_end:
        checked.insert(0, Checked("every action can be taken", played.stopped, False, "", played.line))
    return tuple(checked)


class _Comparison:
    def __init__(self, system: TransitionSystem, names: Names, played: ScenarioPlay) -> None:
        self.system, self.names, self.codec, self.played = system, names, names.codec, played
        self.cites = rule_names(system.system)

    def check(self, expected: Expected) -> Checked:
        match expected:
            case Holds(of, value, line):
                return self._holds(of, value, line)
            case Situation(word, value, line):
                return self._situation(word, value, line)
            case Allowed(by, line):
                return self._check_allowed_by(by, line)
            case Refused(by, line):
                return self._check_refusal(by, line)
            case NotAllowed(line):
                return self._verdict("not allowed", lambda e: not e.allowed, line)
            case Unspoken(line):
                return self._verdict("no clause speaks of it", lambda e: e.verdict == "unspoken", line)
            case NotOffered(line):
                undecided = "it is nobody's choice here"
                return self._verdict(undecided, lambda e: bool(e.obstacle) and not e.events, line)
            case Clash((one, other), line):
                return self._event(expected, f"a contradiction between {one} and {other}", "contradiction", line)
            case Gap(question, line):
                return self._event(expected, f"no clause answers {question}", "gap", line)

    # --- values ---------------------------------------------------------------------------------------------------

    def _holds(self, of: Spot | Asked | Count, value: object, line: int) -> Checked:
        wanted = f"{of.text} = {self.codec.text(of.type, value)}"
        state = self.played.state
        if state is None:
            return Checked(wanted, "the play has no end to look at", False, "", line)
        if isinstance(of, Count):
            there = count_in_state(self.names, of, state)
            return Checked(wanted, str(there), there == value, "", line)
        if isinstance(of, Asked):
            answer = self.played.answers[of.text]
            if answer.ended:
                return Checked(wanted, f"it cannot be asked: {answer.ended.title}", False, "", line)
            found = self.codec.text(of.type, answer.value)
            return Checked(wanted, found, answer.value == value, self._behind(of.name, answer.fired), line)
        there = look_up(self.names, of, state)
        if there is CLOSED:
            return Checked(wanted, f"{of.record} is not open", False, "", line)
        return Checked(wanted, self.codec.text(of.type, there), there == value, self._cause(of, there), line)

    def _behind(self, name: str, fired: tuple[str, ...]) -> str:
        """The rules that gave a term or question its value."""
        system = self.system.system
        rules = (system.terms[name] if name in system.terms else system.questions[name]).rules()
        own = {rule.name: rule.cites for rule in rules if rule.role != "exception"}
        return "by " + " and ".join(_with_clauses(rule, own[rule]) for rule in fired if rule in own)

    def _cause(self, spot: Spot, there: object) -> str:
        """The last step that changed a place, and the clauses of those of its effects that write there."""
        last, before = "as given", look_up(self.names, spot, self.played.given)
        for rule, kind, cites, state, fired in _steps(self.played):
            now = look_up(self.names, spot, state)
            if now != before:
                functions = _functions(self.system.system, kind, rule)
                system = self.system.system
                written = [c for f in functions for c in writers(system, f, spot) if f"§{c}" in fired]
                was = "closed" if before is CLOSED else self.codec.text(spot.type, before)
                last = f"changed from {was} by {_with_clauses(rule, tuple(written) or cites)}"
                before = now
        return last if there == before else "it means nothing here, so it has its default"

    def _situation(self, word: str, value: object, line: int) -> Checked:
        state = self.played.state
        wanted = f"{word} = {self._situation_text(word, value)}"
        if state is None:
            return Checked(wanted, "the play has no end to look at", False, "", line)
        try:
            there, rule = self._there(word, state)
        except BranchEnds as end:
            return Checked(wanted, f"it cannot be told: {end.event.title}", False, "", line)
        return Checked(wanted, self._situation_text(word, there), there == value, rule, line)

    def _there(self, word: str, state: State) -> tuple[Any, str]:
        """The value that a word has in the state, and the rule that gives it."""
        system = self.system
        match word:
            case "ended":
                return system.is_over(state), _of(system.system.ended)
            case "winners":
                return system.winners(state), _of(system.system.winners)
            case "payoffs" if system.system.payoff is not None:
                return system.payoffs(state), _of(system.system.payoff)
            case "awaits" if system.is_over(state):
                return frozenset[int](), "the game has ended"
            case "awaits":
                return system.awaits(state), ""
        return system.schema.innermost(state), ""

    def _situation_text(self, word: str, value: Any) -> str:
        if word == "open":
            return value or "none"
        return self.codec.text(types_of_words(self.system.system.players)[word], value)

    # --- verdicts and events --------------------------------------------------------------------------------------

    def _last(self) -> Explanation | None:
        """The verdict on the action that was only looked at."""
        moves = self.played.moves
        return moves[-1].explanation if moves and moves[-1].outcome is None and not self.played.stopped else None

    def _verdict(self, wanted: str, passes: Any, line: int) -> Checked:
        found = self._last()
        if found is None:
            return Checked(wanted, "the play did not come that far", False, "", line)
        return Checked(wanted, refusal(found), passes(found), "", line)

    def _check_allowed_by(self, by: tuple[str, ...], line: int) -> Checked:
        wanted = f"permitted by {' and '.join(by)}" if by else "allowed"
        if self.played.stopped or not self.played.moves:
            return Checked(wanted, "the play did not come that far", False, "", line)
        found = self.played.moves[-1].explanation
        names = {name for s in found.stance("permitted") for name in (s.name, *s.clauses)}
        return Checked(wanted, sentence(found), found.allowed and names.issuperset(by), "", line)

    def _check_refusal(self, by: tuple[str, ...], line: int) -> Checked:
        wanted = f"refused by {' and '.join(by)}"
        found = self._last()
        if found is None:
            return Checked(wanted, "the play did not come that far", False, "", line)
        names = {name for s in found.stance("forbidden") for name in (s.name, *s.clauses)}
        ruled = found.verdict == "contradiction" and all(
            e.choice in self.system.reading for e in found.events if e.kind == "contradiction"
        )
        passed = not found.allowed and (found.verdict == "illegal" or ruled) and names.issuperset(by)
        return Checked(wanted, refusal(found), passed, "", line)

    def _event(self, expected: Clash | Gap, wanted: str, kind: str, line: int) -> Checked:
        events = self.played.events
        if self.occurs(expected, events):
            return Checked(wanted, "met", True, "", line)
        others = "; ".join(f"{e.title} ({', '.join(e.cites)})" for e in events if e.kind in (kind, "place"))
        return Checked(wanted, f"not met; there is: {others}" if others else f"no {kind} is met", False, "", line)

    def occurs(self, expected: Clash | Gap, events: tuple[Event, ...]) -> bool:
        if isinstance(expected, Gap):
            return any(e.kind == "gap" and e.subject == expected.question for e in events)
        return any(self._is_between(e, expected.between) for e in events)

    def _is_between(self, event: Event, between: tuple[str, str]) -> bool:
        if event.kind == "place":
            return set(between) <= set(event.cites)
        if event.kind != "contradiction":
            return False
        first, second = ({name, *self.cites.get(name, ())} for name in event.pair)
        one, other = between
        return (one in first and other in second) or (other in first and one in second)


def refusal(found: Explanation) -> str:
    """The verdict on an action in one line; where it is not allowed, with the word that a scenario has for its kind."""
    said = sentence(found)
    if found.allowed:
        return said
    if found.obstacle:
        return f"not allowed, not offered: {said}" if not found.events else f"not allowed: {said}"
    match found.verdict:
        case "unspoken":
            return f"not allowed, unspoken: {said.removeprefix('not allowed: ')}"
        case "contradiction":
            return f"not allowed, {said}"
    return f"not allowed, refused: {said.removeprefix('not allowed: ')}"


def waiting(system: TransitionSystem, played: ScenarioPlay) -> str:
    """The players for whom the play waits, and in which procedure; empty where it has ended, or cannot be told."""
    if played.state is None:
        return ""
    try:
        if system.is_over(played.state):
            return ""
        who = " and ".join(deciders(system, played.state))
    except BranchEnds:
        return ""
    innermost = system.schema.innermost(played.state)
    return f"the play is waiting for {who or 'nobody'}{f', in {innermost}' if innermost else ''}"


class Closed:
    """The value of a field whose frame is not open; equal to nothing that a scenario can write."""

    def __repr__(self) -> str:
        return "closed"


CLOSED = Closed()


def look_up(names: Names, spot: Spot, state: State) -> Any:
    """The value at a place; `CLOSED` in a frame that is not open."""
    schema = names.codec.schema
    if spot.record is None:
        value = state.fields[schema.index[spot.field]]
    else:
        frame = schema.frame_index[spot.record]
        record = state.frames[frame]
        if record is None:
            return CLOSED
        value = record[schema.field_index[frame][spot.field]]
    for key in spot.keys:
        value = value[key]
    return value


def _with_clauses(rule: str, cites: tuple[str, ...]) -> str:
    return f"{rule} ({', '.join(dict.fromkeys(cites))})" if cites else rule


def _of(function: Function) -> str:
    return f"by {_with_clauses(function.name, function.origin.cites)}"


def _steps(played: ScenarioPlay) -> Iterator[tuple[str, str, tuple[str, ...], State, tuple[str, ...]]]:
    """Every sub-step in turn: its rule, its kind, its clauses, the state after it, and what fired around it."""
    outcomes: list[Outcome | None] = [played.settled, *(move.outcome for move in played.moves)]
    for outcome in outcomes:
        for step in outcome.substeps if outcome else ():
            assert outcome is not None
            yield step.name, step.kind, step.cites, step.state, outcome.fired


def _functions(system: System, kind: str, rule: str) -> list[Function]:
    match kind:
        case "action":
            return [system.actions[rule].function]
        case "duty":
            return [system.duties[rule].function]
        case "settle":
            return [system.settles[name].function for name in rule.split(", ")]
    return []


def writers(system: System, function: Function, spot: Spot) -> list[str]:
    """The clauses of those effects of a rule, and of the deeds that it demands, that write to a field, or open or close
    its frame."""

    def deed(name: str) -> Iterator[str]:
        """The places that the deed writes itself, and those that deeds in its place write."""
        yield from walk(system.deeds[name].function.body, ())
        for clause in system.deeds[name].insteads:
            yield from deed(clause.by)

    def walk(body: tuple[n.Stmt, ...], cites: tuple[str, ...]) -> Iterator[str]:
        for statement in body:
            match statement:
                case n.Effect(cites=own, body=inner):
                    yield from walk(inner, own)
                case n.Simultaneous(body=inner) | n.For(body=inner):
                    yield from walk(inner, cites)
                case n.If(then=then, otherwise=otherwise):
                    yield from walk(then, cites)
                    yield from walk(otherwise, cites)
                case n.Write(place=place) | n.Delta(place=place):
                    if (place.record, place.field) == (spot.record, spot.field):
                        yield from cites
                case n.Demand(deed=name):
                    yield from deed(name)
                case n.Open(frame=frame) | n.Close(frame=frame):
                    if frame == spot.record:
                        yield from cites

    return list(dict.fromkeys(walk(function.body, ())))
