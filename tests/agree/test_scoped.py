"""The form of a scope against the reference semantics: candidates, verdicts, sub-steps and events, on random states."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from ruleslawyer.lifted.scoped.instances import Instance as ScopedInstance
from ruleslawyer.lifted.scoped.instances import ScopedSystem
from ruleslawyer.lifted.scoped.layout import Scalar
from ruleslawyer.semantics.events import BranchEnds
from ruleslawyer.semantics.interpret import Interpreter
from ruleslawyer.semantics.rounds import Round
from ruleslawyer.semantics.state import State
from ruleslawyer.semantics.transition import Instance, Outcome, TransitionSystem
from tests.agree.scoped import ScopedInterpreter
from tests.agree.strategies import ROOT, bundle, names, readings, scopes, states
from tests.agree.test_regressions import ALWAYS, Case, systems
from tests.bank import TINY

HARBOUR = ROOT / "tests" / "projects" / "harbour"
RULESETS = [(HARBOUR, "harbour"), *((TINY, name) for name in names(TINY))]
INSTANCES = 60
"""How many argument lists of an action are compared in one state."""


class Pair:
    """The reference semantics and the scoped interpreter under one reading."""

    def __init__(self, system: TransitionSystem) -> None:
        self.system = system
        self.scoped = ScopedSystem(system.system, system.scope, system.reading)
        self.interpreter = ScopedInterpreter(self.scoped)

    def vector(self, state: State) -> tuple[Scalar, ...]:
        return self.scoped.layout.vector(state)

    def find(self, instance: Instance) -> ScopedInstance | None:
        """The instance that covers these arguments; None where it was never a candidate."""
        for found in self.scoped.actions:
            if found.name == instance.action and all(
                a.symbolic or a.value == given for a, given in zip(found.arguments, instance.args, strict=True)
            ):
                return found
        return None


def instances(system: TransitionSystem, state: State) -> Iterator[Instance]:
    """All instances of all actions, their actors awaited or not."""
    awaited = system.awaits(state)
    for action in system.system.actions.values():
        parameters = action.function.parameters[2 if action.framed else 1 :]
        for args in islice(system._arguments(action.name, parameters, awaited), INSTANCES):
            yield Instance(action.name, args)


def compare(pair: Pair, state: State) -> None:
    """One state: whether it is at rest, and every instance in it."""
    system, vector = pair.system, pair.vector(state)
    try:
        ended, due = system.is_over(state), system.due(state)
    except BranchEnds:
        assert not pair.interpreter.ask(pair.scoped.rest, vector)
        return
    if not isinstance(due, Round):  # the end is not asked for before that
        assert pair.interpreter.ask(pair.scoped.ended, vector) == ended
    assert pair.interpreter.ask(pair.scoped.rest, vector) == (due is None)
    for duty in (*pair.scoped.rounds, *pair.scoped.duties):
        assert pair.interpreter.ask(duty.guard, vector) == (due is not None and due.name == duty.name)
        if due is not None and due.name == duty.name:
            compare_result(pair, vector, duty, (), system.substep(state, due))
    if due is not None:
        return
    try:
        candidates = {j.instance: j for j in system.candidates(state)}
        everything = list(instances(system, state))
    except BranchEnds:
        return
    for instance in everything:
        found, judged = pair.find(instance), candidates.get(instance)
        if found is None:
            assert judged is None
            continue
        guard, _ = pair.interpreter.step(vector, found, instance.args)
        assert guard == (judged is not None and judged.is_allowed)
        if guard:
            compare_result(pair, vector, found, instance.args, system.substep(state, instance))


def compare_result(
    pair: Pair, vector: tuple[Scalar, ...], found: ScopedInstance, args: tuple[Any, ...], outcome: Outcome
) -> None:
    """The next state; none where a check fails, or a round leaves the state as it was."""
    _, after = pair.interpreter.step(vector, found, args)
    expected = None if outcome.state is None else pair.vector(outcome.state)
    assert after == (None if found.kind == "settle" and expected == vector else expected)


@pytest.mark.parametrize(("root", "name"), RULESETS, ids=[name for _, name in RULESETS])
def test_scoped_relation_is_the_reference(root: Path, name: str) -> None:
    agree(root, name, 6)


@pytest.mark.campaign
@pytest.mark.parametrize(("root", "name"), RULESETS, ids=[name for _, name in RULESETS])
def test_scoped_relation_is_the_reference_at_length(root: Path, name: str) -> None:
    agree(root, name, 100)


def agree(root: Path, name: str, examples: int) -> None:
    """In some states each of so many scopes and readings."""
    system = bundle(root, name).system

    @settings(max_examples=examples, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
    @given(data=st.data())
    def each(data: st.DataObject) -> None:
        scope = data.draw(scopes(system))
        reading = data.draw(readings(system))
        pair = Pair(TransitionSystem(Interpreter(system, scope), reading))
        assume(pair.system.has_beginning())  # a scope without one has no form
        for _ in range(4):
            compare(pair, data.draw(states(pair.system.schema)))

    each()


ASKED_TWICE = """
@state
class State:
    count: Annotated[int, Range(0, 3)]
    double: Annotated[int, Range(0, 6)]


def twice(s: State) -> int:
    return 2 * s.count
"""
COUNTS = """

@book.action("2")
def work(s: State, who: Player) -> None:
    with effect("2"):
        s.count = twice(s) - s.count + 1
        s.double = twice(s)


@work.permit("3")
def may(s: State, who: Player) -> bool:
    return twice(s) < 6
"""


def test_what_is_asked_after_a_write_sees_it(tmp_path: Path) -> None:
    """A function is asked by a permit, and by the effect before its first write and after it."""
    case = Case("twice", "A function is asked before a write and after it.", ASKED_TWICE + ALWAYS + COUNTS, (4, 3, 1))
    pair = Pair(systems(tmp_path, case)[0])
    (work,) = pair.scoped.actions
    found: list[tuple[Scalar, ...]] = [(0, 0)]
    while pair.interpreter.step(found[-1], work, (0,))[0]:
        _, after = pair.interpreter.step(found[-1], work, (0,))
        assert after is not None
        found.append(after)
    assert found == [(0, 0), (1, 2), (2, 4), (3, 6)]
