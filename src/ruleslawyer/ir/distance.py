"""How far a state is from breaking a property: a function that is 0 where it is broken, and less the nearer that is.

The distance goes by the property's parts, as in search-based testing (McMinn 2004). What holds because of both of two
things fails when the nearer one does; what holds because of either fails when both do. A comparison of numbers is as
far as they are apart. A call, or anything else that has no parts here, is one step away. What is printed on a card
stays so, and what holds because of it cannot fail.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ruleslawyer.base.origin import Origin
from ruleslawyer.ir import nodes as n
from ruleslawyer.ir import types as t
from ruleslawyer.ir.latest import latest
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
