"""The first state is a state, and every property has a word: what holds there is worked by hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.agree.written import SCOPE, written
from tests.cli.command import Command

TEXT = '''
@state
class State:
    lamp: Annotated[int, Range(0, 2)]


@book.action("2")
def turn_on(s: State, who: Player) -> None:
    """From off to on, and no further."""
    with effect("2"):
        s.lamp = 1


@turn_on.permit("2")
def may(s: State, who: Player) -> bool:
    return {permit}


checks = Checks(book)


@checks.always("3")
def never_off(s: State) -> bool:
    return s.lamp != 0


@checks.always("3")
def never_two(s: State) -> bool:
    return s.lamp != 2


@checks.sometimes("3")
def off(s: State) -> bool:
    return s.lamp == 0


@checks.leads_to("3")
def comes_on(s: State) -> tuple[bool, bool]:
    return True, s.lamp == 1


@checks.possible("3")
def can_be_two(s: State) -> bool:
    return s.lamp == 2
'''
"""By hand: a game begins with the lamp off. It may be turned on, if that is permitted, and then stays on; never at two."""


@pytest.mark.parametrize("permit", ["s.lamp == 0", "False"])
def test_what_a_beginning_breaks_is_violated(tmp_path: Path, command: Command, permit: str) -> None:
    """For any number, in the scopes, and by exploration; also where nothing is ever done."""
    project = written(tmp_path, "lamp", TEXT.format(permit=permit), "[sorts]\nPlayer = 2\nThing = 1\n")
    explored = command("explore", "lamp", "--json", project=project).json["properties"]
    by_any = command("prove", "lamp", "--any-number", "--json", project=project).json["results"]
    proved = command("prove", "lamp", "--json", project=project).json["results"]
    for rows in (explored, by_any, proved):
        words = {row.get("name") or row["property"]: row["verdict"] for row in rows}
        assert words["never_off"] == "VIOLATED"
        assert words["never_two"] != "VIOLATED"
    (by_any_row,) = (row for row in by_any if row["property"] == "never_off")
    assert by_any_row["beginning"]["scope"] == "tiny" and "0 actions" in by_any_row["reason"]
    (row,) = (row for row in proved if row["property"] == "never_off")
    assert row["k"] == 0 and row["reason"].startswith("in tiny, after 0 actions")
    (met,) = (row for row in proved if row["property"] == "off")
    assert met["verdict"] == "HOLDS IN SCOPE" and met["k"] == 0


def test_each_property_is_listed(tmp_path: Path, command: Command) -> None:
    """What asks all plays is answered by explorations, with the command that shows the play."""
    project = written(tmp_path, "lamp", TEXT.format(permit="s.lamp == 0"))
    rows = {row["property"]: row for row in command("prove", "lamp", "--json", project=project).json["results"]}
    assert {*rows} == {"writes:lamp", "unbroken", "never_off", "never_two", "off", "comes_on", "can_be_two"}
    assert rows["comes_on"]["verdict"] == "HOLDS IN SCOPE"
    assert rows["can_be_two"]["verdict"] == "VIOLATED"
    assert "--scope tiny --trace can_be_two" in rows["can_be_two"]["reason"]
    alone = command("prove", "lamp", "comes_on", "--json", project=project).json["results"]
    assert [(row["property"], row["verdict"]) for row in alone] == [("comes_on", "HOLDS IN SCOPE")]
    printed = command("prove", "lamp", "--all", project=project).out
    assert "comes_on" in printed and "can_be_two" in printed


GROWS = '''
@state
class State:
    number: {type}


@book.action("2")
def add(s: State, who: Player) -> None:
    """Ten to the power of 19, which 64 bits do not hold."""
    with effect("2"):
        s.number += 10_000_000_000_000_000_000


@add.permit("2")
def may(s: State, who: Player) -> bool:
    return True


checks = Checks(book)


@checks.always("1")
def not_negative(s: State) -> bool:
    return s.number >= 0
'''


def test_a_number_that_nothing_bounds_is_followed_so_far(tmp_path: Path, command: Command) -> None:
    """Known limits say 5 000 states, where code has no room for what an action adds at once, too."""
    project = written(tmp_path, "grows", GROWS.format(type="int"), SCOPE)
    found = command("explore", "grows", "--json", project=project).json
    assert found["states"] == 5_001 and found["complete"] is False  # the states that it led to are counted
    assert found["seconds"] > 0
