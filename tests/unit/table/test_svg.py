"""Pictures of drawings that are made by hand: signs and faces of hidden cards, what lies beneath, words and numbers."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree

from ruleslawyer.rulebook.table.areas import hides
from ruleslawyer.rulebook.table.letters import letters
from ruleslawyer.rulebook.table.svg import svg
from tests.unit.table.by_hand import hand, small


def test_who_knows_a_card_in_words_and_as_a_sign() -> None:
    drawing = hand({"Imp": [1, 2], "Elf": [0, 1, 2], "Bat": [2], "Owl": []})
    told = letters(drawing)
    assert "Imp (only Ann knows it)" in told and "Elf (nobody knows it)" in told
    assert "Bat (hidden from Cy)" in told and told.splitlines()[5] == "    Owl"
    picture = ElementTree.fromstring(svg(drawing))
    signs = ["".join(one.itertext()) for one in picture.iter("g") if one.attrib.get("class") == "sign"]
    assert signs[:3] == ["●", "", "●■"]
    assert sorted(signs[3:]) == sorted(signs[:3]), "each stands once more beneath the table, with its words"
    words = ["".join(one.itertext()) for one in picture.iter("text") if one.attrib["class"] == "soft s"]
    assert words == ["nobody knows it", "only Ann knows it", "hidden from Cy"]
    assert hides(drawing) and not hides(hand({"Owl": []}))


def test_a_pile_says_who_knows_its_cards() -> None:
    drawing = hand({"Imp": [1, 2], "Elf": [1, 2], "Bat": []}, "pile")
    assert "Hand (3): Imp, Elf (only Ann knows them); Bat" in letters(drawing)
    assert svg(drawing).count('class="sign"') == 2


def test_a_face_is_in_a_group_of_each_seat_that_does_not_see_it() -> None:
    """Of nobody's card it is in three groups; its back, and the sign, are in none."""
    picture = ElementTree.fromstring(svg(hand({"Elf": [0, 2]})))
    (outer,) = [one for one in picture.iter("g") if one.attrib.get("class") == "h2"]
    (inner,) = outer
    assert inner.attrib["class"] == "h0" and "Elf" in "".join(inner.itertext())
    assert "Elf" not in "".join("".join(g.itertext()) for g in picture.iter("g") if g.attrib.get("class") == "sign")
    assert [one.attrib["class"] for one in picture.iter("rect") if "card" in one.attrib["class"]] == [
        "card p0 down", "card p0",
    ]  # fmt: skip


def test_what_lies_beneath_has_a_sign_of_its_own() -> None:
    """An open card under a hidden one is seen by all, and needs none."""
    drawing = hand({"Top": [1, 2], "Low": [], "Deep": [0, 1, 2]})
    (area,) = drawing["seats"][0]["areas"]
    top, *area["cards"][0]["beneath"] = area["cards"]
    area["cards"] = [top]
    assert "Top (only Ann knows it, beneath it Low, beneath it Deep (nobody knows it))" in letters(drawing)
    picture = ElementTree.fromstring(svg(drawing))
    (face,) = [g for g in picture.iter("g") if g.attrib.get("class") == "h2" and "Top" in "".join(g.itertext())]
    assert "Low" not in "".join(face.itertext()) and "● Low" in "".join(picture.itertext())


def test_cards_beneath_another_are_tucked_under_it() -> None:
    """They are drawn before it, each lower than the one above; each is a button of its own where it can be chosen."""
    drawing = hand({"Top": [], "Low": [], "Deep": []})
    (area,) = drawing["seats"][0]["areas"]
    top, *area["cards"][0]["beneath"] = area["cards"]
    area["cards"] = [top]
    picture = svg(drawing, live=("Top", "Low"))
    assert picture.index("● Deep") < picture.index("● Low") < picture.index("● Top")
    moved = re.findall(r'translate\(8 ([\d.]+)\)"><rect class="card', picture)
    assert len(moved) == 2 and float(moved[0]) > float(moved[1]) > 40
    assert re.findall(r'data-names="(\w+)"', picture) == ["Low", "Top"]


def test_an_empty_pile_is_an_empty_frame_with_its_name_and_nothing() -> None:
    drawing = hand({}, "pile")
    picture = ElementTree.fromstring(svg(drawing))
    assert [one.text for one in picture.iter("text") if one.attrib["class"].split()[0] in ("area", "count")] == [
        "Hand", "0",
    ]  # fmt: skip
    assert "space" in {one.attrib["class"] for one in picture.iter("rect")}


def test_what_has_no_part_is_faint() -> None:
    picture = ElementTree.fromstring(svg(hand({"Ape": [], "Bee": []}), part=("Bee",)))
    (faint,) = [one for one in picture.iter("g") if one.attrib.get("class") == "aside"]
    assert "".join(faint.itertext()) == "● Ape"


def test_negative_numbers_keep_their_sign_and_names_are_text() -> None:
    words = "".join(ElementTree.fromstring(svg(small(-3))).itertext())
    assert "life 1 → −3" in words
    assert "<Ann>" in words
    assert letters(small(-3)) == "<Ann>: to move, life −3 (before: 1)"
