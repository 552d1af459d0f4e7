"""Ground nodes evaluated, where each symbol has a value, and the arguments of an instance there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ruleslawyer.ground.arguments import Argument
from ruleslawyer.ground.instances import Ground
from ruleslawyer.ground.layout import Scalar
from ruleslawyer.ground.nodes import Node, postorder
from ruleslawyer.ground.relation import Instance
from ruleslawyer.ground.values import flatten
from ruleslawyer.ir import types as t


def evaluate(roots: Iterable[Node], symbols: Mapping[Node, Scalar]) -> list[Scalar]:
    """The values of nodes where each symbol has one."""
    roots = tuple(roots)
    found: dict[Node, Any] = {}
    for node in postorder(roots):
        args = [found[a] for a in node.args]
        match node.op:
            case "constant":
                value: Any = node.value
            case "leaf" | "rigid" | "parameter":
                value = symbols[node]
            case "not":
                value = not args[0]
            case "and":
                value = all(args)
            case "or":
                value = any(args)
            case "ite":
                value = args[1] if args[0] else args[2]
            case "add":
                value = sum(args)
            case "subtract":
                value = args[0] - args[1]
            case "multiply":
                value = args[0] * args[1]
            case "quotient":
                value = args[0] // args[1] if args[1] else 0
            case "less_equal":
                value = args[0] <= args[1]
            case "equal":
                value = args[0] == args[1]
        found[node] = value
    return [found[root] for root in roots]


def arguments_of(ground: Ground, instance: Instance, symbols: Mapping[Node, Scalar]) -> tuple[Any, ...]:
    """The canonical arguments of an instance, where its parameters and the leaves of the state have values."""
    return tuple(_argument(ground, a, symbols) if a.symbolic else a.value for a in instance.arguments)


def _argument(ground: Ground, argument: Argument, symbols: Mapping[Node, Scalar]) -> Any:
    if isinstance(argument.type, t.Map):
        found = []
        for entry in argument.value.entries:
            present, *scalars = evaluate([entry.present, *flatten(entry.value)], symbols)
            found.append(ground.shape.canonical(argument.type.value, iter(scalars)) if present else None)
        return tuple(found)
    return ground.shape.canonical(argument.type, iter(evaluate(flatten(argument.value), symbols)))
