"""What is proved to be unbroken for any number of players fails no check in a play of a few, in drawn rulesets."""

from __future__ import annotations

from datetime import date

import pytest

from tests.any_number.drawn_unbroken import compare

TODAY = 8 * date.today().toordinal()
"""Other rulesets every day."""


def test_what_is_proved_unbroken_fails_in_no_play() -> None:
    for seed in range(TODAY, TODAY + 8):
        verdict, failed = compare(seed, 1.0)
        assert verdict != "PROVED" or not failed, f"python -m tests.any_number.drawn_unbroken {seed} 1"


@pytest.mark.campaign
def test_many_agree_and_say_something() -> None:
    """Of three hundred some are proved, and in some a check fails."""
    found = [compare(seed, 2.0) for seed in range(300)]
    assert not [seed for seed, (verdict, failed) in enumerate(found) if verdict == "PROVED" and failed]
    assert sum(verdict == "PROVED" for verdict, _ in found) > 60 < sum(bool(failed) for _, failed in found)
