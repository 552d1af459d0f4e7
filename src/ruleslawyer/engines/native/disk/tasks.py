"""The pieces of a search on disk, as functions of numbers and a folder: a lane expands its blocks of a level, a
partition merges what came for it. Each can be done by any process, and again: what is done is not done twice.

Lanes, blocks and the order of arrival are those of the search in memory, so that ids, parents and what is logged are.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from ruleslawyer.base.arrays import Integers
from ruleslawyer.engines.native.arrays import PARTITION_BITS, PARTITIONS, Part, Worker
from ruleslawyer.engines.native.beyond import Beyond, within
from ruleslawyer.engines.native.disk.folder import (
    Expanded,
    Level,
    Merged,
    checkpoint,
    read_arrays,
    read_expansion,
    read_level,
    save,
    save_arrays,
)
from ruleslawyer.engines.native.disk.groups import group_rows
from ruleslawyer.engines.native.disk.runs import Named, Reader, Stream, Writer, together
from ruleslawyer.engines.native.explore import FOLLOWED, MOST_SUCCESSORS, Context
from ruleslawyer.engines.native.names import MEMORY, Register
from ruleslawyer.engines.native.rulebook import Rulebook
from ruleslawyer.engines.native.runtime import known_words
from ruleslawyer.engines.native.scope_data import Layout
from ruleslawyer.engines.native.states import LANES, NO_PARENT, Crew, Crowded, Room, StateSet, partitions_of, row_hashes
from ruleslawyer.ir.scope import Scope
from ruleslawyer.ir.system import System
from ruleslawyer.semantics.interpret import Interpreter
from ruleslawyer.semantics.transition import TransitionSystem

FORCED = np.uint64(1 << 63)
"""In a parent's id: that nothing but a pass can be done there."""
ENTRY_BITS = 21
"""Of the place of a successor among those of its block in one partition."""
BEGAN = np.uint64((1 << 64) - 1)
"""The parent of a state in which a game begins."""
LEAST = 1 << 22
"""Bytes of a piece that is sorted in memory, at least."""


@dataclass(frozen=True)
class Problem:
    """A search as data: who is told it needs no project. name: what tells it from any other. memory: bytes that a task
    may take, about."""

    name: str
    system: System
    scope: Scope
    reading: Mapping[str, str]
    rulings: tuple[str, ...]
    memory: int


class Opened:
    """A problem made ready in this process."""

    def __init__(self, problem: Problem, system: TransitionSystem | None = None) -> None:
        self.name, self.memory = problem.name, problem.memory
        self.system = system or TransitionSystem(
            Interpreter(problem.system, problem.scope), dict(problem.reading), problem.rulings
        )
        self.book = Rulebook.of(problem.system, problem.scope)
        self.layout = Layout(self.book.low, problem.scope)
        self.words = self.layout.words
        self.piece = max(LEAST, problem.memory // 8)
        self.follows = any(check.kind in FOLLOWED for check in problem.system.checks.values())
        """Whether it is asked what all plays do, so that every step is kept."""

    @property
    def row_bytes(self) -> int:
        return 8 * (self.words + 3)


_OPENED: dict[str, Opened] = {}
"""The one search that this process works at, by its folder."""


def asked_of(system: TransitionSystem, name: str, memory: int) -> Problem:
    return Problem(name, system.system, system.scope, dict(system.reading), tuple(system.rulings), memory)


def prepare(folder: str, problem: Problem) -> None:
    """This process is told what the search in a folder is about."""
    _OPENED.clear()
    _OPENED[folder] = Opened(problem)


def search_name(folder: str) -> str | None:
    """The name of the search that this process has open in a folder, if any."""
    return _OPENED[folder].name if folder in _OPENED else None


def open_search(folder: str) -> Opened:
    return _OPENED[folder]


def expanded_name(lane: int, level: int) -> str:
    return f"expanded-{level}-{lane}.json"


def merged_name(partition: int, level: int) -> str:
    return f"merged-{level}-{partition}.json"


# --- beginning ------------------------------------------------------------------------------------------------------


def begin(folder: str) -> None:
    """The states in which games begin are level 0."""
    search, place = open_search(folder), Path(folder)
    begun = dict.fromkeys(outcome.state for _, outcome in search.system.initial() if outcome.state is not None)
    packed = [search.layout.pack(state) for state in begun]
    rows = np.array(list(dict.fromkeys(packed)), dtype=np.uint64).reshape(-1, search.words)
    states: list[Named | None] = []
    visited: list[tuple[Named, ...]] = []
    partitions, hashes = partitions_of(rows, search.words), row_hashes(rows, search.words)
    for partition in range(PARTITIONS):
        mine = np.flatnonzero(partitions == partition)
        if not len(mine):
            states.append(None)
            visited.append(())
            continue
        order = np.arange(1, len(mine) + 1, dtype=np.uint64)
        parents = np.full(len(mine), BEGAN)
        states.append(_whole(place, f"states-0-{partition}", np.column_stack([rows[mine], parents, order])))
        places = np.argsort(hashes[mine], kind="stable")
        level = np.zeros(len(mine), dtype=np.uint64)
        run = np.column_stack([rows[mine], order, level])[places]
        visited.append((_whole(place, f"visited-0-{partition}", run, hashes[mine][places]),))
    save(place, checkpoint(0), Level(0, tuple(states), (0,) * PARTITIONS, tuple(visited)), search.name)


def _whole(folder: Path, name: str, rows: Integers, hashes: Integers | None = None) -> Named:
    writer = Writer(folder, name, rows.shape[1])
    writer.add(rows, hashes)
    return writer.close()


# --- expanding ------------------------------------------------------------------------------------------------------


class Given(StateSet):
    """Some states of one partition, as if they lay in a set."""

    def __init__(self, words: int) -> None:
        self.words = words
        self.parts = np.zeros((PARTITIONS, Part.SIZE), dtype=np.uint64)

    def give(self, rows: Integers, first: int, partition: int) -> None:
        """The rows are the states from `first` on."""
        self._rows, self._first = np.ascontiguousarray(rows), first
        self._nobody = orphans(self.parts, partition, first, len(rows))

    def words_at(self, partition: int, first: int, stop: int, lane: int = 0) -> int:
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
    at = read_level(place, level, search.name)
    context = Context(search.layout, search.system)
    if (remembered := at.contexts[lane]) is not None:
        restore(context, search, read_arrays(place, remembered))
    most = max(1, min(search.layout.firsts[""], MOST_SUCCESSORS))
    spool, logs, stuck = Spool(search, place, f"{level}-{lane}"), list[Integers](), list[int]()
    forced, stopped, beyond = 0, "", ""
    with Crew(Room(search.words + 1, most), search.book.library, 1) as crew:
        context.given_to(crew, 0)
        given, readers = Given(search.words), Readers(place, at)
        try:
            for number, partition, first, stop in blocks(at.new, crew.block, lane):
                crew.take(search.book.library)
                index = at.before[partition] + first
                given.give(readers.between(partition, first, stop)[:, : search.words], index, partition)
                stuck += crew.expand(given, [(partition, index, index + stop - first)])
                log = context.take_log()
                logs.append(log)
                within(search.book.low, log)
                passes = context.take_forced_states()
                forced += len(passes)
                spool.add(crew, number, index * PARTITIONS + partition, passes)
        except Beyond as error:
            stopped, beyond = str(error), error.kind
        except Crowded:
            stopped, beyond = f"stopped at a state with more than {MOST_SUCCESSORS} choices", MEMORY
        transitions, ended = crew.total(Worker.TRANSITIONS), crew.total(Worker.ENDED)
    log = np.concatenate([np.zeros((0, context.log_words), dtype=np.int64), *logs])
    said = save_arrays(place, f"said-{level}-{lane}", log=log, stuck=np.array(stuck, dtype=np.uint64))
    remembered = save_arrays(place, f"context-{level}-{lane}", **context_memory(context, search))
    done = Expanded(spool.close(), said, remembered, transitions, ended, forced, beyond, stopped)
    save(place, expanded_name(lane, level), done, search.name)


def context_memory(context: Context, search: Opened) -> dict[str, Integers]:
    """The part of a context that is remembered from level to level."""
    known = context.memory(Register.KNOWN).view(np.int64).reshape(-1, known_words(search.book.low))
    used = np.flatnonzero(known.any(axis=1))
    return {
        "places": used, "known": known[used], "last": context.memory(Register.LAST), "marks": context.marks,
        "written": context.array[_extreme_places(search)],
    }  # fmt: skip


def restore(context: Context, search: Opened, arrays: Mapping[str, Integers]) -> None:
    known = context.memory(Register.KNOWN).view(np.int64).reshape(-1, known_words(search.book.low))
    known[arrays["places"]] = arrays["known"]
    context.memory(Register.LAST)[:] = arrays["last"]
    context.marks[:] = arrays["marks"]
    context.array[_extreme_places(search)] = arrays["written"]


def _extreme_places(search: Opened) -> list[int]:
    """The places in a context of the least and the largest number that was written to a field."""
    return [number for name, number in search.book.low.names.entries.items() if name[0] in ("least", "most")]


class Readers:
    """The states of a level."""

    def __init__(self, folder: Path, level: Level) -> None:
        self._folder, self._level = folder, level
        self._open: dict[int, Reader] = {}

    def between(self, partition: int, first: int, stop: int) -> Integers:
        if partition not in self._open:
            for reader in self._open.values():
                reader.close()
            named = self._level.states[partition]
            assert named is not None
            self._open = {partition: Reader(self._folder, named, hashed=False)}
        return self._open[partition].between(first, stop)


class Spool:
    """Successors with their order and parents, written as a sorted run whenever there are many."""

    def __init__(self, search: Opened, folder: Path, name: str) -> None:
        self.search, self.folder, self.name = search, folder, name
        self._rows: list[Integers] = []
        self._bytes = 0
        self._runs: list[Named] = []

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
            order = np.uint64(number << ENTRY_BITS) + np.arange(1, len(entries) + 1, dtype=np.uint64)
            self._rows.append(np.column_stack([entries[:, :words], order, parents]))
            self._bytes += self._rows[-1].nbytes
        crew.lengths.fill(0)
        if self._bytes > self.search.piece:
            self._write()

    def _write(self) -> None:
        if not self._rows:
            return
        rows = np.concatenate(self._rows)
        self._rows, self._bytes = [], 0
        hashes = row_hashes(rows, self.search.words)
        places, leaders = group_rows(hashes, rows, self.search.words, rows[:, -2])
        if not self.search.follows:
            places = places[(leaders == np.arange(len(places))) | ((rows[places, -1] & FORCED) != 0)]
        name = f"run-{self.name}-{len(self._runs)}"
        self._runs.append(_whole(self.folder, name, rows[places], hashes[places]))

    def close(self) -> tuple[Named, ...]:
        self._write()
        return tuple(self._runs)


# --- merging --------------------------------------------------------------------------------------------------------


def merge(partition: int, level: int, folder: str) -> None:
    """Merges the successors of a level in a partition, without those that were there: the states of the next level, in
    their order."""
    search, place = open_search(folder), Path(folder)
    if (place / merged_name(partition, level)).exists():
        return
    at, words, after = read_level(place, level, search.name), search.words, level + 1
    least, most = partition << 64 - PARTITION_BITS, (partition + 1 << 64 - PARTITION_BITS) - 1
    runs = [run for lane in range(LANES) for run in read_expansion(place, expanded_name(lane, level), search.name).runs]
    came = [Stream(Reader(place, run), least, most) for run in runs]
    came = [stream for stream in came if stream.last is not None]
    there = [Stream(Reader(place, run), least, most) for run in at.visited[partition] if came]
    fresh, visited = (
        Writer(place, f"{kind}-{after}-{partition}", words + 2, search.piece) for kind in ("fresh", "visited")
    )
    steps = Writer(place, f"steps-{after}-{partition}", 3, search.piece)
    orders, led = [np.zeros(0, dtype=np.uint64)], [np.zeros((0, 3), dtype=np.uint64)]
    for bound in together([*came, *there]):
        if all(stream.last is None for stream in came):
            break
        hashes, rows = _join([stream.take(bound) for stream in came], words)
        wanted = np.unique(hashes)
        old_hashes, old = _join([stream.take(bound, wanted) for stream in there], words)
        if not len(rows):
            continue
        every, all_hashes = np.concatenate([old, rows]), np.concatenate([old_hashes, hashes])
        new, leads = _news(all_hashes, every, len(old), words, after)
        led.append(leads[(leads[:, 0] & FORCED) != 0] & ~np.array([FORCED, 0, 0], dtype=np.uint64))
        if search.follows:
            steps.add(leads & ~np.array([FORCED, 0, 0], dtype=np.uint64))
        some, depths = every[new], np.full(len(new), after, dtype=np.uint64)
        orders.append(some[:, -2])
        fresh.add(np.column_stack([some[:, :words], some[:, -1] & ~FORCED, some[:, -2]]), all_hashes[new])
        visited.add(np.column_stack([some[:, : words + 1], depths]), all_hashes[new])
    for stream in (*came, *there):
        stream.reader.close()
    done = Merged(
        _write_in_order(search, place, fresh, np.concatenate(orders), f"states-{after}-{partition}"),
        _compact(place, [*at.visited[partition]], visited, f"{after}-{partition}", search.piece),
        save_arrays(place, f"led-{after}-{partition}", led=leads) if len(leads := np.concatenate(led)) else None,
        _close(steps),
    )
    save(place, merged_name(partition, level), done, search.name)


def _news(hashes: Integers, rows: Integers, known: int, words: int, after: int) -> tuple[Integers, Integers]:
    """The places of the new states among rows with their hashes, of which the first are `known`, each as it came first;
    and of each step its parent, and the level and order of the state that it leads to."""
    order = np.concatenate([np.zeros(known, dtype=np.uint64), rows[known:, -2]])
    places, leaders = group_rows(hashes, rows, words, order)
    is_old = places < known
    new = places[(leaders == np.arange(len(places))) & ~is_old]
    leading = places[leaders[~is_old]]
    depth = np.where(leading < known, rows[leading, -1], np.uint64(after))
    return new, np.column_stack([rows[places[~is_old], -1], depth, rows[leading, -2]])


def _close(writer: Writer) -> Named | None:
    """Closes a file, and returns its name; nothing is left of a file without rows."""
    if writer.rows:
        return writer.close()
    writer.abandon()
    return None


def _join(parts: list[tuple[Integers, Integers]], words: int) -> tuple[Integers, Integers]:
    hashes = np.concatenate([np.zeros(0, dtype=np.uint64), *(h for h, _ in parts)])
    return hashes, np.concatenate([np.zeros((0, words + 2), dtype=np.uint64), *(r for _, r in parts)])


def _write_in_order(search: Opened, folder: Path, fresh: Writer, orders: Integers, name: str) -> Named | None:
    """The new states in the order in which they came, as many at a time as memory allows."""
    if not len(orders):
        fresh.abandon()
        return None
    reader, bounds = Reader(folder, fresh.close()), np.sort(orders)
    writer, at_once = Writer(folder, name, search.words + 2, search.piece), max(1, search.piece // search.row_bytes)
    for begin in range(0, len(bounds), at_once):
        least, most = bounds[begin], bounds[min(begin + at_once, len(bounds)) - 1]
        found = []
        for block in range(len(reader)):
            rows = reader.unpack(block, reader.raw(block))
            found.append(rows[(rows[:, -1] >= least) & (rows[:, -1] <= most)])
        some = np.concatenate(found)
        writer.add(some[np.argsort(some[:, -1])])
    reader.close()
    reader.path.unlink()
    return writer.close()


def _compact(folder: Path, runs: list[Named], new: Writer, name: str, piece: int) -> tuple[Named, ...]:
    """The runs of a partition; those of about one size become one, so that there are few."""
    if not new.rows:
        new.abandon()
        return tuple(runs)
    runs.append(new.close())
    number = 0
    while len(runs) > 1 and runs[-2].rows <= 2 * runs[-1].rows:
        streams = [Stream(Reader(folder, run), 0, (1 << 64) - 1) for run in runs[-2:]]
        writer = Writer(folder, f"joined-{name}-{number}", new.columns, piece)
        for bound in together(streams):
            hashes, rows = _join([stream.take(bound) for stream in streams], new.columns - 2)
            places = np.argsort(hashes, kind="stable")
            writer.add(rows[places], hashes[places])
        for stream in streams:
            stream.reader.close()
        runs[-2:] = [writer.close()]
        number += 1
    return tuple(runs)
