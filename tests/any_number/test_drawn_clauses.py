"""Clauses that are proved apart for any number of players are met by no play of a few, in rulesets drawn at random."""

from __future__ import annotations

from datetime import date

import pytest

from tests.any_number.drawn_clauses import compare

TODAY = 8 * date.today().toordinal()
"""Other rulesets every day."""


def test_what_is_proved_apart_is_not_met() -> None:
    for seed in range(TODAY, TODAY + 8):
        proved, met = compare(seed, 1.0)
        assert not proved & met, f"python -m tests.any_number.drawn_clauses {seed} 1"


@pytest.mark.campaign
def test_many_agree_and_say_something() -> None:
    """Of three hundred some pairs are proved apart, and some are met."""
    found = [compare(seed, 2.0) for seed in range(300)]
    assert not [seed for seed, (proved, met) in enumerate(found) if proved & met]
    assert sum(len(proved) for proved, _ in found) > 300 < sum(len(met) for _, met in found)
