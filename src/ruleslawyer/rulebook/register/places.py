"""The places of clauses in the book, as its author finds them: by section and line, for it numbers no clauses."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from ruleslawyer.base.files.content import Json
from ruleslawyer.rulebook.register.clause import Clause, Register, line_digest

_NUMBER = re.compile(r"(?<![\w.:])(?:[A-Z]|\d+)(?:\.\d+)+[a-z]*(?![\w]|\.\d)")
"""What may be the number of a clause, or of a line of clauses."""


@dataclass(frozen=True, slots=True)
class Place:
    """The place of a clause. sentence: of the reader's own copy, where one is at hand; differs: whether that line is
    another one than when the register was made."""

    clause: str
    section: str
    chapter: str
    line: int
    says: str
    sentence: str = ""
    differs: bool = False

    def __str__(self) -> str:
        section = f"section {self.section}" if self.section else "no section"
        return f"{section} ({self.chapter}), line {self.line}"

    def json(self) -> Json:
        """The place for scripts; the sentence is null where no copy is at hand."""
        return {
            "clause": self.clause, "section": self.section, "chapter": self.chapter, "line": self.line,
            "says": self.says, "sentence": self.sentence or None, "differs": self.differs,
        }  # fmt: skip


def places(register: Register, ids: Iterable[str], copy: Sequence[str] = ()) -> tuple[Place, ...]:
    """The places of these clauses in the book, each once; a clause of a host stands nowhere in it. `copy`: the lines of
    the reader's own copy of the text."""
    return tuple(_place(register, register.clauses[id_], copy) for id_ in dict.fromkeys(ids) if id_ in register.clauses)


def _place(register: Register, clause: Clause, copy: Sequence[str]) -> Place:
    sentence = copy[clause.line - 1].strip() if clause.line <= len(copy) else ""
    known = register.digests.get(clause.line)
    differs = bool(copy) and known is not None and line_digest(sentence) != known
    return Place(clause.id, clause.section, register.titles[clause.id], clause.line, clause.says, sentence, differs)


def with_spoken_of(register: Register, ids: Iterable[str], text: str) -> tuple[str, ...]:
    """The clauses, and one of each further line that a text speaks of by number."""
    ids = tuple(dict.fromkeys(ids))
    lines = {register.clauses[id_].line for id_ in ids if id_ in register.clauses}
    more: dict[int, str] = {}
    for number in _NUMBER.findall(text):
        for clause in _clauses_of_number(register, number):
            if clause.line not in lines:
                more.setdefault(clause.line, clause.id)
    return (*ids, *more.values())


def in_the_book(register: Register, text: str) -> str:
    """A text in which the numbers of clauses are lines of the book."""
    return "".join(piece if line is None else f"line {line}" for piece, line in pieces(register, text))


def pieces(register: Register, text: str) -> Iterator[tuple[str, int | None]]:
    """The pieces of a text; with each that is the number of a clause, the line where that stands."""
    at = 0
    for found in _NUMBER.finditer(text):
        lines = {clause.line for clause in _clauses_of_number(register, found[0])}
        if len(lines) == 1:
            if found.start() > at:
                yield text[at : found.start()], None
            yield found[0], lines.pop()
            at = found.end()
    if at < len(text):
        yield text[at:], None


def _clauses_of_number(register: Register, number: str) -> list[Clause]:
    """The clause of a number, or those of the line that has it: 5.4.2a and 5.4.2b of 5.4.2."""
    clauses = register.clauses
    if number in clauses:
        return [clauses[number]]
    letters = (f"{number}{chr(ord('a') + i)}" for i in range(26))
    return [clauses[id_] for id_ in letters if id_ in clauses]
