"""Two-phase commit with three resource managers: 288 distinct states of 1146 that TLC generates, depth 11 in states."""

from __future__ import annotations

from tests.classics.published import counts, explored, words


def test_three_managers() -> None:
    found = explored("twophase", "three")
    assert counts(found) == (288, 1146 - 1, 11 - 1)
    assert found.events == {}
    assert found.deadlocks == []
    assert words(found) == dict.fromkeys(("commits", "aborts", "consistent"), "HOLDS IN SCOPE")


def test_without_a_commit() -> None:
    """Take the permit to commit away, and the claim says nothing any more."""
    found = explored("twophase", "three", without=frozenset({"2.2"}))
    assert words(found) == {"commits": "VACUOUS", "aborts": "HOLDS IN SCOPE", "consistent": "VACUOUS"}
