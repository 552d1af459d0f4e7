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


def test_an_answer_is_tried_out_written_down_and_drafted(command: Command, ferry: Path, tmp_path: Path) -> None:
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
    draft = page[page.index("id=draft") :]
    assert f"<ins>{PAID}" in draft and "It goes round" in page
    assert draft.index("2.3b") < draft.index(PAID), "the sentence stands behind a clause that it mends"


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


def test_a_sentence_that_goes_with_another_answer_is_taken_out(command: Command, ferry: Path, tmp_path: Path) -> None:
    """001 proposes that the owner is paid: this answer keeps the sentence, and so does a finding that is asked and
    not decided. An answer by another ruling, and one in other words, have none to print."""

    def printed(**answer: object) -> str:
        file = saved(tmp_path, {**ANSWER, "wording": "", **answer})
        said = command("findings", "--settle", "--from", file, project=ferry)
        text = next((ferry / "findings").rglob("001*.md")).read_text("utf-8")
        sentence = next((line for line in text.split("\n") if line.startswith("wording")), "")
        assert ("went with another answer" in said.out) == (not sentence), said.out + said.err
        return sentence

    proposed = printed(state="asked", ruling={}, wording="The owner of a cart is paid.")
    assert proposed == 'wording = "The owner of a cart is paid."' == printed(state="asked", ruling={})
    assert printed(says="Owner is paid", ruling={"payee": "owner_is_paid"}) == proposed
    assert printed() == ""
    command("findings", "--settle", "--from", saved(tmp_path, {**ANSWER, "wording": PAID}), project=ferry)
    assert printed(says="Nobody is paid at all", ruling={}) == ""
