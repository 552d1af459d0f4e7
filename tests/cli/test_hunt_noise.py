"""`sweep --questions`: what looks like a gap and is none is not asked, and what is left is asked at the table."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ruleslawyer.api import Project
from tests.cli.command import Command
from tests.cli.quarrel import asked, quarrel

EXAMPLES = Path(__file__).parents[2] / "examples"


def cookbook(command: Command, folder: Path, game: str) -> list[dict[str, Any]]:
    """The questions of a game of the cookbook."""
    project = folder / game
    assert command("explain", game, "-o", str(project)).code == 0
    answer = command("sweep", "--questions", game, "--states", "300", "--minutes", "5", "--json", project=project)
    assert answer.code == 0, answer.err
    found: list[dict[str, Any]] = answer.json["questions"]
    return found


def test_a_supply_is_missed_only_by_what_would_take(command: Command, tmp_path: Path) -> None:
    """Who grabs takes a coin only of a pot of ten, which there never is: that none is left is nobody's loss."""
    about = "what 3.1"
    assert asked(command, quarrel(tmp_path / "takes", ENOUGH="True"), "supply", about)
    assert asked(command, quarrel(tmp_path / "never", ENOUGH="True", BEFORE="s.pot > 9"), "supply", about) == []


@pytest.mark.parametrize(
    ("game", "shape"),
    [
        ("teams", "tie"),  # partners have won together, as all of a side do
        ("auction", "mind"),  # who drops out gives the lot up: a sentence says so
        ("auction", "supply"),  # a lot for which nobody bid is not paid
        ("memory", "again"),  # all cards are taken up: there is no other one that could be laid out
        ("stock", "again"),  # the deck was empty
    ],
)
def test_no_gap_is_no_open_question(command: Command, tmp_path: Path, game: str, shape: str) -> None:
    assert [one["asks"] for one in cookbook(command, tmp_path, game) if one["shape"] == shape and one["open"]] == []


@pytest.mark.parametrize(
    ("game", "shape", "asks"),
    [
        ("fists", "tie", "more than one has won"),
        ("guest", "stuck", "Ann has to decide"),
        ("roads", "loop", "Ann: rest; Bob: rest: and all is as it was. May that go on for ever?"),
    ],
)
def test_what_a_player_asks_is_open(command: Command, tmp_path: Path, game: str, shape: str, asks: str) -> None:
    found = [one for one in cookbook(command, tmp_path, game) if one["shape"] == shape]
    assert [one["open"] for one in found] == [True] and asks in found[0]["asks"]


def test_an_end_is_asked_for_where_somebody_wrote_the_scope(command: Command, tmp_path: Path) -> None:
    """A sweep deals rounds of which the match has none, and all is over as it begins: that is no tie."""
    (tie,) = (one for one in cookbook(command, tmp_path, "legacy") if one["shape"] == "tie")
    assert (tie["where"], tie["depth"] > 0) == ("tiny", True)


def test_a_vote_may_be_tried_again() -> None:
    """A motion is lost, and made again at once: no sentence of the part that is modelled keeps it from being so."""
    ruleset = Project.load(EXAMPLES / "order-of-motions").ruleset("motions")
    found = ruleset.hunt(minutes=5, states=150).in_order()
    (loop,) = (one for one in found if one.question.shape == "loop")
    assert loop.open
    assert loop.question.asks == "Ann: move, First; Chair: put, LOST: and all is as it was. May that go on for ever?"


def test_who_is_out_is_asked_about_where_he_is_read(tmp_path: Path) -> None:
    """The bidder of the last round may be out; that tells nothing, since the next throw forgets him. If the bid stayed,
    it would."""
    text = (EXAMPLES / "liars-dice" / "model" / "liars_dice" / "throw.py").read_text("utf-8")
    forgets = "            s.face = None\n            s.bidder = None\n"
    assert text.count(forgets) == 1
    assert "out" not in dudo(tmp_path / "forgets", text)
    assert "out" in dudo(tmp_path / "keeps", text.replace(forgets, ""))


def dudo(folder: Path, throw: str) -> set[str]:
    """The shapes of open questions of Dudo with another throw."""
    from shutil import copytree, ignore_patterns

    copytree(EXAMPLES / "liars-dice", folder, ignore=ignore_patterns("__pycache__"))
    (folder / "model" / "liars_dice" / "throw.py").write_text(throw, encoding="utf-8")
    found = Project.load(folder).ruleset("liars_dice").hunt(minutes=5, states=800)
    return {one.question.shape for one in found.in_order() if one.open}


def test_what_is_put_elsewhere_is_told_apart(command: Command, tmp_path: Path) -> None:
    """A curse ends as its card is taken up, and still keeps a card from being shown: no play comes there. So it is a
    way in which the mark would tell, and no question for a person."""
    about = "Does what 2.1"
    assert asked(command, quarrel(tmp_path / "never"), "stays", about) == []
    (found,) = asked(command, quarrel(tmp_path / "bars", SHOWS="not s.cursed_by_somebody[card]"), "stays", about)
    assert (found["elsewhere"], found["open"]) == (True, False)
    assert "lies 0>1 | barred | show | " in found["ways"]
    gaps = {"SHOWS": "not s.cursed_by_somebody[card]", "CLEAR": "AIMED"}
    (stays,) = asked(command, quarrel(tmp_path / "stays", **gaps), "stays", about)
    assert (stays["elsewhere"], stays["open"]) == (False, True)


def test_what_named_one_names_another(command: Command, tmp_path: Path) -> None:
    """Whoever takes up what was aimed at has the other card aimed at, wherever that is."""
    passes = "for c in Card:\n            if s.aimed_at == card and c != card:\n                s.aimed_at = c"
    (found,) = asked(command, quarrel(tmp_path / "passes", AIMED=passes), "passed", "names Cup now")
    assert found["ways"] == ["passed | lies"]
    assert asked(command, quarrel(tmp_path / "ends"), "passed", "now") == []


def test_the_same_state_is_looked_at_without_a_fault(tmp_path: Path) -> None:
    """By the rules without it a way is not met there, and by those with it it is."""
    from tests.content.same_state import Again

    sound, faulty = (
        Project.load(quarrel(tmp_path / name, **gaps)).ruleset("quarrel")
        for name, gaps in (("sound", {}), ("faulty", {"SHOWS": "not s.cursed_by_somebody[card]"}))
    )
    found = faulty.hunt(minutes=5, states=120).in_order()
    (one,) = (one for one in found if one.question.shape == "stays")
    way = "lies 0>1", "barred", "show", ""
    spot = one.ways[way]
    assert (one.question.id, way) in Again(faulty).ways(spot)
    assert (one.question.id, way) not in Again(sound).ways(spot)
