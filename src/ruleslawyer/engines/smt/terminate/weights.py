"""Weights by which no known sub-step raises a sum of counts, and as many instances as can be always lower it.

A linear program, solved by HiGHS in floating point; what it finds is made exact again, and checked.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import lcm
from time import monotonic

import numpy as np
import z3

from ruleslawyer.base.arrays import Integers
from ruleslawyer.base.linear import cheapest

SMALL = 1e-7
"""A weight that is none, in floating point."""
FINEST = 10_000
"""The largest denominator of a weight that is read off floating point."""


class OutOfTime(Exception):
    """The solver gave no answer in its time."""


def solve(
    rows: Mapping[int, Sequence[object]], costs: Sequence[int], deadline: float
) -> tuple[list[int], set[int]] | None:
    """Whole weights, none below 0, and the instances of which all sub-steps fall then: as many as can be, with weights
    that cost little. `rows`: for each instance by how much each count falls in its sub-steps. None where none can fall.

    What can fall at all can fall at once, as two functions add up: so the sum of the falls, each at most 1, is greatest
    where each of them is 0 or 1.
    """
    order = list(rows)
    owners = np.array([k for k, i in enumerate(order) for _ in rows[i]], dtype=np.int64)
    falls = np.array([row for i in order for row in rows[i]], dtype=np.int64).reshape(len(owners), len(costs))
    wide, many = len(costs), len(order)
    places = np.nonzero(falls)
    given = (*places, falls[places])
    owed = (np.arange(len(owners)), wide + owners, np.full(len(owners), -1))
    both = cheapest(
        np.repeat([0, -1], [wide, many]), [given, owed], np.zeros(len(owners)), np.repeat([np.inf, 1], [wide, many]),
        seconds=_until(deadline),
    )  # fmt: skip
    if both is None:
        raise OutOfTime
    low = both[wide:] > 0.5
    if not low.any():
        return None
    least = low[owners].astype(np.int64)
    cheap = cheapest(costs, [given], least, seconds=_until(deadline))
    if cheap is None:
        raise OutOfTime
    weights = _whole([Fraction(w).limit_denominator(FINEST) for w in np.where(cheap > SMALL, cheap, 0.0)])
    if (falls @ np.array(weights, dtype=np.int64) < least).any():
        weights = _exact(falls, least, np.flatnonzero(cheap > SMALL), deadline)
    return weights, {i for i, falling in zip(order, low, strict=True) if falling}


def _until(deadline: float) -> float:
    return max(0.001, deadline - monotonic())


def _whole(fractions: Sequence[Fraction]) -> list[int]:
    whole = lcm(*(f.denominator for f in fractions))
    return [int(f * whole) for f in fractions]


def _exact(falls: Integers, least: Integers, used: Integers, deadline: float) -> list[int]:
    """The same by z3, with the weights that are used in floating point, or if these do not suffice with all."""
    for columns in (used, range(falls.shape[1])):
        context = z3.Context()
        solver = z3.Solver(ctx=context)
        solver.set("timeout", max(1, int((deadline - monotonic()) * 1000)))
        weights = {int(f): z3.Real(f"weight!{f}", context) for f in columns}
        solver.add(*(w >= 0 for w in weights.values()))
        for row, wanted in {(tuple(row), wanted) for row, wanted in zip(falls.tolist(), least.tolist(), strict=True)}:
            terms = [row[f] * w for f, w in weights.items() if row[f]]
            solver.add(z3.Sum(terms) >= wanted if terms else z3.BoolVal(wanted <= 0, context))
        answer = solver.check()
        if answer == z3.sat:
            found = {f: solver.model().eval(w, model_completion=True).as_fraction() for f, w in weights.items()}
            return _whole([Fraction(found.get(f, 0)) for f in range(falls.shape[1])])
    raise OutOfTime
