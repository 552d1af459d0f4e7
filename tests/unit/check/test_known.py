"""What is new in a scope, asked quickly, against all that an exploration says, of which what is known is taken away."""

from __future__ import annotations

import pytest

from ruleslawyer.check.known import CAP, Known, known_events
from ruleslawyer.engines.explore.search import explore
from ruleslawyer.exploration.explore import result_of
from ruleslawyer.exploration.native import NativeExploration, explore_natively
from ruleslawyer.exploration.reference import ReferenceExploration
from ruleslawyer.rulebook.claims.occurrence import Found, met_of, wrong_in
from ruleslawyer.rulebook.claims.result import EventResult
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset
from tests.bundled import bundled


@pytest.fixture(scope="module")
def daemons() -> LoadedRuleset:
    return bundled().ruleset("daemons")


@pytest.fixture(scope="module")
def graph(daemons: LoadedRuleset) -> NativeExploration:
    """Eight events, of which one does not matter, and properties that are violated."""
    return explore_natively(daemons.transition_system("gauge"))


def as_keys(new: tuple[Found, ...]) -> set[object]:
    """What is met, without the plays: of equal length there may be several."""
    return {(met_of(one).key, one.depth if isinstance(one, EventResult) else 0) for one in new}


@pytest.mark.parametrize("kept", [0, 5, None])
def test_it_is_what_no_finding_names_and_matters(
    daemons: LoadedRuleset, graph: NativeExploration, kept: int | None
) -> None:
    """With so many of the findings alone, and with all; a second time it is what it was, though names were learned."""
    all_of_it = known_events(daemons)
    names = all_of_it if kept is None else Known(all_of_it.findings[:kept])
    said, new = result_of(graph), names.is_new
    caps = [event for event in said.events if event.event.kind == CAP]
    wanted = tuple(one for one in wrong_in(said) if one not in caps and new(one))
    assert bool(wanted) == (kept is not None)
    assert names.news(graph) == names.news(graph) == wanted
    reference = ReferenceExploration(explore(graph.system))
    assert as_keys(names.news(reference)) == as_keys(wanted)
