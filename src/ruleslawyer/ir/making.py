"""Functions of the IR while they are made: statements, slots, conditions simplified as they are joined, and helpers
written out where they are called.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import fields, replace
from itertools import islice
from operator import is_
from typing import Any, Literal

from ruleslawyer.base.origin import Origin
from ruleslawyer.ir import nodes as n
from ruleslawyer.ir import types as t
from ruleslawyer.ir.walk import walk

BOOL, INT = t.Bool(), t.Int()
Write = Callable[[], None]


class Making:
    """One function: with the parameters of `like`, whose slots stay its own."""

    def __init__(self, origin: Origin, name: str, like: n.Function, returns: t.Type) -> None:
        self.origin, self.name, self.like, self.returns = origin, name, like, returns
        self.slots = len(like.parameters)
        self.body: list[n.Stmt] = []
        self.args = tuple(n.Var(origin, p.type, i, p.name) for i, p in enumerate(like.parameters))

    def finish(self) -> n.Function:
        like = self.like
        return n.Function(self.origin, "", self.name, "", like.parameters, self.returns, self.slots, tuple(self.body))

    # --- conditions -------------------------------------------------------------------------------------------------

    def const(self, value: bool | int) -> n.Const:
        return n.Const(self.origin, BOOL if isinstance(value, bool) else INT, value)

    def both(self, *items: n.Expr) -> n.Expr:
        return self._join("and", items)

    def either(self, *items: n.Expr) -> n.Expr:
        return self._join("or", items)

    def _join(self, op: Literal["and", "or"], items: Iterable[n.Expr]) -> n.Expr:
        unit, found = op == "and", list[n.Expr]()
        for item in items:
            if not isinstance(item, n.Const):
                found.append(item)
            elif item.value is not unit:
                return item
        if len(found) < 2:
            return found[0] if found else self.const(unit)
        return n.Logic(self.origin, BOOL, op, tuple(found))

    def no(self, item: n.Expr) -> n.Expr:
        return self.const(not item.value) if isinstance(item, n.Const) else n.Not(self.origin, BOOL, item)

    def equal(self, one: n.Expr, other: n.Expr) -> n.Expr:
        return n.Compare(self.origin, BOOL, "==", one, other)

    def less(self, one: n.Expr, other: n.Expr) -> n.Expr:
        return n.Compare(self.origin, BOOL, "<", one, other)

    def pick(self, condition: n.Expr, yes: n.Expr, no: n.Expr) -> n.Expr:
        if isinstance(condition, n.Const):
            return yes if condition.value else no
        return n.IfExpr(self.origin, yes.type, condition, yes, no)

    def first(self, conditions: Sequence[n.Expr], values: Sequence[n.Expr], otherwise: n.Expr) -> n.Expr:
        """The value of the first condition that holds."""
        for condition, value in reversed(list(zip(conditions, values, strict=True))):
            otherwise = self.pick(condition, value, otherwise)
        return otherwise

    def says(self, *key: str, is_: int = 1) -> n.Expr:
        """Whether the reading says this of a choice."""
        return self.equal(n.Choice(self.origin, INT, key), self.const(is_))

    # --- statements -------------------------------------------------------------------------------------------------

    def say(self, statement: n.Stmt) -> None:
        self.body.append(statement)

    def mark(self, name: str) -> None:
        self.say(n.Mark(self.origin, name))

    def tell(self, kind: n.Telling, base: str, bits: Sequence[n.Expr], event: n.Expr) -> None:
        self.say(n.Tell(self.origin, kind, base, tuple(bits), event))

    def give(self, value: n.Expr | None) -> None:
        self.say(n.Return(self.origin, value))

    def slot(self, type_: t.Type, name: str) -> n.Var:
        self.slots += 1
        return n.Var(self.origin, type_, self.slots - 1, name)

    def put(self, into: n.Var, value: n.Expr) -> None:
        self.say(n.Let(self.origin, into.slot, into.name, value))

    def let(self, value: n.Expr, name: str) -> n.Expr:
        """A value that is used more than once."""
        if isinstance(value, (n.Const, n.Var)):
            return value
        into = self.slot(value.type, name)
        self.put(into, value)
        return into

    def inside(self, write: Write) -> tuple[n.Stmt, ...]:
        """The statements that a block of its own writes."""
        outer, self.body = self.body, []
        write()
        found, self.body = tuple(self.body), outer
        return found

    def when(self, condition: n.Expr, write: Write, otherwise: Write | None = None) -> None:
        if isinstance(condition, n.Const):
            (write if condition.value else otherwise or (lambda: None))()
        else:
            then, other = self.inside(write), self.inside(otherwise) if otherwise else ()
            self.say(n.If(self.origin, condition, then, other))

    def where(self, condition: n.Expr, value: Callable[[], n.Expr], name: str) -> n.Expr:
        """A Boolean that is worked out where a condition holds, and false elsewhere."""
        into = self.slot(BOOL, name)
        self.when(condition, lambda: self.put(into, value()), lambda: self.put(into, self.const(False)))
        return into

    def beside(self, parts: Sequence[Write]) -> None:
        """Each part, whatever fails in the others."""
        if len(parts) == 1:
            parts[0]()
        elif parts:
            self.say(n.Beside(self.origin, tuple(self.inside(part) for part in parts)))


LONGEST = 40
"""Nodes of a helper that is written out; a longer one costs more than its call."""


def inline(call: n.Call, helper: n.Function, fresh: Callable[[], int]) -> n.Expr | None:
    """The helper's expression with its arguments put in, its own locals in `fresh` slots; None where it is more than
    an expression, long, or given something that would have to be computed more than once."""
    match helper.body:
        case (n.Return(value=value),) if value is not None:
            pass
        case _:
            return None
    if not all(isinstance(a, n.Var | n.Const | n.Number) for a in call.args):
        return None
    if next(islice(walk(value), LONGEST, None), None) is not None:
        return None
    found: n.Expr = put(value, dict(enumerate(call.args)), fresh)
    return found


def put(node: Any, given: Mapping[int, n.Expr], fresh: Callable[[], int]) -> Any:
    """An expression with others in place of its locals, and what it binds itself in `fresh` slots."""
    match node:
        case tuple():
            found = [put(item, given, fresh) for item in node]
            return node if all(map(is_, found, node)) else tuple(found)
        case n.Var(slot=slot):
            return given[slot]
        case n.Read(store=store) | n.IsOpen(store=store):
            at = given[store]
            assert isinstance(at, n.Var)
            node = replace(node, store=at.slot)
        case n.Fold(slot=slot):
            local = n.Var(node.origin, node.domain.type, fresh(), node.name)
            inside = {**given, slot: local}
            return replace(
                node, slot=local.slot, domain=put(node.domain, given, fresh),
                condition=put(node.condition, inside, fresh), body=put(node.body, inside, fresh),
                default=put(node.default, given, fresh),
            )  # fmt: skip
    changed = {}
    for name in _BELOW.get(type(node), ()):
        before = getattr(node, name)
        after = put(before, given, fresh)
        if after is not before:
            changed[name] = after
    return replace(node, **changed) if changed else node


_BELOW = {
    kind: tuple(field.name for field in fields(kind) if field.name not in ("origin", "type"))
    for kind in n.Expr.__args__
}
"""Of each kind of expression the fields in which others lie."""
