"""The scenarios of the bundled rulesets by their files and names, each played once for all that ask about it."""

from __future__ import annotations

import tomllib
from functools import cache, lru_cache
from pathlib import Path

from ruleslawyer.check.scenario.scenario import Scenario
from ruleslawyer.check.scenario.suite import ScenarioResult, Suite, display_path, folder
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset
from tests.bundled import bundled

FILES = {name: sorted(folder(bundled(), name).rglob("*.toml")) for name in bundled().rulesets}
NAMED = {
    file: [told["name"] for told in tomllib.loads(file.read_text("utf-8"))["scenario"]]
    for files in FILES.values()
    for file in files
}
"""The names in each file: collecting tests looks nothing up in the rules."""


@cache
def suite() -> Suite:
    """One for all files: scenarios of one scope share their machines."""
    return Suite(bundled(), [next(iter(NAMED))])


@cache
def of_file(file: Path) -> list[tuple[LoadedRuleset, Scenario]]:
    """The scenarios of a file, which is read when one of them is asked for."""
    before = len(suite().scenarios)
    suite().read(file)
    return suite().scenarios[before:]


@cache
def places() -> dict[tuple[str, str], tuple[Path, int]]:
    """By the file of a scenario, as it is shown, and its name."""
    root = bundled().root
    return {
        (display_path(file, root), name): (file, i) for file, names in NAMED.items() for i, name in enumerate(names)
    }


@lru_cache(maxsize=600)
def played(file: Path, place: int) -> ScenarioResult:
    """As many are kept as findings name."""
    return suite().run(*of_file(file)[place])
