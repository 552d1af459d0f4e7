"""The core of a ruleset: of each base the one function that says how its clauses combine, made when it is asked for."""

from __future__ import annotations

from typing import TypeAlias

from ruleslawyer.core.deeds import deed
from ruleslawyer.core.norms import judgement
from ruleslawyer.core.terms import question, term
from ruleslawyer.ir import nodes as n
from ruleslawyer.ir.latest import latest
from ruleslawyer.ir.system import Action, Deed, Part, Question, Term

Base: TypeAlias = Action | Part | Term | Question | Deed
_MADE: dict[tuple[int, bool], tuple[Base, n.Function]] = {}
_MOST = 1 << 14
"""Functions that are kept: of a dozen large rulesets."""


def core_of(base: Base, flags: bool = False) -> n.Function:
    """The function that combines the clauses of a base, with its parameters: it gives the verdict of norms (see
    `norms.ALLOWED`), the value of a term or a question, and of a deed nothing: it does it. flags: its clauses may be
    left out, as the reading says.

    Of an action it is what its own norms say, its parts left out. What is made hangs on nothing but the base: after a
    ruling, which is other bases, it is another.
    """
    return latest(_MADE, (id(base), flags), _MOST, lambda: (base, _make(base, flags)))[1]


def _make(base: Base, flags: bool) -> n.Function:
    match base:
        case Term():
            return term(base, flags)
        case Question():
            return question(base, flags)
        case Deed():
            return deed(base, flags)
    return judgement(base, flags)
