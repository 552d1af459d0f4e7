"""Literals of the module level: constants, the book's numbers, bounds and defaults, as canonical values."""

from __future__ import annotations

import ast

from ruleslawyer.base.diagnostics import nearest
from ruleslawyer.base.origin import Span
from ruleslawyer.front.analysis import Analysis
from ruleslawyer.front.declarations import ConstDecl, EnumDecl, LiteralValue, Module
from ruleslawyer.front.typing import describe, fits, plain
from ruleslawyer.ir.types import Bool, Enum, Int, NoneType, Optional, Pile, Set, Type


def literal(analysis: Analysis, module: Module, node: ast.expr) -> LiteralValue:
    """A literal; raises where it is none."""
    span = module.span(node)
    match node:
        case ast.Constant(value=bool(value)):
            return LiteralValue(span, Bool(), value)
        case ast.Constant(value=int(value)):
            return LiteralValue(span, Int(), value)
        case ast.Constant(value=None):
            return LiteralValue(span, NoneType(), None)
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int(value))) if not isinstance(value, bool):
            return LiteralValue(span, Int(), -value)
        case ast.Attribute(value=ast.Name(id=owner), attr=member):
            declaration = analysis.resolve_earlier(module, owner, module.span(node.value))
            if isinstance(declaration, EnumDecl):
                return enum_member(analysis, declaration, member, span)
        case ast.Name(id=name):
            declaration = analysis.resolve_earlier(module, name, span)
            if isinstance(declaration, ConstDecl) and declaration.literal is not None:
                return declaration.literal
        case ast.Tuple(elts=elts):
            return collection(analysis, module, span, elts)
        case ast.Call(func=ast.Name(id="frozenset"), args=[ast.Set(elts=elts) | ast.Tuple(elts=elts)], keywords=[]):
            return collection(analysis, module, span, elts)
        case ast.Call(func=ast.Name(id="frozenset"), args=[], keywords=[]):
            return LiteralValue(span, None, items=())
        case ast.Call(func=ast.Name(id=name), args=[], keywords=[]) if name in module.names and name == "Pile":
            return LiteralValue(span, None, items=())
    raise analysis.report(
        "RL408",
        span,
        "only a literal may stand here",
        help="write an integer, True, False, a member of an enum, or a tuple or frozenset of those",
    )


def collection(analysis: Analysis, module: Module, span: Span, elts: list[ast.expr]) -> LiteralValue:
    items = tuple(literal(analysis, module, elt) for elt in elts)
    first = items[0].type if items else None
    for i, item in enumerate(items):
        if item.items is not None:
            raise analysis.report(
                "RL408", item.span, "a collection inside a collection", help="list the members themselves"
            )
        if item.type != first:
            raise analysis.report(
                "RL302",
                item.span,
                "the members of a collection are of one kind",
                second=items[0].span,
                second_label="the first is of another",
                help="split it in two",
            )
        for other in items[:i]:
            if other.value == item.value:
                raise analysis.report(
                    "RL408",
                    item.span,
                    "the same member twice",
                    second=other.span,
                    second_label="it is here already",
                    help="take it out",
                )
    return LiteralValue(span, first, items=items)


def enum_member(analysis: Analysis, declaration: EnumDecl, member: str, span: Span) -> LiteralValue:
    """The canonical value of a member: its index."""
    if member not in declaration.members:
        raise analysis.report(
            "RL207",
            span,
            f"`{declaration.name}` has no member `{member}`",
            second=declaration.span,
            second_label="the enum",
            help=nearest(member, declaration.members),
        )
    return LiteralValue(span, Enum(declaration.name), list(declaration.members).index(member))


def canonical(analysis: Analysis, value: LiteralValue, expected: Type) -> object:
    """The literal as a canonical value of a type, within its bounds; raises where it does not fit."""
    match expected:
        case Set(item):
            if value.items is not None and (not value.items or value.type == plain(item)):
                return frozenset(i.value for i in value.items)
        case Pile(item):
            if value.items is not None and (not value.items or value.type == plain(item)):
                return tuple(i.value for i in value.items)
        case _:
            if value.items is None and value.type is not None and fits(value.type, expected):
                check_bounds(analysis, value.value, expected, value.span)
                return value.value
    raise analysis.report(
        "RL301", value.span, f"this must be {describe(expected)}", help="write a literal of that type"
    )


def check_bounds(analysis: Analysis, value: object, type_: Type, span: Span) -> None:
    """Report a known integer outside the bounds of where it goes."""
    bounds = type_.item if isinstance(type_, Optional) else type_
    if not isinstance(bounds, Int) or isinstance(value, bool) or not isinstance(value, int):
        return
    if (bounds.low is not None and value < bounds.low) or (bounds.high is not None and value > bounds.high):
        allowed = f"{'…' if bounds.low is None else bounds.low} to {'…' if bounds.high is None else bounds.high}"
        analysis.report(
            "RL311",
            span,
            f"{value} is out of range",
            label=f"the range is {allowed}",
            help="write a value within the range, or widen the range where it is declared",
        )
