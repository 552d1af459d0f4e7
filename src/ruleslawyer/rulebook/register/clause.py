"""The register as data: a book, its chapters, their lines, and the clauses that stand in each line."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import field
from functools import cached_property

from ruleslawyer.base.quick_dataclass import dataclass
from ruleslawyer.front.words import KINDS

LINE_KINDS = ("normative", "heading", "example", "flavour", "restatement", "artefact")
CLAUSE_KINDS = tuple(KINDS)
REGISTER_ONLY = "register-only"
"""The kind of a clause that no model can speak of; it has a `reason`."""
TODO = "todo"
"""The kind of a stub that has none yet: a clause that `spec --draft` made, and nobody has paraphrased."""


@dataclass(frozen=True, slots=True)
class Clause:
    """One statement with one verdict, in our own words. `doubt` is what the text leaves open; `immaterial` why
    that makes no difference, where it makes none.

    `todo`: a stub for a line that nobody has paraphrased yet; then `says` may be empty, and `kind` "todo".
    """

    id: str
    kind: str
    says: str
    line: int
    section: str
    doubt: str = ""
    reason: str = ""
    todo: bool = False
    immaterial: str = ""


@dataclass(frozen=True, slots=True)
class Line:
    """One non-blank line of the source, accounted for."""

    number: int
    kind: str
    section: str
    bullet: int | None
    note: str
    clauses: tuple[Clause, ...]


@dataclass(frozen=True, slots=True)
class Chapter:
    """One register file; `file` is its name inside the register's folder."""

    number: str
    title: str
    file: str
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Term:
    """A word of the book: the clauses that define it and those that use it. means: in a few words, for somebody who
    does not know the book."""

    name: str
    defined: tuple[str, ...]
    used: tuple[str, ...]
    means: str = ""


@dataclass(frozen=True, slots=True)
class Reference:
    """A clause that points at another place of the book; `words`: how it names that place, where not by number."""

    clause: str
    to: str
    words: str = ""


@dataclass(frozen=True, slots=True)
class ByPlayers:
    """A setting of a clause for some numbers of players alone; path, line: where the register says so."""

    sets: str
    clause: str
    players: tuple[int, ...]
    path: str
    line: int


@dataclass(frozen=True)
class Register:
    """A whole book. `source` is the name of its text's file, `digest` that of the whole text. Where no text stands
    behind the clauses, as with those of a host, `source` is empty.

    `digests`: of each non-blank line of the text, by its number and in their order; empty where no text is known.
    `players`: the fewest and the most who may play; None where that is not said. `by_players`: what differs by how many
    they are.
    `assumed`: of a guest, the clauses of its host by the ids that they have here (`ccg:2.1`). They are no part of the
    book: nothing counts them.
    """

    title: str
    source: str
    digest: str
    digests: Mapping[int, str]
    chapters: tuple[Chapter, ...]
    terms: tuple[Term, ...]
    references: tuple[Reference, ...]
    assumed: Mapping[str, Clause] = field(default_factory=dict)
    players: tuple[int, int] | None = None
    by_players: tuple[ByPlayers, ...] = ()

    @cached_property
    def citable_clauses(self) -> Mapping[str, Clause]:
        """The clauses of the book, and those that are assumed: all that a citation may name."""
        return {**self.clauses, **self.assumed}

    @cached_property
    def clauses(self) -> Mapping[str, Clause]:
        return {c.id: c for line in self.lines for c in line.clauses}

    @cached_property
    def titles(self) -> Mapping[str, str]:
        """The title of each clause's chapter."""
        return {c.id: chapter.title for chapter in self.chapters for line in chapter.lines for c in line.clauses}

    @cached_property
    def version(self) -> str:
        """A digest of all that the register says: another one where a paraphrase, a kind or a line is another."""
        said = repr((self.title, self.digest, self.chapters, self.terms, self.references))
        return hashlib.sha256(said.encode()).hexdigest()[:12]

    def digest_of(self, clause: str) -> str:
        """The digest of what a clause says, here and in its line: another one where either has changed."""
        found = self.citable_clauses[clause]
        text = self.digests.get(found.line, "") if clause in self.clauses else ""
        return line_digest(repr((found.kind, found.says, text)))

    @property
    def ids(self) -> frozenset[str]:
        """All clause ids: what a model may cite."""
        return frozenset(self.clauses)

    @property
    def lines(self) -> tuple[Line, ...]:
        return tuple(line for chapter in self.chapters for line in chapter.lines)

    @property
    def sections(self) -> tuple[str, ...]:
        """The sections that have lines, in the order of the book."""
        return tuple(dict.fromkeys(line.section for line in self.lines if line.section))

    @cached_property
    def places(self) -> frozenset[str]:
        """The numbers of all sections that have lines, and of the chapters and sections that they are parts of."""
        found = {chapter.number for chapter in self.chapters}
        for section in self.sections:
            parts = section.split(".")
            found.update(".".join(parts[:end]) for end in range(1, len(parts) + 1))
        return frozenset(found)

    @property
    def unaccounted_lines(self) -> tuple[int, ...]:
        """Non-blank lines of the text that no entry speaks of."""
        known = {line.number for line in self.lines}
        return tuple(n for n in self.digests if n not in known)


def line_digest(text: str) -> str:
    """The digest of one source line, without the white space around it."""
    return hashlib.sha256(text.strip().encode()).hexdigest()[:12]
