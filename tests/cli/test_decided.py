"""`findings --settle --from`: what a designer decided on a report's pages, tried out, written down, and shown again."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from tests.cli.command import Command

FERRY = Path(__file__).parents[1] / "projects" / "ferry"
PAID = "Whoever waits is paid for a cart that another sends."
ANSWER = {
    "finding": "001", "state": "ruled", "says": "Whoever waits is paid", "ruling": {"payee": "other_is_paid"},
    "wording": PAID,
}  # fmt: skip


@pytest.fixture
def ferry(tmp_path: Path) -> Path:
    return Path(shutil.copytree(FERRY, tmp_path / "project"))


def saved(folder: Path, *answers: object) -> str:
    path = folder / "ferry-answers.json"
    path.write_text(json.dumps({"ruleset": "ferry", "answers": answers}), "utf-8")
    return str(path)


def test_an_answer_is_tried_out_and_written_down(command: Command, ferry: Path, tmp_path: Path) -> None:
    other = {"finding": "003", "state": "in-the-rulebook", "says": "It goes round", "by": "Jo", "source": "rulebook"}
    answer = command("findings", "--settle", "--from", saved(tmp_path, ANSWER, other), project=ferry)
    assert answer.code == 0, answer.out + answer.err
    assert "SETTLED by payee = other_is_paid" in answer.out and "2 answers written into findings/" in answer.out
    shown = command("findings", "ferry/001", "ferry/003", project=ferry).out
    assert "medium, ruled, computed" in shown and "in-the-rulebook" in shown and PAID in shown
    again = command("findings", "--verify", "ferry/001", project=ferry)
    assert again.code == 0 and "2 rulings tried out" in again.out, "the one that was proposed, and the designer's"
    made = ("report", "ferry", "--no-prove", "--matrix", "0", "-o", str(tmp_path / "site"))
    assert command(*made, project=ferry).code == 0
    page = (tmp_path / "site" / "ferry" / "impact.html").read_text("utf-8")
    assert "It goes round" in page and "findings ferry --edition" in page


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ({**ANSWER, "finding": "009"}, "has no finding `009`"),
        ({**ANSWER, "finding": "3"}, "answered twice"),
        ({**ANSWER, "state": "decided"}, "unknown state `decided`"),
        ({**ANSWER, "ruling": {"payee": "nobody"}}, "nobody"),
        ({**ANSWER, "ruling": ["payee"]}, "`ruling` gives each question an option"),
        ({**ANSWER, "says": ""}, "`says` is missing"),
        ({**ANSWER, "finding": 1}, "an answer is an object of texts"),
        ("001", "an answer is an object of texts"),
    ],
)
def test_a_file_that_is_wrong_writes_nothing(
    command: Command, ferry: Path, tmp_path: Path, answer: object, said: str
) -> None:
    before = {path: path.read_bytes() for path in (ferry / "findings").rglob("*.md")}
    got = command(
        "findings", "--settle", "--from", saved(tmp_path, {**ANSWER, "finding": "003"}, answer), project=ferry
    )
    assert got.code == 2 and said in got.err, got.err
    assert before == {path: path.read_bytes() for path in (ferry / "findings").rglob("*.md")}


TOLD = """
[[answer]]
says = "The owner of {cart}"
wording = "The owner of a cart is paid."
ruling = { payee = "owner_is_paid" }

[[answer]]
says = "Whoever waits is paid"
ruling = { payee = "other_is_paid" }
"""


@pytest.fixture
def worded(ferry: Path) -> Path:
    """The ferry with two answers to 001, of which the first has a sentence to print."""
    path = next((ferry / "findings").rglob("001*.md"))
    front, fence, prose = path.read_text("utf-8").partition("\n+++\n")
    front = front.replace("questions =", 'ask = "Who is paid for {cart}?"\nquestions =')
    path.write_text(front + TOLD + fence + prose, "utf-8")
    return ferry


OWNER = {"says": "The owner of Hay", "ruling": {"payee": "owner_is_paid"}}


@pytest.mark.parametrize(
    ("answer", "printed"),
    [
        ({**OWNER, "wording": "The owner of a cart is paid."}, "The owner of a cart is paid."),
        ({**OWNER, "wording": "Its owner gets the coin."}, "Its owner gets the coin."),
        ({**OWNER, "wording": ""}, ""),
        ({"says": "The owner of Hay", "ruling": {}, "wording": "the OWNER of a cart is paid"},
         "the OWNER of a cart is paid"),
        ({"wording": PAID}, PAID),
        ({"says": "Nobody is paid at all", "ruling": {}, "wording": "The toll is sunk."}, "The toll is sunk."),
        ({"says": "Nobody", "ruling": {}, "wording": "The toll\n is\u0000 sunk.\t"}, "The toll is sunk."),
        ({"says": "As on land", "ruling": {"payee": "owner_is_paid"}, "wording": "As on land."}, "As on land."),
    ],
)  # fmt: skip
def test_what_was_decided_is_what_is_printed(
    command: Command, worded: Path, tmp_path: Path, answer: dict[str, object], printed: str
) -> None:
    got = command("findings", "--settle", "--from", saved(tmp_path, {**ANSWER, **answer}), project=worded)
    assert got.code == 0, got.out + got.err
    text = next((worded / "findings").rglob("001*.md")).read_text("utf-8")
    assert [line for line in text.split("\n") if line.startswith("printed")] == [f'printed = "{printed}"'] * bool(
        printed
    )
    tried = printed or "The owner of a cart is paid."
    ruled = answer.get("ruling", True) or answer["says"] == OWNER["says"]  # its words are an answer that rules
    assert (f"as far as it says that: {tried}" in got.out) == bool(ruled), got.out
    assert 'wording = "The owner of a cart is paid."' in text, "what was proposed stays with its answer"


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ({"wording": "The owner of a cart is paid."}, "is that of answer A, “The owner of {cart}”"),
        ({"wording": "the  owner of a *cart* is paid!"}, "is that of answer A"),
        ({"says": "Nobody at all", "ruling": {}, "wording": "The owner of a cart is paid."}, "is that of answer A"),
        ({"says": "The owner of Hay"}, "is given answer A in words, and B as a ruling"),
        ({"says": "The owner of Hay", "ruling": {"payee": "nobody"}, "wording": ""}, "in words, and another ruling"),
    ],
)
def test_a_sentence_that_goes_with_another_answer_is_refused(
    command: Command, worded: Path, tmp_path: Path, answer: dict[str, object], said: str
) -> None:
    """Whoever typed it, and in whatever capitals: nothing is tried, and nothing is written."""
    before = {path: path.read_bytes() for path in (worded / "findings").rglob("*.md")}
    file = saved(tmp_path, {**ANSWER, "finding": "003", "ruling": {}}, {**ANSWER, **answer})
    got = command("findings", "--settle", "--from", file, project=worded)
    assert (got.code, got.out) == (2, "") and said in got.err and "answer 2" in got.err, got.err
    assert before == {path: path.read_bytes() for path in (worded / "findings").rglob("*.md")}


def test_of_two_answers_whose_words_are_the_same_at_a_table_it_is_the_one_that_is_ruled(
    command: Command, worded: Path, tmp_path: Path
) -> None:
    """The holes of both are any carter: B is given by its ruling, and its sentence is printed, in every place."""
    path = next((worded / "findings").rglob("001*.md"))
    text = path.read_text("utf-8").replace("The owner of {cart}", "{owner}").replace(
        'says = "Whoever waits is paid"', f'says = "{{other}}"\nwording = "{PAID}"'
    )  # fmt: skip
    path.write_text(text, "utf-8")
    told = {**ANSWER, "says": "Ann", "wording": ""}
    got = command("findings", "--settle", "--from", saved(tmp_path, told), project=worded)
    assert got.code == 0 and f"as far as it says that: {PAID}" in got.out, got.out + got.err
    assert f'printed = "{PAID}"' in path.read_text("utf-8")
    assert PAID in command("findings", "ferry/001", project=worded).out
    got = command("findings", "--settle", "--from", saved(tmp_path, {**told, "ruling": {}}), project=worded)
    assert got.code == 2 and "the words are those of answers A and B of finding 001" in got.err


def test_two_answers_have_not_one_sentence(command: Command, worded: Path) -> None:
    path = next((worded / "findings").rglob("001*.md"))
    text = path.read_text("utf-8")
    path.write_text(
        text.replace('is paid"\nruling', 'is paid"\nwording = "The owner of a cart is paid!"\nruling'), "utf-8"
    )
    got = command("findings", "ferry/001", project=worded)
    assert got.code == 2 and "two answers have one sentence to print" in got.err, got.err
