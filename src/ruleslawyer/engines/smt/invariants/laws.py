"""Linear laws that sampled states obey: combinations of counts that are equal in all of them, by linear algebra.

The states of plays, as rows of a matrix of counts, have a null space; each vector of its reduced basis is a law. It is
computed modulo a prime and its fractions are found again, which is exact for the small ones that are readable. Nothing
is concluded from a law here: it is a candidate, and the solver is asked.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import gcd, isqrt, lcm

import numpy as np

from ruleslawyer.base.arrays import Integers
from ruleslawyer.engines.smt.invariants.counts import Count
from ruleslawyer.engines.smt.invariants.derive import Lemma
from ruleslawyer.lifted.scoped.nodes import Node, add, equal, multiply, number

PRIME = (1 << 31) - 1
"""Products of two residues fit 64 bits."""
LARGEST = 12
"""The largest coefficient of a law that anybody would read."""
LONGEST = 24
"""Counts in one law, at most."""


def laws(counts: Sequence[Count], constants: Sequence[tuple[str, Node]], rows: Integers) -> Iterator[Lemma]:
    """The laws between some counts and numbers that never change. `rows`: for each sampled state the values of the
    counts, then those of the constants."""
    # The constants come first, so that what is left over depends on them, and not they on what varies.
    whole = np.hstack([np.ones((len(rows), 1), dtype=np.int64), rows[:, len(counts) :], rows[:, : len(counts)]])
    fixed = [number(1), *(node for _, node in constants)]
    for vector in null_space(whole):
        here, rest = vector[len(fixed) :], vector[: len(fixed)]
        used = [i for i, c in enumerate(here) if c]
        if not used or len(used) > LONGEST or max(map(abs, vector)) > LARGEST:
            continue
        if here[used[0]] < 0:
            here, rest = [-c for c in here], [-c for c in rest]
        terms = [(here[i], counts[i].words, counts[i].node) for i in used]
        known = [(-c, "" if i == 0 else constants[i - 1][0], fixed[i]) for i, c in enumerate(rest) if c]
        left = [term for term in terms if term[0] > 0] + [(-c, w, n) for c, w, n in known if c < 0 and w]
        right = [(-c, w, n) for c, w, n in terms if c < 0] + [term for term in known if term[0] > 0 or not term[1]]
        kind = (
            "range" if len(left) == 1 and not any(w for _, w, _ in right) else "law"
        )  # a single one that never changes
        yield Lemma(f"{_words(left)} = {_words(right)}", equal(_sum(left), _sum(right)), kind)


def _words(terms: Sequence[tuple[int, str, Node]]) -> str:
    return " + ".join((w if c == 1 else f"{c} * {w}") if w else str(c) for c, w, _ in terms) or "0"


def _sum(terms: Sequence[tuple[int, str, Node]]) -> Node:
    return add(*(multiply(number(c), node) for c, _, node in terms))


def null_space(rows: Integers) -> Iterator[list[int]]:
    """A basis of the vectors that are orthogonal to all rows, with whole numbers; each has one entry behind its last
    pivot. Vectors whose fractions are not small are left out."""
    reduced, pivots = _echelon(np.unique(rows, axis=0) % PRIME)
    width = rows.shape[1]
    for free in range(width):
        if free in pivots:
            continue
        found = [Fraction(0)] * width
        found[free] = Fraction(1)
        for row, pivot in enumerate(pivots):
            fraction = _fraction(-int(reduced[row, free]) % PRIME)
            if fraction is None:
                break
            found[pivot] = fraction
        else:
            whole = lcm(*(f.denominator for f in found))
            numbers = [int(f * whole) for f in found]
            common = gcd(*numbers)
            yield [n // common for n in numbers]


def _echelon(rows: Integers) -> tuple[Integers, list[int]]:
    """The reduced echelon form modulo the prime, and the column of each of its rows' first entry."""
    rows, pivots, done = rows.copy(), [], 0
    for column in range(rows.shape[1]):
        below = np.flatnonzero(rows[done:, column])
        if not len(below):
            continue
        place = done + int(below[0])
        rows[[done, place]] = rows[[place, done]]
        rows[done] = rows[done] * pow(int(rows[done, column]), -1, PRIME) % PRIME
        others = np.flatnonzero(rows[:, column])
        others = others[others != done]
        rows[others] = (rows[others] - rows[others, column][:, None] * rows[done]) % PRIME
        pivots.append(column)
        done += 1
        rows = np.vstack([rows[:done], rows[done:][rows[done:].any(axis=1)]])
        if done == len(rows):
            break
    return rows[:done], pivots


def _fraction(residue: int) -> Fraction | None:
    """The small fraction that is congruent to a residue, if there is one (by Wang's half of Euclid's algorithm)."""
    bound = isqrt(PRIME // 2)
    a, b, x, y = PRIME, residue, 0, 1
    while b > bound:
        quotient = a // b
        a, b, x, y = b, a - quotient * b, y, x - quotient * y
    return Fraction(b, y) if 0 < abs(y) <= bound and gcd(b, y) == 1 else None
