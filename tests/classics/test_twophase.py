"""Two-phase commit with three resource managers: 288 distinct states of 1146 that TLC generates, depth 11 in states.

With five: 8 832 states (Stateright, examples/2pc.rs, which has 288 for three too).
"""

from __future__ import annotations

from tests.classics.published import counts, explored, natively, words


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


def test_five_managers() -> None:
    """Each of five prepares, is noted, and hears the decision; the coordinator decides: 16 actions at most."""
    found = natively("twophase", "five").found
    assert (found.size, found.depth) == (8832, 3 * 5 + 1)
    assert found.deadlocks == []


def test_three_managers_natively() -> None:
    found = natively("twophase", "three").found
    assert (found.size, found.transitions, found.depth) == (288, 1146 - 1, 11 - 1)
