"""The scenarios of the bundled rulesets: all of them pass, on both machines, and none goes missing."""

import tomllib
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from ruleslawyer.scenario.suite import Suite, folder
from tests.bundled import bundled

FILES = [file for name in bundled().rulesets for file in sorted(folder(bundled(), name).rglob("*.toml"))]
NAMES = [told["name"] for file in FILES for told in tomllib.loads(file.read_text("utf-8"))["scenario"]]
"""What tests are called by: collecting them looks nothing up in the rules."""
LEAST = {"overview": 18, "zones": 19, "setup": 22, "turn": 46, "actions": 22, "rules": 15, "worked-examples": 5}


@cache
def suite() -> Suite:
    return Suite(bundled())


@pytest.mark.parametrize("number", range(len(NAMES)), ids=NAMES)
def test_passes_on_both_machines(number: int) -> None:
    result = suite().run(*suite().scenarios[number])
    assert result.scenario.name == NAMES[number]
    assert all(r.agree for r in result.runs), "the two machines differ"
    assert result.passed, [(c.expected, c.found) for r in result.runs for c in r.checked if not c.passed]


def test_no_scenario_is_without_a_test() -> None:
    assert [s.name for _, s in suite().scenarios] == NAMES


def test_every_chapter_keeps_its_scenarios() -> None:
    found = Counter(Path(s.file).stem for ruleset, s in suite().scenarios if ruleset.name == "megacorp")
    assert {name: least for name, least in LEAST.items() if found[name] < least} == {}
