"""The author's functions and their IR mean the same: equal answers in random states, scopes and readings."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ruleslawyer.engines.explore.search import explore
from ruleslawyer.semantics.direct import Direct
from ruleslawyer.semantics.interpret import Interpreter
from ruleslawyer.semantics.look import Reading
from ruleslawyer.semantics.state import Schema
from ruleslawyer.semantics.transition import TransitionSystem
from tests.agree.answers import Told, instances_of, outcome, seen
from tests.agree.strategies import ROOT, Bundle, bundle, everywhere, names, readings, scopes, states
from tests.bundled import bundled, label

RULESETS = [pytest.param(root, name, id=f"{label(root)}-{name}") for root, name in everywhere()]


def machines(found: Bundle, data: st.DataObject) -> tuple[Schema, Reading, list[TransitionSystem]]:
    """The direct run, the interpreter, and the interpreter with its loops reversed and code that serves all scopes, in
    one random scope and reading."""
    scope = data.draw(scopes(found.system), label="scope")
    reading = data.draw(readings(found.system), label="reading")
    schema = Schema(found.system, scope)
    runs = (
        Direct(found.system, scope, found.root, schema, modules=found.modules),
        Interpreter(found.system, scope, schema),
        Interpreter(found.system, scope, schema, reverse=True, brief=True),
    )
    return schema, reading, [TransitionSystem(run, reading) for run in runs]


@pytest.mark.parametrize(("root", "name"), RULESETS)
def test_machines_agree(root: Path, name: str) -> None:
    """Equal awaits, end, duties, candidates, verdicts, steps, events and clauses used, whatever the machine; of each
    ruleset few states, and many in the campaign."""
    agree(root, name, 10, "results")


@pytest.mark.campaign
@pytest.mark.parametrize(("root", "name"), RULESETS)
def test_machines_agree_at_length(root: Path, name: str) -> None:
    """In whatever order loops run, the same questions come up."""
    agree(root, name, 500, "asked")


def agree(root: Path, name: str, examples: int, reversed_: Told) -> None:
    found = bundle(root, name)

    @settings(
        max_examples=examples, derandomize=True, database=None, deadline=None, suppress_health_check=list(HealthCheck)
    )
    @given(st.data())
    def each(data: st.DataObject) -> None:
        schema, _, (direct, interpreted, reverse) = machines(found, data)
        begun = [(i, outcome(o)) for i, o in direct.initial()]
        assert begun == [(i, outcome(o)) for i, o in interpreted.initial()]
        plain = [(i, outcome(o, reversed_)) for i, o in interpreted.initial()]
        assert plain == [(i, outcome(o, reversed_)) for i, o in reverse.initial()]
        for _ in range(3):
            state = data.draw(states(schema), label="state")
            instances = instances_of(interpreted, state)
            expected = seen(direct, state, instances)
            assert seen(interpreted, state, instances) == expected
            assert seen(reverse, state, instances, reversed_) == seen(interpreted, state, instances, reversed_)

    each()


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.campaign) if name == "megacorp" else name for name in names(ROOT)]
)
def test_no_order_shows_in_play(name: str) -> None:
    """Where plays lead, the order of loops shows in nothing: states, transitions, events with their pairs, verdicts."""
    system = bundled().ruleset(name).transition_system("tiny")
    turned = Interpreter(system.system, system.scope, system.schema, reverse=True)
    plain, reverse = explore(system), explore(TransitionSystem(turned, system.reading, system.rulings))
    assert plain.complete and reverse.complete
    assert set(reverse.graph) == set(plain.graph)
    assert reverse.transitions == plain.transitions
    assert {d.state for d in reverse.deadlocks} == {d.state for d in plain.deadlocks}
    assert set(reverse.events) == set(plain.events)
    assert (set(reverse.violated), set(reverse.reached)) == (set(plain.violated), set(plain.reached))
    assert (reverse.held, reverse.verdicts) == (plain.held, plain.verdicts)
