"""A task of a search on disk: the successors of a level, in some partitions, are merged with the states so far.

Successors are gone through by their hashes, as many at a time as memory allows; of the states so far only those are
read that have one of these.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from pathlib import Path

import numpy as np

from ruleslawyer.base.arrays import Integers
from ruleslawyer.engines.native.disk.folder import (
    Level,
    PartitionMerge,
    expanded_name,
    merged_name,
    read_expansion,
    read_level,
    save,
    save_arrays,
)
from ruleslawyer.engines.native.disk.runs import (
    BlockReader,
    BlockWriter,
    FileReference,
    RowBuffer,
    RunStream,
    group_rows,
    join,
    merge_bounds,
)
from ruleslawyer.engines.native.disk.tasks import FORCED, PLACES, OpenSearch, open_search, partitions_of_orders
from ruleslawyer.engines.native.memory import PARTITION_BITS, PARTITIONS
from ruleslawyer.engines.native.states import LANES


def merge(number: int, level: int, folder: str) -> None:
    """Merges the successors of a level, in a share of the partitions, without those that were there: the states of the
    next level, in their order."""
    search, place = open_search(folder), Path(folder)
    if (place / merged_name(number, level)).exists():
        return
    at = read_level(place, level, search.name)
    share = PARTITIONS // at.tasks
    least, most = number * share << 64 - PARTITION_BITS, ((number + 1) * share << 64 - PARTITION_BITS) - 1
    runs = [run for lane in range(LANES) for run in read_expansion(place, expanded_name(lane, level), search.name).runs]
    came = [RunStream(BlockReader(place, run), least, most, search.piece // len(runs)) for run in runs]
    own, common = at.visited[number], at.visited[-1]
    save(place, merged_name(number, level), merge_streams(search, at, number, came, own, common), search.name)


def merge_streams(
    search: OpenSearch,
    at: Level,
    number: int,
    came: Sequence[RowBuffer],
    own: tuple[FileReference, ...],
    others: Iterable[FileReference],
) -> PartitionMerge:
    """Merges what came with the runs of those states that are there: a share's own, which the new ones join, and
    others."""
    words, after = search.words, at.level + 1
    search.visited.drop_others(run for runs in at.visited for run in runs)
    there = [search.visited.open(run) for run in (*own, *others)]
    fresh = NewStates(search, f"{after}-{number}")
    steps = BlockWriter(search.folder, f"steps-{after}-{number}", 4, search.piece)
    led: list[Integers] = [np.zeros((0, 3), dtype=np.uint64)]
    for bound in merge_bounds(came):
        hashes, rows = join([stream.take(bound) for stream in came], words + 3)
        wanted = np.unique(hashes)
        old_hashes, old = join([run.among(wanted) for run in there], words + 2)
        new, leads = _news(old_hashes, old, hashes, rows, words, after)
        led.append(leads[(leads[:, 0] & FORCED) != 0][:, :3] & ~np.array([FORCED, 0, 0], dtype=np.uint64))
        if search.follows:
            steps.add(leads & ~np.array([FORCED, 0, 0, 0], dtype=np.uint64))
        fresh.add(hashes[new], rows[new], after)
    for each in (*came, *there):
        each.close()
    return PartitionMerge(
        fresh.in_order(),
        fresh.counts,
        _compact(search, [*own], fresh.run(), f"{after}-{number}"),
        save_arrays(search.folder, f"led-{after}-{number}", led=leads) if len(leads := np.concatenate(led)) else None,
        _close(steps),
    )


class NewStates:
    """The states that are new: a run beside those that were there, and the states of the level, which are in memory
    until they take a piece of it."""

    def __init__(self, search: OpenSearch, name: str) -> None:
        self._search, self._name, self._bytes = search, name, 0
        self._visited = self._writer("visited")
        self._spilled: BlockWriter | None = None
        self._held: list[tuple[Integers, Integers, Integers]] = []
        self._orders: list[Integers] = [np.zeros(0, dtype=np.uint64)]

    def _writer(self, kind: str) -> BlockWriter:
        return BlockWriter(self._search.folder, f"{kind}-{self._name}", self._search.words + 2, self._search.piece)

    def add(self, hashes: Integers, rows: Integers, level: int) -> None:
        """Some more, by their hashes, behind those that were added."""
        words = self._search.words
        states = np.column_stack([rows[:, :words], rows[:, words + 1] & ~FORCED, rows[:, words]])
        run = np.column_stack([rows[:, : words + 1], np.full(len(rows), level, dtype=np.uint64)])
        self._visited.add(run, hashes)
        self._orders.append(rows[:, words])
        self._held.append((hashes, states, run))
        self._bytes += states.nbytes
        if self._bytes > self._search.piece or self._spilled:
            self._spilled = self._spilled or self._writer("fresh")
            for _, some, _ in self._held:
                self._spilled.add(some)
            self._held = []

    @cached_property
    def _order(self) -> Integers:
        return np.sort(np.concatenate(self._orders))

    @property
    def counts(self) -> tuple[int, ...]:
        """How many are in each partition."""
        return tuple(np.bincount(partitions_of_orders(self._order), minlength=PARTITIONS).tolist())

    def run(self) -> FileReference | None:
        named = _close(self._visited)
        if named and self._spilled is None:
            self._search.visited.keep(named, *join([(h, run) for h, _, run in self._held], self._visited.columns))
        return named

    def in_order(self) -> FileReference | None:
        """The states in the order in which they came, as many at a time as memory allows."""
        writer = self._writer("states")
        if self._spilled is None:
            _, some = join([(hashes, states) for hashes, states, _ in self._held], writer.columns)
            writer.add(some[np.argsort(some[:, -1])])
            return _close(writer)
        search, order = self._search, self._order
        reader, at_once = (
            BlockReader(search.folder, self._spilled.close(), hashed=False),
            search.piece // search.row_bytes,
        )
        for begin in range(0, len(order), at_once):
            least, most = order[begin], order[min(begin + at_once, len(order)) - 1]
            chunks = []
            for block in range(len(reader)):
                rows = reader.rows_of(block)
                chunks.append(rows[(rows[:, -1] >= least) & (rows[:, -1] <= most)])
            some = np.concatenate(chunks)
            writer.add(some[np.argsort(some[:, -1])])
        reader.close()
        reader.path.unlink()
        return writer.close()


def _news(
    old_hashes: Integers, old: Integers, hashes: Integers, rows: Integers, words: int, after: int
) -> tuple[Integers, Integers]:
    """The places of those rows that are new, by their hash, each as it came first; and of each row its parent, the
    level and order of the state that it leads to, and its mark."""
    known = len(old)
    every = np.concatenate([old[:, : words + 1], rows[:, : words + 1]])
    order = np.concatenate([np.zeros(known, dtype=np.uint64), rows[:, words]])
    places, leaders = group_rows(np.concatenate([old_hashes, hashes]), every, words, order)
    is_old = places < known
    new = places[(leaders == np.arange(len(places))) & ~is_old] - known
    leading, came = places[leaders[~is_old]], places[~is_old] - known
    depth = np.full(len(came), after, dtype=np.uint64)
    of_old = leading < known
    depth[of_old] = old[leading[of_old], words + 1]
    mark = rows[came, words + 2] | rows[came, words] & PLACES
    return new, np.column_stack([rows[came, words + 1], depth, every[leading, words], mark])


def _close(writer: BlockWriter) -> FileReference | None:
    """Closes a file, and returns its name; nothing is left of a file without rows."""
    if writer.rows:
        return writer.close()
    writer.abandon()
    return None


def _compact(
    search: OpenSearch, runs: list[FileReference], new: FileReference | None, name: str
) -> tuple[FileReference, ...]:
    """The runs with a new one; those of about one size become one, so that there are few."""
    runs += [new] if new else []
    number = 0
    while new and len(runs) > 1 and runs[-2].rows <= 2 * runs[-1].rows:
        both = [search.visited.open(run) for run in runs[-2:]]
        streams, parts = [run.stream(search.piece // 2) for run in both], list[tuple[Integers, Integers]]()
        writer = BlockWriter(search.folder, f"joined-{name}-{number}", search.words + 2, search.piece)
        for bound in merge_bounds(streams):
            hashes, rows = join([stream.take(bound) for stream in streams], writer.columns)
            places = np.argsort(hashes, kind="stable")
            parts = [(hashes[places], rows[places])]
            writer.add(rows[places], hashes[places])
        for run in both:
            run.close()
        runs[-2:] = [writer.close()]
        if len(parts[0][0]) == runs[-1].rows:  # they were joined at once
            search.visited.keep(runs[-1], *parts[0])
        number += 1
    return tuple(runs)
