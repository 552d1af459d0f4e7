"""Covering arrays against a count of everything: each combination is in a row, impossible, or refused."""

from __future__ import annotations

from itertools import combinations, product

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ruleslawyer.sweep.covering import Covering, Never, combined, number

SIZES = st.lists(st.integers(1, 3), min_size=1, max_size=4)


@st.composite
def problems(draw: st.DrawFn) -> tuple[list[int], int, list[Never]]:
    sizes = draw(SIZES)
    never = []
    for _ in range(draw(st.integers(0, 3))):
        factors = draw(st.sets(st.integers(0, len(sizes) - 1), min_size=1, max_size=3))
        values = {f: draw(st.frozensets(st.integers(0, sizes[f] - 1), min_size=1)) for f in factors}
        never.append(Never(values))
    return sizes, draw(st.integers(1, 3)), never


@settings(suppress_health_check=[HealthCheck.too_slow], max_examples=50)
@given(problems())
def test_every_combination_that_can_be_is_in_a_row(problem: tuple[list[int], int, list[Never]]) -> None:
    sizes, strength, never = problem
    able = [row for row in product(*map(range, sizes)) if not any(n.broken(dict(enumerate(row))) for n in never)]
    possible = {one for row in able for one in combined(row, strength)}
    covering = Covering(sizes, strength, never)
    rows = list(covering.rows())
    assert {*rows} <= {*able} and len({*rows}) == len(rows)
    assert {one for row in rows for one in combined(row, strength)} == possible
    assert len(covering.impossible) == number(sizes, strength) - len(possible)
    assert not covering.left and not covering.refused
    assert rows == list(Covering(sizes, strength, never).rows())


@settings(max_examples=50)
@given(SIZES, st.integers(1, 3), st.data())
def test_what_does_not_fit_is_said(sizes: list[int], strength: int, data: st.DataObject) -> None:
    """Rows that are refused are in no array; a combination that was dealt nowhere is refused."""
    every = list(product(*map(range, sizes)))
    bad = data.draw(st.sets(st.sampled_from(every)))
    covering = Covering(sizes, strength, fits=lambda row: row not in bad)
    rows = list(covering.rows())
    assert not {*rows} & bad
    dealt = {one for row in rows for one in combined(row, strength)}
    assert not dealt & covering.refused
    assert len(dealt) + len(covering.refused) == number(sizes, strength)


def test_pairs_take_few_rows() -> None:
    """Ten factors of three values: 3 ** 10 rows would be all of them, and nine are the least for pairs."""
    sizes = [3] * 10
    rows = list(Covering(sizes, 2).rows())
    assert len(rows) <= 25
    assert all(len({(row[i], row[j]) for row in rows}) == 9 for i, j in combinations(range(10), 2))
