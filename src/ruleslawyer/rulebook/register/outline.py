"""The outline of a rulebook's text: which lines are headings, which belong to which section, which are bullets."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise

MARKDOWN = (".md", ".markdown", ".mdown")
PREAMBLE = "0"
"""The section of what stands before the first one."""

_UPTO = r"(?:(?: to | ?[-–] ?)\d{1,3}(?:\.\d{1,3})*(?=[.):]\s))?"  # a heading of several sections begins the first
_NUMBERED = re.compile(rf"(\d{{1,3}}(?:\.\d{{1,3}})*){_UPTO}[.):]?\s+(\S.*)")
_HASHES = re.compile(r"(#{1,6})(?:\s+(.*?))?\s*#*$")
_UNDERLINE = re.compile(r"(={3,}|-{3,})$")
_BULLET = re.compile(r"(?:[-*+·•‣◦▪–—]|\(?[a-zA-Z]\)|\(?\d{1,3}\)|\d{1,3}\.)\s+\S")
_MARK = re.compile(
    r"([-*_=])\s*(\1\s*){2,}$|[-*·•]$|\[\w+: [^\]]*\]$|<!--.*-->$|!\[[^\]]*\]\([^)]*\)$|\|?[\s:|-]*-[\s:|-]*\|[\s:|-]*$"
)
_BOLD = re.compile(r"\*\*[^*]{1,60}\*\*:?$")
_EXAMPLE = re.compile(r"[^\w]*(?:for example|examples?\b|e\.\s?g\.)", re.IGNORECASE)
_ENDS = (".", ";", ":", "!", "?", ",")
_LONGEST_HEADING = 60
_LONGEST_ALONE = 40
_FEW_WORDS = 4
"""Of a heading before a colon: with more of them it is a rule that leads to others."""
_MOST = 0.8


@dataclass(frozen=True, slots=True)
class Entry:
    """A line that is not blank: its kind, its section, and which bullet of it (and which line of the bullet) it is."""

    number: int
    kind: str
    section: str
    title: str = ""
    bullet: int = 0
    part: int = 0
    note: str = ""


@dataclass(frozen=True, slots=True)
class Outline:
    """A whole text; `title` is "" where it has none of its own."""

    title: str
    entries: tuple[Entry, ...]


def outline(texts: list[str], *, markdown: bool, sentences: frozenset[int] = frozenset()) -> Outline:
    """The outline of these lines; a text whose headings have the marks of Markdown is read as Markdown anyhow.

    sentences: the numbers of lines of which it is known that they are no headings.
    """
    markdown = markdown or sum(bool(re.match(r"#{1,6}\s\w", t)) for t in texts) > 1
    reader = _Reader(texts, markdown=markdown, sentences=sentences)
    reader.read()
    return Outline(reader.title, tuple(_below(reader.entries)))


def begins_item(text: str) -> bool:
    """Whether a line begins an item of a list, or a numbered rule."""
    return bool(_BULLET.match(text) or re.match(r"\d{1,3}(?:\.\d{1,3})+[.):]?\s+\S", text))


def keeps_lines(texts: list[str]) -> bool:
    """Whether each line of a plain text is one of its own, with or without a full stop: four of five below another one
    begin with a capital letter. Where paragraphs were broken at full lines, most begin small."""
    below = [text.lstrip("\"“‘'(*") for above, text in pairwise(map(str.strip, texts)) if above and text]
    first = [text[0] for text in below if text and (text[0].islower() or text[0].isupper())]
    return bool(first) and sum(map(str.isupper, first)) >= _MOST * len(first)


class _Reader:
    def __init__(self, texts: list[str], *, markdown: bool, sentences: frozenset[int]) -> None:
        self.texts, self.markdown, self.sentences = texts, markdown, sentences
        self.kept = not markdown and keeps_lines(texts)
        self.entries: list[Entry] = []
        self.title = ""
        self.section, self.bullet, self.part = PREAMBLE, 0, 0
        self.levels: list[int] = []
        self.used = {PREAMBLE}
        self.last: dict[str, int] = {}
        self.matter = self._front_matter()
        self.item, self.bracketed = 0, False
        self.broken = True  # nothing above that this line could go on with
        self.first = min((i for i, t in enumerate(texts) if t.strip()), default=0)
        tops = [t for t in texts if re.match(r"#\s", t)] if markdown else []
        self.named_on_top = len(tops) == 1

    def read(self) -> None:
        fence = underline = False
        for index, whole in enumerate(self.texts):
            text = whole.strip()
            if not text:
                self.broken = True
                continue
            number = index + 1
            fenced = self.markdown and text.startswith(("```", "~~~"))
            if fenced or index in self.matter:
                fence = not fence
                self._artefact(number, "a mark of the file's format")
            elif fence:
                self._artefact(number, "inside a block of the file's format")
            elif underline:
                underline = False
                self._artefact(number, "underlines the heading")
            elif self._heading(index, text):
                underline = self._is_underlined_heading(index)
            elif _MARK.match(text):
                self._artefact(number, "a mark of the file's format")
            else:
                self._rule(number, whole, text)

    def _front_matter(self) -> tuple[int, ...]:
        """The lines before and after the front matter of a Markdown file; none where there is none."""
        if not self.markdown or self.texts[0].strip() != "---":
            return ()
        ends = [i for i, t in enumerate(self.texts[1:200], 1) if t.strip() == "---"]
        return (0, ends[0]) if ends else ()

    def _artefact(self, number: int, note: str) -> None:
        self.entries.append(Entry(number, "artefact", self.section, note=note))
        self.broken = True

    # --- headings --------------------------------------------------------------------------------------------------

    def _heading(self, index: int, text: str) -> bool:
        """Take the line as a heading, or as a numbered rule, if it is one."""
        hashes = _HASHES.match(text) if self.markdown else None
        numbered = _NUMBERED.match(text)
        if hashes:
            self._head(index, len(hashes[1]), hashes[2] or "")
        elif self._is_underlined_heading(index) and not _BULLET.match(text):
            self._head(index, 1 if self.texts[index + 1].strip()[0] == "=" else 2, text)
        elif not self.markdown and numbered and self._is_section(numbered[1], text):
            if len(numbered[2]) > _LONGEST_HEADING or numbered[2].endswith(_ENDS):
                self._open(numbered[1])
                self.bullet = self.part = 1
                self.entries.append(self._entry(index + 1, text))
                self.broken = False
            else:
                self._head(index, numbered[1].count(".") + 1, text)
        elif self.markdown and _BOLD.match(text):
            self._head(index, 6, text.strip("*: "))
        elif index + 1 in self.sentences or self.markdown or _BULLET.match(text):
            return False
        elif self._capitals(text) or self._alone(index, text) or self._on_its_line(index, text):
            self._head(index, 1, text.rstrip(":"))
        else:
            return False
        return True

    def _is_underlined_heading(self, index: int) -> bool:
        below = self.texts[index + 1].strip() if index + 1 < len(self.texts) else ""
        here = self.texts[index].strip()
        short = 0 < len(here) <= _LONGEST_HEADING and not _MARK.match(here) and "|" not in here
        return short and bool(_UNDERLINE.match(below)) and not _HASHES.match(here)

    def _is_section(self, number: str, text: str) -> bool:
        """Whether a number begins a section: of several parts, or the next one, but no item of a list. `3)` after `2)`
        is an item, whatever stands between."""
        if number in self.used:
            return False
        if "." in number:
            return True
        if self.item and int(number) == self.item + 1 and (not self.broken or text.startswith(f"{number})")):
            return False
        return int(number) == self.last.get("", 0) + 1

    @staticmethod
    def _capitals(text: str) -> bool:
        letters = [c for c in text if c.isalpha()]
        return len(letters) > 2 and all(c.isupper() for c in letters) and len(text) <= _LONGEST_HEADING

    def _alone(self, index: int, text: str) -> bool:
        """Whether a short line without a stop stands above something longer, or above a list."""
        if len(text) > _LONGEST_ALONE or not text[0].isupper() or (text[-1] not in ")?" and not text[-1].isalnum()):
            return False
        if re.search(r"[.!?]\s", text):  # a sentence ends in it
            return False
        above = self.texts[index - 1].strip() if index else ""
        below = next((t.strip() for t in self.texts[index + 1 : index + 4] if t.strip()), "")
        begins = not above or (not self.kept and (self.broken or above.endswith(_ENDS)))
        return begins and (len(below) > _LONGEST_HEADING or bool(_BULLET.match(below)))

    def _on_its_line(self, index: int, text: str) -> bool:
        """Whether a line of a text that keeps its lines is a heading: one word, or a few before a colon, and below it
        something else than a list."""
        few = re.fullmatch(r"[^\W\d]+|[^\W\d][^.!?:]*:", text)
        below = next((t.strip() for t in self.texts[index + 1 : index + 3] if t.strip()), "")
        listed = text.endswith(":") and _BULLET.match(below)
        short = len(text.split()) <= _FEW_WORDS and text[0].isupper()
        return bool(self.kept and few and short and below and not listed)

    def _head(self, index: int, level: int, text: str) -> None:
        numbered = _NUMBERED.match(text)
        number = index + 1
        whole_title = index == self.first and not numbered and (self.named_on_top or not self.markdown)
        if whole_title and level == 1:
            self.title = text
            self.entries.append(Entry(number, "heading", PREAMBLE, text, note="the title"))
        else:
            outer = [known for known in self.levels if known < level]
            if numbered and numbered[1] not in self.used and ("." in numbered[1] or not outer):
                self._open(numbered[1])
                self.levels = [*outer[: numbered[1].count(".")], level]
                title = numbered[2]
            else:
                self._open(self._next(level))
                title = text
            self.entries.append(Entry(number, "heading", self.section, title))
        self.broken = True

    def _open(self, section: str) -> None:
        self.section, self.bullet, self.part, self.item = section, 0, 0, 0
        self.used.add(section)
        while section:
            above, _, last = section.rpartition(".")
            self.last[above] = max(self.last.get(above, 0), int(last))
            section = above

    def _next(self, level: int) -> str:
        """The next number at a level of headings; a level that was left out counts as none."""
        outer = [known for known in self.levels if known < level]
        self.levels = [*outer, level]
        above = [] if self.section == PREAMBLE else self.section.split(".")[: len(outer)]
        return ".".join([*above, str(self.last.get(".".join(above), 0) + 1)])

    # --- rules -----------------------------------------------------------------------------------------------------

    def _rule(self, number: int, whole: str, text: str) -> None:
        bare = text.lstrip("> ").strip() if self.markdown else text
        item = re.match(r"\(?(\d{1,3})[.)]\s", bare)
        starts = bool(_BULLET.match(bare))
        goes_on = not self.broken and not starts and (whole[:1].isspace() or bare[:1].islower())
        if goes_on and self.bullet:
            self.part += 1
            first = next(e.number for e in reversed(self.entries) if e.bullet == self.bullet and e.part == 1)
            self.entries.append(self._entry(number, bare, f"goes on with line {first}"))
        else:
            self.bullet, self.part = self.bullet + 1, 1
            # Of `3.` the next section may be meant; a bracket goes on with the list, whatever stands between.
            self.item = int(item[1]) if item else self.item if self.bracketed else 0
            self.bracketed = ")" in item[0] if item else self.bracketed
            self.entries.append(self._entry(number, bare))
        self.broken = False

    def _entry(self, number: int, text: str, note: str = "") -> Entry:
        kind = "example" if _EXAMPLE.match(text) or _EXAMPLE.match(text.lstrip("-*+·• ")) else "normative"
        return Entry(number, kind, self.section, "", self.bullet, self.part, note)


def _below(entries: list[Entry]) -> list[Entry]:
    """The same, but for what a section says before the sections in it: that is its section .0, as 2.0 of 2."""
    outer = {e.section.rpartition(".")[0] for e in entries if "." in e.section}
    return [
        Entry(e.number, e.kind, f"{e.section}.0", e.title, e.bullet, e.part, e.note)
        if e.bullet and e.section in outer
        else e
        for e in entries
    ]
