"""The rims of grids: asked of packed states as of the interpreter's, and no reason for another engine."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from ruleslawyer.engines.native.explore import search_natively
from ruleslawyer.engines.native.members import reached_rims
from ruleslawyer.exploration.explore import explore_scope
from ruleslawyer.semantics.interpret import Interpreter
from ruleslawyer.semantics.rims import held_rims
from ruleslawyer.semantics.transition import TransitionSystem
from tests.agree.random_systems import of_seed
from tests.agree.test_native import system_of
from tests.bank import TINY


def test_large_scopes_with_rims_are_for_the_code_of_the_ruleset() -> None:
    system = system_of(TINY, "t91_rims", "tiny")
    large = TransitionSystem(Interpreter(system.system, replace(system.scope, large=True)))
    found = explore_scope(large)
    assert found.engine == "native"
    assert found.rims == explore_scope(system).rims
    assert len(found.rims) == 3


def test_random_rims() -> None:
    """Any members of any sort may be the rim; few of them, so that many rims are not reached."""
    reached = asked = 0
    for seed in range(40):
        reference = of_seed(seed)[1]
        system, dice = reference.system, Random(seed)
        rims = {name: frozenset(dice.sample(range(len(m)), min(1, len(m)))) for name, m in system.scope.names.items()}
        scope = replace(system.scope, rims=rims)
        code = search_natively(TransitionSystem(Interpreter(system.system, scope), system.reading), workers=1)
        states = {code.state(int(i)) for _, _, ids in code.found.rest_states() for i in ids}
        found = reached_rims(code.layout, code.found)
        assert found == held_rims(code.layout.schema, states), seed
        reached, asked = reached + len(found), asked + len(rims)
    assert 0 < reached < asked


@pytest.mark.parametrize("member", range(9))
def test_each_member_by_itself(member: int) -> None:
    """Of the pool a corner is collected, and nothing else of it is ever held."""
    system = system_of(TINY, "t91_rims", "tiny")
    scope = replace(system.scope, rims={"Pool": frozenset({member})})
    code = search_natively(TransitionSystem(Interpreter(system.system, scope)), workers=1)
    states = {code.state(int(i)) for _, _, ids in code.found.rest_states() for i in ids}
    assert reached_rims(code.layout, code.found) == held_rims(code.layout.schema, states)
