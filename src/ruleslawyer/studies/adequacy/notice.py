"""Whether somebody would notice a fault: `check` or a sweep in a scope, an option of a question, or a scenario."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import Any

from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.base.files.content import Json
from ruleslawyer.check.evidence.verify import answer_of_scope, explain
from ruleslawyer.check.known import known_events
from ruleslawyer.check.options import is_held, load_declarations
from ruleslawyer.check.scenario.compare import compare
from ruleslawyer.check.scenario.names import Names
from ruleslawyer.check.scenario.run import run
from ruleslawyer.check.scenario.scenario import Scenario
from ruleslawyer.check.scenario.suite import suite_of
from ruleslawyer.check.scope import of_scope
from ruleslawyer.exploration.explore import result_of
from ruleslawyer.exploration.native import NativeExploration
from ruleslawyer.exploration.variants.choices import DEADLOCK, NO_PLAY, STOPS, ReadingEffect, alternative_options
from ruleslawyer.ir.rules import FOLLOWED
from ruleslawyer.play.vectors.score import foreign_functions
from ruleslawyer.rulebook.claims.expected import Expectations, expectation_of
from ruleslawyer.rulebook.claims.occurrence import VIOLATED
from ruleslawyer.rulebook.claims.result import DeadlockKind, ScopeResult
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset
from ruleslawyer.semantics.events import ENDS, Event
from ruleslawyer.semantics.interpret import Interpreter
from ruleslawyer.studies.adequacy.faults import Fault
from ruleslawyer.studies.adequacy.place import FaultEffect, Key, MutatedScope, NamedScope

SEARCHED = ("terminates", "scenario", "text")
"""Queries that one exploration does not answer."""


@dataclass(frozen=True)
class FaultFreeBaseline:
    """A place without any fault. short: what falls short there. known: what a sweep would call new. named: properties
    that are met somewhere, and rules that are live. met: properties that are decided."""

    short: frozenset[Key] = frozenset()
    known: frozenset[Key] = frozenset()
    named: frozenset[str] = frozenset()
    met: frozenset[str] = frozenset()

    def json(self) -> Json:
        return {
            "short": sorted(map(list, self.short)), "known": sorted(map(list, self.known)),
            "named": sorted(self.named), "met": sorted(self.met),
        }  # fmt: skip

    @staticmethod
    def read(found: Any) -> FaultFreeBaseline:
        short, known = (frozenset(map(tuple, found[key])) for key in ("short", "known"))
        return FaultFreeBaseline(short, known, frozenset(found["named"]), frozenset(found["met"]))


class FaultDetector:
    """All ways to notice a fault of a ruleset: by a report of hand-made scopes, or by a sweep."""

    def __init__(self, ruleset: LoadedRuleset) -> None:
        self.ruleset, self.system = ruleset, ruleset.system
        self.explained = known_events(ruleset)
        self.expected: Expectations = ruleset.expectations()
        self.met: frozenset[str] = frozenset(self.system.checks)
        """The properties that are met in some hand-made scope; all of them until that is known."""
        self.known: frozenset[Key] = frozenset()
        """What a sweep calls new without any fault."""
        self.live: frozenset[str] = frozenset()
        """The rules that some hand-made scope makes live, or a sweep without any fault."""

    def usual(self, place: MutatedScope, *, brief: bool = False) -> FaultFreeBaseline:
        """The report of a place without any fault. brief: no more than what is met there."""
        named = place.base.live_rules_and_properties
        if brief:
            return FaultFreeBaseline(named=named, met=place.base.names("kept") | place.base.names(VIOLATED))
        if place.spot.by == "sweep":
            new = self._new(place, place.native, place.base.events)
            return FaultFreeBaseline(known=frozenset(key for key, _ in new), named=named)
        result = result_of(place.native)
        met = frozenset(v.name for v in result.verdicts if v.word not in ("VACUOUS", "UNKNOWN"))
        return FaultFreeBaseline(self._short(place, place.native, result), named=named, met=met)

    def sign_of(self, place: MutatedScope, usual: FaultFreeBaseline, tried: FaultEffect) -> str:
        """How a fault is noticed in a place; empty where it is not."""
        return next(self._signs(place, usual, tried), "")

    def _signs(self, place: MutatedScope, usual: FaultFreeBaseline, tried: FaultEffect) -> Iterator[str]:
        if place.spot.by == "more":
            return
        fresh = tried.look.events - place.base.events
        if place.spot.by == "sweep":
            for key, about in self._new(place, tried.native, fresh):
                if key not in self.known:
                    yield about
            for rule in sorted(tried.look.names("live") - self.live):
                yield f"{rule} is live, and in no hand-made scope"
            return
        if place.spot.by == "hand":
            yield from self._quickly(place, tried, fresh)
        more = self._short(place, tried.native, result_of(tried.native)) - usual.short
        yield from sorted(f"{kind}: {subject}" for kind, subject in more)

    def _quickly(self, place: MutatedScope, tried: FaultEffect, fresh: frozenset[Key]) -> Iterator[str]:
        """The signs by which most faults are noticed, without all that a report says."""
        scope, was, is_ = place.spot.system.scope.name, place.base.names(VIOLATED), tried.look.names(VIOLATED)
        for name in sorted(is_ - was):
            wanted = expectation_of(self.expected, scope, name)
            if wanted is None and self._states(name) and not self.explained.finding_ids(name):
                yield f"property: {name} is violated"
        for name in sorted(was - is_):
            wanted = expectation_of(self.expected, scope, name)
            if wanted is not None and wanted.verdict == "VIOLATED" and not tried.look.stopped:
                yield f"property: {name} is not violated any more"
        for event in _material(tried.native, fresh):
            if self.explained.is_new(event):
                yield f"event: {event.title}"

    def _states(self, name: str) -> bool:
        """Whether the property is one of states or steps, which is violated where it says no."""
        return self.system.checks[name].kind in ("always", "step")

    def _new(self, place: MutatedScope, native: NativeExploration, events: frozenset[Key]) -> Iterator[tuple[Key, str]]:
        """All that a sweep would call new, each with a sentence about it. `events`: which are looked at."""
        names = native.observation.names(VIOLATED)
        for name in (n for n in self.system.checks if n in names and self._states(n)):
            if self.explained.is_new(name):
                yield (VIOLATED, name), f"property: {name} is violated"
        for event in _material(native, events):
            if self.explained.is_new(event):
                yield event.key, f"event: {event.title}"
        for unspoken, forbidden in native.deadlocks:
            if self.explained.is_new(DeadlockKind(unspoken, forbidden)):
                parts = (*sorted(unspoken), *sorted(f"{base}.{norm}" for base, norm in forbidden))
                yield ("deadlock", *parts), f"deadlock: {', '.join(parts)}"
        for check in self.system.checks.values():
            asked = check.kind in FOLLOWED and self.explained.is_new(check.name)
            if asked and native.verdict(check).word == "VIOLATED":
                yield (VIOLATED, check.name), f"property: {check.name} is violated"

    def _short(self, place: MutatedScope, native: NativeExploration, result: ScopeResult) -> frozenset[Key]:
        """All that falls short in a scope, and the evidence of findings that is not there."""
        found = set(self._evidence(place, native, result))
        if place.spot.by == "hand":
            shown, unexplained = explain(result, self.explained.findings)
            for short in of_scope(self.ruleset.name, shown, unexplained, self.expected, self.met):
                found.add((short.kind, short.subject))
        return frozenset(found)

    def _evidence(
        self, place: MutatedScope, native: NativeExploration, result: ScopeResult
    ) -> Iterator[tuple[str, str]]:
        reading, rules = dict(place.spot.system.reading), native.system.system
        for finding in self.explained.findings:
            backs = [(finding, e) for e in finding.evidence] + [(None, c.by) for c in finding.claims]
            for owner, evidence in backs:
                if evidence.ask in SEARCHED or evidence.scope != result.scope.name or dict(evidence.reading) != reading:
                    continue
                if not answer_of_scope(owner, evidence, result, rules).reproduced:
                    yield "finding", f"{finding.id}, {evidence}"


def _material(native: NativeExploration, keys: frozenset[Key]) -> Iterator[Event]:
    """The events, of some, that are material where they are met."""
    there = dict(native.observation.events())
    for key in sorted(keys):
        if key in there:
            found = native.occurrence(key)
            if found is not None and found.material:
                yield found.event


def exploration_words(native: NativeExploration) -> frozenset[str]:
    """Results of an exploration in the words of `check`: properties violated, and plays that cannot go on."""
    found = set(native.violations())
    if native.deadlocks:
        found.add(DEADLOCK)
    if not native.found.transitions:
        found.add(NO_PLAY)
    if any(key[0] in ENDS for key in native.event_keys):
        found.add(STOPS)
    return frozenset(found)


class OptionDetector:
    """A scope under each option of the questions that plays ask there."""

    def __init__(self, ruleset: LoadedRuleset, place: Callable[[NamedScope], MutatedScope]) -> None:
        """place: a spot with the code of all faults."""
        self.place = place
        self.held = is_held(ruleset.root, ruleset.name)
        self.declared = load_declarations(ruleset.root, ruleset.name, ruleset.system)

    def signs_by_fault(self, spot: NamedScope, left: Sequence[Fault], number: Mapping[str, int]) -> dict[str, str]:
        """Shows, by fault, what some option shows with it, and neither the default nor the unchanged rules show."""
        usual = self.place(spot)
        by_default, found = exploration_words(usual.native), dict[str, str]()
        choices = {one.event.choice for one in usual.native.occurrences}
        for fault in left:
            choices |= _asked_newly(usual, fault, number[fault.name])
        for choice, option in sorted(alternative_options(usual.spot.system, choices), key=itemgetter(0)):
            waiting = [fault for fault in left if fault.name not in found]
            place = self.place(NamedScope(spot.name, spot.by, spot.system.under(choice, option)))
            reached = [fault for fault in waiting if place.reaches(number[fault.name], fault)]
            before = exploration_words(place.native) | by_default if reached else by_default
            for fault in reached:
                tried = place.try_fault(number[fault.name], fault)
                fresh = exploration_words(tried.native) - before if tried is not None else ()
                for what in sorted(fresh):
                    shown = ReadingEffect({choice: option}, what, spot.name)
                    if fault.name not in found and not any(one.covers(shown) for one in self.declared):
                        found[fault.name] = f"option {shown}"
        return found


def _asked_newly(usual: MutatedScope, fault: Fault, number: int) -> set[str]:
    """The choices that decide events which only the fault brings about."""
    tried = usual.try_fault(number, fault) if usual.reaches(number, fault) else None
    if tried is None:
        return set()
    there = dict(tried.native.observation.events())
    met = (tried.native.occurrence(key) for key in tried.look.events - usual.base.events if key in there)
    return {one.event.choice for one in met if one is not None}


FALLS = (AssertionError, TypeError, KeyError, IndexError, AttributeError, ValueError)
"""What the interpreter meets in a ruleset that nobody could have written."""


@dataclass(frozen=True)
class _Play:
    scenario: Scenario
    names: Names
    machine: Interpreter
    ran: frozenset[int]
    """The functions that ran, by their identity."""


class ScenarioDetector:
    """The scenarios that pass without any fault."""

    def __init__(self, ruleset: LoadedRuleset) -> None:
        self.system, self.built_in = ruleset.system, foreign_functions(ruleset.system)
        self.every = list(self._plays(ruleset))

    def _plays(self, ruleset: LoadedRuleset) -> Iterator[_Play]:
        entered, machines = set[int](), list[Interpreter]()
        for _, scenario in suite_of(ruleset).scenarios:
            if scenario.rulings:  # its rules are others
                continue
            machine = next((m for m in machines if m.scope == scenario.scope), None)
            if machine is None:
                machine = Interpreter(ruleset.system, scenario.scope, entered=entered)
                machines.append(machine)
            entered.clear()
            play = _Play(scenario, Names(ruleset.system, scenario.scope), machine, frozenset())
            if _passes(play, machine):
                yield _Play(scenario, play.names, machine, frozenset(entered))

    def failing_scenario(self, fault: Fault) -> str:
        """The first scenario that fails with a fault; empty where none does."""
        function, machines = fault.form.function, dict[int, Interpreter]()
        for play in self.every:
            if function is not None and id(function[0]) not in play.ran:
                continue
            if function is not None and id(function[0]) not in self.built_in:
                with play.machine.instead(*function):
                    passes = _passes(play, play.machine)
            else:
                if id(play.machine) not in machines:
                    machines[id(play.machine)] = Interpreter(fault.form.system, play.scenario.scope)
                passes = _passes(play, machines[id(play.machine)])
            if not passes:
                return f"{play.scenario.file}: {play.scenario.name}"
        return ""


def _passes(play: _Play, machine: Interpreter) -> bool:
    """Whether the play ends as its scenario says, under each of its readings."""
    for system in play.scenario.systems(machine):
        try:
            played = run(system, play.names.codec, play.scenario)
            if not all(checked.passed for checked in compare(system, play.names, play.scenario, played)):
                return False
        except (UsageError, *FALLS):  # what is given cannot be given any more
            return False
    return True
