"""Results of a search on disk, in the form of the search in memory: states, parents and steps are read where they lie.

Of the steps that leave a state those come first that lead to the first partition, and of these the one that was first
in its block: as in memory, so that the plays that are shown are the same.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator
from functools import cache, lru_cache
from pathlib import Path

import numpy as np

from ruleslawyer.base.arrays import Integers
from ruleslawyer.engines.native.digraph import Digraph
from ruleslawyer.engines.native.disk.folder import Level, read_arrays
from ruleslawyer.engines.native.disk.runs import BlockReader, FileReference
from ruleslawyer.engines.native.disk.tasks import BEGAN, ENTRY_BITS, PLACES, orphans, partitions_of_orders
from ruleslawyer.engines.native.edges import MOST, ForcedPasses
from ruleslawyer.engines.native.explore import NativeSearch
from ruleslawyer.engines.native.graph import EDGE_BYTES, STATE_BYTES, GraphEdges, expect_room, numbering, places_of
from ruleslawyer.engines.native.memory import PARTITIONS, Part
from ruleslawyer.engines.native.search import SearchResult
from ruleslawyer.engines.native.searched_graph import ChoiceGraph, expect_labels
from ruleslawyer.engines.native.states import NO_PARENT, StateSet

AT_ONCE = 1 << 12
"""States that are read at once."""
OPEN = 48
"""Files that are open at once; each holds a block."""


class DiskStateSet(StateSet):
    """The states of some levels."""

    def __init__(self, words: int, folder: Path, levels: list[Level]) -> None:
        self.words, self.folder, self.levels = words, folder, levels
        self.parts = np.zeros((PARTITIONS, Part.SIZE), dtype=np.uint64)
        last = levels[-1]
        self.parts[:, Part.COUNT] = [b + n for b, n in zip(last.before, last.new, strict=True)]
        self._firsts = [[level.before[p] for level in levels] for p in range(PARTITIONS)]
        self._reader = lru_cache(maxsize=OPEN)(self._open_reader)
        self._seen: list[Integers] = []

    @property
    def bytes(self) -> int:
        """The bytes that the states and runs take on disk now."""
        names = {named.name for level in self.levels for named in level.files}  # many levels know the same run
        return sum(file.stat().st_size for name in names if (file := self.folder / name).exists())

    def _open_reader(self, named: FileReference) -> BlockReader:
        return BlockReader(self.folder, named, hashed=False)

    def _rows(self, partition: int, level: int, first: int, stop: int) -> Integers:
        """Some states of a partition by their places in a level."""
        named, before = self.levels[level].where(partition)
        return self._reader(named).between(before + first, before + stop)

    def _between(self, partition: int, first: int, stop: int) -> Integers:
        found: list[Integers] = [np.zeros((0, self.words + 2), dtype=np.uint64)]
        firsts = self._firsts[partition]
        while first < stop:
            level = bisect_right(firsts, first) - 1
            begin, after = firsts[level], firsts[level] + self.levels[level].new[partition]
            found.append(self._rows(partition, level, first - begin, min(stop, after) - begin))
            first = min(stop, after)
        return np.concatenate(found)

    def array(self, partition: int, first: int = 0, stop: int | None = None) -> Integers:
        stop = int(self.parts[partition, Part.COUNT]) if stop is None else stop
        return np.ascontiguousarray(self._between(partition, first, stop)[:, : self.words])

    def words_at(self, partition: int, first: int, stop: int) -> int:
        rows = self.array(partition, first, stop)
        self._seen = [rows, orphans(self.parts, partition, first, len(rows))]
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

    def orders(self, level: int) -> Integers:
        """How the states of a level came: increasing numbers."""
        at = self.levels[level]
        return np.concatenate(
            [self._rows(p, level, 0, at.new[p])[:, -1].copy() for p in range(PARTITIONS) if at.new[p]]
        )

    def ids(self, depths: Integers, orders: Integers, known: Callable[[int], Integers]) -> Integers:
        """The ids of states by their levels and how they came. `known`: `orders`, or as they are remembered."""
        partitions = partitions_of_orders(orders)
        found = np.zeros(len(orders), dtype=np.int64)
        sequence = np.argsort(depths, kind="stable")
        begins = np.flatnonzero(np.diff(depths[sequence])) + 1
        for mine in np.split(sequence, begins) if len(sequence) else ():
            level = self.levels[int(depths[mine[0]])]
            first = np.array(level.before) - np.cumsum(level.new) + level.new
            found[mine] = np.searchsorted(known(level.level), orders[mine]) + first[partitions[mine]]
        return found * PARTITIONS + partitions


class DiskSearchResult(SearchResult):
    """States are gone through a few at a time."""

    def slices(self) -> Iterator[tuple[int, int, int, int]]:
        for depth, partition, first, stop in super().slices():
            for begin in range(first, stop, AT_ONCE):
                yield depth, partition, begin, min(begin + AT_ONCE, stop)


class DiskForcedPasses(ForcedPasses):
    """Forced passes as partitions wrote them down: the id, and the level and order of what the pass leads to."""

    def __init__(self, states: DiskStateSet) -> None:
        super().__init__(states.words)
        self._states = states
        self._count = states.levels[-1].forced

    def destinations(self, found: SearchResult) -> dict[int, int] | None:
        if self._count > MOST:
            return None
        states = self._states
        named = [named for level in states.levels for named in level.led if named is not None]
        if named:
            led = np.concatenate([read_arrays(states.folder, each)["led"] for each in named])
            ids = states.ids(led[:, 1], led[:, 2], states.orders)
            self._led.append(np.column_stack([led[:, 0].astype(np.int64), ids]))
        return super().destinations(found)


ORDER_BYTES = 8
"""Of a state, while steps are read: how it came."""
STEP_BYTES = 64
"""Of a step, while those of its level are sorted."""


def steps_of(
    states: DiskStateSet, level: Level, orders: Callable[[int], Integers]
) -> Iterator[tuple[Integers, Integers, Integers]]:
    """The steps that were written with a level: the ids that they leave and lead to, and their marks."""
    for named in level.steps:
        if named is None:
            continue
        reader = BlockReader(states.folder, named, hashed=False)
        try:
            for block in range(len(reader)):
                rows = reader.rows_of(block)
                yield rows[:, 0].astype(np.int64), states.ids(rows[:, 1], rows[:, 2], orders), rows[:, 3]
        finally:
            reader.close()


def gather_steps(
    states: DiskStateSet, numbers: Integers, offsets: Integers, count: int, expect: Callable[[int], None]
) -> tuple[Digraph, Integers]:
    """The steps that leave some states, and their labels. numbers: of each state, by partition and arrival, in the
    order of the whole graph; those from `count` on are not among the states, and only led to. offsets: where each
    partition begins in that. `expect`: is told how many steps there are so far."""
    begin, labels = np.zeros(count + 1, dtype=np.int32), [np.zeros(0, np.uint32)]
    to: list[Integers] = [np.zeros(0, np.int32)]
    orders, edges = cache(states.orders), 0
    for level in states.levels:
        for sources, targets, marks in _of_level(states, level, orders):
            leaving, led = (numbers[places_of(ids, offsets)] for ids in (sources, targets))
            mine = np.flatnonzero(leaving < count)
            if not len(mine):
                continue
            order = mine[np.lexsort((marks[mine] & PLACES, targets[mine] % PARTITIONS, leaving[mine]))]
            first = int(leaving[order[0]])
            degrees = np.bincount(leaving[order] - first)
            begin[first + 1 : first + 1 + len(degrees)] = degrees
            to.append(led[order])
            labels.append((marks[order] >> np.uint64(ENTRY_BITS)).astype(np.uint32))
            edges += len(order)
            expect(edges)
    return Digraph(np.cumsum(begin, dtype=np.int32), np.concatenate(to)), np.concatenate(labels)


def _of_level(
    states: DiskStateSet, level: Level, orders: Callable[[int], Integers]
) -> Iterator[tuple[Integers, Integers, Integers]]:
    """All of a level at once: they leave states whose numbers are larger than those of the levels before."""
    if parts := list(steps_of(states, level, orders)):
        sources, targets, marks = (np.concatenate(each) for each in zip(*parts, strict=True))
        yield sources, targets, marks


def need(states: DiskStateSet, size: int, edges: int) -> int:
    """The bytes that a graph of some states takes, and to make it."""
    most = max(sum(named.rows for named in level.steps if named) for level in states.levels)
    return size * STATE_BYTES + edges * EDGE_BYTES + states.size * ORDER_BYTES + most * STEP_BYTES


def whole_graph(by_code: NativeSearch, memory: int | None) -> ChoiceGraph:
    """All states and steps. `memory`: mebibytes, more than which is `TooLarge`."""
    expect_labels(by_code.layout)
    found, states = by_code.found, by_code.found.set
    assert isinstance(states, DiskStateSet)
    edges = found.transitions
    expect_room(need(states, found.size, 2 * edges), found.size, edges, memory)
    numbers, offsets, ids = numbering(found)
    digraph, labels = gather_steps(states, numbers, offsets, found.size, lambda _: None)
    return ChoiceGraph(by_code, GraphEdges(digraph, labels, ids, numbers, offsets, found.complete))
