"""Mistakes of a book that its register alone shows: words that nobody defines, pointers into nothing, clauses left to
do."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from ruleslawyer.base.files.content import Json
from ruleslawyer.rulebook.register.clause import Clause, Reference, Register, Term


@dataclass(frozen=True, slots=True)
class Undefined:
    """A term that clauses use and none defines; `findings` are the ids of those that complain about it."""

    term: Term
    findings: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Dangling:
    """A reference to a place that the book does not have."""

    reference: Reference
    findings: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Lint:
    """The mistakes of a book by its register; `todo` are the clauses that have no paraphrase yet.

    nowhere: those of the `doubts` that lead to no question and no finding, and have no reason why they are immaterial.
    They are a warning: whether it is clean does not depend on them.
    """

    terms: int
    references: int
    undefined: tuple[Undefined, ...]
    dangling: tuple[Dangling, ...]
    scattered: tuple[tuple[Term, tuple[str, ...]], ...]
    unused: tuple[Term, ...]
    todo: tuple[str, ...]
    unaccounted: tuple[int, ...]
    doubts: int
    nowhere: tuple[Clause, ...]

    @property
    def clean(self) -> bool:
        """Nothing is left to say: whatever is undefined or dangling has a finding, and every clause a paraphrase."""
        said = all(u.findings for u in self.undefined) and all(d.findings for d in self.dangling)
        return said and not (self.todo or self.unaccounted)

    def json(self, ruleset: str) -> Json:
        """The result for scripts."""
        return {
            "ruleset": ruleset,
            "clean": self.clean,
            "terms": self.terms,
            "references": self.references,
            "undefined": [
                {"term": u.term.name, "used": list(u.term.used), "findings": list(u.findings)} for u in self.undefined
            ],
            "dangling": [
                {"clause": d.reference.clause, "to": d.reference.to, "words": d.reference.words or None,
                 "findings": list(d.findings)}
                for d in self.dangling
            ],
            "scattered": [
                {"term": term.name, "defined": list(term.defined), "sections": list(sections)}
                for term, sections in self.scattered
            ],
            "unused": [term.name for term in self.unused],
            "todo": list(self.todo),
            "unaccounted": list(self.unaccounted),
            "doubts": self.doubts,
            "nowhere": [{"clause": c.id, "line": c.line, "doubt": c.doubt} for c in self.nowhere],
        }  # fmt: skip


def lint(
    register: Register,
    terms: Mapping[str, Collection[str]] | None = None,
    references: Mapping[tuple[str, str], Collection[str]] | None = None,
    told: Collection[str] = (),
) -> Lint:
    """Read a register; `terms` and `references` give the findings that complain about a word, or about a pointer;
    `told` are the clauses that a question of the model or a finding is about."""
    terms, references = terms or {}, references or {}
    clauses = register.clauses
    sections = {t.name: tuple(dict.fromkeys(clauses[c].section for c in t.defined)) for t in register.terms}
    return Lint(
        terms=len(register.terms),
        references=len(register.references),
        undefined=tuple(
            Undefined(t, tuple(sorted(terms.get(t.name, ())))) for t in register.terms if t.used and not t.defined
        ),
        dangling=tuple(
            Dangling(r, tuple(sorted(references.get((r.clause, r.to), ()))))
            for r in register.references
            if not exists(register, r.to)
        ),
        scattered=tuple((t, sections[t.name]) for t in register.terms if len(sections[t.name]) > 1),
        unused=tuple(t for t in register.terms if t.defined and not t.used),
        todo=tuple(c.id for c in clauses.values() if c.todo),
        unaccounted=register.unaccounted_lines,
        doubts=sum(bool(c.doubt) for c in clauses.values()),
        nowhere=tuple(c for c in clauses.values() if c.doubt and not c.immaterial and c.id not in told),
    )


def exists(register: Register, place: str) -> bool:
    """Whether the book has a clause, a line, a section or a chapter of that number."""
    if place in register.clauses or place in register.places:
        return True
    return any(_belongs(id_, place) for id_ in register.clauses)


def _belongs(id_: str, place: str) -> bool:
    """Whether a clause stands in the line of that number: 5.4.2a in 5.4.2."""
    return id_.startswith(place) and id_[len(place) :].isalpha()
