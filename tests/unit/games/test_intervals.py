"""Shares and amounts with their intervals: against published values, and laws."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ruleslawyer.studies.games.intervals import Share, amount, every, share


def test_wilson() -> None:
    """Newcombe (1998), table I, method 3: 81 of 263, and 15 of 148, and none of 20."""
    for times, of, low, high in ((81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611)):
        found = share(times, of)
        assert found.low == pytest.approx(low, abs=1e-4)
        assert found.high == pytest.approx(high, abs=1e-4)


@given(st.integers(0, 40), st.integers(0, 40))
def test_the_share_lies_in_its_interval(one: int, other: int) -> None:
    found = share(one, one + other)
    assert 0 <= found.low <= (found.share if one + other else 0.5) + 1e-9
    assert (found.share if one + other else 0.5) - 1e-9 <= found.high <= 1


@given(st.lists(st.integers(0, 10_000), min_size=1, max_size=30))
def test_columns_hold_every_game_once(numbers: list[int]) -> None:
    found = amount(numbers)
    assert found is not None
    assert sum(times for _, times in found.bins) == len(numbers)
    assert found.low - 1e-9 <= found.mean <= found.high + 1e-9
    assert found.least <= found.quartiles[0] <= found.quartiles[1] <= found.quartiles[2] <= found.most


def test_of_nothing() -> None:
    assert amount([]) is None
    assert share(0, 0) == Share(0, 0, 0.0, 1.0)


@pytest.mark.parametrize(
    ("times", "said"),
    [
        (0, "in none of 100 games"), (1, "in every 100th game"), (33, "in every third game"),
        (50, "in every second game"), (70, "in most games"), (95, "in nearly every game"), (100, "in every game"),
    ],
)  # fmt: skip
def test_how_often(times: int, said: str) -> None:
    assert every(share(times, 100)) == said
