"""Transaction commit with three managers: 34 distinct states of 94 that TLC generates, the first one among them.

TLC counts the states of a longest path, we its actions: its 7 is our 6.
"""

from __future__ import annotations

from tests.classics.published import counts, explored, words


def test_three_managers() -> None:
    found = explored("tcommit", "three")
    assert counts(found) == (34, 94 - 1, 7 - 1)
    assert found.events == {}
    assert found.deadlocks == []
    assert words(found) == dict.fromkeys(("commits", "aborts", "consistent"), "HOLDS IN SCOPE")


def test_ends() -> None:
    """Everybody commits, or everybody aborts."""
    found = explored("tcommit", "three")
    ends = [state for state, ended in found.graph.nodes(data="ended") if ended]
    assert len(ends) == 2
    assert all(found.graph.out_degree(state) == 0 for state in ends)
