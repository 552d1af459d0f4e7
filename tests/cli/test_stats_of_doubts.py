"""What `stats` says of doubts: a race of ten steps, whose frequencies are worked out by hand."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.bank import composed, table
from tests.cli.command import Command

RACE = '''"""A race of ten steps, before which a coin is thrown; four doubts on the way."""


@state
class State:
    step: Annotated[int, Range(0, 10)]
    heads: bool
    thrown: bool
    mark: bool


@book.awaits
def next_one(s: State) -> frozenset[Player] | Chance:
    """Whose decision it is."""
    return frozenset(Player) if s.thrown else CHANCE


@book.ended("9")
def over(s: State) -> bool:
    """After ten steps."""
    return s.step == 10


@book.chance("1")
def throw(s: State, heads: bool) -> None:
    """The coin."""
    with effect("1"):
        s.heads = heads
        s.thrown = True


seventh = book.doubt("is the seventh step marked?", stays=no("it is not", cite=("2",), default=True),
                     marked=yes("it is", cite=("3",)))
ninth = book.doubt("is a mark made in each step, but seen in the ninth alone?",
                   unseen=no("it is not", cite=("2",), default=True), seen=yes("it is", cite=("3",)))
never = book.doubt("does it matter that nothing comes of it?", idle=no("no", cite=("2",), default=True),
                   busy=yes("yes", cite=("3",)))
by_heads = book.doubt("is a step marked that heads allow?", plain=no("it is not", cite=("2",), default=True),
                      marks=yes("it is", cite=("3",)))


@book.action("6")
def move(s: State, who: Player) -> None:
    """One step."""
    with effect("6"):
        s.mark = False
        if s.step == 6 and seventh(s):
            s.mark = True
        if ninth(s) and s.step == 8:
            s.mark = True
        if never(s) and s.step == 10:
            s.mark = True
        if s.heads and s.step == 5 and by_heads(s):
            s.mark = True
        s.step += 1


@move.permit("7")
def may(s: State, who: Player) -> bool:
    """Anybody, at any time."""
    return True
'''
ENDLESS = RACE.replace("s.step += 1", "s.step = (s.step + 1) % 10")


def project(folder: Path, model: str) -> Path:
    (folder / "race" / "scopes").mkdir(parents=True)
    (folder / "race" / "model.py").write_text(composed("race", model), encoding="utf-8")
    (folder / "race" / "scopes" / "whole.toml").write_text('title = "Race"\n\n[sorts]\nPlayer = 2\n', encoding="utf-8")
    (folder / "pyproject.toml").write_text(table("race"), encoding="utf-8")
    return folder


def said(document: Mapping[str, Any]) -> dict[str, tuple[int, int, int]]:
    """Of what no finding names, by the doubt: games in which it mattered, in which it came up, and that ended."""
    return {
        one["title"].split(", ")[1].split(":")[0]: (one["mattered"]["times"], one["came_up"]["times"], one["of"])
        for one in document["unnamed"]
    }


@pytest.mark.parametrize("way", ["serious", "uniform"])
def test_a_doubt_is_looked_at_each_time(command: Command, tmp_path: Path, way: str) -> None:
    """The seventh step of every game marks or does not. Of the ten steps in which the ninth's doubt comes up it makes a
    difference in one, the last but one: it matters in every game all the same. What makes none is not among them."""
    answer = command("games", "race", "--games", "40", "--play", way, "--json", project=project(tmp_path, RACE))
    assert answer.code == 0
    found = said(answer.json)
    heads = found.pop("by_heads")
    assert found == {"seventh": (40, 40, 40), "ninth": (40, 40, 40)}
    assert heads[0] == heads[1] and 0 < heads[0] < 40
    (one,) = (one for one in answer.json["unnamed"] if "by_heads" in one["title"])
    assert one["low"] <= 1 / 2 <= one["high"]  # a fair coin
    assert answer.json["length"]["mean"] == 11  # the coin, and ten steps
    assert (answer.json["played"], answer.json["ended"], answer.json["cut_off"]) == (40, 40, 0)


def test_the_figure_does_not_change_with_the_sample(command: Command, tmp_path: Path) -> None:
    """The same games, as a part of more of them or by another seed: what is in all games is in all of them."""
    race = project(tmp_path, RACE)
    for games, seed in (("12", "0"), ("30", "0"), ("12", "9")):
        answer = command("games", "race", "--games", games, "--seed", seed, "--json", project=race)
        assert said(answer.json)["ninth"] == (int(games), int(games), int(games))


def test_games_that_are_cut_off_are_in_no_figure(command: Command, tmp_path: Path) -> None:
    race = project(tmp_path, ENDLESS)
    answer = command("games", "race", "--games", "20", "--longest", "60", "--json", project=race)
    assert answer.code == 1
    assert (answer.json["played"], answer.json["ended"], answer.json["cut_off"]) == (20, 0, 20)
    for empty in ("findings", "unnamed", "winners", "uses", "rules", "last"):
        assert answer.json[empty] == []
    assert answer.json["length"] is None
    shown = command("games", "race", "--games", "20", "--longest", "60", project=race)
    assert "20 games, serious play; 0 ended" in shown.out
    assert "no more is said: 0 of 20 games ended" in shown.out
    assert "mattered" not in shown.out


def test_too_few_games(command: Command, tmp_path: Path) -> None:
    race = project(tmp_path, RACE)
    few, enough = (command("games", "race", "--games", games, project=race).out for games in ("9", "10"))
    assert "frequencies need 10" in few
    assert "mattered in" not in few
    assert "mattered in 10 of 10 games" in enough
