"""Words of a game that a text has, each with what it means in a few others, as the register says it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ruleslawyer.base.files.content import Json

MOST = 5
"""Words of a page that are explained, the first ones."""


def words_in(r: Json, text: str, most: int | None = MOST) -> list[Json]:
    """The words that a text has and the register explains, in the order of the text, at most so many."""
    return [word for word, _ in _words_of(r, text)][:most]


def to_explain(r: Json, text: str, but: str = "") -> list[Json]:
    """The first of these words that a page explains: none that the text explains itself, in brackets behind it, and
    none of a text whose own words are in question (`but`)."""
    known = {word["name"] for word, _ in _words_of(r, but)}
    clear = {word["name"] for word, end in _words_of(r, text, whole=True) if text.startswith(" (", end)}
    return [word for word in words_in(r, text, most=None) if word["name"] not in known | clear][:MOST]


def _words_of(r: Json, text: str, *, whole: bool = False) -> list[tuple[Json, int]]:
    """The words that a text has, each with where it ends; the first time, or (`whole`) each time that it is there."""
    known = r["register"].get("words", ()) if r["register"] else ()
    found = [(*match.span(), word) for word in known for match in _find(word, text)]
    told, end = list[tuple[Json, int]](), 0
    for start, stop, word in sorted(found, key=lambda one: (one[0], -one[1])):
        if start >= end:  # not within a longer one: Life Deck
            if whole or all(word is not one for one, _ in told):
                told.append((word, stop))
            end = stop
    return told


def _find(word: Json, text: str) -> Iterator[re.Match[str]]:
    """The places where a text has a word, in any of its forms: EVPs, docked, docks."""
    name = word["name"].partition("(")[0].strip()
    short, _, rest = name.partition(" ")
    if short.isupper() and rest.islower():
        name = short  # ENS value: texts say ENS
    if not name:
        return iter(())
    if name.isupper():
        return re.finditer(rf"\b{re.escape(name)}s?\b", text)
    return re.finditer(rf"\b{_forms(name)}\b", text, re.IGNORECASE)


def _forms(name: str) -> str:
    """The forms of a word: docks, docked, docking; tapped; bodies. No longer word that begins alike: ready, reads."""
    if name.endswith("y"):
        return rf"{re.escape(name[:-1])}(?:y|ys|ies|ied|ying)"
    stem = re.escape(re.sub(r"(?<=..)(?:ed|e|s)$", "", name))
    last = re.escape(name[-1]) if name[-1].isalpha() else ""
    return rf"{stem}(?:e?s|e?d|e|ing|{last}ed|{last}ing)?"
