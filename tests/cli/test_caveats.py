"""What stands beside the numbers and verdicts of a scope with switches or grids, wherever it is printed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from ruleslawyer.rulebook.claims.cone import Cones
from tests.agree.strategies import bundle
from tests.bank import TINY
from tests.cli.command import Command, copied

ENGINES = ("networkx", "native")


@pytest.fixture(params=ENGINES)
def engine(request: pytest.FixtureRequest) -> Iterator[str]:
    yield request.param


def test_switches_in_the_verdicts(command: Command, engine: str) -> None:
    answer = command("explore", "t92_switches", "--engine", engine, "--json")
    found = answer.json
    assert (found["off"], found["rims"], found["grids"]) == (["draw", "tax"], [], {})
    said = {p["property"]: (p["verdict"], p["reason"], p["switched_off"]) for p in found["properties"]}
    both = ["draw", "tax"]
    assert said["never_two"] == ("VIOLATED", "after 2 actions; switched off: draw, tax", both)
    assert said["never_three"] == (
        "UNKNOWN", "switched off: draw, tax (without: HOLDS IN SCOPE, in all 6 rest states)", both
    )  # fmt: skip
    assert said["some_money"][:2] == ("HOLDS IN SCOPE", "reached after 1 action; switched off: draw, tax")
    outside = "in all 6 rest states; switched off: draw, tax (outside its cone)"
    assert said["tired_or_awake"] == ("HOLDS IN SCOPE", outside, [])
    assert answer.code == 1, "a violation is still one"


def test_switches_in_the_text(command: Command, engine: str) -> None:
    text = command("explore", "t92_switches", "--engine", engine).out
    assert "switched off in this scope, for every number, deadlock and verdict: draw, tax" in text
    assert "can_be_paid" in text
    assert "none_in_hand" not in text.partition("never live here")[2], "what does not exist is not missed"
    for mode in (("--analyse",), ("--readings", "--scope", "tiny")):
        assert "switched off in this scope" in command("explore", "t92_switches", *mode).out
    simulated = command("explore", "t92_switches", "--simulate", "5", "--json")
    assert simulated.json["off"] == ["draw", "tax"]


def test_with_everything_on(command: Command, tmp_path: Path) -> None:
    """The same ruleset without switches: nothing is left out, and nothing is said of it."""
    project = copied(tmp_path, "t92_switches")
    (project / "t92_switches" / "scopes" / "tiny.toml").write_text("[sorts]\nPlayer = 1\n", encoding="utf-8")
    found = command("explore", "t92_switches", "--json", project=project).json
    said = {p["property"]: p["verdict"] for p in found["properties"]}
    assert said == {**dict.fromkeys(said, "HOLDS IN SCOPE"), "rests": "VIOLATED"}
    assert not any(p["switched_off"] or "switched off" in p["reason"] for p in found["properties"])
    layout = command("explore", "t92_switches", "--show-layout", "--json", project=project).json
    assert [slot["field"] for slot in layout["slots"]] == ["money", "hand", "tired"]


def test_check_and_report(command: Command, tmp_path: Path) -> None:
    """A property that one scope cannot judge is no shortfall where another scope does."""
    project = copied(tmp_path, "t92_switches")
    (project / "t92_switches" / "scopes" / "whole.toml").write_text("[sorts]\nPlayer = 1\n", encoding="utf-8")
    found = command("check", "t92_switches", "--no-prove", "-o", str(tmp_path / "report"), "--json", project=project)
    short = {(s["kind"], s["subject"]) for s in found.json["falls_short"]}
    assert ("property", "never_three") not in short
    assert ("property", "never_two") in short
    said = [entry["what"] for entry in found.json["rulesets"][0]["ledger"]]
    assert "draw does not exist here." in said
    assert "tiny switches off: draw, tax." in (tmp_path / "report" / "index.html").read_text(encoding="utf-8")
    assert "scope tiny leaves out: draw, tax" in command("check", "t92_switches", project=project).out


def test_cones_of_rules_that_are_on() -> None:
    """Nothing is asked where nothing is off."""
    found = bundle(TINY, "t90_grid")
    assert Cones(found.system, found.scope("tiny")).switched_off("at_home") == ()


def test_a_rim(command: Command, engine: str) -> None:
    found = command("explore", "t90_grid", "--engine", engine, "--json").json
    note = "the rim of Berth (2 × 2 for each Player) was reached: nothing beyond it was explored"
    assert found["rims"] == [note]
    assert found["grids"] == {"Berth": {"rows": 2, "columns": 2, "for_each": "Player"}}
    said = {p["property"]: p["reason"] for p in found["properties"]}
    assert said["at_home"] == "in all 16 rest states; the rim of Berth was reached"
    assert said["in_the_corner"] == "reached after 2 actions"
    text = command("explore", "t90_grid", "--engine", engine).out
    assert "Berth: 2 × 2 for each Player" in text
    assert " ".join(note.split()) in " ".join(text.split())


def test_a_rim_in_the_check(command: Command, tmp_path: Path) -> None:
    answer = command("check", "t90_grid", "--no-prove", "-o", str(tmp_path / "report"))
    assert "scope tiny stops at a rim: the rim of Berth" in answer.out
    assert "In tiny, the rim of Berth" in (tmp_path / "report" / "index.html").read_text(encoding="utf-8")
    found = command("check", "t90_grid", "--no-prove", "--json").json
    (sizes,) = (e["what"] for e in found["rulesets"][0]["ledger"] if e["why"] == "sizes of the scope")
    assert "Berth (2 × 2 for each Player): Ann11, Ann12" in sizes


SCENARIO = """
ruleset = "t90_grid"
[scope.sorts]
Player = ["Ann", "Bob"]
[scope.grids.Berth]
rows = 1
columns = 3
[[scenario]]
name = "a step to the right"
when = [{ action = "move", who = "Ann", to = "Ann12" }]
[scenario.then]
at = { Ann = "Ann12" }
"""


def test_a_grid_of_a_scenario(command: Command, tmp_path: Path) -> None:
    """Its own scope generates the members, and a mistake in it has its place."""
    file = tmp_path / "berths.toml"
    file.write_text(SCENARIO, encoding="utf-8")
    assert command("scenario", str(file)).code == 0
    file.write_text(SCENARIO.replace("rows = 1", "rows = 0"), encoding="utf-8")
    answer = command("scenario", str(file))
    assert "a grid cannot have 0 rows" in answer.out + answer.err


def test_why_not_what_is_off(command: Command) -> None:
    told = command("why", "t92_switches", "--scope", "tiny", "draw(who=Player0)").out
    assert "draw is switched off in this scope" in told
