"""Payoffs wherever it is said how a game ended: a play, a server, a scenario, vectors, playouts, games.

A poker of three cards is played by hand: Ann has the queen and Bob the jack; he bets after her pass, and she calls."""

from __future__ import annotations

import io
import json
import shutil
import sys
from pathlib import Path
from typing import Any

import pytest

from ruleslawyer.api import Project, Ruleset
from ruleslawyer.bridges.serve.server import Server
from ruleslawyer.front.worked import cookbook
from ruleslawyer.rulebook.rulesets.loaded import LoadedProject
from tests.bank import TINY
from tests.cli.command import Command
from tests.cli.schemas import problems

PLAY = (
    ("deal", {"card": "Queen"}), ("deal", {"card": "Jack"}),
    ("stay", {"who": "Ann"}), ("bet", {"who": "Bob"}), ("bet", {"who": "Ann"}),
)  # fmt: skip


def bluff() -> Ruleset:
    return Project.load(cookbook()).ruleset("bluff")


def test_a_play_says_what_each_gets(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    calls = [f"{name}({', '.join(f'{key}={value}' for key, value in args.items())})" for name, args in PLAY]
    monkeypatch.setattr(sys, "stdin", io.StringIO("\n".join([*calls, "quit", ""])))
    shown = command("play", "bluff", project=cookbook()).out
    assert "the game is over; Ann won; payoffs: Ann +2, Bob -2" in shown


def test_a_server_says_it_at_the_end_alone() -> None:
    found = Server(LoadedProject.at(cookbook()).ruleset("bluff"), "tiny", {}, {}, None)
    at = found.answer({"request": "initial", "args": {}})
    for name, args in PLAY:
        assert at["payoffs"] is None and not problems("serve-message", at)
        at = found.answer({"request": "step", "action": name, "args": args})
    assert (at["winners"], at["payoffs"]) == (["Ann"], {"Ann": 2, "Bob": -2})
    assert not problems("serve-message", at)


def test_an_engine_and_its_playouts() -> None:
    engine = bluff().engine("tiny", compiled=True)
    state = engine.initial()[0]
    for name, args in PLAY:
        state = engine.step(state, {"action": name, "args": args})
    assert (engine.winners(state), engine.payoffs(state)) == (["Ann"], {"Ann": 2, "Bob": -2})
    plays = engine.playouts(engine.initial()[0], 50, seed=1)
    assert {play["payoffs"]["Ann"] for play in plays} == {-2, -1, 1, 2}
    for play in plays:
        assert play["payoffs"]["Bob"] == -play["payoffs"]["Ann"]
        assert play["winners"] == [name for name, got in play["payoffs"].items() if got > 0]
    without = Project.load(TINY).ruleset("t02_forbid").engine("tiny")
    assert without.payoffs(without.initial()[0]) is None


def test_a_scenario_is_held_to_it(command: Command, tmp_path: Path) -> None:
    """As it is written in the cookbook; with another number, a player left out, or no rule that says it."""
    copied = Path(shutil.copytree(cookbook(), tmp_path / "games"))
    file = copied / "checks" / "bluff" / "scenarios" / "plays.toml"
    text = file.read_text("utf-8")
    answers = []
    for said in ("{ Ann = 2, Bob = -2 }", "{ Ann = 2, Bob = -1 }", "{ Ann = 2 }"):
        file.write_text(text.replace("{ Ann = 2, Bob = -2 }", said), "utf-8")
        answers.append(command("scenario", "bluff", project=copied))
    assert [answer.code for answer in answers] == [0, 1, 2]
    assert "expected payoffs = {Ann: 2, Bob: -1}" in answers[1].out
    assert "found {Ann: 2, Bob: -2}, by gets (5)" in answers[1].out
    assert "an entry is missing" in answers[2].err and "name each of Ann, Bob" in answers[2].err
    file = copied / "checks" / "wards" / "scenarios" / "plays.toml"
    said = file.read_text("utf-8").replace("[scenario.then]\n", "[scenario.then]\npayoffs = { Ann = 1, Bob = 0 }\n", 1)
    file.write_text(said, "utf-8")
    refused = command("scenario", "wards", project=copied)
    assert refused.code == 2
    assert "no rule says what a player gets" in refused.err and "@….payoff(…)" in refused.err


def test_vectors_have_it(tmp_path: Path) -> None:
    bluff().vectors(output=tmp_path, scope=["tiny"], mutants=0)
    metas: list[Any] = []
    for file in sorted(tmp_path.glob("*.itf.json")):
        trace = json.loads(file.read_text("utf-8"))
        assert not problems("itf", trace)
        metas += [state["#meta"] for state in trace["states"]]
    assert {meta["ended"] for meta in metas} == {False, True}
    for meta in metas:
        assert meta["ended"] is ("payoffs" in meta)
        if meta["ended"]:
            assert meta["winners"] == [name for name, got in meta["payoffs"].items() if got > 0]


def test_games_count_it(command: Command) -> None:
    """What both get on average adds up to nothing; a ruleset without payoffs has none."""
    found = command("games", "bluff", "--games", "60", "--json", project=cookbook()).json
    got = found["payoffs"]
    assert not problems("stats", found)
    assert got["Ann"]["mean"] == -got["Bob"]["mean"] and got["Ann"]["of"] == found["ended"]
    assert command("games", "wards", "--games", "12", "--json", project=cookbook()).json["payoffs"] is None


@pytest.mark.parametrize("name", ["t260_payoffs", "t261_sealed_margins"])
def test_best_play_is_as_its_schema_says(command: Command, name: str) -> None:
    for more in ((), ("--face-up",), ("--games", "5", "--bot", "random")):
        answer = command("games", name, "--best", *more, "--json", project=TINY)
        assert answer.code == 0, answer.err
        assert not problems("solve", answer.json)


def test_what_is_never_paid_is_told(command: Command, tmp_path: Path) -> None:
    """Without a rule that ends the game nothing is paid; nor is it where a check asks for it by its name."""
    copied = Path(shutil.copytree(cookbook(), tmp_path / "games"))
    file = copied / "model" / "bluff.py"
    text = file.read_text("utf-8")
    assert command("lint", "bluff", project=copied).code == 0
    text = text.replace('@game.ended("3", "4")\n', "")
    file.write_text(text, "utf-8")
    answer = command("lint", "bluff", project=copied)
    line = 1 + text[: text.index("def gets(")].count("\n")
    assert answer.code == 2
    place = f"model/bluff.py:{line}:1: RL807 `gets`"
    assert f"{place} says what each player gets at the end" in " ".join(answer.out.split())
    assert "ended" in answer.out[answer.out.index("help:") :]
