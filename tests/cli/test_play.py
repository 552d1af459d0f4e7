"""`play`, with its commands on standard input."""

from __future__ import annotations

import io
import json
import shutil
import sys
from pathlib import Path

import pytest

from tests.cli.command import Command

ROOT = Path(__file__).parents[2]


def played(command: Command, monkeypatch: pytest.MonkeyPatch, lines: str, *arguments: str) -> str:
    monkeypatch.setattr(sys, "stdin", io.StringIO(lines))
    answer = command("play", *arguments)
    assert answer.code == 0, answer.err
    return answer.out


def test_steps(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    shown = played(command, monkeypatch, "1\nquit\n", "t20_answers_differ")
    assert "Player0 decides" in shown
    assert "move(who=Player0)   [7]" in shown
    assert "count: 0 → 1" in shown


def test_why(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    """Which clause forbids what one asks about, by its number or written out."""
    shown = played(command, monkeypatch, "?\nwhy 1\n", "t02_forbid")
    assert "not allowed: forbidden by" in shown
    assert "allowed: permitted by" in shown


def test_mistakes_are_said_and_the_play_goes_on(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = "99\nfly\nmove(who=Nobody)\nmove(wo=Player0)\nmove(\nsave\nwhy\nhelp\n1\n"
    shown = played(command, monkeypatch, lines, "t20_answers_differ")
    assert "there is no number 99" in shown
    assert "there is no action `fly`" in shown
    assert "expected one of Player0, found 'Nobody'" in shown
    assert "move has no parameter `wo`" in shown
    assert "count: 0 → 1" in shown


def test_undo(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    play = json.loads(played(command, monkeypatch, "1\nundo\n1\n1\nundo\n", "t20_answers_differ", "--json"))
    assert [step["action"] for step in play["steps"]] == ["move"]


def test_saved_plays_replay(command: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file = tmp_path / "play.json"
    played(command, monkeypatch, f"1\nsave {file}\n", "t20_answers_differ", "--reading", "stride=two")
    answer = command("play", str(file), "--json")
    assert answer.code == 0
    assert answer.json["play"] == ["initial()", "move(who=Player0)"]


def test_as_a_player(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ann sees her ace; what Bob may do has no card in it, and his king is not named before it lies open."""
    shown = played(command, monkeypatch, "state\nquit\n", "t130_seen", "--as", "Ann")
    table, _, state = shown.partition("zone: Ace HAND")
    assert state and "Ace" in table and "zone" not in table, "the table as it lies, and fields where they are asked"
    assert "Ann: lay (card Ace)" in shown
    assert "Bob: lay (card hidden)" in shown and "King" not in shown
    answer = command("play", "t130_seen", "--as", "Anna")
    assert answer.code == 2 and "did you mean `Ann`?" in answer.err


@pytest.mark.parametrize("declared", [True, False])
def test_what_a_hidden_die_shows_is_not_drawn(
    command: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, declared: bool
) -> None:
    """Bob's dice lie under his cup: their number is told, and no face of theirs, with the table declared or guessed."""
    copied = tmp_path / "dice"
    shutil.copytree(ROOT / "examples" / "liars-dice", copied)
    if not declared:
        (copied / "model" / "liars_dice" / "view.toml").unlink()
    monkeypatch.setattr(sys, "stdin", io.StringIO("quit\n"))
    shown = command("play", "liars_dice", "--as", "Ann", "--opponent", "random", "--seed", "3", project=copied).out
    assert "Bob: dice 2" in shown and "A1" in shown
    assert "face down" not in shown and "B1" not in shown and "B2" not in shown


def test_an_opponent_and_chance_move_by_themselves(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    """Chance says who is first and the bot drafts; of the joint choice each has a part, and the own one is shown."""
    lines = "1\n1\n1\n1\nquit\n"
    monkeypatch.setattr(sys, "stdin", io.StringIO(lines))
    answer = command("play", "daemons", "--opponent", "greedy", "--seed", "3", project=ROOT)
    assert answer.code == 0, answer.err
    assert "you are Ann; greedy plays the others: the most at once" in answer.out
    assert "the dice say that Ann is first   [2.2]" in answer.out and "Bob drafts Ice   [2.4]" in answer.out
    assert "Ann drafts Fire   [2.3]" in answer.out
    assert "reveal_main_modules(choices={Ann: Fire}), and the others choose theirs unseen" in answer.out
    monkeypatch.setattr(sys, "stdin", io.StringIO(lines))
    assert command("play", "daemons", "--opponent", "greedy", "--seed", "3", project=ROOT).out == answer.out


def test_undo_goes_back_to_the_own_decision(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("1\n1\nundo\nundo\nundo\nquit\n"))
    shown = command("play", "daemons", "--opponent", "random", "--seed", "3", project=ROOT).out
    assert shown.count("1  Ann drafts Fire") == 2
    assert shown.count("nothing was decided by you yet") == 1


def test_chance_by_itself(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    shown = played(command, monkeypatch, "quit\n", "t33_chance", "--chance", "itself")
    assert "chance: roll (face" in shown and "chance decides" not in shown
    shown = played(command, monkeypatch, "chance\nchance\nquit\n", "t33_chance")
    assert "chance decides" in shown and "   [2]" in shown and "chance decides nothing here" in shown


def test_a_contradiction_stands_in_the_menu_and_is_ruled(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second move is permitted by one clause and forbidden by another; ruled, it ends the game."""
    shown = played(command, monkeypatch, "1\n1\nrule 1\n1\nquit\n", "t03_clash")
    assert "1  move(who=Player0)   [3, 4] contradiction, taken as forbidden" in shown
    assert "contradiction: permitted by 3 may, forbidden by 4 must_not; taken as forbidden" in shown
    assert "ruled here: move:may/must_not=permit   [3, 4]" in shown
    assert "1  move(who=Player0)   [3, 4] contradiction, taken as allowed" in shown
    assert "the game is over" in shown
    assert "no two clauses contradict each other" in played(command, monkeypatch, "rule 1\n", "t03_clash")
    after = played(command, monkeypatch, "1\nrule 1\n1\nundo\nrule 1\n", "t03_clash")
    assert "ruled here: move:may/must_not=forbid" in after


def test_what_was_played_stays_under_a_ruling(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    """A bid above one's purse is a contradiction; once it was made it cannot be ruled out behind one's back."""
    lines = "1\nrule reveal(bids={Player0: 2, Player1: 2})\nreveal(bids={Player0: 2, Player1: 2})\n"
    shown = played(command, monkeypatch, lines, "t30_seat_clash")
    assert "ruled here: bid:any_amount/beyond=permit" in shown and "the game is over" in shown


def test_one_action_is_asked_by_its_number(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    shown = played(command, monkeypatch, "? 1\n? move(who=Player0)\n", "t20_answers_differ")
    assert shown.count("move(who=Player0): allowed: permitted by 7 may") == 2


@pytest.mark.parametrize(
    ("arguments", "said"),
    [(("--opponent", "gredy"), "did you mean `greedy`?"), (("--chance", "its"), "did you mean `itself`?")],
)
def test_mistaken_options(command: Command, arguments: tuple[str, ...], said: str) -> None:
    answer = command("play", "t33_chance", *arguments)
    assert answer.code == 2 and said in answer.err


@pytest.mark.usefixtures("interpreted")
def test_a_question_is_not_ruled_like_a_clash(command: Command) -> None:
    """Memesis asks whether a card may be consumed at once: the question has answers of its own, none is to forbid."""
    command.monkeypatch.setattr(sys, "stdin", io.StringIO("5\nundo\nrule 2\nquit\n"))
    answer = command("play", "memesis", "--opponent", "random", "--seed", "2", project=ROOT)
    assert answer.code == 0 and "no two clauses contradict each other over that here" in answer.out


def test_a_deal_is_told_in_words(command: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Drawn or chosen at the beginning, by the author's sentences or by names; and no card of another's hand."""
    copied = Path(shutil.copytree(ROOT / "examples" / "cookbook", tmp_path / "games"))

    def said(lines: str, *arguments: str) -> str:
        monkeypatch.setattr(sys, "stdin", io.StringIO(lines))
        return command("play", *arguments, project=copied).out

    assert "chance: deal (to Ann, card Two)   [1]" in said("1\nquit\n", "deal")
    assert "the beginning: first Bob\n" in said("2\nquit\n", "auction")
    sentences = 'deal = "{to} is dealt {card}"\nsay = "{who} says {word}"\ninitial = "{first} has the first lot"\n'
    (copied / "model" / "view.toml").write_text(f"[deeds]\n{sentences}", encoding="utf-8")
    (copied / "pyproject.toml").write_text(
        '[tool.ruleslawyer.rulesets.deal]\ntitle = "Deal"\nmodules = ["model.deal"]\n', encoding="utf-8"
    )
    refused = said("quit\n", "deal")
    assert refused == "", "the beginning of this game has no choices, and so no hole"
    (copied / "model" / "view.toml").write_text(f"[deeds]\n{sentences}".rpartition("initial")[0], encoding="utf-8")
    assert "Ann is dealt Two   [1]" in said("1\nquit\n", "deal")
    hidden = said("quit\n", "deal", "--as", "Bob", "--chance", "itself")
    assert "Ann is dealt something hidden   [1]" in hidden and "Bob is dealt something hidden" not in hidden


def test_what_a_card_is_is_said_once(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    """A card is a token, or stackable, or not: the word of that is the value, too."""
    for name, scope, card, said in (
        ("megacorp", "bomb", "Drone", "character, token"), ("mere_mortals", "attaching", "oin", "stackable"),
    ):  # fmt: skip
        monkeypatch.setattr(sys, "stdin", io.StringIO("1\n1\n1\ntable\nquit\n"))
        shown = " ".join(command("play", name, "--scope", scope, "--chance", "itself", project=ROOT).out.split())
        assert said in shown and card in shown
        assert "token token" not in shown and "stackable stackable" not in shown
