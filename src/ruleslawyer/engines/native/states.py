"""The exact set of packed states, in partitions, and the workers whose buffers fill it."""

from __future__ import annotations

import ctypes
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from ruleslawyer.base.arrays import Integers
from ruleslawyer.engines.native.build import Library, TieredCode
from ruleslawyer.engines.native.memory import PARTITION_BITS, PARTITIONS, SMALL, Part, Reserved, Worker, align_to_page
from ruleslawyer.engines.native.table import HASH_FACTORS, WIDE, SlotFormat
from ruleslawyer.rulebook.claims.limits import address_space

NO_PARENT = 0xFFFFFFFF
FIRST_SLOTS = 1 << 8
"""Slots of a partition's first table; it grows where three quarters are taken."""
MANY = 1 << 14
"""States of a set for whose filling better code is made: a wide one takes a quarter of a second to make, and saves
about a fourth of a microsecond for each successor."""
LANES = 4
"""Blocks that are expanded before their successors are taken, whatever the number of threads: so that limits, too, are
met at the same state."""
NEVER = 1 << 62
LARGEST_BLOCK = 4096
BUFFERED = 1 << 21
"""Successors that a buffer has room for: a block is as large as this allows in the worst case. Where address space is
limited, room for `MET` is reserved, unless all buffers would take more than a part of it."""
SHARE = 16
MET = 1 << 19
"""Successors of a block, if it has as many as those before it had on average: that is what is touched of the room."""
DEADLOCKS = 64
"""Blocks for whose deadlocks a lane has room."""

Block = tuple[int, int, int]
"""States to expand: their partition, the first index, and the one behind the last."""


class StateSetFull(Exception):
    """The set would take more memory than it may."""


class TooManySuccessors(Exception):
    """A state has more successors than there is room for."""


class NodeStore(Protocol):
    """Whatever states are folded into, where they are kept as trees: code, and what each lane hands to it."""

    library: Library
    given: list[tuple[int, int]]

    def grow(self) -> None: ...


@dataclass(frozen=True, slots=True)
class BufferSizes:
    """The sizes that buffers need: how many 64-bit numbers a successor takes, and how many a state has at most."""

    entry_words: int
    most_successors: int


def _capacity(words: int, budget: int) -> int:
    """States of so many words for which a partition has room, where all may take `budget` bytes: twice its share."""
    return min((1 << 28) - 1, budget // (8 * words + 4 + 11) // PARTITIONS * 2 + FIRST_SLOTS)


class StateSet:
    """States by arrival. An id is the index in the partition times 16, plus the partition.

    `budget`: bytes that states, parents and tables may take; `StateSetFull` says that they do.
    """

    nodes: NodeStore | None = None
    slots: SlotFormat = WIDE
    fullest: tuple[int, int] = 3, 4
    """The part of the slots that may be taken."""

    def __init__(self, words: int, code: Library | TieredCode, budget: int, least_words: int | None = None) -> None:
        """`code`: better code is made once there are `MANY` states. `least_words`: what a state may come to take, for
        which a partition has room for `most`."""
        self.words, self.budget, self.state_bytes = words, budget, 8 * words + 4
        self._soon: TieredCode | None = None
        self._use(code.library if isinstance(code, TieredCode) else code)
        self._soon = code if isinstance(code, TieredCode) else None
        self.capacity, self.most = (_capacity(each, budget) for each in (words, least_words or words))
        self.parts = np.zeros((PARTITIONS, Part.SIZE), dtype=np.uint64)
        self.states = [Reserved(8 * words * self.capacity, small=SMALL) for _ in range(PARTITIONS)]
        self.parents = [Reserved(4 * self.most, small=SMALL) for _ in range(PARTITIONS)]
        self.tables = dict[int, Reserved]()
        for number, (part, states, parents) in enumerate(zip(self.parts, self.states, self.parents, strict=True)):
            part[Part.STATES], part[Part.PARENTS] = states.address, parents.address
            self._make_table(number, FIRST_SLOTS)

    def _use(self, library: Library) -> None:
        """Go on with the code for what is kept of a state now."""
        self.code = library
        self._rehash, self._insert = library.function("rehash", "p"), library.function("insert", "ppiii")
        self._find = library.function("find", "pipip")
        self._soon = None

    @property
    def counts(self) -> Integers:
        """States in each partition."""
        return self.parts[:, Part.COUNT].astype(np.int64)

    @property
    def size(self) -> int:
        return int(self.counts.sum())

    @property
    def bytes(self) -> int:
        """The bytes that states, parents and tables take."""
        return self.size * self.state_bytes + self.slots.bytes * int((self.parts[:, Part.MASK] + np.uint64(1)).sum())

    def array(self, partition: int, first: int = 0, stop: int | None = None) -> Integers:
        """The words of a partition's states, one row each."""
        stop = int(self.parts[partition, Part.COUNT]) if stop is None else stop
        found = self.states[partition].view(np.uint64)[first * self.words : stop * self.words]
        return found.reshape(-1, self.words)

    def words_at(self, partition: int, first: int, stop: int) -> int:
        """The address at which the words of a partition's states begin, as far as those of some are asked for; true
        until somebody asks again."""
        return self.states[partition].address

    def parents_at(self, partition: int, first: int, stop: int) -> int:
        """The same of the words of their parents, one for each; 0 where those lie at `Part.STATES`."""
        return 0

    def find(self, partition: int, entries: Integers) -> Integers:
        """The id of each entry, a row that begins with the words of a state of this partition; all bits are set where
        that is not there."""
        found = np.empty(len(entries), dtype=np.uint32)
        part = self.parts[partition].ctypes.data
        self._find(part, partition, entries.ctypes.data, len(entries), found.ctypes.data)
        return found

    def parents_of(self, partition: int) -> Integers:
        """The parent's id of each state of a partition."""
        return self.parents[partition].view(np.uint32)[: int(self.parts[partition, Part.COUNT])]

    def parent(self, identity: int) -> int:
        """The state from which one was reached first; `NO_PARENT` of an initial state."""
        index, partition = divmod(identity, PARTITIONS)
        return int(self.parents_of(partition)[index])

    def way(self, identity: int) -> list[int]:
        """The ids from an initial state to this one, along parents."""
        found = [identity]
        while (parent := self.parent(found[-1])) != NO_PARENT:
            found.append(parent)
        return found[::-1]

    def row(self, identity: int) -> tuple[int, ...]:
        index, partition = divmod(identity, PARTITIONS)
        return tuple(int(w) for w in self.array(partition, index, index + 1)[0])

    @property
    def hold(self) -> int:
        """The number of states at which it has to `look` next."""
        return NEVER if self._soon is None else MANY

    def retire(self, initial: Integers, counts: Integers) -> None:
        """The states of each partition up to these are not expanded any more. `initial`: how many have no parent."""

    def look(self) -> None:
        """Looks after itself, between two groups of blocks."""
        self._use_better()

    def _use_better(self) -> None:
        if self._soon is not None and self.size >= MANY:
            self._use(self._soon.best())

    def take(self, crew: Crew) -> None:
        """Takes the states from the buffers of a crew; none of them where there is no room for all."""
        self._use_better()
        more = crew.lengths.sum(axis=0).astype(np.int64)
        for partition in self.make_room(more):
            self._refill(partition)
        self._insert(self.parts.ctypes.data, crew.workers.ctypes.data, LANES, 0, 1)

    def make_room(self, more: Integers) -> list[int]:
        """Room for so many more states of each partition; the partitions whose tables are new and empty."""
        needed = self.counts + more
        slots = self._slots
        if (needed > self.capacity).any():
            raise StateSetFull
        taken, of = self.fullest
        grown, takes = list[tuple[int, int]](), self.bytes + int(more.sum()) * self.state_bytes
        for partition in np.nonzero(needed * of > slots * taken)[0].tolist():
            new = self._slots_for(int(needed[partition]), int(slots[partition]))
            if takes + self.slots.bytes * new > self.budget:
                raise StateSetFull
            takes += self.slots.bytes * (new - int(slots[partition]))
            grown.append((partition, new))
        if takes > self.budget:
            raise StateSetFull
        for partition, new in grown:
            self._make_table(partition, new)
        return [partition for partition, _ in grown]

    @property
    def _slots(self) -> Integers:
        """Slots of each partition's table."""
        return self.parts[:, Part.MASK].astype(np.int64) + 1

    def rooms(self) -> tuple[Integers, int]:
        """The number of states for which each partition has room, and that for which there is memory."""
        taken, of = self.fullest
        return np.minimum(self._slots * taken // of, self.capacity), self._most(self.budget)

    @property
    def _room_of_parts(self) -> int:
        """Bytes that parts of states may come to take until more room is made for them."""
        return 0

    def _most(self, bytes_: float) -> int:
        """The number of states that take so many bytes until somebody looks."""
        tables = self.bytes - self.size * self.state_bytes + self._room_of_parts
        return int(bytes_ - tables) // self.state_bytes

    def _slots_for(self, states: int, slots: int = FIRST_SLOTS) -> int:
        """The number of slots: `slots`, or as many more as a table grows until they are enough for so many states."""
        taken, of = self.fullest
        while states * of > slots * taken:
            slots = self.slots.larger(slots)
        return slots

    def _make_table(self, partition: int, slots: int) -> None:
        """A new table, which is empty. Those of a size lie side by side: all partitions soon have one."""
        part, size = self.parts[partition], self.slots.bytes * slots
        table = self.tables.get(slots) or self.tables.setdefault(slots, Reserved(PARTITIONS * size, small=0))
        part[Part.TABLE], part[Part.MASK] = table.address + partition * size, slots - 1
        self.tables = {of: table for of, table in self.tables.items() if of in self._slots}

    def _refill(self, partition: int) -> None:
        """All states of a partition into its new table."""
        self._rehash(self.parts[partition].ctypes.data)


class ReusedSet(StateSet):
    """States of one search after another: what was reserved for one serves the next."""

    def clear(self) -> None:
        """Nothing is in it any more; what was read from it is no longer true."""
        self.parts[:, Part.COUNT] = 0
        for table in self.tables.values():
            table.view(np.uint64).fill(0)


class Crew:
    """Lanes, each with a buffer for every partition and counts of its own."""

    worth_seconds = 0.0005
    """Seconds of expanding states that are."""
    pace = 0.0
    """Seconds that a thread took for a state of the last group."""
    seconds = 0.0
    """Those of a processor that threads took for all states."""

    def __init__(self, room: BufferSizes, library: Library, number: int, *, family: bool = False) -> None:
        """`number`: of threads that run them. `family`: the states of a block are those of a list, each with a mask of
        readings, and a driver expands them."""
        self.deadlock_words = 1 + family
        """Words that a lane writes about a deadlock: an id, in a family also a mask."""
        self._use(library)
        self.most_successors = max(1, room.most_successors)
        self.entry_words = room.entry_words
        self.block = self._block(address_space())
        self.threads = number
        self.workers = align_to_page(np.uint64, LANES, Worker.SIZE)
        self.buffers, self.lengths, self.addresses = self.new_buffers()
        self.deadlocks = [Reserved(8 * self.deadlock_words * self.block * DEADLOCKS) for _ in range(LANES)]
        for lane, worker in enumerate(self.workers):
            worker[Worker.BUFFERS] = self.addresses[lane].ctypes.data
            worker[Worker.COUNTS] = self.lengths[lane].ctypes.data
            worker[Worker.DEADLOCKS] = self.deadlocks[lane].address

    def _block(self, space: int | None) -> int:
        """The most states of a block. `space`: bytes of address space, where that is limited."""
        if space is None:
            return max(16, min(LARGEST_BLOCK, BUFFERED // self.most_successors))
        entries = space // SHARE // (LANES * PARTITIONS * 8 * self.entry_words)
        return max(1, min(LARGEST_BLOCK, min(MET, entries) // self.most_successors))

    def new_buffers(self) -> tuple[list[list[Reserved]], Integers, Integers]:
        """For each lane a buffer for every partition, how long they are, and their addresses."""
        size = 8 * self.entry_words * self.block * self.most_successors
        buffers = [[Reserved(size) for _ in range(PARTITIONS)] for _ in range(LANES)]
        lengths = align_to_page(np.uint64, LANES, PARTITIONS)
        return buffers, lengths, np.array([[each.address for each in lane] for lane in buffers], dtype=np.uint64)

    def take(self, library: Library) -> None:
        """Go on with this code, which does what the one before did."""
        if library is not self.library:
            self._use(library)

    def _use(self, library: Library) -> None:
        self.library = library
        self._expand = library.function("expand", "ppiii")

    def total(self, counter: Worker) -> int:
        return int(self.workers[:, counter].sum())

    def blocks(self, first: Integers, stop: Integers) -> Integers:
        """The states from `first` to `stop` of each partition, in order, as blocks, a row each: those of one partition
        are of a size, so that no thread waits long for another; nor does it wait often, as no block is smaller than it
        has to be."""
        counts, before = stop - first, int(first.sum())
        average = -(-self.total(Worker.TRANSITIONS) // before) if before else self.most_successors
        each = -(-counts // min(self.block, max(16, MET // max(1, average))))
        partitions = np.repeat(np.arange(PARTITIONS), each)
        number = np.arange(len(partitions)) - np.repeat(np.cumsum(each) - each, each)
        begin, count, blocks = (of[partitions] for of in (first, counts, each))
        found = [partitions, begin + count * number // blocks, begin + count * (number + 1) // blocks]
        return np.column_stack(found).astype(np.int64)

    def expand(self, states: StateSet, block: Block) -> list[int]:
        """A block, by the first lane: the ids of its deadlocks. Without room it is `TooManySuccessors`, and nothing is
        left in the buffers then."""
        partition, first, stop = block
        self.workers[:, Worker.PARTS] = states.parts.ctypes.data
        self.workers[0, Worker.BEFORE] = states.parents_at(partition, first, stop)
        began = time.thread_time()
        self._expand(self.workers.ctypes.data, states.words_at(partition, first, stop), first, stop, partition)
        ran = time.thread_time() - began
        self.seconds += ran
        if self.library.ran:
            self.library.ran(ran)
        if self.workers[:, Worker.CROWDED].any():
            self.forget_group()
            raise TooManySuccessors
        return self.take_deadlocks()

    def forget_group(self) -> None:
        """Forget the last group, which led to more than there is room for."""
        for counter in (Worker.CROWDED, Worker.DEADLOCKED):
            self.workers[:, counter] = 0
        self.lengths.fill(0)

    def take_deadlocks(self) -> list[int]:
        """The ids that lanes have written about deadlocks, in a family each with its mask."""
        found: list[int] = []
        for worker, buffer in zip(self.workers, self.deadlocks, strict=True):
            before = (int(worker[Worker.DEADLOCKS]) - buffer.address) // 8
            end = before + int(worker[Worker.DEADLOCKED]) * self.deadlock_words
            if end:
                found += buffer.view(np.uint64)[:end].tolist()
                worker[Worker.DEADLOCKED] = 0
                worker[Worker.DEADLOCKS] = buffer.address
        return found

    def buffer_entries(self) -> Iterator[Integers]:
        return entries(self.buffers, self.lengths, self.entry_words)

    def fill(self, states: StateSet, given: Iterable[tuple[tuple[int, ...], tuple[int, ...]]]) -> None:
        """States into a set as if they had been reached, in a family each with its mask."""
        for number, (words, mask) in enumerate(given, 1):
            self.put(words, *mask)
            if number % self.block == 0:
                states.take(self)
        states.take(self)

    def put(self, words: Sequence[int], *mask: int) -> None:
        """One state into the first worker's buffers, as if it had been reached (in a family: by these readings)."""
        partition = hash_of(words) >> (64 - PARTITION_BITS)
        entry = np.array([*words, *mask, NO_PARENT], dtype=np.uint64)
        place = self.buffers[0][partition].address + int(self.lengths[0, partition]) * entry.nbytes
        ctypes.memmove(place, entry.ctypes.data, entry.nbytes)
        self.lengths[0, partition] += np.uint64(1)


def entries(buffers: Sequence[Sequence[Reserved]], lengths: Integers, words: int) -> Iterator[Integers]:
    """The entries of each buffer of each lane that has some, a row of so many words each."""
    for lane, counts in zip(buffers, lengths.tolist(), strict=True):
        for buffer, length in zip(lane, counts, strict=True):
            if length:
                yield buffer.view(np.uint64)[: length * words].reshape(-1, words)


def row_hashes(rows: Integers, words: int) -> Integers:
    """The hash of each row, which begins with the words of a state."""
    hashed = np.zeros(len(rows), dtype=np.uint64)
    factors = np.array(HASH_FACTORS, dtype=np.int64).view(np.uint64)
    with np.errstate(over="ignore"):
        for i in range(words):
            hashed = (hashed ^ rows[:, i]) * factors[0]
            hashed ^= hashed >> np.uint64(32)
        hashed *= factors[1]
    return hashed ^ hashed >> np.uint64(29)


def partitions_of(rows: Integers, words: int) -> Integers:
    """The partition of each row."""
    return row_hashes(rows, words) >> np.uint64(64 - PARTITION_BITS)


def hash_of(words: Sequence[int]) -> int:
    """The hash that the kernels use (`table.hash_of`)."""
    mask = (1 << 64) - 1
    hashed = 0
    for word in words:
        hashed = ((hashed ^ word) * (HASH_FACTORS[0] & mask)) & mask
        hashed ^= hashed >> 32
    hashed = (hashed * (HASH_FACTORS[1] & mask)) & mask
    return hashed ^ hashed >> 29
