"""Writes of effects: places, plain writes, deltas, and frames that open and close."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field
from typing import Literal

from ruleslawyer.base.diagnostics import nearest
from ruleslawyer.base.origin import Span
from ruleslawyer.front.declarations import RecordDecl, Refused, RuleDecl
from ruleslawyer.front.expressions import Expressions
from ruleslawyer.front.literals import check_bounds
from ruleslawyer.front.rules import what
from ruleslawyer.front.signatures import ACTS
from ruleslawyer.front.typing import describe, plain
from ruleslawyer.ir import nodes as n
from ruleslawyer.ir.types import Int, Map, Set, State, Type


@dataclass
class Context:
    """The context of a statement."""

    effect: Span | None = None
    simultaneous: Span | None = None
    loop: Span | None = None
    closed: set[str] = field(default_factory=set)


class Writes(Expressions):
    """Mixin of `Statements`."""

    context: Context

    def may_act(self, node: ast.AST, thing: str) -> None:
        if self.rule.kind in ACTS:
            return
        raise self.refuse(
            "RL602",
            node,
            f"{thing} in a rule that only says something",
            second=self.rule.span,
            second_label=f"{what(self.rule)} changes nothing",
            help="write in an action, a duty or the initial rule; a term or a question gives the value to write",
        )

    def in_effect(self, node: ast.AST, thing: str = "a write") -> None:
        self.may_act(node, thing)
        if self.context.effect is None:
            raise self.refuse(
                "RL601",
                node,
                f"{thing} outside `effect(…)`",
                help='name its clause: put it under `with effect("4.2"):`',
            )

    # --- writes ------------------------------------------------------------------------------------------------

    def place(self, target: ast.expr, read: n.Expr) -> n.Place:
        """The place that a target names; what is no field of the state or of a frame is rigid."""
        match read:
            case n.Read(record=record, field=name, keys=keys):
                declared = self._type_of(record, name)
                for _ in keys:
                    assert isinstance(declared, Map)
                    declared = declared.value
                if isinstance(declared, Map):
                    raise self.refuse(
                        "RL308",
                        target,
                        "a whole map cannot be written",
                        help="write its entries: `for p in Player:`",
                    )
                return n.Place(self.origin(target), declared, record, name, keys)
            case n.Attr(name=name, sort=sort):
                reason, help_ = (
                    f"`{name}` of a {sort} never changes in a game",
                    "keep what changes in a field of the state",
                )
            case n.Number(name=name):
                reason, help_ = f"`{name}` is a number of the book", "keep what changes in a field of the state"
            case n.Item():
                reason, help_ = "a choice is made: it cannot be written", "write a field of the state"
            case _:
                reason, help_ = "this cannot be written", "write a field of the state, or an entry of one"
        raise self.refuse("RL603", target, reason, help=help_)

    def _type_of(self, record: str | None, name: str) -> Type:
        found = self.record(record)
        assert found is not None
        return found.fields[name].type

    def _target(self, target: ast.expr) -> tuple[n.Place, n.Read]:
        loaded = _load(target)
        read = self.raw(loaded)
        place = self.place(target, read)
        assert isinstance(read, n.Read)
        return place, read

    def write(self, node: ast.Assign, target: ast.expr, value: ast.expr) -> n.Stmt:
        place, _ = self._target(target)
        self.in_effect(node)
        found = self.expr(value, place.type)
        if isinstance(found, n.Const):
            check_bounds(self.analysis, found.value, place.type, self.span(value))
        return n.Write(self.origin(node), place, found)

    def augment(self, node: ast.AugAssign, target: ast.expr, op: ast.operator, value: ast.expr) -> n.Stmt:
        place, read = self._target(target)
        self.in_effect(node)
        if isinstance(place.type, Set):
            if not isinstance(op, (ast.BitOr, ast.BitAnd, ast.Sub)):
                raise self.refuse("RL301", node, "sets have no such operation", help="there is: |=, &=, -=")
            return n.Write(self.origin(node), place, self.set_operation(node, op, read, self.expr(value, place.type)))
        left = self.coerce(read, Int(), target)
        if not isinstance(op, (ast.Add, ast.Sub)):
            raise self.refuse(
                "RL117", node, "an integer changes by += and -=", help="write `s.x = …` with the new value"
            )
        amount = self.integer(value)
        sum_ = n.Arith(self.origin(node), Int(), "+" if isinstance(op, ast.Add) else "-", left, amount)
        return n.Write(self.origin(node), place, sum_)

    def arity(self, node: ast.Call, name: str, args: list[ast.expr], keywords: list[ast.keyword], count: int) -> None:
        if keywords or len(args) != count:
            usage = {
                "gain": "gain(s.coins, p, 1)",
                "lose": "lose(s.coins, p, 1)",
                "open_frame": "open_frame(s, Auction(…))",
                "close_frame": "close_frame(s, Auction)",
                "ask": "ask()",
            }[name]
            raise self.refuse(
                "RL310", node, f"`{name}` takes {count} arguments by their place", help=f"write `{usage}`"
            )

    def delta(self, node: ast.Call, sign: Literal[1, -1], args: list[ast.expr]) -> n.Stmt:
        whole = self.raw(args[0])
        self.in_effect(node)
        if not isinstance(whole.type, Map) or not isinstance(whole.type.value, Int):
            raise self.refuse(
                "RL301",
                args[0],
                f"expected a map to integers, found {describe(whole.type)}",
                help="write `gain(s.coins, p, 1)`; a field alone changes with `+=`",
            )
        key = self.expr(args[1], whole.type.key)
        entry = (
            n.Read(whole.origin, whole.type.value, whole.store, whole.record, whole.field, (*whole.keys, key))
            if isinstance(whole, n.Read)
            else whole
        )
        if not isinstance(entry, n.Read):
            entry = self._rigid_entry(args[0], whole)
        place = self.place(args[0], entry)
        return n.Delta(self.origin(node), place, sign, self.integer(args[2]))

    def demand(self, node: ast.Call, found: RuleDecl, args: list[ast.expr], keywords: list[ast.keyword]) -> n.Stmt:
        """A deed, called in a line of its own: what it writes is written here."""
        self.in_effect(node, "a deed")
        given = self.arguments(node, found, args, keywords)
        self.rule.demands.setdefault(found.name, self.span(node))
        if self.context.simultaneous is not None:
            self.rule.at_once.setdefault(found.name, self.span(node))
        return n.Demand(self.origin(node), found.name, given)

    def _rigid_entry(self, node: ast.expr, whole: n.Expr) -> n.Read:
        self.place(node, whole if isinstance(whole, n.Attr) else n.Item(whole.origin, Int(), whole, whole))
        raise Refused

    def frames_still(self, node: ast.AST) -> None:
        self.rule.still = self.rule.still or self.span(node)
        if self.context.simultaneous is not None:
            raise self.refuse(
                "RL610",
                node,
                "no frame opens or closes at the same time as other things",
                second=self.context.simultaneous,
                second_label="the block",
                help="write it before or after the block",
            )

    def open_(self, node: ast.Call, args: list[ast.expr]) -> n.Stmt:
        self.in_effect(node)
        self.frames_still(node)
        self.store(args[0], State())
        match args[1]:
            case ast.Call(func=ast.Name() as func, args=[], keywords=keywords):
                frame = self.frame_name(func)
            case ast.Call(args=[first, *_]):
                raise self.refuse(
                    "RL310", first, "a frame's fields are given by name", help="write `Auction(awaits=…, lot=ship)`"
                )
            case _:
                raise self.refuse(
                    "RL310", args[1], "this is not a frame being made", help="write `open_frame(s, Auction(awaits=…))`"
                )
        record = self.analysis.frames[frame]
        self._nesting(node, record)
        given: dict[str, n.Expr] = {}
        for keyword in keywords:
            name = keyword.arg or "**"
            declared = record.fields.get(name)
            if declared is None or name in given:
                if name in record.broken_names:
                    raise Refused
                raise self.refuse(
                    "RL207",
                    keyword,
                    f"`{frame}` has no field `{name}`" if declared is None else f"`{name}` is given twice",
                    second=record.span,
                    second_label="the frame",
                    help=nearest(name, record.fields),
                )
            given[name] = self.expr(keyword.value, declared.type)
            value = given[name]
            if isinstance(value, n.Const):
                check_bounds(self.analysis, value.value, declared.type, self.span(keyword.value))
        missing = [f.name for f in record.fields.values() if f.required and f.name not in given]
        if missing or record.broken_names:
            if record.broken_names:
                raise Refused
            raise self.refuse(
                "RL310",
                args[1],
                f"`{frame}` needs {', '.join(f'`{m}`' for m in missing)} as well",
                second=record.span,
                second_label="the frame",
                help=f"write `{frame}({', '.join(f'{m}=…' for m in missing)})`",
            )
        values = tuple(
            given.get(f.name) or n.Const(self.origin(node), plain(f.type), f.default) for f in record.fields.values()
        )
        return n.Open(self.origin(node), frame, values)

    def _nesting(self, node: ast.Call, record: RecordDecl) -> None:
        """A frame opens only inside one that is declared earlier."""
        order = list(self.analysis.frames)
        inner = self.rule.at[0] if self.rule.framed else None
        if inner is None or inner in self.context.closed or order.index(record.name) > order.index(inner):
            return
        raise self.refuse(
            "RL614",
            node,
            f"`{record.name}` cannot open inside `{inner}`",
            second=record.span,
            second_label=f"it is {'that frame itself' if inner == record.name else 'declared earlier'}",
            help=f"close `{inner}` first, or declare `{record.name}` after it",
        )


def _load(target: ast.expr) -> ast.expr:
    """A target as the expression that reads it."""
    match target:
        case ast.Attribute(value=value, attr=attr):
            return ast.copy_location(ast.Attribute(value=value, attr=attr, ctx=ast.Load()), target)
        case ast.Subscript(value=value, slice=key):
            return ast.copy_location(ast.Subscript(value=value, slice=key, ctx=ast.Load()), target)
    return target
