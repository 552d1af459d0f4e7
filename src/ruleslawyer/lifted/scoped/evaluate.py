"""Scoped nodes evaluated: what is left of them when each symbol has a value."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ruleslawyer.lifted.scoped.nodes import Node, constant, substitute


def evaluate(roots: Iterable[Node], symbols: Mapping[Node, bool | int]) -> list[Any]:
    """The values of nodes, each symbol of which has one."""
    found = substitute(roots, {symbol: constant(value) for symbol, value in symbols.items()})
    assert all(node.op == "constant" for node in found), "a symbol without a value"
    return [node.value for node in found]
