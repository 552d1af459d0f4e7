"""Conditions as numbers: how far a state is from breaking a property, and by how much a player is ahead in what
`winners` compares.

The distance goes by the property's parts, as in search-based testing (McMinn 2004). What holds because of both of two
things fails when the nearer one does; what holds because of either fails when both do. A comparison of numbers is as
far as they are apart. A call, or anything else that has no parts here, is one step away. What is printed on a card
stays so, and what holds because of it cannot fail.

It is the condition of `winners` with numbers for its answers, as a robust semantics of a logic has them (Fainekos and
Pappas 2009): a comparison gives the difference of its sides, `and` and `all` the least of their parts, `or` and `any`
the greatest. Whoever has the most of all is compared with the best of the others. What is no comparison of numbers
rules a part out, or says nothing of it. Where no numbers are compared at all, it counts once the game has ended.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import count

from ruleslawyer.base.origin import Origin
from ruleslawyer.ir import nodes as n
from ruleslawyer.ir import types as t
from ruleslawyer.ir.latest import latest
from ruleslawyer.ir.making import put
from ruleslawyer.ir.system import System
from ruleslawyer.ir.walk import walk

NEVER = 1 << 20
"""The distance of what cannot fail, or cannot hold."""
NUMBER = t.Int()
_RIGID = n.Const, n.Number, n.Var, n.Attr, n.Not, n.Logic, n.Compare, n.Member, n.SetOf


_MADE: dict[int, tuple[n.Function, n.Function | None]] = {}
_MOST = 1 << 12
"""Distances that are kept: an engine knows a function by its identity, which must stay its own."""


def distance_to_fail(function: n.Function) -> n.Function | None:
    """The distance of a property; None where it has no parts, so that its answer already says everything."""
    return latest(_MADE, id(function), _MOST, lambda: (function, _make(function)))[1]


def _make(function: n.Function) -> n.Function | None:
    measure = _Measure(function)
    body = tuple(measure.statement(statement) for statement in function.body)
    if any(s is None for s in body):
        return None
    found = replace(
        function, name=f"distance_{function.name}", returns=NUMBER, body=tuple(s for s in body if s is not None)
    )
    return found if any(map(_has_parts, function.body)) else None


def _has_parts(statement: n.Stmt) -> bool:
    match statement:
        case n.Return(value=value):
            return isinstance(value, n.Logic | n.Compare | n.Fold | n.Not)
        case n.If(then=then, otherwise=otherwise):
            return any(map(_has_parts, (*then, *otherwise)))
    return False


class _Measure:
    """Builds the distance of one property. fixed: variables that stand for the same things in every state."""

    def __init__(self, function: n.Function) -> None:
        loops = [node for node in walk(function.body) if isinstance(node, n.Fold)]
        every = {loop.slot for loop in loops if isinstance(loop.domain, n.Domain)}
        self.fixed = every - {loop.slot for loop in loops if not isinstance(loop.domain, n.Domain)}

    def is_rigid(self, e: n.Expr) -> bool:
        """Whether an expression says the same of its things in every state."""
        return all(
            isinstance(node, _RIGID) and (not isinstance(node, n.Var) or node.slot in self.fixed) for node in walk(e)
        )

    def reasons(self, e: n.Expr) -> Iterator[n.Expr]:
        """The printed conditions because of each of which an expression holds."""
        match e:
            case n.Logic(op="or", items=items):
                for item in items:
                    yield from self.reasons(item)
            case n.Fold(kind="all", slot=slot, domain=n.Domain(), condition=n.Const(value=True), body=body):
                yield from (r for r in self.reasons(body) if not any(_is_of(node, slot) for node in walk(r)))
            case _ if self.is_rigid(e):
                yield e

    def statement(self, statement: n.Stmt) -> n.Stmt | None:
        match statement:
            case n.Let():
                return statement
            case n.Return(value=value) if value is not None:
                return replace(statement, value=self.far(value, False))
            case n.If(then=then, otherwise=otherwise):
                one, other = (tuple(self.statement(s) for s in block) for block in (then, otherwise))
                if all(s is not None for s in (*one, *other)):
                    here = tuple(s for s in one if s is not None), tuple(s for s in other if s is not None)
                    return replace(statement, then=here[0], otherwise=here[1])
        return None

    def far(self, e: n.Expr, wanted: bool) -> n.Expr:
        """How far an expression is from having the wanted value; 0 where it has it."""
        origin = e.origin
        match e:
            case n.Const() | n.Attr() | n.Not() | n.Logic() | n.Compare() | n.Member() if self.is_rigid(e):
                return _where(e, wanted, _number(origin, 0), _number(origin, NEVER))
            case n.Not(value=value):
                return self.far(value, not wanted)
            case n.Logic(items=(only,)):
                return self.far(only, wanted)
            case n.Logic(op=op, items=(first, *rest)):
                decides = op == "or"
                here, others = self.far(first, wanted), self.far(replace(e, items=tuple(rest)), wanted)
                if wanted is decides:
                    return _where(first, decides, _number(origin, 0), _least(here, others))
                return _where(first, decides, _plus(here, len(rest)), others)
            case n.Compare(op="<" | "<=" as op, left=left, right=right) if _numbers(left, right):
                apart = _minus(left, right) if wanted else _minus(right, left)
                return _above_zero(_plus(apart, 1) if (op == "<") is wanted else apart)
            case n.Compare(op="==", left=left, right=right) if wanted and _numbers(left, right):
                return n.Least(origin, NUMBER, "max", (_minus(left, right), _minus(right, left)))
            case n.Fold(kind="any" | "all" as kind, condition=condition, body=body):
                here = self.far(body, wanted)
                if wanted is not (kind == "any"):
                    here = _least(self.far(condition, False), here)
                    return _altogether(e, _if(condition, here, _number(origin, 0)))
                if self.is_rigid(condition):
                    reasons = () if wanted else map(_negate, self.reasons(body))
                    return _nearest(e, here, _all(condition, *reasons))
                return _nearest(e, _if(condition, here, _plus(self.far(condition, True), 1)))
        return _where(e, wanted, _number(origin, 0), _number(origin, 1))


# --- numbers --------------------------------------------------------------------------------------------------------


def _numbers(*items: n.Expr) -> bool:
    return all(isinstance(item.type, t.Int) for item in items)


def _number(origin: Origin, value: int) -> n.Expr:
    return n.Const(origin, NUMBER, value)


def _if(condition: n.Expr, then: n.Expr, otherwise: n.Expr) -> n.Expr:
    """A choice between two parts: the condition that a part relies on is asked before it, as the property does."""
    match condition:
        case n.Const(value=value):
            return then if value else otherwise
    return n.IfExpr(condition.origin, NUMBER, condition, then, otherwise)


def _where(condition: n.Expr, value: bool, then: n.Expr, otherwise: n.Expr) -> n.Expr:
    """An expression for where a condition has this value, and another for where it has not."""
    return _if(condition, then, otherwise) if value else _if(condition, otherwise, then)


def _minus(left: n.Expr, right: n.Expr) -> n.Expr:
    return n.Arith(left.origin, NUMBER, "-", left, right)


def _plus(e: n.Expr, more: int) -> n.Expr:
    return n.Arith(e.origin, NUMBER, "+", e, _number(e.origin, more))


def _above_zero(e: n.Expr) -> n.Expr:
    return n.Least(e.origin, NUMBER, "max", (e, _number(e.origin, 0)))


def _least(*items: n.Expr) -> n.Expr:
    some = tuple(item for item in items if not (isinstance(item, n.Const) and item.value == NEVER))
    if len(some) < 2:
        return some[0] if some else items[0]
    return n.Least(items[0].origin, NUMBER, "min", some)


def _nearest(fold: n.Fold, body: n.Expr, condition: n.Expr | None = None) -> n.Expr:
    """The least over all items; where a condition fails is a distance too, so that nothing is filtered but what is
    printed otherwise."""
    every, never = n.Const(fold.origin, t.Bool(), True), _number(fold.origin, NEVER)
    return replace(fold, type=NUMBER, kind="min", condition=condition or every, body=body, default=never)


def _all(first: n.Expr, *items: n.Expr) -> n.Expr:
    some = tuple(item for item in (first, *items) if not (isinstance(item, n.Const) and item.value is True))
    return n.Logic(first.origin, t.Bool(), "and", some) if len(some) > 1 else (*some, first)[0]


def _negate(e: n.Expr) -> n.Expr:
    return e.value if isinstance(e, n.Not) else n.Not(e.origin, e.type, e)


def _is_of(node: object, slot: int) -> bool:
    return isinstance(node, n.Var) and node.slot == slot


def _altogether(fold: n.Fold, body: n.Expr) -> n.Expr:
    every = n.Const(fold.origin, t.Bool(), True)
    return replace(fold, type=NUMBER, kind="sum", condition=every, body=body, default=None)


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
