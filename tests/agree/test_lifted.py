"""The lifted relation against the reference semantics: on random states of random scopes, of any size up to four.

What a rule asks for holds where it is taken, and nowhere else; and the state after it is the one that the interpreter
comes to, as far as the relation says: who lies where in a pile below its top, it does not.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest

from ruleslawyer.ir import types as t
from ruleslawyer.ir.schema import Scope
from ruleslawyer.lifted.relation import ROUND, Relation, Step
from ruleslawyer.semantics.events import BranchEnds
from ruleslawyer.semantics.interpret import Interpreter
from ruleslawyer.semantics.rounds import Round
from ruleslawyer.semantics.state import Schema, State
from ruleslawyer.semantics.transition import Instance, TransitionSystem
from tests.agree.lifted_terms import LiftedInterpreter, given
from tests.agree.strategies import CANDIDATES, bundle, everywhere, random_case, random_scope
from tests.bundled import label

SCOPES = 2
"""Random scopes for each ruleset."""


class Pair:
    """The reference semantics, and the lifted relation with as many players as the scope has."""

    def __init__(self, system: TransitionSystem, relation: Relation) -> None:
        self.system, self.relation = system, relation
        self.met: dict[str, int] = {}

    def look(self, state: State, args: Mapping[str, tuple[t.Type, Any]] | None = None) -> LiftedInterpreter:
        return LiftedInterpreter(self.relation, self.system.scope, state, self.system.reading, args)

    def facts(self, step: Step, look: LiftedInterpreter) -> bool | None:
        said = [look.ask(fact) for fact in step.facts]
        return False if False in said else None if None in said else True

    def after(self, step: Step, look: LiftedInterpreter, outcome: State) -> None:
        """The state that a rule comes to is one that the relation has after it."""
        self.met[step.key] = self.met.get(step.key, 0) + 1
        system = self.relation.system
        for field, value in zip(system.state.fields, outcome.fields, strict=True):
            cell = step.after.cells[None, field.name]
            assert not look.differs(whole(cell, field.type, ()), field.type, value), (step.key, field.name)
        for (name, frame), values in zip(system.frames.items(), outcome.frames, strict=True):
            assert look.ask(step.after.open[name]) in (None, values is not None), (step.key, name)
            for field, value in zip(frame.fields, values or (), strict=False):
                cell = step.after.cells[name, field.name]
                assert not look.differs(whole(cell, field.type, ()), field.type, value), (step.key, name, field.name)


def whole(cell: Any, type_: t.Type, keys: tuple[Any, ...]) -> Any:
    """A field as one value."""
    from ruleslawyer.lifted.values import MapTerm

    if isinstance(type_, t.Map):
        return MapTerm(type_.key, lambda k: whole(cell, type_.value, (*keys, k)))
    return cell.at(keys)


def compare(pair: Pair, state: State) -> None:
    """Whatever is forced in a state, or may be done there."""
    system, relation = pair.system, pair.relation
    try:
        due = system.due(state)
        ended = due is None and system.is_over(state)
    except BranchEnds:
        return
    if due is not None:
        name = ROUND if isinstance(due, Round) else due.name
        step = relation.step("settle" if isinstance(due, Round) else "duty", name)
        outcome = system.substep(state, due)
        if step is not None:
            look = pair.look(state)
            assert pair.facts(step, look) is not False, step.key
            if outcome.state is not None:
                pair.after(step, look, outcome.state)
        return
    if ended:
        return
    try:
        found = list(islice(system.candidates(state), CANDIDATES))
    except BranchEnds:
        return
    for judged in found:
        action = relation.system.actions[judged.instance.action]
        step = relation.step("action", action.name)
        if step is None or judged.judgement is None or not may_be_pending(pair, state, judged.instance):
            continue
        look = pair.look(state, given(action.function, judged.instance.args))
        said = pair.facts(step, look)
        assert said in (None, judged.is_allowed), (judged.instance, said)
        if judged.is_allowed:
            outcome = system.substep(state, judged.instance)
            if outcome.state is not None:
                pair.after(step, look, outcome.state)


def may_be_pending(pair: Pair, state: State, instance: Instance) -> bool:
    """Whether an instance that a random state calls pending may have triggered. Where that hangs on the scope alone, it
    did in every state that is met, and the relation says so."""
    trigger = pair.system.system.triggers.get(instance.action)
    if trigger is None or pair.relation.world.reads(trigger.when):
        return True
    look, store = pair.system._reading(state)
    return bool(look.call(trigger.when, (store,) * trigger.when.leading + instance.args[: len(trigger.keys)]))


def begun(pair: Pair) -> None:
    """How a game begins."""
    step = pair.relation.step("initial", pair.system.system.initial.function.name)
    if step is None:
        return
    rule = pair.system.system.initial
    for instance, _ in islice(pair.system.initial(), 20):
        names = [p.name for p in rule.function.parameters[1:]]
        types = [p.type for p in rule.function.parameters[1:]]
        args = dict(zip(names, zip(types, instance.args, strict=True), strict=True))
        outcome = pair.system.begin(instance)
        if outcome is None or outcome.state is None:
            continue
        assert pair.facts(step, pair.look(outcome.state, args)) is not False


def relation_of(system: Any, scope: Scope) -> Relation:
    return Relation(
        system, {system.players: scope.size(system.players)}, dict(scope.constants), lambda condition: False
    )


RULESETS = list(everywhere())


@pytest.mark.parametrize(("root", "name"), RULESETS, ids=label)
def test_random_states(root: Path, name: str) -> None:
    held = bundle(root, name)
    dice = Random(name)
    for _ in range(SCOPES):
        scope = random_scope(dice, held.system)
        pair = None
        for _ in range(8):
            state, reading = random_case(dice, Schema(held.system, scope))
            system = TransitionSystem(Interpreter(held.system, scope), reading)
            relation = pair.relation if pair else relation_of(held.system, scope)
            pair = Pair(system, relation)
            compare(pair, state)
