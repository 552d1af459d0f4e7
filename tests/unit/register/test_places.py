"""Clauses by the book's own places: section and line, and the sentence of the reader's own copy."""

from pathlib import Path

import pytest

from ruleslawyer.api import Project
from ruleslawyer.rulebook.register.clause import Register
from ruleslawyer.rulebook.register.places import in_the_book, places, with_spoken_of
from ruleslawyer.rulebook.register.verify import source_text

FERRY = Path(__file__).parents[2] / "projects" / "ferry"


@pytest.fixture(scope="module")
def register() -> Register:
    found = Project.load(FERRY).ruleset("ferry").register
    assert found is not None
    return found


def test_a_place(register: Register) -> None:
    (place,) = places(register, ["2.4"])
    assert str(place) == "section 2 (The river), line 9" and (place.sentence, place.differs) == ("", False)


def test_the_sentence_of_the_own_copy(register: Register) -> None:
    copy = source_text(FERRY / "text" / "ferry.txt")
    (place,) = places(register, ["2.4"], copy)
    assert place.sentence == copy[8].strip() and not place.differs
    (other,) = places(register, ["2.4"], [*copy[:8], "Another sentence."])
    assert other.differs
    (short,) = places(register, ["2.4"], copy[:3])
    assert short.sentence == "" and short.differs


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("One line (2.4) pays.", "One line (line 9) pays."),
        ("The toll (2.3) and 2.3a.", "The toll (line 8) and line 8."),
        ("Chapter 2 costs 2.44 or 12.4.", "Chapter 2 costs 2.44 or 12.4."),
        ("2.1, 2.2", "line 6, line 7"),
    ],
)
def test_numbers_of_clauses_are_lines_of_the_book(register: Register, text: str, said: str) -> None:
    assert in_the_book(register, text) == said


def test_the_clauses_that_prose_speaks_of(register: Register) -> None:
    """2.3a and 2.3b stand in one line, so that one of them is enough."""
    assert with_spoken_of(register, ["2.4", "2.4"], "By 2.3 and 2.4, not 2.3b.") == ("2.4", "2.3a")
