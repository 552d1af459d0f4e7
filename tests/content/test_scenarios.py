"""The scenarios of the bundled rulesets: all of them pass, on both machines, and none goes missing."""

from collections import Counter
from pathlib import Path

import pytest

from ruleslawyer.scenario.suite import Suite
from tests.bundled import bundled

SUITE = Suite(bundled())
LEAST = {"overview": 18, "zones": 19, "setup": 22, "turn": 46, "actions": 22, "rules": 15, "worked-examples": 5}


@pytest.mark.parametrize("number", range(len(SUITE.scenarios)), ids=[s.name for _, s in SUITE.scenarios])
def test_passes_on_both_machines(number: int) -> None:
    result = SUITE.run(*SUITE.scenarios[number])
    assert all(r.agree for r in result.runs), "the two machines differ"
    assert result.passed, [(c.expected, c.found) for r in result.runs for c in r.checked if not c.passed]


def test_every_chapter_keeps_its_scenarios() -> None:
    found = Counter(Path(s.file).stem for ruleset, s in SUITE.scenarios if ruleset.name == "megacorp")
    assert {name: least for name, least in LEAST.items() if found[name] < least} == {}
