"""Fit of pictures to words: whether a drawing has whoever decides, and what a page speaks of; else another moment.

Readers were stopped most often by a picture of another moment than the question. So a doubtful one stands further down:
that costs a picture on the first screen, and the other mistake a reader.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from ruleslawyer.base.files.content import Json
from ruleslawyer.report.brief import is_spoken_of, names_on, spoken_in, text_of
from ruleslawyer.rulebook.table.areas import areas_of, on_table
from ruleslawyer.rulebook.table.words import names_area, plain_name

_NUMBER = re.compile(r"(?<![\w/])\d+(?![\w/])")
"""A number by itself: none of a line, none in the name of a card."""
_ELSEWHERE = "this play does not have"
"""Words of a text that speaks of another case than its play."""
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
    if deed is None or _ELSEWHERE in said:
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
