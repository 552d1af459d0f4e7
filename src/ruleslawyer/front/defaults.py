"""Defaults for rules that a ruleset has once and need not write: everybody may act, the game never ends, and nobody
wins, but by payoffs. Where nobody plays, all that happens is by chance."""

from __future__ import annotations

import ast
from typing import Literal, TypeAlias

from ruleslawyer.base.origin import Origin
from ruleslawyer.front.analysis import Analysis
from ruleslawyer.front.declarations import RuleDecl, RulesetDecl, SortDecl
from ruleslawyer.ir.nodes import Call, Compare, Const, Domain, Expr, Fold, Function, Logic, Parameter, Return, Var
from ruleslawyer.ir.types import CHANCE, Awaits, Bool, Int, Set, Sort, State

Unsaid: TypeAlias = Literal["awaits", "ended", "winners"]
PLAYERS = "Player"
"""What the sort of players is called where no `awaits` names it."""


def players_by_name(analysis: Analysis) -> Sort | None:
    found = analysis.names.get(PLAYERS)
    return Sort(found.sort) if isinstance(found, SortDecl) and not found.broken else None


def let_nobody_play(analysis: Analysis) -> None:
    """A sort of players without members, in a ruleset that names none and of which all actions are by chance."""
    ruleset = analysis.ruleset
    kinds = {d.kind for d in analysis.names.values() if isinstance(d, RuleDecl)}
    if ruleset is None or PLAYERS in analysis.names or "chance" not in kinds or kinds & {"action", "joint", "trigger"}:
        return
    at = {"lineno": ruleset.span.line, "col_offset": 0, "end_lineno": ruleset.span.line, "end_col_offset": 0}
    written = ast.ClassDef(PLAYERS, [], [], [ast.Pass()], [], **at)
    sort = SortDecl(PLAYERS, ruleset.module, ruleset.span, node=written, doc="Nobody: all that happens is by chance.")
    analysis.names[PLAYERS], analysis.players = sort, Sort(PLAYERS)


def by_default(kind: Unsaid, ruleset: RulesetDecl, players: Sort, *, nobody: bool) -> Function:
    """The function that nobody wrote; its name is none that a module can have. `nobody`: there are no players."""
    origin, everybody = Origin(ruleset.span, ()), Set(players)
    values: dict[Unsaid, Expr] = {
        "awaits": Const(origin, Awaits(players), CHANCE) if nobody else Domain(origin, everybody),
        "ended": Const(origin, Bool(), False),
        "winners": Const(origin, everybody, frozenset()),
    }
    value, given = values[kind], (Parameter("s", State()),)
    body = (Return(origin, value),)
    return Function(origin, ruleset.module.name, f"{kind} by default", "", given, value.type, len(given), body)


def by_payoffs(payoff: Function, players: Sort) -> Function:
    """The winners where only payoffs are written: whoever gets the most, and nobody where all get the same."""
    origin, every = payoff.origin, Domain(payoff.origin, Set(players))
    state = Var(origin, State(), 0, "s")
    who, other = Var(origin, players, 1, "who"), Var(origin, players, 2, "other")

    def gets(player: Var) -> Expr:
        return Call(origin, Int(), "helper", payoff.name, (state, player))

    true = Const(origin, Bool(), True)
    no_less = Compare(origin, Bool(), "<=", gets(other), gets(who))
    more = Compare(origin, Bool(), "<", gets(other), gets(who))
    most = Logic(
        origin, Bool(), "and",
        (
            Fold(origin, Bool(), "all", 2, "other", every, true, no_less, None),
            Fold(origin, Bool(), "any", 2, "other", every, true, more, None),
        ),
    )  # fmt: skip
    body = (Return(origin, Fold(origin, Set(players), "set", 1, "who", every, most, who, None)),)
    given = (Parameter("s", State()),)
    return Function(origin, payoff.module, "winners by payoffs", "Whoever gets the most.", given, Set(players), 3, body)
