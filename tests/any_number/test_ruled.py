"""What is proved under a ruling: the option that it names stands in place of every answer, as in an exploration."""

from __future__ import annotations

from pathlib import Path

from tests.any_number.rulesets import project
from tests.cli.command import Command

BOOK = '''"""A question that one clause answers everywhere."""


class Card(Sort):
    """A card."""


@state
class State:
    on: bool
    done: bool


@book.question("does it go on?")
def goes_on(s: State) -> bool:
    ask()


@goes_on.answer("2", default=True)
def it_does(s: State) -> bool | Silent:
    return True


@goes_on.reading("it does not")
def it_does_not(s: State) -> bool:
    return False


@book.action("3")
def go(s: State, who: Player) -> None:
    """Go."""
    with effect("3"):
        s.on = goes_on(s)
        s.done = True


@go.permit("3")
def may(s: State, who: Player) -> bool:
    return not s.done


@checks.step("4", of=go)
def on_then(before: State, after: State, who: Player) -> bool:
    return after.on


@checks.step("4", of=go)
def off_then(before: State, after: State, who: Player) -> bool:
    return not after.on
'''


def test_a_ruling_stands_in_place_of_every_answer(tmp_path: Path, command: Command) -> None:
    """By hand: where nothing is ruled the one answer counts, whatever is read; ruled otherwise, it is asked no more."""
    project(tmp_path, "ruled", BOOK)
    asked = "prove", "ruled", "on_then", "off_then", "--json"
    for choice, verdicts in (
        ((), ["PROVED", "VIOLATED"]),
        (("--reading", "goes_on=it_does_not"), ["PROVED", "VIOLATED"]),
        (("--ruling", "goes_on=it_does_not"), ["VIOLATED", "PROVED"]),
    ):
        found = command(*asked, *choice, project=tmp_path).json["results"]
        assert [one["verdict"].partition(" ")[0] for one in found] == verdicts


def test_and_so_it_is_checked_again(tmp_path: Path, command: Command) -> None:
    project(tmp_path, "ruled", BOOK)
    folder = str(tmp_path / "certificates")
    command("prove", "ruled", "off_then", "--ruling", "goes_on=it_does_not", "--certificates", folder, project=tmp_path)
    answer = command("prove", "--recheck", folder, project=tmp_path)
    assert answer.code == 0 and "off_then" in answer.out
