"""`conform` against the reference itself, which follows a reading of its own or keeps a field back; and mistakes."""

from __future__ import annotations

import json
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
    found = answer.json["difference"]
    assert found["kind"] == "state" and found["least"] is True
    assert all(a["about"].startswith("coins") for a in found["answers"])
    assert not problems("conform", answer.json) and not undocumented("conform", answer.json)
    assert command("play", str(file), project=FERRY).code == 0
    assert json.loads(file.read_text("utf-8"))["ruleset"] == "ferry"
    shown = command(*arguments, project=FERRY)
    assert shown.code == 1 and "they differ" in shown.out and "no shorter play shows it" in shown.out


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
    assert answer.code == 1 and "it dies" in answer.out


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
