"""A function of the surface IR as Python: its text, compiled, and what the names in it mean in a scope.

A closure for each node was tried first: it took as many lines, and nearly twice as long.

Long: two dispatches, over all statements and over all expressions.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from types import CodeType
from typing import Any, Protocol, TypeAlias, assert_never

from ruleslawyer.core.unlowered import unreachable_construct
from ruleslawyer.ir import nodes as n
from ruleslawyer.ir import types as t
from ruleslawyer.ir.making import inline
from ruleslawyer.ir.schema import Scope
from ruleslawyer.ir.system import System
from ruleslawyer.lang.records import SILENT
from ruleslawyer.semantics.events import BranchEnds
from ruleslawyer.semantics.sizes import domain_size
from ruleslawyer.semantics.state import Schema

Meaning: TypeAlias = tuple[Any, ...]
"""What a name of made code stands for: what kind of thing, and which."""
_SLOT, _OWN_SLOT, _CALL = (re.compile(one) for one in (r"\bv\d+\b", r"(?<= for )v\d+\b", r"\bc\.|\bk\d+\("))
"""The slots in made code, those that loops of it bind, and its calls."""
Written: TypeAlias = "dict[tuple[Any, ...], tuple[CodeType, dict[str, Meaning], n.Function]]"
"""Code with the meanings of its names, and the function whose identity is in the key."""


class Setting(Protocol):
    """The interpreter for which code is written."""

    system: System
    scope: Scope
    schema: Schema
    written: Written | None
    unheard: frozenset[str]
    early: frozenset[str]
    reverse: bool
    apart: bool
    entered: set[int] | None

    def meaning_of(self, meaning: Meaning) -> Any: ...


def _parameters(function: n.Function) -> str:
    return ", ".join(f"v{i}" for i in range(len(function.parameters)))


def _takes_all(call: n.RuleCall) -> bool:
    """Whether a rule is given just what the function that calls it was given, in the same slots."""
    return all(isinstance(arg, n.Var) and arg.slot == i for i, arg in enumerate(call.args))


def _always(condition: n.Expr) -> bool:
    return isinstance(condition, n.Const) and condition.value is True


@lru_cache(maxsize=1 << 13)  # most functions are the same text in every scope
def _code(text: str, name: str) -> CodeType:
    return compile(text, f"<{name}>", "exec")


class Maker:
    """One IR function as Python source; values that have no short literal are names bound to them (`k0`, `k1`, …).
    meanings: what these stand for in any scope."""

    def __init__(self, machine: Setting) -> None:
        self.machine, self.system, self.schema = machine, machine.system, machine.schema
        self.names, self.meanings = dict[str, Any](), dict[str, Meaning]()
        self.bind("c", ("checks",))
        self.lines: list[str] = []
        self.at_once = False
        self.early = False
        self.slots = 0
        self.again = False
        """Whether what is written runs again, by name, where a check fails in it."""
        self.by_name = False

    def make(self, function: n.Function) -> CodeType:
        self.slots, self.early = function.slots, function.name in self.machine.early
        self.lines.append(f"def made({_parameters(function)}):")
        if self.machine.entered is not None and function.module:
            self.lines.append(f"    {self.meaning('entered')}({self.name(id(function))})")
        self.block(function.body, "    ")
        return self.code(function.name)

    def value_of(self, function: n.Function) -> str:
        """A function's expression, with the parameters of the one that is made; its call where it is more than one."""
        match function.body:
            case (n.Return(value=value),) if value is not None:
                outer, self.early = self.early, function.name in self.machine.early
                self.slots = max(self.slots, function.slots)
                found = self.expression(value)
                self.early = outer
                return found
        return f"{self.meaning('function', function)}({_parameters(function)})"

    def code(self, name: str) -> CodeType:
        return _code("\n".join(self.lines), name)

    def fresh(self) -> int:
        """A slot that nothing else has."""
        self.slots += 1
        return self.slots - 1

    def name(self, value: object) -> str:
        """A name for a value in the made code."""
        return self.meaning("value", value)

    def meaning(self, *meaning: object) -> str:
        """A name for what stands for something in each scope."""
        return self.bind(f"k{len(self.names)}", meaning)

    def bind(self, name: str, meaning: Meaning) -> str:
        self.names[name], self.meanings[name] = self.machine.meaning_of(meaning), meaning
        return name

    def literal(self, value: object) -> str:
        return repr(value) if value is None or isinstance(value, (bool, int)) else self.name(value)

    # --- statements -----------------------------------------------------------------------------------------------

    def block(self, body: tuple[n.Stmt, ...], indent: str) -> None:
        before = len(self.lines)
        for statement in body:
            self.statement(statement, indent)
        if len(self.lines) == before:
            self.lines.append(f"{indent}pass")

    # Long: one dispatch over all statements.
    def statement(self, node: n.Stmt, indent: str) -> None:
        def line(text: str) -> None:
            self.lines.append(indent + text)

        match node:
            case n.Let(slot=slot, value=n.RuleCall() as call):
                self.rule(slot, call, indent)
            case n.Let(slot=slot, value=value):
                line(f"v{slot} = {self.expression(value)}")
            case n.If(condition=condition, then=then, otherwise=otherwise):
                line(f"if {self.expression(condition)}:")
                self.block(then, indent + "    ")
                if otherwise:
                    line("else:")
                    self.block(otherwise, indent + "    ")
            case n.For(slot=slot, domain=domain, body=body):
                ordered = isinstance(domain.type, t.Pile)
                line(f"for v{slot} in {self.expression(domain) if ordered else self.iterable(domain)}:")
                self.block(body, indent + "    ")
            case n.Write(place=place, value=value):
                line(f"w = {self.expression(value)}")
                line(f"v0.write({self.place(place)}, w, {self.origin(place)})")
            case n.Delta(place=place, sign=sign, amount=amount):
                line(f"p = {self.place(place)}")
                line(f"v0.delta(p, {sign} * {self.expression(amount)}, {self.origin(place)})")
            case n.Effect(cites=cites, body=body):
                line(f"c.clauses({self.name(cites)})")
                self.block(body, indent)
            case n.Simultaneous(body=body):
                line("v0.begin_simultaneous()")
                self.at_once = True
                self.block(body, indent)
                self.at_once = False
                line("v0.end_simultaneous()")
            case n.Open(origin=origin, frame=frame, values=values):
                fields = "".join(f"{self.expression(v)}, " for v in values)
                where = f"{self.name(origin.cites)}, {self.name(origin.span)}"
                line(f"v0.open({self.schema.frame_index[frame]}, ({fields}), {where})")
            case n.Close(origin=origin, frame=frame):
                line(f"v0.close({self.schema.frame_index[frame]}, {self.name(origin.span)})")
            case n.Demand(deed=deed, args=args):
                line(f"c.demand({', '.join((repr(deed), *(self.expression(a) for a in args)))})")
            case n.Beside(parts=parts):
                self.beside(parts, indent)
            case n.Mark(name=name):
                line(f"c.mark({name!r})")
            case n.Tell(kind="consulted"):  # one reading at a time is run here
                pass
            case n.Tell(kind=kind, base=base, bits=bits):
                told = "".join(f"{self.expression(b)}, " for b in bits)
                line(f"c.tell({self.name((kind, base))}, ({told}))")
            case n.Fail():
                line(f"c.silent({self.name(node)})")
            case n.Reset(field=field, keys=keys):
                line(f"c.reset(v0, {self.schema.index[field]}, ({''.join(f'{self.expression(k)}, ' for k in keys)}))")
            case n.Run(function=function, args=args):
                line(f"c.run({', '.join((self.name(function), *map(self.expression, args)))})")
            case n.Return(value=value):
                if self.at_once:  # leaving the block early ends it
                    line("v0.end_simultaneous()")
                line("return" if value is None else f"return {self.expression(value)}")
            case _:
                raise unreachable_construct("the interpreter", node)

    def rule(self, slot: int, call: n.RuleCall, indent: str) -> None:
        """Writes the call of a clause: written out, or by its name once a check has failed, so that it is known in
        which."""
        by_name = f"v{slot} = {self.expression(call)}"
        if self.machine.apart or self.by_name or call.quiet or not _takes_all(call):
            self.lines.append(indent + by_name)
            return
        fast = f"v{slot} = {self.value_of(call.function)}"
        if self.again:
            self.lines.append(indent + fast)
        else:
            self.lines += [f"{indent}try:", f"{indent}    {fast}"]
            self.lines += [f"{indent}except {self.name(BranchEnds)}:", f"{indent}    {by_name}"]

    def beside(self, parts: tuple[tuple[n.Stmt, ...], ...], indent: str) -> None:
        """One after the other; where a check fails each again by name, whatever fails in the others."""
        ends, outer, inside = self.name(BranchEnds), (self.again, self.by_name), indent + "    "
        if not self.by_name and not self.machine.apart:
            if self.again:  # what is around it runs it again
                for part in parts:
                    self.block(part, indent)
                return
            self.lines.append(f"{indent}try:")
            self.again = True
            for part in parts:
                self.block(part, inside)
            self.lines.append(f"{indent}except {ends}:")
            indent, inside = inside, inside + "    "
        self.again, self.by_name = False, True
        failed = f"e{len(indent)}"
        self.lines.append(f"{indent}{failed} = None")
        for part in parts:
            self.lines.append(f"{indent}try:")
            self.block(part, inside)
            self.lines.append(f"{indent}except {ends} as x:")
            self.lines.append(f"{inside}{failed} = c.missed({failed}, x)")
        self.lines += [f"{indent}if {failed} is not None:", f"{inside}raise {failed}"]
        self.again, self.by_name = outer

    def place(self, place: n.Place) -> str:
        frame = -1 if place.record is None else self.schema.frame_index[place.record]
        index = self.schema.index if frame < 0 else self.schema.field_index[frame]
        return f"({frame}, {index[place.field]}, ({''.join(f'{self.expression(k)}, ' for k in place.keys)}))"

    def origin(self, place: n.Place) -> str:
        return f"{self.name(place.origin.cites)}, {self.name(place.origin.span)}"

    # --- expressions ----------------------------------------------------------------------------------------------

    # Long: one dispatch over all expressions.
    def expression(self, node: n.Expr) -> str:
        match node:
            case n.RuleCall(function=function, args=args, quiet=quiet):
                how = "aside" if quiet else "rule"
                return f"c.{how}({', '.join((self.name(function), *map(self.expression, args)))})"
            case n.Worst():
                return self.worst(node)
            case n.IsDefault(store=store, field=field, keys=keys):
                path = "".join(f"[{self.expression(k)}]" for k in keys)
                default = self.meaning("default", field)
                return f"(v{store}.fields[{self.schema.index[field]}]{path} == {default}{path})"
            case n.Speaks(value=value):
                self.bind("k_silent", ("value", SILENT))
                return f"({self.expression(value)} is not k_silent)"
            case n.Choice(key=("off", rule)):
                return self.meaning("off", rule)
            case n.Choice(key=key):
                return f"c.choice({self.name(key)})"
            case n.Const(value=value):
                return "k_silent" if self._silent(value) else self.literal(value)
            case n.Number(name=name):
                return (
                    self.meaning("number", name) if self.general else self.literal(self.machine.scope.constants[name])
                )
            case n.Var(slot=slot):
                return f"v{slot}"
            case n.Domain(type=type_):
                return self.meaning("every", self.item(type_))
            case n.Read():
                return self.read(node)
            case n.IsOpen(store=store, frame=frame):
                return f"(v{store}.frames[{self.schema.frame_index[frame]}] is not None)"
            case n.Attr(sort=sort, name=name, subject=subject, keys=keys):
                values = self.meaning("attribute", sort, name)
                return f"{values}{''.join(f'[{self.expression(k)}]' for k in (subject, *keys))}"
            case n.Item(origin=origin, subject=subject, key=key):
                entry = f"{self.expression(subject)}[{self.expression(key)}]"
                if isinstance(node.type, t.Optional):  # nobody is a choice
                    return entry
                return f"c.chosen({entry}, {self.name(origin)})"
            case n.Unwrap(origin=origin, value=value):
                return f"c.present({self.expression(value)}, {self.name(origin)})"
            case n.Not(value=value):
                return f"(not {self.expression(value)})"
            case n.Logic(op=op, items=items):
                return f"({f' {op} '.join(self.expression(i) for i in items)})"
            case n.Arith(origin=origin, op=op, left=left, right=right):
                divisor = self.expression(right)
                if op in ("//", "%"):
                    divisor = f"c.divisor({divisor}, {self.name(origin)})"
                return f"({self.expression(left)} {op} {divisor})"
            case n.Compare(op=op, left=left, right=right, turned=turned):
                if turned:
                    return f"({self.expression(right)} {op.replace('<', '>')} {self.expression(left)})"
                return f"({self.expression(left)} {op} {self.expression(right)})"
            case n.Member(item=item, collection=n.SetOf(items=items)):
                return f"({self.expression(item)} in ({''.join(f'{self.expression(i)}, ' for i in items)}))"
            case n.Member(item=item, collection=collection):
                return f"({self.expression(item)} in {self.expression(collection)})"
            case n.IfExpr(condition=condition, then=then, otherwise=otherwise):
                yes, no = self.expression(then), self.expression(otherwise)
                return f"({yes} if {self.expression(condition)} else {no})"
            case n.SetOf(items=items):
                return f"frozenset(({''.join(f'{self.expression(i)}, ' for i in items)}))"
            case n.SetOp(op=op, left=left, right=right):
                return f"({self.expression(left)} {op} {self.expression(right)})"
            case n.Size(value=value):
                return f"len({self.expression(value)})"
            case n.Fold():
                return self.fold(node)
            case n.Least(kind=kind, items=items):
                return f"{kind}({', '.join(self.expression(i) for i in items)})"
            case n.End(end=end, pile=pile):
                return f"{self.filled_pile(pile, end, node)}[{0 if end == 'top' else -1}]"
            case n.PileOp(op="without", pile=pile, item=item):
                return f"c.take_out({self.expression(pile)}, {self.expression(item)}, {self.name(node.origin)})"
            case n.PileOp(op=op, pile=pile, item=item):
                return self.join_piles("under" if op == "top" else "on", pile, f"({self.expression(item)},)", node)
            case n.PileTurn(op="reversed", pile=pile):
                return f"{self.expression(pile)}[::-1]"
            case n.PileTurn(op=op, pile=pile):
                top = op == "without_top"
                return self.filled_pile(pile, "top" if top else "bottom", node) + ("[1:]" if top else "[:-1]")
            case n.PileJoin(op=op, pile=pile, other=other):
                return self.join_piles(op, pile, self.expression(other), node)
            case n.Call(kind="helper", name=name) if name in self.machine.unheard:
                return "False"
            case n.Call(kind="helper", args=args) if (opened := self.inline_calls(node)) is not node:
                found = self.expression(opened)
                return self.lookup(node.name, found) if len(args) == 1 else found
            case n.Call(kind="helper", name=name, args=args):
                helper = self.meaning("helper", name)
                return f"{helper}({', '.join(self.expression(a) for a in args)})"
            case n.Call(name=name, args=args):
                return f"c.ask({', '.join((repr(name), *(self.expression(a) for a in args)))})"
        raise unreachable_construct("the interpreter", node)

    @staticmethod
    def lookup(name: str, found: str) -> str:
        """A helper's expression, which is looked up where it was worked out in the same store. One qualifies that goes
        through members, hangs on the first store alone, and calls nothing: what it meets would not be met again."""
        slots, own = (set(pattern.findall(found)) for pattern in (_SLOT, _OWN_SLOT))
        if " for " not in found or slots - own != {"v0"} or _CALL.search(found):
            return found
        return f"(v0.known[{name!r}] if {name!r} in v0.known else v0.keep({name!r}, {found}))"

    def worst(self, node: n.Worst) -> str:
        """Each verdict is asked by name, when it comes to it: the seats and members with their keys."""

        def ask(one: n.Judged) -> str:
            return self.expression(n.RuleCall(node.origin, node.type, one.function, one.args))

        own = f"(lambda: {ask(node.own)}) if {self.expression(node.counts)} else None" if node.own else "None"
        parts = []
        for part in node.parts:
            item, condition = f"v{part.slot}", self.expression(part.condition)
            parts.append(
                f"*(({item}, lambda {item}={item}: {ask(part.verdict)})"
                f" for {item} in {self.iterable(part.domain)} if {condition})"
            )
        return f"c.worst({node.base!r}, {own}, [{', '.join(parts)}], {node.otherwise})"

    def _silent(self, value: object) -> bool:
        if value is SILENT:
            self.bind("k_silent", ("value", SILENT))
        return value is SILENT

    @property
    def general(self) -> bool:
        """Whether what is written is for all scopes."""
        return self.machine.written is not None

    @staticmethod
    def item(type_: t.Type) -> t.Type:
        assert isinstance(type_, t.Set)
        return type_.item

    def iterable(self, domain: n.Expr) -> str:
        """The iterable of a loop whose order is free, in the order of indices (or against it)."""
        if isinstance(domain, n.Domain):
            return self.meaning("loop", self.item(domain.type))
        return f"c.ordered({self.expression(domain)})"

    def read(self, node: n.Read) -> str:
        keys = [self.expression(k) for k in node.keys]
        if node.record is None:
            found = f"v{node.store}.fields[{self.schema.index[node.field]}]{''.join(f'[{k}]' for k in keys)}"
            has_no_default = self.early and isinstance(node.type, t.Sort | t.Enum)
            return f"c.written({found}, {node.field!r}, {self.name(node.origin)})" if has_no_default else found
        frame = self.schema.frame_index[node.record]
        path = "".join(f"{k}, " for k in keys)
        return f"v{node.store}.read({frame}, {self.schema.field_index[frame][node.field]}, ({path}))"

    def filled_pile(self, pile: n.Expr, end: str, node: n.Expr) -> str:
        return f"c.filled({self.expression(pile)}, {end!r}, {self.name(node.origin)})"

    def join_piles(self, op: str, pile: n.Expr, other: str, node: n.Expr) -> str:
        assert isinstance(node.type, t.Pile)
        return f"c.{op}({self.expression(pile)}, {other}, {node.type.repeats}, {self.name(node.origin)})"

    def inline_calls(self, node: n.Expr) -> n.Expr:
        """The body of a helper, where its call can be written out."""
        while isinstance(node, n.Call) and node.kind == "helper" and node.name not in self.machine.unheard:
            inside = None if self.machine.apart else inline(node, self.system.helpers[node.name], self.fresh)
            if inside is None:
                break
            node = inside
        return node

    def sift(self, node: n.Fold) -> tuple[str, n.Expr, n.Expr] | None:
        """A fold's domain without the members that a first condition on attributes alone leaves out, and what is left
        of its condition and body; None where all are left out of an `any`."""
        condition, body = node.condition, node.body
        if self.general or not isinstance(node.domain, n.Domain):
            return self.iterable(node.domain), condition, body
        members: Sequence[int] = range(domain_size(self.item(node.domain.type), self.system, self.machine.scope))
        members, condition = self.sift_members(node, members, condition)
        if node.kind == "any" and _always(condition):
            members, body = self.sift_members(node, members, body)
            if not members:
                return None
        return self.name(tuple(reversed(members) if self.machine.reverse else members)), condition, body

    def sift_members(self, node: n.Fold, members: Sequence[int], condition: n.Expr) -> tuple[Sequence[int], n.Expr]:
        """The members that what a condition begins with leaves, and the rest of it."""
        items = [condition]
        while items:
            first = self.inline_calls(items[0])
            if isinstance(first, n.Logic) and first.op == "and":
                items[:1] = first.items
            elif self.rigid(first, node.slot):
                code = compile(self.expression(first), "<condition>", "eval")
                members = [m for m in members if eval(code, self.names, {f"v{node.slot}": m})]
                del items[0]
            else:
                items[0] = first
                break
        match items:
            case []:
                return members, n.Const(condition.origin, condition.type, True)
            case [one]:
                return members, one
        return members, n.Logic(condition.origin, condition.type, "and", tuple(items))

    def rigid(self, node: n.Expr, slot: int) -> bool:
        """Whether an expression hangs on nothing but attributes of what is in a slot."""
        match node:
            case n.Const() | n.Number():
                return True
            case n.Var():
                return node.slot == slot
            case n.Attr(subject=subject, keys=keys):
                return all(self.rigid(item, slot) for item in (subject, *keys))
            case n.Not(value=value):
                return self.rigid(value, slot)
            case n.Compare(left=left, right=right):
                return self.rigid(left, slot) and self.rigid(right, slot)
            case n.Logic(items=items) | n.Member(collection=n.SetOf(items=items)):
                inside = items if isinstance(node, n.Logic) else (node.item, *items)
                return all(self.rigid(item, slot) for item in inside)
        return False

    def fold(self, node: n.Fold) -> str:
        sifted = self.sift(node)
        if sifted is None:
            return "False"
        domain, asked, body = sifted
        condition = "" if _always(asked) else f" if {self.expression(asked)}"
        items = f"{self.expression(body)} for v{node.slot} in {domain}{condition}"
        match node.kind:
            case "any" | "all" | "sum":
                return f"{node.kind}({items})"
            case "min" | "max":
                default = "None" if node.default is None else f"lambda: {self.expression(node.default)}"
                return f"c.extreme({node.kind}, [{items}], {default}, {self.name(node.origin)})"
            case "the":
                return f"c.the([{items}], {self.name(node.type)}, {self.name(node.origin)})"
            case "set":
                return f"frozenset([{items}])"
        assert_never(node.kind)
