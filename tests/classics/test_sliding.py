"""Sliding puzzles by distance: 3 X 2, half of 720 arrangements, the farthest 21 moves away (OEIS A090034).

The 8-puzzle: half of 9!, with the free cell in a corner in the beginning at most 31 moves (OEIS A089473).
"""

from __future__ import annotations

from collections import Counter

from tests.agree.native import layers
from tests.classics.published import counts, depth, explored, natively, words

BY_MOVES = [1, 2, 3, 5, 6, 7, 10, 12, 12, 16, 23, 25, 28, 39, 44, 40, 29, 21, 18, 12, 6, 1]
EIGHT_BY_MOVES = [
    *(1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286, 396, 748, 1024, 1893, 2512, 4485, 5638, 9529, 10878, 16993, 17110),
    *(23952, 20224, 24047, 15578, 14560, 6274, 3910, 760, 221, 2),
]


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


def test_eight() -> None:
    """The free cell is on each of nine equally often, and has 24 neighbours in all."""
    found = natively("sliding", "eight").found
    assert layers(found) == EIGHT_BY_MOVES
    assert (found.size, found.depth) == (181_440, 31)
    assert found.transitions == 181_440 // 9 * 24
    assert found.deadlocks == []
