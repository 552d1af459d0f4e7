"""Pictures that show what a page asks, or do not, on tables that are drawn by hand."""

from __future__ import annotations

from typing import Any

import pytest

from ruleslawyer.report.brief import best, fits, show
from ruleslawyer.report.moment import moment
from tests.unit.report.test_moment import UNTOLD, card, frame, plain, row, seat, table

Json = dict[str, Any]
ELF = row("Hand", card("Elf"))


def play(*deeds: tuple[str, str], turn: str = "Ann", bob: Json = ELF) -> list[Json]:
    """Frames after each deed, of somebody who does it; Bob has the Elf."""
    drawn = table(*({**one, "turn": one["name"] == turn} for one in (seat("Ann", row("Hand")), seat("Bob", bob))))
    return [frame("", drawn), *({**frame(says, drawn), "who": who} for who, says in deeds)]


def story(ask: str, crux: str = "Nobody knows.") -> Json:
    return {**UNTOLD, "crux": plain(crux) if crux else [], "ask": plain(ask)}


@pytest.mark.parametrize(
    ("ask", "crux", "fit"),
    [
        ("May Bob play Elf?", "Nobody knows.", True),
        ("May Ann burn?", "", True),  # without a text before it there is nothing to fit
        ("May Ann play Elf?", "Nobody knows.", False),  # it is Bob who wants to
        ("May this be played?", "Bob wants to play Elf.", True),  # the question names nobody
        ("May Bob burn Elf?", "Nobody knows.", False),  # another deed
        ("May Bob play Imp?", "Nobody knows.", False),  # no card of this play
        ("May Bob play?", "He has a hand.", False),  # the deed is with a card that the text does not name
        ("What does Ann lose by Elf?", "Bob plays Elf.", True),  # the text has who plays it
        ("May Bob play Elf?", "Suppose that he has two.", False),
    ],
)
def test_a_picture_fits_where_it_has_the_decision_that_is_asked_about(ask: str, crux: str, fit: bool) -> None:
    frames = play(("Bob", "Bob plays Elf"))
    frames[-1] |= {"asked": True}
    assert fits(frames, 1, story(ask, crux)) == fit


def test_a_picture_without_a_card_that_is_named_does_not_fit() -> None:
    """In the second frame the Elf is gone."""
    frames = [*play(), *play(("Bob", "Bob plays Elf"), bob=row("Hand"))[1:]]
    asked = story("May Bob play Elf?")
    assert not fits(frames, 1, asked) and fits(frames, 0, asked), "before it he has it, and plays it next"
    assert best(frames, asked, 1) == 0 and best(frames, story("May Cid burn Elf?"), 1) == 1, "the usual one else"


def test_a_deed_that_names_a_place_alone_of_which_nobody_speaks_is_not_told() -> None:
    """An event is put on a space once it was played; that somebody takes a card is something else."""
    grid = {**ELF, "draw": "grid", "columns": 1, "cards": [], "cells": [
        {"name": "Bob11", "asked": False, "ghost": None, "card": card("Elf")},
        {"name": "Bob12", "asked": False, "ghost": None, "card": None},
    ]}  # fmt: skip
    asked = story("Does Elf hit Bob?", "Bob takes Elf back.")
    assert not fits(play(("Bob", "Bob takes Bob’s space 12"), bob=grid), 1, asked)
    assert fits(play(("Bob", "Bob takes Elf (Bob’s space 11)"), bob=grid), 1, asked)


def test_who_acts_in_the_turn_of_another_is_told_so_and_what_the_question_names_is_framed() -> None:
    frames = play(("Bob", "Bob plays Elf"))
    frames[-1] |= {"asked": True}
    shown = moment(frames, {**story("May Bob play Elf?"), "moment": 1})
    assert shown is not None and shown["fits"] and shown["signs"]["asked"]
    ann, bob = shown["table"]["seats"]
    assert (ann["turn"], [one["word"] for one in ann["flags"]]) == (False, ["has the turn"])
    assert (bob["turn"], bob["word"]) == (True, "decides")
    assert [one["asked"] for one in bob["areas"][0]["cards"]] == [True]


def test_nobody_is_to_move_who_is_not_asked_about() -> None:
    shown = moment(play(("Bob", "Bob plays Elf")), {**story("Does Bob keep Elf, played now?"), "moment": 1})
    assert shown is not None and shown["fits"] and not any(one["turn"] for one in shown["table"]["seats"])


def test_a_card_in_a_pile_that_a_text_names_is_drawn_beside_it() -> None:
    deck = {**row("Deck", card("Elf"), card("Owl"), card("Cow")), "draw": "pile"}
    shown = moment(play(("Bob", "Bob plays Elf"), bob=deck), {**story("May Bob play Elf?"), "moment": 1})
    assert shown is not None
    (area,) = shown["table"]["seats"][1]["areas"]
    assert (area["draw"], [one["name"] for one in area["cards"]]) == ("row", ["Elf"])
    assert area["beside"] == "and 2 other cards"


def drawn(*areas: Json, life: int = 5, says: str = "") -> Json:
    one = table(seat("Bob", *areas, life=life))
    return {"table": one, "whole": one, "says": says}


def answered(*thens: str) -> list[Json]:
    return [{"says": plain(""), "then": plain(then), "after": {"allowed": True}} for then in thens]


@pytest.mark.parametrize(
    ("then", "allowed", "fit"),
    [
        ("Bob has Elf in hand.", True, True),
        ("Bob has 4 life.", True, True),
        ("Bob has 9 life.", True, False),  # no such number is drawn
        ("Bob pays for Elf.", False, False),  # nothing is done there
        ("Elf stays in his hand.", False, True),
        ("Cow is gone.", True, True),  # no card of this play
    ],
)
def test_results_show_what_the_answers_say(then: str, allowed: bool, fit: bool) -> None:
    answers = answered(then, "")
    answers[0]["after"]["allowed"] = allowed
    assert show(answers, [drawn(ELF, life=4), drawn()]) == fit


def test_results_without_what_the_answers_name_are_not_shown() -> None:
    """The Elf is on the table, and not in the part that differs."""
    answers = answered("Elf dies.", "Elf lives.")
    cut = [{"table": table(seat("Bob", life=n)), "whole": table(seat("Bob", ELF)), "says": ""} for n in (4, 5)]
    assert not show(answers, cut) and not show(answers, [cut[0], None])


def test_amounts_of_which_no_answer_speaks_show_nothing() -> None:
    """The tables differ in money alone: shown where an answer has the word, and not where it tells a move."""
    tables = [drawn(ELF, says="Bob: money 1 M"), drawn(ELF, says="Bob: money 2 M")]
    assert not show(answered("Elf moves on.", "Elf stays."), tables)
    assert show(answered("Bob has money.", "He has none."), tables)
    assert show(answered("Elf moves on.", "Elf stays."), [drawn(ELF, says="Elf in Bob’s Hand"), tables[1]])
