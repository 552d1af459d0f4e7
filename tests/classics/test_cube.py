"""The pocket cube: 3 674 160 positions by distance, a half turn being one (OEIS A079761), at most eleven turns away.

With turns of two sides only, six of the seven free corners move: 120 permutations of them (PGL(2, 5), Singmaster's
notes) times 3^5 twists, since the sixth twist follows from the others.
"""

from __future__ import annotations

import pytest

from tests.agree.native import layers
from tests.classics.published import natively

BY_TURNS = [1, 9, 54, 321, 1847, 9992, 50136, 227536, 870072, 1887748, 623800, 2644]


@pytest.mark.campaign
def test_all_turns() -> None:
    """Nine turns are allowed everywhere."""
    found = natively("cube", "all_turns").found
    assert layers(found) == BY_TURNS
    assert (found.size, found.depth) == (3_674_160, 11)
    assert found.transitions == 9 * found.size
    assert found.deadlocks == []


def test_two_sides() -> None:
    found = natively("cube", "two_sides").found
    assert found.size == 120 * 3**5
    assert found.transitions == 6 * found.size
    assert found.deadlocks == []
