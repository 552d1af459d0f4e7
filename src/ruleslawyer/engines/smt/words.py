"""Conditions on a state in words: the fields, frames and members by the names that the model gives them."""

from __future__ import annotations

from collections.abc import Mapping

from ruleslawyer.ground.instances import Ground
from ruleslawyer.ground.nodes import SYMBOLS, Node, postorder
from ruleslawyer.ground.values import NONE
from ruleslawyer.ir import types as t

_LONG = 400
"""Characters of a part beyond which only its beginning is shown."""


class Words:
    """Says conditions of one grounding."""

    def __init__(self, ground: Ground) -> None:
        self.ground = ground
        self._types: dict[Node, t.Type] = {}
        layout = ground.layout
        for leaf in layout.leaves:
            if leaf.cell is not None and leaf.node.op in SYMBOLS:
                self._types[leaf.node] = layout.cells[leaf.cell].type
        self._options = {r.node: r.options for r in ground.world.rigids.values() if r.options}

    def say(self, condition: Node) -> str:
        """A condition as a sentence; brackets only where they are wanted."""
        known: dict[Node, str] = {}
        for node in postorder([condition]):
            known[node] = self._one(node, known)
        return known[condition]

    def _one(self, node: Node, known: Mapping[Node, str]) -> str:
        args = [known[a] for a in node.args]
        inner = [f"({text})" if a.op in ("and", "or", "ite", "equal", "less_equal") else text
                 for a, text in zip(node.args, args, strict=True)]  # fmt: skip
        match node.op:
            case "constant":
                return str(node.value)
            case "leaf" | "rigid" | "parameter":
                return str(node.value)
            case "not":
                return self._denied(node.args[0], args[0], inner[0])
            case "and" | "or":
                text = f" {node.op} ".join(inner)
            case "ite":
                text = f"{inner[1]} if {inner[0]} else {inner[2]}"
            case "equal":
                text = self._equal(node, inner, "is")
            case "less_equal":
                text = f"{inner[0]} <= {inner[1]}"
            case "add":
                text = f"({_added(node, inner)})"
            case "subtract":
                text = f"({' - '.join(inner)})"
            case "multiply":
                text = " * ".join(inner)
            case "quotient":
                text = f"({' // '.join(inner)})"
        return text if len(text) <= _LONG else f"{text[:_LONG]}…"

    def _denied(self, node: Node, text: str, inner: str) -> str:
        if node.op == "less_equal":
            return text.replace(" <= ", " > ") if text.count(" <= ") == 1 else f"not {inner}"
        if node.op == "equal" and " is " in text and text.count(" is ") == 1:
            return text.replace(" is ", " is not ")
        return f"not {inner}"

    def _equal(self, node: Node, args: list[str], sign: str) -> str:
        a, b = node.args
        if b.op == "constant" and b.sort == "int":
            label = self.member(a, b.value)
            if label:
                return f"{args[0]} {sign} {label}"
        return f"{args[0]} == {args[1]}"

    def member(self, symbol: Node, member: int) -> str:
        """The name of a member of the kind that a symbol has."""
        if symbol in self._options:
            return self._options[symbol][member]
        kind = self._types.get(symbol)
        item = kind.item if isinstance(kind, t.Optional | t.Pile) else kind
        if isinstance(item, t.Sort | t.Enum) and symbol.finite:
            return "none" if member == NONE else self.ground.layout.label(item, member)
        return ""


def _added(node: Node, texts: list[str]) -> str:
    """A sum: what is added first, then what is taken away."""
    plus: list[str] = []
    minus: list[str] = []
    for part, text in zip(node.args, texts, strict=True):
        factor = part.args[0] if part.op == "multiply" else part
        if factor.op == "constant" and factor.value < 0:
            minus.append(text.removeprefix("-1 * ").removeprefix("-"))
        else:
            plus.append(text)
    return "".join([" + ".join(plus) or "0", *(f" - {text}" for text in minus)])
