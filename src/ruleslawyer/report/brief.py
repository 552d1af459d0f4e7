"""A table beside a question, in brief: what has a part is drawn first, and of the rest a line says what it is; and
whether a drawing fits the words, or another moment does.

On a whole table that fits a page the letters are too small, and readers stop at a player who has no part in it. The
author of a finding does not choose what is drawn, since each change of the play would make that wrong. Readers were
stopped most often by a picture of another moment than the question. So a doubtful one stands further down: that costs a
picture on the first screen, and the other mistake a reader.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence

from ruleslawyer.base.files.content import Json
from ruleslawyer.rulebook.table.areas import areas_of, hidden_from, lying, on_table
from ruleslawyer.rulebook.table.words import names_area, plain_name

NAMED = 3
"""Cards of an area without a part that are said by name; more are counted."""
_STEM = 4
"""Letters by which a word is the same: declares, declared."""
_LITTLE = frozenset((
    "and", "are", "does", "for", "from", "has", "have", "her", "his", "into", "its", "not", "onto", "the", "their",
    "then",
))  # fmt: skip


def spoken_in(story: Json) -> str:
    """All that the opening of a page says."""
    told = (story["crux"], story["ask"], *(answer[key] for answer in story["answers"] for key in ("says", "then")))
    return " ".join(map(text_of, told))


def text_of(pieces: Iterable[Json]) -> str:
    """A sentence that is in pieces, whole."""
    return "".join(piece["text"] for piece in pieces)


def names_on(table: Json) -> frozenset[str]:
    """The names of all that is drawn."""
    seats = (seat["name"] for seat in table["seats"])
    return frozenset((*seats, *(name for area in areas_of(table) for name in names(area))))


def is_spoken_of(deed: str, said: str, names: Collection[str]) -> bool:
    """Whether a text speaks of a deed: it has at least half of its words, besides names."""
    told = stems(said)
    own = [word for name in re.findall(r"[\w’']+", deed) if name not in names for word in _words(name)]
    return 2 * sum(word[:_STEM] in told for word in own) >= len(own)


def stems(text: str) -> frozenset[str]:
    """The beginnings of the words of a text, by which forms of a word are the same."""
    return frozenset(word[:_STEM] for word in _words(text))


def _words(text: str) -> Iterator[str]:
    return (word for word in re.findall(r"[^\W\d_]{3,}", text.lower()) if word not in _LITTLE)


def names(area: Json) -> Iterator[str]:
    """Cards of an area, and the places on it that somebody asks for."""
    yield from (card["name"] for card in lying([area]))
    yield from (cell["name"] for cell in area.get("cells", ()) if cell["asked"])


def brief(table: Json, part: frozenset[str], said: str) -> Json:
    """A table of which areas are drawn in which something has a part, and those that a text names; where nothing has,
    those of whoever is to move. What is left is told in `beside`. The game's steps are said where the text does."""
    everywhere = areas_of(table)
    aimed = {arrow["to"] for arrow in table["arrows"]}
    held = any(not part.isdisjoint(names(area)) for area in everywhere)
    seats = [_seat(_aimed_at(seat, aimed), part, said, held) for seat in table["seats"]]
    shared = table["shared"]
    areas, beside = _by_part(shared["areas"], part, said, not held)
    has_cards = any(area["cards"] or area.get("cells") for area in everywhere)
    boards = [one for one in shared["boards"] if not has_cards or _is_in_play(one, said)]
    words = [one for one in shared["said"] if is_spoken_of(one["value"] or one["word"], said, ())]
    return {
        **table, "seats": seats,
        "shared": {**shared, "areas": areas, "boards": boards, "said": _said_once(words), "beside": beside},
    }  # fmt: skip


def _said_once(words: list[Json]) -> list[Json]:
    """Words about a table without those that are the value of another one: now: battle, BATTLE."""
    values = {str(one["value"]).lower() for one in words}
    return [one for one in words if one["value"] or one["word"].lower() not in values]


def lay_open(table: Json, named: frozenset[str]) -> Json:
    """A table on which cards that a text names lie beside their pile, where they are few."""

    def open_(area: Json) -> Json:
        faces = [card for card in area["cards"] if card["name"] in named]
        if area["draw"] != "pile" or not 0 < len(faces) <= NAMED:
            return area
        others = len(area["cards"]) - len(faces)
        more = {"beside": f"and {others} other card{'s' * (others > 1)}"} if others else {}
        return {**area, "draw": "row", "cards": faces, **more}

    seats = [{**seat, "areas": list(map(open_, seat["areas"]))} for seat in table["seats"]]
    return {**table, "seats": seats, "shared": {**table["shared"], "areas": list(map(open_, table["shared"]["areas"]))}}


def fewer(table: Json, part: frozenset[str]) -> Json:
    """A table whose rows have those cards that have a part; of several others it is said that they are there."""
    seats = [{**seat, "areas": [_without_idle(area, part) for area in seat["areas"]]} for seat in table["seats"]]
    return {**table, "seats": seats}


def _seat(seat: Json, part: frozenset[str], said: str, held: bool) -> Json:
    whole = not held and bool(seat["turn"] or seat["asked"])
    touched = seat["turn"] or seat["name"] in part or any(not part.isdisjoint(names(area)) for area in seat["areas"])
    areas, beside = _by_part(seat["areas"], part, said if touched else "", whole)
    return {**seat, "areas": areas, "beside": beside}


def _by_part(areas: list[Json], part: frozenset[str], said: str, whole: bool) -> tuple[list[Json], list[str]]:
    """The areas that are drawn, those first in which something has a part; and a few words for each other one."""
    first, then, beside = list[Json](), list[Json](), list[str]()
    for area in areas:
        if not part.isdisjoint(names(area)):
            first.append(_without_idle(area, part))
            beside += _in_other_rows(area, part)
        elif _all_of(area) and ((whole and area["draw"] != "pile") or names_area(said, area["title"])):
            then.append(area)
        else:
            beside.append(_in_words(area))
    return first + then, beside


def _without_idle(area: Json, part: frozenset[str]) -> Json:
    """A row of which those cards are drawn that have a part, where there are several others; of a grid those rows."""
    if area["draw"] == "grid":
        rows = _rows_with_part(area, part)
        kept = [
            cell if k // area["columns"] in rows else {**cell, "card": None, "ghost": None}
            for k, cell in enumerate(area["cells"])
        ]
        return {**area, "cells": kept}
    idle = [card for card in area["cards"] if card["name"] not in part]
    if area["draw"] != "row" or len(idle) < 2:
        return area
    told = [plain_name(card["name"]) for card in idle if not hidden_from(card)]
    more = ", ".join(told) if len(told) == len(idle) <= NAMED else f"{len(idle)} other cards"
    kept = [card for card in area["cards"] if card["name"] in part]
    return {**area, "cards": kept, "beside": f"and {more}" if kept else more}


def _rows_with_part(area: Json, part: frozenset[str]) -> set[int]:
    """The rows of a grid in which something has a part."""
    cells = [(k, [cell["name"], *(card["name"] for card in lying([{"cards": [], "cells": [cell]}]))])
             for k, cell in enumerate(area["cells"])]  # fmt: skip
    return {k // area["columns"] for k, inside in cells if not part.isdisjoint(inside)}


def _in_other_rows(area: Json, part: frozenset[str]) -> list[str]:
    """Words for the cards of a grid that lie in other rows."""
    if area["draw"] != "grid":
        return []
    rows = _rows_with_part(area, part)
    cards = [cell["card"] for k, cell in enumerate(area["cells"]) if cell["card"] and k // area["columns"] not in rows]
    return [_in_words({"title": f"more in {area['title']}", "draw": "row", "cards": cards})] if cards else []


def _aimed_at(seat: Json, aimed: set[str]) -> Json:
    """A seat on which a place is drawn that somebody aims at or asks for, with the card there if one lies on it."""
    return {**seat, "areas": [
        {**area, "cells": [_cell(cell, cell["asked"] or cell["name"] in aimed) for cell in area["cells"]]}
        if "cells" in area else area for area in seat["areas"]
    ]}  # fmt: skip


def _cell(cell: Json, asked: bool) -> Json:
    card = cell["card"]
    return {**cell, "asked": asked, "card": card and {**card, "asked": card["asked"] or asked}}


def _is_in_play(board: Json, said: str) -> bool:
    """Whether something happens on a board, or a text speaks of it or of a place on it."""
    happens = any(cell["asked"] or any(one["changed"] for one in cell["values"]) for cell in board["cells"])
    return happens or any(names_area(said, name) for name in (board["title"], *(c["name"] for c in board["cells"])))


def _all_of(area: Json) -> list[Json]:
    return [*area["cards"], *(cell["card"] for cell in area.get("cells", ()) if cell["card"])]


def _in_words(area: Json) -> str:
    """An area in a few words: what lies there; or how much, where that is much, or somebody may not know it."""
    cards = _all_of(area)
    if not cards:
        return f"{area['title']}: nothing"
    if area["draw"] == "pile" or len(cards) > NAMED or any(map(hidden_from, cards)):
        return f"{area['title']}: {len(cards)}".lstrip(": ")
    return f"{area['title']}: {', '.join(plain_name(card['name']) for card in cards)}".lstrip(": ")


# --- whether it fits --------------------------------------------------------------------------------------------------


_NUMBER = re.compile(r"(?<![\w/])\d+(?![\w/])")
"""A number by itself: none of a line, none in the name of a card."""
_ELSEWHERE = re.compile(r"\bSuppose\b")
"""The word of a text that speaks of another case than its play."""
_STAYS = re.compile(
    r"\b(?:stay|stays|keep|keeps|still|not|no|none|nothing|cannot|may not|lives|waits?)\b", re.IGNORECASE
)
"""Words of an answer by which the table stays as it is."""


def best(frames: Sequence[Json], story: Json, usual: int) -> int:
    """The number of the frame that shows what a page asks: the usual one, or the nearest that fits where it does not;
    the usual one where none does."""
    if not frames or frames[min(usual, len(frames) - 1)]["table"] is None or fits(frames, usual, story):
        return usual
    others = [number for number, frame in enumerate(frames) if frame["table"] and fits(frames, number, story)]
    return min(others, key=lambda number: (abs(number - usual), number), default=usual)


def fits(frames: Sequence[Json], number: int, story: Json) -> bool:
    """Whether a frame shows what a page speaks of: the deed that its text tells, done or wanted by somebody whom the
    question is about, and each card and place that the text names, of which there is one at least. Where nobody has
    written a text the picture alone tells what happens."""
    if not story["crux"]:
        return True
    table, said = frames[number]["table"], spoken_in(story)
    deed = deed_at(frames, number, story)
    if deed is None or _ELSEWHERE.search(said):
        return False
    if not (decides(deed, story, table) or deed["who"] is None):
        return False
    named = things_in(story, tables_of(frames))
    here = {card["name"] for card in on_table(table)} | {cell["name"] for cell in _cells(table)}
    return named <= here and (bool(named) or _has_value(table, said))


def deed_at(frames: Sequence[Json], number: int, story: Json) -> Json | None:
    """The frame whose deed is told with the table of a frame: the one that has led to it, or that is wanted there; what
    comes next, where the text speaks of that alone; None where it speaks of neither. Without a text, the last one."""
    frame, said = frames[number], spoken_in(story)
    last = next((frames[k] for k in range(number, 0, -1) if not frames[k]["quiet"] or frames[k]["asked"]), None)
    then = frames[number + 1] if number + 1 < len(frames) and not frame["asked"] else None
    if not story["crux"]:
        return last
    asked = names_in(story["ask"], [frame["table"]])
    known, named = names_on(frame["table"]), things_in(story, [frame["table"]])
    others = {card["name"] for card in on_table(frame["table"])} - named
    players = [seat["name"] for seat in frame["table"]["seats"]]
    places = {plain_name(cell["name"], players) for cell in _cells(frame["table"])}
    told = [
        one for one in (last, then)
        if one and is_spoken_of(one["says"], said, known) and not _names_any(one, others)
        and (_names_any(one, named) or not any(has(one["says"], name) for name in places))
    ]  # fmt: skip
    told.sort(key=lambda one: not _names_any(one, asked))
    return told[0] if told else None


def decides(deed: Json, story: Json, table: Json) -> bool:
    """Whether somebody does a deed whom the question is about; or whom the text before it names, with a card that the
    question names."""
    about, who = subjects_of(story, table), deed["who"]
    if who is None or not about or who in about:
        return who is not None
    asked = names_in(story["ask"], [table])
    return has(text_of(story["crux"]), who) and _names_any(deed, asked)


def subjects_of(story: Json, table: Json) -> frozenset[str]:
    """The players whom a question is about: those that it names, or, where it names none, the text before it."""
    for pieces in (story["ask"], story["crux"]):
        text = text_of(pieces)
        if found := frozenset(seat["name"] for seat in table["seats"] if has(text, seat["name"])):
            return found
    return frozenset()


def tables_of(frames: Iterable[Json]) -> list[Json]:
    return [frame["table"] for frame in frames if frame["table"]]


def things_in(story: Json, tables: Iterable[Json]) -> frozenset[str]:
    """The cards and places of some tables that the opening of a page names."""
    pieces = [*story["crux"], *story["ask"], *(p for a in story["answers"] for key in ("says", "then") for p in a[key])]
    return names_in(pieces, tables)


def names_in(pieces: Iterable[Json], tables: Iterable[Json]) -> frozenset[str]:
    """The cards and places of some tables that a text names."""
    pieces, known = list(pieces), dict[str, str]()
    for table in tables:
        players = [seat["name"] for seat in table["seats"]]
        known |= {card["name"]: plain_name(card["name"]) for card in on_table(table)}
        known |= {cell["name"]: plain_name(cell["name"], players) for cell in _cells(table)}
    whole = {piece["text"] for piece in pieces if piece["kind"] != "plain"}
    text = text_of(pieces)
    return frozenset(name for name, said in known.items() if said in whole or (len(said) > 1 and has(text, said)))


def _names_any(deed: Json, names: Iterable[str]) -> bool:
    """Whether the sentence of a deed names one of several cards."""
    return any(has(deed["says"], plain_name(name)) for name in names)


def has(text: str, name: str) -> bool:
    """Whether a name stands in a text."""
    return re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text) is not None


def _cells(table: Json) -> Iterator[Json]:
    return (cell for area in areas_of(table) for cell in area.get("cells", ()))


def _has_value(table: Json, said: str) -> bool:
    """Whether a text speaks of something that is drawn besides cards: an area, a counter, a track, a value."""
    shared, seats = table["shared"], table["seats"]
    words = [one["word"] for place in (shared, *seats) for one in place["counters"]]
    words += [one["title"] for one in (*shared["tracks"], *shared["boards"])]
    words += [area["title"] for area in areas_of(table)]
    return any(names_area(said, word) for word in words)


# --- what an answer comes to ------------------------------------------------------------------------------------------


def show(answers: Sequence[Json], drawn: Sequence[Json | None]) -> bool:
    """Whether the tables under several answers, as far as they differ, show what the answers say: each card that one
    names, a place of the table and a number of its own, nothing done where it says that something is, and no amount
    that none speaks of."""
    seen = [one for one in drawn if one]
    if len(seen) < 2:
        return False
    thens = [(answer, one) for answer, one in zip(answers, drawn, strict=True) if one]
    there = {card["name"] for one in seen for card in on_table(one["table"])}
    whole = [one["whole"] for one in seen]
    for answer, one in thens:
        text = text_of(answer["then"])
        if not names_in(answer["then"], whole) <= there:
            return False
        if not answer["after"]["allowed"] and not _STAYS.search(text):
            return False
        rest = " ".join(text_of(other["then"]) for other, _ in thens if other is not answer)
        numbers = {int(n) for n in _NUMBER.findall(text)} - {int(n) for n in _NUMBER.findall(rest)}
        if numbers and numbers.isdisjoint(_numbers(one["table"])):
            return False
    if not _tell(seen, answers, whole):
        return False
    titles = {area["title"] for one in whole for area in areas_of(one)}
    places = {title for title in titles for answer, _ in thens if names_area(text_of(answer["then"]), title)}
    return not places or not places.isdisjoint(area["title"] for one in seen for area in areas_of(one["table"]))


def _tell(drawn: Sequence[Json], answers: Sequence[Json], whole: Sequence[Json]) -> bool:
    """Whether answers that name something on the table speak of what their tables differ in, where that is amounts
    alone: of any number, or of the amount's name. Where they name nothing, the amounts say what follows."""
    pieces = [piece for answer in answers for key in ("says", "then") for piece in answer[key]]
    told, named = text_of(pieces), names_in(pieces, whole)
    players = {seat["name"] for one in whole for seat in one["seats"]}
    differ = [words for one in drawn for words in one["says"].split("; ") if words]
    amounts = bool(differ) and all(
        re.search(r"\d", words) and not any(has(words, plain_name(name)) for name in named) for words in differ
    )
    return (
        not amounts
        or not named
        or bool(_NUMBER.search(told))
        or any(is_spoken_of(words, told, players) for words in differ)
    )


def _numbers(table: Json) -> set[int]:
    """The numbers that a drawing has: values, and by how much they have changed."""
    shared = table["shared"]
    counted = [one for place in (shared, *table["seats"]) for one in place["counters"]] + shared["tracks"]
    found = {abs(one["value"]) for one in counted} | {abs(one["value"] - one["before"]) for one in counted}
    marks = (mark["word"] for card in on_table(table) for mark in card["marks"])
    return found | {int(number) for word in marks for number in re.findall(r"\d+", word)}
