"""The aim of players: by how much a player is ahead in what `winners` compares, as a function of state and player.

It is the condition of `winners` with numbers for its answers, as a robust semantics of a logic has them (Fainekos and
Pappas 2009): a comparison gives the difference of its sides, `and` and `all` the least of their parts, `or` and `any`
the greatest. Whoever has the most of all is compared with the best of the others. What is no comparison of numbers
rules a part out, or says nothing of it. Where no numbers are compared at all, it counts once the game has ended.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import count

from ruleslawyer.ir import nodes as n
from ruleslawyer.ir import types as t
from ruleslawyer.ir.distance import NUMBER, _minus, _number, _numbers
from ruleslawyer.ir.inline import put
from ruleslawyer.ir.latest import latest
from ruleslawyer.ir.system import System
from ruleslawyer.ir.walk import walk

LEAD = "lead"
SURE = 1 << 20
"""The lead that no number outweighs."""
TRUTH = t.Bool()
_DEEP = 8
"""Helpers that are written out in one another."""
_AIMS: dict[int, tuple[System, n.Function | None]] = {}
_MOST_AIMS = 1 << 6


def aim(system: System) -> n.Function | None:
    """The lead of a player, `(s, player)`; None where it is not said who wins, or not by an expression. It is made once
    for each ruleset, as engines know a function by its identity."""
    return latest(_AIMS, id(system), _MOST_AIMS, lambda: (system, _make_aim(system)))[1]


def compared_names(system: System) -> tuple[str, ...]:
    """The names of the fields, terms and helpers whose numbers say who wins; none where no numbers are compared."""
    if system.payoff is not None:
        return (system.payoff.name,)
    lead = aim(system)
    nodes = () if lead is None or lead.name != LEAD else walk(lead.body)
    some = [x for x in nodes if isinstance(x, n.Read | n.Call) and isinstance(x.type, t.Int | t.Pile)]
    return tuple(dict.fromkeys(x.field if isinstance(x, n.Read) else x.name for x in some))


def _make_aim(system: System) -> n.Function | None:
    if system.payoff is not None:
        return system.payoff
    if "winners" in system.unsaid:
        return None
    lead = _Lead(system)
    origin, players = system.winners.origin, t.Sort(system.players)
    store, who = n.Var(origin, t.State(), 0, "s"), n.Var(origin, players, 1, "who")
    winners = lead.result_of(system.winners.body, {0: store})
    if winners is None:
        return None
    value = lead.of(lead.holds(winners, who))
    given = n.Parameter("s", t.State()), n.Parameter("who", players)
    if not lead.compares:
        over = lead.result_of(system.ended.body, {0: store})
        if over is None:
            return None
        value = n.IfExpr(origin, NUMBER, over, value, _number(origin, 0))
    slots = next(lead.slots)
    body: tuple[n.Stmt, ...] = (*lead.bound, n.Return(origin, value))
    name = LEAD if lead.compares else "won"
    return n.Function(origin, system.winners.module, name, "", given, NUMBER, slots, body)


class _Lead:
    """Builds the lead of one ruleset. compares: whether it has met a comparison of numbers; slots: of new locals."""

    def __init__(self, system: System) -> None:
        self.system, self.compares, self.slots, self.deep = system, False, count(2), 0
        self.bound: list[n.Let] = []
        """Locals that stand for the player."""

    def result_of(self, body: tuple[n.Stmt, ...], given: Mapping[int, n.Expr]) -> n.Expr | None:
        """The expression that a body returns, its locals written out; None where it is more than that."""
        known = dict(given)
        for number, statement in enumerate(body):
            match statement:
                case n.Let(slot=slot, value=value):
                    known[slot] = put(value, known, self._fresh)
                case n.If(condition=condition, then=then, otherwise=otherwise):
                    rest = body[number + 1 :]
                    one, other = (self.result_of((*block, *rest), known) for block in (then, otherwise))
                    if one is None or other is None:
                        return None
                    asked = put(condition, known, self._fresh)
                    return n.IfExpr(statement.origin, one.type, asked, one, other)
                case n.Return(value=value) if value is not None:
                    found: n.Expr = put(value, known, self._fresh)
                    return found
                case _:
                    return None
        return None

    def _fresh(self) -> int:
        return next(self.slots)

    def holds(self, players: n.Expr, who: n.Var) -> n.Expr:
        """Whether a player is in a set."""
        origin = players.origin
        match players:
            case n.Fold(
                kind="set", slot=slot, name=name, domain=n.Domain(), condition=condition, body=n.Var(slot=body)
            ) if body == slot:
                self.bound.append(n.Let(origin, slot, name, who))
                return condition
            case n.SetOf(items=items):
                same = tuple(n.Compare(origin, TRUTH, "==", item, who) for item in items)
                return n.Logic(origin, TRUTH, "or", same) if same else n.Const(origin, TRUTH, False)
            case n.IfExpr(condition=condition, then=then, otherwise=otherwise):
                return n.IfExpr(origin, TRUTH, condition, self.holds(then, who), self.holds(otherwise, who))
        return n.Member(origin, TRUTH, who, players)

    def of(self, e: n.Expr, wanted: bool = True) -> n.Expr:
        """By how much an expression has the wanted value: less than nothing where it has not."""
        origin = e.origin
        match e:
            case n.Not(value=value):
                return self.of(value, not wanted)
            case n.Logic(op=op, items=items):
                some = tuple(self.of(item, wanted) for item in items)
                return n.Least(origin, NUMBER, "min" if (op == "and") is wanted else "max", some)
            case n.IfExpr(then=then, otherwise=otherwise):
                return replace(e, type=NUMBER, then=self.of(then, wanted), otherwise=self.of(otherwise, wanted))
            case n.Fold(kind="any" | "all" as kind, body=body):
                least = (kind == "all") is wanted
                default = n.Const(origin, NUMBER, SURE if least else -SURE)
                return replace(
                    e, type=NUMBER, kind="min" if least else "max", body=self.of(body, wanted), default=default
                )
            case n.Compare(op="==", left=left, right=right) if _numbers(left, right):
                return self._equal(left, right, wanted)
            case n.Compare(left=left, right=right) if _numbers(left, right):
                self.compares = True
                return _minus(right, left) if wanted else _minus(left, right)
            case n.Call(kind="helper", name=name, args=args) if self.deep < _DEEP:
                helper = self.system.helpers[name]
                if all(isinstance(a, n.Var | n.Const) for a in args):
                    written = self.result_of(helper.body, dict(enumerate(args)))
                    if written is not None:
                        self.deep += 1
                        found = self.of(written, wanted)
                        self.deep -= 1
                        return found
        sure, never = (n.Const(origin, NUMBER, sign * SURE) for sign in (1, -1))
        return n.IfExpr(origin, NUMBER, e, sure, never) if wanted else n.IfExpr(origin, NUMBER, e, never, sure)

    def _equal(self, left: n.Expr, right: n.Expr, wanted: bool) -> n.Expr:
        """How near two numbers are; a player who has the most of all is compared with the best of the others."""
        self.compares = True
        for one, other in ((left, right), (right, left)):
            match one:
                case n.IfExpr(condition=condition, then=then, otherwise=otherwise):
                    some = self._equal(then, other, wanted), self._equal(otherwise, other, wanted)
                    return n.IfExpr(one.origin, NUMBER, condition, *some)
                case n.Fold(kind="min" | "max" as kind, domain=n.Domain(type=t.Set(item=t.Sort(name=name)))) if (
                    name == self.system.players
                ):
                    best = self._among_others(one, other)
                    lead = _minus(other, best) if kind == "max" else _minus(best, other)
                    return lead if wanted else _minus(_number(one.origin, 0), lead)
        apart = n.Least(left.origin, NUMBER, "max", (_minus(left, right), _minus(right, left)))
        return apart if not wanted else _minus(_number(left.origin, 0), apart)

    def _among_others(self, fold: n.Fold, own: n.Expr) -> n.Fold:
        """The same of the other players; one's own number where there are none."""
        origin, players = fold.origin, t.Sort(self.system.players)
        one, who = n.Var(origin, players, fold.slot, fold.name), n.Var(origin, players, 1, "who")
        other = n.Not(origin, TRUTH, n.Compare(origin, TRUTH, "==", one, who))
        return replace(fold, condition=n.Logic(origin, TRUTH, "and", (other, fold.condition)), default=own)
