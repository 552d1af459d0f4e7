"""Expressions, typed from both sides: what a node is by itself, and what is expected where it stands."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable
from typing import Literal

from ruleslawyer.base.diagnostics import nearest
from ruleslawyer.front.calls import PILE_METHODS, Calls
from ruleslawyer.front.declarations import (
    ClassDecl,
    ConstantsDecl,
    ConstDecl,
    EnumDecl,
    LangName,
    Local,
    Refused,
    RuleDecl,
    SortDecl,
)
from ruleslawyer.front.literals import enum_member
from ruleslawyer.front.operators import Operators
from ruleslawyer.front.rules import what
from ruleslawyer.front.typing import describe, plain
from ruleslawyer.ir import types as t
from ruleslawyer.ir.nodes import Attr, Const, End, Expr, Item, Number, Read, Var
from ruleslawyer.lang import SILENT


class Expressions(Operators, Calls):
    """Dispatch by node class, names, attributes and entries."""

    def expr(self, node: ast.expr, expected: t.Type) -> Expr:
        return self.coerce(self.infer(node, expected), expected, node)

    def truth(self, node: ast.expr) -> Expr:
        value = self.infer(node, t.Bool())
        if isinstance(value.type, t.Bool):
            return value
        instead = {
            t.Optional: "write `is None` or `is not None`",
            t.Set: "write `len(…) > 0`, or compare with frozenset()",
            t.Pile: "write `len(…) > 0`",
            t.Int: "compare it with something, such as `> 0`",
        }.get(type(value.type), "compare it with something")
        raise self.refuse("RL312", node, f"a condition is True or False, this is {describe(value.type)}", help=instead)

    def infer(self, node: ast.expr, hint: t.Type | None = None) -> Expr:
        value = self.raw(node, hint)
        if isinstance(value.type, t.Map):
            raise self.refuse(
                "RL308",
                node,
                "a whole map has no value of its own here",
                help="name an entry: `coins[p]`; compare or copy entry by entry, with all(… for p in Player) or `for`",
            )
        if isinstance(value.type, (t.State, t.FrameOf)):
            raise self.refuse("RL308", node, f"{describe(value.type)} is not a value", help="name one of its fields")
        return value

    def raw(self, node: ast.expr, hint: t.Type | None = None) -> Expr:
        match node:
            case ast.Constant(value=value, kind=None):
                return self._constant(node, value, hint)
            case ast.Name(id=name, ctx=ast.Load()):
                return self._name(node, name, hint)
            case ast.Attribute(value=base, attr=name, ctx=ast.Load()):
                return self._attribute(node, base, name)
            case ast.Subscript(value=base, slice=key, ctx=ast.Load()):
                return self.entry(node, base, key)
            case ast.BoolOp(op=op, values=values):
                return self.logic(node, op, values)
            case ast.UnaryOp(op=op, operand=operand):
                return self.unary(node, op, operand)
            case ast.BinOp(left=left, op=op, right=right):
                return self.binary(node, op, left, right, hint)
            case ast.Compare(left=left, ops=ops, comparators=comparators):
                return self.comparison(node, left, ops, comparators)
            case ast.IfExp(test=test, body=body, orelse=orelse):
                return self.conditional(node, test, body, orelse, hint)
            case ast.Call(func=func, args=args, keywords=keywords):
                return self.call(node, func, args, keywords, hint)
            case ast.Set() | ast.SetComp():
                raise self.refuse(
                    "RL109",
                    node,
                    "a set in braces can be changed, a value of the rules cannot",
                    help="write `frozenset({…})` or `frozenset(… for …)`",
                )
            case ast.GeneratorExp():
                raise self.refuse(
                    "RL122",
                    node,
                    "a comprehension stands inside any, all, sum, min, max, the or frozenset",
                    help="say which: `any(…)`, `frozenset(…)`",
                )
            case ast.Tuple():
                raise self.refuse("RL122", node, "a tuple stands only after `in`", help="write one value")
        raise self.not_here(node, "this is not an expression of the rule language", "use what the language page shows")

    def _constant(self, node: ast.Constant, value: object, hint: t.Type | None) -> Expr:
        match value:
            case bool():
                return Const(self.origin(node), t.Bool(), value)
            case int():
                return Const(self.origin(node), t.Int(), value)
            case None:
                return Const(self.origin(node), t.NoneType(), None)
        instead = "use the members of an enum; members of a sort have names in scopes alone, and are told by attributes"
        if isinstance(value, str) and re.fullmatch(r"-?\d+", value.strip()):
            instead = f"a number stands without quotes: {value.strip()}"
        raise self.not_here(node, "rules have no texts and no `...`", instead)

    def _name(self, node: ast.Name, name: str, hint: t.Type | None) -> Expr:
        local = self.locals.get(name)
        if local is not None:
            if local.type is None:
                raise Refused
            return Var(self.origin(node), local.type, local.slot, name)
        if name in self.assigned:
            raise self.refuse(
                "RL208",
                node,
                f"`{name}` is not bound on every path to here",
                second=self.assigned[name],
                second_label="it is bound here",
                help="bind it before, or in both branches of the `if`",
            )
        found = self.analysis.resolve(self.module, name, self.span(node), self.known_names())
        match found:
            case ConstDecl(literal=literal) if literal is not None:
                if literal.items is None and literal.type is not None:
                    return Const(self.origin(node), literal.type, literal.value)
                return self.literal_set(node, literal)
            case LangName(name="SILENT"):
                return Const(self.origin(node), t.Silent(t.NoneType()), SILENT)
            case LangName(name="CHANCE"):
                players = self.analysis.players
                if players is None:
                    raise Refused
                return Const(self.origin(node), t.Awaits(players), t.CHANCE)
            case RuleDecl():
                raise self.refuse(
                    "RL210",
                    node,
                    f"{what(found)} is not a value",
                    second=found.span,
                    second_label="it is defined here",
                    help="terms, questions and helpers are called: write its arguments in brackets",
                )
            case SortDecl() | EnumDecl():
                one = "a member" if isinstance(found, EnumDecl) else "a parameter, or is told by an attribute"
                raise self.refuse(
                    "RL210",
                    node,
                    f"`{name}` is not a value",
                    second=found.span,
                    second_label="it is defined here",
                    help=f"all of them are `frozenset({name})`; one is {one}",
                )
        raise self.refuse(
            "RL210",
            node,
            f"`{name}` is not a value",
            second=found.span,
            second_label="it comes from here",
            help="use a parameter, a local, a field or a constant",
        )

    def _attribute(self, node: ast.Attribute, base: ast.expr, name: str) -> Expr:
        if isinstance(base, ast.Name) and base.id not in self.locals and base.id not in self.assigned:
            found = self.analysis.resolve(self.module, base.id, self.span(base), self.known_names())
            if isinstance(found, EnumDecl):
                member = enum_member(self.analysis, found, name, self.span(node))
                assert member.type is not None
                return Const(self.origin(node), member.type, member.value)
            if isinstance(found, ConstantsDecl):
                if name in found.broken_names:
                    raise Refused
                if name not in found.numbers:
                    raise self._has_no(node, "number", found, "class", found.numbers)
                number = found.numbers[name]
                return Number(self.origin(node), plain(number.type), number.name)
        subject = self.raw(base)
        match subject.type:
            case t.State() | t.FrameOf():
                assert isinstance(subject, Var)
                return self.field(node, subject, name)
            case t.Sort(sort) | t.Optional(t.Sort(sort)):
                return self._member_attribute(node, subject, base, sort, name)
            case t.Pile(item):
                if name in _ENDS:
                    return End(self.origin(node), item, _ENDS[name], subject)
                raise self.refuse(
                    "RL207",
                    node,
                    f"a pile has no `{name}`",
                    help=nearest(name, (*_ENDS, *PILE_METHODS), "there is: .top, .bottom, .with_top(x), …"),
                )
        raise self.refuse(
            "RL207",
            node,
            f"{describe(subject.type)} has no `{name}`",
            help="only the state, frames, members of a sort and piles have something behind a dot",
        )

    def _has_no(self, node: ast.Attribute, thing: str, of: ClassDecl, kind: str, there: Iterable[str]) -> Refused:
        """Refuse a name behind a dot that a class does not have; raise the result."""
        return self.refuse(
            "RL207",
            node,
            f"`{of.name}` has no {thing} `{node.attr}`",
            second=of.span,
            second_label=f"the {kind}",
            help=nearest(node.attr, there),
        )

    def field(self, node: ast.Attribute, subject: Var, name: str) -> Read:
        """A field of the state or of a frame."""
        record_name = subject.type.name if isinstance(subject.type, t.FrameOf) else None
        record = self.record(record_name)
        if record is None or record.broken or name in record.broken_names:
            raise Refused
        if name not in record.fields:
            raise self._has_no(node, "field", record, "class", record.fields)
        return Read(self.origin(node), plain(record.fields[name].type), subject.slot, record_name, name, ())

    def _member_attribute(self, node: ast.Attribute, subject: Expr, base: ast.expr, sort: str, name: str) -> Expr:
        declaration = self.analysis.names.get(sort)
        if not isinstance(declaration, SortDecl) or declaration.broken or name in declaration.broken_names:
            raise Refused
        attributes = declaration.attributes if self.module.hosted else declaration.every
        if name not in attributes:
            raise self._has_no(node, "attribute", declaration, "sort", attributes)
        type_ = plain(attributes[name].type)
        return Attr(self.origin(node), type_, sort, name, self.coerce(subject, t.Sort(sort), base), ())

    def entry(self, node: ast.Subscript, base: ast.expr, key: ast.expr) -> Expr:
        """An entry of a map."""
        subject = self.raw(base)
        if not isinstance(subject.type, t.Map):
            raise self.refuse(
                "RL309",
                node,
                f"{describe(subject.type)} has no entries",
                help="only a map has entries; a pile has `.top` and `.bottom`",
            )
        index, type_ = self.expr(key, subject.type.key), subject.type.value
        match subject:
            case Read(store=store, record=record, field=name, keys=keys):
                return Read(self.origin(node), type_, store, record, name, (*keys, index))
            case Attr(sort=sort, name=name, subject=member, keys=keys):
                return Attr(self.origin(node), type_, sort, name, member, (*keys, index))
        return Item(self.origin(node), type_, subject, index)

    def bind_loop(self, node: ast.Name, type_: t.Type) -> int:
        """A variable of a comprehension or a loop: a slot of its own."""
        slot = self.new_slot()
        self.locals[node.id] = Local(slot, type_, self.span(node), loop=True)
        return slot


_ENDS: dict[str, Literal["top", "bottom"]] = {"top": "top", "bottom": "bottom"}
