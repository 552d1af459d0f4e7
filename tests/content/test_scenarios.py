"""The scenarios of the bundled rulesets: all of them pass, on both machines, and none goes missing."""

from collections import Counter
from pathlib import Path

import pytest

from tests.content.played import NAMES, played, suite

LEAST = {"overview": 18, "zones": 19, "setup": 22, "turn": 46, "actions": 22, "rules": 15, "worked-examples": 5}


@pytest.mark.parametrize("number", range(len(NAMES)), ids=NAMES)
def test_passes_on_both_machines(number: int) -> None:
    result = played(number)
    assert result.scenario.name == NAMES[number]
    assert all(r.agree for r in result.runs), "the two machines differ"
    assert result.passed, [(c.expected, c.found) for r in result.runs for c in r.checked if not c.passed]


def test_no_scenario_is_without_a_test() -> None:
    assert [s.name for _, s in suite().scenarios] == NAMES


def test_every_chapter_keeps_its_scenarios() -> None:
    found = Counter(Path(s.file).stem for ruleset, s in suite().scenarios if ruleset.name == "megacorp")
    assert {name: least for name, least in LEAST.items() if found[name] < least} == {}
