"""What is new in a scope, asked quickly, against all that an exploration says, of which what is known is taken away."""

from __future__ import annotations

import pytest

from ruleslawyer.check.known import Known
from ruleslawyer.exploration.explore import result_of
from ruleslawyer.exploration.native import NativeExploration, explore_natively
from ruleslawyer.rulesets.loaded import LoadedRuleset
from ruleslawyer.sweep.known import Names
from tests.bundled import bundled


@pytest.fixture(scope="module")
def daemons() -> LoadedRuleset:
    return bundled().ruleset("daemons")


@pytest.fixture(scope="module")
def graph(daemons: LoadedRuleset) -> NativeExploration:
    """Eight events, of which one does not matter, and properties that are violated."""
    return explore_natively(daemons.transition_system("gauge"))


@pytest.mark.parametrize("kept", [0, 5, None])
def test_it_is_what_no_finding_names_and_matters(
    daemons: LoadedRuleset, graph: NativeExploration, kept: int | None
) -> None:
    """With so many of the findings alone, and with all; a second time it is what it was, though names were learned."""
    names = Names(daemons)
    if kept is not None:
        names.known = Known(names.known.findings[:kept], frozenset())
        names.violated = set()
    wanted = names.of_result(result_of(graph))
    assert bool(wanted) == (kept is not None)
    assert names.news(graph) == names.news(graph) == wanted
