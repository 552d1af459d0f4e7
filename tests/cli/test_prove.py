"""`prove` as a user meets it: what it says where it cannot prove, and of mistakes."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.agree.written import written
from tests.cli.command import Command

PETERSON = Path(__file__).parents[1] / "classics" / "peterson"
ASK = ("prove", "peterson", "--scope", "two")


def test_a_counterexample_to_induction_is_shown(command: Command) -> None:
    answer = command(*ASK, "exclusive", "--inductive", project=PETERSON)
    assert answer.code == 1
    for part in (
        "exclusive: a counterexample to induction", "which perhaps no play reaches", "action go_in(", "WAIT → INSIDE",
        "breaks exclusive", "hint: these properties exclude the state", "flag_tells, turn_tells", "1-induction",
    ):  # fmt: skip
        assert part in answer.out
    found = command(*ASK, "exclusive", "--inductive", "--json", project=PETERSON).json["results"][0]
    stuck = found["counterexample_to_induction"]
    assert stuck["possibly_unreachable"] is True and stuck["breaks"] == "exclusive"
    assert sorted(stuck["after"]["label"].values()) == ["INSIDE", "INSIDE"]


def test_the_published_invariant(command: Command) -> None:
    names = ("flag_tells", "turn_tells", "one_at_a_time", "exclusive")
    answer = command(*ASK, *names, "--inductive", "--all", project=PETERSON)
    assert (answer.code, answer.out.count("PROVED for 2 processes")) == (0, 4)
    assert "counterexample" not in answer.out
    found = command(*ASK, *names, "--inductive", "--json", project=PETERSON).json["results"]
    assert {(one["verdict"], one["says"]) for one in found} == {
        ("PROVED (z3, cvc5)", "PROVED for 2 processes (z3, cvc5)")
    }
    assert all(one["sizes"] == {"Process": 2} and one["checked_by"] == ["z3", "cvc5"] for one in found)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("exclusiv",), ("no property `exclusiv`", "did you mean `exclusive`?")),
        (("can_go_in",), ("`can_go_in` asks what stays possible", "ruleslawyer explore peterson")),
        (("--seed", "-1"), ("--seed",)),
        (("--solver-timeout", "0"), ("--solver-timeout",)),
    ],
)
def test_mistakes(command: Command, arguments: tuple[str, ...], said: tuple[str, ...]) -> None:
    answer = command(*ASK, *arguments, project=PETERSON)
    assert (answer.code, answer.out) == (2, "")
    assert answer.err.lower().count("error") == 1
    for part in said:
        assert part in answer.err


def test_a_question_without_an_answer_says_which_method_and_why(command: Command) -> None:
    answer = command(
        *ASK, "one_at_a_time", "--solver-timeout", "0.001", "--timeout", "0.001", "--json", project=PETERSON
    )
    found = answer.json["results"][0]
    if found["verdict"] in ("UNKNOWN", "BOUNDED"):  # a fast machine may still be in time
        assert found["tried"] and all(": " in method for method in found["tried"])
        assert answer.code == 1


JUDGED = '''
@state
class State:
    x: Annotated[int, Range(0, 3)]


@book.action("2")
def go(s: State, who: Player) -> None:
    """Go."""
    with effect("2"):
        s.x = 1


@go.permit("2")
def may(s: State, who: Player) -> bool:
    return {may}


@book.awaits
def whose(s: State) -> frozenset[Player]:
    return frozenset(who for who in Player if {whose})


checks = Checks(book)
'''
"""x begins as 0 and goes to 1: there 6 // (x - 1) has no value, as 6 // x has none at once."""
NO_VALUE = "6 // (s.x - 1) < 9"


@pytest.mark.parametrize(
    ("may", "whose", "steps"), [("6 // s.x < 9", "True", 1), (NO_VALUE, "True", 2), ("True", NO_VALUE, 2)]
)
def test_a_play_may_end_as_an_action_is_judged(
    command: Command, tmp_path: Path, may: str, whose: str, steps: int
) -> None:
    """A check that fails in judging, or in asking whose decision it is, leaves no verdict: that is what is shown."""
    project = written(tmp_path, "case", JUDGED.format(may=may, whose=whose))
    answer = command("prove", "case", "unbroken", "--scope", "tiny", "--json", project=project)
    assert answer.code == 1, answer
    assert answer.json["unreplayed"] == {}
    (found,) = answer.json["results"]
    assert found["verdict"] == "VIOLATED" and "division by zero" in found["reason"]
    assert len(found["play"]) == 1 + steps
    assert "INTERNAL" not in command("prove", "case", "--scope", "tiny", project=project).out
