"""The dining philosophers of Rumur's manual: 3 216 states and 16 160 rules fired with ordered forks, stuck without.

The counts for three philosophers, and the whole of the unordered table, are nobody's but ours: a few lines of plain
Python give the same.
"""

from __future__ import annotations

import networkx as nx
import pytest

from ruleslawyer.engines.explore.search import Exploration
from ruleslawyer.rulebook.claims.limits import Limits
from tests.classics.published import counts, depth, explored, natively, value, words

ORDER = frozenset({"3.1", "3.2"})
EATING = 2
HOLDS = dict.fromkeys(("somebody_eats", "no_fork_is_shared", "held_by_somebody", "dinner_goes_on"), "HOLDS IN SCOPE")


def nearest_deadlock(found: Exploration) -> int:
    return min(depth(found, dead.state) for dead in found.deadlocks)


def test_ordered() -> None:
    found = explored("philosophers", "five")
    assert counts(found)[:2] == (3216, 16160)
    assert found.events == {}
    assert found.deadlocks == []
    assert words(found) == HOLDS
    for i in range(5):
        meals = (state for state in found.graph if value(found, state, "mood")[i] == EATING)
        back = nx.multi_source_dijkstra_path_length(found.graph.reverse(copy=False), set(meals))
        assert len(back) == found.states, f"somewhere philosopher {i} can never eat again"


def test_unordered_natively() -> None:
    """All of it, with the two states that are stuck; the nearest is five firings away."""
    found = natively("philosophers", "five", without=ORDER).found
    assert (found.size, found.transitions, found.depth) == (10054, 59040, 30)
    assert len(found.deadlocks) == 2
    assert min(found.depth_of(i) for i in found.deadlocks) == 5


def test_unordered_is_stuck_after_five() -> None:
    """Breadth first: everything within four firings was visited before the deadlock, and has none."""
    found = explored("philosophers", "five", without=ORDER, limits=Limits(states=1200))
    assert nearest_deadlock(found) == 5
    assert max(depth(found, state) for state in found.graph) > 5
    assert [dead.forbidden for dead in found.deadlocks] == [(), ()]


@pytest.mark.parametrize(("without", "expected"), [(frozenset[str](), (120, 356, 18)), (ORDER, (250, 876, 18))])
def test_three(without: frozenset[str], expected: tuple[int, int, int]) -> None:
    found = explored("philosophers", "three", without=without)
    assert counts(found) == expected
    if without:
        assert nearest_deadlock(found) == 3
    assert words(found) == HOLDS | ({"dinner_goes_on": "VIOLATED"} if without else {})


@pytest.mark.campaign
def test_unordered() -> None:
    """Everybody holds the left fork, or everybody the right one; no other state is stuck."""
    found = explored("philosophers", "five", without=ORDER)
    assert counts(found) == (10054, 59040, 30)
    assert len(found.deadlocks) == 2
    assert nearest_deadlock(found) == 5
    assert words(found) == HOLDS | {"dinner_goes_on": "VIOLATED"}
