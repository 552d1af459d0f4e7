"""The scenarios of the bundled rulesets by what tests are called, each played once for all that ask about it."""

from __future__ import annotations

import tomllib
from functools import cache, lru_cache

from ruleslawyer.check.scenario.suite import ScenarioResult, Suite, folder
from tests.bundled import bundled

FILES = [file for name in bundled().rulesets for file in sorted(folder(bundled(), name).rglob("*.toml"))]
NAMES = [told["name"] for file in FILES for told in tomllib.loads(file.read_text("utf-8"))["scenario"]]
"""What tests are called by: collecting them looks nothing up in the rules."""


@cache
def suite() -> Suite:
    return Suite(bundled())


@cache
def number_of() -> dict[tuple[str, str], int]:
    """By the file of a scenario, as it is shown, and its name."""
    return {(scenario.file, scenario.name): number for number, (_, scenario) in enumerate(suite().scenarios)}


@lru_cache(maxsize=600)
def played(number: int) -> ScenarioResult:
    """As many are kept as findings name."""
    return suite().run(*suite().scenarios[number])
