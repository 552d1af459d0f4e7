"""The moment that a page opens with, on tables that are drawn by hand."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest

from ruleslawyer.report.brief import brief, is_spoken_of, names_on
from ruleslawyer.report.moment import differences, differing, focus_table, mark_players, mark_players_in_pieces, moment

Json = dict[str, Any]
MARKS = {"prints": [], "marks": [], "beneath": [], "changed": False, "asked": False, "turned": False}


def card(name: str, **told: Any) -> Json:
    return {**MARKS, "name": name, "hidden": [], **told}


def row(title: str, *cards: Json) -> Json:
    return {"title": title, "draw": "row", "cards": list(cards)}


def seat(name: str, *areas: Json, life: int = 5) -> Json:
    counters = [{"word": "life", "unit": "", "value": life, "before": life}]
    return {
        "name": name,
        "turn": False,
        "out": False,
        "asked": False,
        "flags": [],
        "counters": counters,
        "areas": list(areas),
    }


def table(*seats: Json, arrows: tuple[Json, ...] = ()) -> Json:
    shared: Json = {key: [] for key in ("areas", "boards", "tracks", "said", "counters")}
    return {"seats": list(seats), "shared": shared, "arrows": list(arrows), "numbers": []}


def frame(says: str, drawn: Json | None, *, quiet: bool = False) -> Json:
    return {"says": says, "quiet": quiet, "asked": False, "who": None, "table": drawn}


def plain(text: str) -> list[Json]:
    return [{"text": text, "kind": "plain", "seat": None}]


UNTOLD: Json = {"crux": [], "ask": [], "answers": []}


def test_what_only_leads_on_is_told_beside_the_deed() -> None:
    """The frame is the one that the story names; its sentence is that of the last deed of which much is told."""
    drawn = table(seat("Ann", row("Hand", card("Elf"))))
    frames = [frame("", drawn), frame("Ann plays Elf", drawn), *[frame("Bob passes", drawn, quiet=True)] * 2]
    asked = {**UNTOLD, "ask": plain("May Ann play Elf?")}
    shown = moment(frames, {**asked, "moment": 3})
    assert shown is not None
    assert (shown["says"], shown["then"]) == ("Ann plays Elf", "Bob passes (more than once)")
    others = [frame(says, drawn, quiet=True) for says in ("Ann passes", "Elf is drawn")]
    long = moment([*frames, *others], {**asked, "moment": 5})
    assert long is not None and long["then"] == "passes and draws, as they come"
    told = moment(frames, {**asked, "moment": 1})
    assert told is not None and (told["number"], told["then"]) == (1, "")


@pytest.mark.parametrize("frames", [None, [], [frame("", None)]])
def test_without_a_drawing_there_is_no_moment(frames: list[Json] | None) -> None:
    assert moment(frames, UNTOLD) is None


def test_an_older_document_opens_with_its_last_frame() -> None:
    frames = [frame("", table()), frame("Ann plays", table(seat("Ann")))]
    shown = moment(frames, UNTOLD)
    assert shown is not None and shown["number"] == 1


def test_cards_have_a_part_where_they_move_or_are_named() -> None:
    """Elf is named, Imp moves, Ox bears what moves, Cow is aimed at; Owl lies there."""
    cards = [card("Elf"), card("Ox", beneath=[card("Imp", changed=True)]), card("Cow"), card("Owl")]
    drawn = table(seat("Ann", row("Field", *cards)), arrows=({"from": "Imp", "to": "Cow", "word": "hits"},))
    shown = moment([frame("", drawn)], {**UNTOLD, "ask": plain("Is the Elf of Ann gone?")})
    assert shown is not None and shown["part"] == {"Ann", "Elf", "Imp", "Ox", "Cow"}


def test_who_has_no_part_is_not_drawn_and_many_idle_cards_lie_in_a_pile() -> None:
    idle = row("Aside", card("A"), card("B"), card("C"))
    drawn = table(seat("Ann", row("Hand", card("Elf")), idle), seat("Bob"), seat("Cid", idle))
    focus, absent = focus_table(drawn, frozenset({"Elf", "Bob"}))
    assert absent == ["Cid"] and [one["folded"] for one in focus["seats"]] == [False, False, True]
    assert [area["draw"] for area in focus["seats"][0]["areas"]] == ["row", "pile"]
    assert idle["draw"] == "row", "the drawing itself stays as it is"
    two, nobody = focus_table({**drawn, "seats": drawn["seats"][1:]}, frozenset({"Bob"}))
    assert nobody == [] and not any(one["folded"] for one in two["seats"]), "of two both are drawn"


def test_what_has_no_part_is_told_in_a_line() -> None:
    """Elf is asked about and drawn first; the heap is named, and stays; of others in the row, and elsewhere, it is said
    that they are there, and a card that somebody may not know is only counted."""
    hand = row("Hand", card("Owl"), card("Elf", asked=True), card("Ox", hidden=[1]))
    heap, lead = row("Heap", card("Cow")), row("Lead", card("Bea", hidden=[0]))
    drawn = table(seat("Ann", heap, hand, row("Field")), seat("Bob", lead, row("Deck", card("Cat"))))
    ann, bob = brief(drawn, frozenset({"Elf"}), "May Elf go to the heap?")["seats"]
    assert [[c["name"] for c in area["cards"]] for area in ann["areas"]] == [["Elf"], ["Cow"]]
    assert (ann["areas"][0]["beside"], ann["beside"]) == ("and 2 other cards", ["Field: nothing"])
    assert (bob["areas"], bob["beside"]) == ([], ["Lead: 1", "Deck: Cat"])


def test_of_a_grid_those_rows_are_drawn_in_which_something_has_a_part() -> None:
    cells = [{"name": f"Bob{k}", "card": card(name), "ghost": None, "asked": False} for k, name in enumerate("ABCD")]
    grid = {**row("Network"), "draw": "grid", "columns": 2, "cells": cells}
    (bob,) = brief(table(seat("Bob", grid)), frozenset({"C"}), "")["seats"]
    assert [cell["card"] and cell["card"]["name"] for cell in bob["areas"][0]["cells"]] == [None, None, "C", "D"]
    assert bob["beside"] == ["more in Network: A, B"]


def test_where_nothing_has_a_part_whoever_is_to_move_is_drawn() -> None:
    drawn = table({**seat("Ann", row("Field", card("Owl"))), "turn": True}, seat("Bob", row("Field", card("Cat"))))
    ann, bob = brief(drawn, frozenset({"Ann"}), "Ann passes")["seats"]
    assert [area["title"] for area in ann["areas"]] == ["Field"] and bob["beside"] == ["Field: Cat"]


def test_a_place_that_is_aimed_at_is_drawn_with_its_seat() -> None:
    grid = {**row("Network"), "draw": "grid", "columns": 1}
    grid["cells"] = [{"name": "Bob11", "card": None, "ghost": None, "asked": False}]
    shot = {"from": "Imp", "to": "Bob11", "word": "attacks"}
    drawn = table(seat("Ann", row("Field", card("Imp"))), seat("Bob", grid), arrows=(shot,))
    shown = moment([frame("Ann attacks", drawn)], UNTOLD)
    assert shown is not None and shown["table"]["seats"][1]["areas"][0]["cells"][0]["asked"]


@pytest.mark.parametrize(("deed", "fits"), [("Ann attaches Elf", True), ("Ann declares Elf", False), ("Elf", True)])
def test_a_caption_is_of_the_deed_that_the_text_speaks_of(deed: str, fits: bool) -> None:
    drawn = table(seat("Ann", row("Hand", card("Elf"))))
    assert is_spoken_of(deed, "May Elf be attached to a card?", names_on(drawn)) == fits


def test_a_difference_is_said_in_words_and_its_cards_are_named() -> None:
    one = table(seat("Ann", row("Field", card("Elf", turned=True)), row("Hand", card("Owl"))))
    other = table(seat("Ann", row("Hand", card("Elf", turned=False), card("Owl")), life=4))
    says, cards = differences([one, other], frozenset({"Elf"}))
    assert says == ["Elf in Ann’s Field (turned sideways); Ann: life 5", "Elf in Ann’s Hand; Ann: life 4"]
    assert cards == {"Elf"} and differences([one, one], frozenset()) == (["", ""], frozenset())


def test_an_amount_that_is_nothing_under_an_answer_is_said() -> None:
    nothing = table({**seat("Ann"), "counters": []})
    assert differences([nothing, table(seat("Ann", life=4))], frozenset())[0] == ["Ann: life 0", "Ann: life 4"]


def test_what_is_the_same_under_all_answers_is_left_out() -> None:
    """Ann's field differs, and Bob's life; her hand, and what has merely changed on the way, do not."""
    hand = row("Hand", card("Owl"))
    one = table(seat("Ann", row("Field", card("Elf")), hand), seat("Bob"), seat("Cid"))
    other = deepcopy(table(seat("Ann", row("Field"), hand), seat("Bob", life=4), seat("Cid")))
    other["seats"][0]["areas"][1]["cards"][0]["changed"] = True
    first, second = differing([one, other])
    assert first and second
    assert [[area["title"] for area in at["areas"]] for at in first["seats"]] == [["Field"], [], []]
    assert [at["folded"] for at in second["seats"]] == [False, False, True]
    assert [[c["value"] for c in at["counters"]] for at in second["seats"]] == [[], [4], []]
    assert differing([one, one]) == [None, None], "where nothing differs nothing is drawn"
    assert differing([one]) == [one] and differing([]) == []


def test_players_are_players_wherever_they_are_named() -> None:
    pieces = mark_players("Ann's card, not Annabel's; Bob has it", ["Ann", "Bob"])
    assert [(p["text"], p["seat"]) for p in pieces if p["kind"] == "player"] == [("Ann", 0), ("Bob", 1)]
    assert "".join(p["text"] for p in pieces) == "Ann's card, not Annabel's; Bob has it"
    value = {"text": "Bob 3", "kind": "value", "seat": None}
    assert mark_players_in_pieces([value], ["Bob"]) == [value], "a value stays one"
    assert mark_players("Ann", []) == [{"text": "Ann", "kind": "plain", "seat": None}]
