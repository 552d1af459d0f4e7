"""MegaCorp's rounds that gain: no property of a state or a step can speak of them, so `--analyse` looks for them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.command import Command

ROOT = Path(__file__).parents[2]


@pytest.mark.campaign
@pytest.mark.parametrize(
    ("scope", "gained"),
    [
        # finding 100: one of the two BQ that a card yields pays for turning it upright again
        ("phoenix", ["pool[Ann][BQ]"]),
        # finding 050: what 7.7.1 pays for the older of two copies buys it back, and nothing is left over
        ("copies", []),
    ],
)
def test_what_grows_as_play_comes_round(command: Command, scope: str, gained: list[str]) -> None:
    found = command("explore", "megacorp", "--scope", scope, "--analyse", "--json", project=ROOT).json
    pumps = [one for one in found["analyses"] if one["analysis"] == "pump" and one["word"] == "FOUND"]
    assert [counter for one in pumps for counter in one["counters"]] == gained
