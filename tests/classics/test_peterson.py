"""Peterson's algorithm, two processes, six labels: 42 distinct states of 77 that TLC generates, depth 11 in states."""

from __future__ import annotations

from tests.classics.published import counts, explored, words


def test_two_processes() -> None:
    found = explored("peterson", "two")
    assert counts(found) == (42, 77 - 1, 11 - 1)
    assert found.events == {}
    assert found.deadlocks == []


def test_mutual_exclusion() -> None:
    found = explored("peterson", "two")
    assert words(found) == dict.fromkeys(("somebody_inside", "exclusive", "flag_tells", "can_go_in"), "HOLDS IN SCOPE")
