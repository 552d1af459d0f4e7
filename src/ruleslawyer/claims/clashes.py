"""The pairs of clauses of a ruleset that may clash, each under the key by which readings and rulings name it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain, combinations
from typing import Literal

from ruleslawyer.ir.latest import latest
from ruleslawyer.ir.system import Norm, System

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
        return f"{self.subject}:{self.first}/{self.second}"


MOST_KNOWN = 4
_known: dict[int, tuple[System, tuple[Pair, ...]]] = {}
"""The pairs of the rules that were asked about last: every reading, ruling and finding is held against them."""


def pairs(system: System) -> tuple[Pair, ...]:
    """All pairs: of norms, of what terms say, of what is said of deeds, then of answers."""
    return latest(_known, id(system), MOST_KNOWN, lambda: (system, tuple(_every(system))))[1]


def _every(system: System) -> Iterator[Pair]:
    return chain(_of_norms(system), _of_terms(system), _of_deeds(system), _of_questions(system))


def _of_norms(system: System) -> Iterator[Pair]:
    for base, norms in system.judged.items():
        yield from _between("norms", base, norms)


def _between(kind: PairKind, subject: str, norms: Iterable[Norm]) -> Iterator[Pair]:
    norms = tuple(norms)
    over = {norm.name: norm.over for norm in norms}
    for permit in norms:
        for forbid in norms:
            if permit.kind == "permit" and forbid.kind == "forbid":
                cites = permit.origin.cites + forbid.origin.cites
                yield Pair(kind, subject, permit.name, forbid.name, cites, _over(over, permit.name, forbid.name))


def _of_terms(system: System) -> Iterator[Pair]:
    for term in system.terms.values():
        for a, b in combinations(term.exceptions, 2):
            yield Pair("values", term.name, a.name, b.name, a.origin.cites + b.origin.cites)
    for term in system.terms.values():
        cites = {layer.name: layer.origin.cites for layer in term.numeric}
        yield from (Pair("bounds", term.name, a, b, cites[a] + cites[b]) for a, b in term.crossings)


def _of_deeds(system: System) -> Iterator[Pair]:
    for deed in system.deeds.values():
        yield from _between("demand", deed.name, (deed.permit, *deed.norms))
        cites = {clause.name: clause.origin.cites for clause in deed.insteads}
        over = {clause.name: clause.over for clause in deed.insteads}
        for a, b in deed.rivals:
            yield Pair("insteads", deed.name, a, b, cites[a] + cites[b], _over(over, a, b))


def _of_questions(system: System) -> Iterator[Pair]:
    for question in system.questions.values():
        answers = [option for option in question.options if option.kind == "answer"]
        over = {option.name: option.over for option in answers}
        for a, b in combinations(answers, 2):
            cites = a.origin.cites + b.origin.cites
            yield Pair("answers", question.name, a.name, b.name, cites, _over(over, a.name, b.name))


def _over(over: dict[str, tuple[str, ...]], a: str, b: str) -> str:
    return a if b in over[a] else b if a in over[b] else ""
