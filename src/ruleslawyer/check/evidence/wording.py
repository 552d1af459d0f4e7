"""The prose of findings, read as the designer reads it: names of the model's making, and what is no sentence."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from itertools import combinations

from ruleslawyer.check.evidence.finding import NOT_MEASURED, UNANSWERED, Finding, steps_apart
from ruleslawyer.rulebook.table.words import HOLE

WHY, SETTLES = "Why it matters", "What would settle it"
"""The heading over the sentence that could be printed in the book."""
TO_SAY = {
    "What the text says": "Say in your own words what each clause demands.",
    WHY: "Say who gains or loses by it, and when a table would notice.",
}
"""By the heading: what a draft has, and a person puts in place of it."""
KINDS = {
    "option": "an option of the model",
    "name": "a name of the model",
    "scope": "a scope of the model",
    "phrase": "a phrase that nobody says",
    "unbacked": "a sentence about the model that no claim backs",
    "hole": "a hole that nothing fills: only what the front matter says has any",
    "unfilled": "a hole of the front matter that no play fills",
    "settles": f"“{SETTLES}”",
    "untold": "what the page of a finding opens with",
    "equal": "two answers that are one",
    "taken": "a page that opens with what another finding asks, taken for granted",
    "stock": "a question that asks what too many others ask",
    "severity": "a severity of its author two steps from what was measured, or a reason for what is not so",
    "unsettled": "a reason for a withdrawal that names no line of the book",
    "misquoted": "a reason for a withdrawal that quotes what the lines that it names lack",
    "doubted": "a reason for a withdrawal that rests on lines which a finding that stands doubts, and does not name it",
}
"""What may be wrong with the words of a finding, and how it is called."""
_OPTION = re.compile(r"\b[a-z]\w*\??\s?=\s?[a-z]\w+\b")
_UNDERSCORED = re.compile(r"\b[A-Za-z]\w*_\w+\b")
_CODE = re.compile(r"`([^`\n]+)`")
_SCOPE = re.compile(r"\bscope `?([a-z]\w*)`?")
_PHRASES = re.compile(
    r"\b(?:first|second|third|last|other|default) option\b[^.]{0,40}\b(?:mend|that|this|it)\b"
    r"|\boptions? of the (?:question|model)\b|\b(?:the|an) own \w+|\bin own \w+",
    re.IGNORECASE,
)
_TAKEN = re.compile(r"\b(?:in )?this play\b|\bit is taken\b|\btaken for granted\b|\bfindings? \d+", re.IGNORECASE)
MOST_ALIKE = 3
"""Findings that may ask in the same words, but for names and numbers."""
_BLANKED = re.compile(r"\{[^{}]*\}|\d+|(?<=\w )[A-Z]\w*")
_ENDS = re.compile(r"[.!?]['\"”’)]?\s+(?=[\"“‘(*]?[A-Z0-9])")
_ABBREVIATED = re.compile(r"\b(?:e\.g|i\.e|etc|cf|vs|no|ff|p)\.$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Slip:
    """One place of a finding that a designer would stumble over. line: of the prose, from 1; 0 is the reason for which
    it was withdrawn, and of what stands in the front matter (`unfilled`) the line of the file."""

    kind: str
    said: str
    line: int

    def __str__(self) -> str:
        return f"{KINDS[self.kind]}: {self.said}"


def slips(finding: Finding, names: Collection[str] = (), scopes: Collection[str] = ()) -> tuple[Slip, ...]:
    """Mistakes in the words of a finding that stands; `names` and `scopes` are those of the model."""
    if finding.withdrawn:
        return ()
    found = [
        *_model_names(finding.prose, names, scopes),
        *_claimless(finding),
        *_untold_parts(finding),
        *_equal_answers(finding),
        *_presuppositions(finding),
        *_settles(finding),
    ]
    return tuple(sorted(dict.fromkeys(found), key=lambda slip: slip.line))


def severity_slips(finding: Finding, measured: str | None) -> Iterator[Slip]:
    """A severity that measured stakes contradict by two steps wants a reason, and another one wants none. measured: the
    word that they amount to, None where nothing was played by the rules as they are."""
    if finding.state not in UNANSWERED or measured is None:
        return
    apart, why = steps_apart(finding.severity, measured) > 1, finding.severity_stays
    if apart and not why:
        yield Slip(
            "severity", f"{finding.severity} and measured {measured}: say why in `severity_stays`, or mend it", 1
        )
    elif why and not apart and measured != NOT_MEASURED:
        yield Slip("severity", f"{finding.severity} and measured {measured}: take `severity_stays` away", 1)


def _equal_answers(finding: Finding) -> Iterator[Slip]:
    """Two answers in the same words, or of the same ruling: a reader is left with one."""
    for one, other in combinations(finding.story.answers, 2):
        same = one.says.casefold().rstrip(".") == other.says.casefold().rstrip(".")
        if same or (one.ruling and one.ruling == other.ruling):
            what = "say the same" if same else "have the same ruling"
            yield Slip("equal", f"“{one.says}” and “{other.says}” {what}", 1)


def _presuppositions(finding: Finding) -> Iterator[Slip]:
    """Words by which a page opens with an answer to another question: a reader who knows the game alone asks that one
    first."""
    for sentence in finding.story.sentences:
        for words in _TAKEN.finditer(sentence):
            yield Slip("taken", words[0], 1)


def _untold_parts(finding: Finding) -> Iterator[Slip]:
    if missing := missing_story(finding):
        yield Slip("untold", f"{', '.join(missing)} missing in the front matter", 1)
    for heading, number in draft_lines(finding):
        yield Slip("untold", f"still to be written: {TO_SAY[heading]}", number)


def draft_lines(finding: Finding) -> list[tuple[str, int]]:
    """The headings under which a finding still has what its draft asked for, with the line of the prose."""
    lines = finding.prose.split("\n")
    return [(heading, lines.index(told) + 1) for heading, told in TO_SAY.items() if told in lines]


def missing_story(finding: Finding) -> list[str]:
    """The keys that the front matter lacks. A finding that nobody answered asks; one that is high or medium also says
    what happens, and has answers that each say what follows."""
    if finding.state not in UNANSWERED:
        return []
    story = finding.story
    told = {"ask": bool(story.ask)}
    if finding.severity != "low":
        answers = len(story.answers) > 1 and all(answer.then for answer in story.answers)
        told["crux"], told["two [[answer]], each with `then`"] = bool(story.crux), answers
    return [key for key, value in told.items() if not value]


def stock(findings: Collection[Finding]) -> dict[str, Slip]:
    """The findings, by id, that ask what more than three of these ask, but for names and numbers."""
    asking: dict[str, list[str]] = {}
    for f in findings:
        if f.state in UNANSWERED and f.story.ask:
            asking.setdefault(_BLANKED.sub("_", f.story.ask), []).append(f.id)
    many = {id_: ids for ids in asking.values() if len(ids) > MOST_ALIKE for id_ in ids}
    return {id_: Slip("stock", f"{', '.join(ids)} ask it alike", 1) for id_, ids in many.items()}


def _model_names(prose: str, names: Collection[str], scopes: Collection[str]) -> Iterator[Slip]:
    for number, line in enumerate(prose.split("\n"), 1):
        for option in _OPTION.findall(line):
            yield Slip("option", option, number)
        rest = _OPTION.sub("", line)
        for name in _UNDERSCORED.findall(rest):
            yield Slip("name", name, number)
        for code in _CODE.findall(rest):
            if code in names and "_" not in code:
                yield Slip("name", code, number)
            elif code in scopes:
                yield Slip("scope", code, number)
        for scope in _SCOPE.findall(rest):
            if scope in scopes:
                yield Slip("scope", scope, number)
        for phrase in _PHRASES.finditer(line):
            yield Slip("phrase", phrase[0], number)
        for hole in HOLE.finditer(line):
            yield Slip("hole", hole[0], number)


def _claimless(finding: Finding) -> Iterator[Slip]:
    """The sentences that speak of the model, and in which no claim stands."""
    backed = [claim.says for claim in finding.claims]
    for line, paragraph in _paragraphs(finding.prose):
        for sentence in _sentences(paragraph):
            if re.search(r"\bmodel\b", sentence) and not any(says in sentence or sentence in says for says in backed):
                yield Slip("unbacked", sentence, line)


def _settles(finding: Finding) -> Iterator[Slip]:
    """An answer has one sentence to be printed, or none; a finding without answers may have it under its heading."""
    prose, line = finding.prose, 1
    printed = [answer.wording for answer in finding.story.answers if answer.wording]
    if heading := re.search(rf"^#+ {SETTLES}\s*$", prose, re.MULTILINE):
        line = prose.count("\n", 0, heading.start()) + 1
        if printed:
            yield Slip("settles", "`wording` of an answer has the sentence: leave this heading out", line)
        printed = [re.split(r"^#+ ", prose[heading.end() :], maxsplit=1, flags=re.MULTILINE)[0]]
    counted = [len(_sentences(" ".join(text.split()))) for text in printed]
    if not any(counted):
        yield Slip("settles", "no sentence is there to be printed: `wording` of an [[answer]] has it", line)
    for number in counted:
        if number > 1:
            yield Slip("settles", f"{number} sentences, where one is to be printed", line)


def _paragraphs(prose: str) -> Iterator[tuple[int, str]]:
    """Each paragraph in one line, with the line of the prose where it begins."""
    begun, words = 0, list[str]()
    for number, line in enumerate([*prose.split("\n"), ""], 1):
        if line.strip() and not line.startswith("#"):
            begun = begun or number
            words += line.split()
        elif words:
            yield begun, " ".join(words)
            begun, words = 0, []


def _sentences(text: str) -> list[str]:
    """The sentences of a paragraph."""
    found, begun = list[str](), 0
    for end in _ENDS.finditer(text):
        if not _ABBREVIATED.search(text[begun : end.start() + 1]):
            found.append(text[begun : end.end()].strip())
            begun = end.end()
    return [sentence for sentence in (*found, text[begun:].strip()) if sentence]
