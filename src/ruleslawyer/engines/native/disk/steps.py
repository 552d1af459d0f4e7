"""The steps of a finished search on disk: as they were written, and as the graph that a search in memory has.

Of the steps that leave a state those come first that lead to the first partition, and of these the one that was first
in its block: as in memory, so that the plays that are shown are the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache

import numpy as np

from ruleslawyer.base.arrays import Integers
from ruleslawyer.engines.native.arrays import PARTITIONS
from ruleslawyer.engines.native.digraph import Digraph
from ruleslawyer.engines.native.disk.folder import Level
from ruleslawyer.engines.native.disk.found import DiskSet
from ruleslawyer.engines.native.disk.runs import Reader
from ruleslawyer.engines.native.disk.tasks import ENTRY_BITS, PLACES
from ruleslawyer.engines.native.explore import ByCode
from ruleslawyer.engines.native.graph import EDGE_BYTES, STATE_BYTES, Kept, expect_room, numbering, places_of
from ruleslawyer.engines.native.searched_graph import SearchedGraph, expect_labels

ORDER_BYTES = 8
"""Of a state, while steps are read: how it came."""
STEP_BYTES = 64
"""Of a step, while those of its level are sorted."""


def steps_of(
    states: DiskSet, level: Level, orders: Callable[[int], Integers]
) -> Iterator[tuple[Integers, Integers, Integers]]:
    """The steps that were written with a level: the ids that they leave and lead to, and their marks."""
    for named in level.steps:
        if named is None:
            continue
        reader = Reader(states.folder, named, hashed=False)
        try:
            for block in range(len(reader)):
                rows = reader.rows_of(block)
                yield rows[:, 0].astype(np.int64), states.ids(rows[:, 1], rows[:, 2], orders), rows[:, 3]
        finally:
            reader.close()


def gather_steps(
    states: DiskSet, numbers: Integers, offsets: Integers, count: int, expect: Callable[[int], None]
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
    states: DiskSet, level: Level, orders: Callable[[int], Integers]
) -> Iterator[tuple[Integers, Integers, Integers]]:
    """All of a level at once: they leave states whose numbers are larger than those of the levels before."""
    if parts := list(steps_of(states, level, orders)):
        sources, targets, marks = (np.concatenate(each) for each in zip(*parts, strict=True))
        yield sources, targets, marks


def need(states: DiskSet, size: int, edges: int) -> int:
    """The bytes that a graph of some states takes, and to make it."""
    most = max(sum(named.rows for named in level.steps if named) for level in states.levels)
    return size * STATE_BYTES + edges * EDGE_BYTES + states.size * ORDER_BYTES + most * STEP_BYTES


def whole_graph(by_code: ByCode, memory: int | None) -> SearchedGraph:
    """All states and steps. `memory`: mebibytes, more than which is `TooLarge`."""
    expect_labels(by_code.layout)
    found, states = by_code.found, by_code.found.set
    assert isinstance(states, DiskSet)
    edges = found.transitions
    expect_room(need(states, found.size, 2 * edges), found.size, edges, memory)
    numbers, offsets, ids = numbering(found)
    digraph, labels = gather_steps(states, numbers, offsets, found.size, lambda _: None)
    return SearchedGraph(by_code, Kept(digraph, labels, ids, numbers, offsets, found.complete))
