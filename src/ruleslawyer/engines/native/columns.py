"""Ground nodes over many states at once: Booleans as bit rows, integers as columns.

Nothing is compiled, so the thousands of conditions that a report asks about cost no code; a Boolean operation treats
64 states in one step of the processor.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import reduce
from typing import Any, TypeAlias

import numpy as np

from ruleslawyer.engines.native.layout import Packing, Slot
from ruleslawyer.ground.nodes import Node, postorder

Bits = Any
"""A row of bits, one for each state, in bytes, the first state the highest bit; bits behind the last mean nothing."""


Piece: TypeAlias = tuple[Any, Any, Any]
"""States to look at together: the depth of each, their words as rows, and the ids to report."""
ROWS = 1 << 15
"""States of a piece of a good size."""


def pieces(slices: Iterable[tuple[int, Any, Any]], first: int = ROWS) -> Iterator[Piece]:
    """Slices (of one depth each) put together, or cut, into pieces; `first`: states of the first, each of the next has
    four times as many until they have a good size."""
    size, held = first, 0
    waiting: list[Piece] = []
    for depth, words, ids in slices:
        begin = 0
        while begin < len(words):
            more = min(len(words) - begin, size - held)
            waiting.append((np.full(more, depth), words[begin : begin + more], ids[begin : begin + more]))
            begin, held = begin + more, held + more
            if held == size:
                yield _joined(waiting)
                waiting, held, size = [], 0, min(ROWS, size * 4)
    if waiting:
        yield _joined(waiting)


def _joined(waiting: list[Piece]) -> Piece:
    depths, words, ids = zip(*waiting, strict=True)
    return np.concatenate(depths), np.concatenate(words), np.concatenate(ids)


class Plan:
    """Nodes in an order of evaluation, with the point where each value is used last."""

    def __init__(self, roots: Iterable[Node]) -> None:
        self.roots = tuple(roots)
        self.order = tuple(postorder(self.roots))
        wanted = set(self.roots)
        last: dict[Node, Node] = {}
        for node in self.order:
            for arg in node.args:
                last[arg] = node
        self.done: dict[Node, list[Node]] = {}
        for arg, node in last.items():
            if arg not in wanted:
                self.done.setdefault(node, []).append(arg)


class Columns:
    """A layout, for evaluation over rows of packed states."""

    def __init__(self, packing: Packing, leaves: Mapping[Node, Slot]) -> None:
        self.packing, self.leaves = packing, leaves

    def evaluate(self, plan: Plan, words: Any) -> list[Bits]:
        """The Boolean roots of a plan for states given as rows of words (shape: states × words)."""
        count = len(words)
        values: dict[Node, Any] = {}
        for node in plan.order:
            values[node] = self._value(node, values, words, count)
            for arg in plan.done.get(node, ()):
                values.pop(arg, None)
        return [values[root] for root in plan.roots]

    def _value(self, node: Node, values: Mapping[Node, Any], words: Any, count: int) -> Any:
        args = [values[a] for a in node.args]
        match node.op:
            case "constant":
                if node.sort == "int":
                    return np.int64(node.value)
                return np.full((count + 7) // 8, 255 if node.value else 0, dtype=np.uint8)
            case "leaf":
                return self._leaf(self.leaves[node], words)
            case "not":
                return ~args[0]
            case "and":
                return reduce(np.bitwise_and, args)
            case "or":
                return reduce(np.bitwise_or, args)
            case "ite" if node.sort == "bool":
                return (args[0] & args[1]) | (~args[0] & args[2])
            case "ite":
                return np.where(unpacked(args[0], count), args[1], args[2])
            case "add":
                return reduce(np.add, args)
            case "subtract":
                return args[0] - args[1]
            case "multiply":
                return args[0] * args[1]
            case "quotient":
                return args[0] // np.where(np.equal(args[1], 0), 1, args[1])  # it means nothing where that is 0
            case "less_equal":
                return self._compared(np.less_equal(*args), count)
            case "equal" if node.args[0].sort == "bool":
                return ~(args[0] ^ args[1])
            case "equal":
                return self._compared(np.equal(*args), count)
        raise AssertionError(f"{node.op} {node.value} has no value here")

    @staticmethod
    def _compared(found: Any, count: int) -> Bits:
        return np.packbits(np.broadcast_to(found, count))

    @staticmethod
    def _leaf(slot: Slot, words: Any) -> Any:
        numbers = (words[:, slot.word] >> np.uint64(slot.shift)) & np.uint64(slot.mask)
        if slot.boolean:
            return np.packbits(numbers.astype(np.uint8))
        return numbers.astype(np.int64) + slot.low


def unpacked(bits: Bits, count: int) -> Any:
    """A row of bits as an array of truth values."""
    return np.unpackbits(bits, count=count).view(np.bool_)


def positions(bits: Bits, count: int) -> Sequence[int]:
    """Where a row of bits is set."""
    if not bits.any():
        return ()
    found: list[int] = np.flatnonzero(unpacked(bits, count)).tolist()
    return found
