"""Parts of SMT-LIB text for scoped nodes: names of symbols, constants, operations."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ruleslawyer.lifted.scoped.nodes import SYMBOLS, Node

_WORDS = {
    "not": "not", "and": "and", "or": "or", "ite": "ite", "add": "+", "subtract": "-", "multiply": "*",
    "less_equal": "<=", "equal": "=",
}  # fmt: skip
_PREFIX = {"leaf": "", "rigid": "any ", "parameter": "choose "}


def symbol_name(node: Node) -> str:
    """The name of a symbol, one for each: what SMT-LIB does not allow between bars is written as its number."""
    assert node.op in SYMBOLS
    plain = re.sub(r"[^ -~]|[%|\\@=]", lambda m: f"%{ord(m[0]):x};", str(node.value))
    return f"{_PREFIX[node.op]}{plain}"


def literal(node: Node) -> str:
    """A constant's text."""
    return str(node.value).lower() if node.sort == "bool" else _integer(node.value)


def operation(node: Node, args: Sequence[str]) -> str:
    """The text of a node's operation on its arguments."""
    if node.op == "quotient":  # SMT-LIB rounds towards minus infinity where the divisor is positive
        a, b = args
        whole = f"(div {a} {b})"
        return whole if node.args[1].op == "constant" else f"(ite (> {b} 0) {whole} (div (- {a}) (- {b})))"
    return f"({_WORDS[node.op]} {' '.join(args)})"


def _integer(value: int) -> str:
    return str(value) if value >= 0 else f"(- {-value})"


def sort_name(node: Node) -> str:
    return "Bool" if node.sort == "bool" else "Int"
