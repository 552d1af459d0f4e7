"""The parents of states that are no longer expanded, in about a byte each.

A partition takes states in the order of the blocks that led to them. So the parents of one level ascend, by partition
and then by index, and mostly little lies between one and the next.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator

import numpy as np

from ruleslawyer.base.arrays import Integers
from ruleslawyer.engines.native.arrays import PARTITION_BITS
from ruleslawyer.engines.native.memory import Reserved

BYTES = 4
"""A parent's, as it is written."""
LEAST = 1 << 12
"""Parents that are packed at once, or more."""
EVERY = 256
"""One in so many is kept as it is: the way back to an initial state asks for one at a time."""


class Run:
    """Some parents in a row. Those at `_places` are known, and for each of the others how much it is more than the one
    before."""

    def __init__(self, parents: Integers) -> None:
        keys = _turn(parents, PARTITION_BITS)
        steps = np.diff(keys.astype(np.int64), prepend=0)
        known = (steps < 0) | (steps > 255)
        known[::EVERY] = True
        self._places = np.nonzero(known)[0].astype(np.uint32)
        self._keys = keys[self._places]
        self._steps = steps.astype(np.uint8)

    @property
    def bytes(self) -> int:
        return self._places.nbytes + self._keys.nbytes + self._steps.nbytes

    def between(self, first: int, stop: int) -> Integers:
        """Some of them, of which there is one at least."""
        least, most = np.searchsorted(self._places, [first, stop - 1], side="right").tolist()
        places = self._places[least - 1 : most].astype(np.int64)
        begin = int(places[0])
        sums = np.cumsum(self._steps[begin:stop], dtype=np.int64)
        known = self._keys[least - 1 : most].astype(np.int64) - sums[places - begin]
        keys = sums + np.repeat(known, np.diff(places, append=stop))
        return _turn(keys[first - begin :].astype(np.uint32), 32 - PARTITION_BITS)


class Parents:
    """The parents of a partition's states: in runs, but for the last, which lie as they are written in some
    `memory`."""

    def __init__(self, memory: Reserved) -> None:
        self._memory = memory
        self._runs, self._begins = list[Run](), list[int]()
        self._packed = 0
        self.saved = 0
        """Bytes that they take less than as they were written."""

    def pack(self, initial: int, stop: int) -> None:
        """The parents up to one are not read in place any more. `initial`: how many states have none, which code
        reads there."""
        first, parents = self._packed, self._memory.view(np.uint32)
        if stop - first < LEAST:
            return
        run = Run(parents[first:stop])
        self._runs.append(run)
        self._begins.append(first)
        self._memory.let_go(BYTES * initial, BYTES * stop)
        self._packed = stop
        self.saved += BYTES * (stop - first) - run.bytes

    def between(self, first: int, stop: int) -> Integers:
        last = self._memory.view(np.uint32)[max(first, self._packed) : stop]
        return np.concatenate([*self._of_runs(first, min(stop, self._packed)), last])

    def _of_runs(self, first: int, stop: int) -> Iterator[Integers]:
        number = bisect_right(self._begins, first) - 1
        while first < stop:
            begin = self._begins[number]
            end = self._begins[number + 1] if number + 1 < len(self._begins) else self._packed
            yield self._runs[number].between(first - begin, min(stop, end) - begin)
            first, number = min(stop, end), number + 1


def _turn(numbers: Integers, bits: int) -> Integers:
    """The lowest bits of 32 above the others."""
    return (numbers >> np.uint32(bits)) | (numbers << np.uint32(32 - bits))
