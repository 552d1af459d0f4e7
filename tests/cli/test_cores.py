"""`cores` as a user meets it: what clashes, what would settle it, and what it says of mistakes and limits."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.command import Command

FERRY = Path(__file__).parents[1] / "projects" / "ferry"


def test_the_ferry(command: Command) -> None:
    """Two clashes, each settled either way, and a deadlock that the one of them brings about."""
    answer = command("prove", "--clashes", "ferry", project=FERRY)
    assert answer.code == 0
    for part in (
        "3 pairs of clauses that may clash: 2 CLASH, 1 PRECEDENCE",
        "cross:own_turn/too_heavy [2.1, 2.2]", "after 1 action in scope tiny; finding ferry/002",
        "somebody must act / too_heavy [2.2]", "cross:own_turn/too_heavy = permit: the deadlock is gone",
        "3 minimal sets of clauses that cannot all stand; 2 clarifications settle all clashes of these scopes (4 ways)",
    ):  # fmt: skip
        assert part in answer.out


def test_what_no_play_can_meet_is_proved_apart(command: Command, tmp_path: Path) -> None:
    """For any number of players too, since its scope has one; and cvc5 checks it from the text alone."""
    found = command("prove", "--clashes", "t19_answers_agree", "--json").json
    assert {pair["word"] for pair in found["pairs"]} == {"PROVED APART"}
    assert {pair["proof"]["verdict"] for pair in found["pairs"]} == {"PROVED for any number of Player"}
    folder, names = tmp_path / "certificates", [f"apart:stride:{'/'.join(pair['pair'])}" for pair in found["pairs"]]
    said = command("prove", "t19_answers_agree", *names, "--certificates", str(folder)).out
    assert said.count("PROVED for any number") == len(names)
    answer = command("prove", "--recheck", str(folder))
    assert answer.code == 0 and answer.out.count("apart:") == len(names)


def test_proofs_have_their_time(command: Command) -> None:
    """Without any for all of them together, none is found; and there is a word about why."""
    found = command("prove", "--clashes", "t19_answers_agree", "--budget", "0.001", "--json").json
    assert {pair["word"] for pair in found["pairs"]} == {"NOT MET"}
    assert all("no time" in pair["proof"]["reason"] for pair in found["pairs"])


def test_a_clash_that_is_met_is_not_proved_apart(command: Command) -> None:
    """Asked by name it is a property like others, which a play breaks."""
    (found,) = command("prove", "t15_term_clash", "apart:stride:boots/sledge", "--json").json["results"]
    assert found["verdict"] == "VIOLATED" and len(found["play"]) == 3


def test_without_a_proof_it_is_not_met(command: Command) -> None:
    """No state of the scope has it, and nothing else was asked: that is no proof."""
    found = command("prove", "--clashes", "t19_answers_agree", "--timeout", "0", "--json").json
    assert {(pair["word"], pair["proof"]) for pair in found["pairs"]} == {("NOT MET", None)}


def test_an_exploration_that_is_cut_short(command: Command) -> None:
    answer = command("prove", "--clashes", "ferry", "--max-states", "1", "--json", project=FERRY)
    assert answer.code == 1
    assert answer.json["complete"] is False and "limit of 1 states" in answer.json["stopped"]


def test_without_time_nothing_is_tried(command: Command) -> None:
    """Every set is counted that was not tried; where none was asked for, nothing is missing."""
    answer = command("prove", "--clashes", "ferry", "--clarify", "0.000001", "--json", project=FERRY)
    assert answer.code == 1 and "the time for clarifications is over" in answer.json["stopped"]
    assert [(clash["smallest"], clash["tried"], clash["untried"]) for clash in answer.json["clashes"]] == [
        ([], 0, 2)
    ] * 2
    assert [(stuck["tried"], stuck["untried"]) for stuck in answer.json["deadlocks"]] == [([], 1)]
    answer = command("prove", "--clashes", "ferry", "--clarify", "0", project=FERRY)
    assert answer.code == 0 and answer.out.count("no set of clarifications was tried out") == 2


def test_a_ruling_is_a_precedence(command: Command) -> None:
    """What is settled is no clash, and nothing is left to clarify of it."""
    found = command(
        "prove", "--clashes", "ferry", "--ruling", "cross:own_turn/too_heavy=forbid", "--json", project=FERRY
    ).json
    words = {f"{pair['subject']}:{'/'.join(pair['pair'])}": pair["word"] for pair in found["pairs"]}
    assert words["cross:own_turn/too_heavy"] == "PRECEDENCE"
    assert [clash["subject"] for clash in found["clashes"]] == ["payee"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("ferri",), "did you mean `ferry`?"),
        (("ferry", "--scope", "tinny"), "has no scope `tinny`"),
        (("ferry", "--scope", "open"), "leaves something open"),
        (("ferry", "--ruling", "payee=nobody"), "no option `nobody`"),
    ],
)
def test_mistakes(command: Command, arguments: tuple[str, ...], said: str) -> None:
    answer = command("prove", "--clashes", *arguments, project=FERRY)
    assert (answer.code, answer.out) == (2, "") and said in answer.err
