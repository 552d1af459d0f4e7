"""Weights of ranking functions: exact, and as many instances fall as an exact solver makes fall."""

from __future__ import annotations

import math

import numpy as np
import z3
from hypothesis import example, given, settings
from hypothesis import strategies as st

from ruleslawyer.engines.smt.terminate.weights import solve

ROWS = st.lists(st.lists(st.lists(st.integers(-3, 3), min_size=3, max_size=3), max_size=3), min_size=1, max_size=4)


def most(rows: list[list[list[int]]]) -> int:
    """How many instances can fall at once, by z3 with fractions."""
    solver = z3.Optimize()
    weights, falls = z3.RealVector("w", 3), z3.RealVector("f", len(rows))
    solver.add(*(w >= 0 for w in weights), *(f >= 0 for f in falls), *(f <= 1 for f in falls))
    for fall, own in zip(falls, rows, strict=True):
        solver.add(*(z3.Sum([c * w for c, w in zip(row, weights, strict=True)]) >= fall for row in own))
    solver.maximize(z3.Sum(falls))
    assert solver.check() == z3.sat
    return sum(solver.model().eval(f).as_fraction() == 1 for f in falls)


@given(ROWS)
@example([[[1, -3, 0]], [[0, 1, -3]], [[-1, 0, 3]]])
@settings(deadline=None, max_examples=50)
def test_nothing_rises_and_as_much_falls_as_can(rows: list[list[list[int]]]) -> None:
    known = {7 * i: [np.array(row, dtype=np.int64) for row in own] for i, own in enumerate(rows)}
    found = solve(known, [1, 1, 10], math.inf)
    if found is None:
        assert most(rows) == 0
        return
    weights, lowered = found
    assert len(lowered) == most(rows) and min(weights) >= 0
    for i, own in known.items():
        assert all(int(row @ np.array(weights)) >= (1 if i in lowered else 0) for row in own)


def test_what_costs_less_is_taken() -> None:
    """Either count falls; the second is dear."""
    assert solve({0: [np.array([2, 5])]}, [1, 10], math.inf) in [([1, 0], {0}), ([2, 0], {0})]
