"""Names and numbers as words on a table."""

from __future__ import annotations

import pytest

from ruleslawyer.rulebook.table.shapes import in_lines, list_of_names, width_of
from ruleslawyer.rulebook.table.words import hidden_member, lower, veil_words, with_titles, words


@pytest.mark.parametrize(
    ("value", "said"),
    [("FULL_HAND", "full hand"), ("IQ", "IQ"), ("A", "A"), ("Imp", "Imp"), (-3, "−3"), ({"BQ": 1}, "BQ 1")],
)
def test_a_value_in_words(value: object, said: str) -> None:
    assert words(value) == said


def test_a_key_that_is_short_for_something_stays() -> None:
    assert (lower("BQ"), lower("C10"), lower("SUNK")) == ("BQ", "C10", "sunk")


def test_a_place_is_written_as_it_is_called() -> None:
    said = with_titles("Ape moves to the defend Cell, and the main cell is empty", ("Main Cell", "Defend Cell"))
    assert said == "Ape moves to the Defend Cell, and the Main Cell is empty"


def test_a_word_that_is_too_long_goes_on_in_the_next_line() -> None:
    lines = in_lines("has camouflage now", 60, 12, 4)
    assert lines == ["has", "camouf-", "lage", "now"] and all(width_of(line, 12) <= 60 for line in lines)
    assert in_lines("camouflage", 60, 12, 1) == ["camouf…"], "one line has no next one"
    assert in_lines("end", 10, 12, 2) == ["e…"], "nothing is parted that is short"


def test_of_names_that_do_not_fit_whole_ones_are_told() -> None:
    names = ["Whale", "Archer", "Owl", "Seal"]
    assert list_of_names(names, 70, 12, 3) == ["Whale,", "Archer,", "Owl, Seal"]
    assert list_of_names(names, 70, 12, 2) == ["Whale,", "Archer, …"]
    assert list_of_names([], 70, 12, 2) == [""]


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("{who} plays the event {card}", "{who} plays a hidden event"),
        ("{who} plays the Rune {card} face down", "{who} plays a hidden Rune face down"),
        ("{who} uses the ability of {card}", "{who} uses the ability of {card}"),
        ("{who} attaches the Rune to {card}", "{who} attaches the Rune to {card}"),
        ("{who} takes {card}", "{who} takes {card}"),
        (None, None),
    ],
)
def test_a_hidden_card_is_told_by_its_kind(said: str | None, expected: str | None) -> None:
    hidden = {"card": "Guard", "at": "Bob", "level": 3}
    assert veil_words(said, hidden, ("Guard",), ("Ann", "Bob")) == (
        expected, {"card": "a hidden card", "at": "somebody", "level": "something hidden"},
    )  # fmt: skip


def test_a_hidden_member_is_told_by_its_sort() -> None:
    assert (hidden_member("Die"), hidden_member("LeadCard")) == ("a hidden die", "a hidden lead card")
    found = veil_words("{who} takes {card}", {"card": "A1"}, ("A1",), ("Ann",), hidden_member("Die"))
    assert found == ("{who} takes {card}", {"card": "a hidden die"})
