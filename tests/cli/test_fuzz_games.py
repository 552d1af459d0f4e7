"""Guided games of a small game with something rare in it; what is said of it is worked out by hand.

To see the top, somebody who has the rope climbs 24 times, and slips not once between. A game of 60 actions that slips
as often as it climbs has at most 37 places where such a run begins, each with a chance of 2 ** -24: among 3000 games
at random it is met with a chance of less than 0.007. What takes part in it is one player, the rope, and the height.
"""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from ruleslawyer.api import Project
from ruleslawyer.studies.fuzz.fuzz import FuzzResult, FuzzRun
from tests.cli.command import Command
from tests.cli.schemas import problems, undocumented

MOUNTAIN = Path(__file__).parents[1] / "projects" / "mountain"
TOP = ("violated", "nobody_sees_the_top")
GAMES = 3000


def played(project: Path = MOUNTAIN, **options: Any) -> FuzzResult:
    return FuzzRun(Project.load(project).ruleset("mountain"), "whole", games=GAMES, longest=60, **options).result()


@pytest.fixture
def mountain(tmp_path: Path) -> Path:
    shutil.copytree(MOUNTAIN, tmp_path / "mountain", ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path / "mountain"


def test_guided_games_meet_what_games_at_random_do_not() -> None:
    guided, uniform = played(), played(uniform=True)
    assert [find.met.key for find in guided.finds] == [TOP] and not uniform.finds
    assert guided.played.games == uniform.played.games == GAMES
    assert "nobody_sees_the_top" in uniform.nearest and 0 < uniform.nearest["nobody_sees_the_top"] < 24
    assert not guided.differ


def test_the_scope_of_its_own() -> None:
    """One step before the top, with the rope; nothing else of the state, and no weight, is of any matter."""
    (find,) = played().finds
    assert find.small is not None and find.small.trace is not None
    made = find.small.document
    assert list(made["sorts"]["Player"]) == ["Ann"] or list(made["sorts"]["Player"]) == ["Bob"]
    assert made["sorts"]["Card"] == {"Rope": {"rope": True}}
    assert made["initial"] == {"held": {"Rope": True}, "height": 23}
    assert [step.instance.action for step in find.small.trace.steps] == ["climb"]
    assert [step.instance.action for step in find.trace.steps].count("climb") == 24 == find.trace.length - 1


def test_what_is_written_shows_the_same(command: Command, mountain: Path, tmp_path: Path) -> None:
    """The scope is explored, the scenario is run and the whole game is replayed: each by the verb that is there."""
    out = tmp_path / "out"
    asked = ("games", "--fuzz", "mountain", "--games", str(GAMES), "--max-actions", "60", "--write", str(out), "--json")
    answer = command(*asked, project=mountain)
    assert answer.code == 1 and not problems("fuzz", answer.json) and not undocumented("fuzz", answer.json)
    (found,) = answer.json["found"]
    assert found["small"]["play"][1:] in (["climb(who=Ann)"], ["climb(who=Bob)"])
    name = "violated_nobody_sees_the_top"
    files = [out / f"{name}.{ending}" for ending in ("play.json", "toml", "scenario.toml")]
    assert sorted(found["files"]) == sorted(path.as_posix() for path in files)
    replayed = command("play", str(files[0]), project=mountain)
    assert replayed.code == 0, replayed.err
    shutil.copy(files[1], mountain / "checks" / "mountain" / "scopes" / f"{name}.toml")
    explored = command("explore", "mountain", "--scope", name, "--json", project=mountain)
    assert [v["property"] for v in explored.json["properties"] if v["verdict"] == "VIOLATED"] == [TOP[1]]
    assert command("scenario", str(files[2]), project=mountain).code == 0


def test_the_same_seed_is_the_same_run() -> None:
    """For any number of workers."""
    one, two, other = played(workers=1), played(workers=2), played(seed=2)
    for run in (one, two, other):
        run.seconds = run.preparing = run.played.seconds = 0
    assert [f.trace for f in one.finds] == [f.trace for f in two.finds]
    assert (one.played, one.points, one.taken, one.nearest) == (two.played, two.points, two.taken, two.nearest)
    assert one.taken != other.taken


def test_games_go_on_where_they_stopped(command: Command, mountain: Path, tmp_path: Path) -> None:
    asked = ("games", "--fuzz", "mountain", "--max-actions", "60", "--json", "--write", str(tmp_path / "out"))
    first = command(*asked, "--games", "600", project=mountain).json
    second = command(*asked, "--games", "600", project=mountain).json
    assert (first["first_game"], second["first_game"]) == (1, 601)
    assert second["points"] >= first["points"] and second["states_kept"] >= first["states_kept"] > 0
    known = json.loads((tmp_path / "out" / "games.json").read_text(encoding="utf-8"))
    assert known["games"] == 1200


@pytest.mark.parametrize(
    ("said", "about"),
    [
        ("[]", "object"),
        ("{", "not JSON"),
        ('{"fuzz": {"rules": "others"}}', "learned from other games"),
    ],
)
def test_a_file_of_other_games(command: Command, tmp_path: Path, said: str, about: str) -> None:
    (tmp_path / "games.json").write_text(said, encoding="utf-8")
    answer = command("games", "--fuzz", "mountain", "--games", "20", "--write", str(tmp_path), project=MOUNTAIN)
    assert answer.code == 2 and about in answer.err and "games.json" in answer.err and "Traceback" not in answer.err


def test_a_file_that_was_changed(command: Command, mountain: Path, tmp_path: Path) -> None:
    asked = ("games", "--fuzz", "mountain", "--games", "100", "--write", str(tmp_path / "out"))
    command(*asked, project=mountain)
    file = tmp_path / "out" / "games.json"
    known = json.loads(file.read_text(encoding="utf-8"))
    assert known["states"]
    known["states"][0]["tail"] = [{"action": "climb", "args": {"who": "Ann"}}]  # nobody has the rope yet
    file.write_text(json.dumps(known), encoding="utf-8")
    answer = command(*asked, project=mountain)
    assert answer.code == 2 and "no file of games" in answer.err


def test_what_is_asked_for_has_to_be_there(command: Command) -> None:
    assert command("games", "--fuzz", "mountain", "--scope", "nowhere", project=MOUNTAIN).code == 2
    assert command("games", "--fuzz", "mountain", "--games", "0", project=MOUNTAIN).code == 2
    assert command("games", "--fuzz", "nobody", project=MOUNTAIN).code == 2
