"""A table beside a question, in brief: what has a part is drawn first, and of the rest a line says what it is.

On a whole table that fits a page the letters are too small, and readers stop at a player who has no part in it. The
author of a finding does not choose what is drawn, since each change of the play would make that wrong.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator

from ruleslawyer.base.files.content import Json
from ruleslawyer.rulebook.table.areas import areas_of, hidden_from, lying
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
