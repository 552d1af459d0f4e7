"""Conditions on a state in words: the fields, frames and members by the names that the model gives them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ruleslawyer.ir import types as t
from ruleslawyer.lifted.scoped.instances import Scoped
from ruleslawyer.lifted.scoped.layout import Cell, Layout
from ruleslawyer.lifted.scoped.nodes import SYMBOLS, Node, postorder
from ruleslawyer.lifted.scoped.values import Bunch, Choice, Maybe, Slots, Table, Value

_LONG = 400
"""Characters of a part beyond which only its beginning is shown."""


class Words:
    """Says conditions of one scope."""

    def __init__(self, scoped: Scoped) -> None:
        self.scoped = scoped
        self._types: dict[Node, t.Type] = {}
        self._flags: dict[Node, str] = {}
        layout = scoped.layout
        for cell in layout.cells.values():
            self._types.update(_member_symbols(cell.type, cell.value))
            self._flags.update(_flags(layout, cell))
        for sort in scoped.system.sorts.values():
            for attribute in sort.attributes:
                for value in scoped.world.known_attribute(sort.name, attribute.name) or ():
                    self._types.update(_member_symbols(attribute.type, value))
        self._options = {r.node: r.options for r in scoped.world.rigids.values() if r.options}

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
                return self._flags.get(node, str(node.value))
            case "not":
                return self._denial(node.args[0], args[0], inner[0])
            case "and" | "or":
                text = f" {node.op} ".join(inner)
            case "ite":
                text = f"{inner[1]} if {inner[0]} else {inner[2]}"
            case "equal":
                text = self._equal(node, inner, "is")
            case "less_equal":
                text = self._among(node) or f"{inner[0]} <= {inner[1]}"
            case "add":
                text = f"({_sum_text(node, inner)})"
            case "subtract":
                text = f"({' - '.join(inner)})"
            case "multiply":
                text = " * ".join(inner)
            case "quotient":
                text = f"({' // '.join(inner)})"
        return text if len(text) <= _LONG else f"{text[:_LONG]}…"

    def _denial(self, node: Node, text: str, inner: str) -> str:
        if node in self._flags:
            return text.replace(" in ", " not in ") if " in " in text else text.replace(" is ", " is not ")
        if node.op == "less_equal" and not self._among(node):
            return text.replace(" <= ", " > ") if text.count(" <= ") == 1 else f"not {inner}"
        if node.op in ("equal", "less_equal") and " is " in text and text.count(" is ") == 1:
            return text.replace(" is ", " is not ")
        return f"not {inner}"

    def _equal(self, node: Node, args: list[str], sign: str) -> str:
        a, b = node.args
        if b.op == "constant" and b.sort == "int":
            label = self.member(a, b.value)
            if label:
                return f"{args[0]} {sign} {label}"
        return f"{args[0]} == {args[1]}"

    def _among(self, node: Node) -> str:
        """An order between the numbers of members, which no model knows, as the members that are meant."""
        a, b = node.args
        symbol, limit = (a, b) if b.op == "constant" else (b, a)
        if limit.op != "constant" or symbol not in self._types or symbol.low is None or symbol.high is None:
            return ""
        meant = range(symbol.low, limit.value + 1) if symbol is a else range(limit.value, symbol.high + 1)
        names = [self.member(symbol, k) for k in meant if symbol.low <= k <= symbol.high]
        return f"{symbol.value} is {' or '.join(names)}" if names else ""

    def member(self, symbol: Node, member: int) -> str:
        """The name of a member of the kind that a symbol has."""
        if symbol in self._options:
            return self._options[symbol][member]
        kind = self._types.get(symbol)
        return "" if kind is None else self.scoped.layout.member(kind, member)


def _member_symbols(type: t.Type, value: Value) -> Iterator[tuple[Node, t.Type]]:
    """The symbols of a value that are numbers of members, and of what."""
    match type, value:
        case t.Map(_, item), Table(entries):
            for entry in entries:
                yield from _member_symbols(item, entry)
        case t.Optional(item), Maybe(_, inner):
            yield from _member_symbols(item, inner)
        case t.Pile(item), Slots(slots):
            for slot in slots:
                yield from _member_symbols(item, slot)
        case ((t.Sort() | t.Enum() | t.Optional()), Choice(_, node)) if node is not None and node.op in SYMBOLS:
            yield node, type


def _flags(layout: Layout, cell: Cell) -> Iterator[tuple[Node, str]]:
    """Words for the flags of a set, and of a value that may be None."""
    match cell.value:
        case Bunch(members, chance):
            if isinstance(cell.type, t.Set | t.Awaits):
                yield from ((m, f"{layout.label(cell.type.item, k)} in {cell.name}") for k, m in enumerate(members))
            if chance is not None:
                yield chance, f"chance in {cell.name}"
        case Maybe(present, _):
            yield present, f"{cell.name} is set"


def _sum_text(node: Node, texts: list[str]) -> str:
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
