"""Sentences of a text: by hand where a line has a sign, a bracket or an abbreviation, and by what holds of any text."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.report.edition.edition import COMES, GOES, STAYS, Row, revise
from ruleslawyer.report.edition.sentences import Sentence, Text

BOOK = """# The ferry

## 1. Carts

- Each cart has one owner. He names it (e.g. Hay).
2. Two coins are paid, i.e. a toll. For example: Ann pays Bob.
--Carts stay.
3.1 Nobody waits. Carts, (which are made of
wood) float. They may be sent:
- over the river
- back
Horses rest.)
"""


def test_sentences_of_a_small_book() -> None:
    text = Text(BOOK.split("\n"))
    assert {one.place: one.text for one in text.sentences} == {
        "1:1": "The ferry", "3:1": "1. Carts", "5:1": "Each cart has one owner.", "5:2": "He names it (e.g. Hay).",
        "6:1": "Two coins are paid, i.e. a toll.", "6:2": "For example: Ann pays Bob.", "7:1": "Carts stay.",
        "8:1": "Nobody waits.", "8:2": "Carts, (which are made of wood) float.", "9:1": "They may be sent:",
        "10:1": "over the river", "11:1": "back", "12:1": "Horses rest.)",
    }  # fmt: skip
    by = text.by_place
    assert [one.place for one in text.sentences if one.heading] == ["1:1", "3:1"]
    assert text.behind(by["5:1"]) == by["5:2"] and text.behind(by["6:1"]) == by["6:2"], "what leans on it comes first"
    assert text.behind(by["8:2"]) == by["8:2"] and by["9:1"].leads_in and not by["10:1"].ends
    assert text.heading_over(7) == "1. Carts" and text.is_item(7) and not text.is_item(3)


@pytest.mark.parametrize(
    ("named", "said"),
    [
        ("made of wood", "in the middle of a sentence: made of wood"),
        ("8:3", "the text has no sentence 8:3"),
        ("4:1", "that line has none"),
        ("Horses sleep.", "no such sentence"),
        ("Back and back.", "no such sentence"),
    ],
)
def test_what_is_no_sentence_of_it_is_refused(named: str, said: str) -> None:
    with pytest.raises(UsageError) as refused:
        Text(BOOK.split("\n")).find(named, "here")
    assert said in str(refused.value)


def test_a_sentence_that_stands_twice_is_named_by_its_place() -> None:
    text = Text(["Pay the toll. Go on.", "Pay the toll."])
    with pytest.raises(UsageError) as refused:
        text.find("pay THE toll", "here")
    assert "2 times" in str(refused.value) and "1:1, 2:1" in str(refused.value)
    assert text.find("2:1", "here").line == 2 and text.find("go on", "here").place == "1:2"


LINES = st.lists(st.text(alphabet=st.sampled_from("Ab c.!?()\"':*-#1\t"), max_size=40), min_size=1, max_size=6)


@given(LINES, st.data())
def test_whatever_is_answered_both_editions_are_in_the_pieces(lines: list[str], data: st.DataObject) -> None:
    """What stays and what goes is the old text to the letter; every sentence that was struck is gone, with all its
    parts, and every new one stands once."""
    text = Text(lines)
    sentences = text.sentences
    assert all("".join(lines[n - 1][a:b] for n, a, b in one.parts) for one in sentences)
    chosen = data.draw(st.lists(st.sampled_from(sentences), unique=True)) if sentences else []
    rows = [Row(one, goes=data.draw(st.booleans()), added=[("Zz zz.", [])]) for one in sorted(chosen, key=key)]
    found = revise(text, rows)
    assert [line.old for line in found if not line.comes or not line.differs] == lines
    assert {piece.kind for line in found for piece in line.pieces} <= {STAYS, GOES, COMES}
    # Blanks at the end of a line go with what is before them.
    struck = Counter(piece.text.strip() for line in found for piece in line.pieces if piece.kind == GOES)
    assert struck >= Counter(lines[n - 1][a:b].strip() for row in rows if row.goes for n, a, b in row.at.parts)
    # Of a line that is gone nothing else was to be read.
    rest = (p.text for line in found if any(p.kind != GOES for p in line.pieces) for p in line.pieces if p.kind == GOES)
    assert sum(map(len, rest)) <= sum(b - a for row in rows if row.goes for _, a, b in row.at.parts)
    assert sum(piece.text.count("Zz zz.") for line in found for piece in line.pieces) == len(rows)


def key(one: Sentence) -> tuple[int, int]:
    return one.line, one.number
