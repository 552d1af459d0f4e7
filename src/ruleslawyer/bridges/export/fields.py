"""The fields that are written out: for each leaf that varies the least and the largest value that it ever has."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from ruleslawyer.bridges.export.finite import Finite
from ruleslawyer.lifted.scoped.layout import Leaf
from ruleslawyer.lifted.scoped.values import flatten

Written: TypeAlias = Mapping[tuple[str, str], tuple[int, int]]
"""What was ever written to a field (of a frame, which comes first, or of the state), the least and the largest."""


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


def unbounded(model: Finite) -> list[str]:
    """The leaves whose values nothing bounds on both sides."""
    leaves = (model.scoped.layout.leaves[index] for index in model.varying)
    return [leaf.name for leaf in leaves if None in _promise(model, leaf)]


def slots(model: Finite, written: Written) -> tuple[Slot, ...]:
    """The leaves that vary, in their order. `written`: of the fields with leaves that nothing bounds."""
    return tuple(_slot(model, index, written) for index in model.varying)


def _slot(model: Finite, index: int, written: Written) -> Slot:
    leaf = model.scoped.layout.leaves[index]
    if leaf.node.sort == "bool":
        return Slot(index, leaf.name, True, 0, 1)
    low, high = _promise(model, leaf)
    if leaf.finite is not None:
        assert low is not None and high is not None
        return Slot(index, leaf.name, False, low, high)
    assert leaf.cell is not None
    # What a field holds before it is written may lie outside its range, as in a closed frame.
    begins = {int(state[index]) for state in model.initial} | {_default(model, leaf)}
    if low is None or high is None:
        begins.update(written.get((leaf.cell[0] or "", leaf.cell[1]), ()))
    return Slot(index, leaf.name, False, min(_with_end(low, begins)), max(_with_end(high, begins)))


def _with_end(end: int | None, values: Iterable[int]) -> Sequence[int]:
    return [*values] if end is None else [end, *values]


def _promise(model: Finite, leaf: Leaf) -> tuple[int | None, int | None]:
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


def _default(model: Finite, leaf: Leaf) -> int:
    """The number that a leaf holds while its frame is closed, or before anything is written."""
    assert leaf.cell is not None
    cell = model.scoped.layout.cells[leaf.cell]
    pairs = zip(flatten(cell.value), flatten(cell.default), strict=True)
    return next(int(default.value) for value, default in pairs if value is leaf.node)
