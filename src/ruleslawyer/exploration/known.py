"""What is known of a rule before anything is explored: what attributes, numbers and fields that never change say."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any, Final

from ruleslawyer.ir import nodes as n
from ruleslawyer.ir import types as t
from ruleslawyer.ir.nodes import Function
from ruleslawyer.semantics.state import State, domain_size
from ruleslawyer.semantics.transition import TransitionSystem

UNKNOWN: Final = object()
GOING_ON: Final = object()
"""That statements have no result yet."""
MOST_TRIED = 1 << 14
"""Choices of a function's arguments that are looked at."""

Values = dict[int, Any]
"""What the slots of a function hold, as far as it is known."""


class Known:
    """`kept`: a state with the value of each field that never has another; `varying`: the other fields, by their frame
    (empty: the state)."""

    def __init__(self, system: TransitionSystem, kept: State | None, varying: frozenset[tuple[str, str]]) -> None:
        self.system, self.scope, self.schema = system.system, system.scope, system.schema
        self.kept, self.varying = kept, varying

    def given(self, function: Function) -> Iterator[Values] | None:
        """Every choice of the members among a function's arguments; None where there are too many."""
        slots, choices, number = list[int](), list[range](), 1
        for slot, parameter in enumerate(function.parameters):
            if isinstance(parameter.type, t.Sort | t.Enum):
                slots.append(slot)
                choices.append(range(domain_size(parameter.type, self.system, self.scope)))
                number *= len(choices[-1])
        return (dict(zip(slots, chosen, strict=True)) for chosen in product(*choices)) if number <= MOST_TRIED else None

    def result(self, function: Function, values: Values) -> Any:
        """What a function gives."""
        found = self._run(function.body, dict(values))
        return UNKNOWN if found is GOING_ON else found

    def _run(self, body: tuple[n.Stmt, ...], values: Values) -> Any:
        for statement in body:
            match statement:
                case n.Let(slot=slot, value=value):
                    values[slot] = self.value(value, values)
                case n.Return(value=value) if value is not None:
                    return self.value(value, values)
                case n.If(condition=condition, then=then, otherwise=otherwise):
                    holds = self.value(condition, values)
                    found = UNKNOWN if holds is UNKNOWN else self._run(then if holds else otherwise, values)
                    if found is not GOING_ON:
                        return found
                case _:
                    return UNKNOWN
        return GOING_ON

    def value(self, node: n.Expr, values: Mapping[int, Any]) -> Any:
        """What an expression is; `UNKNOWN` where that hangs on more, or where it may fail."""
        match node:
            case n.Const(value=value):
                return value
            case n.Number(name=name):
                return self.scope.constants[name]
            case n.Var(slot=slot):
                return values.get(slot, UNKNOWN)
            case n.Attr(sort=sort, name=name, subject=subject, keys=keys):
                return self._entry(self.scope.attributes[sort, name], (subject, *keys), values)
            case n.Read(record=None, field=field, keys=keys) if self.kept and ("", field) not in self.varying:
                return self._entry(self.kept.fields[self.schema.index[field]], keys, values)
            case n.IsOpen(frame=frame) if self.kept and (frame, "") not in self.varying:
                return self.kept.frames[self.schema.frame_index[frame]] is not None
            case n.Logic(op=op, items=items):
                return self._logic(op, items, values)
            case n.IfExpr(condition=condition, then=then, otherwise=otherwise):
                holds = self.value(condition, values)
                return UNKNOWN if holds is UNKNOWN else self.value(then if holds else otherwise, values)
            case n.Call(kind="helper", name=name, args=args):
                helper = self.system.helpers[name]
                return self.result(helper, {slot: self.value(arg, values) for slot, arg in enumerate(args)})
        return self._calculated(node, values)

    def _calculated(self, node: n.Expr, values: Mapping[int, Any]) -> Any:
        match node:
            case n.Not(value=value):
                parts: tuple[n.Expr, ...] = (value,)
            case n.Compare(left=left, right=right) | n.Arith(op="+" | "-" | "*", left=left, right=right):
                parts = left, right
            case n.Member(item=item, collection=n.SetOf(items=items)):
                parts = item, *items
            case _:
                return UNKNOWN
        found = [self.value(part, values) for part in parts]
        if any(value is UNKNOWN for value in found):
            return UNKNOWN
        match node:
            case n.Not():
                return not found[0]
            case n.Member():
                return found[0] in found[1:]
            case n.Compare(op="==") | n.Compare(op="<") | n.Compare(op="<=") | n.Arith():
                one, other = found
                if node.op == "==":
                    return one == other
                return UNKNOWN if None in found else OPERATIONS[node.op](one, other)

    def _entry(self, value: Any, keys: tuple[n.Expr, ...], values: Mapping[int, Any]) -> Any:
        for key in keys:
            at = self.value(key, values)
            if value is None or at is UNKNOWN or at is None:
                return UNKNOWN
            value = value[at]
        return value

    def _logic(self, op: str, items: tuple[n.Expr, ...], values: Mapping[int, Any]) -> Any:
        for item in items:
            found = self.value(item, values)
            if found is UNKNOWN or found is (op == "or"):
                return found
        return op == "and"


OPERATIONS = {
    "<": lambda one, other: one < other,
    "<=": lambda one, other: one <= other,
    "+": lambda one, other: one + other,
    "-": lambda one, other: one - other,
    "*": lambda one, other: one * other,
}
