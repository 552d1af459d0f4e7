"""What is said of rules before they are played holds when they are: laws of the abstract interpreter.

What a function gives is among what it may give, and it does not fail where that is said. What a rule changes is among
what it writes, and what a function does not read changes nothing for it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import cache
from itertools import islice, product
from random import Random
from typing import Any

import pytest

from ruleslawyer.api import Project
from ruleslawyer.check.differential import random_state
from ruleslawyer.engines.explore.search import explore
from ruleslawyer.exploration.alike import ScopeFunctions
from ruleslawyer.ir import nodes as n
from ruleslawyer.ir import types as t
from ruleslawyer.ir.abstract import Abstract, Env, Node, Unknown, Valued
from ruleslawyer.ir.uses import Functions, begins_with
from ruleslawyer.ir.walk import walk
from ruleslawyer.rulebook.answers.specialised import Possible
from ruleslawyer.rulebook.claims.cone import Acting
from ruleslawyer.rulebook.claims.limits import Limits
from ruleslawyer.semantics.events import BranchEnds
from ruleslawyer.semantics.interpret import Interpreter
from ruleslawyer.semantics.look import Look
from ruleslawyer.semantics.sizes import domain_size
from ruleslawyer.semantics.state import State, Store, differing
from ruleslawyer.semantics.transition import TransitionSystem
from tests.bank import NAMES, TINY
from tests.bundled import bundled

BANK = Project.load(TINY)
STATES = 60
FAILED = object()


class Watched(Interpreter):
    """Notes what each function was given and gave; `FAILED` where a check failed in it."""

    seen: dict[tuple[int, tuple[Any, ...], Any], n.Function]

    def make(self, function: n.Function) -> Callable[..., Any]:
        made = super().make(function)

        def watched(*args: Any) -> Any:
            given = tuple(None if isinstance(arg, Store) else arg for arg in args)
            try:
                found = made(*args)
            except BranchEnds:
                self.seen[id(function), given, FAILED] = function
                raise
            self.seen[id(function), given, found] = function
            return found

        return watched


@cache
def explored(name: str) -> tuple[TransitionSystem, list[State], dict[Any, n.Function]] | None:
    """A tiny ruleset, states that its plays reach, and what functions gave on the way."""
    ruleset = BANK.ruleset(name)
    if "tiny" not in ruleset.scopes() or ruleset.scope("tiny").is_open:
        return None
    machine = Watched(ruleset.system, ruleset.scope("tiny"), apart=True)
    machine.seen = {}
    system = TransitionSystem(machine)
    states = list(islice(explore(system, Limits(STATES)).graph, STATES))
    return system, states, machine.seen


def played(name: str) -> tuple[TransitionSystem, list[State]] | None:
    """A tiny ruleset, and states that its plays reach; every function was watched on the way."""
    found = explored(name)
    if found is None:
        return None
    system, states, seen = found
    assert isinstance(system.machine, Watched)
    system.machine.seen = dict(seen)
    return system, states


def given(function: n.Function, args: tuple[Any, ...]) -> Env:
    """Of members and values, what they are."""
    typed = zip(function.parameters, args, strict=True)
    known = t.Sort | t.Enum | t.Bool | t.Int
    return {slot: frozenset({arg}) for slot, (p, arg) in enumerate(typed) if isinstance(p.type, known)}


def holds(machine: Watched, valued: Sequence[Valued], but: Collection[str] = ()) -> None:
    """Of all that was seen."""
    for (_, args, value), function in list(machine.seen.items()):
        if function.module and function.name not in but:
            for one, env in product(valued, ({}, given(function, args))):
                may = one.may(function, env)
                if may is not None:
                    assert value is not FAILED, function.name
                    assert isinstance(may, Unknown) or value in may, (function.name, args, value)


@pytest.mark.parametrize("name", NAMES)
def test_what_a_function_gives_is_among_what_it_may_give(name: str) -> None:
    """In the states of plays; fields are still written while a game begins. What keeps its value is known of the play
    that comes then, the beginnings and what is forced in them left out."""
    found = played(name)
    if found is not None:
        system, states = found
        assert isinstance(system.machine, Watched)
        holds(system.machine, [Possible(system.system, system.scope)], begins_with(system.system))
        known = ScopeFunctions(system, ()).known
        system.machine.seen.clear()  # the beginnings too
        for state in states:
            for instance in system.allowed_instances(state):
                system.take(state, instance)
        holds(system.machine, [known])


@pytest.mark.parametrize("name", NAMES)
def test_the_same_in_any_state(name: str) -> None:
    found = played(name)
    if found is None:
        return
    system, _ = found
    rules, machine, random = system.system, system.machine, Random(name)
    assert isinstance(machine, Watched)
    stores, functions = t.State | t.FrameOf, Functions(rules)
    for function in rules.functions():
        typed = [p.type for p in function.parameters]
        if not functions.uses([function]).writes and all(isinstance(one, stores | t.Sort | t.Enum) for one in typed):
            for _ in range(12):
                state = random_state(system.schema, random)
                sizes = [0 if isinstance(one, stores) else domain_size(one, rules, system.scope) for one in typed]
                if all(size or isinstance(one, stores) for size, one in zip(sizes, typed, strict=True)):
                    said(system, function, state, *(random.randrange(size) for size in sizes if size))
    holds(machine, [Possible(rules, system.scope)], begins_with(rules))


@pytest.mark.parametrize("name", NAMES)
def test_what_a_rule_changes_is_among_what_it_writes(name: str) -> None:
    found = played(name)
    if found is None:
        return
    system, states = found
    writes = {name: uses.writes for name, uses in Acting(system.system).rules.items()}
    frames = list(system.system.frames)
    for state in states:
        try:
            judged = [j for j in islice(system.candidates(state), 20) if j.judgement and j.judgement.allowed]
        except BranchEnds:
            continue
        for one in judged:
            after = system.substep(state, one.instance).state
            if after is None:
                continue
            for slot, was, is_ in zip(system.schema.slots, state.fields, after.fields, strict=True):
                lasts = slot.field.until is None and slot.field.matters is None  # others are forgotten besides
                if lasts and any(differing(slot.field.type, was, is_)):
                    assert (None, slot.field.name) in writes[one.instance.action]
            for frame, before, now in zip(frames, state.frames, after.frames, strict=True):
                assert before == now or {place for place in writes[one.instance.action] if place[0] == frame}


@pytest.mark.parametrize("name", NAMES)
def test_what_a_function_does_not_read_changes_nothing(name: str) -> None:
    """A state in which all that it reads is as in another: it says the same of both."""
    found = played(name)
    if found is None:
        return
    system, states = found
    rules, schema, random = system.system, system.schema, Random(name)
    functions = Functions(rules)
    asked = [f for f in (rules.ended, *(c.function for c in rules.checks.values())) if len(f.parameters) == 1]
    for function in asked:
        reads = functions.uses([function]).reads
        frames = {frame for frame, _ in reads}
        for state in states[:10]:
            other = random_state(schema, random)
            mixed = State(
                tuple(
                    mine if (None, slot.field.name) in reads else its
                    for slot, mine, its in zip(schema.slots, state.fields, other.fields, strict=True)
                ),
                tuple(
                    mine if frame in frames else its
                    for frame, mine, its in zip(rules.frames, state.frames, other.frames, strict=True)
                ),
            )
            assert said(system, function, mixed) == said(system, function, state), function.name


class All(Abstract):
    """Notes what it comes to."""

    def __init__(self) -> None:
        self.found = list[int]()

    def meet(self, node: Node) -> None:
        self.found.append(id(node))


@pytest.mark.parametrize("name", [*bundled().rulesets, *NAMES])
def test_who_knows_nothing_comes_to_everything(name: str) -> None:
    """To each node of each function once: behind a return there is none."""
    ruleset = (BANK if name in NAMES else bundled()).ruleset(name)
    for function in ruleset.system.functions():
        every = All()
        every.through(function.body)
        assert sorted(every.found) == sorted(map(id, walk(function.body))), function.name


def said(system: TransitionSystem, function: n.Function, state: State, *members: int) -> Any:
    look = Look(system.machine, system.reading, system.rulings)
    stores = [Store(system.schema, state)] * (len(function.parameters) - len(members))
    try:
        return look.call(function, (*stores, *members))
    except BranchEnds:
        return FAILED
