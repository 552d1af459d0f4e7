"""Files of rows of 64-bit numbers, in blocks with a digest each: sorted runs, rows in order, rows that are equal, and
the runs of all states so far.

A run is sorted by the hash of its rows, which lies beside them, so that several runs are merged as streams. The file
ends with where its blocks lie and with a digest of that; a file that was cut off or changed is found out.
"""

from __future__ import annotations

import struct
import zlib
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from uuid import uuid4

import numpy as np

from ruleslawyer.base.arrays import Integers
from ruleslawyer.base.diagnostics import UsageError

MAGIC = b"ruleslawyer run 2\n"
DIGEST = 16
MOST = (1 << 64) - 1
"""The largest hash."""
LEVEL = 1
"""Of zlib: numbers that hardly differ are packed well by any, and quickest by this."""
LEAST_BLOCK, MOST_BLOCK = 1 << 16, 1 << 20
"""Bytes of a block, about: of each run that is merged one is in memory."""
_ENTRY = struct.Struct("<QQQQQ")
"""Of a block: where, how long, rows, the first hash, the last."""
_END = struct.Struct("<QQ")
"""Where that list begins, and numbers of a row."""


def digest(data: bytes) -> bytes:
    """The digest by which a file, or a block of one, is known again."""
    return blake2b(data, digest_size=DIGEST).digest()


@dataclass(frozen=True, slots=True)
class FileReference:
    """A finished file: what it has to be."""

    name: str
    rows: int
    digest: str


def temporary_path(folder: Path, name: str) -> Path:
    """The name of a file until it is whole: a task that was given up may still run elsewhere, and write it too."""
    return folder / f"{name}.{uuid4().hex}.part"


class BlockWriter:
    """A file under construction; it has its name once it is whole."""

    def __init__(self, folder: Path, name: str, columns: int, piece: int = 0) -> None:
        """`piece`: bytes that are handled at once where it is made."""
        self.folder, self.name, self.columns, self.rows = folder, name, columns, 0
        self._part = temporary_path(folder, name)
        self._file = self._part.open("wb")
        self._file.write(MAGIC)
        self._blocks: list[bytes] = []
        self._digests: list[bytes] = []
        self._most = max(64, min(max(LEAST_BLOCK, piece // 64), MOST_BLOCK) // (8 * (columns + 1)))

    def add(self, rows: Integers, hashes: Integers | None = None) -> None:
        """Some more rows; with their hashes, if it is a run."""
        for first in range(0, len(rows), self._most):
            some = rows[first : first + self._most]
            beside = np.zeros(0, dtype=np.uint64) if hashes is None else hashes[first : first + self._most]
            data = np.ascontiguousarray(beside).tobytes() + _pack(some)
            ends = (int(beside[0]), int(beside[-1])) if len(beside) else (0, 0)
            self._blocks.append(_ENTRY.pack(self._file.tell(), len(data), len(some), *ends))
            self._digests.append(digest(data))
            self._file.write(data)
            self.rows += len(some)

    def close(self) -> FileReference:
        """The whole file, which is on the disk then."""
        begin = self._file.tell()
        listed = b"".join(a + b for a, b in zip(self._blocks, self._digests, strict=True)) + _END.pack(
            begin, self.columns
        )
        whole = digest(listed)
        self._file.write(listed + whole)
        self._file.close()
        self._part.replace(self.folder / self.name)
        return FileReference(self.name, self.rows, whole.hex())

    def abandon(self) -> None:
        self._file.close()
        self._part.unlink(missing_ok=True)


class DamagedFileError(UsageError):
    """A file of a search is not what was written."""

    def __init__(self, path: Path, why: str) -> None:
        mend = f"the disk may be failing; delete the folder {path.parent} and ask again: the search begins anew"
        super().__init__(f"a file of the search is damaged: {why}", str(path), mend)


class BlockReader:
    """The blocks of a finished file."""

    def __init__(self, folder: Path, named: FileReference, *, hashed: bool = True) -> None:
        self.path, self.rows, self.hashed = folder / named.name, named.rows, hashed
        try:
            self._file = self.path.open("rb")
        except OSError as error:
            raise DamagedFileError(self.path, error.strerror or "it cannot be read") from None
        size = self.path.stat().st_size
        if size < len(MAGIC) + _END.size + DIGEST or self._file.read(len(MAGIC)) != MAGIC:
            raise DamagedFileError(self.path, "it is cut off, or none of this tool")
        self._file.seek(size - DIGEST - _END.size)
        begin, self.columns = _END.unpack(self._file.read(_END.size))
        written = self._file.read(DIGEST)
        if not len(MAGIC) <= begin <= size - DIGEST - _END.size:
            raise DamagedFileError(self.path, "it is cut off")
        self._file.seek(begin)
        listed = self._file.read(size - DIGEST - begin)
        if written.hex() != named.digest or digest(listed) != written:
            raise DamagedFileError(self.path, "it is not the file that was written, or cut off")
        width = _ENTRY.size + DIGEST
        entries = [listed[i : i + width] for i in range(0, len(listed) - _END.size, width)]
        self._digests = [entry[_ENTRY.size :] for entry in entries]
        self._entries = [_ENTRY.unpack(entry[: _ENTRY.size]) for entry in entries]
        if sum(entry[2] for entry in self._entries) != named.rows:
            raise DamagedFileError(self.path, "it has another number of rows")
        self.firsts = [0]
        for entry in self._entries:
            self.firsts.append(self.firsts[-1] + entry[2])

    def __len__(self) -> int:
        return len(self._entries)

    def ends(self, block: int) -> tuple[int, int]:
        """The first hash of a block, and the last."""
        return self._entries[block][3], self._entries[block][4]

    def _raw(self, block: int) -> bytes:
        at, length, *_ = self._entries[block]
        self._file.seek(at)
        data = self._file.read(length)
        if digest(data) != self._digests[block]:
            raise DamagedFileError(self.path, f"block {block} is not what was written")
        return data

    def rows_of(self, block: int) -> Integers:
        """The rows of a block."""
        return self._unpack(block, self._raw(block))

    def hashed_rows(self, block: int) -> tuple[Integers, Integers]:
        """The hashes and rows of a block of a run."""
        raw = self._raw(block)
        return np.frombuffer(raw, dtype=np.uint64, count=self._entries[block][2]), self._unpack(block, raw)

    def rows_with(self, block: int, wanted: Integers) -> tuple[Integers, Integers]:
        """The same of some hashes (sorted); nothing is unpacked where there are none."""
        raw = self._raw(block)
        hashes = np.frombuffer(raw, dtype=np.uint64, count=self._entries[block][2])
        at = np.minimum(np.searchsorted(wanted, hashes), len(wanted) - 1)
        places = np.flatnonzero(wanted[at] == hashes)
        if not len(places):
            return hashes[:0], np.zeros((0, self.columns), dtype=np.uint64)
        return hashes[places], self._unpack(block, raw)[places]

    def _unpack(self, block: int, raw: bytes) -> Integers:
        count = self._entries[block][2]
        return _unpack_planes(raw[8 * count * self.hashed :], count, self.columns)

    def between(self, first: int, stop: int) -> Integers:
        """Some rows by their places."""
        found, block = [np.zeros((0, self.columns), dtype=np.uint64)], max(0, bisect_left(self.firsts, first + 1) - 1)
        while block < len(self) and self.firsts[block] < stop:
            rows, begin = self._block_rows(block), self.firsts[block]
            found.append(rows[max(0, first - begin) : stop - begin])
            block += 1
        return np.ascontiguousarray(np.concatenate(found))

    _last: tuple[int, Integers] = -1, np.zeros(0, dtype=np.uint64)

    def _block_rows(self, block: int) -> Integers:
        if self._last[0] != block:
            self._last = block, self.rows_of(block)
        return self._last[1]

    def close(self) -> None:
        self._file.close()


def _pack(rows: Integers) -> bytes:
    """The first row; which of its bytes are others in some row; and each of those bytes in all rows."""
    each = np.ascontiguousarray(rows).view(np.uint8)
    differs = (each != each[0]).any(axis=0)
    planes = np.ascontiguousarray(each[:, differs].T)
    return bytes(each[0]) + bytes(np.packbits(differs)) + zlib.compress(planes.tobytes(), LEVEL)


def _unpack_planes(data: bytes, count: int, columns: int) -> Integers:
    width = 8 * columns
    first, differs = np.frombuffer(data, np.uint8, width), np.frombuffer(data, np.uint8, columns, width)
    each = np.empty((count, width), dtype=np.uint8)
    each[:] = first
    planes = np.frombuffer(zlib.decompress(data[width + columns :]), dtype=np.uint8)
    each[:, np.unpackbits(differs).view(np.bool_)] = planes.reshape(-1, count).T
    return each.view(np.uint64)


class RowBuffer:
    """Rows in memory by their hashes, from the least on."""

    def __init__(self, hashes: Integers, rows: Integers) -> None:
        self.columns = rows.shape[1]
        self._held = [(hashes, rows)] if len(hashes) else []

    @property
    def last(self) -> int | None:
        """The last hash that is held; None at the end."""
        return int(self._held[-1][0][-1]) if self._held else None

    @property
    def goes_on(self) -> bool:
        """Whether there may be more than what is held."""
        return False

    def complete(self, bound: int) -> None:
        """All rows with that hash are held."""

    def take(self, bound: int) -> tuple[Integers, Integers]:
        """The hashes and rows up to a bound, which are not held any more."""
        stops = [int(np.searchsorted(hashes, np.uint64(bound), side="right")) for hashes, _ in self._held]
        some = [(hashes[:stop], rows[:stop]) for stop, (hashes, rows) in zip(stops, self._held, strict=True)]
        left = [(hashes[stop:], rows[stop:]) for stop, (hashes, rows) in zip(stops, self._held, strict=True)]
        self._held = [part for part in left if len(part[0])]
        return join(some, self.columns)

    def close(self) -> None:
        """Nothing is read any more."""


class RunStream(RowBuffer):
    """The rows of a run within some hashes."""

    def __init__(self, reader: BlockReader, least: int, most: int, ahead: int = 1) -> None:
        """`ahead`: bytes that are held at once, if there are so many."""
        super().__init__(np.zeros(0, np.uint64), np.zeros((0, reader.columns), np.uint64))
        self._reader, self._least, self._most, self._ahead = reader, least, most, ahead
        ends = [reader.ends(block) for block in range(len(reader))]
        self._blocks = [block for block, (first, last) in enumerate(ends) if last >= least and first <= most][::-1]

    @property
    def last(self) -> int | None:
        while sum(rows.nbytes for _, rows in self._held) < self._ahead and self._more():
            pass
        return super().last

    @property
    def goes_on(self) -> bool:
        return bool(self._blocks)

    def _more(self) -> bool:
        while self._blocks:
            hashes, rows = self._reader.hashed_rows(self._blocks.pop())
            first = int(np.searchsorted(hashes, np.uint64(self._least), side="left"))
            stop = int(np.searchsorted(hashes, np.uint64(self._most), side="right"))
            if first < stop:
                self._held.append((hashes[first:stop], rows[first:stop]))
                return True
        return False

    def complete(self, bound: int) -> None:
        while self.last == bound and self._more():
            pass

    def close(self) -> None:
        self._reader.close()


def join(parts: Sequence[tuple[Integers, Integers]], columns: int) -> tuple[Integers, Integers]:
    """Several hashes and rows, one after the other."""
    hashes = np.concatenate([np.zeros(0, dtype=np.uint64), *(hashes for hashes, _ in parts)])
    return hashes, np.concatenate([np.zeros((0, columns), dtype=np.uint64), *(rows for _, rows in parts)])


def merge_bounds(streams: Sequence[RowBuffer]) -> Iterator[int]:
    """Bounds of hashes, from the least on: up to each all rows of all streams are held, and have to be taken."""
    while lasts := [(last, stream) for stream in streams if (last := stream.last) is not None]:
        going = [last for last, stream in lasts if stream.goes_on]
        bound = min(going) if going else max(last for last, _ in lasts)
        for _, stream in lasts:
            stream.complete(bound)
        yield bound


def group_rows(hashes: Integers, rows: Integers, words: int, order: Integers) -> tuple[Integers, Integers]:
    """The places of the rows by hash and then `order`, and for each of those, in that sequence, the place in it of the
    first row that is the same state."""
    places = np.lexsort((order, hashes))
    sorted_hashes = hashes[places]
    same_hash = np.concatenate([[False], sorted_hashes[1:] == sorted_hashes[:-1]])
    again = np.flatnonzero(same_hash)
    same = same_hash.copy()
    if len(again):
        same[again] = (rows[places[again], :words] == rows[places[again - 1], :words]).all(axis=1)
    leaders = np.maximum.accumulate(np.where(same, 0, np.arange(len(places))))
    for hashed in np.unique(sorted_hashes[same_hash & ~same]).tolist():  # states that are different have one hash
        first, stop = (int(np.searchsorted(sorted_hashes, np.uint64(hashed), side=s)) for s in ("left", "right"))
        known: dict[bytes, int] = {}
        for place in range(first, stop):
            leaders[place] = known.setdefault(rows[places[place], :words].tobytes(), place)
    return places, leaders


class VisitedRuns:
    """Runs by which a process looks states up, unpacked as far as there is room. A run never changes, so it is known by
    its name and digest."""

    def __init__(self, folder: Path, room: int) -> None:
        """`room`: bytes that runs may take here."""
        self._folder, self._room = folder, room
        self._held: dict[FileReference, MemoryRun] = {}

    def open(self, run: FileReference) -> MemoryRun | DiskRun:
        if run in self._held:
            return self._held[run]
        reader = BlockReader(self._folder, run)
        if 8 * run.rows * (reader.columns + 1) > self._free:
            return DiskRun(reader)
        blocks = [reader.hashed_rows(block) for block in range(len(reader))]
        reader.close()
        return self.keep(run, *join(blocks, reader.columns))

    def keep(self, run: FileReference, hashes: Integers, rows: Integers) -> MemoryRun:
        """A run that is in memory; it stays, if there is room."""
        found = MemoryRun(hashes, rows)
        if found.bytes <= self._free:
            self._held[run] = found
        return found

    def drop_others(self, runs: Iterable[FileReference]) -> None:
        """Runs that became one with others, here or elsewhere, take no room."""
        still = set(runs)
        self._held = {run: held for run, held in self._held.items() if run in still}

    @property
    def _free(self) -> int:
        return self._room - sum(held.bytes for held in self._held.values())


class MemoryRun:
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

    def stream(self, ahead: int) -> RowBuffer:
        return RowBuffer(self.hashes, self.rows)

    def close(self) -> None:
        """It is no file."""


class DiskRun:
    """A run as a file that is read."""

    def __init__(self, reader: BlockReader) -> None:
        self._reader = reader
        self._first, self._last = np.array([reader.ends(i) for i in range(len(reader))], dtype=np.uint64).T

    def among(self, wanted: Integers) -> tuple[Integers, Integers]:
        """The same; blocks in which there can be no such hash are not read."""
        may = np.searchsorted(wanted, self._first) < np.searchsorted(wanted, self._last, side="right")
        found = [self._reader.rows_with(block, wanted) for block in np.flatnonzero(may).tolist()]
        return join(found, self._reader.columns)

    def stream(self, ahead: int) -> RowBuffer:
        return RunStream(self._reader, 0, MOST, ahead)

    def close(self) -> None:
        self._reader.close()
