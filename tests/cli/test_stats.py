"""`stats`, and findings by how often they come up: War, whose deals of four cards end under the default reading."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from ruleslawyer.semantics.events import Event
from ruleslawyer.studies.games.figures import findings_in_game
from ruleslawyer.studies.games.kept import load_games
from ruleslawyer.studies.games.table import load_table
from ruleslawyer.studies.games.whole_games import play_games
from tests.bundled import bundled
from tests.cli.command import Command

ROOT = Path(__file__).parents[2]
WAR = ROOT / "examples" / "war"


@pytest.fixture
def war(tmp_path: Path) -> Path:
    shutil.copytree(WAR, tmp_path / "war", ignore=shutil.ignore_patterns("__pycache__"))
    scopes = tmp_path / "war" / "checks" / "war" / "scopes"
    for larger in ("n5", "n6"):
        shutil.copy(scopes / "n4.toml", scopes / f"{larger}.toml")
    return tmp_path / "war"


def test_for_people(command: Command) -> None:
    answer = command("games", "war", "--scope", "n4", "--games", "60", project=WAR)
    assert answer.code == 0
    for line in (
        "60 games, serious play; 60 ended", "assumed: players pass: where nothing gains",
        "in brackets: the interval of 95 of 100", "one player won alone", "findings, by in how many games they matter",
    ):  # fmt: skip
        assert line in answer.out


def test_greedy_play_says_what_is_wanted(command: Command) -> None:
    answer = command("games", "war", "--scope", "n4", "--games", "5", "--play", "greedy", "--json", project=WAR)
    assert answer.json["play"] == "greedy"
    assert any("+1 for the lead in `deck`" in text and "derived" in text for text in answer.json["assumptions"])


def test_given_up(command: Command) -> None:
    """A loser's card first: games of three cards may go round for ever."""
    reading = ("--reading", "goes_under_first=losers_card_first")
    answer = command(
        "games", "war", "--scope", "n3", "--games", "40", "--longest", "50", *reading, "--json", project=WAR
    )
    assert answer.code == 1
    ends = {end["end"]: end["times"] for end in answer.json["ends"]}
    assert ends["cut_off"] and ends["somebody won"] == answer.json["ended"]


def test_ways_of_play_say_what_is_assumed(command: Command) -> None:
    arguments = ("games", "war", "--scope", "n4", "--games", "10", "--play", "uniform")
    assert "assumed: players choose evenly among all that the rules allow" in command(*arguments, project=WAR).out


def test_kept(command: Command, war: Path) -> None:
    """What is kept ranks the findings."""
    refused = command("findings", "war", "--by", "met", project=war)
    assert refused.code == 2
    assert "ruleslawyer games war --keep" in refused.err
    assert command("games", "war", "--games", "30", "--keep", project=war).code == 0
    kept = load_games(war, "war")
    assert kept is not None
    assert (kept.scope, list(kept.plays)) == ("n4", ["serious"])
    listed = command("findings", "war", "--by", "met", "--json", project=war).json
    assert [row["met"] and row["met"]["of"] for row in listed] == [None if row["met"] is None else 30 for row in listed]
    (war / "checks" / "war" / "games.json").write_text('{"scope": "n4", "play": {"uniform": {}}}', "utf-8")
    broken = command("findings", "war", "--by", "met", project=war)
    assert broken.code == 2
    assert "checks/war/games.json" in broken.err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("games", "war", "--scope", "n9"), "n9"),
        (("games", "war", "--scope", "n4", "--keep"), "leave --scope and --reading out"),
    ],
)
def test_mistakes(command: Command, arguments: tuple[str, ...], message: str) -> None:
    answer = command(*arguments, project=WAR)
    assert answer.code == 2
    assert message in answer.err


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('turn = "decks"\n', "play.toml:1:1: RL702 `decks` is no field"),
        ("[greedy]\ncut = 1\n", "play.toml:2:1: RL702 `cut` is no field"),
        ('[greedy]\n"deck" = 1.5\n', "play.toml:2:1: RL703 how much something is wanted is a whole number"),
        ("gready = 1\n", "play.toml:1:1: RL701 there is no key `gready`"),
    ],
)
def test_mistakes_in_what_is_declared(command: Command, war: Path, text: str, message: str) -> None:
    (war / "checks" / "war" / "play.toml").write_text(text, "utf-8")
    answer = command("games", "war", "--games", "2", project=war)
    assert answer.code == 2
    assert message in answer.err


def test_what_is_kept_of_daemons_is_played_again() -> None:
    """The first games that are kept meet the same findings."""
    ruleset = bundled().ruleset("daemons")
    kept = load_games(ROOT, "daemons")
    assert kept is not None
    for play, found in kept.plays.items():
        system = ruleset.transition_system(kept.scope)
        table = load_table(ROOT, "daemons", ruleset.system)
        session = play_games(system, table, 2, way=play, seed=found["seed"], longest=found["longest"])
        met = [sorted(findings_in_game(game.met, ruleset.findings())[0]) for game in session.games]
        assert met == found["first"][:2], "games go otherwise now: ruleslawyer games daemons --games 400 --keep"


def test_a_finding_that_asks_less_than_games_meet_is_not_counted() -> None:
    """Games meet the doubt of mere_mortals/014 at every attack; it asks about Status Cards. The doubt has its finding
    all the same."""
    (finding,) = (one for one in bundled().ruleset("mere_mortals").findings() if one.id == "014")
    asked = "more_may_be_spent"
    event = Event("contradiction", asked, ("or_greater", "just_as_many"), asked, cites=("7.3a", "14.4a"))
    assert finding.not_counted
    assert findings_in_game([event], [finding]) == (set(), set())
    assert findings_in_game([event], [replace(finding, not_counted="")]) == ({"014"}, set())


RULEBOOKS = "daemons", "mnemonic", "mere_mortals", "memesis", "megacorp"


@pytest.mark.parametrize("ruleset", RULEBOOKS)
def test_what_is_kept_names_findings_that_stand(ruleset: str) -> None:
    kept = load_games(ROOT, ruleset)
    assert kept is not None
    files = {path.name[:3]: path.read_text("utf-8") for path in (ROOT / "findings" / ruleset).glob("*.md")}
    for found in kept.plays.values():
        assert found["findings"]
        assert found["ended"] >= 0.9 * found["played"]
        for one in found["findings"]:
            assert one["times"] <= one["came_up"]["times"] <= one["of"] == found["ended"]
            assert 'state = "withdrawn"' not in files[one["finding"]]
            assert "\nnot_counted = " not in files[one["finding"]]
        assert json.dumps(found["unnamed"]) == "[]"


@pytest.mark.parametrize(
    ("ruleset", "games"),
    [
        ("daemons", 10),
        ("mnemonic", 5),
        ("megacorp", 20),
        *(pytest.param(r, 40, marks=pytest.mark.campaign) for r in RULEBOOKS),
    ],
)
def test_games_of_rulebooks_end(command: Command, ruleset: str, games: int) -> None:
    """Nine of ten at least, by an end that the book declares."""
    answer = command("games", ruleset, "--games", str(games), "--max-seconds", "3000", "--json", project=ROOT)
    ends = {end["end"]: end["times"] for end in answer.json["ends"]}
    declared = sum(ends.get(f"{who} won", 0) for who in ("somebody", "several", "nobody"))
    assert declared == answer.json["ended"] >= 0.9 * answer.json["played"]
    assert answer.json["played"] == games


def test_a_doubt_matters_as_often_as_it_does(command: Command) -> None:
    """Mnemonic 029 comes up only in some moments of a game, and in nearly all games."""
    answer = command("games", "mnemonic", "--games", "10", "--play", "uniform", "--json", project=ROOT)
    (found,) = (one for one in answer.json["findings"] if one["finding"] == "029")
    assert found["mattered"]["times"] >= 9
    assert found["mattered"]["of"] == 10
