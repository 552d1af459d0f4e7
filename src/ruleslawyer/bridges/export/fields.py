"""The fields that are written out: for each leaf that varies the least and the largest value that it ever has."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ruleslawyer.bridges.export.finite import Finite
from ruleslawyer.lifted.scoped.layout import Leaf
from ruleslawyer.lifted.scoped.nodes import Range, hull


@dataclass(frozen=True, slots=True)
class Slot:
    """A leaf by its index, and the range of its values."""

    leaf: int
    name: str
    boolean: bool
    low: int
    high: int

    @property
    def bits(self) -> int:
        """How many hold the distance of any value from the least."""
        return max(1, (self.high - self.low).bit_length())

    @property
    def mask(self) -> int:
        return (1 << self.bits) - 1


def unbounded_leaves(model: Finite) -> list[int]:
    """The leaves whose values no type and no cap bounds on both sides."""
    leaves = model.scoped.layout.leaves
    return [index for index in model.varying if None in promise(model, leaves[index])]


def slots(model: Finite, met: Mapping[int, Range]) -> tuple[Slot, ...]:
    """The leaves that vary, in their order. `met`: the ranges of those that nothing bounds."""
    return tuple(_slot(model, index, met) for index in model.varying)


def _slot(model: Finite, index: int, met: Mapping[int, Range]) -> Slot:
    leaf = model.scoped.layout.leaves[index]
    if leaf.node.sort == "bool":
        return Slot(index, leaf.name, True, 0, 1)
    if leaf.finite is not None:
        return Slot(index, leaf.name, False, *leaf.finite)
    low, high = hull(known_range(model, index), *([met[index]] if index in met else []))
    return Slot(index, leaf.name, False, low, high)


def known_range(model: Finite, index: int) -> Range:
    """The range of what a number is before it is written, and of what its type and the scope's cap promise, as far as
    they do. The first may lie outside of the second, as in a closed frame."""
    leaf = model.scoped.layout.leaves[index]
    assert leaf.cell is not None
    cell = model.scoped.layout.cells[leaf.cell]
    values = [end for end in promise(model, leaf) if end is not None]
    values += [int(state[index]) for state in model.initial]
    pairs = zip(cell.nodes, cell.default, strict=True)
    values += [int(default.value) for value, default in pairs if value is leaf.node]
    return min(values), max(values)


def promise(model: Finite, leaf: Leaf) -> tuple[int | None, int | None]:
    """The range that its type and the scope's cap promise of a leaf."""
    if leaf.node.sort == "bool":
        return 0, 1
    if leaf.finite is not None:
        return leaf.finite
    low = leaf.promised.low if leaf.promised else None
    high = leaf.promised.high if leaf.promised else None
    if leaf.frame is None and leaf.cell is not None:
        cap = model.scoped.scope.caps.get(leaf.cell[1])
        high = cap if high is None else high if cap is None else min(high, cap)
    return low, high
