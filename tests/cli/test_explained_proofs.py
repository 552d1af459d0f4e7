"""`prove --explain`: what an accepted proof rests on, rule by rule, and how that hangs together."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ruleslawyer.engines.smt.lifted.houdini import Houdini, HoudiniResult
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


LEMMA = '''
@state
class State:
    x: int
    y: int


@book.initial("1")
def start(s: State) -> None:
    s.y = 3


@book.action("2")
def grow(s: State, who: Player) -> None:
    """Grow."""
    with effect("2"):
        s.x += 1


@grow.permit("2")
def low(s: State, who: Player) -> bool:
    return s.x < s.y


@book.action("2")
def jump(s: State, who: Player) -> None:
    """Jump."""
    with effect("2"):
        s.x = s.y - 3


@jump.permit("2")
def always(s: State, who: Player) -> bool:
    return True


@book.awaits
def whose(s: State) -> frozenset[Player]:
    return frozenset(Player)


checks = Checks(book)


@checks.always("1")
def x_is_below(s: State) -> bool:
    """It is low."""
    return s.x <= 3


@checks.always("1")
def y_stays(s: State) -> bool:
    """It stays."""
    return s.y == 3
'''


@pytest.mark.parametrize("rules", [CHANCE, JOINT], ids=["chance", "joint"])
def test_a_proof_is_explained_by_the_rule_that_keeps_it(command: Command, tmp_path: Path, rules: str) -> None:
    """The only rule that writes the water has one permit, of clause 2, by which it stays at two."""
    project = written(tmp_path, "rising", rules + PROPERTY, SCOPE)
    answer = command("prove", "rising", "shallow", "--explain", "--json", project=project)
    assert answer.code == 0, answer.err
    (found,) = answer.json["results"]
    assert found["verdict"].startswith("PROVED for any number")
    first = found["explanation"]["shown"][0]
    assert first["says"].endswith("It is never deep. (1)")
    (rule,) = (one for one in first["rules"] if one["rule"] in ("rain", "pour"))
    assert "2" in rule["clauses"], found["explanation"]


def test_what_hangs_together_is_said_with_numbers(command: Command, tmp_path: Path) -> None:
    """That x stays at most y needs that y stays: the second is told as a lemma of the first."""
    project = written(tmp_path, "case", LEMMA)
    answer = command("prove", "case", "x_is_below", "--explain", project=project)
    assert answer.code == 0, answer.err
    assert "x_is_below: why it is so" in answer.out
    assert "grow [2] keeps it by [2]" in answer.out and "[2] in every state: It stays. (1)" in answer.out
    assert "given: no check of the model fails" in answer.out


FORBIDS = (
    LEMMA
    + '''

@grow.forbid("3")
def while_it_is_late(s: State, who: Player) -> bool:
    return s.late


@grow.forbid("4")
def where_y_is_zero(s: State, who: Player) -> bool:
    return s.y == 0


@book.action("5")
def wait(s: State, who: Player) -> None:
    """Wait."""
    with effect("5"):
        s.late = not s.late


@wait.permit("6")
def may_wait(s: State, who: Player) -> bool:
    return s.x < 2
'''
)


def test_of_a_rule_the_clauses_are_named_that_are_used(command: Command, tmp_path: Path) -> None:
    """That x is at most 3 rests on when `grow` is permitted (2). Nothing of whether it is late is used, of which clause
    3 speaks; and no rule but two writes x."""
    project = written(tmp_path, "case", FORBIDS.replace("    y: int\n", "    y: int\n    late: bool\n"))
    answer = command("prove", "case", "x_is_below", "--explain", "--json", project=project)
    assert answer.code == 0, answer.err
    (first, *lemmas) = answer.json["results"][0]["explanation"]["shown"]
    rules = {rule["rule"]: rule for rule in first["rules"]}
    assert "2" in rules["grow"]["clauses"] and "3" not in rules["grow"]["clauses"], rules
    assert rules["grow"]["uses"] == [one["name"] for one in lemmas] == ["y_stays"]
    assert "wait" not in rules


def test_the_page_of_proofs_draws_it(command: Command, tmp_path: Path) -> None:
    """Two boxes, the property the first, and an arrow to the lemma with the rules that need it: both that write x."""
    project = written(tmp_path, "case", LEMMA)
    (project / "checks" / "case").mkdir(parents=True)
    kept = '{"states": ["x_is_below", "y_stays"], "alone": [], "steps": [], "conditions": []}'
    (project / "checks" / "case" / "lemmas.json").write_text(kept, "utf-8")
    command("check", "case", "-o", str(tmp_path / "out"), project=project)
    page = (tmp_path / "out" / "case" / "proofs.html").read_text("utf-8")
    (article,) = (one for one in page.split("<article")[1:] if "p-x_is_below" in one)
    picture = article.partition("<svg")[2].partition("</svg>")[0]
    assert picture.count("<rect") == 2 and picture.count("<polyline") == 1 and ">grow +1</text>" in picture
    assert "It stays." in picture and "rests on <code>y_stays</code> in grow, jump" in article


def test_certificates_are_of_the_accepted_proofs(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With `--certificates` nothing is looked for that is not looked for without."""
    looked: list[int] = []
    run = Houdini.run

    def noted(self: Houdini) -> HoudiniResult:
        looked.append(len(self.left))
        return run(self)

    monkeypatch.setattr(Houdini, "run", noted)
    project, asked = written(tmp_path, "case", LEMMA), ("prove", "case", "x_is_below")
    assert command(*asked, project=project).code == 0
    before, folder = [one for one in looked if one], tmp_path / "certificates"
    assert before
    looked.clear()
    assert command(*asked, "--certificates", str(folder), project=project).code == 0
    assert [one for one in looked if one] == before
    manifest = json.loads(next(folder.glob("*/certificate.json")).read_text("utf-8"))
    assert [one["property"] for one in manifest["properties"]] == ["x_is_below"]
    assert {one["item"] for one in manifest["items"] if "file" in one} == {"x_is_below", "y_stays"}
