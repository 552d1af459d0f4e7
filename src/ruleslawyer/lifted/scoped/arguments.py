"""The arguments of rules: members one by one, everything else as parameters with their bounds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

from ruleslawyer.ir import types as t
from ruleslawyer.ir.nodes import Parameter
from ruleslawyer.lifted import values as v
from ruleslawyer.lifted.scoped.nodes import TRUE, Node, both, either, ite, less_equal, negate, number
from ruleslawyer.lifted.scoped.world import Unsupported, World
from ruleslawyer.lifted.terms import BOOL


@dataclass(frozen=True, slots=True)
class Argument:
    """One argument of an instance: a canonical value; or `symbolic`, made of parameters: the nodes of each entry of a
    map, or of the one value, with the condition under which somebody chooses it."""

    type: t.Type
    value: Any
    symbolic: bool = False


class Arguments:
    """Every list of arguments of a rule in a scope, and how lists are shown."""

    def __init__(self, world: World) -> None:
        self._world, self._scope, self._layout, self._shape = world, world.scope, world.layout, world.shape

    def lists(
        self, owner: str, parameters: Sequence[Parameter], awaited: Sequence[Node] | None
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

    def _values(self, name: str, type: t.Type, awaited: Sequence[Node] | None) -> Iterator[tuple[Argument, Node]]:
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
                present = TRUE if awaited is None else awaited[k]
                label = f"{name}[{self._layout.label(type.key, k)}]"
                entry = tuple(self._shape.fresh(type.value, "parameter", label, self._layout.label))
                bounds = both(bounds, either(negate(present), self._bounds(name, type.value, entry)))
                entries.append((present, entry))
            yield Argument(type, tuple(entries), True), bounds
        elif isinstance(type, t.Int | t.Optional | t.Set):
            nodes = tuple(self._shape.fresh(type, "parameter", name, self._layout.label))
            yield Argument(type, ((TRUE, nodes),), True), self._bounds(name, type, nodes)
        else:
            raise Unsupported(f"choice of type {type}, as {name} is")

    def _bounds(self, name: str, type: t.Type, nodes: Sequence[Node]) -> Node:
        match type:
            case t.Int(low, high):
                low, high = self._scope.bounds.get(name, (low, high))
                return both(
                    TRUE if low is None else less_equal(number(low), nodes[0]),
                    TRUE if high is None else less_equal(nodes[0], number(high)),
                )
            case t.Optional(item) if not self._shape.is_choice(type):
                return either(negate(nodes[0]), self._bounds(name, item, nodes[1:]))
        return TRUE

    def label(self, name: str, arguments: tuple[Argument, ...]) -> str:
        """A rule with its arguments, as it is called everywhere."""
        return f"{name}({', '.join(self._show(a.type, a.value) if not a.symbolic else '·' for a in arguments)})"

    def _show(self, type: t.Type, value: bool | int | None) -> str:
        """A member or a truth value in the names of the scope."""
        item = type.item if isinstance(type, t.Optional) else type
        return str(value) if value is None or isinstance(item, t.Bool) else self._layout.label(item, value)


def argument_value(world: World, argument: Argument) -> v.Value:
    """An argument as rules see it."""
    if not argument.symbolic:
        return world.lift(argument.type, argument.value)
    if not isinstance(argument.type, t.Map):
        ((_, nodes),) = argument.value
        if isinstance(argument.type, t.Optional) and isinstance(argument.type.item, t.Int):
            nodes = nodes[0], ite(nodes[0], nodes[1], number(0))  # a number that is not there is 0, as in every state
        return world.value_for_rules(argument.type, nodes)
    item, entries = argument.type.value, list[v.Value]()
    for present, nodes in argument.value:
        nobody = world.lowering.term(BOOL, negate(present))
        entries.append(v.Maybe(nobody, world.value_for_rules(item, nodes)))
    return world.table(argument.type.key, item, entries)


def parameters(argument: Argument) -> Iterator[Node]:
    """The parameters that an argument is made of."""
    if argument.symbolic:
        yield from (node for _, nodes in argument.value for node in nodes if node.op == "parameter")
