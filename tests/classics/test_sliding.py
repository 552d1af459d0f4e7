"""The 3 X 2 sliding puzzle: half of all 720 arrangements, the farthest 21 moves away (OEIS A090034)."""

from __future__ import annotations

from collections import Counter

from tests.classics.published import counts, depth, explored, words

BY_MOVES = [1, 2, 3, 5, 6, 7, 10, 12, 12, 16, 23, 25, 28, 39, 44, 40, 29, 21, 18, 12, 6, 1]


def test_counts() -> None:
    """The free cell is on each of six equally often, and has 14 neighbours in all."""
    found = explored("sliding", "board")
    assert counts(found) == (360, 360 // 6 * 14, 21)
    depths = Counter(depth(found, state) for state in found.graph)
    assert [depths[moves] for moves in range(22)] == BY_MOVES
    assert found.events == {}
    assert found.deadlocks == []


def test_properties() -> None:
    found = explored("sliding", "board")
    assert words(found) == dict.fromkeys(("one_on_each", "can_be_undone", "frees_its_cell"), "HOLDS IN SCOPE")
