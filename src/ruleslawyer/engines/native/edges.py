"""Edges, kept while a scope is searched: whoever asks for the graph then does not expand every state again."""

from __future__ import annotations

from collections.abc import Callable
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
from ruleslawyer.engines.native.states import NEVER
from ruleslawyer.engines.native.table import Arrived
from ruleslawyer.engines.native.text import Function
from ruleslawyer.engines.native.walks import numbers_of_states
from ruleslawyer.rulebook.claims.limits import MEBIBYTE


def write_index(code: Function) -> Arrived:
    """The code that writes the place of a state in its partition into its entry of the buffer, over the first of its
    words."""
    return lambda entry, index, new: code.store("i64", index, entry)


def _of_block(name: str, *, filling: bool) -> Function:
    """gather(worker, lengths, stride, shift, count, targets, labels, degrees, places): the edges in the buffers of a
    lane, by the `count` states that they leave. `shift`: what is added to a state's index, so that those of a block are
    counted from 0 on. `places`: where those of each begin; as many zeros and one more, as `degrees` are at first.
    degrees(…): only how many leave each."""
    code = Function(
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


class Degrees:
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


class Edges(Degrees):
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

    def kept_edges(self, found: Found, memory: int | None) -> Kept | None:
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
        return Kept(Digraph(begin, to), labels, ids, number_of, offsets, True)
