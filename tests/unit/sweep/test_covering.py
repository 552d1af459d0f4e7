"""Covering arrays against a count of everything: each combination is in a row, impossible, or refused."""

from __future__ import annotations

from itertools import combinations, permutations, product
from random import Random

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ruleslawyer.studies.sweep.covering import Combination, CombinationIndex, CoveringArray, FactorGroups, Row, number
from ruleslawyer.studies.sweep.factors import Exclusion

SIZES = st.lists(st.integers(1, 3), min_size=1, max_size=4)


def combined(row: Row, strength: int) -> set[Combination]:
    """The combinations that occur in a row."""
    return set(combinations(enumerate(row), min(strength, len(row))))


@st.composite
def problems(draw: st.DrawFn) -> tuple[list[int], int, list[Exclusion]]:
    sizes = draw(SIZES)
    never = []
    for _ in range(draw(st.integers(0, 3))):
        factors = draw(st.sets(st.integers(0, len(sizes) - 1), min_size=1, max_size=3))
        values = {f: draw(st.frozensets(st.integers(0, sizes[f] - 1), min_size=1)) for f in factors}
        never.append(Exclusion(values))
    return sizes, draw(st.integers(1, 3)), never


@given(problems(), st.randoms(use_true_random=False))
def test_a_row_at_random_can_be(problem: tuple[list[int], int, list[Exclusion]], random: Random) -> None:
    sizes, _, never = problem
    able = [row for row in product(*map(range, sizes)) if not any(n.is_broken(dict(enumerate(row))) for n in never)]
    assert not able or FactorGroups(tuple(sizes), tuple(never)).draw_row(random) in able


@settings(suppress_health_check=[HealthCheck.too_slow], max_examples=50)
@given(problems())
def test_every_combination_that_can_be_is_in_a_row(problem: tuple[list[int], int, list[Exclusion]]) -> None:
    sizes, strength, never = problem
    able = [row for row in product(*map(range, sizes)) if not any(n.is_broken(dict(enumerate(row))) for n in never)]
    possible = {one for row in able for one in combined(row, strength)}
    covering = CoveringArray(sizes, strength, never)
    rows = list(covering.rows())
    assert {*rows} <= {*able} and len({*rows}) == len(rows)
    assert {one for row in rows for one in combined(row, strength)} == possible
    assert covering.impossible.sum() == number(sizes, strength) - len(possible)
    assert not covering.left.any() and not covering.refused.any()
    assert rows == list(CoveringArray(sizes, strength, never).rows())


@settings(max_examples=50)
@given(SIZES, st.integers(1, 3), st.data())
def test_what_does_not_fit_is_said(sizes: list[int], strength: int, data: st.DataObject) -> None:
    """Rows that are refused are in no array; a combination that was dealt nowhere is refused."""
    every = list(product(*map(range, sizes)))
    bad = data.draw(st.sets(st.sampled_from(every)))
    covering = CoveringArray(sizes, strength, fits=lambda row: row not in bad)
    rows = list(covering.rows())
    assert not {*rows} & bad
    dealt = {one for row in rows for one in combined(row, strength)}
    refused = {covering.numbering.combination(one) for one in covering.refused.nonzero()[0].tolist()}
    assert not dealt & refused
    assert len(dealt) + len(refused) == number(sizes, strength)


@settings(suppress_health_check=[HealthCheck.too_slow], max_examples=50)
@given(problems())
def test_every_row_that_can_be(problem: tuple[list[int], int, list[Exclusion]]) -> None:
    sizes, strength, never = problem
    able = {row for row in product(*map(range, sizes)) if not any(n.is_broken(dict(enumerate(row))) for n in never)}
    rows = list(CoveringArray(sizes, strength, never, every=range(len(sizes))).rows())
    assert {*rows} == able and len(rows) == len(able)
    first = list(CoveringArray(sizes, strength, never, every=[0]).rows())
    assert {row for row in able if not any(row[1:])} <= {*first} and len({*first}) == len(first)


@settings(max_examples=50)
@given(st.integers(1, 3), st.integers(1, 3), st.integers(1, 3), st.booleans())
def test_of_rows_that_are_alike_one_is_enough(size: int, cards: int, strength: int, every: bool) -> None:
    """Cards with one factor each, which may change places: no row is another one in another order."""

    def orbit(row: Row) -> list[Row]:
        return sorted({*permutations(row)})

    covering = CoveringArray([size] * cards, strength, orbit=orbit, every=range(cards) if every else ())
    rows = list(covering.rows())
    assert len({tuple(sorted(row)) for row in rows}) == len(rows)
    dealt = {one for row in rows for alike in orbit(row) for one in combined(alike, strength)}
    assert len(dealt) == number([size] * cards, strength) and not covering.left.any()
    if every:
        assert len(rows) == len({tuple(sorted(row)) for row in product(range(size), repeat=cards)})


@given(SIZES, st.integers(1, 3), st.data())
def test_numbers_of_combinations(sizes: list[int], strength: int, data: st.DataObject) -> None:
    row = tuple(data.draw(st.integers(0, size - 1)) for size in sizes)
    numbering = CombinationIndex(sizes, strength)
    assert numbering.total == number(sizes, strength)
    assert {numbering.combination(one) for one in numbering.of(row).tolist()} == combined(row, strength)


def test_pairs_take_few_rows() -> None:
    """Ten factors of three values: 3 ** 10 rows would be all of them, and nine are the least for pairs."""
    sizes = [3] * 10
    rows = list(CoveringArray(sizes, 2).rows())
    assert len(rows) <= 25
    assert all(len({(row[i], row[j]) for row in rows}) == 9 for i, j in combinations(range(10), 2))
