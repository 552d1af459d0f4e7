"""`prove --explain`: which clauses a proof falls without, where one is the only clause of what nature or all decide."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.agree.written import SCOPE, written
from tests.cli.command import Command

CHANCE = '''
@state
class State:
    water: int


@book.awaits
def awaited(s: State) -> frozenset[Player] | Chance:
    return CHANCE


@book.chance("2")
def rain(s: State) -> None:
    """It rains."""
    with effect("2"):
        s.water += 1


@rain.permit("2")
def low(s: State) -> bool:
    return s.water < 2
'''
JOINT = '''
@state
class State:
    water: int


@frame("2")
class Turn:
    awaits: frozenset[Player]


@book.action("2")
def call(s: State, who: Player) -> None:
    """All are called."""
    with effect("2"):
        open_frame(s, Turn(awaits=frozenset(Player)))


@call.permit("2")
def called(s: State, who: Player) -> bool:
    return True


@book.joint("3", at=Turn)
def pour(s: State, f: Turn, cups: Map[Player, bool]) -> None:
    """All pour at once."""
    with effect("3"):
        s.water += 1
        close_frame(s, Turn)


@pour.permit("2")
def low(s: State, f: Turn, cups: Map[Player, bool]) -> bool:
    return s.water < 2


@pour.seat(of="cups")
def cup(s: State, f: Turn, who: Player, full: bool) -> None:
    """One pours."""


@cup.permit("3")
def anybody(s: State, f: Turn, who: Player, full: bool) -> bool:
    return True
'''
PROPERTY = '''

checks = Checks(book)


@checks.always("1")
def shallow(s: State) -> bool:
    """It is never deep."""
    return s.water <= 2
'''


@pytest.mark.parametrize("rules", [CHANCE, JOINT], ids=["chance", "joint"])
def test_a_proof_falls_without_the_only_clause(command: Command, tmp_path: Path, rules: str) -> None:
    """Without its only clause, what nature or all decide is not forbidden: nature may, and the seats' clauses judge. So
    the proof rests on that clause."""
    project = written(tmp_path, "rising", rules + PROPERTY, SCOPE)
    answer = command("prove", "rising", "shallow", "--scope", "tiny", "--explain", "--json", project=project)
    assert answer.code == 0, answer.err
    (found,) = answer.json["results"]
    assert found["verdict"].startswith("PROVED")
    (rule,) = (r for r in found["explanation"]["rules"] if r["name"] in ("rain", "pour"))
    assert [one["clause"] for one in rule["needed"]] == ["low"], found["explanation"]
