"""Words of a game that a text has, each with what it means in a few others, as the register says it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ruleslawyer.base.files.content import Json

MOST = 5
"""Words of a page that are explained, the first ones."""
_ENDING = re.compile(r"(?<=..)(?:ed|e|s|y)$")


def words_in(r: Json, text: str, most: int | None = MOST) -> list[Json]:
    """The words that a text has and the register explains, in the order of the text, at most so many."""
    known = r["register"].get("words", ()) if r["register"] else ()
    found = [(*match.span(), word) for word in known for match in _find(word, text)]
    told, end = dict[str, Json](), 0
    for start, stop, word in sorted(found, key=lambda one: (one[0], -one[1])):
        if start >= end:  # not within a longer one: Life Deck
            told.setdefault(word["name"], word)
            end = stop
    return list(told.values())[:most]


def _find(word: Json, text: str) -> Iterator[re.Match[str]]:
    """The places where a text has a word, in any of its forms: EVPs, docked, docks."""
    name = word["name"].partition("(")[0].strip()
    short, _, rest = name.partition(" ")
    if short.isupper() and rest.islower():
        name = short  # ENS value: texts say ENS
    if not name:
        return iter(())
    large = name.isupper()
    stem = name if large else _ENDING.sub("", name)
    return re.finditer(rf"\b{re.escape(stem)}\w{{0,{1 if large else 3}}}\b", text, 0 if large else re.IGNORECASE)
