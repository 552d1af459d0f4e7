"""`allows` in a check, as users ask it: by each engine in memory and on disk, and for any number."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from tests.bank import FRAGMENTS, TINY
from tests.cli.command import Command

NAMES = ("t245_may_be_done", "t246_may_be_done_in_turn", "t247_may_be_done_now")


@pytest.mark.parametrize("engine", ["networkx", "native"])
@pytest.mark.parametrize("name", NAMES)
def test_each_engine_says_what_was_worked_out_by_hand(command: Command, name: str, engine: str) -> None:
    hand = tomllib.loads((FRAGMENTS / name / "expected.toml").read_text(encoding="utf-8"))
    told = command("explore", name, "--engine", engine, "--json", project=TINY).json
    assert {one["property"]: one["verdict"] for one in told["properties"]} == hand["properties"]
    assert told["unreplayed"] == []


def test_on_disk_it_is_the_same(command: Command, tmp_path: Path) -> None:
    told = command("explore", NAMES[0], "--disk", str(tmp_path / "disk"), "--json", project=TINY).json
    hand = tomllib.loads((FRAGMENTS / NAMES[0] / "expected.toml").read_text(encoding="utf-8"))
    assert {one["property"]: one["verdict"] for one in told["properties"]} == hand["properties"]


def test_a_proof_asks_it_of_any_number(command: Command) -> None:
    """The small never begin with a high lamp, however many there are; that somebody can light one is not so of all."""
    told = command("prove", NAMES[0], "--any-number", "--timeout", "30", "--json", project=TINY).json
    words = {one["property"]: one["verdict"] for one in told["results"]}
    proved = {"only_whose_turn_it_is", "none_that_is_lit", "the_small_wait_with_it"}
    assert proved == {name for name, word in words.items() if word.startswith("PROVED")}
    assert words["the_high_one_is_never_first"] == "VIOLATED"
