"""The trial by the reference explorer, which ends as soon as a scope is known to have more states than so many."""

from __future__ import annotations

import pytest

from ruleslawyer.engines.explore.search import explore
from ruleslawyer.exploration.explore import SMALL
from ruleslawyer.rulebook.claims.limits import Limits
from tests.agree.strategies import ROOT
from tests.agree.test_native import system_of

FERRY = ROOT / "tests" / "projects" / "ferry"
STATES = 4
"""The states of its scope, counted by hand."""


@pytest.mark.parametrize("limit", range(1, STATES + 2))
def test_a_scope_with_more_states_is_known_and_no_other(limit: int) -> None:
    found = explore(system_of(FERRY, "ferry", "tiny"), Limits(states=limit), known=True)
    assert bool(found.stopped) == (limit < STATES)
    assert min(limit + 1, STATES) <= found.states <= STATES


def test_it_visits_fewer_states_than_it_knows() -> None:
    system = system_of(ROOT, "ccg", "tiny")
    known, visited = (explore(system, Limits(states=SMALL), known=known) for known in (True, False))
    assert known.stopped == visited.stopped != ""
    assert known.states > SMALL
    assert len(known.parents) < len(visited.parents)
