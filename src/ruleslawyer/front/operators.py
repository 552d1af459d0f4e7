"""Operators: logic, arithmetic, sets, comparisons, membership and the conditional expression."""

from __future__ import annotations

import ast
from typing import Literal

from ruleslawyer.front.body import Body
from ruleslawyer.front.declarations import ConstDecl, LangName, LiteralValue, Refused
from ruleslawyer.front.typing import describe, join, plain
from ruleslawyer.ir.nodes import Arith, Compare, Const, Expr, IfExpr, Logic, Member, Not, SetOf, SetOp
from ruleslawyer.ir.types import Awaits, Bool, Enum, Int, NoneType, Optional, Pile, Set, Silent, Sort, Type

_ARITHMETIC: dict[type[ast.operator], Literal["+", "-", "*", "//", "%"]] = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.FloorDiv: "//",
    ast.Mod: "%",
}
_SETS: dict[type[ast.operator], Literal["|", "&", "-"]] = {ast.BitOr: "|", ast.BitAnd: "&", ast.Sub: "-"}
_ORDER: dict[type[ast.cmpop], tuple[Literal["<", "<="], bool]] = {
    ast.Lt: ("<", False),
    ast.LtE: ("<=", False),
    ast.Gt: ("<", True),
    ast.GtE: ("<=", True),
}


class Operators(Body):
    """Mixin of `Expressions`."""

    def logic(self, node: ast.BoolOp, op: ast.boolop, values: list[ast.expr]) -> Expr:
        items = tuple(self.truth(value) for value in values)
        return Logic(self.origin(node), Bool(), "and" if isinstance(op, ast.And) else "or", items)

    def unary(self, node: ast.UnaryOp, op: ast.unaryop, operand: ast.expr) -> Expr:
        match op:
            case ast.Not():
                return Not(self.origin(node), Bool(), self.truth(operand))
            case ast.USub():
                value = self.integer(operand)
                if isinstance(value, Const):
                    return Const(self.origin(node), Int(), -value.value)
                return Arith(self.origin(node), Int(), "-", Const(self.origin(node), Int(), 0), value)
        raise Refused  # the subset refused it

    def binary(self, node: ast.BinOp, op: ast.operator, left: ast.expr, right: ast.expr, hint: Type | None) -> Expr:
        wanted = hint.item if isinstance(hint, (Silent, Optional)) else hint
        context = wanted if isinstance(wanted, Set) else None
        if type(op) not in _ARITHMETIC and type(op) not in _SETS:
            raise Refused  # the subset refused it
        if self.needs_context(left) and context is None:
            second = self.infer(right)
            first = self.infer(left, second.type)
        else:
            first = self.infer(left, context)
            second = self.infer(right, first.type)
        if isinstance(first.type, Set) or isinstance(second.type, Set):
            return self.set_operation(
                node, op, self.coerce(first, second.type, left), self.coerce(second, first.type, right)
            )
        if type(op) not in _ARITHMETIC:
            raise self.refuse(
                "RL301",
                node,
                f"`|` and `&` are for sets, this is {describe(first.type)}",
                help="write `or` and `and`",
            )
        a, b = self.coerce(first, Int(), left), self.coerce(second, Int(), right)
        return Arith(self.origin(node), Int(), _ARITHMETIC[type(op)], a, b)

    def set_operation(self, node: ast.AST, op: ast.operator, left: Expr, right: Expr) -> Expr:
        if type(op) not in _SETS:
            raise self.refuse("RL301", node, "sets have no such operation", help="there is: | & -")
        return SetOp(self.origin(node), left.type, _SETS[type(op)], left, right)

    def conditional(self, node: ast.IfExp, test: ast.expr, body: ast.expr, orelse: ast.expr, hint: Type | None) -> Expr:
        condition = self.truth(test)
        if hint is not None:
            then, otherwise = self.expr(body, hint), self.expr(orelse, hint)
            return IfExpr(self.origin(node), join(then.type, otherwise.type) or plain(hint), condition, then, otherwise)
        then, otherwise = self.both(body, orelse)
        type_ = join(then.type, otherwise.type)
        if type_ is None:
            raise self.refuse(
                "RL302",
                node,
                f"one branch is {describe(then.type)}, the other {describe(otherwise.type)}",
                help="let both branches give one type",
            )
        return IfExpr(
            self.origin(node), type_, condition, self.coerce(then, type_, body), self.coerce(otherwise, type_, orelse)
        )

    def both(self, left: ast.expr, right: ast.expr) -> tuple[Expr, Expr]:
        """Two expressions that give each other the type that one may lack."""
        if self.needs_context(left):
            second = self.infer(right)
            return self.infer(left, second.type), second
        first = self.infer(left)
        return first, self.infer(right, first.type if self.needs_context(right) else None)

    def needs_context(self, node: ast.expr) -> bool:
        """Whether an expression has no type by itself."""
        match node:
            case ast.Constant(value=None):
                return True
            case ast.Name(id=name):
                return isinstance(self.module.names.get(name), LangName)
            case ast.Call(func=ast.Name(id="frozenset" | "Pile"), args=[], keywords=[]):
                return True
            case ast.IfExp(body=body, orelse=orelse):
                return self.needs_context(body) and self.needs_context(orelse)
        return False

    def comparison(self, node: ast.Compare, left: ast.expr, ops: list[ast.cmpop], comparators: list[ast.expr]) -> Expr:
        items, first = [], left
        for op, second in zip(ops, comparators, strict=True):
            place = node if len(ops) == 1 else _between(first, second)
            items.append(self._pair(place, op, first, second))
            first = second
        return items[0] if len(items) == 1 else Logic(self.origin(node), Bool(), "and", tuple(items))

    def _pair(self, node: ast.expr, op: ast.cmpop, left: ast.expr, right: ast.expr) -> Expr:
        origin = self.origin(node)
        match op:
            case ast.Lt() | ast.LtE() | ast.Gt() | ast.GtE():
                sign, swap = _ORDER[type(op)]
                a, b = self.integer(left), self.integer(right)
                return Compare(origin, Bool(), sign, b if swap else a, a if swap else b, swap)
            case ast.Eq() | ast.NotEq():
                equal = self._equal(node, left, right)
                return equal if isinstance(op, ast.Eq) else Not(origin, Bool(), equal)
            case ast.Is() | ast.IsNot():
                if not (isinstance(right, ast.Constant) and right.value is None):
                    raise self.refuse("RL123", node, "`is` compares only with None", help="write `==` or `!=`")
                equal = self._equal(node, left, right)
                return equal if isinstance(op, ast.Is) else Not(origin, Bool(), equal)
            case ast.In() | ast.NotIn():
                inside = self._inside(node, left, right)
                return inside if isinstance(op, ast.In) else Not(origin, Bool(), inside)
        raise Refused

    def _equal(self, node: ast.expr, left: ast.expr, right: ast.expr) -> Expr:
        a, b = self.both(left, right)
        for one, other in ((a, b), (b, a)):
            if isinstance(one.type, NoneType) and not isinstance(other.type, (Optional, NoneType)):
                raise self.refuse(
                    "RL307",
                    node,
                    f"this is never None: it is {describe(other.type)}",
                    help="take the comparison out, or let the type say `| None`",
                )
        type_ = join(a.type, b.type)
        if type_ is None or isinstance(type_, Silent):
            raise self.refuse(
                "RL302",
                node,
                f"{describe(a.type)} and {describe(b.type)} are never equal",
                help="compare values of one type",
            )
        return Compare(self.origin(node), Bool(), "==", self._none(a, type_), self._none(b, type_))

    @staticmethod
    def _none(value: Expr, type_: Type) -> Expr:
        return Const(value.origin, type_, None) if isinstance(value, Const) and value.value is None else value

    def _inside(self, node: ast.expr, left: ast.expr, right: ast.expr) -> Expr:
        match right:
            case ast.Tuple(elts=elts) | ast.Set(elts=elts):
                return self._one_of(node, left, right, elts)
            case ast.Name(id=name) if name not in self.locals and isinstance(
                declaration := self.module.names.get(name), ConstDecl
            ):
                literal = declaration.literal
                if literal is None:
                    raise Refused
                if literal.items is not None and not isinstance(literal.type, (Sort, Enum)):
                    return self._one_of_literals(node, left, right, literal)
            case ast.SetComp():
                pass
        collection = self.iterable(right)
        match collection.type:
            case Set(item) | Pile(item) | Awaits(item):
                value = self.infer(left, Optional(item) if self.needs_context(left) else None)
                if join(value.type, item) is None:
                    raise self.refuse(
                        "RL302",
                        node,
                        f"{describe(value.type)} is never in {describe(collection.type)}",
                        help="look for what it holds",
                    )
                return Member(self.origin(node), Bool(), value, collection)
        raise self.refuse(
            "RL309",
            right,
            f"nothing is in {describe(collection.type)}",
            help="write a set, a pile or a tuple after `in`",
        )

    def _one_of(self, node: ast.expr, left: ast.expr, right: ast.expr, elts: list[ast.expr]) -> Expr:
        """`x in (a, b)`: a set where the type allows one, otherwise one comparison after the other."""
        if not elts:
            raise self.refuse("RL122", right, "nothing is in an empty collection", help="list what may be equal")
        value = self.infer(left)
        items = [self.infer(elt, Optional(value.type) if self.needs_context(elt) else None) for elt in elts]
        if isinstance(plain(value.type), (Sort, Enum)) and all(item.type == value.type for item in items):
            return Member(self.origin(node), Bool(), value, SetOf(self.origin(right), Set(value.type), tuple(items)))
        return self._alternatives(node, [self._equal(node, left, elt) for elt in elts])

    def _one_of_literals(self, node: ast.expr, left: ast.expr, right: ast.expr, literal: LiteralValue) -> Expr:
        value, tests = self.infer(left), list[Expr]()
        for item in literal.items or ():
            if item.type is None or join(value.type, item.type) is None:
                raise self.refuse(
                    "RL302",
                    node,
                    f"{describe(value.type)} is never in this collection",
                    second=item.span,
                    second_label="it holds this",
                    help="compare values of one type",
                )
            constant = Const(self.origin(right), item.type, item.value)
            tests.append(Compare(self.origin(node), Bool(), "==", value, constant))
        return self._alternatives(node, tests)

    def _alternatives(self, node: ast.expr, tests: list[Expr]) -> Expr:
        if not tests:
            return Const(self.origin(node), Bool(), False)
        return tests[0] if len(tests) == 1 else Logic(self.origin(node), Bool(), "or", tuple(tests))


def _between(left: ast.expr, right: ast.expr) -> ast.expr:
    """A node that stands from the one to the other, for the span of one link of a chain."""
    return ast.Tuple(
        elts=[],
        ctx=ast.Load(),
        lineno=left.lineno,
        col_offset=left.col_offset,
        end_lineno=right.end_lineno,
        end_col_offset=right.end_col_offset,
    )
