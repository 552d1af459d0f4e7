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
from ruleslawyer.engines.native.layout import Piece as Part
from ruleslawyer.ground.nodes import Node, postorder
from ruleslawyer.ground.ranges import WORD, Ranges

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
        self._ranges = Ranges({node: (slot.low, slot.high) for node, slot in leaves.items()})

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
        if node.sort == "int":
            return self._number(node, args, words, count)
        match node.op:
            case "constant":
                return np.full((count + 7) // 8, 255 if node.value else 0, dtype=np.uint8)
            case "leaf":
                return np.packbits(stored(words, self.leaves[node].pieces).astype(np.uint8))
            case "not":
                return ~args[0]
            case "and":
                return reduce(np.bitwise_and, args)
            case "or":
                return reduce(np.bitwise_or, args)
            case "ite":
                return (args[0] & args[1]) | (~args[0] & args[2])
            case "less_equal":
                return self._compared(np.less_equal(*self._together(node.args, args)), count)
            case "equal" if node.args[0].sort == "bool":
                return ~(args[0] ^ args[1])
            case "equal":
                return self._compared(np.equal(*self._together(node.args, args)), count)
        raise AssertionError(f"{node.op} {node.value} has no value here")

    def _number(self, node: Node, args: list[Any], words: Any, count: int) -> Any:
        """In 64 bits where that holds it, and all that it is made of; else as Python's integers, which hold all."""
        narrow = self._ranges.narrow(node)
        if node.op == "constant":
            return np.int64(node.value) if narrow else np.array(node.value, dtype=object)
        if node.op == "leaf":
            return self._leaf(self.leaves[node], words, narrow)
        if node.op == "ite":
            args = [unpacked(args[0], count), *self._together(node.args[1:], args[1:])]
        else:
            args = self._together((node, *node.args), args)
        found = self._calculated(node.op, args)
        return np.asarray(found).astype(np.int64) if narrow else np.asarray(found, dtype=object)

    def _together(self, nodes: Sequence[Node], args: Sequence[Any]) -> list[Any]:
        """Columns in one type that holds all of some nodes."""
        if all(self._ranges.narrow(node) for node in nodes):
            return list(args)
        return [np.asarray(arg).astype(object) for arg in args]

    @staticmethod
    def _calculated(op: str, args: Sequence[Any]) -> Any:
        match op:
            case "ite":
                return np.where(*args)
            case "add":
                return reduce(np.add, args)
            case "subtract":
                return args[0] - args[1]
            case "multiply":
                return args[0] * args[1]
            case "quotient":
                return args[0] // np.where(np.equal(args[1], 0), 1, args[1])  # it means nothing where that is 0
        raise AssertionError(f"{op} makes no number")

    @staticmethod
    def _compared(found: Any, count: int) -> Bits:
        return np.packbits(np.broadcast_to(np.asarray(found, dtype=np.bool_), count))

    @staticmethod
    def _leaf(slot: Slot, words: Any, narrow: bool) -> Any:
        numbers = stored(words, slot.pieces)
        return numbers.astype(np.int64) + np.int64(slot.low) if narrow else numbers.astype(object) + slot.low


def stored(words: Any, pieces: Sequence[Part]) -> Any:
    """What some pieces store in states, given as rows of words, or in one: Python's integers where that is wider than a
    word."""
    parts = [(words[..., p.word] >> np.uint64(p.shift)) & np.uint64(p.mask) for p in pieces]
    if sum(p.bits for p in pieces) <= WORD:
        return reduce(np.bitwise_or, (part << np.uint64(p.offset) for part, p in zip(parts, pieces, strict=True)))
    return sum(np.asarray(part, dtype=object) << p.offset for part, p in zip(parts, pieces, strict=True))


def unpacked(bits: Bits, count: int) -> Any:
    """A row of bits as an array of truth values."""
    return np.unpackbits(bits, count=count).view(np.bool_)


def positions(bits: Bits, count: int) -> Sequence[int]:
    """Where a row of bits is set."""
    if not bits.any():
        return ()
    found: list[int] = np.flatnonzero(unpacked(bits, count)).tolist()
    return found
