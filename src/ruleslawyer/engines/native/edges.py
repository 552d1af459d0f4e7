"""Edges, kept while a scope is searched: whoever asks for the graph then does not expand every state again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ruleslawyer.claims.limits import MEBIBYTE
from ruleslawyer.engines.native.arrays import PARTITIONS
from ruleslawyer.engines.native.digraph import Digraph
from ruleslawyer.engines.native.graph import EDGE_BYTES, MOST_EDGES, STATE_BYTES, Kept, numbering
from ruleslawyer.engines.native.search import Found
from ruleslawyer.engines.native.states import Block, Crew
from ruleslawyer.engines.native.table import Arrived
from ruleslawyer.engines.native.text import Function


def numbered(code: Function) -> Arrived:
    """Where in its partition a state lies is written into its entry of the buffer, over the first of its words."""
    return lambda entry, index, new: code.store("i64", index, entry)


class Edges:
    """Every edge in the order of the states that they leave, which is that in which those are expanded."""

    def __init__(self, room: int) -> None:
        """`room`: bytes that they may take; with more of them nothing is kept."""
        self.left: int | None = min(room, EDGE_BYTES * MOST_EDGES)
        self._targets: list[Any] = []
        self._labels: list[Any] = []
        self._degrees: list[Any] = []

    def record(self, crew: Crew, lengths: Any, group: Sequence[Block]) -> None:
        """Blocks of states have been expanded, and what is in the buffers, as long as `lengths`, has been put into the
        set."""
        lengths = lengths.astype(np.int64)
        if self.left is None:
            return
        self.left -= EDGE_BYTES * int(lengths.sum())
        if self.left < 0:
            self.left = None
            self._targets, self._labels, self._degrees = [], [], []
            return
        for lane, (_, first, stop) in enumerate(group):
            some = [p for p in range(PARTITIONS) if lengths[lane, p]] or [0]
            parts = [self._read(crew, lane, p, int(lengths[lane, p])) for p in some]
            sources, targets, labels = (np.concatenate(x) for x in zip(*parts, strict=True))
            sources = (sources // PARTITIONS - first).astype(np.uint16)
            order = np.argsort(sources, kind="stable")
            self._targets.append(targets[order])
            self._labels.append(labels[order])
            self._degrees.append(np.bincount(sources, minlength=stop - first).astype(np.int32))

    @staticmethod
    def _read(crew: Crew, lane: int, partition: int, count: int) -> tuple[Any, Any, Any]:
        """The ids that edges leave and lead to, and their labels."""
        rows = (
            crew.buffers[lane][partition].view(np.uint64)[: count * crew.entry_words].reshape(count, crew.entry_words)
        )
        marks = rows[:, -1]
        targets = (rows[:, 0] * np.uint64(PARTITIONS) + np.uint64(partition)).astype(np.uint32)
        return marks.astype(np.uint32), targets, (marks >> np.uint64(32)).astype(np.uint32)

    def kept(self, found: Found, memory: int | None) -> Kept | None:
        """What a `Graph` keeps; None where not everything was kept, or where it takes more than so many mebibytes."""
        takes = found.size * STATE_BYTES + found.transitions * EDGE_BYTES
        if self.left is None or not found.complete or (memory and takes > memory * MEBIBYTE):
            return None
        number_of, offsets, ids = numbering(found)
        nothing = [np.zeros(0, dtype=np.uint32)]
        begin = np.zeros(found.size + 1, dtype=np.int32)
        np.cumsum(np.concatenate([*self._degrees, *nothing]), out=begin[1:])
        targets = np.concatenate([*self._targets, *nothing])
        to = number_of[offsets[targets % PARTITIONS] + targets // PARTITIONS]
        return Kept(Digraph(begin, to), np.concatenate([*self._labels, *nothing]), ids, number_of, offsets, True)
