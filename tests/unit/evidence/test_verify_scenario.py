"""Evidence that is a play: a scenario of the project that runs again, about a clause that the finding names."""

import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from ruleslawyer.api import Project, Ruleset
from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.check.evidence.finding import load_finding
from ruleslawyer.check.evidence.verify import EvidenceResult, verify
from ruleslawyer.check.explorations import Explorations
from ruleslawyer.cli.output import progress

FERRY = Path(__file__).parents[2] / "projects" / "ferry"
ONE = """
[[scenario]]
name = "the other's cart"
scope = "tiny"
clauses = [{clauses}]
start = {{ first = "Ann" }}
when = [{{ action = "cross", who = "Ann", cart = "hay" }}]
then = {{ "coins[Ann]" = {coins} }}
"""
FINDING = """+++
id = "004"
title = "Whoever sends the cart of another is left with nothing"
kind = "loophole"
severity = "low"
state = "open"
clauses = ["2.3a"]

[[evidence]]
ask = "scenario"
{more}about = {{ file = "{file}", name = "{name}" }}
+++
Told by a play.
"""


@pytest.fixture
def ferry(tmp_path: Path) -> Callable[[str, int], Ruleset]:
    """The ferry with one scenario, about these clauses, at the end of which Ann has so many coins."""

    def made(clauses: str, coins: int) -> Ruleset:
        folder = Path(shutil.copytree(FERRY, tmp_path / "ferry", ignore=shutil.ignore_patterns("__pycache__", "build")))
        file = folder / "checks" / "ferry" / "scenarios" / "play.toml"
        file.parent.mkdir()
        file.write_text(ONE.format(clauses=clauses, coins=coins), "utf-8")
        return Project.load(folder).ruleset("ferry")

    return made


def asked(ruleset: Ruleset, name: str = "the other's cart", more: str = "", file: str = "play.toml") -> EvidenceResult:
    path = ruleset.config.findings / "004-play.md"
    path.write_text(FINDING.format(name=name, more=more, file=file), "utf-8")
    finding = load_finding(path, ruleset.register, ruleset.system, ruleset.scopes())
    explorations = Explorations(ruleset, progress)
    (result,) = verify([replace(finding)], explorations.result, ruleset.register, explorations.scenarios.run)
    return result.evidence[0]


def test_a_play_that_goes_as_it_says(ferry: Callable[[str, int], Ruleset]) -> None:
    """Ann has one coin in the book's numbers shrunk to one, and pays it to Bob, whose cart it is."""
    found = asked(ferry('"2.3a"', 0))
    assert found.reproduced
    assert (found.actions, found.moves) == (1, ("cross(who=Ann, cart=hay)",))


def test_a_play_that_goes_otherwise(ferry: Callable[[str, int], Ruleset]) -> None:
    assert asked(ferry('"2.3a"', 1)).instead == "expected coins[Ann] = 1, found 0"


def test_a_play_about_something_else(ferry: Callable[[str, int], Ruleset]) -> None:
    assert asked(ferry('"2.1"', 0)).instead == "the scenario is about none of the clauses of the finding"


def test_a_play_that_is_not_there(ferry: Callable[[str, int], Ruleset]) -> None:
    with pytest.raises(UsageError, match="has no scenario"):
        asked(ferry('"2.3a"', 0), "the other cart")


@pytest.mark.parametrize("place", ["../other.toml", "/other.toml"])
def test_a_play_of_a_file_elsewhere(ferry: Callable[[str, int], Ruleset], place: str) -> None:
    """What a check reads lies where its answer is looked for."""
    with pytest.raises(UsageError, match="none of the ruleset's scenarios"):
        asked(ferry('"2.3a"', 0), file=place)


def test_a_scenario_has_its_own_readings(ferry: Callable[[str, int], Ruleset]) -> None:
    with pytest.raises(UsageError, match="itself"):
        asked(ferry('"2.3a"', 0), more='scope = "tiny"\n')
