"""How far properties are from being broken: by hand for some; and for all, 0 is where one is broken."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from ruleslawyer.api import Project, Ruleset
from ruleslawyer.engines.native.compiling import code_of
from ruleslawyer.engines.native.storage import width_of
from ruleslawyer.ir.distance import NEVER, distance_to_fail
from ruleslawyer.ir.rules import Check
from ruleslawyer.semantics.events import BranchEnds
from ruleslawyer.semantics.look import Look
from ruleslawyer.semantics.state import State, Store
from ruleslawyer.semantics.transition import TransitionSystem
from tests.bank import NAMES, TINY
from tests.bundled import bundled

MOUNTAIN = Path(__file__).parents[2] / "projects" / "mountain"


def distance(system: TransitionSystem, check: Check, state: State) -> int | None:
    function = distance_to_fail(check.function)
    if function is None:
        return None
    look = Look(system.machine, system.reading, system.rulings)
    try:
        return int(look.call(function, (Store(system.schema, state),)))
    except BranchEnds:
        return None


def at(system: TransitionSystem, **fields: Any) -> State:
    (_, begun), *_ = system.initial()
    assert begun.state is not None
    values = list(begun.state.fields)
    for name, value in fields.items():
        values[system.schema.index[name]] = value
    return State(tuple(values), begun.state.frames)


@pytest.mark.parametrize(("height", "top", "other"), [(0, 24, 1), (20, 4, 2), (23, 1, 2), (24, 0, 2), (30, 0, 2)])
def test_numbers_count_by_how_far_they_are_apart(height: int, top: int, other: int) -> None:
    """`height < 24` fails at 24. Of `height >= 0` and the weights of what is held the nearer counts. The first is one
    more than the height away; of a card that nobody holds it is one step to hold it, and one more to weigh too much."""
    system = Project.load(MOUNTAIN).ruleset("mountain").transition_system("whole")
    checks, state = system.system.checks, at(system, height=height)
    assert distance(system, checks["nobody_sees_the_top"], state) == top
    assert distance(system, checks["stones_are_carried_by_nobody_else"], state) == other


def test_what_is_printed_does_not_come_near() -> None:
    """Copies of a unique card in one network: without UNIQUE cards nothing is near to that; two copies are."""
    ruleset = bundled().ruleset("megacorp")
    check = ruleset.system.checks["one_copy_of_a_unique_card_in_a_network"]
    mesa, unique = (ruleset.transition_system(scope) for scope in ("mesa", "unique"))
    assert distance(mesa, check, at(mesa)) == NEVER
    assert 0 < (distance(unique, check, at(unique)) or 0) < 10


@pytest.mark.parametrize("name", NAMES)
def test_it_is_0_where_a_property_is_broken_and_nowhere_else(name: str) -> None:
    """In the states of every tiny ruleset."""
    ruleset: Ruleset = Project.load(TINY).ruleset(name)
    system = ruleset.transition_system("tiny")
    checks = [c for c in system.system.checks.values() if c.kind == "always"]
    if not checks:
        return
    for state in islice(ruleset.graph("tiny").nodes, 50):
        for check in checks:
            far, holds = distance(system, check, state), system.holds(check, state)[0]
            if far is not None and holds is not None:
                assert (far == 0) is (holds is False), (check.name, far)


def test_random_plays_measure_each_property_by_its_own_distance() -> None:
    """Code knows a function by its identity: that of one which nobody kept was the next one's, and half of the
    properties of Mere Mortals were measured by another's distance."""
    system = bundled().ruleset("mere_mortals").system
    _, modules = code_of(system, width_of(system, 60), "games")
    code = "".join(modules)
    measured = [c.function.name for c in system.checks.values() if c.kind == "always" and distance_to_fail(c.function)]
    assert len(measured) > 1
    assert [name for name in measured if f"@rule_distance_{name}(" not in code] == []
