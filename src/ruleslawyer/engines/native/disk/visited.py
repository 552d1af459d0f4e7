"""The runs of all states so far: those with some hashes are looked up where a run lies, or in memory, while it fits."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import numpy as np

from ruleslawyer.base.arrays import Integers
from ruleslawyer.engines.native.disk.runs import MOST, Held, Named, Reader, Stream, join


class Visited:
    """Runs by which a process looks states up, unpacked as far as there is room. A run never changes, so it is known by
    its name and digest."""

    def __init__(self, folder: Path, room: int) -> None:
        """`room`: bytes that runs may take here."""
        self._folder, self._room = folder, room
        self._held: dict[Named, InMemory] = {}

    def open(self, run: Named) -> InMemory | OnDisk:
        if run in self._held:
            return self._held[run]
        reader = Reader(self._folder, run)
        if 8 * run.rows * (reader.columns + 1) > self._free:
            return OnDisk(reader)
        blocks = [reader.hashed_rows(block) for block in range(len(reader))]
        reader.close()
        return self.keep(run, *join(blocks, reader.columns))

    def keep(self, run: Named, hashes: Integers, rows: Integers) -> InMemory:
        """A run that is in memory; it stays, if there is room."""
        found = InMemory(hashes, rows)
        if found.bytes <= self._free:
            self._held[run] = found
        return found

    def drop_others(self, runs: Iterable[Named]) -> None:
        """Runs that became one with others, here or elsewhere, take no room."""
        still = set(runs)
        self._held = {run: held for run, held in self._held.items() if run in still}

    @property
    def _free(self) -> int:
        return self._room - sum(held.bytes for held in self._held.values())


class InMemory:
    """A run as arrays."""

    def __init__(self, hashes: Integers, rows: Integers) -> None:
        self.hashes, self.rows = hashes, rows

    @property
    def bytes(self) -> int:
        return self.hashes.nbytes + self.rows.nbytes

    def among(self, wanted: Integers) -> tuple[Integers, Integers]:
        """The hashes and rows that have some hashes (sorted, each once)."""
        first = np.searchsorted(self.hashes, wanted)
        counts = np.searchsorted(self.hashes, wanted, side="right") - first
        begins = np.cumsum(counts) - counts  # of each wanted hash's rows, among those that are found
        places = np.repeat(first - begins, counts) + np.arange(int(counts.sum()))
        return self.hashes[places], self.rows[places]

    def stream(self, ahead: int) -> Held:
        return Held(self.hashes, self.rows)

    def close(self) -> None:
        """It is no file."""


class OnDisk:
    """A run as a file that is read."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self._first, self._last = np.array([reader.ends(i) for i in range(len(reader))], dtype=np.uint64).T

    def among(self, wanted: Integers) -> tuple[Integers, Integers]:
        """The same; blocks in which there can be no such hash are not read."""
        may = np.searchsorted(wanted, self._first) < np.searchsorted(wanted, self._last, side="right")
        found = [self._reader.rows_with(block, wanted) for block in np.flatnonzero(may).tolist()]
        return join(found, self._reader.columns)

    def stream(self, ahead: int) -> Held:
        return Stream(self._reader, 0, MOST, ahead)

    def close(self) -> None:
        self._reader.close()
