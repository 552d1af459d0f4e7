"""`prove unbroken`: that no check of the model fails, said as a verdict like any other; and what no longer has to be
taken as given beside it."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleslawyer.engines.smt.certify import second
from tests.agree.written import SCOPE, written
from tests.cli.command import Command

COUNTED = '''
@state
class State:
    cards: Annotated[int, Range(0, {most})]
    share: Annotated[int, Range(0, {most})]


@book.action("2")
def deal(s: State, who: Player) -> None:
    """Deal one more."""
    with effect("2"):
        s.cards = s.cards + 1
        s.share = {share}


@deal.permit("2")
def may_deal(s: State, who: Player) -> bool:
    return s.cards < 3


@book.settle("3")
def nothing_is_kept(s: State, who: Player) -> None:
    """It is given away."""
    with effect("3"):
        s.share = 0


@nothing_is_kept.when
def something_is(s: State, who: Player) -> bool:
    return s.share > 0


@checks.always("2")
def some_are_left(s: State) -> bool:
    return s.cards <= 3
'''
CHECKS, RANGES = "no check of the model fails", "every write stays in its range"


@pytest.mark.parametrize(
    ("share", "most", "asked", "given"),
    [
        ("6 // s.cards", "9", ["unbroken", "some_are_left"], RANGES),
        ("6 // s.cards", "9", ["unbroken", "some_are_left", "writes:cards", "writes:share"], ""),
        ("6 // s.cards", "9", ["some_are_left", "writes:cards", "writes:share"], CHECKS),
        ("6 // (3 - s.cards)", "9", ["unbroken", "some_are_left"], f"{CHECKS}, and {RANGES}"),
    ],
)
def test_what_is_proved_beside_is_not_taken_as_given(
    command: Command, tmp_path: Path, share: str, most: str, asked: list[str], given: str
) -> None:
    """By hand: there are 1 to 3 cards once one was dealt; as the third is dealt, 6 is divided by nothing."""
    project = written(tmp_path, "case", COUNTED.format(share=share, most=most), SCOPE)
    answer = command("prove", "case", *asked, "--json", project=project)
    found = {one["property"]: one for one in answer.json["results"]}
    assert found["some_are_left"]["verdict"].startswith("PROVED")
    said = [text for text in found["some_are_left"]["assumptions"] if "check" in text or "range" in text]
    assert said == ([given] if given else [])
    if "unbroken" in asked:
        proved = "3 -" not in share
        assert found["unbroken"]["verdict"].startswith("PROVED" if proved else "VIOLATED")


def test_it_is_listed_and_explained(command: Command, tmp_path: Path) -> None:
    """It rests on no other condition; a round of settles is asked whether it is the last."""
    project = written(tmp_path, "case", COUNTED.format(share="6 // s.cards", most="9"), SCOPE)
    answer = command("prove", "case", "--explain", project=project)
    assert answer.code == 0, answer.err
    assert "unbroken: why it is so" in answer.out and "No check of the model fails." in answer.out
    assert CHECKS not in answer.out.replace("No check", "") and RANGES not in answer.out


def test_what_stands_in_the_way_is_named_with_its_place(command: Command, tmp_path: Path) -> None:
    project = written(tmp_path, "case", COUNTED.format(share="6 // (s.cards - 1)", most="9"), SCOPE)
    answer = command("prove", "case", "unbroken", "--any-number", project=project)
    assert answer.code == 1
    assert "division by zero (case/model.py:" in " ".join(answer.out.split()), answer.out
    assert f"taken as given: {CHECKS}, and {RANGES}" in answer.out


@pytest.mark.skipif(not second.available(), reason="cvc5 is not installed")
def test_another_solver_reads_its_questions(command: Command, tmp_path: Path) -> None:
    """The folder says what is left as given, and cvc5 answers each question from the text alone."""
    project = written(tmp_path, "case", COUNTED.format(share="6 // s.cards", most="9"), SCOPE)
    folder = tmp_path / "certificates"
    asked = ["unbroken", "some_are_left", "writes:cards", "writes:share"]
    proved = command("prove", "case", *asked, "--any-number", "--certificates", str(folder), project=project)
    assert proved.code == 0, proved.err
    page = "".join(path.read_text(encoding="utf-8") for path in folder.rglob("*.md"))
    assert "Taken as given: nothing." in page and "No check of the model fails." in page
    again = command("prove", "--recheck", str(folder), "--json", project=project)
    assert again.code == 0, again.err
    results = again.json["results"]
    assert {one["property"] for one in results} == {*asked} and all(one["accepted"] for one in results)
    assert all(one["assumptions"] == [] for one in results)
