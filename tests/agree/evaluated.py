"""A scope's nodes evaluated one by one, where each symbol has a value: the product's nodes are held to it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ruleslawyer.lifted.scoped.layout import Scalar
from ruleslawyer.lifted.scoped.nodes import Node, postorder


def evaluate(roots: Iterable[Node], symbols: Mapping[Node, Scalar]) -> list[Scalar]:
    """The values of nodes where each symbol has one."""
    roots = tuple(roots)
    found: dict[Node, Any] = {}
    for node in postorder(roots):
        args = [found[a] for a in node.args]
        match node.op:
            case "constant":
                value: Any = node.value
            case "leaf" | "parameter":
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
