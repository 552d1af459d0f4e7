"""Going through the levels of a search in generated code (`drive_code.py`), with the threads that share the work.

Python looks in between, some ten times a second and as a level ends: at limits, progress and Ctrl-C, at better code,
and where there is no room for what was met.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from threading import Thread
from typing import Protocol

import numpy as np

from ruleslawyer.base.arrays import Integers
from ruleslawyer.engines.native import drive_code
from ruleslawyer.engines.native.build import Library, compile_text
from ruleslawyer.engines.native.drive_code import BlockRecord, Status
from ruleslawyer.engines.native.edges import OutDegrees
from ruleslawyer.engines.native.memory import PARTITIONS, Reserved, Worker, align_to_page
from ruleslawyer.engines.native.names import LOG_ENTRIES, Register
from ruleslawyer.engines.native.rounds import LINE, DriveCell
from ruleslawyer.engines.native.search import SearchResult
from ruleslawyer.engines.native.states import DEADLOCKS, LANES, NEVER, Crew, NodeStore, TooManySuccessors, entries
from ruleslawyer.engines.native.tree import FoldCell

LOOKS_EVERY = 0.1
"""Seconds of groups between two looks."""


class Lane(Protocol):
    """A lane's context, as far as it is needed here."""

    log_words: int

    @property
    def array(self) -> Integers: ...

    @property
    def forced_limit(self) -> int: ...


class Readings(Protocol):
    """Readings of a family, of which it is asked where they come apart. alike: sets of those of which it is not known;
    what a group led to is followed where some of a set have an edge that the others have not."""

    alike: Integers

    def follow(self, entries: Iterable[Integers]) -> None: ...


@lru_cache
def _code(cache: Path | None) -> Library:
    return compile_text(drive_code.text(), cache=cache)


class Driver:
    """The driver of one search; a context that ends its threads. drained: is called when what the lanes have met can be
    taken, before what is new is put into the set; inserted: when all that was expanded is in the set."""

    def __init__(
        self,
        crew: Crew,
        lanes: Sequence[Lane],
        often: Sequence[int],
        edges: OutDegrees | None,
        failed: int,
        cache: Path | None,
        drained: Callable[[], None],
        inserted: Callable[[], None],
        readings: Readings | None = None,
    ) -> None:
        """`often`: to where each lane's memory of events may be filled. `failed`: what an entry of the log begins with
        that may end a search. `readings`: those of a family, whose states are listed (`take_lists`)."""
        self._crew, self._lanes, self._edges, self._drained, self._inserted = crew, lanes, edges, drained, inserted
        self._readings, self._lists = readings, list[object]()
        self._library = _code(cache)
        self._drive, self._finish, self._leave, begin = (
            self._library.function(name, "p") for name in ("drive", "finish", "leave", "begin")
        )
        self._help = self._library.function("help", "pi")
        self._threads: list[Thread] = []
        self._cells, self._rooms, self._stale = (
            align_to_page(np.int64, of) for of in (DriveCell.SIZE, PARTITIONS, PARTITIONS)
        )
        begin(self._cells.ctypes.data)
        self._sides = [(crew.buffers, crew.lengths, crew.addresses)]
        self._views = align_to_page(np.int64, 2 * LANES, Worker.SIZE)
        self._records, self._places = (
            align_to_page(np.int64, 2 * LANES, BlockRecord.SIZE),
            align_to_page(np.int64, LANES, crew.block + LINE),
        )
        self._folds, self._folded = align_to_page(np.int64, LANES, FoldCell.SIZE), list[list[Reserved]]()
        self._log_words = lanes[0].log_words
        self._log = Reserved(8 * self._log_words * LOG_ENTRIES * (1 + LANES))
        deadlock_bytes = 8 * crew.deadlock_words
        deadlocks = (each.address + deadlock_bytes * crew.block * (DEADLOCKS - 2) for each in crew.deadlocks)
        forced = (lane.forced_limit for lane in lanes)
        self._limits = np.array(list(zip(forced, often, deadlocks, strict=True)), dtype=np.int64)
        self._take_side(0, crew.lengths, crew.addresses)
        self._set(
            WORKERS=crew.workers, VIEWS=self._views, ROOMS=self._rooms, STALE=self._stale, LIMITS=self._limits,
            RECORDS=self._records, PLACES=self._places, FOLDS=self._folds,
        )  # fmt: skip
        cells = self._cells
        cells[DriveCell.LOG], cells[DriveCell.LOG_LIMIT], cells[DriveCell.FAILED] = (
            self._log.address,
            LOG_ENTRIES,
            failed,
        )
        cells[DriveCell.LOG_WORDS], cells[DriveCell.DEADLOCK_BYTES] = self._log_words, deadlock_bytes
        cells[DriveCell.PLACE_WORDS], cells[DriveCell.STRIDE] = self._places.shape[1], crew.entry_words
        if edges:
            cells[DriveCell.GATHER], cells[DriveCell.EDGE_ROOM] = edges.code.address(edges.gather), edges.most
            cells[DriveCell.TARGETS], cells[DriveCell.LABELS], cells[DriveCell.DEGREES] = edges.addresses

    def __enter__(self) -> Driver:
        return self

    def __exit__(self, *error: object) -> None:
        self._leave(self._cells.ctypes.data)
        for thread in self._threads:
            thread.join()

    def _set(self, **arrays: Integers) -> None:
        for name, array in arrays.items():
            self._cells[DriveCell[name]] = array.ctypes.data

    def _take_side(self, side: int, lengths: Integers, addresses: Integers) -> None:
        """The buffers of one of two sides."""
        for lane, view in enumerate(self._views[side * LANES : (side + 1) * LANES]):
            view[Worker.BUFFERS], view[Worker.COUNTS] = addresses[lane].ctypes.data, lengths[lane].ctypes.data

    def _lane_memory(self, crew: Crew, lane: int) -> list[Reserved]:
        """The memory with which a lane unfolds states, and folds those that they lead to."""
        rows, led = 8 * (crew.entry_words - 1) * crew.block, 8 * PARTITIONS * crew.block * crew.most_successors
        made = {FoldCell.ROWS: Reserved(rows), FoldCell.BEFORE: Reserved(rows), FoldCell.MISSING: Reserved(led)}
        for cell, memory in made.items():
            self._folds[lane, cell] = memory.address
        return list(made.values())

    def take_lists(self, lists: Sequence[tuple[Integers, Integers]]) -> None:
        """The blocks of the next level are parts of these: for each partition the indices of states, and the readings
        under which each is expanded."""
        addresses = np.array([[each.ctypes.data for each in listed] for listed in lists], dtype=np.int64)
        self._lists = [addresses, lists]
        self._set(LISTS=addresses)

    def go(self, search: SearchResult, blocks: Integers, at: int, most: int | None) -> int:
        """Goes on from a block of a level, for some groups; up to which block that was. `most`: the number of states at
        which a search ends."""
        crew, cells, states = self._crew, self._cells, search.set
        pointers = search.set.parts, blocks
        self._set(PARTS=pointers[0], BLOCKS=pointers[1])
        crew.workers[:, Worker.PARTS], crew.workers[:, Worker.BEFORE] = cells[DriveCell.PARTS], 0
        cells[DriveCell.COUNT], cells[DriveCell.AT], cells[DriveCell.STOP] = (
            len(blocks),
            at,
            NEVER if most is None else most,
        )
        cells[DriveCell.VISITED] = search.visited
        left = int((blocks[at:, 2] - blocks[at:, 1]).sum())
        groups = -(-(len(blocks) - at) // LANES)
        if crew.threads > 1 and not self._threads and len(blocks) - at > 1 and left * crew.pace > crew.worth_seconds:
            self._call_threads()
        seconds = crew.pace * left / (1 + len(self._threads))
        cells[DriveCell.LEFT] = max(1, int(LOOKS_EVERY * groups / seconds)) if seconds else 1
        while True:
            status = self._go_on(search)
            if status == Status.CROWDED:
                self._forget_group()
            self._drained()
            if status == Status.CROWDED:
                raise TooManySuccessors
            if status == Status.LOOK:
                break
            if status == Status.SPLIT and self._readings:
                buffers, lengths, _ = self._sides[int(cells[DriveCell.SIDE])]
                self._readings.follow(entries(buffers, lengths, crew.entry_words))
            if status == Status.PARTS and states.nodes:
                states.nodes.grow()
            if status == Status.ROOM:
                _, lengths, _ = self._sides[int(cells[DriveCell.SIDE])]
                more = lengths.sum(axis=0).astype(np.int64)
                self._stale[states.make_room(more)] = 1
        self._inserted()
        states.look()
        return int(cells[DriveCell.AT])

    def _go_on(self, found: SearchResult) -> Status:
        """Lets the code go on; the reason why it returned."""
        crew, cells, states, edges = self._crew, self._cells, found.set, self._edges
        library = crew.library
        cells[DriveCell.EXPAND] = library.address("expand")
        cells[DriveCell.INSERT], cells[DriveCell.REHASH] = states.code.address("insert"), states.code.address("rehash")
        self._rooms[:], cells[DriveCell.MOST] = states.rooms()
        cells[DriveCell.HOLD] = states.hold
        if states.nodes:
            self._take_nodes(states.nodes)
        if self._readings:
            self._set(ALIKE=self._readings.alike)
            cells[DriveCell.ALIKES] = len(self._readings.alike)
        if edges:
            cells[DriveCell.KEEPS], cells[DriveCell.EDGES] = edges.kept, edges.count
        began, used, before = time.perf_counter(), time.thread_time(), found.visited
        self._drive(cells.ctypes.data)
        threads = 1 + len(self._threads)
        took, ran = (time.perf_counter() - began) * threads, (time.thread_time() - used) * threads
        found.visited = int(cells[DriveCell.VISITED])
        crew.seconds += ran
        if found.visited > before:
            crew.pace = took / (found.visited - before)
        if library.ran:
            library.ran(ran)
        if edges:
            edges.kept, edges.count, edges.states = (
                bool(cells[DriveCell.KEEPS]),
                int(cells[DriveCell.EDGES]),
                found.visited,
            )
        found.deadlocks += crew.take_deadlocks()
        return Status(int(cells[DriveCell.STATUS]))

    def _take_nodes(self, nodes: NodeStore) -> None:
        """States are folded into these."""
        cells, code = self._cells, nodes.library
        self._folded = self._folded or [self._lane_memory(self._crew, lane) for lane in range(LANES)]
        (cells[DriveCell.TREE], *_), self._folds[:, FoldCell.SCRATCH] = zip(*nodes.given, strict=True)
        cells[DriveCell.UNFOLD], cells[DriveCell.UNFOLD_PARENTS] = (
            code.address("unfold"),
            code.address("unfold_parents"),
        )
        cells[DriveCell.FOLD], cells[DriveCell.LEARN] = code.address("fold_buffers"), code.address("learn")

    def _forget_group(self) -> None:
        """Forget what the last group met."""
        self._crew.forget_group()
        for lane in self._lanes[: int(self._cells[DriveCell.LANES])]:
            for register in (Register.LOGGED, Register.FORCES, Register.OFTENS):
                lane.array[register] = 0

    def _call_threads(self) -> None:
        """Others help from now on, as many as are to be had."""
        with suppress(MemoryError, RuntimeError):
            buffers, lengths, addresses = self._crew.new_buffers()
            self._sides.append((buffers, lengths, addresses))
            self._take_side(1, lengths, addresses)
            self._cells[DriveCell.TOGETHER] = 1
            for number in range(1, min(self._crew.threads, LANES + PARTITIONS)):
                thread = Thread(target=self._help, args=(self._cells.ctypes.data, number))
                thread.start()
                self._threads.append(thread)
        self._crew.threads = 1 + len(self._threads)

    def take_log(self) -> Integers:
        """The rows that lanes have logged in groups that were accepted, in their order; it is not kept here then."""
        count = int(self._cells[DriveCell.LOGGED])
        self._cells[DriveCell.LOGGED] = 0
        return self._log.view(np.int64)[: self._log_words * count].reshape(-1, self._log_words).copy()

    def end(self) -> None:
        """The last edges are gathered, and the lanes are as they were before."""
        self._finish(self._cells.ctypes.data)
        for worker, view in zip(self._crew.workers, self._views[:LANES], strict=True):
            worker[Worker.BUFFERS], worker[Worker.COUNTS] = view[Worker.BUFFERS], view[Worker.COUNTS]
