"""The core of a ruleset: of each base the one function that says how its clauses combine, made when it is asked for."""

from __future__ import annotations

from typing import TypeAlias

from ruleslawyer.core.deeds import deed
from ruleslawyer.core.norms import belongs, judged, with_parts
from ruleslawyer.core.questions import question
from ruleslawyer.core.terms import term
from ruleslawyer.ir import nodes as n
from ruleslawyer.ir.latest import latest
from ruleslawyer.ir.system import Action, Deed, Part, Question, Term

Base: TypeAlias = Action | Part | Term | Question | Deed
_MADE: dict[tuple[int, str, bool], tuple[Base, n.Function]] = {}
_MOST = 1 << 14
"""Functions that are kept: of a dozen large rulesets."""


def core_of(base: Base, flags: bool = False) -> n.Function:
    """With the parameters of the base: gives the verdict of norms (see `norms.ALLOWED`), the value of a term or a
    question, and of a deed nothing: it does it. flags: its clauses may be left out, as the reading says.

    Of an action it is the verdict of its own norms and of all its parts. What is made hangs on nothing but the base:
    after a ruling, which is other bases, it is another.
    """
    return latest(_MADE, (id(base), "core", flags), _MOST, lambda: (base, _made(base, flags)))[1]


def norms_of(base: Action | Part, flags: bool = False) -> n.Function:
    """The verdict of the norms of a base alone, its parts left out."""
    return latest(_MADE, (id(base), "norms", flags), _MOST, lambda: (base, judged(base, flags)))[1]


def domain_of(action: Action) -> n.Function:
    """Whether an instance is a candidate, as far as its domain and those of its parts say."""
    return latest(_MADE, (id(action), "domain", False), _MOST, lambda: (action, belongs(action)))[1]


def _made(base: Base, flags: bool) -> n.Function:
    match base:
        case Term():
            return term(base, flags)
        case Question():
            return question(base, flags)
        case Deed():
            return deed(base, flags)
        case Action(parts=(_, *_)):
            own, parts = norms_of(base, flags), [norms_of(part, flags) for part in base.parts]
            return with_parts(base, own, parts, flags)
    return norms_of(base, flags)
