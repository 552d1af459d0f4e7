"""Results of a search on disk, in the form of the search in memory: states and parents are read where they lie."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

import numpy as np

from ruleslawyer.base.arrays import Integers
from ruleslawyer.engines.native.arrays import PARTITIONS, Part
from ruleslawyer.engines.native.disk.folder import Level, read_arrays
from ruleslawyer.engines.native.disk.runs import Reader
from ruleslawyer.engines.native.disk.tasks import BEGAN, orphans
from ruleslawyer.engines.native.passes import MOST, Passes
from ruleslawyer.engines.native.search import Found
from ruleslawyer.engines.native.states import NO_PARENT, StateSet

AT_ONCE = 1 << 12
"""States that are read at once."""
OPEN = 48
"""Files that are open at once; each holds a block."""


class DiskSet(StateSet):
    """The states of some levels."""

    def __init__(self, words: int, folder: Path, levels: list[Level]) -> None:
        self.words, self.folder, self.levels = words, folder, levels
        self.parts = np.zeros((PARTITIONS, Part.SIZE), dtype=np.uint64)
        last = levels[-1]
        self.parts[:, Part.COUNT] = [b + n for b, n in zip(last.before, last.new, strict=True)]
        self._firsts = [[level.before[p] for level in levels] for p in range(PARTITIONS)]
        self._reader = lru_cache(maxsize=OPEN)(self._open_reader)
        self._seen: dict[int, tuple[Integers, Integers]] = {}

    @property
    def bytes(self) -> int:
        """The bytes that the states and runs take on disk now."""
        names = {named.name for level in self.levels for named in level.files}  # many levels know the same run
        return sum(file.stat().st_size for name in names if (file := self.folder / name).exists())

    def _open_reader(self, partition: int, level: int) -> Reader:
        named = self.levels[level].states[partition]
        assert named is not None
        return Reader(self.folder, named, hashed=False)

    def _between(self, partition: int, first: int, stop: int) -> Integers:
        found: list[Integers] = [np.zeros((0, self.words + 2), dtype=np.uint64)]
        firsts = self._firsts[partition]
        while first < stop:
            level = bisect_right(firsts, first) - 1
            after = firsts[level] + self.levels[level].new[partition]
            begin = firsts[level]
            found.append(self._reader(partition, level).between(first - begin, min(stop, after) - begin))
            first = min(stop, after)
        return np.concatenate(found)

    def array(self, partition: int, first: int = 0, stop: int | None = None) -> Integers:
        stop = int(self.parts[partition, Part.COUNT]) if stop is None else stop
        return np.ascontiguousarray(self._between(partition, first, stop)[:, : self.words])

    def words_at(self, partition: int, first: int, stop: int, lane: int = 0) -> int:
        rows = self.array(partition, first, stop)
        self._seen[lane] = rows, orphans(self.parts, partition, first, len(rows))
        address: int = rows.ctypes.data
        return address - 8 * self.words * first

    def parents_of(self, partition: int) -> Integers:
        parents = self._between(partition, 0, int(self.parts[partition, Part.COUNT]))[:, self.words]
        return np.where(parents == BEGAN, np.uint64(NO_PARENT), parents)

    def way(self, identity: int) -> list[int]:
        found = [identity]
        while True:
            index, partition = divmod(found[-1], PARTITIONS)
            parent = int(self._between(partition, index, index + 1)[0, self.words])
            if parent == int(BEGAN):
                return found[::-1]
            found.append(parent)

    def orders(self, partition: int, level: int) -> Integers:
        """How the states of a level came in a partition: increasing numbers."""
        reader = self._reader(partition, level)
        blocks = [reader.unpack(block, reader.raw(block))[:, -1].copy() for block in range(len(reader))]
        return np.concatenate(blocks)


class DiskFound(Found):
    """States are gone through a few at a time."""

    def slices(self) -> Iterator[tuple[int, int, int, int]]:
        for depth, partition, first, stop in super().slices():
            for begin in range(first, stop, AT_ONCE):
                yield depth, partition, begin, min(begin + AT_ONCE, stop)


class DiskPasses(Passes):
    """Forced passes as partitions wrote them down: the id, and the level and order of what the pass leads to."""

    def __init__(self, states: DiskSet) -> None:
        super().__init__(states.words)
        self._states = states
        self._count = states.levels[-1].forced

    def destinations(self, found: Found) -> dict[int, int] | None:
        if self._count > MOST:
            return None
        rows: dict[tuple[int, int], list[Integers]] = {}
        for level in self._states.levels:
            for partition, named in enumerate(level.led):
                if named is not None:
                    led = read_arrays(self._states.folder, named)["led"]
                    for depth in np.unique(led[:, 1]).tolist():
                        rows.setdefault((partition, int(depth)), []).append(led[led[:, 1] == depth])
        for (partition, depth), parts in sorted(rows.items()):
            some = np.concatenate(parts)
            places = np.searchsorted(self._states.orders(partition, depth), some[:, 2])
            ids = (places + self._states.levels[depth].before[partition]) * PARTITIONS + partition
            self._led.append(np.column_stack([some[:, 0].astype(np.int64), ids]))
        return super().destinations(found)
