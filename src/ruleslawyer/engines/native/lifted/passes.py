"""Forced passes: the states in which one player can do nothing but pass, and the state that this leads to."""

from __future__ import annotations

from typing import Any

import numpy as np

from ruleslawyer.engines.native.arrays import PARTITIONS
from ruleslawyer.engines.native.build import Library
from ruleslawyer.engines.native.graph import MISSING
from ruleslawyer.engines.native.search import Found

MOST = 1 << 20
"""Forced passes that are followed."""


class Passes:
    """Those of a search, one row each: what the pass leads to, and the id of the state, unless there are too many."""

    def __init__(self, words: int) -> None:
        self._rows = [np.zeros((0, words + 1), dtype=np.uint64)]
        self._count = 0

    def add(self, rows: Any) -> None:
        self._count += len(rows)
        if self._count <= MOST:
            self._rows.append(rows)
        else:
            del self._rows[1:]

    def led(self, found: Found, library: Library) -> dict[int, int] | None:
        """Where each leads, by id and nearest first; None where there are too many. `library`: of the set of states."""
        if self._count > MOST:
            return None
        entries = np.concatenate(self._rows)
        find = library.function("find", "pipip")
        led = np.full(len(entries), MISSING, dtype=np.uint32)
        there = np.empty_like(led)
        for partition in range(PARTITIONS):
            address = found.set.parts[partition].ctypes.data
            find(address, partition, entries.ctypes.data, len(entries), there.ctypes.data)
            led = np.minimum(led, there)  # a state lies in one partition
        ids = entries[:, -1].astype(np.int64)
        order = np.lexsort((ids // PARTITIONS, ids % PARTITIONS, found.depths(ids)))
        pairs = zip(ids[order].tolist(), led[order].tolist(), strict=True)
        return {identity: after for identity, after in pairs if after != MISSING}
