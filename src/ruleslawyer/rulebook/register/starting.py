"""A new project: with a small game in it, or begun from the text of a rulebook, with one sentence to a line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from math import inf
from pathlib import Path

from ruleslawyer.base.files.content import Json
from ruleslawyer.project.scaffold import create, create_from, expect_id, ruleset_id
from ruleslawyer.rulebook.register.draft import Draft, draft_file, printed_lines
from ruleslawyer.rulebook.register.outline import MARKDOWN, begins_item, keeps_lines, outline
from ruleslawyer.rulebook.register.primer import primer

_ABBREVIATIONS = frozenset({
    "e.g", "i.e", "vs", "cf", "p", "pp", "fig", "figs", "st", "mr", "mrs", "ms", "dr", "approx", "ca", "resp", "incl",
    "vol", "ch", "sec", "art", "ex", "z.b", "d.h", "u.a", "bzw", "vgl", "ggf", "nr", "s",
})  # fmt: skip
"""After these a full stop ends no sentence."""
_BEFORE_NUMBERS = frozenset({"no", "nos"})
_END = re.compile(r"[.!?…]+[\"”’»'\)\]]*\s+(?=\S)|[。！？]+[”』」]*(?=\S)")
_APART = re.compile(r"(?<!\w)[a-z]\. ?[A-Za-z]$")
"""The end of an abbreviation of two letters, such as `z. B`."""
_WIDE = 0.7
"""A line that is as long as that, of the longest ones, was broken because it was full."""


@dataclass(frozen=True, slots=True)
class Parted:
    """A text with a sentence to a line. sentences: the numbers of the lines that have one. joined: the lines without a
    stop at their end to which one was joined that begins with a capital letter: they may be two."""

    lines: list[str]
    sentences: frozenset[int]
    joined: tuple[str, ...] = ()


def one_to_a_line(texts: list[str], *, markdown: bool) -> Parted:
    """The same text with each sentence on a line of its own; one blank line stays between paragraphs."""
    kinds = {entry.number: entry.kind for entry in outline(texts, markdown=markdown).entries}
    full = inf if not markdown and keeps_lines(texts) else _WIDE * _usual_length(texts)
    found: list[str] = []
    paragraph: list[str] = []
    sentences: set[int] = set()
    joined: list[str] = []

    def end() -> None:
        if paragraph:
            begin = len(found) + 1
            found.extend(split_sentences(_join(paragraph)))
            sentences.update(range(begin, len(found) + 1))
            paragraph.clear()

    for number, whole in enumerate(texts, 1):
        text = whole.strip()
        kept = kinds.get(number) in ("heading", "artefact") or (markdown and text.startswith(("|", ">")))
        if not text or kept:
            end()
            if kept:
                found.append(whole.rstrip())
            elif found and found[-1]:
                found.append("")
        else:
            if paragraph and (begins_item(text) or not _goes_on(paragraph[-1], whole, full, markdown)):
                end()
            elif paragraph and text[0].isupper() and paragraph[-1][-1].isalnum():
                joined.append(paragraph[-1])
            paragraph.append(text)
    end()
    while found and not found[-1]:
        found.pop()
    return Parted(found, frozenset(sentences), tuple(joined))


def split_sentences(text: str) -> Iterator[str]:
    """The sentences of a paragraph."""
    begin = 0
    for stop in _END.finditer(text):
        before, after = text[begin : stop.start()], text[stop.end() :]
        word = before.rpartition(" ")[2].lower().lstrip("(\"“'")
        number = not begin and re.fullmatch(r"[(\s]*[\d.]+[)]?", before)
        if after[0].islower() or number or (text[stop.start()] == "." and _is_abbreviation(word, after)):
            continue
        if _APART.search(before) or (re.search(r"(?<!\w)[a-z]$", before) and re.match(r"\w\.", after)):
            continue
        yield text[begin : stop.end()].strip()
        begin = stop.end()
    if text[begin:].strip():
        yield text[begin:].strip()


def _is_abbreviation(word: str, after: str) -> bool:
    return word in _ABBREVIATIONS or (word in _BEFORE_NUMBERS and after[0].isdigit())


def _join(lines: list[str]) -> str:
    """A paragraph in one line; a word that was divided at the end of a line is one word again."""
    text = lines[0]
    for line in lines[1:]:
        divided = re.search(r"[a-zà-ÿ][-\u00ad]$", text) and line[:1].islower()
        text = text[:-1] + line if divided else f"{text} {line}"
    return text


def _usual_length(texts: list[str]) -> int:
    """How long long lines are: few are longer."""
    lengths = sorted(len(text.strip()) for text in texts if text.strip())
    return lengths[len(lengths) * 9 // 10] if lengths else 0


def _goes_on(above: str, whole: str, full: float, markdown: bool) -> bool:
    """Whether a line goes on with the sentence above it."""
    if markdown or whole[:1].isspace() or whole.strip()[0].islower():
        return True
    return len(above) >= full and not above.endswith((".", "!", "?", ":", ";"))


@dataclass(frozen=True, slots=True)
class Started:
    """A project that was made. register: that of the rulebook's text, and source its file; without one, a game.
    joined: its lines to which others were joined, as in `Parted`."""

    folder: Path
    ruleset: str
    files: tuple[str, ...]
    register: Draft | None = None
    source: str = ""
    joined: tuple[str, ...] = ()

    def json(self) -> Json:
        return {"folder": self.folder.as_posix(), "ruleset": self.ruleset, "files": list(self.files)}


def start(folder: Path, name: str | None = None, text: Path | None = None) -> Started:
    """Make a project in a folder that is empty or not there, whole or not at all. name: the ruleset's id; by default
    the folder's name says it. text: a rulebook as text, Markdown or PDF, of which register and stubs are made."""
    name = name if name is not None else ruleset_id(folder)
    expect_id(name)
    own = {"AGENTS.md": primer()}
    if text is None:
        return Started(folder, name, create(folder, name, own))
    markdown = text.suffix.lower() in MARKDOWN
    source = f"{name}.md" if markdown else f"{name}.txt"
    parted = one_to_a_line(printed_lines(text), markdown=markdown)
    made = draft_file(parted.lines, source, text.stem, parted.sentences)
    own |= {f"text/{source}": "\n".join(parted.lines) + "\n"}
    own |= {f"spec/{name}/{part}": content for part, content in made.files.items()}
    files = create_from(folder, name, made.title, source, own, text)
    return Started(folder, name, files, made, source, parted.joined)
