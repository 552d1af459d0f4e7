"""Words of a game that a page explains, by a register that is written by hand."""

from __future__ import annotations

import pytest

from ruleslawyer.report.headline import to_explain, words_in
from ruleslawyer.rulebook.table.words import names_area, plain_name, space_of

KNOWN = ["EVP", "ENS value", "Life Deck", "Life", "docked", "(*)", "tap"]
BOOK = {"register": {"words": [{"name": name, "means": f"what {name} is"} for name in KNOWN]}}


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("It docks, for two EVPs.", ["docked", "EVP"]),
        ("An ENS of 3", ["ENS value"]),
        ("The Life Deck, and Life", ["Life Deck", "Life"]),
        ("evp, tapestry and dusk", []),
        ("It was tapped, tapping", ["tap"]),
        ("", []),
    ],
)
def test_words_are_explained_in_the_order_of_a_text_in_any_form(text: str, names: list[str]) -> None:
    assert [word["name"] for word in words_in(BOOK, text)] == names


def test_a_page_explains_few_words_and_without_a_register_none() -> None:
    text = "EVP ENS docked tap Life Deck"
    assert len(words_in(BOOK, text, most=2)) == 2 and len(words_in(BOOK, text, most=None)) == 5
    assert words_in({"register": None}, text) == [] == words_in({"register": {}}, text)


def test_no_word_is_explained_that_begins_as_another_or_is_explained_already() -> None:
    """Ready is not in reads, nor Ally in all; the text tells what it is to tap; what EVP means is what it asks."""
    book = {"register": {"words": [{"name": name, "means": name} for name in ("ready", "Ally", "tap", "EVP")]}}
    text = "All that one reads: Allies may tap (turn sideways) cards, and taps them for EVPs"
    assert [word["name"] for word in to_explain(book, text, but="What is an EVP?")] == ["Ally"]


def test_a_space_is_called_by_its_owner_and_number() -> None:
    assert plain_name("Bob13", ["Ann", "Bob"]) == "Bob’s space 13" and space_of("Bob13", ["Bob"]) == (
        "Bob",
        "space 13",
    )
    assert plain_name("harbour", ["Ann"]) == "harbour" and plain_name("Bobby", ["Bob"]) == "Bobby"


@pytest.mark.parametrize(
    ("text", "named"), [("from her hands", True), ("Beforehand", False), ("the Hand", True), ("", False)]
)
def test_an_area_is_named_as_a_word(text: str, named: bool) -> None:
    assert names_area(text, "Hand") == named and not names_area(text, "")
