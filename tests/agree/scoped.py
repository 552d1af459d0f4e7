"""An interpreter of a scope's nodes, against which the others are held: a scope's rules on leaves and parameters."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from ruleslawyer.ir import types as t
from ruleslawyer.lifted.scoped.arguments import Argument
from ruleslawyer.lifted.scoped.instances import Instance, ScopedSystem
from ruleslawyer.lifted.scoped.layout import Scalar
from ruleslawyer.lifted.scoped.nodes import Node
from tests.agree.evaluated import evaluate


class ScopedInterpreter:
    """Runs a scope's rules."""

    def __init__(self, scoped: ScopedSystem) -> None:
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
        """Whether the instance's guard holds, and the leaves after it and what is forgotten then; None where a check
        fails."""
        symbols = self.symbols(vector, instance, args)
        guard, edge, *changed = evaluate([instance.guard, instance.edge, *(n for _, n in instance.next)], symbols)
        if not edge:
            return bool(guard), None
        after = _with(vector, [i for i, _ in instance.next], changed)
        between, symbols = self.scoped.settling, self.symbols(after)
        failed, rest, lost, *forgotten = evaluate(
            [between.rest.failed, between.rest.value, between.lost.failed, *(n for _, n in between.forgotten)], symbols
        )
        if failed or (rest and lost):
            return bool(guard), None
        return bool(guard), _with(after, [i for i, _ in between.forgotten], forgotten) if rest else after


def _with(vector: Sequence[Scalar], places: Iterable[int], values: Iterable[Scalar]) -> tuple[Scalar, ...]:
    """The leaves with others in some places."""
    put = dict(zip(places, values, strict=True))
    return tuple(put.get(i, value) for i, value in enumerate(vector))


def bind(scoped: ScopedSystem, instance: Instance, args: tuple[Any, ...]) -> dict[Node, Scalar]:
    """The parameters of an instance, from canonical arguments (a choice that nobody makes counts as 0)."""
    found: dict[Node, Scalar] = {node: False if node.sort == "bool" else node.low or 0 for node in instance.parameters}
    for argument, given in zip(instance.arguments, args, strict=True):
        if argument.symbolic:
            found.update(_bound(scoped, argument, given))
    return found


def _bound(scoped: ScopedSystem, argument: Argument, given: Any) -> dict[Node, Scalar]:
    found: dict[Node, Scalar] = {}
    pairs = zip(argument.value, given, strict=True) if isinstance(argument.type, t.Map) else [(*argument.value, given)]
    item = argument.type.value if isinstance(argument.type, t.Map) else argument.type
    for (_, nodes), value in pairs:
        if value is not None or not isinstance(argument.type, t.Map):
            found.update(_matched(nodes, scoped.shape.lift(item, value)))
    return found


def _matched(symbols: Iterable[Node], constants: Iterable[Node]) -> dict[Node, Scalar]:
    return {s: c.value for s, c in zip(symbols, constants, strict=True) if s.op == "parameter"}
