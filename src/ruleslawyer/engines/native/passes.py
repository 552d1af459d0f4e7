"""Forced passes: the states in which one player can do nothing but pass, and the state that this leads to."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from ruleslawyer.base.arrays import Integers
from ruleslawyer.engines.native.arrays import PARTITIONS
from ruleslawyer.engines.native.edges import Edges
from ruleslawyer.engines.native.graph import MISSING, numbering, places_of
from ruleslawyer.engines.native.search import Found
from ruleslawyer.engines.native.states import StateSet, partitions_of

MOST = 1 << 20
"""Forced passes that are followed."""
WORTH = 1 << 24


class Passes:
    """The forced passes of a search, unless there are too many: the id of each state, and of the state that the pass
    leads to. Where edges are kept that is the one edge of the state; else it is looked up as soon as it is in the
    set."""

    def __init__(self, words: int, edges: Edges | None = None) -> None:
        self._words, self._count = words, 0
        self._edges, self._visited = edges, 0
        self._waiting: list[Integers] = []
        self._bytes = 0
        self._ids: list[Integers] = []
        """Those of which an edge is kept."""
        self._led: list[Integers] = [np.zeros((0, 2), dtype=np.uint32)]

    def add(self, taken: Iterable[Integers]) -> None:
        """Some more, a row each: what the pass leads to, and the id of the state. The last of them may not count as
        visited yet; once more states do, the edges of all of these are kept, if any are."""
        if self._edges and self._edges.states > self._visited:
            self._visited = self._edges.states
            if self._edges.kept:
                self._ids += (rows[:, -1].copy() for rows in self._waiting)
                self._waiting, self._bytes = [], 0
        for rows in taken:
            self._count += len(rows)
            if len(rows):
                self._waiting.append(rows)
                self._bytes += rows.nbytes
        if self._count > MOST:
            self._waiting, self._ids, self._led = [], [], self._led[:1]

    def enter(self, states: StateSet, least: int = WORTH) -> None:
        """Looks up the waiting states in the set, if the search did not end before, and they take so many bytes."""
        if not self._waiting or self._bytes < least:
            return
        rows, self._waiting, self._bytes = np.concatenate(self._waiting), [], 0
        led = np.column_stack([rows[:, -1].astype(np.uint32), np.full(len(rows), MISSING, dtype=np.uint32)])
        partitions = partitions_of(rows, self._words)
        for partition in np.unique(partitions).tolist():
            mine = partitions == partition
            led[mine, 1] = states.find(partition, np.ascontiguousarray(rows[mine]))
        self._led.append(led)

    def _follow_edges(self, found: Found) -> None:
        """Follows the one edge of each state of which one is kept."""
        if self._edges and self._ids:
            ids, self._ids = np.concatenate(self._ids).astype(np.uint32), []
            numbers, offsets, _ = numbering(found)
            degrees, targets, _ = self._edges.rows
            behind = np.cumsum(degrees)[numbers[places_of(ids, offsets)]]
            self._led.append(np.column_stack([ids, targets[behind - 1]]))

    def destinations(self, found: Found) -> dict[int, int] | None:
        """The state that each pass leads to, by id and nearest first; None where there are too many."""
        if self._count > MOST:
            return None
        self.enter(found.set, 0)
        self._follow_edges(found)
        ids, after = np.concatenate(self._led).astype(np.int64).T
        order = np.lexsort((ids // PARTITIONS, ids % PARTITIONS, found.depths(ids)))
        pairs = zip(ids[order].tolist(), after[order].tolist(), strict=True)
        return {identity: other for identity, other in pairs if other != MISSING}
