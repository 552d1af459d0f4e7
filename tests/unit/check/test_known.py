"""What is new in a scope, asked quickly, against all that an exploration says, of which what is known is taken away."""

from __future__ import annotations

import pytest

from ruleslawyer.check.known import CAP, Known, known
from ruleslawyer.engines.explore.search import explore
from ruleslawyer.evidence.verify import Unexplained
from ruleslawyer.exploration.explore import result_of
from ruleslawyer.exploration.native import NativeExploration, explore_natively
from ruleslawyer.exploration.reference import Reference
from ruleslawyer.rulesets.loaded import LoadedRuleset
from tests.bundled import bundled


@pytest.fixture(scope="module")
def daemons() -> LoadedRuleset:
    return bundled().ruleset("daemons")


@pytest.fixture(scope="module")
def graph(daemons: LoadedRuleset) -> NativeExploration:
    """Eight events, of which one does not matter, and properties that are violated."""
    return explore_natively(daemons.transition_system("gauge"))


def as_keys(new: Unexplained) -> tuple[set[object], ...]:
    """What is met, without the plays: of equal length there may be several."""
    return (
        {(e.event.key, e.depth) for e in new.events},
        {(d.unspoken, d.forbidden) for d in new.deadlocks},
        {(v.name, v.word) for v in new.violated},
    )


@pytest.mark.parametrize("kept", [0, 5, None])
def test_it_is_what_no_finding_names_and_matters(
    daemons: LoadedRuleset, graph: NativeExploration, kept: int | None
) -> None:
    """With so many of the findings alone, and with all; a second time it is what it was, though names were learned."""
    all_of_it = known(daemons)
    names = all_of_it if kept is None else Known(all_of_it.findings[:kept])
    said, new = result_of(graph), names.is_new
    wanted = Unexplained(
        tuple(e for e in said.events if e.event.kind != CAP and new(e)),
        tuple(d for d in said.deadlocks if new(d)),
        tuple(v for v in said.verdicts if new(v)),
    )
    assert bool(wanted.all) == (kept is not None)
    assert names.news(graph) == names.news(graph) == wanted
    reference = Reference(explore(graph.system))
    assert as_keys(names.news(reference)) == as_keys(wanted)
