"""Rulesets about seats, rings and grids, with verdicts known by hand: asked for any number of players, as users ask."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleslawyer.ir.system import WRITES
from tests.any_number.seats import NAMES, RIGHT, WRONG, project, ruleset, violated
from tests.cli.command import Command

TOTAL = "6"


@pytest.mark.parametrize("name", NAMES)
def test_what_is_right_is_proved_and_nothing_else(command: Command, tmp_path: Path, name: str) -> None:
    asked = ("prove", name, "--any-number", "--players", "any", "--json", "--total", TOTAL)
    found = command(*asked, project=project(tmp_path, name)).json["results"]
    said = {one["property"].removeprefix(WRITES): one["verdict"] for one in found}
    assert not [field for field, verdict in said.items() if field.startswith(WRONG) and verdict != "UNKNOWN"]
    assert {
        field: said[field] for field in said if field.startswith(RIGHT) and not said[field].startswith("PROVED")
    } == {}


@pytest.mark.parametrize("name", NAMES)
def test_plays_say_the_same(tmp_path: Path, name: str) -> None:
    """Of one to three players."""
    found = ruleset(tmp_path, name)
    said = [*found.system.checks, *(field.name for field in found.system.state.fields)]
    assert {one.removeprefix(WRITES) for one in violated(found)} == {one for one in said if one.startswith(WRONG)}
