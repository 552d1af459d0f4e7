"""How far a state is from breaking a property: a function that is 0 where it is broken, and less the nearer that is.

The distance goes by the property's parts, as in search-based testing. What holds because of both of two things fails
when the nearer one does; what holds because of either fails when both do. A comparison of numbers is as far as they are
apart. A call, or anything else that has no parts here, is one step away.
"""

from __future__ import annotations

from dataclasses import replace

from ruleslawyer.ir import nodes as n
from ruleslawyer.ir import types as t
from ruleslawyer.origin import Origin

NEVER = 1 << 20
"""The distance of what cannot fail, or cannot hold."""
NUMBER = t.Int()


def distance_to_fail(function: n.Function) -> n.Function | None:
    """The distance of a property; None where it has no parts, so that its answer already says everything."""
    body = tuple(_statement(statement) for statement in function.body)
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


def _statement(statement: n.Stmt) -> n.Stmt | None:
    match statement:
        case n.Let():
            return statement
        case n.Return(value=value) if value is not None:
            return replace(statement, value=_to_fail(value))
        case n.If(then=then, otherwise=otherwise):
            one, other = (tuple(_statement(s) for s in block) for block in (then, otherwise))
            if all(s is not None for s in (*one, *other)):
                here = tuple(s for s in one if s is not None), tuple(s for s in other if s is not None)
                return replace(statement, then=here[0], otherwise=here[1])
    return None


def _to_fail(e: n.Expr) -> n.Expr:
    """How far an expression is from failing; 0 where it fails."""
    match e:
        case n.Const(value=value):
            return _number(e.origin, NEVER if value else 0)
        case n.Not(value=value):
            return _to_hold(value)
        case n.Logic(op="and", items=(first, *rest)):
            if not rest:
                return _to_fail(first)
            others = _to_fail(replace(e, items=tuple(rest)))
            return _if(first, _least(_to_fail(first), others), _number(e.origin, 0))
        case n.Logic(items=(first, *rest)):
            if not rest:
                return _to_fail(first)
            others = _to_fail(replace(e, items=tuple(rest)))
            return _if(first, _plus(_to_fail(first), len(rest)), others)
        case n.Compare(op="<", left=left, right=right) if _numbers(left, right):
            return _above_zero(_minus(right, left))
        case n.Compare(op="<=", left=left, right=right) if _numbers(left, right):
            return _above_zero(_plus(_minus(right, left), 1))
        case n.Fold(kind="all", condition=condition, body=body):
            return _nearest(e, _if(condition, _to_fail(body), _plus(_to_hold(condition), 1)))
        case n.Fold(kind="any", condition=condition, body=body):
            return _altogether(e, _if(condition, _least(_to_fail(condition), _to_fail(body)), _number(e.origin, 0)))
    return _if(e, _number(e.origin, 1), _number(e.origin, 0))


def _to_hold(e: n.Expr) -> n.Expr:
    """How far an expression is from holding; 0 where it holds."""
    match e:
        case n.Const(value=value):
            return _number(e.origin, 0 if value else NEVER)
        case n.Not(value=value):
            return _to_fail(value)
        case n.Logic(op="and", items=(first, *rest)):
            if not rest:
                return _to_hold(first)
            others = _to_hold(replace(e, items=tuple(rest)))
            return _if(first, others, _plus(_to_hold(first), len(rest)))
        case n.Logic(items=(first, *rest)):
            if not rest:
                return _to_hold(first)
            others = _to_hold(replace(e, items=tuple(rest)))
            return _if(first, _number(e.origin, 0), _least(_to_hold(first), others))
        case n.Compare(op="<", left=left, right=right) if _numbers(left, right):
            return _above_zero(_plus(_minus(left, right), 1))
        case n.Compare(op="<=", left=left, right=right) if _numbers(left, right):
            return _above_zero(_minus(left, right))
        case n.Compare(op="==", left=left, right=right) if _numbers(left, right):
            return n.Least(e.origin, NUMBER, "max", (_minus(left, right), _minus(right, left)))
        case n.Fold(kind="any", condition=condition, body=body):
            return _nearest(e, _if(condition, _to_hold(body), _plus(_to_hold(condition), 1)))
        case n.Fold(kind="all", condition=condition, body=body):
            return _altogether(e, _if(condition, _least(_to_fail(condition), _to_hold(body)), _number(e.origin, 0)))
    return _if(e, _number(e.origin, 0), _number(e.origin, 1))


# --- numbers --------------------------------------------------------------------------------------------------------


def _numbers(*items: n.Expr) -> bool:
    return all(isinstance(item.type, t.Int) for item in items)


def _number(origin: Origin, value: int) -> n.Expr:
    return n.Const(origin, NUMBER, value)


def _if(condition: n.Expr, then: n.Expr, otherwise: n.Expr) -> n.Expr:
    """What a part relies on is asked before it, as the property does."""
    match condition:
        case n.Const(value=value):
            return then if value else otherwise
    return n.IfExpr(condition.origin, NUMBER, condition, then, otherwise)


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


def _nearest(fold: n.Fold, body: n.Expr) -> n.Expr:
    """The least over all items; where a condition fails is a distance too, so that nothing is filtered."""
    every, never = n.Const(fold.origin, t.Bool(), True), _number(fold.origin, NEVER)
    return replace(fold, type=NUMBER, kind="min", condition=every, body=body, default=never)


def _altogether(fold: n.Fold, body: n.Expr) -> n.Expr:
    every = n.Const(fold.origin, t.Bool(), True)
    return replace(fold, type=NUMBER, kind="sum", condition=every, body=body, default=None)
