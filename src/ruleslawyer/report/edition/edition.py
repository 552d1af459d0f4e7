"""The next edition: the answers of a book's findings as changes of its sentences, in the order of the book."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.base.files.content import Json
from ruleslawyer.check.evidence.decided import Decision
from ruleslawyer.check.evidence.finding import UNANSWERED, Finding, findings_of
from ruleslawyer.check.evidence.story import PLACE, same_sentence
from ruleslawyer.report.edition.places import Change, Places
from ruleslawyer.report.edition.sentences import Sentence, Text
from ruleslawyer.rulebook.register.clause import Register
from ruleslawyer.rulebook.register.verify import line_digests, source_text, verify
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset

TOGETHER = "answered together: read the new sentences as one"
STAYS, GOES, COMES = "stays", "goes", "comes"
_BULLET = re.compile(r"[-*+·•–]")
_PLAIN = str.maketrans("’‘“”", "''\"\"")


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a line that stays, goes or comes; why: the findings that are answered by that."""

    kind: str
    text: str
    why: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Line:
    """A line of both editions."""

    pieces: tuple[Piece, ...]

    @property
    def comes(self) -> bool:
        """The line is a new one."""
        return all(one.kind == COMES for one in self.pieces)

    @property
    def goes(self) -> bool:
        """Whether nothing of it is left: at most the sign of a list, or a number."""
        gone = any(one.kind == GOES for one in self.pieces)
        return gone and not any(sign.isalpha() for sign in self.new)

    @property
    def differs(self) -> bool:
        return any(one.kind != STAYS for one in self.pieces)

    @property
    def new(self) -> str:
        return "".join(one.text for one in self.pieces if one.kind != GOES).rstrip()

    @property
    def old(self) -> str:
        return "".join(one.text for one in self.pieces if one.kind != COMES)


@dataclass(slots=True)
class Row:
    """One place of the book: the sentence there, whether it goes, and the new sentences that stand there, each with the
    findings that it answers. doubts: what an editor is asked."""

    at: Sentence
    goes: bool = False
    added: list[tuple[str, list[Finding]]] = field(default_factory=list)
    struck_by: list[Finding] = field(default_factory=list)
    doubts: list[str] = field(default_factory=list)

    @property
    def findings(self) -> list[Finding]:
        """The findings whose answers touch the sentence, each once."""
        found = [*self.struck_by, *(f for _, some in self.added for f in some)]
        return list({f.id: f for f in found}.values())

    @property
    def new(self) -> str:
        """All that stands there in the next edition; empty where the sentence goes and nothing comes."""
        return " ".join([*([] if self.goes else [self.at.text]), *(text for text, _ in self.added)])


@dataclass(frozen=True, slots=True)
class Edition:
    """A next edition. nowhere: sentences that have no place in the book yet. silent: findings that are answered, and
    print nothing. lines: of both editions, in pieces."""

    ruleset: str
    title: str
    source: str
    old: Text
    rows: tuple[Row, ...]
    nowhere: tuple[Change, ...]
    silent: tuple[Finding, ...]
    lines: tuple[Line, ...]

    @property
    def text(self) -> list[str]:
        """The lines of the new edition."""
        return [line.new if line.differs else line.old for line in self.lines if not line.goes]

    def json(self) -> Json:
        """The edition as JSON, for scripts; it has sentences of the reader's own copy."""
        return {
            "ruleset": self.ruleset, "source": self.source, "answered": self.answers, "asks": self.asks,
            "rows": [
                {
                    "line": row.at.line, "sentence": row.at.number, "heading": self.old.heading_over(row.at.line),
                    "old": row.at.text, "goes": row.goes, "findings": [f.id for f in row.findings],
                    "added": [{"text": text, "findings": [f.id for f in some]} for text, some in row.added],
                    "doubts": row.doubts,
                }
                for row in self.rows
            ],
            "nowhere": [{"finding": one.finding.id, "text": one.prints} for one in self.nowhere],
            "silent": [f.id for f in self.silent],
        }  # fmt: skip

    @property
    def asks(self) -> int:
        """How many questions an editor is asked."""
        return sum(len(row.doubts) for row in self.rows) + len(self.nowhere)

    @property
    def answers(self) -> int:
        """How many findings it answers."""
        return len({f.id for row in self.rows for f in row.findings} | {one.finding.id for one in self.nowhere})


def next_edition(ruleset: LoadedRuleset, source: Path) -> Edition:
    """The next edition of a rulebook by the answers to its findings. source: the folder with its text, of which nothing
    is kept. A `UsageError` where there is no text, where it is not that of the register, or nothing is answered."""
    register = ruleset.register
    if register is None or not register.source:
        raise UsageError(f"no text is behind the register of {ruleset.name}", None, "a host's clauses are assumed")
    text = text_of(register, source)
    answered = [f for f in findings_of(ruleset) if not f.withdrawn and f.state not in UNANSWERED]
    if not answered:
        mend = "answer some on the pages of a report, and let `findings --settle --from FILE` write them down"
        raise UsageError(f"no finding of {ruleset.name} is answered", None, mend)
    places = Places(text, register, ruleset.by_the_book.system if ruleset.config.modules else None)
    book = same_sentence(" ".join(one.text for one in text.sentences))
    made = (_drop_what_is_there(book, places.change(finding)) for finding in answered)
    changes = [replace(one, prints=in_signs_of(text, one.prints)) for one in made if one is not None]
    rows = join_rows(text, changes)
    return Edition(
        ruleset.name, register.title, register.source, text, tuple(rows),
        tuple(one for one in changes if one.prints and one.stands is None),
        tuple(one.finding for one in changes if not one.prints and not one.strikes),
        tuple(revise(text, rows)),
    )  # fmt: skip


def _drop_what_is_there(book: str, change: Change) -> Change | None:
    """The change but for what the book says already, of which nothing comes and goes; None where that is all. book: the
    words of all its sentences."""
    prints = same_sentence(change.prints)
    if not prints or f" {prints} " not in f" {book} ":
        return change
    strikes = tuple(one for one in change.strikes if same_sentence(one.text) not in prints)
    return replace(change, prints="", strikes=strikes) if strikes else None


def text_of(register: Register, source: Path) -> Text:
    """The text of a register. A `UsageError` where it is another edition's, with the first line that differs."""
    lines = source_text(source / register.source)
    now = line_digests(lines)
    wrong = next((n for n, digest in register.digests.items() if now.get(n) != digest), None)
    if wrong is None and len(now) != len(register.digests):
        wrong = next(n for n in now if n not in register.digests)
    if wrong is not None:
        verify(register, source)
        mend = "`ruleslawyer spec RULESET --verify --source DIR` says which clauses have changed"
        raise UsageError("this text is another edition than the register's", f"{register.source}, line {wrong}", mend)
    return Text(lines, [line.number for line in register.lines if line.kind == "heading"])


def join_rows(text: Text, changes: Iterable[Change]) -> list[Row]:
    """The changes by the sentence that they touch, in the order of the book; those of one sentence are one row. What
    two answers print alike stands once."""
    found: dict[tuple[int, int], Row] = {}

    def row(at: Sentence) -> Row:
        return found.setdefault((at.line, at.number), Row(at))

    for change in changes:
        for one in change.strikes:
            row(one).goes = True
            row(one).struck_by.append(change.finding)
        if change.stands is None:
            continue
        here = row(change.stands if change.stands in change.strikes else text.behind(change.stands))
        here.doubts += [one for one in change.doubts if one not in here.doubts]
        if not change.prints:
            continue
        same = next((some for text, some in here.added if same_sentence(text) == same_sentence(change.prints)), None)
        if same is not None:
            same.append(change.finding)
        else:
            here.added.append((change.prints, [change.finding]))
    for here in found.values():
        if len(here.struck_by) > 1 or (here.struck_by and len(here.findings) > 1):
            here.doubts.append(f"{', '.join(f.id for f in here.findings)} are {TOGETHER}")
    return [found[key] for key in sorted(found)]


def revise(text: Text, rows: Sequence[Row]) -> list[Line]:
    """The lines of both editions in pieces: what stays, what goes, what comes. A new sentence stands in place of the
    one that it is printed for, or behind it; before one that leads in a list; and below a heading."""
    edits: dict[int, list[tuple[int, int, Piece]]] = {}
    below: dict[int, list[Line]] = {}
    for row in rows:
        why = tuple(f.id for f in row.findings)
        new = " ".join(one for one, _ in row.added)
        if row.at.heading and not row.goes:
            below.setdefault(row.at.line, []).extend([Line((Piece(COMES, one, why),)) for one, _ in row.added])
            continue
        first, last = row.at.parts[0], row.at.parts[-1]
        if row.goes:
            for number, begin, end in row.at.parts:
                end = end if new and number == first[0] else _with_space(text.lines[number - 1], begin, end)
                edits.setdefault(number, []).append((begin, end, Piece(GOES, text.lines[number - 1][begin:end], why)))
            if new:
                edits[first[0]].append((first[1], first[1], Piece(COMES, new, why)))
        elif row.at.leads_in:
            edits.setdefault(first[0], []).append((first[1], first[1], Piece(COMES, f"{new} ", why)))
        elif row.at.ends:
            number, _, end = last
            edits.setdefault(number, []).append((end, end, Piece(COMES, f" {new}", why)))
        elif _BULLET.search(text.sign(last[0])):
            below.setdefault(last[0], []).append(Line((Piece(COMES, f"{text.sign(last[0])}{new}", why),)))
        else:  # a label, which gets its full stop
            edits.setdefault(last[0], []).append((last[2], last[2], Piece(COMES, f". {new}", why)))
    found = list[Line]()
    for number, line in enumerate(text.lines, 1):
        found.append(_line(line, edits.get(number, [])))
        for one in below.get(number, ()):
            apart = [] if _BULLET.search(text.sign(number)) else [Line((Piece(COMES, "", one.pieces[0].why),))]
            found += [*apart, one]
    return found


def _line(line: str, edits: list[tuple[int, int, Piece]]) -> Line:
    """A line with its edits."""
    pieces, at = list[Piece](), 0
    for begin, end, piece in sorted(edits, key=lambda one: one[:2]):
        pieces += [Piece(STAYS, line[at:begin])] if begin > at else []
        pieces.append(piece)
        at = max(at, end)
    made = Line((*pieces, *([Piece(STAYS, line[at:])] if at < len(line) or not pieces else [])))
    if not made.goes:
        return made
    why = next(one.why for one in made.pieces if one.kind == GOES)
    return Line(tuple(replace(one, kind=GOES, why=one.why or why) for one in made.pieces))  # its sign goes with it


def _with_space(line: str, begin: int, end: int) -> int:
    """The end of what goes with a sentence: the spaces behind it too, if more stands there."""
    after = len(line[end:]) - len(line[end:].lstrip())
    return end + after if line[end:].strip() else len(line)


def in_signs_of(text: Text, sentence: str) -> str:
    """A sentence with the quotation marks and apostrophes that a book has: plain ones, where most of its own are."""
    whole = "\n".join(text.lines)
    plain, printed = (sum(map(whole.count, signs)) for signs in ("'\"", "’‘“”"))
    return sentence.translate(_PLAIN) if plain > printed else sentence


# --- sentences that decisions name ------------------------------------------------------------------------------------


def with_places(
    ruleset: LoadedRuleset, decisions: Sequence[Decision], source: Path | None, file: str
) -> list[Decision]:
    """The decisions with places where they name sentences. source: the folder with the text. A `UsageError` for what is
    no whole sentence of it, and where there is no text to look in."""
    register, text = ruleset.register, list[Text]()
    known = register.clauses if register else {}

    def place(named: str, where: str) -> str:
        if not named or named in known:
            return named
        if source is None and PLACE.fullmatch(named):
            return named
        if source is None or register is None or not register.source:
            raise UsageError(
                f"a sentence of the book is named: {named[:60]}", where, "name the text's folder: --source DIR"
            )
        if not text:
            text.append(text_of(register, source))
        return text[0].find(named, where).place

    found = []
    for number, one in enumerate(decisions, 1):
        where = f"{file}: answer {number}"
        instead = tuple(place(named, where) for named in one.instead)
        found.append(replace(one, instead=instead, behind=place(one.behind, where)))
    return found
