"""A choice that all make together, and nobody sees before: in the terminal, in the browser, and as a seat sees it.

By hand, of two players with two coins each: Bob is asked behind Ann, so that a bot on her seat has chosen before him.
"""

from __future__ import annotations

import io
import re
import shutil
import sys
from pathlib import Path

import pytest

from ruleslawyer.api import Project
from ruleslawyer.bridges.web.play import Sitting
from ruleslawyer.bridges.web.room import Room
from ruleslawyer.front.worked import cookbook
from tests.cli.command import Command

BESIDE = ("--opponent", "random", "--seed", "3")
SIGHT = """@game.seen("1", field="coins")
def sees_own_coins(s: State, owner: Player, who: Player) -> bool:
    return owner == who


@game.ended("4")"""


@pytest.fixture
def hidden(tmp_path: Path) -> Path:
    """The same game, of which everybody sees the own coins alone."""
    copied = Path(shutil.copytree(cookbook(), tmp_path / "games"))
    file = copied / "model" / "fists.py"
    file.write_text(file.read_text("utf-8").replace('@game.ended("4")', SIGHT, 1), "utf-8")
    return copied


def played(command: Command, patch: pytest.MonkeyPatch, lines: str, *words: str, project: Path | None = None) -> str:
    patch.setattr(sys, "stdin", io.StringIO("\n".join([*lines.split(), "quit", ""])))
    answer = command("play", "fists", "--scope", "tiny", *words, project=project or cookbook())
    assert answer.code == 0, answer.err
    return answer.out


@pytest.mark.parametrize("seat", ["Ann", "Bob"])
def test_undo_takes_the_own_part_back(command: Command, monkeypatch: pytest.MonkeyPatch, seat: str) -> None:
    """Also where a bot has chosen before: it chooses anew, and the own choices are offered again."""
    begun = played(command, monkeypatch, "", "--as", seat, *BESIDE)
    shown = played(command, monkeypatch, "1 undo", "--as", seat, *BESIDE)
    offered = begun[begun.index("Ann: coins 2") :]
    assert f"1  open_fists(hidden={{{seat}: 0}})" in offered
    assert shown.endswith(offered) and "nothing was decided by you" not in shown
    again = played(command, monkeypatch, "1 undo 3", "--as", seat, *BESIDE)
    assert re.search(rf"open fists \(.*{seat} 2.*\)   \[1\]", again), "nothing is hidden: what all chose is said"


@pytest.mark.parametrize("seat", ["Ann", "Bob"])
def test_the_browser_takes_it_back_too(seat: str) -> None:
    room = Room(Project.load(cookbook()).ruleset("fists"), "tiny", {}, {}, Sitting(seat, "random", True, 3))
    now = room.answer({"request": "open"})
    game, offered = now["game"], [f"open fists (hidden {seat} {coins})" for coins in range(3)]
    assert [one["says"] for one in now["actions"]] == offered
    now = room.answer({"request": "take", "game": game, "number": 0})
    after = now["at"]
    for request, at in (("undo", 0), ("redo", after), ("undo", 0)):
        now = room.answer({"request": request, "game": game})
        assert (now["at"], now["own"], len(now["actions"])) == (at, True, 3)
    now = room.answer({"request": "jump", "game": game, "node": 0})
    assert [one["says"] for one in now["actions"]] == offered


def test_the_own_part_is_seen_where_numbers_are_hidden(
    command: Command, monkeypatch: pytest.MonkeyPatch, hidden: Path
) -> None:
    """Coins in the other player's fist stay hidden, in the terminal with a bot and without, and in the browser."""
    shown = played(command, monkeypatch, "2", "--as", "Bob", *BESIDE, project=hidden)
    assert re.search(r"^open fists \(hidden Ann \?, Bob 1\)   \[1\]", shown, re.MULTILINE), shown
    alone = played(command, monkeypatch, "", "--as", "Bob", project=hidden)
    assert set(re.findall(r"open fists \((.*)\)", alone)) == {f"hidden Bob {coins}" for coins in range(3)}
    room = Room(Project.load(hidden).ruleset("fists"), "tiny", {}, {}, Sitting("Bob", "random", True, 3))
    game = room.answer({"request": "open"})["game"]
    now = room.answer({"request": "take", "game": game, "number": 1})
    assert now["tree"][1]["says"].endswith(", Bob 1)")
