"""How plays end, or do not, and what that says of properties: by leaving, by forced steps that go round, in an event.

What is to be said of the tiny rulesets was worked out by hand (`expected.toml`, with the reckoning).
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from tests.agree.written import written
from tests.bank import TINY
from tests.cli.command import Command

ENGINES = ("networkx", "native")


def explored(command: Command, name: str, *options: str, project: Path = TINY) -> Any:
    """The JSON of an exploration of one scope; by default of a tiny ruleset."""
    return command("explore", name, "--json", *options, project=project).json


def words(found: Any) -> dict[str, str]:
    return {one["property"]: one["verdict"] for one in found["properties"]}


def play(found: Any, name: str) -> list[str]:
    """The actions of the play that shows a verdict."""
    return list(next(one["play"] for one in found["properties"] if one["property"] == name))


def by_hand(name: str) -> dict[str, str]:
    return dict(tomllib.loads((TINY / name / "expected.toml").read_text(encoding="utf-8"))["properties"])


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    "name", ["t230_promises_outside_play", "t231_forced_round", "t232_cut_off", "t234_once_and_for_ever"]
)
def test_each_engine_says_what_was_worked_out(command: Command, engine: str, name: str) -> None:
    assert words(explored(command, name, "--engine", engine)) == by_hand(name)


@pytest.mark.parametrize("engine", ENGINES)
def test_a_forced_round_is_the_play_that_shows_it(command: Command, engine: str) -> None:
    """One action, whose forced steps come back: 1, 2, 1. Both machines replay it."""
    found = explored(command, "t231_forced_round", "--engine", engine)
    assert [(one["kind"], one["subject"]) for one in found["other_events"]] == [("loop", "duties")]
    for name in ("it_ends", "it_can_end"):
        assert play(found, name) == ["initial()", "leave(who=Player0, to=1)"], name
    assert found["unreplayed"] == []


def test_every_verb_knows_of_a_forced_round(command: Command) -> None:
    ends = command("prove", "t231_forced_round", "--ends", "--explore", "tiny", "--json").json
    game = next(one for one in ends["results"] if one["ending"] == "every game ends")
    assert game["verdict"] == "LASSO" and "`there`, `back`" in game["reason"]
    analysed = explored(command, "t231_forced_round", "--analyse")
    assert {one["analysis"]: one["word"] for one in analysed["analyses"]}["unending game"] == "FOUND"


def test_an_action_whose_branches_end_is_not_forbidden(command: Command) -> None:
    """In one that settles for ever striking is permitted, and leads to no state of rest."""
    assert explored(command, "t82_settle_still", "--analyse")["rules"]["always_forbidden"] == []


def test_a_cause_is_told_once_with_its_place_and_who_acts(command: Command) -> None:
    """Five properties are unknown for it."""
    said = " ".join(command("explore", "t232_cut_off", "--all").out.split())
    line = next(
        i for i, text in enumerate((TINY / "t232_cut_off" / "model.py").read_text(encoding="utf-8").splitlines(), 1)
        if "the(q for q" in text
    )  # fmt: skip
    assert said.count("plays end early") == 1
    assert f"model.py:{line}" in said and "at lose(who=Player0), after 1 action" in said
    assert said.count("for the same cause as above") == 4


LEFT = '''
@state
class State:
    moves: Annotated[int, Range(0, 3)]


@book.action("2")
def move(s: State, who: Player) -> None:
    """Once."""
    with effect("2"):
        s.moves = 1


@move.permit("2")
def may_move(s: State, who: Player) -> bool:
    return s.moves == 0


@book.action("3", outside_play=True)
def leave(s: State, who: Player) -> None:
    """As many as nothing goes into one."""
    with effect("3"):
        s.moves = 1 // (s.moves - s.moves)


@leave.permit("3")
def may_leave(s: State, who: Player) -> bool:
    return s.moves == 1


checks = Checks(book)


@checks.leads_to("2")
def it_ends(s: State) -> tuple[bool, bool]:
    return True, s.moves == 3


@checks.possible("2")
def it_can_end(s: State) -> bool:
    return s.moves == 3


@checks.always("2")
def no_more(s: State) -> bool:
    return s.moves < 2
'''


@pytest.mark.parametrize("engine", ENGINES)
def test_what_ends_as_somebody_leaves_keeps_no_promise(command: Command, tmp_path: Path, engine: str) -> None:
    """By hand: after one move there is nothing to do but leave, and it is not known where that leads; nobody plays on
    there, so that both promises are broken all the same. What always holds may not hold there."""
    found = explored(command, "left", "--engine", engine, project=written(tmp_path, "left", LEFT))
    assert words(found) == {"it_ends": "VIOLATED", "it_can_end": "VIOLATED", "no_more": "UNKNOWN"}
    assert play(found, "it_ends") == ["initial()", "move(who=Player0)"] and found["deadlocks"] == 1
