"""Where what may be an event was met, beyond the few times that a search logs it: in which states, and nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np

from ruleslawyer.base.arrays import Integers
from ruleslawyer.engines.native.arrays import PARTITIONS
from ruleslawyer.engines.native.memory import Reserved
from ruleslawyer.engines.native.names import OFTEN_ENTRIES, PLAY, Register
from ruleslawyer.engines.native.table import HASH_FACTORS

MOST = 1 << 22
"""Places that are kept, of eight bytes each."""
BLOCKS = 4
"""Blocks of states for which a lane has room."""


class Contexts(Protocol):
    """A lane's context, as far as it is needed here: its cells."""

    @property
    def array(self) -> Integers: ...


class Often:
    """The places of a search, unless there are too many. limits: as far as each lane's memory may be filled before a
    block is expanded."""

    def __init__(self, contexts: Sequence[Contexts]) -> None:
        self._lanes = [(each.array, Reserved(8 * OFTEN_ENTRIES * BLOCKS)) for each in contexts]
        self.limits = [memory.address + 8 * OFTEN_ENTRIES * (BLOCKS - 2) for _, memory in self._lanes]
        for array, memory in self._lanes:
            array[Register.OFTEN], array[Register.OFTENS] = memory.address, 0
        self._kept: list[Integers] = []
        self._count, self._whole = 0, True

    def take(self) -> None:
        """Takes the entries that the lanes have added since."""
        for array, memory in self._lanes:
            last = int(array[Register.OFTENS])
            count = (int(array[Register.OFTEN]) - memory.address) // 8 + last
            array[Register.OFTEN], array[Register.OFTENS] = memory.address, 0
            self._count += count
            self._whole = self._whole and last < OFTEN_ENTRIES and self._count <= MOST
            if count and self._whole:
                self._kept.append(memory.view(np.uint64)[:count].copy())
        if not self._whole:
            self.end()
            self._kept.clear()

    def end(self) -> None:
        """Nobody asks any more."""
        for array, _ in self._lanes:
            array[Register.OFTEN] = 0
        self._lanes.clear()

    def states(self, log: Integers, wanted: Sequence[tuple[int, int]]) -> list[Integers] | None:
        """The states in which one of some rows of the log of a search was met: for each partition the indices, in
        order. A few more may be among them, and none is missing; None where they are not known."""
        if not self._whole:
            return None
        hashes = entries_of(np.array([(what, PLAY, answer) for what, answer in wanted], dtype=np.int64).reshape(-1, 3))
        kept = np.concatenate([np.zeros(0, dtype=np.uint64), *self._kept])
        met = kept[np.isin(kept >> np.uint64(32), hashes)] & np.uint64(0xFFFFFFFF)
        rows = log[np.isin(log[:, 0], [what for what, _ in wanted])]
        logged = rows[np.isin(entries_of(rows), hashes)][:, 3]
        every = np.unique(np.concatenate([met.astype(np.int64), logged]))
        return [every[every % PARTITIONS == partition] // PARTITIONS for partition in range(PARTITIONS)]


def entries_of(log: Integers) -> Integers:
    """The entries of a log, as `observe` hashes them: half of the bits of each."""
    what, recording, answer = (log[:, column].astype(np.uint64) for column in range(3))
    key = recording << np.uint64(32) | what + np.uint64(1)
    first, second = (np.uint64(factor & 0xFFFFFFFFFFFFFFFF) for factor in HASH_FACTORS)
    return (key * first + answer) * second >> np.uint64(32)
