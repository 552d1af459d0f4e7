"""The Towers of Hanoi: 3^n arrangements, (3^(n+1) - 3) / 2 moves between them, 2^n - 1 to the farthest.

A. M. Hinz, S. Klavžar, C. Petr: The Tower of Hanoi - Myths and Maths, section 2.3. Each move can be taken back, so
that there are twice as many transitions.
"""

from __future__ import annotations

import pytest

from tests.agree.native import layers
from tests.classics.published import counts, explored, natively, words

DISCS = {"three": 3, "eight_discs": 8, "twelve": 12}
LATER = {"twelve": pytest.mark.campaign}
"""Half a million arrangements."""


def published(discs: int) -> tuple[int, int, int]:
    return 3**discs, 3 ** (discs + 1) - 3, 2**discs - 1


@pytest.mark.parametrize("scope", [pytest.param(scope, marks=LATER.get(scope, ())) for scope in DISCS])
def test_counts(scope: str) -> None:
    """At distance d from a whole tower there are 2 to the power of the ones in d's binary digits."""
    discs = DISCS[scope]
    found = natively("hanoi", scope).found
    assert (found.size, found.transitions, found.depth) == published(discs)
    assert layers(found) == [2 ** d.bit_count() for d in range(2**discs)]
    assert found.deadlocks == []


def test_three_discs() -> None:
    """The same with networkx, and the claim."""
    found = explored("hanoi", "three")
    assert counts(found) == published(3)
    assert found.events == {}
    assert words(found) == {"tower_elsewhere": "HOLDS IN SCOPE"}


def test_never_onto_a_smaller_one() -> None:
    """Without that clause a disc with nothing smaller on its peg may go to both others.

    The largest of three has nothing smaller there in 27 * 4/9 arrangements, the middle one in 27 * 2/3.
    """
    found = natively("hanoi", "three", without=frozenset({"2.2"})).found
    assert (found.size, found.transitions) == (3**3, 2 * (27 + 18 + 12))
