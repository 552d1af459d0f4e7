"""The pieces of a search on disk, as functions of numbers and a folder: how it begins, and a lane expands its blocks of
a level (`merging`: what came is merged). Each can be done by any process, and again: what is done is not done twice.

Lanes, blocks and the order of arrival are those of the search in memory, so that ids, parents and what is logged are.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from ruleslawyer.base.arrays import Integers
from ruleslawyer.engines.native.compiling import CompiledRuleset
from ruleslawyer.engines.native.disk.folder import (
    Checkpoint,
    LaneExpansion,
    Level,
    checkpoint,
    expanded_name,
    read_arrays,
    read_level,
    save,
    save_arrays,
)
from ruleslawyer.engines.native.disk.runs import (
    MOST,
    BlockReader,
    BlockWriter,
    FileReference,
    RowBuffer,
    RunStream,
    VisitedRuns,
    group_rows,
)
from ruleslawyer.engines.native.explore import MOST_SUCCESSORS, Context
from ruleslawyer.engines.native.memory import PARTITION_BITS, PARTITIONS, Part, Worker
from ruleslawyer.engines.native.names import MEMORY, Register
from ruleslawyer.engines.native.runtime import known_words
from ruleslawyer.engines.native.scope_code import ScopedCode
from ruleslawyer.engines.native.scope_data import Layout
from ruleslawyer.engines.native.search import CapacityExceeded, refuse_log
from ruleslawyer.engines.native.states import (
    LANES,
    NO_PARENT,
    BufferSizes,
    Crew,
    StateSet,
    TooManySuccessors,
    partitions_of,
    row_hashes,
)
from ruleslawyer.ir.rules import FOLLOWED
from ruleslawyer.ir.schema import Scope
from ruleslawyer.ir.system import System
from ruleslawyer.semantics.interpret import Interpreter
from ruleslawyer.semantics.transition import TransitionSystem

FORCED = np.uint64(1 << 63)
"""In a parent's id: that nothing but a pass can be done there."""
ENTRY_BITS = 21
"""Of the place of a successor among those of its block in one partition; before it the number of the block, and of the
partition, are its order."""
PLACES = np.uint64((1 << ENTRY_BITS) - 1)
ORDER_BITS = 64 - PARTITION_BITS
BEGAN = np.uint64((1 << 64) - 1)
"""The parent of a state in which a game begins."""
LEAST = 1 << 22
"""Bytes of a piece that is sorted in memory, at least."""


@dataclass(frozen=True)
class SearchProblem:
    """A search as data: who is told it needs no project. name: what tells it from any other. memory: bytes that a task
    may take, about."""

    name: str
    system: System
    scope: Scope
    reading: Mapping[str, str]
    rulings: tuple[str, ...]
    memory: int


class OpenSearch:
    """A problem made ready in this process."""

    def __init__(self, problem: SearchProblem, folder: Path) -> None:
        self.name, self.folder = problem.name, folder
        interpreter = Interpreter(problem.system, problem.scope)
        self.system = TransitionSystem(interpreter, dict(problem.reading), problem.rulings)
        self.book = CompiledRuleset.of(problem.system, problem.scope)
        self.layout = Layout(self.book.low, problem.scope)
        self.words = self.layout.words
        self.piece = max(LEAST, problem.memory // 8)
        self.visited = VisitedRuns(folder, problem.memory // 4)
        self.scoped = ScopedCode(self.book.low, self.layout, self.system, None, whole=True)
        self.crew: Crew | None = None
        self.contexts: dict[int, tuple[int, Context]] = {}
        """By lanes, and the level that they expand next; and the lanes' buffers: of tasks that this process did."""
        self.follows = any(check.kind in FOLLOWED for check in problem.system.checks.values())
        """Whether it is asked what all plays do, so that every step is kept."""

    @property
    def row_bytes(self) -> int:
        return 8 * (self.words + 4)


_OPENED: dict[str, OpenSearch] = {}
"""The one search that this process works at, by its folder."""


def search_problem(system: TransitionSystem, name: str, memory: int) -> SearchProblem:
    return SearchProblem(name, system.system, system.scope, dict(system.reading), tuple(system.rulings), memory)


def prepare(folder: str, problem: SearchProblem) -> None:
    """This process is told what the search in a folder is about."""
    _OPENED.clear()
    _OPENED[folder] = OpenSearch(problem, Path(folder))


def search_name(folder: str) -> str | None:
    """The name of the search that this process has open in a folder, if any."""
    return _OPENED[folder].name if folder in _OPENED else None


def open_search(folder: str) -> OpenSearch:
    return _OPENED[folder]


def partitions_of_orders(orders: Integers) -> Integers:
    return (orders >> np.uint64(ORDER_BITS)).astype(np.int64)


# --- beginning ------------------------------------------------------------------------------------------------------


def write_first_level(folder: str) -> None:
    """The states in which games begin are level 0."""
    search, place = open_search(folder), Path(folder)
    begun = dict.fromkeys(outcome.state for _, outcome in search.system.initial() if outcome.state is not None)
    packed = [search.layout.pack(state) for state in begun]
    rows = np.array(list(dict.fromkeys(packed)), dtype=np.uint64).reshape(-1, search.words)
    partitions = partitions_of(rows, search.words)
    places = np.argsort(partitions, kind="stable")
    new = np.bincount(partitions.astype(np.int64), minlength=PARTITIONS)
    within_one = np.arange(len(rows)) - np.repeat(np.cumsum(new) - new, new)
    rows, order = rows[places], partitions[places] << np.uint64(ORDER_BITS) | (within_one + 1).astype(np.uint64)
    states = _whole(place, "states-0-0", np.column_stack([rows, np.full(len(rows), BEGAN), order]))
    hashes, level = row_hashes(rows, search.words), np.zeros(len(rows), dtype=np.uint64)
    places = np.argsort(hashes, kind="stable")
    run = _whole(place, "visited-0-0", np.column_stack([rows, order, level])[places], hashes[places])
    visited = (*((),) * PARTITIONS, (run,))
    counts = tuple(new.tolist())
    first = Level(0, (states,), counts, (0,) * PARTITIONS, visited)
    save(place, checkpoint(0), Checkpoint((first,)), search.name)


def _whole(folder: Path, name: str, rows: Integers, hashes: Integers | None = None) -> FileReference:
    writer = BlockWriter(folder, name, rows.shape[1])
    writer.add(rows, hashes)
    return writer.close()


# --- expanding ------------------------------------------------------------------------------------------------------


class PartitionSlice(StateSet):
    """Some states of one partition, as if they lay in a set."""

    def __init__(self, words: int) -> None:
        self.words = words
        self.parts = np.zeros((PARTITIONS, Part.SIZE), dtype=np.uint64)

    def give(self, rows: Integers, first: int, partition: int) -> None:
        """The rows are the states from `first` on."""
        self._rows, self._first = np.ascontiguousarray(rows), first
        self._nobody = orphans(self.parts, partition, first, len(rows))

    def words_at(self, partition: int, first: int, stop: int) -> int:
        address: int = self._rows.ctypes.data
        return address - 8 * self.words * self._first


def orphans(parts: Integers, partition: int, first: int, count: int) -> Integers:
    """Some states have no parent, as far as code looks for one: then everything is asked of them. What is given has to
    be kept."""
    nobody = np.full(count, NO_PARENT, dtype=np.uint32)
    parts[partition, Part.PARENTS] = nobody.ctypes.data - 4 * first
    return nobody


def blocks(new: tuple[int, ...], size: int, lane: int) -> Iterator[tuple[int, int, int, int]]:
    """The blocks of a level that a lane expands: their number, partition, and first and last place in the level."""
    number = 0
    for partition, count in enumerate(new):
        for first in range(0, count, size):
            if number % LANES == lane:
                yield number, partition, first, min(first + size, count)
            number += 1


def expand(lane: int, level: int, folder: str) -> None:
    """A lane's blocks of a level: what they lead to as runs, and what was logged."""
    search, place = open_search(folder), Path(folder)
    if (place / expanded_name(lane, level)).exists():
        return
    spool = Spool(search, f"{level}-{lane}")
    done = expand_lane(search, read_level(place, level, search.name), lane, spool)
    remembered = None if done.stopped else save_context(search, lane, level)
    save(place, expanded_name(lane, level), replace(done, runs=spool.close(), context=remembered), search.name)


def expand_lane(search: OpenSearch, at: Level, lane: int, spool: Spool) -> LaneExpansion:
    """A lane's blocks of a level, and what was logged; what they lead to is in the spool."""
    context, crew = _lane(search, at, lane)
    before = crew.total(Worker.TRANSITIONS), crew.total(Worker.ENDED)
    logs, stuck = list[Integers](), list[int]()
    forced, stopped, beyond = 0, "", ""
    given, readers = PartitionSlice(search.words), LevelReader(search.folder, at)
    try:
        for number, partition, first, stop in blocks(at.new, crew.block, lane):
            crew.take(search.scoped.best(search.book.library, crew.seconds))
            index = at.before[partition] + first
            given.give(readers.between(partition, first, stop)[:, : search.words], index, partition)
            stuck += crew.expand(given, (partition, index, index + stop - first))
            log = context.take_log()
            logs.append(log)
            refuse_log(search.book.low, log)
            passes = context.take_forced_states()
            forced += len(passes)
            spool.add(crew, number, index * PARTITIONS + partition, passes)
    except CapacityExceeded as error:
        stopped, beyond = str(error), error.kind
    except TooManySuccessors:
        stopped, beyond = f"stopped at a state with more than {MOST_SUCCESSORS} choices", MEMORY
    readers.close()
    transitions, ended = crew.total(Worker.TRANSITIONS) - before[0], crew.total(Worker.ENDED) - before[1]
    log, said = np.concatenate([np.zeros((0, context.log_words), dtype=np.int64), *logs]), None
    if len(log) or stuck:
        said = save_arrays(search.folder, f"said-{at.level}-{lane}", log=log, stuck=np.array(stuck, dtype=np.uint64))
    if not stopped:
        search.contexts[lane], search.crew = (at.level + 1, context), crew
    return LaneExpansion((), said, None, transitions, ended, forced, beyond, stopped)


def _lane(search: OpenSearch, at: Level, lane: int) -> tuple[Context, Crew]:
    """The context of a lane, as it is after the levels before this one, and buffers. They are this process's again when
    a level is done: a task that breaks off leaves neither."""
    level, context = search.contexts.pop(lane, (-1, None))
    if context is None or level != at.level:
        context = Context(search.layout, search.system)
        if (remembered := at.contexts[lane]) is not None:
            restore(context, search, read_arrays(search.folder, remembered))
    crew, search.crew = search.crew, None
    if crew is None:
        most = max(1, min(search.layout.firsts[""], MOST_SUCCESSORS))
        crew = Crew(BufferSizes(search.words + 1, most), search.book.library, 1)
    context.given_to(crew, 0)
    return context, crew


def save_context(search: OpenSearch, lane: int, level: int) -> FileReference:
    """A file with the memory of a lane's context, which has expanded a level here."""
    return save_arrays(search.folder, f"context-{level}-{lane}", **context_memory(search.contexts[lane][1], search))


def context_memory(context: Context, search: OpenSearch) -> dict[str, Integers]:
    """The part of a context that is remembered from level to level."""
    known = context.memory(Register.KNOWN).view(np.int64).reshape(-1, known_words(search.book.low))
    used = np.unique(np.flatnonzero(known) // known.shape[1])
    return {
        "places": used, "known": known[used], "last": context.memory(Register.LAST), "marks": context.marks,
        "written": context.array[_extreme_places(search)],
    }  # fmt: skip


def restore(context: Context, search: OpenSearch, arrays: Mapping[str, Integers]) -> None:
    known = context.memory(Register.KNOWN).view(np.int64).reshape(-1, known_words(search.book.low))
    known[arrays["places"]] = arrays["known"]
    context.memory(Register.LAST)[:] = arrays["last"]
    context.marks[:] = arrays["marks"]
    context.array[_extreme_places(search)] = arrays["written"]


def _extreme_places(search: OpenSearch) -> list[int]:
    """The places in a context of the least and the largest number that was written to a field."""
    return [number for name, number in search.book.low.names.entries.items() if name[0] in ("least", "most")]


class LevelReader:
    """The states of a level."""

    def __init__(self, folder: Path, level: Level) -> None:
        self._folder, self._level = folder, level
        self._open: dict[FileReference, BlockReader] = {}

    def between(self, partition: int, first: int, stop: int) -> Integers:
        named, before = self._level.where(partition)
        if named not in self._open:
            self.close()
            self._open = {named: BlockReader(self._folder, named, hashed=False)}
        return self._open[named].between(before + first, before + stop)

    def close(self) -> None:
        for reader in self._open.values():
            reader.close()


class Spool:
    """Successors with their order, parents and marks, written as a sorted run whenever there are many. A mark is the
    label of the step before the place in its order."""

    def __init__(self, search: OpenSearch, name: str) -> None:
        self.search, self.name = search, name
        self._rows: list[Integers] = []
        self._bytes = 0
        self._runs: list[FileReference] = []

    def add(self, crew: Crew, number: int, base: int, passes: Integers) -> None:
        """Takes the successors from the buffers, which are empty after; `base`: the id of the first state of the
        block."""
        words = self.search.words
        led_to = partitions_of(passes, words) if len(passes) else passes
        for partition, (buffer, length) in enumerate(zip(crew.buffers[0], crew.lengths[0].tolist(), strict=True)):
            if not length:
                continue
            entries = buffer.view(np.uint64)[: int(length) * crew.entry_words].reshape(-1, crew.entry_words)
            low = entries[:, -1] & np.uint64(0xFFFFFFFF)
            parents = np.uint64(base) + ((low - np.uint64(base & 0xFFFFFFFF)) & np.uint64(0xFFFFFFFF))
            if len(passes):  # of the steps of such a state the last is the one that was kept
                ids = passes[led_to == partition][:, -1]
                last = np.searchsorted(parents, ids, side="right") - 1
                parents[last[parents[last] == ids]] |= FORCED
            begin = np.uint64(partition << ORDER_BITS | number << ENTRY_BITS)
            order = begin + np.arange(1, len(entries) + 1, dtype=np.uint64)
            marks = entries[:, -1] >> np.uint64(32) << np.uint64(ENTRY_BITS)
            self._rows.append(np.column_stack([entries[:, :words], order, parents, marks]))
            self._bytes += self._rows[-1].nbytes
        crew.lengths.fill(0)
        if self._bytes > self.search.piece:
            self._write()

    def _write(self) -> None:
        if self._rows:
            hashes, rows = self._take()
            self._runs.append(_whole(self.search.folder, f"run-{self.name}-{len(self._runs)}", rows, hashes))

    def _take(self) -> tuple[Integers, Integers]:
        """The rows by their hashes, which are not here any more."""
        words = self.search.words
        rows = np.concatenate(self._rows)
        self._rows, self._bytes = [], 0
        hashes = row_hashes(rows, words)
        places: Integers = np.argsort(hashes, kind="stable")
        if not self.search.follows:
            places, leaders = group_rows(hashes, rows, words, rows[:, words])
            places = places[(leaders == np.arange(len(places))) | ((rows[places, words + 1] & FORCED) != 0)]
        return hashes[places], rows[places]

    def close(self) -> tuple[FileReference, ...]:
        """All of it, in files."""
        self._write()
        return tuple(self._runs)

    def streams(self, piece: int) -> Iterator[RowBuffer]:
        """All of it for who merges it here; `piece`: bytes that are held of each run."""
        yield from (RunStream(BlockReader(self.search.folder, run), 0, MOST, piece) for run in self._runs)
        if self._rows:
            yield RowBuffer(*self._take())
