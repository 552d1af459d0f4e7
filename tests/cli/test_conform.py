"""`conform` against the reference itself, which follows a reading of its own or keeps a field back; and mistakes."""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path

import pytest

from tests.cli.command import Command
from tests.cli.schemas import problems, undocumented

ROOT = Path(__file__).parents[2]
FERRY = ROOT / "tests" / "projects" / "ferry"


def engine(*arguments: str) -> str:
    return f"{sys.executable} {ROOT / 'tests' / 'conform' / 'engine.py'} {FERRY} ferry {' '.join(arguments)}"


def test_it_agrees_and_names_what_is_not_compared(command: Command) -> None:
    answer = command(
        "conform", "ferry", "--exec", engine("--without", "turn"), "--steps", "20", "--json", project=FERRY
    )
    assert answer.code == 0, answer.err
    assert answer.json["not_compared"] == ["turn"]
    assert answer.json["steps"] == 20 and answer.json["agrees"] is True


def test_another_reading_is_a_difference(command: Command, tmp_path: Path) -> None:
    """The one who is paid for a crossing is another: the coins differ after it, and the play can be replayed."""
    file = tmp_path / "play.json"
    arguments = ("conform", "ferry", "--exec", engine("payee=other_is_paid"), "--seed", "3")
    answer = command(*arguments, "--save", str(file), "--json", project=FERRY)
    assert answer.code == 1, answer.err
    (found,) = answer.json["differences"]
    assert (found["kind"], found["at"]) == ("state", "cross")
    assert (found["again"], found["least"], len(found["play"])) == ("alone", True, 2)
    (question,) = [one for one in found["questions"] if one["plays_as"]]
    assert (question["choice"], question["follows"]) == ("payee", "owner_is_paid")
    assert question["plays_as"] == ["other_is_paid"]
    assert question["findings"] == ["ferry/001 Two people are promised the toll"]
    assert all(a["about"].startswith("coins") for a in found["answers"])
    assert not problems("conform", answer.json) and not undocumented("conform", answer.json)
    assert command("play", str(file), project=FERRY).code == 0
    assert json.loads(file.read_text("utf-8"))["ruleset"] == "ferry"
    shown = command(*arguments, project=FERRY)
    assert shown.code == 1 and "they differ" in shown.out and "no shorter play shows it" in shown.out
    assert "the rules are read as `owner_is_paid`; the implementation plays as `other_is_paid`" in shown.out


def test_an_action_that_is_not_offered_is_told_with_what_does_not_forbid_it(command: Command) -> None:
    """The light cart may be sent: two clauses could forbid it, and neither does."""
    answer = command("conform", "ferry", "--exec", engine("never=cross"), "--json", project=FERRY)
    (found,) = answer.json["differences"]
    assert (found["kind"], found["at"], found["least"]) == ("legal", "cross", True)
    assert [one["reference"] for one in found["answers"]] == ["allowed"]
    says = [f"{one['about']}: {one['says']}" for one in found["reasons"][1:]]
    assert says == [
        "2.2 too_heavy: could forbid it, and does not hold here: Heavy carts stay.",
        "2.5 cannot_pay: could forbid it, and does not hold here: No coin, no crossing.",
    ]


def test_what_was_not_met_is_told_from_what_cannot_be(command: Command) -> None:
    """In this scope nobody is alone, and one cart alone may cross, once in a game: that is taken, and nothing is left.
    An implementation that never allows it leaves it out, although it can happen."""
    answer = command("conform", "ferry", "--exec", engine(), "--steps", "5", "--json", project=FERRY)
    assert answer.json["agrees"] and not [one for one in answer.json["unmet"] if one["kind"] == "action"]
    assert "1.1" in answer.json["clauses"], "the beginning deals out coins by it"
    assert "1.1" not in {one["name"] for one in answer.json["unmet"]}
    never = command("conform", "ferry", "--exec", engine("never=cross"), "--json", project=FERRY)
    (action,) = [one for one in never.json["unmet"] if one["kind"] == "action"]
    assert (action["name"], action["here"], action["scopes"]) == ("cross", "missed", [])


BOOKKEEPING = """
[game]
coins = "the coins of each carter"
across = "the carts that are on the other side"
[bookkeeping]
turn = "the carter who is asked"
"""


def test_bookkeeping_need_not_be_kept(command: Command, tmp_path: Path) -> None:
    """It is told what each field is; where it lists none, it need not have those of the model alone."""
    project = tmp_path / "ferry"
    shutil.copytree(FERRY, project)
    file = project / "checks" / "ferry" / "fields.toml"
    file.write_text(BOOKKEEPING, encoding="utf-8")
    arguments = ("conform", "ferry", "--steps", "5", "--json", "--exec")
    lists_none = engine("lists=nothing", "--without", "turn")
    answer = command(*arguments, lists_none, project=project)
    assert answer.json["agrees"] and answer.json["not_compared"] == [], answer.out + answer.err
    assert command(*arguments, lists_none, project=FERRY).json["faults"][0]["kind"] == "garbage"
    words = command("scenario", "ferry", "--words", "--json", project=project).json["fields"]
    assert [(one["name"], one["part"]) for one in words] == [
        ("coins", "game"), ("across", "game"), ("turn", "bookkeeping"),
    ]  # fmt: skip
    file.write_text(BOOKKEEPING.replace("turn =", "trun ="), encoding="utf-8")
    wrong = command(*arguments, engine(), project=project)
    assert wrong.code == 2 and "fields.toml:6: the state has no field `trun`" in wrong.err
    file.write_text(BOOKKEEPING.partition("[bookkeeping]")[0], encoding="utf-8")
    wrong = command(*arguments, engine(), project=project)
    assert wrong.code == 2 and "`turn` of the state is not named" in wrong.err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--exec", "no-such-program"), "cannot be run"),
        (("--exec", "'"), "is no command"),
        (("--exec", ""), "there is no command"),
        (("--exec", "true", "one.toml"), "files are played with --scenarios"),
        (("--exec", "true", "--scope", "nowhere"), "has no scope `nowhere`"),
        (("--exec", "true", "--reading", "payee=nobody"), "has no option `nobody`"),
        (("--exec", "true", "--save", "."), "--save"),
    ],
)
def test_mistakes(command: Command, arguments: tuple[str, ...], message: str) -> None:
    answer = command("conform", "ferry", *arguments, project=FERRY)
    assert (answer.code, answer.out) == (2, "")
    assert message in answer.err


def test_an_implementation_that_says_nothing(command: Command) -> None:
    answer = command("conform", "ferry", "--exec", "true", project=FERRY)
    assert answer.code == 1 and "it does not start: it says nothing (exit code 0)" in answer.out


@pytest.mark.parametrize(
    ("program", "said"),
    [
        ("import nothing_of_the_kind", "ModuleNotFoundError: No module named 'nothing_of_the_kind'"),
        ("raise ZeroDivisionError('in\\nlines')", "ZeroDivisionError: in"),
        ("import sys; sys.exit('no game here\\nand more')", "no game here"),
    ],
)
def test_one_that_does_not_start_is_told_by_its_own_error(
    command: Command, tmp_path: Path, program: str, said: str
) -> None:
    file = tmp_path / "engine.py"
    file.write_text(program, encoding="utf-8")
    answer = command("conform", "ferry", "--exec", f"{sys.executable} {file}", project=FERRY)
    assert answer.code == 1 and f"it does not start: {said} (exit code 1)" in answer.out


SCENARIOS = """
ruleset = "ferry"
title = "A crossing"
scope = "tiny"
[[scenario]]
name = "hay"
clauses = ["2.1"]
when = [{ action = "cross", who = "Bob", cart = "hay" }]
[scenario.given]
turn = "Bob"
coins = { Ann = 3, Bob = 3 }
[scenario.then]
across = { hay = true }
"""


def test_a_scenario_goes_on_behind_what_is_not_spoken_of(command: Command, tmp_path: Path) -> None:
    file = tmp_path / "hay.toml"
    file.write_text(SCENARIOS, encoding="utf-8")
    arguments = ("conform", "ferry", str(file), "--scenarios", "--json", "--exec")
    answer = command(*arguments, engine("--without", "cross"), project=FERRY)
    assert answer.code == 0, answer.out + answer.err
    assert (answer.json["scenarios"], answer.json["steps"], answer.json["passed"]) == (1, 0, {"cross": 1})
    assert answer.json["compared"] == 4  # a state and what is legal, as it begins and behind the crossing
    wrong = command(*arguments, engine("payee=other_is_paid"), project=FERRY)
    (found,) = wrong.json["differences"]
    assert (wrong.code, wrong.json["steps"], found["at"], found["times"]) == (1, 1, "cross", 1)
    assert found["scenario"] == "hay" and found["given"] is not None


def test_one_that_declines_everything_agrees_with_nothing(command: Command, tmp_path: Path) -> None:
    """No answer was compared, so no build may pass by it."""
    program = tmp_path / "declines.py"
    program.write_text(
        'import sys\nfor line in sys.stdin:\n    print(\'{"error": "not this one"}\', flush=True)\n', encoding="utf-8"
    )
    arguments = ("conform", "daemons", "--scenarios", "--exec", f"{sys.executable} {program}")
    answer = command(*arguments, "--json", project=ROOT)
    assert answer.code == 1, answer.err
    assert answer.json["agrees"] is False and answer.json["compared"] == 0
    assert "nothing was compared" in command(*arguments, project=ROOT).out


def test_which_reading(command: Command) -> None:
    """It is not told which to follow; what --reading says is known beforehand, and not asked."""
    arguments = ("conform", "ferry", "--identify", "--steps", "5", "--exec", engine("payee=other_is_paid"))
    answer = command(*arguments, "--reading", "follower=the_other", "--json", project=FERRY)
    assert answer.code == 0, answer.err
    assert not problems("conform-identify", answer.json) and not undocumented("conform-identify", answer.json)
    assert answer.json["known"] == {"follower": "the_other"}
    assert answer.json["follows"]["payee"] == "other_is_paid" and "follower" not in answer.json["follows"]
    wrong = command(*arguments, "--scenarios", project=FERRY)
    assert wrong.code == 2 and "--identify plays plays of its own" in wrong.err


def test_one_that_follows_another_reading_than_is_known(command: Command) -> None:
    arguments = ("conform", "ferry", "--identify", "--exec", engine("payee=other_is_paid"))
    answer = command(*arguments, "--reading", "payee=owner_is_paid", project=FERRY)
    assert answer.code == 1
    assert "it follows none of the readings that are left" in answer.out or "they differ" in answer.out
