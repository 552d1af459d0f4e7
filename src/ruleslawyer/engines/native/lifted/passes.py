"""Forced passes: the states in which one player can do nothing but pass, and the state that this leads to."""

from __future__ import annotations

import numpy as np

from ruleslawyer.engines.native.arrays import PARTITIONS
from ruleslawyer.engines.native.graph import MISSING
from ruleslawyer.engines.native.lifted.explore import Lifted


def forced_passes(lifted: Lifted) -> dict[int, int] | None:
    """By id, nearest first; None where there are too many to be kept."""
    if lifted.forced is None:
        return None
    entries = np.ascontiguousarray(lifted.forced)
    find, states = lifted.set_library.function("find", "pipip"), lifted.found.set
    led = np.full(len(entries), MISSING, dtype=np.uint32)
    there = np.empty_like(led)
    for partition in range(PARTITIONS):
        address = states.parts[partition].ctypes.data
        find(address, partition, entries.ctypes.data, len(entries), there.ctypes.data)
        led = np.minimum(led, there)  # a state lies in one partition
    ids = entries[:, -1].astype(np.int64)
    order = np.lexsort((ids // PARTITIONS, ids % PARTITIONS, lifted.found.depths(ids)))
    pairs = zip(ids[order].tolist(), led[order].tolist(), strict=True)
    return {identity: after for identity, after in pairs if after != MISSING}
