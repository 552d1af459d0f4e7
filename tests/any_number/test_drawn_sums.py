"""What is proved of sums for any number of players is broken by no play of a few, in rulesets drawn at random."""

from __future__ import annotations

from datetime import date

import pytest

from tests.any_number.drawn_sums import compare

TODAY = date.today().toordinal()
"""Another ruleset every day."""


def test_what_is_proved_is_not_broken() -> None:
    proved, broken = compare(TODAY, 1.0)
    assert not proved & broken, f"python -m tests.any_number.drawn_sums {TODAY} 1"


@pytest.mark.campaign
def test_many_agree_and_say_something() -> None:
    """Of a hundred some properties are proved, and some are broken."""
    found = [compare(seed, 2.0) for seed in range(100)]
    assert not [seed for seed, (proved, broken) in enumerate(found) if proved & broken]
    assert sum(len(proved) for proved, _ in found) > 100 < sum(len(broken) for _, broken in found)
