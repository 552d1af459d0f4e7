"""Linear programs: worked by hand, and with whole numbers by trying all."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ruleslawyer.base.linear import cheapest

MATRICES = st.lists(st.lists(st.integers(0, 2), min_size=4, max_size=4).filter(any), min_size=1, max_size=4)


def program(rows: list[list[int]]) -> tuple[np.ndarray, ...]:
    matrix = np.array(rows)
    places = np.nonzero(matrix)
    return (*places, matrix[places])


def test_the_diet() -> None:
    """x + 2y and 3x + y, each at least 5, cost x + y in sum: at x = 1 and y = 2, where both are met exactly."""
    found = cheapest([1, 1], [program([[1, 2], [3, 1]])], [5, 5])
    assert found is not None and found.tolist() == pytest.approx([1, 2])


def test_what_is_bounded_comes_from_elsewhere() -> None:
    """At most one of the cheaper one; a block of its own adds the dear one to the same row."""
    found = cheapest([1, 3], [program([[1]]), (np.array([0]), np.array([1]), np.array([1]))], [2], [1, np.inf])
    assert found is not None and found.tolist() == pytest.approx([1, 1])


def test_no_time() -> None:
    assert cheapest([1, 1], [program([[1, 2], [3, 1]])], [5, 5], seconds=0) is None


@given(MATRICES, st.lists(st.integers(1, 5), min_size=4, max_size=4))
@settings(deadline=None, max_examples=50)
def test_whole_numbers(rows: list[list[int]], costs: list[int]) -> None:
    """Each row is reached with at most one of each, as cheaply as with any of the sixteen ways."""
    found = cheapest(costs, [program(rows)], np.ones(len(rows)), 1, whole=True)
    assert found is not None and set(found.round(6)) <= {0.0, 1.0}
    ways = (np.array(way) for way in product((0, 1), repeat=4))
    assert found @ costs == pytest.approx(min(way @ costs for way in ways if (np.array(rows) @ way >= 1).all()))
