"""The scenarios of the bundled rulesets: all of them pass, on both machines, and none goes missing."""

from pathlib import Path

import pytest

from ruleslawyer.check.scenario.suite import Suite
from tests.bundled import bundled
from tests.content.played import FILES, NAMED, played

LEAST = {"overview": 18, "zones": 19, "setup": 22, "turn": 46, "actions": 22, "rules": 15, "worked-examples": 5}


@pytest.mark.parametrize("file", NAMED, ids=lambda file: f"{file.parents[1].name}-{file.stem}")
def test_passes_on_both_machines(file: Path) -> None:
    """All scenarios of a file."""
    results = [played(file, place) for place in range(len(NAMED[file]))]
    assert [result.scenario.name for result in results] == NAMED[file]
    assert [r.scenario.name for r in results if not all(run.agree for run in r.runs)] == [], "the two machines differ"
    failed = {
        r.scenario.name: [(c.expected, c.found) for run in r.runs for c in run.checked if not c.passed]
        for r in results
        if not r.passed
    }
    assert failed == {}


@pytest.mark.parametrize("name", FILES)
def test_no_scenario_is_without_a_test(name: str) -> None:
    """The scenarios that `scenario RULESET` reads are those in the files that the tests above play."""
    found = Suite(bundled(), [Path(name)])
    assert [s.name for _, s in found.scenarios] == [one for file in FILES[name] for one in NAMED[file]]


def test_every_chapter_keeps_its_scenarios() -> None:
    found = {file.stem: len(NAMED[file]) for file in FILES["megacorp"]}
    assert {name: least for name, least in LEAST.items() if found[name] < least} == {}
