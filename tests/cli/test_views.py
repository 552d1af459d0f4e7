"""Random views: what `lint` passes never fails in `check` with its pages, `explore`, `play` and its table in a browser.

A view is a file beside the model, and nothing that it says should end another command. The two that did are first.
"""

from __future__ import annotations

import io
import shutil
from pathlib import Path

import pytest

from ruleslawyer.api import Project
from ruleslawyer.bridges.web.play import Sitting
from ruleslawyer.bridges.web.room import Room
from ruleslawyer.front.worked import cookbook
from ruleslawyer.rulebook.rulesets.loaded import loaded_ruleset
from tests.cli.command import Command
from tests.views import Writer

STALL = Path(__file__).parents[1] / "projects" / "stall"
NOWHERE = '[card]\nsort = "Ware"\n\n[[area]]\ntitle = "Wares"\n'
LAY = "lay(who=Ann, ware=Pear, spot=Ann11)"
CLOSED = '[[track]]\nfield = "Haggle.offer"\nside = "Haggle.with_whom"\n'
FEW, MANY = 10, 1000


@pytest.fixture(scope="module")
def stall(tmp_path_factory: pytest.TempPathFactory) -> Path:
    ignored = shutil.ignore_patterns("__pycache__", "build")
    return Path(shutil.copytree(STALL, tmp_path_factory.mktemp("views") / "stall", ignore=ignored))


def kept(stall: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Explorations do not hang on a view."""
    monkeypatch.setenv("RULESLAWYER_ANSWERS", str(stall.parent / "answers"))


def drawn(command: Command, stall: Path, text: str) -> bool:
    """Whether `lint` passes a view; where it does, everything that draws is asked to."""
    (stall / "model" / "view.toml").write_text(text, encoding="utf-8")
    linted = command("lint", project=stall)
    assert linted.code in (0, 2) and "internal" not in linted.err, (text, linted)
    if linted.code:
        assert "view.toml" in linted.out, (text, linted)
        return False
    checked = command("check", "--no-prove", "-o", str(stall / "report"), project=stall)
    assert checked.code == 1 and "index.html" in checked.out + checked.err, (text, checked)
    for asked in (("explore", "stall", "--trace", "nothing_is_laid_out"), ("why", "stall", "--scope", "tiny", LAY)):
        found = command(*asked, project=stall)
        assert found.code in (0, 1) and "error" not in found.err, (text, found)
    command.monkeypatch.setattr("sys.stdin", io.StringIO("1\n1\n1\ntable\n"))
    played = command("play", "stall", project=stall)
    assert played.code == 0 and "error" not in played.err, (text, played)
    in_the_browser(stall, text)
    return True


def in_the_browser(stall: Path, text: str) -> None:
    """As one who sees all, and on a seat."""
    for seat in (None, "Ann"):
        room = Room(Project.load(stall).ruleset("stall"), "tiny", {}, {}, Sitting(seat))
        now = room.answer({"request": "open"})
        for _ in range(3):
            assert "error" not in now, (text, now)
            game, taken = now["game"], now.get("actions")
            now = room.answer({"request": "take" if taken else "look", "game": game, "number": 0})


@pytest.mark.parametrize("text", [NOWHERE, CLOSED, CLOSED + 'end = "Numbers.limit"\n'], ids=["area", "track", "end"])
def test_two_that_ended_the_main_job(command: Command, stall: Path, text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a card nothing says where it is; a frame is not always open."""
    kept(stall, monkeypatch)
    assert drawn(command, stall, text) == (text != NOWHERE)


def passed(command: Command, stall: Path, seeds: range) -> int:
    system = loaded_ruleset(STALL, "stall").system
    return sum(drawn(command, stall, Writer(system, seed, "Ware").text()) for seed in seeds)


def test_some(command: Command, stall: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept(stall, monkeypatch)
    assert passed(command, stall, range(FEW)) > FEW // 4


@pytest.mark.campaign
def test_many(command: Command, stall: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept(stall, monkeypatch)
    assert passed(command, stall, range(MANY)) > MANY // 4


def test_a_board_with_nothing_on_it_is_not_told(command: Command) -> None:
    """No spot has a card before the first one is laid."""
    told = command("why", "memory", "lay(spot=Left, card=Ace)", project=cookbook())
    assert told.code == 0 and "the table:" in told.out and "card:\n" not in told.out
