"""`solve`: what is refused and how, what is kept for the report, and games of bots."""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path

import pytest

from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.cli.solve import BOTS
from ruleslawyer.front.worked import cookbook
from ruleslawyer.studies.games.kept import load_solution
from tests.cli.command import Command

ROOT = Path(__file__).parents[2]
FERRY = ROOT / "tests" / "projects" / "ferry"
STONES = ROOT / "src" / "ruleslawyer" / "project" / "template"


def test_a_solved_game(command: Command) -> None:
    """The last stone: whoever begins takes two, and the seventh stone in the seventh move."""
    answer = command("games", "--best", "mygame", project=STONES)
    assert answer.code == 0, answer.err
    assert "Ann can force a win within 7 moves" in answer.out and "Bob can force a win within 7 moves" in answer.out
    assert "at 2 whoever has it forces a win, at 0 somebody else, at 0 nobody" in answer.out


def test_hidden_information(command: Command) -> None:
    """Of three cards one is dealt to each, and nobody sees the other's. With a card each nothing is hidden: whoever
    counts cards knows where the other one's only card lies."""
    answer = command("games", "--best", "peek", "--max-states", "34", project=cookbook())
    assert answer.code == 2
    assert "there is hidden information in scope `tiny`: Ann decides without knowing `hand[Bob]`" in answer.err
    assert "--face-up" in answer.err and "--games 100" in answer.err
    counted = command("games", "--best", "daemons", project=ROOT)
    assert counted.code == 0 and "123 positions, all of them explored" in counted.out


def test_kuhns_poker(command: Command) -> None:
    """-1/18 to whoever goes first, exactly (Kuhn 1950); with open cards nobody is ahead before the deal."""
    answer = command("games", "--best", "bluff", project=cookbook())
    assert answer.code == 0
    assert "by mixing what it does: Ann -0.0556 (-1/18), Bob +0.0556 (1/18)" in answer.out
    found = command("games", "--best", "bluff", "--json", project=cookbook()).json["solved"]
    assert (found["payoffs"], found["hidden"]) == (True, "Ann decides without knowing `held[Queen]`")
    assert found["beginnings"][0]["exact"] == {"Ann": "-1/18", "Bob": "1/18"}
    assert found["beginnings"][0]["worth"] == {"Ann": pytest.approx(-1 / 18), "Bob": pytest.approx(1 / 18)}
    opened = command("games", "--best", "bluff", "--face-up", "--json", project=cookbook()).json["solved"]
    assert (opened["beginnings"][0]["worth"], opened["hidden"]) == ({"Ann": 0.0, "Bob": 0.0}, None)
    by_bots = command("games", "--best", "bluff", "--games", "20", "--bot", "random", "--json", project=cookbook())
    got = by_bots.json["games"]["payoffs"]
    assert got["Ann"]["mean"] == -got["Bob"]["mean"] and (got["Ann"]["least"], got["Ann"]["most"]) == (-2, 2)


def test_too_large(command: Command) -> None:
    answer = command("games", "--best", "mygame", "--max-states", "10", project=STONES)
    assert answer.code == 2
    assert "scope `tiny` is not explored whole: there are more than 10 positions" in answer.err


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--games", "3", "--uniform"), "games of bots are not solved"),
        (("--keep", "--json"), "only a solution of the usual reading is kept"),
        (("--games", "3", "--bot", "chess"), "there is no bot `chess`"),
    ],
)
def test_mistaken_options(command: Command, options: tuple[str, ...], said: str) -> None:
    answer = command("games", "--best", "mygame", *options, project=STONES)
    assert answer.code == 2 and said in answer.err


def test_games_of_bots(command: Command) -> None:
    """Greedy players of the last stone take what best play takes at first."""
    found = command("games", "--best", "mygame", "--games", "20", "--json", project=STONES).json["games"]
    assert (found["bot"], found["games"]) == ("greedy", 20)
    first = found["first_player_wins"]
    assert 0 <= first["low"] <= first["times"] / first["of"] <= first["high"] <= 1
    assert sum(one["games"] for one in found["ends"]) == 20


def test_what_is_kept_without_open_spiel(command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody named a bot: the one that is not installed is not asked for."""
    for name in [
        name for name in sys.modules if name.startswith("open_spiel") or name.endswith("studies.games.search")
    ]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "open_spiel", None)
    project = tmp_path / "ferry"
    shutil.copytree(FERRY, project, ignore=shutil.ignore_patterns("__pycache__", "build"))
    answer = command("games", "--best", "ferry", "--uniform", "--face-up", "--keep", project=project)
    assert answer.code == 0 and "with 40 games of random, 40 games of greedy\n" in answer.out
    assert "OpenSpiel" not in answer.out + answer.err
    kept = load_solution(project, "ferry")
    assert kept is not None and [one["bot"] for one in kept["bots"]] == ["random", "greedy"]


def test_what_is_kept(command: Command, tmp_path: Path) -> None:
    project = tmp_path / "ferry"
    shutil.copytree(FERRY, project, ignore=shutil.ignore_patterns("__pycache__", "build"))
    assert load_solution(project, "ferry") is None
    answer = command("games", "--best", "ferry", "--uniform", "--face-up", "--keep", project=project)
    assert answer.code == 0, answer.err
    assert "solved.json, with 40 games of random, 40 games of greedy, 40 games of mcts\n" in answer.out
    kept = load_solution(project, "ferry")
    shown = command("games", "--best", "ferry", "--uniform", "--face-up", "--readings", "--json", project=project).json
    assert kept is not None and [one["bot"] for one in kept["bots"]] == list(BOTS)
    assert {key: shown[key] for key in kept if key != "bots"} == {key: kept[key] for key in kept if key != "bots"}
    file = project / "checks" / "ferry" / "solved.json"
    for text in ("{", "[]", json.dumps({**kept, "solved": {}}), json.dumps({**kept, "scope": 3})):
        file.write_text(text, "utf-8")
        with pytest.raises(UsageError, match="this is no file of kept figures of best play"):
            load_solution(project, "ferry")
