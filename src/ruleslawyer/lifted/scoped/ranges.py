"""How large the numbers of a scoped node become, from the ranges of its leaves and parameters."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from ruleslawyer.lifted.scoped.nodes import Node, postorder

Range: TypeAlias = tuple[int, int]
"""The least value and the largest."""
MOST_BITS = 1024
"""Bits of the widest number, signed, up to which ranges are told apart."""
WIDEST: Range = (-(1 << MOST_BITS - 1), (1 << MOST_BITS - 1) - 1)


def hull(*ranges: Range) -> Range:
    return min(low for low, _ in ranges), max(high for _, high in ranges)


class Ranges:
    """Ranges of nodes over symbols with known ranges. Where one leaves `WIDEST` it is cut off there."""

    def __init__(self, symbols: Mapping[Node, Range]) -> None:
        self._symbols = symbols
        self._known: dict[Node, Range] = {}

    def of(self, root: Node) -> Range:
        """The range of an integer node."""
        if root not in self._known:
            for node in postorder([root], self._known):
                if node.sort == "int":
                    whole = self.whole(node)
                    self._known[node] = max(whole[0], WIDEST[0]), min(whole[1], WIDEST[1])
        return self._known[root]

    def whole(self, node: Node) -> Range:
        """The range of a node by those of its arguments, not cut off."""
        match node.op:
            case "constant":
                return node.value, node.value
            case "leaf" | "parameter":
                return self._of_symbol(node)
            case "ite":
                return hull(self.of(node.args[1]), self.of(node.args[2]))
            case "add":
                lows, highs = zip(*(self.of(a) for a in node.args), strict=True)
                return sum(lows), sum(highs)
            case "subtract":
                return self._difference(*node.args)
            case "multiply":
                (a, b), (c, d) = (self.of(x) for x in node.args)
                corners = (a * c, a * d, b * c, b * d)
                return min(corners), max(corners)
            case "quotient":
                return _quotient(self.of(node.args[0]), self.of(node.args[1]))
        raise AssertionError(f"{node.op} {node.value} is no number")

    def _of_symbol(self, node: Node) -> Range:
        low, high = self._symbols.get(node, (None, None))
        low = node.low if low is None or (node.low is not None and node.low > low) else low
        high = node.high if high is None or (node.high is not None and node.high < high) else high
        assert low is not None and high is not None, f"nothing bounds {node.value}"
        return low, high

    def _difference(self, a: Node, b: Node) -> Range:
        (low, high), (least, most) = self.of(a), self.of(b)
        divisor = _divisor(a, b)
        if divisor is None:
            return low - most, high - least
        first, last = self.of(divisor)  # what is left lies between 0 and the divisor
        rest = min(0, first + 1), max(0, last - 1)
        return hull(rest, (low, high)) if first <= 0 <= last else rest


def _divisor(a: Node, b: Node) -> Node | None:
    """The divisor of a, where `a - b` is the remainder."""
    if b.op == "multiply":
        for divisor, whole in (b.args, b.args[::-1]):
            if whole.op == "quotient" and whole.args == (a, divisor):
                return divisor
    return None


def _quotient(dividend: Range, divisor: Range) -> Range:
    """Rounded towards minus infinity; a divisor 0, which means nothing, counts as 1."""
    low, high = divisor
    divisors = {x for x in (low, high, -1, 1) if low <= x <= high and x}
    if low <= 0 <= high:
        divisors.add(1)
    corners = [a // b for a in dividend for b in divisors]
    return min(corners), max(corners)
