"""Compiled code says what the interpreter says: in every state that a scenario of a rulebook comes to."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ruleslawyer.api import Project
from ruleslawyer.ir import types as t
from ruleslawyer.ir.schema import Scope
from ruleslawyer.ir.system import System
from ruleslawyer.play.coded import CompiledScope
from ruleslawyer.semantics.events import BranchEnds
from ruleslawyer.semantics.interpret import Interpreter
from ruleslawyer.semantics.state import State
from ruleslawyer.semantics.transition import TransitionSystem
from tests.bundled import RULEBOOKS, bundled


def compared(project: Project, name: str, most: int) -> int:
    """The states of so many scenarios, each under all of its readings: how many the code has room for."""
    ruleset = project.ruleset(name)
    suite, looked = ruleset.suite(), 0
    for _, scenario in suite.scenarios[:most]:
        for run in suite.run(ruleset, scenario).runs:
            machine = Interpreter(ruleset.system, bounded(ruleset.system, scenario.scope))
            system = TransitionSystem(machine, run.reading, scenario.rulings)
            code = CompiledScope.of(system)
            if code is None:
                continue
            settled = run.played.settled
            states = [settled.state if settled else None]
            states += [move.outcome.state for move in run.played.moves if move.outcome]
            for state in states:
                if state is not None:
                    looked += same(code, system, state)
    return looked


def bounded(system: System, scope: Scope) -> Scope:
    """The same, with all choices listed: a scenario need not say how much may be chosen at most, and here it is two."""
    chosen = [(action.name, parameter) for action in system.actions.values() for parameter in action.chosen_parameters]
    names = {f"{name}.{parameter.name}": t.unwrap(t.leaf_type(parameter.type)) for name, parameter in chosen}
    open_ = {name: (type_.low or 0, (type_.low or 0) + 2) for name, type_ in names.items() if isinstance(type_, t.Int)}
    return replace(scope, bounds={**open_, **scope.bounds})


def same(code: CompiledScope, system: TransitionSystem, state: State) -> bool:
    """Whether the code answered, as the interpreter does: what is allowed, and where each of that leads."""
    found = code.allowed_choices(state)
    try:
        allowed = tuple(judged.instance for judged in system.candidates(state) if judged.is_allowed)
    except BranchEnds:
        assert found is None
        return False
    if found is None:
        return False
    assert found == allowed
    for instance in allowed:
        after = code.after(state, instance)
        assert after is None or after == system.take(state, instance).state
    return True


@pytest.mark.parametrize("name", RULEBOOKS)
def test_some_scenarios(name: str) -> None:
    assert compared(bundled(), name, 4)


@pytest.mark.campaign
@pytest.mark.parametrize("name", RULEBOOKS)
def test_all_scenarios(name: str) -> None:
    assert compared(bundled(), name, 1 << 30)


def test_a_map_over_a_sort_without_members() -> None:
    """A draft has no cards but those that are drafted; what the code says of such a state is the state."""
    ruleset = bundled().ruleset("mnemonic")
    suite = ruleset.suite(ruleset.scenario_folder / "draft-packets.toml")
    scenario = next(s for _, s in suite.scenarios if not all(s.scope.names.values()))
    (run, *_) = suite.run(ruleset, scenario).runs
    code = CompiledScope(TransitionSystem(Interpreter(ruleset.system, scenario.scope), run.reading, scenario.rulings))
    state = run.played.settled.state if run.played.settled else run.played.given
    assert state is not None
    assert code.read(code.code.bytes_of(state)) == state
