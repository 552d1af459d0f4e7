"""`discover` and `terminates` on the command line: what they print, what they write, what they refuse."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.bank import TINY
from tests.cli.command import Command

ROOT = Path(__file__).parents[2]
COUNTERS = ROOT / "tests" / "projects" / "counters"


def test_facts_in_words_and_whom_they_help(command: Command) -> None:
    answer = command("prove", "--facts", "ring", project=COUNTERS)
    assert answer.code == 0
    assert "the sum of tokens = Numbers.tokens" in answer.out
    assert "helps to prove nobody_has_more_than_all: it rests on the sum of tokens" in answer.out


def test_certificates_of_both_are_accepted(command: Command, tmp_path: Path) -> None:
    folder = str(tmp_path / "certificates")
    for question in ("--facts", "--ends"):
        assert command("prove", question, "euclid", "--certificates", folder, project=COUNTERS).code == 0
    found = command("prove", "--recheck", folder, "--json", project=COUNTERS).json["results"]
    assert all(one["accepted"] for one in found)
    assert "every game ends" in {one["property"] for one in found}
    assert {tuple(one["says"]) for one in found} >= {("1 <= a",), ("1 <= b",)}


def test_a_lasso_is_shown_saved_and_replays(command: Command, tmp_path: Path) -> None:
    file = tmp_path / "round.json"
    answer = command("prove", "--ends", "euclid_swaps", "--save", str(file), project=COUNTERS)
    assert answer.code == 0
    assert "LASSO" in answer.out and "swap(who=Solver0)" in answer.out
    assert command("play", str(file), project=COUNTERS).code == 0


@pytest.mark.parametrize(
    ("name", "scope"), [("mere_mortals", "brought_back"), ("memesis", "moving"), ("megacorp", "buried")]
)
def test_turns_of_the_rulebooks_that_go_round(command: Command, tmp_path: Path, name: str, scope: str) -> None:
    """Two cards bring each other back, a card is moved to and fro, MOVE costs nothing: findings 133, 009 and 104."""
    file = tmp_path / "round.json"
    answer = command("prove", name, "--ends", "--scope", scope, "--save", str(file), "--json", project=ROOT)
    turn, game = answer.json["results"]
    assert (turn["ending"], turn["verdict"], game["verdict"]) == ("every turn ends", "LASSO", "LASSO")
    shown = command("play", str(file), "--json", project=ROOT).json
    assert (shown["replays"], shown["back_to"]) == (True, turn["lasso"]["back_to"])
    assert len(shown["play"]) - 1 > shown["back_to"]


def test_a_rule_that_is_off_may_be_what_goes_round(command: Command, tmp_path: Path) -> None:
    """What is not the whole game has no certificate."""
    answer = command("prove", "--facts", "t92_switches", "--scope", "tiny", "--certificates", str(tmp_path / "c"))
    assert answer.code == 2 and "a scope with all rules" in answer.err


@pytest.mark.parametrize(
    ("arguments", "about"),
    [
        (("prove", "--facts", "ring", "--scope", "vast"), "no scope `vast`"),
        (("prove", "--facts", "ring", "--timeout", "0"), "timeout"),
        (("prove", "--ends", "ring", "--explore", "open"), "leaves something open"),
        (("prove", "--ends", "ring", "--each-reading", "--certificates", "c"), "several readings"),
        (("prove", "--ends", "nothing"), "no ruleset"),
    ],
)
def test_mistakes_are_one_message(command: Command, arguments: tuple[str, ...], about: str) -> None:
    answer = command(*arguments, project=COUNTERS)
    assert (answer.code, answer.out) == (2, "")
    assert about in answer.err


def test_passes_alone_may_go_round(command: Command) -> None:
    """Left and right are left by passes, for each other."""
    results = command("prove", "--ends", "t68_idle", "--json", project=TINY).json["results"]
    game = next(one for one in results if one["ending"] == "every game ends")
    assert game["verdict"] == "LASSO" and "by passes alone: 2 actions" in game["reason"]


def test_both_stand_in_the_report(command: Command, tmp_path: Path) -> None:
    answer = command("check", "ring", "--no-prove", "--facts", "30", "-o", str(tmp_path), "--json", project=COUNTERS)
    (found,) = answer.json["rulesets"]
    assert [fact["text"] for fact in found["facts"]] == ["the sum of tokens = Numbers.tokens"]
    assert found["helped"] == ["nobody_has_more_than_all"]
    assert [(one["ending"], one["verdict"]) for one in found["endings"]] == [
        ("every turn ends", "NOT APPLICABLE"),
        ("every game ends", "LASSO"),
    ]
    page = (tmp_path / "ring" / "proofs.html").read_text("utf-8")
    assert "the sum of tokens = Numbers.tokens" in page and "hand(who=Ann)" in page


def test_where_no_fact_is_left_what_was_proved_is_told(command: Command, tmp_path: Path) -> None:
    """All that holds of the small game is declared: its two properties, which the types do not say."""
    project = tmp_path / "mygame"
    assert command("init", str(project)).code == 0
    answer = command("prove", "--facts", "mygame", "--scope", "tiny", "--timeout", "20", project=project)
    assert "nothing is reported" not in answer.out
    assert "declared already: no_stone_gets_lost, somebody_wins" in answer.out
