"""The headline of a finding: which clauses its statements speak of, and which words of the game it has.

Lines named by hand would be exact, and have to be kept true in hundreds of findings. A wrong match shows a rule
too much.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from math import fsum

from ruleslawyer.base.files.content import Json
from ruleslawyer.report.brief import stems

_PARTS = re.compile(
    r"(?<=[.;:])\s+|,?\s+(?:and|but|while|whereas)\s+(?=(?:the )?(?:another|other|one)\b|no (?:line|rule)\b)"
)
"""Where a statement ends: “One line …, and another …”."""
_OF_THE_BOOK = re.compile(
    r"\b(?:lines?|rules?|rulebook|book|clauses?|entry|entries|sentences?|section|chapter|heading|brackets|list|note|says?"
    r"|text|another|others?)\b",
    re.IGNORECASE,
)
"""Words of a statement that tells what the book has."""
_OF_NOTHING = re.compile(r"\b(?:no (?:other )?(?:line|rule|sentence|word)s?|nowhere|nothing says)\b", re.IGNORECASE)
"""Words of a statement that tells what the book has not."""
_SENTENCE = re.compile(r"(?<=[.;])\s+")
_LINE = re.compile(r"\blines? (\d+(?:(?:, | and | or |, and )\d+)*)")
LEAST = 2
"""Words that a statement and a clause share, at least; all of a clause that has fewer."""


def spoken_of(f: Json, crux: str, common: frozenset[str]) -> list[str]:
    """The ids of the clauses of a finding that statements of its headline tell, in their order. common: words that any
    rulebook has."""
    own = {c["id"]: stems(c["says"]) - common for c in f["clauses"]}
    about = {id_: words | _told_in(f["prose"], line) - common for id_, words, line in (
        (c["id"], own[c["id"]], c["line"]) for c in f["clauses"]
    )}  # fmt: skip
    found: list[str] = []
    for statement in _statements(crux):
        words = stems(statement) - common
        rated = [
            (_likeness(words, own[id_], about[id_], about), -len(own[id_] - words), -nth, id_)
            for nth, id_ in enumerate(own)
        ]
        left = [one for one in rated if one[0] and one[-1] not in found]
        if left:
            found.append(max(left)[-1])
    return found


def _statements(crux: str) -> Iterator[str]:
    """The parts of a text that tell what a line of the book says."""
    return (one for one in _PARTS.split(crux) if _OF_THE_BOOK.search(one) and not _OF_NOTHING.search(one))


def _likeness(
    words: frozenset[str], own: frozenset[str], about: frozenset[str], all_: dict[str, frozenset[str]]
) -> float:
    """How alike a statement and a clause are: the words that both have, each the more the fewer other clauses have it;
    words that the finding's prose has about the clause count half. Zero where that is too little. Which of two clauses
    is more alike must not hang on the order of words in a set, so the sum is exact."""
    shared = words & about
    if len(shared) < min(LEAST, len(own)):
        return 0.0
    return fsum((1 if word in own else 0.5) / sum(word in one for one in all_.values()) for word in shared)


def _told_in(prose: list[Json], line: int | None) -> frozenset[str]:
    """The words of the sentences of a text that cite a line."""
    texts = ("".join(span["text"] for span in block.get("spans", ())) for block in prose)
    sentences = (sentence for text in texts for sentence in _SENTENCE.split(text))
    told = (one for one in sentences if any(str(line) in re.findall(r"\d+", found) for found in _LINE.findall(one)))
    return frozenset(word for sentence in told for word in stems(sentence))


# --- words of the game ------------------------------------------------------------------------------------------------


MOST = 5
"""Words of a page that are explained, the first ones."""
_EXPLAINED = re.compile(r"[”\"]? \(")
"""How a text goes on behind a word that it explains itself."""


def words_in(r: Json, text: str, most: int | None = MOST) -> list[Json]:
    """The words that a text has and the register explains, in the order of the text, at most so many."""
    return [word for word, _ in _words_of(r, text)][:most]


def to_explain(r: Json, text: str, but: str = "") -> list[Json]:
    """The first of these words that a page explains: none that the text explains itself, in brackets behind it, and
    none of a text whose own words are in question (`but`)."""
    known = {word["name"] for word, _ in _words_of(r, but)}
    clear = {word["name"] for word, end in _words_of(r, text, whole=True) if _EXPLAINED.match(text, end)}
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
