"""Scopes in which faults are looked for: what is met there without any, and whether a fault makes a difference."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from random import Random
from typing import Literal, TypeAlias

import numpy as np

from ruleslawyer.check.evidence.finding import findings_of
from ruleslawyer.engines.native.forms import FormExplorer, FormResult, LayoutMismatch
from ruleslawyer.engines.native.met import LogReader
from ruleslawyer.engines.native.schemata import Schemata
from ruleslawyer.exploration.native import NativeExploration
from ruleslawyer.exploration.variants.ablation import initial_functions
from ruleslawyer.rulebook.claims.limits import Limits, at_states
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset
from ruleslawyer.semantics.interpret import Interpreter
from ruleslawyer.semantics.state import State
from ruleslawyer.semantics.transition import Instance, Outcome, TransitionSystem
from ruleslawyer.studies.adequacy.faults import Fault
from ruleslawyer.studies.sweep.covering import CoveringArray, FactorGroups, Row
from ruleslawyer.studies.sweep.factors import Deck
from ruleslawyer.studies.sweep.plan import NothingToVary, Plan, load_plan, position

By: TypeAlias = Literal["hand", "reading", "sweep", "more"]
"""Who chose a scope: a hand, which `check` explores; the evidence of a finding, under another reading; a sweep; nobody,
and there it is only asked whether a fault makes a difference."""
Key: TypeAlias = tuple[str, ...]
SAID = ("event", "asked", "live", "violated", "kept", "unevaluated")
"""Kinds of what is met that somebody is told of."""
_ANSWERS = {True: "kept", False: "violated", None: "unevaluated"}


@dataclass(frozen=True)
class NamedScope:
    """A scope by its name, with who chose it."""

    name: str
    by: By
    system: TransitionSystem


@dataclass(frozen=True)
class InitialStates:
    """The states in which a scope begins under some rules, and what is met before."""

    states: tuple[State, ...]
    keys: frozenset[Key]


def beginning(system: TransitionSystem) -> InitialStates:
    begun = list(system.beginnings())
    states = tuple(dict.fromkeys(outcome.state for _, outcome in begun if outcome.state is not None))
    return InitialStates(states, frozenset(_keys_at_start(system, begun)))


def _keys_at_start(system: TransitionSystem, begun: Sequence[tuple[Instance, Outcome]]) -> Iterator[Key]:
    checks = [c for c in system.system.checks.values() if c.kind == "step" and c.of is None]
    for start, outcome in begun:
        yield from (("event", *event.key) for event in outcome.events)
        yield from (("live", name) for name in outcome.fired if not name.startswith("§"))
        for check in checks:
            answers, events = system.step_answers(check, None, start, outcome)
            yield from ((_ANSWERS[answer], check.name) for answer in answers)
            yield from (("asked", *event.key) for event in events)


@dataclass(frozen=True)
class ScopeObservation:
    """Everything that a scope meets under some rules. graph: tells two graphs apart."""

    graph: bytes
    keys: frozenset[Key]
    stopped: str

    def names(self, kind: str) -> frozenset[str]:
        return frozenset(key[1] for key in self.keys if key[0] == kind)

    @property
    def live_rules_and_properties(self) -> frozenset[str]:
        """Rules that are live, and properties that are met somewhere, in words."""
        live = {f"live {name}" for name in self.names("live")}
        return frozenset(live | {f"met {name}" for name in self.names("kept")})

    @property
    def events(self) -> frozenset[Key]:
        return frozenset(key[1:] for key in self.keys if key[0] == "event")


class MutatedScope:
    """A spot with the code of all faults; one at a time, as its memory is the engine's."""

    def __init__(self, spot: NamedScope, schemata: Schemata, limits: Limits) -> None:
        self.spot, self.schemata, self.limits = spot, schemata, limits
        self.scoped = FormExplorer(schemata, spot.system, limits)
        self.begun = beginning(spot.system)
        ran = self._run(0, spot.system, self.begun)
        self.passed, self.base = ran.passed, self._look(ran, spot.system, self.begun)
        self.native = NativeExploration(ran.by_code, time.perf_counter())

    @cached_property
    def entered_functions(self) -> frozenset[int]:
        """The functions that run before the first state of rest."""
        return initial_functions(self.spot.system)

    def reaches(self, number: int, fault: Fault) -> bool:
        """Whether anything of a fault ever runs here."""
        return self._early(fault) or not self.passed.isdisjoint(self.schemata.changed[number])

    def _early(self, fault: Fault) -> bool:
        """Whether the fault may change how the scope begins."""
        return fault.function is None or id(fault.function) in self.entered_functions

    def try_fault(self, number: int, fault: Fault) -> FaultEffect | None:
        """The consequences of a fault; None where all states, transitions, and what is said of them are the same, or
        where time was over: on another day that is otherwise."""
        spot = self.spot.system
        machine = Interpreter(fault.form.system, spot.scope)
        system = TransitionSystem(machine, spot.reading, spot.rulings)
        begun = beginning(system) if self._early(fault) else self.begun
        try:
            ran, graph = self._run(number, system, begun), self.base.graph
        except LayoutMismatch as unlike:
            plain = FormExplorer(self.schemata, spot, self.limits, self.schemata.low)
            graph = plain.run(0, spot, self.begun.states).digest
            ran = FormExplorer(self.schemata, system, self.limits, unlike.low).run(number, system, begun.states)
        look = self._look(ran, system, begun)
        same = look.graph == graph and look.keys == self.base.keys
        if same or any(stopped and not at_states(stopped) for stopped in (look.stopped, self.base.stopped)):
            return None
        return FaultEffect(look, look.graph != graph, NativeExploration(ran.by_code, time.perf_counter()))

    def _run(self, number: int, system: TransitionSystem, begun: InitialStates) -> FormResult:
        return self.scoped.run(number, system, begun.states)

    def _look(self, ran: FormResult, system: TransitionSystem, begun: InitialStates) -> ScopeObservation:
        by_code = ran.by_code
        reader, found = LogReader(system, self.schemata.low), set(begun.keys)
        for row in np.unique(by_code.log[:, :3], axis=0).tolist():
            found.update(reader.keys(*row))
        for name in by_code.live():
            if " " not in name and not name.startswith("§"):
                found.add(("live", name))
        said = frozenset(key for key in found if key[0] in SAID and not (by_code.beyond and key[0] == "unevaluated"))
        return ScopeObservation(ran.digest, said, ran.stopped)


@dataclass(frozen=True)
class FaultEffect:
    """The effect of a fault that makes a difference. moves: whether states or transitions are others."""

    look: ScopeObservation
    moves: bool
    native: NativeExploration

    @property
    def live_rules_and_properties(self) -> frozenset[str]:
        return self.look.live_rules_and_properties


STRENGTH, CARDS = 2, 2
"""Of the sweep whose scopes are looked at: every pair of values, in decks of one and two cards."""


def hand_made_scopes(ruleset: LoadedRuleset) -> Iterator[NamedScope]:
    """The scopes that `check` explores, and those of evidence under other readings."""
    wanted = [name for name in ruleset.scopes() if not (ruleset.scope(name).is_open or ruleset.scope(name).campaign)]
    for name in wanted:
        yield NamedScope(name, "hand", ruleset.transition_system(name))
    told: dict[tuple[str, tuple[tuple[str, str], ...]], None] = {}
    for finding in findings_of(ruleset):
        for query in finding.queries:
            if query.scope and query.reading and query.ask != "terminates":
                told[query.scope, tuple(sorted(query.reading.items()))] = None
    for scope, reading in told:
        said = ", ".join(f"{key}={option}" for key, option in reading)
        yield NamedScope(f"{scope} ({said})", "reading", ruleset.transition_system(scope, dict(reading)))


def plan_of(ruleset: LoadedRuleset) -> Plan | str:
    """The plan of a sweep; why there is none, where nobody says it and nothing follows from types."""
    try:
        return load_plan(ruleset)
    except NothingToVary as nothing:
        return nothing.message


def sweep_scopes(ruleset: LoadedRuleset, most: int | None) -> Iterator[NamedScope]:
    """The scopes that `sweep` deals by default, if there are any. `most`: of each number of cards."""
    plan = plan_of(ruleset)
    if isinstance(plan, str):
        return
    for cards in range(1, min(CARDS, len(plan.dealt)) + 1):
        deck = plan.deck(plan.dealt[:cards])
        rows = CoveringArray(deck.sizes, STRENGTH, deck.never, _fits(ruleset, plan, deck)).rows()
        for number, row in enumerate(islice(rows, most)):
            yield _spot(ruleset, plan, deck, row, number, "sweep")


def random_sweep_scopes(ruleset: LoadedRuleset, wanted: int, cards: int, seed: int) -> Iterator[NamedScope]:
    """Scopes with up to so many cards that nobody explores, drawn at random."""
    plan, random = plan_of(ruleset), Random(seed)
    if isinstance(plan, str):
        return
    numbers = range(1, min(cards, len(plan.dealt)) + 1)
    for number in range(wanted):
        deck = plan.deck(plan.dealt[: random.choice(numbers)])
        parts = FactorGroups(deck.sizes, deck.never)
        rows = (parts.draw_row(random) for _ in range(20))
        for row in islice(filter(_fits(ruleset, plan, deck), rows), 1):
            yield _spot(ruleset, plan, deck, row, number, "more")


def _fits(ruleset: LoadedRuleset, plan: Plan, deck: Deck) -> Callable[[Row], bool]:
    return lambda row: not isinstance(position(ruleset, plan, deck.members, deck.values(row)), str)


def _spot(ruleset: LoadedRuleset, plan: Plan, deck: Deck, row: Row, number: int, by: By) -> NamedScope:
    _, scope = plan.scope(deck.members, deck.values(row))
    return NamedScope(f"{by}, {len(deck.members)} cards, {number + 1}", by, ruleset.in_scope(scope))
