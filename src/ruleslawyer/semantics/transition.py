"""The transition system of a ruleset, a scope and a reading: one code for both machines.

Long: one class, since each question about a state is answered with the ones before it.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property, partial
from itertools import combinations, islice, product
from typing import Any

from ruleslawyer.core.due import A_ROUND
from ruleslawyer.ir import types as t
from ruleslawyer.ir.distance import aim
from ruleslawyer.ir.exclusive import open_orders
from ruleslawyer.ir.nodes import Function, Parameter
from ruleslawyer.ir.rules import Check
from ruleslawyer.ir.system import Action, Duty
from ruleslawyer.semantics.beginnings import Arglists, NoBeginning, count_overwrites, nearest_first, no_beginning
from ruleslawyer.semantics.events import (
    DUE_BY_FORGETTING,
    ROUND,
    UNWRITTEN,
    BranchEnds,
    Event,
    failed_evaluation,
    gap_of,
)
from ruleslawyer.semantics.judgement import Judgement
from ruleslawyer.semantics.look import Kept, Look, Machine, Reading, meets_assumptions
from ruleslawyer.semantics.rounds import SUBSTEPS, Course, Round, stays_due
from ruleslawyer.semantics.sizes import domain_size
from ruleslawyer.semantics.state import State, Store, replace

FORCED = ("duty", "settle")
"""Kinds of sub-steps that follow an action's own on their own."""


@dataclass(frozen=True, slots=True)
class Instance:
    """An action with canonical arguments (without the store and the frame)."""

    action: str
    args: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class SubStep:
    """One sub-step of an instance: the action's own effect, a duty, a round of settles (their names as one), or an
    expiry; with the state after it."""

    kind: str
    name: str
    cites: tuple[str, ...]
    state: State


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of an instance: a rest state, or None where the branch ended; and everything met on the way.

    decisive: clauses of deeds, and of the numbers of terms, without which something on the way would be another.
    overwritten: of a beginning, how many entries that its choices made the scope changed.
    """

    state: State | None
    substeps: tuple[SubStep, ...]
    events: tuple[Event, ...]
    fired: tuple[str, ...]
    decisive: tuple[str, ...] = ()
    overwritten: int = 0

    def around(self, before: State | None) -> Iterator[tuple[State, State]]:
        """The states around each sub-step, the expiries that it brings about included; `before` the first of them.
        None: a game begins, and nothing is before what the initial rule makes."""
        groups: list[list[SubStep]] = []
        for step in self.substeps:
            if step.kind == "expiry" and groups:
                groups[-1].append(step)
            else:
                groups.append([step])
        for group in groups:
            after = group[-1].state
            if before is not None:
                yield before, after
            before = after


@dataclass(frozen=True, slots=True)
class Judged:
    """A candidate with its verdict; `judgement` is None where judging itself failed. decisive: as for an `Outcome`."""

    instance: Instance
    judgement: Judgement | None
    events: tuple[Event, ...]
    fired: tuple[str, ...]
    decisive: tuple[str, ...] = ()

    @property
    def is_allowed(self) -> bool:
        return self.judgement is not None and self.judgement.allowed

    @property
    def contradictory(self) -> bool:
        """Whether clauses that permit it and clauses that forbid it are live, whatever the reading takes it as."""
        return self.judgement is not None and self.judgement.verdict == "contradiction"


@dataclass
class TransitionSystem:
    """Rest states and steps under one reading; `rulings` are the questions that it settles."""

    machine: Machine
    reading: Reading = field(default_factory=dict)
    rulings: Collection[str] = ()

    def __post_init__(self) -> None:
        self.system, self.scope, self.schema = self.machine.system, self.machine.scope, self.machine.schema
        self._arglists: dict[tuple[str, frozenset[int]], Arglists] = {}
        self._actions = tuple(self.scope.on(self.system.actions))
        self._duties = tuple(self.system.duties.values())
        self._seen: tuple[State, Store, Kept] | None = None
        """The state that was only read last, as a store, and what terms and questions say of it."""
        self._under: dict[frozenset[tuple[str, str]], TransitionSystem] = {}
        """Those with another choice: of one state they are asked again and again, and know what they said of it."""
        self.aside: set[str] = set()
        """The choices that were made in asking what is forced: no event says so."""

    @cached_property
    def meets_assumptions(self) -> bool:
        """Whether the scope meets what is assumed of members: one that no file gives may not."""
        return meets_assumptions(self.machine)

    def under(self, choice: str, option: str) -> TransitionSystem:
        """The same system with one choice of the reading changed."""
        return self.under_all({choice: option})

    def under_all(self, choices: Mapping[str, str]) -> TransitionSystem:
        """The same system with some choices of the reading changed."""
        key = frozenset(choices.items())
        if key not in self._under:
            self._under[key] = TransitionSystem(self.machine, {**self.reading, **choices}, self.rulings)
        return self._under[key]

    def on(self, machine: Machine) -> TransitionSystem:
        """The same on another machine with the same domains: what they say of every state is not asked again."""
        other = TransitionSystem(machine, self.reading, self.rulings)
        other._arglists = self._arglists
        return other

    def _look(self) -> Look:
        return Look(self.machine, self.reading, self.rulings)

    def _reading(self, state: State) -> tuple[Look, Store]:
        """A look at a state that nothing writes to, and the state for it: many looks at one state know from each other
        what terms and questions say there."""
        if self._seen is None or self._seen[0] is not state:
            self._seen = state, Store(self.schema, state, is_read=True), {}
        _, store, kept = self._seen
        return Look(self.machine, self.reading, self.rulings, kept), store

    # --- initial states -------------------------------------------------------------------------------------------

    def initial(self) -> Iterator[tuple[Instance, Outcome]]:
        """One outcome for each instance of the initial rule's parameters; equal states are not merged here. Where none
        of them has a state no game begins, and that is a `NoBeginning` at the end: of no play everything is true."""
        begins = False
        for instance, outcome in self.beginnings():
            begins = begins or outcome.state is not None
            yield instance, outcome
        if not begins:
            raise self._without_beginning(f"scope {self.scope.name}")

    def beginnings(self) -> Iterator[tuple[Instance, Outcome]]:
        """The same where none is an answer, too: of a reading among many, of rules or of cards that are tried out."""
        chosen = self.system.initial.function.parameters[1:]
        begun = self._begin_each(chosen)
        return nearest_first(begun) if chosen and self.scope.initial else begun

    def has_beginning(self) -> bool:
        """Whether some game begins; it is looked for until the first does."""
        chosen = self.system.initial.function.parameters[1:]
        return any(outcome.state is not None for _, outcome in self._begin_each(chosen))

    def expect_beginning(self, place: str) -> None:
        """Raise a `NoBeginning` at a place, the scope's file, before anything is asked of a scope without one."""
        if not self.has_beginning():
            raise self._without_beginning(place)

    def _without_beginning(self, place: str) -> NoBeginning:
        rule = self.system.initial
        chosen = rule.function.parameters[1:]
        values = ((p, self.values(f"{rule.function.name}.{p.name}", p.type)) for p in chosen)
        lacking = next((parameter for parameter, found in values if not found), None)
        events = dict.fromkeys(event for _, outcome in self.beginnings() for event in outcome.events if event.ends)
        return no_beginning(rule, lacking, list(events), place)

    def _begin_each(self, chosen: tuple[Parameter, ...]) -> Iterator[tuple[Instance, Outcome]]:
        for args in self._arguments(self.system.initial.function.name, chosen, None):
            outcome = self.begin(Instance("initial", args))
            if outcome is not None:
                yield Instance("initial", args), outcome

    def begin(self, instance: Instance) -> Outcome | None:
        """How one choice of the initial rule begins; None where its domain leaves it out. One whose domain fails a
        check leads nowhere, with that event."""
        rule, start = self.system.initial, self.schema.default()
        try:
            if not self._may_begin(start, instance.args):
                return None
        except BranchEnds as ends:
            return Outcome(None, (), (ends.event,), ())
        return self._run(self._look(), start, rule.function, instance.args, rule.origin.cites, first=True)

    def _may_begin(self, start: State, args: tuple[object, ...]) -> bool:
        """Whether the domain of the initial rule allows a choice."""
        domain = self.system.initial.domain
        return domain is None or bool(self._look().call(domain, (Store(self.schema, start), *args)))

    # --- what is true of a state ----------------------------------------------------------------------------------

    def is_over(self, state: State) -> bool:
        look, store = self._reading(state)
        return bool(look.call(self.system.ended, (store,)))

    def winners(self, state: State) -> frozenset[int]:
        found: frozenset[int] = self._look().call(self.system.winners, (Store(self.schema, state),))
        return found

    def payoffs(self, state: State) -> tuple[int, ...]:
        """The payoff of each player where the game has ended; nothing where no rule says it."""
        payoff = self.system.payoff
        if payoff is None:
            return ()
        look, store = self._reading(state)
        return tuple(look.call(payoff, (store, who)) for who in range(self.scope.size(self.system.players)))

    def lead(self, state: State, who: int) -> int:
        """How far a player is ahead in what says who wins (`ir/distance.py`); 0 where that cannot be told."""
        function = aim(self.system)
        try:
            return 0 if function is None else int(self._look().call(function, (Store(self.schema, state), who)))
        except BranchEnds:
            return 0

    def out(self, state: State) -> frozenset[int]:
        """The players who are out of the game; nobody where no rule says who is."""
        if self.system.out is None:
            return frozenset()
        look, store = self._reading(state)
        every = range(self.scope.size(self.system.players))
        return frozenset(who for who in every if look.call(self.system.out.function, (store, who)))

    def awaits(self, state: State) -> frozenset[int]:
        """The players whose decision it is; `CHANCE` where it is nobody's."""
        name = self.schema.innermost(state)
        reacting = self.reacting(state)
        if reacting:
            return reacting
        if name is None:
            look, store = self._reading(state)
            found: frozenset[int] = look.call(self.system.awaits, (store,))
            return found
        frame = self.schema.frame_index[name]
        record = state.frames[frame]
        assert record is not None
        awaited: frozenset[int] = record[self.schema.field_index[frame]["awaits"]]
        return awaited

    def reacting(self, state: State) -> frozenset[int]:
        """The players who may declare or miss a trigger here; nobody where none is pending."""
        if not self.system.triggers:
            return frozenset()
        look, store = self._reading(state)
        return self.machine.reacting(look, store)

    def members_of(self, check: Check) -> tuple[tuple[int, ...], ...]:
        """The choices of members to each of which a property is promised by itself; one, of none, where it takes the
        state alone."""
        return tuple(product(*(self.values(p.name, p.type) for p in check.members)))

    def holds(self, check: Check, state: State, members: tuple[int, ...] = ()) -> tuple[bool | None, tuple[Event, ...]]:
        """Whether a property on `(s, *members)` holds (None: it cannot be evaluated), and the events of asking."""
        assert len(members) == len(check.members), f"{check.name} is promised to each member"
        look, store = self._reading(state)
        return self._ask(check, look, check.function, (store, *members))

    def leads(
        self, check: Check, state: State, members: tuple[int, ...] = ()
    ) -> tuple[tuple[bool, bool] | None, tuple[Event, ...]]:
        """Both parts of a `leads_to` in a state, what happens and what must follow (None: they cannot be evaluated),
        and the events of asking."""
        assert check.goal is not None and len(members) == len(check.members)
        look, store = self._reading(state)
        first, met = self._ask(check, look, check.function, (store, *members))
        if first is None:
            return None, met
        then, met = self._ask(check, look, check.goal, (store, *members))
        return None if then is None else (first, then), met

    def asking(self, check: Check, state: State) -> tuple[Event, ...]:
        """The events of asking a property of a state, of all of whom it is promised to."""
        asked = self.leads if check.kind == "leads_to" else self.holds
        return tuple({e.key: e for members in self.members_of(check) for e in asked(check, state, members)[1]}.values())

    def step_answers(
        self, check: Check, before: State | None, instance: Instance, outcome: Outcome
    ) -> tuple[frozenset[bool | None], tuple[Event, ...]]:
        """The answers of a property of steps along an outcome, wherever that leads, and the events of asking: of the
        action's own sub-step, or where it names none of each that was made. None: it cannot be evaluated of one;
        nothing: there is none. `before`: None as a game begins."""
        taken = instance.args if check.of else ()
        answers: set[bool | None] = set()
        events: dict[tuple[str, ...], Event] = {}
        for first, after in islice(outcome.around(before), 1 if check.of else None):
            args = (Store(self.schema, first), Store(self.schema, after), *taken)
            answer, met = self._ask(check, self._look(), check.function, args)
            answers.add(answer)
            for event in met:
                events.setdefault(event.key, event)
        return frozenset(answers), tuple(events.values())

    @staticmethod
    def _ask(
        check: Check, look: Look, function: Function, args: tuple[object, ...]
    ) -> tuple[bool | None, tuple[Event, ...]]:
        """The answer of a property. That a check fails in it, or a question has no answer, is an event of its own."""
        try:
            return bool(look.call(function, args)), tuple(look.events.values())
        except BranchEnds as end:
            look.note(end.event)
            met = (failed_evaluation(check.name, check.origin.cites, e) if e.ends else e for e in look.events.values())
            return None, tuple(met)

    def due(self, state: State) -> Duty | Round | None:
        """The forced step now: the round of the settles that hold, or else the first due duty in declaration order; an
        ended state has no duty, nor has one in which a trigger is pending."""
        number = self._forced_step(state)
        if number == A_ROUND:
            look, store = self._reading(state)
            settles = self.scope.on(self.system.settles)
            return Round(tuple(settle for settle in settles if self.machine.holds(look, settle, store)))
        return self._duties[number - 1] if number else None

    def _forced_step(self, state: State) -> int:
        """The forced step, as a number (see `core.due.A_ROUND`)."""
        look, store = self._reading(state)
        try:
            return self.machine.due(look, store)
        finally:
            self._set_aside(look)

    def _set_aside(self, look: Look) -> None:
        self.aside.update(event.choice for event in look.events.values() if event.choice)

    # --- candidates and their verdicts ----------------------------------------------------------------------------

    def candidates(self, state: State) -> Iterator[Judged]:
        """Every candidate instance in a rest state, judged, in declaration order; `BranchEnds` where whose decision it
        is fails a check. An instance whose domain fails one is there with that event and no judgement."""
        if self.is_over(state):
            return
        awaited = self.awaits(state)
        for action in self.choosable(state):
            for args, failed in self._instances(action, state, awaited):
                yield self._candidate(state, Instance(action.name, args), failed)

    def allowed_instances(self, state: State) -> list[Instance]:
        """The candidates that are allowed."""
        return [judged.instance for judged in self.candidates(state) if judged.is_allowed]

    def candidate(self, state: State, instance: Instance) -> Judged | None:
        """The same for one instance alone; None where it is no candidate."""
        if self.is_over(state):
            return None
        awaited = self.awaits(state)
        action = next((a for a in self.choosable(state) if a.name == instance.action), None)
        found = self._instances(action, state, awaited, instance.args) if action else ()
        return next((self._candidate(state, instance, failed) for _, failed in found), None)

    def may(self, state: State, instance: Instance) -> bool:
        """Whether an instance is a candidate, and allowed."""
        judged = self.candidate(state, instance)
        return judged is not None and judged.is_allowed

    def judge_if_open(self, state: State, instance: Instance) -> Judged | None:
        """The same of an action that is open there, by somebody who is awaited, without a look at all others."""
        look, store = self._reading(state)
        try:
            fits = self._belongs(look, self.system.actions[instance.action], store, instance.args)
        except BranchEnds as end:
            return self._candidate(state, instance, end.event)
        return self._candidate(state, instance, None) if fits else None

    def choosable(self, state: State) -> Iterator[Action]:
        """The actions that are open at a state's innermost frame; only reactions where a trigger is pending."""
        innermost = self.schema.innermost(state)
        only = self.system.reactions if self.reacting(state) else self.system.actions.keys()
        return (a for a in self._actions if innermost in a.at and a.name in only)

    def _candidate(self, state: State, instance: Instance, failed: Event | None) -> Judged:
        return Judged(instance, None, (failed,), ()) if failed else self.judge(state, instance)

    def judge(self, state: State, instance: Instance) -> Judged:
        """Judge one instance; its domain and place are not looked at."""
        action = self.system.actions[instance.action]
        look, store = self._reading(state)
        try:
            judgement = self._judge(look, action, store, instance.args)
        except BranchEnds as end:
            look.note(end.event)
            judgement = None
        return Judged(instance, judgement, tuple(look.events.values()), tuple(look.fired), tuple(look.decisive))

    def _judge(self, look: Look, action: Action, store: Store, args: tuple[object, ...]) -> Judgement:
        return self.machine.judge(look, action, (store,) * action.leading + args)

    def _instances(
        self, action: Action, state: State, awaited: frozenset[int], only: tuple[object, ...] | None = None
    ) -> Iterator[tuple[tuple[object, ...], Event | None]]:
        """The arguments of an action's candidates (these `only`, where given): its actor is awaited and its domain
        holds, or fails a check."""
        if (awaited == t.CHANCE) != (action.kind == "chance") or not awaited:
            return
        look, store = self._reading(state)
        for args, always in self.possible(action, awaited):
            if only is not None and args != only:
                continue
            try:
                if always or self._belongs(look, action, store, args):
                    yield args, None
            except BranchEnds as end:
                yield args, end.event

    def possible(self, action: Action, awaited: frozenset[int]) -> Iterable[tuple[tuple[object, ...], bool]]:
        """The arguments with an awaited actor for which the domain holds in some state, and whether it always does."""
        actor = None if action.actor is None else action.actor - action.leading

        def every() -> Iterator[tuple[object, ...]]:
            for args in self._arguments(action.name, action.chosen_parameters, awaited):
                if actor is None or args[actor] in awaited:
                    yield args

        if not self._lists_all(action, awaited):
            return ((args, False) for args in every())
        key = (action.name, awaited)
        if key not in self._arglists:
            look = self._look()
            self._arglists[key] = Arglists(self.schema, every, partial(self._belongs, look, action))
        return self._arglists[key]

    def _lists_all(self, action: Action, awaited: frozenset[int]) -> bool:
        """Whether `_arguments` gives the same here in every state; not where a subclass picks some."""
        return True

    def _belongs(self, look: Look, action: Action, store: Store, args: tuple[object, ...]) -> bool:
        """Whether the domain holds, that of each seat or member included."""
        return self.machine.belongs(look, action, (store,) * action.leading + args)

    def _arguments(
        self, owner: str, parameters: tuple[Parameter, ...], awaited: frozenset[int] | None
    ) -> Iterator[tuple[object, ...]]:
        return product(*(self.values(f"{owner}.{p.name}", p.type, awaited) for p in parameters))

    def values(self, name: str, type_: t.Type, awaited: frozenset[int] | None = None) -> list[Any]:
        """All values of a parameter: members, numbers within the scope's bounds, subsets, one choice for each seat."""
        match type_:
            case t.Bool():
                return [False, True]
            case t.Sort() | t.Enum():
                return list(range(domain_size(type_, self.system, self.scope)))
            case t.Int(low, high):
                low, high = self.scope.bounds.get(name, (low, high))
                assert low is not None and high is not None, f"{name} has no bounds in this scope"
                return list(range(low, high + 1))
            case t.Optional(item):
                return [None, *self.values(name, item, awaited)]
            case t.Set(item):
                members = self.values(name, item, awaited)
                return [frozenset(c) for size in range(len(members) + 1) for c in combinations(members, size)]
            case t.Map(key, item):
                seats = range(domain_size(key, self.system, self.scope))
                choices = self.values(name, item, awaited)
                return list(product(*(choices if awaited is None or p in awaited else [None] for p in seats)))
        raise TypeError(f"{name}: {type_} is no type of a parameter")

    # --- stepping -------------------------------------------------------------------------------------------------

    def take(self, state: State, instance: Instance) -> Outcome:
        """The step of an instance: its effect, then duties, until a rest state; its legality is not looked at."""
        action = self.system.actions[instance.action]
        return self._run(self._look(), state, action.function, instance.args, action.origin.cites)

    def after(self, state: State, instance: Instance) -> State | None:
        """The state that a step leads to; None where the branch ends."""
        return self.take(state, instance).state

    def substep(self, state: State, instance: Instance | Duty | Round) -> Outcome:
        """The first sub-step alone (a relation over sub-steps is compared with it)."""
        look = self._look()
        if isinstance(instance, Round):
            return self._first(look, lambda steps: self._settle(look, steps, state)[0])
        if isinstance(instance, Duty):
            function, args, cites, kind = instance.function, (), instance.origin.cites, "duty"
        else:
            action = self.system.actions[instance.action]
            function, args, cites, kind = action.function, instance.args, action.origin.cites, "action"
        return self._first(look, lambda steps: self._substep(look, steps, state, kind, function, args, cites))

    def _first(self, look: Look, made: Callable[[list[SubStep]], State]) -> Outcome:
        def first(steps: list[SubStep]) -> State:
            after = made(steps)
            return after if self._forced_step(after) else self._forget(after)

        return self._outcome(look, first)

    def _run(
        self,
        look: Look,
        state: State,
        function: Function,
        args: tuple[object, ...],
        cites: tuple[str, ...],
        *,
        first: bool = False,
    ) -> Outcome:
        changed = 0

        def whole(steps: list[SubStep]) -> State:
            nonlocal changed
            now = self._substep(look, steps, state, "initial" if first else "action", function, args, cites)
            if first:
                made, now = now, self._overridden(now)
                changed = count_overwrites(made, now, self.scope, self.schema)
                steps[:] = [SubStep("initial", function.name, cites, now)]  # what expires then is part of it
            return self._to_rest(look, steps, now)

        found = self._outcome(look, whole)
        return dataclasses.replace(found, overwritten=changed) if changed else found

    def _outcome(self, look: Look, made: Callable[[list[SubStep]], State]) -> Outcome:
        """The outcome of sub-steps, which are listed as they are made; a failed check ends the branch."""
        steps: list[SubStep] = []
        end: State | None = None
        try:
            end = made(steps)
        except BranchEnds as ends:
            look.note(ends.event)
        return Outcome(end, tuple(steps), tuple(look.events.values()), tuple(look.fired), tuple(look.decisive))

    def _overridden(self, state: State) -> State:
        """The scope's overrides of the initial state; nothing may be left unwritten then."""
        fields = list(state.fields)
        for name, keys, value in self.scope.initial:
            index = self.schema.index[name]
            fields[index] = replace(fields[index], keys, value)
        state = State(tuple(fields), state.frames)
        unset = self.schema.unset(state)
        if unset is not None:
            raise BranchEnds(Event("broken", unset, reason=UNWRITTEN))
        return state

    def _to_rest(self, look: Look, steps: list[SubStep], state: State, turns: tuple[Duty, ...] | None = None) -> State:
        """Forced steps until nothing is due. turns: the first duties to run, as far as they are due by then; None: each
        time the first one declared runs, and it is noted where another order leads elsewhere."""
        course, left = Course(), list(turns or ())
        for _ in range(SUBSTEPS):
            number = self._forced_step(state)
            if not number:
                return self._forget(state)
            course.goes_on(state)
            if number == A_ROUND:
                state, step = self._settle(look, steps, state)
                course.steps.append(step)
                continue
            duty, before = self._duties[number - 1], state
            if left and self._stays_due(left[0], state):
                duty = left.pop(0)
            else:
                left = []
            if turns is None:
                self._note_orders(look, state, duty)
            course.steps.append(duty)
            state = self._substep(look, steps, state, "duty", duty.function, (), duty.origin.cites)
            if self._stays_due(duty, state):
                raise stays_due(duty, unchanged=state == before)
        if not self._forced_step(state):  # the last of them has led to rest
            return self._forget(state)
        course.goes_on(state)
        raise course.unending

    def _note_orders(self, look: Look, state: State, first: Duty) -> None:
        """Notes each other duty that is due as well, where play comes to rest elsewhere if that runs first."""
        for name in open_orders(self.system).get(first.name, ()):
            other = self.system.duties[name]
            if name in self.scope.off or not self._is_due_too(other, state):
                continue
            if self._rest_after(state, first, other) != self._rest_after(state, other, first):
                look.note(gap_of(first, other))

    def _is_due_too(self, duty: Duty, state: State) -> bool:
        """Whether a duty is due behind another; not where that cannot be told, as nobody asks it there."""
        try:
            return self._stays_due(duty, state)
        except BranchEnds:
            return False

    def _rest_after(self, state: State, *turns: Duty) -> State | None:
        """The state in which play comes to rest if these duties run first, as far as they are due; None where it ends
        before."""
        look = self._look()
        return self._outcome(look, lambda steps: self._to_rest(look, steps, state, turns)).state

    def _stays_due(self, duty: Duty, state: State) -> bool:
        """Whether a duty that has just run does not make its `when` false."""
        look, store = self._reading(state)
        return self.machine.stays(look, duty, store)

    def _substep(
        self,
        look: Look,
        steps: list[SubStep],
        state: State,
        kind: str,
        function: Function,
        args: tuple[object, ...],
        cites: tuple[str, ...],
    ) -> State:
        """One effect, and the expiries that it brings about."""
        store = Store(self.schema, state, function.name)
        look.fired[function.name] = None
        look.call(function, (store,) * function.leading + args)
        after = store.freeze()
        steps.append(SubStep(kind, function.name, cites, after))
        return self._expire(steps, state, after)

    def _settle(self, look: Look, steps: list[SubStep], state: State) -> tuple[State, Round]:
        """One round of settles, and the expiries that it brings about; which settles it was."""
        store = Store(self.schema, state, ROUND)
        outer, look.fired, (look.beside, _) = look.fired, {}, self._reading(state)
        try:
            self.machine.settle(look, store)
        finally:
            self._set_aside(look.beside)
            fired, look.fired = look.fired, outer
            look.fired.update(fired)
        found = Round(tuple(settle for settle in self.system.settles.values() if settle.name in fired))
        after = store.freeze()
        steps.append(SubStep("settle", found.title, found.cites, after))
        return self._expire(steps, state, after), found

    def _expire(self, steps: list[SubStep], before: State, after: State) -> State:
        """Fields whose lifetime ends with a change of this sub-step return to their defaults."""
        if all(before.fields[clock] == after.fields[clock] for clock in self.schema.clocks):
            return after
        look, store, was = self._look(), Store(self.schema, after), Store(self.schema, before)
        for i, slot in self.schema.expiring:
            if after.fields[i] == slot.default:  # most of them, most of the time: nothing is there to end
                continue
            self.machine.expire(look, slot.field, store, was)
            if store.fields[i] != after.fields[i]:
                assert slot.field.until is not None
                after = store.freeze()
                steps.append(SubStep("expiry", slot.field.name, slot.field.until.origin.cites, after))
        return after

    def _forget(self, state: State) -> State:
        """At rest, leaves that mean nothing return to their defaults, until none is left that means nothing. Check:
        nothing is due because of that."""
        after = self.meaningful(state)
        duty = self.due(after) if after != state else None
        if duty is not None:
            raise BranchEnds(Event("broken", duty.name, cites=duty.origin.cites, reason=DUE_BY_FORGETTING))
        return after

    def meaningful(self, state: State) -> State:
        """A state in which all leaves that mean nothing have their defaults."""
        while self.schema.forgettable and (less := self._without(state)) != state:
            state = less
        return state

    def _without(self, state: State) -> State:
        """A state without the leaves that mean nothing in it."""
        after = Store(self.schema, state)
        self.machine.forget(self._look(), after, Store(self.schema, state))
        return after.freeze()
