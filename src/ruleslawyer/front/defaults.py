"""Defaults for rules that a ruleset has once and need not write: everybody may act, the game never ends, and nobody
wins."""

from __future__ import annotations

from typing import Literal, TypeAlias

from ruleslawyer.base.origin import Origin
from ruleslawyer.front.analysis import Analysis
from ruleslawyer.front.declarations import RulesetDecl, SortDecl
from ruleslawyer.ir.nodes import Const, Domain, Expr, Function, Parameter, Return
from ruleslawyer.ir.types import Bool, Set, Sort, State

Unsaid: TypeAlias = Literal["awaits", "ended", "winners"]
PLAYERS = "Player"
"""What the sort of players is called where no `awaits` names it."""


def players_by_name(analysis: Analysis) -> Sort | None:
    found = analysis.names.get(PLAYERS)
    return Sort(found.sort) if isinstance(found, SortDecl) and not found.broken else None


def by_default(kind: Unsaid, ruleset: RulesetDecl, players: Sort) -> Function:
    """The function that nobody wrote; its name is none that a module can have."""
    origin, everybody = Origin(ruleset.span, ()), Set(players)
    values: dict[Unsaid, Expr] = {
        "awaits": Domain(origin, everybody),
        "ended": Const(origin, Bool(), False),
        "winners": Const(origin, everybody, frozenset()),
    }
    value, given = values[kind], (Parameter("s", State()),)
    body = (Return(origin, value),)
    return Function(origin, ruleset.module.name, f"{kind} by default", "", given, value.type, len(given), body)
