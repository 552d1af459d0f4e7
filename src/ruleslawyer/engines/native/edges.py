"""Edges, kept while a scope is searched: whoever asks for the graph then does not expand every state again."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

import numpy as np

from ruleslawyer.base.arrays import Integers, pieces
from ruleslawyer.engines.native.arrays import PARTITION_BITS, PARTITIONS, Worker, field
from ruleslawyer.engines.native.build import Library, compile_text
from ruleslawyer.engines.native.digraph import Digraph
from ruleslawyer.engines.native.graph import EDGE_BYTES, MOST_EDGES, STATE_BYTES, Kept, numbering
from ruleslawyer.engines.native.memory import SMALL, Reserved
from ruleslawyer.engines.native.search import Found
from ruleslawyer.engines.native.states import Block, Crew
from ruleslawyer.engines.native.table import Arrived
from ruleslawyer.engines.native.text import Function
from ruleslawyer.engines.native.walks import numbers_of_states
from ruleslawyer.rulebook.claims.limits import MEBIBYTE


def write_index(code: Function) -> Arrived:
    """The code that writes the place of a state in its partition into its entry of the buffer, over the first of its
    words."""
    return lambda entry, index, new: code.store("i64", index, entry)


def gather() -> Function:
    """gather(workers, lengths, stride, shifts, lanes, count, targets, labels, degrees, places): the edges that lie in
    the buffers of some lanes, by the `count` states that they leave. `shifts`: what is added to a state's index, so
    that those of all lanes are counted from 0 on. `places`: where those of each begin; as many zeros and one more, as
    `degrees` are at first."""
    code = Function(
        "gather",
        ["ptr %workers", "ptr %lengths", "i64 %stride", "ptr %shifts", "i64 %lanes", "i64 %count", "ptr %targets",
         "ptr %labels", "ptr %degrees", "ptr %places"],
    )  # fmt: skip

    def each(filling: bool) -> None:
        with code.counting("0", "%lanes") as lane:
            worker = code.at("i64", "%workers", code.value(f"mul i64 {lane}, {int(Worker.SIZE)}"))
            lengths = code.at("i64", "%lengths", code.value(f"mul i64 {lane}, {PARTITIONS}"))
            of_lane(worker, lengths, code.entry("i64", "%shifts", lane), filling)

    def of_lane(worker: str, lengths: str, shift: str, filling: bool) -> None:
        buffers = code.load("ptr", field(code, worker, Worker.BUFFERS))
        with code.counting("0", str(PARTITIONS)) as partition:
            buffer, length = code.entry("ptr", buffers, partition), code.entry("i64", lengths, partition)
            with code.counting("0", length) as i:
                entry = code.at("i64", buffer, code.value(f"mul i64 {i}, %stride"))
                mark = code.entry("i64", entry, code.value("sub i64 %stride, 1"))
                identity = code.value(f"and i64 {mark}, {0xFFFFFFFF}")
                source = code.value(f"add i64 {code.value(f'lshr i64 {identity}, {PARTITION_BITS}')}, {shift}")
                if not filling:
                    degree = code.at("i32", "%degrees", source)
                    code.store("i32", code.value(f"add i32 {code.load('i32', degree)}, 1"), degree)
                else:
                    place = code.increase(code.at("i64", "%places", source))
                    index = code.value(f"shl i64 {code.load('i64', entry)}, {PARTITION_BITS}")
                    for array, number in (
                        ("%targets", code.value(f"or i64 {index}, {partition}")),
                        ("%labels", code.value(f"lshr i64 {mark}, 32")),
                    ):
                        code.store("i32", code.value(f"trunc i64 {number} to i32"), code.at("i32", array, place))

    each(filling=False)
    with code.counting("0", "%count") as i:
        degree = code.value(f"zext i32 {code.entry('i32', '%degrees', i)} to i64")
        behind = code.value(f"add i64 {code.entry('i64', '%places', i)}, {degree}")
        code.store("i64", behind, code.at("i64", "%places", code.value(f"add i64 {i}, 1")))
    each(filling=True)
    code.end("ret void")
    return code


@lru_cache
def _gathering(cache: Path | None) -> Library:
    return compile_text(gather().text, cache=cache)


class Edges:
    """Every edge in the order of the states that they leave, which is that in which those are expanded. kept: whether
    they are, as they are not too many; count, states: how many edges there are, of how many states."""

    def __init__(self, room: int, states: int, cache: Path | None) -> None:
        """`room`: bytes that they may take; with more of them nothing is kept. `states`: at most as many are
        expanded."""
        self.kept, self.count, self.states = True, 0, 0
        self.most = min(room // EDGE_BYTES, MOST_EDGES)
        self.code = _gathering(cache)
        self._gather = self.code.function("gather", "ppipiipppp")
        self._targets, self._labels = (Reserved(4 * self.most, small=SMALL) for _ in range(2))
        self._degrees = Reserved(4 * states, small=SMALL)

    @property
    def addresses(self) -> tuple[int, int, int]:
        """The addresses of targets, labels and degrees."""
        return self._targets.address, self._labels.address, self._degrees.address

    def record(self, crew: Crew, lengths: Integers, group: Sequence[Block]) -> None:
        """Blocks of states have been expanded, and what is in the buffers, as long as `lengths`, has been put into the
        set."""
        count = int(lengths.sum())
        self.kept = self.kept and self.count + count <= self.most
        if not self.kept:
            return
        shifts, states = [], 0
        for _, first, stop in group:
            shifts.append(states - first)
            states += stop - first
        shifted, places = np.array(shifts, dtype=np.int64), np.zeros(states + 1, dtype=np.int64)
        given = [array.ctypes.data for array in (crew.workers, lengths, shifted)]
        begun = zip(self.addresses, (self.count, self.count, self.states), strict=True)
        into = [address + 4 * number for address, number in begun]
        self._gather(*given[:2], crew.entry_words, given[2], len(group), states, *into, places.ctypes.data)
        self.count, self.states = self.count + count, self.states + states

    def kept_edges(self, found: Found, memory: int | None) -> Kept | None:
        """The edges for a `Graph` to keep; None where not all of them were kept, or where they take more than so many
        mebibytes."""
        takes = found.size * STATE_BYTES + found.transitions * EDGE_BYTES
        if not (self.kept and found.complete) or (memory and takes > memory * MEBIBYTE):
            return None
        number_of, offsets, ids = numbering(found)
        begin = np.zeros(found.size + 1, dtype=np.int32)
        np.cumsum(self._degrees.view(np.int32)[: self.states], out=begin[1:])
        targets = self._targets.view(np.uint32)[: self.count]
        to = numbers_of_states([targets[piece] for piece in pieces(self.count)], number_of, offsets)
        labels = self._labels.view(np.uint32)[: self.count]
        return Kept(Digraph(begin, to), labels, ids, number_of, offsets, True)
