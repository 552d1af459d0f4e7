"""Plays under other readings than the one that is asked of."""

from __future__ import annotations

import pytest

from ruleslawyer.api import Project
from ruleslawyer.proof.in_scope import break_under_readings
from ruleslawyer.proof.result import no_answer
from tests import bank


@pytest.mark.parametrize(
    ("reading", "rulings", "word"),
    [
        ({}, {}, "VIOLATED"),  # jump: 0 1 3 5
        ({"stride": "stay"}, {}, "UNKNOWN"),  # 0 1, and there for ever
        ({}, {"stride?": "jump"}, "VIOLATED"),  # then_two: 0 1 3 5
        ({"stride": "then_one"}, {"stride?": "jump"}, "UNKNOWN"),  # 0 1 2 4
        ({}, {"stride": "one_more"}, "UNKNOWN"),  # 0 1 2 3 4: the ruling leaves nothing open
    ],
)
def test_a_reading_that_is_chosen_stays(reading: dict[str, str], rulings: dict[str, str], word: str) -> None:
    ruleset = Project.load(bank.TINY).ruleset("t140_gap_ruled")
    asked = [no_answer(ruleset.system, "not_five")]
    (found,) = break_under_readings(ruleset, asked, ["tiny"], reading, rulings, 30.0, None)
    assert found.verdict == word, found
