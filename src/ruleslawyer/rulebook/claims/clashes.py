"""The pairs of clauses of a ruleset that may clash, each under the key by which readings and rulings name it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Literal

from ruleslawyer.ir.clauses import against, clash_key
from ruleslawyer.ir.latest import latest
from ruleslawyer.ir.system import Clause, System

PairKind = Literal["norms", "values", "bounds", "demand", "insteads", "answers"]
"""A permit and a forbid; two exceptions of a term; a lower and an upper bound of it; the demand of a deed and a forbid
of it; two replacements of a deed; two answers to a question."""


@dataclass(frozen=True, slots=True)
class Pair:
    """Two clauses of one subject (an action, seat or member; a term; a deed; a question): the permit first, or else in
    declaration order. over: which of the two the text itself lets prevail; empty where it says nothing."""

    kind: PairKind
    subject: str
    first: str
    second: str
    cites: tuple[str, ...]
    over: str = ""

    @property
    def key(self) -> str:
        return clash_key(self.subject, self.first, self.second)


MOST_KNOWN = 4
_known: dict[int, tuple[System, tuple[Pair, ...]]] = {}
"""The pairs of the rules that were asked about last: every reading, ruling and finding is held against them."""


def pairs(system: System) -> tuple[Pair, ...]:
    """All pairs: of norms, of what terms say, of what is said of deeds, then of answers."""
    return latest(_known, id(system), MOST_KNOWN, lambda: (system, tuple(_every(system))))[1]


def _every(system: System) -> Iterator[Pair]:
    for base, norms in system.norms.items():
        yield from (_pair("norms", base, *two) for two in against(norms))
    for term in system.terms.values():
        yield from (_pair("values", term.name, *two) for two in combinations(term.exceptions, 2))
    for term in system.terms.values():
        named = {layer.name: layer for layer in term.numeric}
        yield from (_pair("bounds", term.name, named[a], named[b]) for a, b in term.crossings)
    for deed in system.deeds.values():
        yield from (_pair("demand", deed.name, *two) for two in against((deed.permit, *deed.norms)))
        insteads = {clause.name: clause for clause in deed.insteads}
        yield from (_pair("insteads", deed.name, insteads[a], insteads[b]) for a, b in deed.rivals)
    for question in system.questions.values():
        answers = [option for option in question.options if option.kind == "answer"]
        yield from (_pair("answers", question.name, *two) for two in combinations(answers, 2))


def _pair(kind: PairKind, subject: str, one: Clause, other: Clause) -> Pair:
    over = one.name if other.name in one.over else other.name if one.name in other.over else ""
    return Pair(kind, subject, one.name, other.name, one.origin.cites + other.origin.cites, over)
