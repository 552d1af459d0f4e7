"""The arguments of rules: members one by one, everything else as parameters with their bounds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

from ruleslawyer.ir import types as t
from ruleslawyer.ir.nodes import Parameter
from ruleslawyer.lifted import values as v
from ruleslawyer.lifted.scoped.given import Unsupported, World
from ruleslawyer.lifted.scoped.nodes import TRUE, Node, both, either, ite, less_equal, negate, number
from ruleslawyer.lifted.scoped.values import Bunch, Maybe, Table, Value, flatten
from ruleslawyer.lifted.terms import BOOL


@dataclass(frozen=True, slots=True)
class Argument:
    """One argument of an instance: a canonical value, or `symbolic` with a value made of parameters."""

    type: t.Type
    value: Any
    symbolic: bool = False


class Arguments:
    """Every list of arguments of a rule in a scope, and how lists are shown."""

    def __init__(self, world: World) -> None:
        self._world, self._scope, self._layout, self._shape = world, world.scope, world.layout, world.shape

    def lists(
        self, owner: str, parameters: Sequence[Parameter], awaited: Bunch | None
    ) -> Iterator[tuple[tuple[Argument, ...], tuple[v.Value, ...], Node]]:
        """All argument lists: members one by one, everything else as parameters with their bounds."""
        options = [list(self._values(f"{owner}.{p.name}", p.type, awaited)) for p in parameters]
        for chosen in product(*options):
            arguments = tuple(argument for argument, _ in chosen)
            yield (
                arguments,
                tuple(argument_value(self._world, a) for a in arguments),
                both(*(bounds for _, bounds in chosen)),
            )

    def _values(self, name: str, type: t.Type, awaited: Bunch | None) -> Iterator[tuple[Argument, Node]]:
        if self._shape.is_choice(type):
            for k in self._shape.members(type):
                yield Argument(type, None if k < 0 else k), TRUE
        elif isinstance(type, t.Bool):
            for flag in (False, True):
                yield Argument(type, flag), TRUE
        elif isinstance(type, t.Map):
            entries = []
            bounds = TRUE
            for k in range(self._shape.size(type.key)):
                present = TRUE if awaited is None else awaited.members[k]
                label = f"{name}[{self._layout.label(type.key, k)}]"
                entry = self._shape.fresh(type.value, "parameter", label, self._layout.label)
                bounds = both(bounds, either(negate(present), self._bounds(name, type.value, entry)))
                entries.append(Maybe(present, entry))
            yield Argument(type, Table(tuple(entries)), True), bounds
        elif isinstance(type, t.Int | t.Optional | t.Set):
            value = self._shape.fresh(type, "parameter", name, self._layout.label)
            yield Argument(type, value, True), self._bounds(name, type, value)
        else:
            raise Unsupported(f"choice of type {type}, as {name} is")

    def _bounds(self, name: str, type: t.Type, value: Value) -> Node:
        match type, value:
            case t.Int(low, high), Node():
                low, high = self._scope.bounds.get(name, (low, high))
                return both(
                    TRUE if low is None else less_equal(number(low), value),
                    TRUE if high is None else less_equal(value, number(high)),
                )
            case t.Optional(item), Maybe(present, inner):
                return either(negate(present), self._bounds(name, item, inner))
            case _:
                return TRUE

    def label(self, name: str, arguments: tuple[Argument, ...]) -> str:
        """A rule with its arguments, as it is called everywhere."""
        return f"{name}({', '.join(self.show(a.type, a.value) if not a.symbolic else '·' for a in arguments)})"

    def show(self, type: t.Type, value: Any) -> str:
        """A canonical value in the names of the scope."""
        match type:
            case _ if value is None:
                return "None"
            case t.Sort() | t.Enum():
                return self._layout.label(type, value)
            case t.Optional(item):
                return self.show(item, value)
            case t.Set(item):
                return "{" + ", ".join(self.show(item, v) for v in sorted(value)) + "}"
            case t.Pile(item):
                return "[" + ", ".join(self.show(item, v) for v in value) + "]"
            case t.Map(_, item):
                return "(" + ", ".join(self.show(item, v) for v in value) + ")"
        return str(value)


def argument_value(world: World, argument: Argument) -> v.Value:
    """An argument as rules see it."""
    if not argument.symbolic:
        return world.lift(argument.type, argument.value)
    if not isinstance(argument.type, t.Map):
        return world.value_for_rules(argument.type, _canonical(argument.value))
    item, entries = argument.type.value, list[v.Value]()
    for entry in argument.value.entries:
        nobody = world.lowering.term(BOOL, negate(entry.present))
        entries.append(v.Maybe(nobody, world.value_for_rules(item, entry.value)))
    return world.table(argument.type.key, item, entries)


def parameters(value: Value) -> Iterator[Node]:
    """The parameters that an argument is made of."""
    match value:
        case Table(entries):
            for entry in entries:
                yield from parameters(entry.value if isinstance(entry, Maybe) else entry)
        case _:
            yield from (n for n in flatten(value) if n.op == "parameter")


def _canonical(value: Value) -> Value:
    """A parameter as rules see it: a number that is not there is 0, as in every state."""
    if isinstance(value, Maybe) and isinstance(value.value, Node) and value.value.sort == "int":
        return Maybe(value.present, ite(value.present, value.value, number(0)))
    return value
