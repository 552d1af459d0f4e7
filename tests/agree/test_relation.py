"""The relation that z3 is given, against the author's own functions: a random state, a label and the state after it
satisfy the one step of an unrolled path exactly when the direct run makes that sub-step."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest
import z3
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ruleslawyer.engines.smt.encoding.relation import Relation
from ruleslawyer.engines.smt.encoding.terms import all_of, no
from ruleslawyer.engines.smt.refute.paths import Unrolling
from ruleslawyer.ir.system import System
from ruleslawyer.lifted.scoped.instances import Scoped
from ruleslawyer.lifted.scoped.layout import Scalar
from ruleslawyer.lifted.scoped.nodes import Node
from ruleslawyer.lifted.scoped.relation import Instance as ScopedInstance
from ruleslawyer.semantics.direct import Direct
from ruleslawyer.semantics.events import BranchEnds
from ruleslawyer.semantics.state import State
from ruleslawyer.semantics.transition import Instance, TransitionSystem
from tests.agree.scoped import bind, rigids_of
from tests.agree.strategies import ROOT, bundle, random_case, readings, scopes, states
from tests.bank import TINY

HARBOUR = ROOT / "tests" / "projects" / "harbour"
SOME = (
    "t01_permit", "t06_chain", "t15_term_clash", "t20_answers_differ", "t29_joint", "t34_duty", "t42_matters_map",
    "t47_pile", "t51_ranged", "t70_nested_map", "t75_arithmetic", "t80_settle", "t86_trigger_in_frame",
    "t107_deeds_at_once",
)  # fmt: skip
RULESETS = [(HARBOUR, "harbour"), *((TINY, name) for name in SOME)]
LABELS = 12
"""How many argument lists of an action are asked about in one state."""


class Asked:
    """One step of the relation from any state at all, without lemmas."""

    def __init__(self, system: TransitionSystem, rules: System | None = None) -> None:
        self.system = system
        self.scoped = Scoped(rules or system.system, system.scope, capped=True)
        self.relation = Relation(self.scoped)
        self.path = Unrolling(self.relation, [], initial=False)
        self.path.extend()
        reading = rigids_of(self.scoped, system.reading)
        given = {self.scoped.rigids[name]: value for name, value in reading.items()}
        self.path.solver.add(*(self._is(node, value, None) for node, value in given.items()))

    def _is(self, node: Node, value: Scalar, time: int | None) -> Any:
        encoder = self.relation.encoder
        if node.op == "constant":
            return z3.BoolVal(node.value == value, encoder.context)
        if node.finite:
            assert isinstance(value, int)
            return encoder.atom(node, value, time)
        symbol = encoder.symbol(node, time)
        return symbol == value if node.sort == "int" else symbol if value else no(symbol)

    def state(self, state: State, time: int) -> Any:
        leaves = self.scoped.layout.leaves
        values = zip(leaves, self.scoped.layout.vector(state), strict=True)
        return all_of([self._is(leaf.node, value, time) for leaf, value in values], self.relation.encoder.context)

    def possible(self, *facts: Any) -> bool:
        answer = self.path.solver.check(*facts)
        assert answer != z3.unknown
        return bool(answer == z3.sat)

    def label(self, instance: ScopedInstance, args: tuple[Any, ...]) -> Any:
        """That this is what is done, with these arguments."""
        place = next(i for i, step in enumerate(self.relation.steps) if step is instance)
        chosen = bind(self.scoped, instance, args)
        facts = [self._is(node, value, 0) for node, value in chosen.items()]
        return all_of([self.path.taken[0][place], *facts], self.relation.encoder.context)

    def agrees(self, before: State, instance: ScopedInstance, args: tuple[Any, ...], after: State | None) -> None:
        """`after` is what the direct run makes of it; None: it does not make that sub-step."""
        here, done = self.state(before, 0), self.label(instance, args)
        if after is None:
            assert not self.possible(here, done), f"{instance.label} {args}"
        else:
            there = self.state(after, 1)
            assert self.possible(here, done, there), f"{instance.label} {args}"
            assert not self.possible(here, done, no(there)), f"{instance.label} {args}"

    def find(self, instance: Instance) -> ScopedInstance | None:
        """The instance that covers these arguments; None where it was never a candidate."""
        for found in self.scoped.actions:
            fits = zip(found.arguments, instance.args, strict=True) if found.name == instance.action else None
            if fits is not None and all(a.symbolic or a.value == given for a, given in fits):
                return found
        return None


def labels(system: TransitionSystem, state: State) -> Iterator[Instance]:
    """Instances of all actions, whoever is awaited."""
    awaited = system.awaits(state)
    for action in system.system.actions.values():
        parameters = action.function.parameters[2 if action.framed else 1 :]
        for args in islice(system._arguments(action.name, parameters, awaited), LABELS):
            yield Instance(action.name, args)


def compare(asked: Asked, state: State) -> int:
    """Every label in one state; how many sub-steps the direct run makes."""
    system, made = asked.system, 0
    try:
        due = system.due(state)
        found = list(labels(system, state))
        allowed = {j.instance for j in system.candidates(state) if j.is_allowed} if due is None else set()
    except BranchEnds:
        return 0
    for duty in asked.scoped.forced_instances:
        after = system.substep(state, due).state if due is not None and due.name == duty.name else None
        asked.agrees(state, duty, (), None if after == state else after)
        made += after is not None
    for instance in found:
        known = asked.find(instance)
        after = system.substep(state, instance).state if instance in allowed else None
        if known is not None:
            asked.agrees(state, known, instance.args, after)
        else:
            assert instance not in allowed
        made += after is not None
    return made


@pytest.mark.parametrize(("root", "name"), RULESETS, ids=[name for _, name in RULESETS])
@settings(max_examples=4, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
@given(data=st.data())
def test_a_step_of_the_relation_is_one_of_the_direct_run(root: Path, name: str, data: st.DataObject) -> None:
    found = bundle(root, name)
    scope = data.draw(scopes(found.system))
    reading = data.draw(readings(found.system))
    asked = Asked(TransitionSystem(Direct(found.system, scope, found.root), reading))
    for _ in range(4):
        compare(asked, data.draw(states(asked.system.schema)))


def test_a_relation_without_a_clause_is_noticed() -> None:
    """The relation is that of a harbour in which one clause on buying is missing, the direct run that of the whole."""
    found = bundle(HARBOUR, "harbour")
    buy = found.system.actions["buy"]
    assert "on_your_turn" in {n.name for n in buy.norms}
    less = replace(buy, norms=tuple(n for n in buy.norms if n.name != "on_your_turn"))
    system = replace(found.system, actions={**found.system.actions, "buy": less})
    right = TransitionSystem(Direct(found.system, found.scope("small"), found.root), {})
    whole, wrong = Asked(right), Asked(right, system)
    made = 0
    for seed in range(20):
        state = random_case(Random(seed), right.schema)[0]
        made += compare(whole, state)
        try:
            compare(wrong, state)
        except AssertionError:
            assert made
            return
    pytest.fail("no state shows the difference")
