"""Edges, parents and forced passes of a search, kept while it goes on: whoever asks for them then expands nothing
again.

A partition takes states in the order of the blocks that led to them. So the parents of one level ascend, by partition
and then by index, and mostly little lies between one and the next.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from pathlib import Path

import numpy as np

from ruleslawyer.base.arrays import Integers, pieces
from ruleslawyer.engines.native.build import Library, compile_text
from ruleslawyer.engines.native.digraph import Digraph
from ruleslawyer.engines.native.graph import (
    EDGE_BYTES,
    MISSING,
    MOST_EDGES,
    STATE_BYTES,
    GraphEdges,
    numbering,
    places_of,
)
from ruleslawyer.engines.native.memory import PARTITION_BITS, PARTITIONS, SMALL, Reserved, Worker, field
from ruleslawyer.engines.native.search import SearchResult
from ruleslawyer.engines.native.states import NEVER, StateSet, partitions_of
from ruleslawyer.engines.native.table import Arrived
from ruleslawyer.engines.native.text import FunctionBuilder
from ruleslawyer.engines.native.walks import numbers_of_states
from ruleslawyer.rulebook.claims.limits import MEBIBYTE


def write_index(code: FunctionBuilder) -> Arrived:
    """The code that writes the place of a state in its partition into its entry of the buffer, over the first of its
    words."""
    return lambda entry, index, new: code.store("i64", index, entry)


def _of_block(name: str, *, filling: bool) -> FunctionBuilder:
    """gather(worker, lengths, stride, shift, count, targets, labels, degrees, places): the edges in the buffers of a
    lane, by the `count` states that they leave. `shift`: what is added to a state's index, so that those of a block are
    counted from 0 on. `places`: where those of each begin; as many zeros and one more, as `degrees` are at first.
    degrees(…): only how many leave each."""
    code = FunctionBuilder(
        name,
        ["ptr %worker", "ptr %lengths", "i64 %stride", "i64 %shift", "i64 %count", "ptr %targets", "ptr %labels",
         "ptr %degrees", "ptr %places"],
    )  # fmt: skip
    buffers = code.load("ptr", field(code, "%worker", Worker.BUFFERS))

    def each(use: Callable[[str, str, str, str], None]) -> None:
        with code.counting("0", str(PARTITIONS)) as partition:
            buffer, length = code.entry("ptr", buffers, partition), code.entry("i64", "%lengths", partition)
            with code.counting("0", length) as i:
                entry = code.at("i64", buffer, code.value(f"mul i64 {i}, %stride"))
                mark = code.entry("i64", entry, code.value("sub i64 %stride, 1"))
                identity = code.value(f"and i64 {mark}, {0xFFFFFFFF}")
                source = code.value(f"add i64 {code.value(f'lshr i64 {identity}, {PARTITION_BITS}')}, %shift")
                use(partition, entry, mark, source)

    def count(partition: str, entry: str, mark: str, source: str) -> None:
        degree = code.at("i32", "%degrees", source)
        code.store("i32", code.value(f"add i32 {code.load('i32', degree)}, 1"), degree)

    def fill(partition: str, entry: str, mark: str, source: str) -> None:
        place = code.increase(code.at("i64", "%places", source))
        index = code.value(f"shl i64 {code.load('i64', entry)}, {PARTITION_BITS}")
        for array, number in (
            ("%targets", code.value(f"or i64 {index}, {partition}")),
            ("%labels", code.value(f"lshr i64 {mark}, 32")),
        ):
            code.store("i32", code.value(f"trunc i64 {number} to i32"), code.at("i32", array, place))

    each(count)
    if filling:
        with code.counting("0", "%count") as i:
            degree = code.value(f"zext i32 {code.entry('i32', '%degrees', i)} to i64")
            behind = code.value(f"add i64 {code.entry('i64', '%places', i)}, {degree}")
            code.store("i64", behind, code.at("i64", "%places", code.value(f"add i64 {i}, 1")))
        each(fill)
    code.end("ret void")
    return code


@lru_cache
def _code(cache: Path | None) -> Library:
    both = _of_block("gather", filling=True), _of_block("degrees", filling=False)
    return compile_text("\n\n".join(each.text for each in both), cache=cache)


class OutDegrees:
    """How many edges leave each state, in the order in which states are expanded. kept: whether that is so, as they are
    not too many; count, states: how many edges there are, of how many states."""

    gather = "degrees"
    """The name of the code."""

    def __init__(self, states: int, cache: Path | None, most: int = NEVER) -> None:
        """`states`: at most as many are expanded; `most`: edges."""
        self.kept, self.count, self.states, self.most = True, 0, 0, most
        self.code = _code(cache)
        self._degrees = Reserved(4 * states, small=SMALL)

    @property
    def addresses(self) -> tuple[int, int, int]:
        """The addresses of targets, labels and degrees."""
        return 0, 0, self._degrees.address

    @property
    def degrees(self) -> Integers:
        return self._degrees.view(np.int32)


class Edges(OutDegrees):
    """And the edges themselves, in the same order."""

    gather = "gather"

    def __init__(self, room: int, states: int, cache: Path | None) -> None:
        """`room`: bytes that they may take; with more of them nothing is kept."""
        super().__init__(states, cache, min(room // EDGE_BYTES, MOST_EDGES))
        self._targets, self._labels = (Reserved(4 * self.most, small=SMALL) for _ in range(2))

    @property
    def addresses(self) -> tuple[int, int, int]:
        return self._targets.address, self._labels.address, self._degrees.address

    @property
    def rows(self) -> tuple[Integers, Integers, Integers]:
        """How many leave each state that was expanded; then of each edge the id to which it leads, and its label."""
        targets, labels = (each.view(np.uint32)[: self.count] for each in (self._targets, self._labels))
        return self.degrees[: self.states], targets, labels

    def kept_edges(self, found: SearchResult, memory: int | None) -> GraphEdges | None:
        """The edges for a `Graph` to keep; None where not all of them were kept, or where they take more than so many
        mebibytes."""
        takes = found.size * STATE_BYTES + found.transitions * EDGE_BYTES
        if not (self.kept and found.complete) or (memory and takes > memory * MEBIBYTE):
            return None
        number_of, offsets, ids = numbering(found)
        begin = np.zeros(found.size + 1, dtype=np.int32)
        degrees, targets, labels = self.rows
        np.cumsum(degrees, out=begin[1:])
        to = numbers_of_states([targets[piece] for piece in pieces(self.count)], number_of, offsets)
        return GraphEdges(Digraph(begin, to), labels, ids, number_of, offsets, True)


BYTES = 4
"""A parent's, as it is written."""
LEAST = 1 << 12
"""Parents that are packed at once, or more."""
EVERY = 256
"""One in so many is kept as it is: the way back to an initial state asks for one at a time."""


class Run:
    """Some parents in a row. Those at `_places` are known, and for each of the others how much it is more than the one
    before."""

    def __init__(self, parents: Integers) -> None:
        keys = _turn(parents, PARTITION_BITS)
        steps = np.diff(keys.astype(np.int64), prepend=0)
        known = (steps < 0) | (steps > 255)
        known[::EVERY] = True
        self._places = np.nonzero(known)[0].astype(np.uint32)
        self._keys = keys[self._places]
        self._steps = steps.astype(np.uint8)

    @property
    def bytes(self) -> int:
        return self._places.nbytes + self._keys.nbytes + self._steps.nbytes

    def between(self, first: int, stop: int) -> Integers:
        """Some of them, of which there is one at least."""
        least, most = np.searchsorted(self._places, [first, stop - 1], side="right").tolist()
        places = self._places[least - 1 : most].astype(np.int64)
        begin = int(places[0])
        sums = np.cumsum(self._steps[begin:stop], dtype=np.int64)
        known = self._keys[least - 1 : most].astype(np.int64) - sums[places - begin]
        keys = sums + np.repeat(known, np.diff(places, append=stop))
        return _turn(keys[first - begin :].astype(np.uint32), 32 - PARTITION_BITS)


class Parents:
    """The parents of a partition's states: in runs, but for the last, which lie as they are written in some
    `memory`."""

    def __init__(self, memory: Reserved) -> None:
        self._memory = memory
        self._runs, self._begins = list[Run](), list[int]()
        self._packed = 0
        self.saved = 0
        """Bytes that they take less than as they were written."""

    def pack(self, initial: int, stop: int) -> None:
        """The parents up to one are not read in place any more. `initial`: how many states have none, which code
        reads there."""
        first, parents = self._packed, self._memory.view(np.uint32)
        if stop - first < LEAST:
            return
        run = Run(parents[first:stop])
        self._runs.append(run)
        self._begins.append(first)
        self._memory.let_go(BYTES * initial, BYTES * stop)
        self._packed = stop
        self.saved += BYTES * (stop - first) - run.bytes

    def between(self, first: int, stop: int) -> Integers:
        last = self._memory.view(np.uint32)[max(first, self._packed) : stop]
        return np.concatenate([*self._of_runs(first, min(stop, self._packed)), last])

    def _of_runs(self, first: int, stop: int) -> Iterator[Integers]:
        number = bisect_right(self._begins, first) - 1
        while first < stop:
            begin = self._begins[number]
            end = self._begins[number + 1] if number + 1 < len(self._begins) else self._packed
            yield self._runs[number].between(first - begin, min(stop, end) - begin)
            first, number = min(stop, end), number + 1


def _turn(numbers: Integers, bits: int) -> Integers:
    """The lowest bits of 32 above the others."""
    return (numbers >> np.uint32(bits)) | (numbers << np.uint32(32 - bits))


MOST = 1 << 20
"""Forced passes that are followed."""
WORTH = 1 << 24


class ForcedPasses:
    """The forced passes of a search, unless there are too many: the id of each state, and of the state that the pass
    leads to. Where edges are kept that is the one edge of the state; else it is looked up as soon as it is in the
    set."""

    def __init__(self, words: int, edges: Edges | None = None) -> None:
        self._words, self._count = words, 0
        self._edges, self._visited = edges, 0
        self._waiting: list[Integers] = []
        self._bytes = 0
        self._ids: list[Integers] = []
        """Those of which an edge is kept."""
        self._led: list[Integers] = [np.zeros((0, 2), dtype=np.uint32)]

    def add(self, taken: Iterable[Integers]) -> None:
        """Some more, a row each: what the pass leads to, and the id of the state. The last of them may not count as
        visited yet; once more states do, the edges of all of these are kept, if any are."""
        if self._edges and self._edges.states > self._visited:
            self._visited = self._edges.states
            if self._edges.kept:
                self._ids += (rows[:, -1].copy() for rows in self._waiting)
                self._waiting, self._bytes = [], 0
        for rows in taken:
            self._count += len(rows)
            if len(rows):
                self._waiting.append(rows)
                self._bytes += rows.nbytes
        if self._count > MOST:
            self._waiting, self._ids, self._led = [], [], self._led[:1]

    def enter(self, states: StateSet, least: int = WORTH) -> None:
        """Looks up the waiting states in the set, if the search did not end before, and they take so many bytes."""
        if not self._waiting or self._bytes < least:
            return
        rows, self._waiting, self._bytes = np.concatenate(self._waiting), [], 0
        led = np.column_stack([rows[:, -1].astype(np.uint32), np.full(len(rows), MISSING, dtype=np.uint32)])
        partitions = partitions_of(rows, self._words)
        for partition in np.unique(partitions).tolist():
            mine = partitions == partition
            led[mine, 1] = states.find(partition, np.ascontiguousarray(rows[mine]))
        self._led.append(led)

    def _follow_edges(self, found: SearchResult) -> None:
        """Follows the one edge of each state of which one is kept."""
        if self._edges and self._ids:
            ids, self._ids = np.concatenate(self._ids).astype(np.uint32), []
            numbers, offsets, _ = numbering(found)
            degrees, targets, _ = self._edges.rows
            behind = np.cumsum(degrees)[numbers[places_of(ids, offsets)]]
            self._led.append(np.column_stack([ids, targets[behind - 1]]))

    def destinations(self, found: SearchResult) -> dict[int, int] | None:
        """The state that each pass leads to, by id and nearest first; None where there are too many."""
        if self._count > MOST:
            return None
        self.enter(found.set, 0)
        self._follow_edges(found)
        ids, after = np.concatenate(self._led).astype(np.int64).T
        order = np.lexsort((ids // PARTITIONS, ids % PARTITIONS, found.depths(ids)))
        pairs = zip(ids[order].tolist(), after[order].tolist(), strict=True)
        return {identity: other for identity, other in pairs if other != MISSING}
