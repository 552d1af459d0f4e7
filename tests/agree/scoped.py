"""An interpreter of a scope's nodes, against which the others are held: a scope's rules on leaves and parameters."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from ruleslawyer.ir import types as t
from ruleslawyer.lifted.scoped.arguments import Argument
from ruleslawyer.lifted.scoped.instances import Scoped
from ruleslawyer.lifted.scoped.layout import Scalar
from ruleslawyer.lifted.scoped.nodes import Node
from ruleslawyer.lifted.scoped.relation import Instance
from ruleslawyer.lifted.scoped.values import Maybe, Table, flatten
from tests.agree.evaluated import evaluate


class ScopedInterpreter:
    """Runs a scope's rules."""

    def __init__(self, scoped: Scoped) -> None:
        self.scoped = scoped

    def symbols(
        self, vector: Sequence[Scalar], instance: Instance | None = None, args: tuple[Any, ...] = ()
    ) -> dict[Node, Scalar]:
        """What each symbol stands for in a state, for an instance with these canonical arguments."""
        leaves = self.scoped.layout.leaves
        found = {leaf.node: value for leaf, value in zip(leaves, vector, strict=True)}
        if instance is not None:
            found.update(bind(self.scoped, instance, args))
        return found

    def ask(
        self, node: Node, vector: Sequence[Scalar], instance: Instance | None = None, args: tuple[Any, ...] = ()
    ) -> Scalar:
        """A node over leaves, or over an instance's parameters too."""
        return evaluate([node], self.symbols(vector, instance, args))[0]

    def step(
        self, vector: Sequence[Scalar], instance: Instance, args: tuple[Any, ...] = ()
    ) -> tuple[bool, tuple[Scalar, ...] | None]:
        """Whether the instance's guard holds, and the next leaves where it is defined."""
        symbols = self.symbols(vector, instance, args)
        guard, defined, *changed = evaluate(
            [instance.guard, instance.defined, *(node for _, node in instance.next)], symbols
        )
        if not defined:
            return bool(guard), None
        after = list(vector)
        for (index, _), value in zip(instance.next, changed, strict=True):
            after[index] = value
        return bool(guard), tuple(after)


def bind(scoped: Scoped, instance: Instance, args: tuple[Any, ...]) -> dict[Node, Scalar]:
    """The parameters of an instance, from canonical arguments (a choice that nobody makes counts as 0)."""
    found: dict[Node, Scalar] = {node: False if node.sort == "bool" else node.low or 0 for node in instance.parameters}
    for argument, given in zip(instance.arguments, args, strict=True):
        if argument.symbolic:
            found.update(_bound(scoped, argument, given))
    return found


def _bound(scoped: Scoped, argument: Argument, given: Any) -> dict[Node, Scalar]:
    found: dict[Node, Scalar] = {}
    if isinstance(argument.type, t.Map):
        table = argument.value
        assert isinstance(table, Table)
        for entry, value in zip(table.entries, given, strict=True):
            assert isinstance(entry, Maybe)
            if value is not None:
                constant = scoped.shape.lift(argument.type.value, value)
                found.update(_matched(flatten(entry.value), flatten(constant)))
    else:
        found.update(_matched(flatten(argument.value), flatten(scoped.shape.lift(argument.type, given))))
    return found


def _matched(symbols: Iterable[Node], constants: Iterable[Node]) -> dict[Node, Scalar]:
    return {s: c.value for s, c in zip(symbols, constants, strict=True) if s.op == "parameter"}
