"""Rulesets about seats, rings and grids, with verdicts known by hand: asked for any number of players, as users ask."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from ruleslawyer.ir.rules import WRITES
from tests.any_number.seats import NAMES, RIGHT, WRONG, project, ruleset, violated
from tests.cli.command import Command

TOTAL = os.environ.get("RULESLAWYER_TESTS_TOTAL", "")
"""Seconds for each ruleset, where somebody says them: a mistaken prover may need more for what is wrong."""
SOON = 1.5
SOON_FOR = {
    "auction": 10.0, "counted_votes": 3.0, "duties": 4.0, "elimination": 10.0, "quorum_votes": 6.0, "ring": 5.0,
    "ring_election": 20.0, "sharded_store": 4.0, "two_phase_commit": 3.0, "yards": 2.5,
}  # fmt: skip
"""Seconds of a processor in which what is right of most rulesets is proved, and those for others; a mistaken prover
needs more to prove what is wrong of `elimination` and `ring`."""
SLOWER = 1, 2, 6
"""By how much they are multiplied, one after the other, for a machine that is slower."""
QUICK = ("duties", "meetings", "ring")
"""Those of which plays are looked at every time."""


@pytest.mark.parametrize("name", NAMES)
def test_what_is_right_is_proved_and_nothing_else(command: Command, tmp_path: Path, name: str) -> None:
    """All that is right is proved soon, and nothing that is wrong."""
    where, soon = project(tmp_path, name), SOON_FOR.get(name, SOON)
    for total in [float(TOTAL)] if TOTAL else [soon * times for times in SLOWER]:
        left = unproved(command, where, name, total)
        if not left:
            break
    assert left == set()


@pytest.mark.campaign
@pytest.mark.parametrize("name", NAMES)
def test_nor_is_more_proved_in_a_longer_time(command: Command, tmp_path: Path, name: str) -> None:
    assert unproved(command, project(tmp_path, name), name, 20.0) == set()


def unproved(command: Command, where: Path, name: str, total: float) -> set[str]:
    """The true properties that are not proved within so many seconds. That no false one is proved, and no true one
    said to be broken as a game begins, is asserted here."""
    asked = ("prove", name, "--any-number", "--players", "any", "--json", "--total", str(total))
    found = command(*asked, project=where).json["results"]
    said = {one["property"].removeprefix(WRITES): one["verdict"] for one in found}
    wrong = {field: verdict for field, verdict in said.items() if field.startswith(WRONG)}
    assert set(wrong.values()) <= {"UNKNOWN", "VIOLATED"}, wrong
    right = {field for field in said if field.startswith(RIGHT)}
    assert right and not [field for field in right if said[field] == "VIOLATED"]
    return {field for field in right if not said[field].startswith("PROVED")}


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[] if name in QUICK else [pytest.mark.campaign]) for name in NAMES]
)
def test_plays_say_the_same(tmp_path: Path, name: str) -> None:
    """Of one to three players."""
    found = ruleset(tmp_path, name)
    said = [*found.system.checks, *(field.name for field in found.system.state.fields)]
    assert {one.removeprefix(WRITES) for one in violated(found)} == {one for one in said if one.startswith(WRONG)}


ENDS = {
    "auction": ["room bids", "count not Auction is open"],
    "elimination": ["count not winner is set", "room m0: Player: strikes[m0]"],
    "ring": [],
    "clauses": [],
}
"""By hand: an auction opens, closes and counts, twice at most; each strike leaves less room, until somebody wins. A
ring of seats is gone round as its length wants, which nothing here counts; in `clauses` one attacks for ever."""


@pytest.mark.parametrize("name", ENDS)
def test_games_end_for_any_number_of_players(command: Command, tmp_path: Path, name: str) -> None:
    patience = "60" if ENDS[name] else "10"  # of the clock, which on a busy machine goes on
    asked = ("prove", name, "--ends", "--json", "--timeout", patience)
    (found,) = (
        one
        for one in command(*asked, project=project(tmp_path, name)).json["results"]
        if one["ending"] == "every game ends"
    )
    for_any = found["scope"] == "any number" and "any number of Player" in found["under"]
    assert (found["verdict"] == "CERTIFICATE" and for_any) == bool(ENDS[name])
    if for_any:
        assert [one["number"] for one in found["ranking"]] == ENDS[name]
