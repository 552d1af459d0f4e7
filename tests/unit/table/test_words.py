"""Names and numbers as words on a table."""

from __future__ import annotations

import pytest

from ruleslawyer.rulebook.table.words import lower, words


@pytest.mark.parametrize(
    ("value", "said"),
    [("FULL_HAND", "full hand"), ("IQ", "IQ"), ("A", "A"), ("Imp", "Imp"), (-3, "−3"), ({"BQ": 1}, "BQ 1")],
)
def test_a_value_in_words(value: object, said: str) -> None:
    assert words(value) == said


def test_a_key_that_is_short_for_something_stays() -> None:
    assert (lower("BQ"), lower("SUNK")) == ("BQ", "sunk")
