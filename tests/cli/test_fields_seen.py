"""Numbers that are hidden, in the cookbook's game of chips: what players know, and what each door shows of them."""

from __future__ import annotations

import io
import json
import shutil
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from ruleslawyer.api import Project
from ruleslawyer.bridges.serve.server import Server
from ruleslawyer.bridges.web.play import Sitting
from ruleslawyer.bridges.web.room import Room
from ruleslawyer.front.worked import cookbook
from ruleslawyer.play.extensive.game import Extensive, Position
from ruleslawyer.play.extensive.vector import Vector
from ruleslawyer.play.rules import visible_args
from ruleslawyer.semantics.dice import Dice
from ruleslawyer.semantics.sight import UNSEEN
from ruleslawyer.semantics.state import State
from ruleslawyer.semantics.transition import Instance
from ruleslawyer.studies.games.simple import Belief, decision_at
from tests.cli.command import Command

DEAL = (Instance("lay_coins", (2,)), Instance("take", (0, 2)), Instance("take", (1, 1)))
"""Two coins lie under the cover; Ann has two chips behind her hand, Bob one."""


@cache
def game() -> Extensive:
    return Extensive(Project.load(cookbook()).ruleset("chips").transition_system("tiny"))


def begun(*taken: Instance) -> State:
    state = next(state for start, state in game().starts() if start.args == (0,))
    for instance in taken:
        state = game().step(state, instance)
    return state


def test_what_players_know_goes_by_it(command: Command, tmp_path: Path) -> None:
    """A hand that everybody sees hides nothing: then it is known to be empty before the bowl tells it."""
    shutil.copytree(cookbook(), tmp_path / "book")
    model, found = tmp_path / "book/model/chips.py", {}
    for text in ("owner == who or s.stage", "True or s.stage"):
        model.write_text(model.read_text("utf-8").replace("owner == who or s.stage", text), "utf-8")
        known = command("explore", "chips", "--json", project=tmp_path / "book").json["properties"]
        found[text] = [one["verdict"] for one in known if one["property"] == "nothing_else_does"]
    assert found == {"owner == who or s.stage": ["HOLDS IN SCOPE"], "True or s.stage": ["VIOLATED"]}


def test_a_number_that_is_chosen_unseen_is_not_told() -> None:
    """Of how many coins are laid, and how many chips Ann takes, Bob hears nothing; that she lays one he sees."""
    rules, state = game(), begun()
    heard = []
    for instance in (*DEAL[:2], DEAL[2], Instance("lay", (0,))):
        after = rules.step(state, instance)
        heard.append(visible_args(rules, instance, state, after, 1))
        state = after
    assert heard == [{"coins": UNSEEN}, {"who": "Ann", "many": UNSEEN}, {"who": "Bob", "many": 1}, {"who": "Ann"}]


@pytest.mark.parametrize("asked", ["state", "table"])
def test_a_seat_at_the_terminal(command: Command, monkeypatch: pytest.MonkeyPatch, asked: str) -> None:
    """Ann sees neither what Bob has taken, nor how many coins lie there: in the table, in values, in what was done."""
    told = set()
    for coins in (1, 2):  # the outcome that is chosen for chance, of which Ann is not told
        monkeypatch.setattr(sys, "stdin", io.StringIO(f"1\n{coins}\n1\n{asked}\nquit\n"))
        arguments = ("--as", "Ann", "--opponent", "random", "--chance", "chosen", "--seed", "3")
        shown = command("play", "chips", *arguments, project=cookbook())
        assert shown.code == 0 and "?" in shown.out, shown
        told.add(shown.out)
    assert len(told) == 1, told


def test_no_answer_of_the_web_tells_it() -> None:
    """Whole games of Ann against a random Bob, in pairs that differ in nothing that she may see until they end."""
    told: dict[str, set[str]] = {}
    for seed in range(12):
        room = Room(Project.load(cookbook()).ruleset("chips"), "tiny", {}, {}, Sitting("Ann", "random", True, seed))
        now = room.answer({"request": "open"})
        for _ in range(3):
            play = room.plays[now["game"]]
            assert play.at and play.at.last_state
            state = play.at.last_state
            if play.rules.system.is_over(state) or not now["actions"]:
                break
            text = json.dumps({key: now[key] for key in ("table", "tree", "happened") if key in now}, sort_keys=True)
            seen = json.dumps(play.rules.sees(state, 0))
            told.setdefault(f"{seen} {[one['says'] for one in now['tree']]}", set()).add(text)
            last = [one["number"] for one in now["actions"] if one["allowed"]][-1]
            now = room.answer({"request": "take", "game": now["game"], "number": last})
    assert told and {len(texts) for texts in told.values()} == {1}


def test_numbers_for_programs_that_learn() -> None:
    """States that differ in what Bob does not see are one list to him; an unseen number is marked, and is no 0."""
    rules, vector = game(), Vector(game())
    lists = {}
    for coins, chips in ((1, 1), (2, 1), (1, 2), (2, 2)):
        state = begun(Instance("lay_coins", (coins,)), Instance("take", (0, chips)), DEAL[2])
        lists[coins, chips] = vector.of(rules.sees(state, 1)), vector.of(rules.codec.state(state))
    assert len({str(seen) for seen, _ in lists.values()}) == 1 and len({str(whole) for _, whole in lists.values()}) == 4
    assert all(len(seen) == len(whole) == vector.size for seen, whole in lists.values())
    (seen, whole), *_ = lists.values()
    assert [a for a, b in zip(seen, whole, strict=True) if a != b] == [1.0, 0.0, 1.0, 0.0]


def test_a_bot_draws_them_anew() -> None:
    """What Bob takes for possible looks the same to him; among twenty draws are one and two coins, and Ann has nothing,
    one chip, or two."""
    rules, state = game(), begun(*DEAL, Instance("lay", (0,)))
    found = decision_at(rules, Position(state))
    drawn = [world for seed in range(4) for world in Belief(rules, Dice(seed)).worlds(state, found)]
    assert {str(rules.sees(world, 1)) for world in drawn} == {str(rules.sees(state, 1))}
    whole: list[Any] = [rules.codec.state(world) for world in drawn]
    assert {world["chips"]["Ann"] for world in whole} == {0, 1, 2} and {world["prize"] for world in whole} >= {1, 2}


def test_a_server_says_what_a_seat_sees() -> None:
    server = Server(Project.load(cookbook()).ruleset("chips"), "tiny", {}, {}, None)
    for request in (
        {"request": "initial", "args": {"first": "Ann"}},
        {"request": "step", "action": "lay_coins", "args": {"coins": 2}},
    ):
        assert "error" not in server.answer(request)
    seen = server.answer({"request": "observe", "player": "Bob"})["state"]
    assert (seen["prize"], seen["chips"]) == (UNSEEN, {"Ann": UNSEEN, "Bob": 0})
