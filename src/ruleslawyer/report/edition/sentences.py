"""The sentences of a rulebook's text, each with its place; headings, items of lists, and what a line break cut in
two."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Protocol

from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.check.evidence.story import PLACE, same_sentence

_MARKER = re.compile(r"\s*(?:--\s*|(?:[-*+·•–]|\d+[.)]|\(?[a-z][.)]|\d+(?:\.\d+)+\.?)(?=\s|$)\s*)?")
"""What stands before the words of a line: a sign of a list, or a number."""
_HEADING = re.compile(r"\s*#+\s")
_ENDS = re.compile(r"[.!?:;][\"'”’)*\]]*\s*$")
_LEANS = re.compile(
    r"\W*(?:for example|example|e\.\s?g|i\.\s?e|thus|this|these|those|they|it|he|she|his|her|their|its"
    r"|if (?:he|she|they|it|so|not)|otherwise|however|then|but|and|so|which|also|even|in this|in that|note)\b|\(",
    re.IGNORECASE,
)
_LETTER = re.compile(r"[^\W\d_]")
_INSTALL = "pip install 'ruleslawyer[edition]'"


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of the text. line: where it begins, from 1. number: the how many-eth that begins there, from 1. parts:
    the lines that have a part of it, each with where that part begins and ends. heading: whether it is one."""

    line: int
    number: int
    text: str
    parts: tuple[tuple[int, int, int], ...]
    heading: bool

    @property
    def place(self) -> str:
        """Its name for people: line and number."""
        return f"{self.line}:{self.number}"

    @property
    def ends(self) -> bool:
        """It ends as sentences do; a label does not."""
        return bool(_ENDS.search(self.text))

    @property
    def leans(self) -> bool:
        """It goes on from the one before, as an example does: nothing comes between the two."""
        return bool(_LEANS.match(self.text))

    @property
    def leads_in(self) -> bool:
        """Whether what comes next belongs to it, as a list does that it announces."""
        return self.text.rstrip("*\"'”’ ").endswith(":")


class Text:
    """A rulebook's text. headings: the lines that its register knows as such."""

    def __init__(self, lines: Sequence[str], headings: Collection[int] = ()) -> None:
        self.lines = tuple(lines)
        self.headings = frozenset(headings) | {n for n, line in enumerate(lines, 1) if _HEADING.match(line)}

    @cached_property
    def sentences(self) -> tuple[Sentence, ...]:
        """All sentences in their order."""
        found, counted = list[Sentence](), dict[int, int]()
        for block in self._blocks():
            heading = block[0][0] in self.headings
            for text, parts in _sentences_of([(n, self.lines[n - 1], start) for n, start in block], heading=heading):
                line = parts[0][0]
                counted[line] = counted.get(line, 0) + 1
                found.append(Sentence(line, counted[line], text, parts, line in self.headings))
        return tuple(found)

    @cached_property
    def by_place(self) -> dict[str, Sentence]:
        return {one.place: one for one in self.sentences}

    def in_line(self, number: int) -> list[Sentence]:
        """The sentences of which a line has a part."""
        return [one for one in self.sentences if any(line == number for line, _, _ in one.parts)]

    def behind(self, sentence: Sentence) -> Sentence:
        """The sentence behind which one may be put that is to stand behind another: those that lean on it come
        first."""
        last = sentence
        for one in self.in_line(sentence.parts[-1][0]):
            if (one.line, one.number) == (last.line, last.number + 1) and one.leans and not one.leads_in:
                last = one
        return last

    def heading_over(self, number: int) -> str:
        """The heading that a line stands under, without its signs; empty before the first one."""
        above = max((one for one in self.headings if one < number), default=0)
        return _HEADING.sub("", self.lines[above - 1]).strip("*_ ") if above else ""

    def sign(self, number: int) -> str:
        """The beginning of a line, before its words: the sign of an item of a list, and the spaces around it."""
        match = _MARKER.match(self.lines[number - 1])
        return match[0] if match else ""

    def is_item(self, number: int) -> bool:
        """Whether a line is an item of a list."""
        match = _MARKER.match(self.lines[number - 1])
        return number not in self.headings and bool(match and match[0].strip())

    def find(self, wanted: str, where: str) -> Sentence:
        """The sentence of a place, such as 64:2, or that reads so. A `UsageError` for one that there is not, that there
        is twice, or that is a part of one."""
        if PLACE.fullmatch(wanted):
            if wanted in self.by_place:
                return self.by_place[wanted]
            told = len(self.in_line(int(wanted.partition(":")[0])))
            mend = f"that line has {told}" if told else "that line has none"
            raise UsageError(f"the text has no sentence {wanted}", where, mend)
        words = same_sentence(wanted)
        same = [one for one in self.sentences if same_sentence(one.text) == words]
        if len(same) == 1:
            return same[0]
        if same:
            mend = f"name one by its place: {', '.join(one.place for one in same)}"
            raise UsageError(f"the text has this sentence {len(same)} times: {wanted[:60]}", where, mend)
        around = [one for one in self.sentences if words and f" {words} " in f" {same_sentence(one.text)} "]
        if around:
            mend = f"name the whole one, or its place: {around[0].place}"
            raise UsageError(f"this begins or ends in the middle of a sentence: {wanted[:60]}", where, mend)
        raise UsageError(f"the text has no such sentence: {wanted[:60]}", where, "copy a whole sentence out of it")

    def _blocks(self) -> Iterator[list[tuple[int, int]]]:
        """The lines that are read in one go, each with where its words begin: a line, and those that go on with a
        sentence which it does not end."""
        block = list[tuple[int, int]]()
        for number, line in enumerate(self.lines, 1):
            if not line.strip():
                continue
            marker = (_HEADING if _HEADING.match(line) else _MARKER).match(line)
            start = marker.end() if marker else 0
            goes_on = (
                block
                and line[start : start + 1].islower()
                and not (self.is_item(number) or number in self.headings or block[-1][0] in self.headings)
                and not _ENDS.search(self.lines[block[-1][0] - 1])
            )
            if block and not goes_on:
                yield block
                block = []
            block.append((number, start))
        if block:
            yield block


def _sentences_of(
    block: list[tuple[int, str, int]], *, heading: bool
) -> Iterator[tuple[str, tuple[tuple[int, int, int], ...]]]:
    """The sentences of a block, each with the parts of lines in which it stands; a heading is one."""
    whole, at = "", list[tuple[int, int, int, int]]()  # where each line begins in the whole, and its words in the line
    for number, line, start in block:
        words = line[start:].rstrip()
        at.append((len(whole), len(whole) + len(words), number, start))
        whole += words + " "
    for begin, end in [(0, len(whole.rstrip()))] if heading else _spans(whole):
        parts = tuple(
            (number, start + max(begin, first) - first, start + min(end, last) - first)
            for first, last, number, start in at
            if begin < last and end > first
        )
        if parts:
            yield whole[begin:end].strip(), parts


def _spans(whole: str) -> list[tuple[int, int]]:
    """The begin and end of each sentence, without the spaces around it. What has no letter, as a bracket that is
    closed, belongs to the sentence before it."""
    found = list[tuple[int, int]]()
    for span in splitter().segment(whole):
        begin, end = span.start, span.end
        while end > begin and whole[end - 1].isspace():
            end -= 1
        while begin < end and whole[begin].isspace():
            begin += 1
        open_ = found and whole.count("(", *found[-1]) > whole.count(")", *found[-1])
        if found and begin < end and (open_ or not _LETTER.search(whole, begin, end)):
            found[-1] = found[-1][0], end
        elif begin < end:
            found.append((begin, end))
    return found


class Span(Protocol):
    """Where a sentence begins and ends."""

    start: int
    end: int


class Splitter(Protocol):
    """A library that tells sentences apart."""

    def segment(self, text: str) -> list[Span]: ...


@cache
def splitter() -> Splitter:
    """The splitter of sentences. A `UsageError` where its library is not installed."""
    try:
        from pysbd import Segmenter  # an extra
    except ImportError as error:
        raise UsageError("sentences are told apart by pysbd, which is not installed", None, _INSTALL) from error
    made: Splitter = Segmenter(language="en", clean=False, char_span=True)
    return made
