"""Readings of a family that come apart: some choice is there, or leads somewhere, under one of two alone.

Up to the level at which two readings first differ they reach the same states by the same edges. So the first edge that
one of them has alone shows it, in a search for many others too.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

import numpy as np

from ruleslawyer.base.arrays import Flags, Integers
from ruleslawyer.engines.native.memory import PARTITIONS, TURN_END, Worker, field
from ruleslawyer.engines.native.text import FunctionBuilder

Pair: TypeAlias = tuple[int, int]
"""Two readings of a family, by their numbers."""
Place: TypeAlias = tuple[int, int]
"""Where a pair comes apart: the id of a state, and the label of the choice. None stands for the beginning."""
IDENTITY = 0xFFFFFFFF
"""The bits of an entry's last word that are the state's it leaves; the choice's label is above them."""
NO_TURN_END = (1 << 64) - 1 ^ TURN_END << 32
"""Those of all that an edge is told by."""


class Divergence(Exception):
    """The one pair of readings that was asked about comes apart."""

    def __init__(self, place: Place) -> None:
        super().__init__()
        self.place = place


class Pairs:
    """Pairs of readings, of which it is not known yet whether they come apart; `parted`: those that do. alike: the sets
    of readings that such pairs join; some readings split a pair exactly where they split one of these."""

    def __init__(self, pairs: Iterable[Pair]) -> None:
        self.parted: dict[Pair, Place | None] = {}
        self._wait(list(pairs))

    def _wait(self, pairs: list[Pair]) -> None:
        self.waiting = pairs
        self._masks = np.array([1 << one | 1 << other for one, other in pairs], dtype=np.uint64)
        self.alike: Integers = np.array(list(_join(self._masks.tolist())), dtype=np.uint64)

    def _splits(self, masks: Integers) -> Flags:
        """For each mask (a row) whether it has one of each pair alone."""
        met = masks[:, None] & self._masks[None, :]
        found: Flags = (met != 0) & (met != self._masks)
        return found

    def begin(self, masks: Iterable[int]) -> None:
        """Note where a game begins under these readings and no others."""
        self._divide(np.array(list(masks), dtype=np.uint64), None)

    def follow(self, entries: Iterable[Integers]) -> None:
        """Takes the edges from the buffers."""
        places, masks = group_edges(rows[self._suspect(rows[:, -2])] for rows in entries)
        self._divide(masks, places)

    def _divide(self, masks: Integers, places: Integers | None) -> None:
        if not self.waiting or not len(masks):
            return
        divided = self._splits(masks)
        apart: Flags = np.any(divided, axis=0)
        if not apart.any():
            return
        for number in np.flatnonzero(apart).tolist():
            place = None
            if places is not None:
                state, label = min(map(tuple, places[divided[:, number]].tolist()))
                place = state, label
            self.parted[self.waiting[number]] = place
        self._wait([pair for pair, is_apart in zip(self.waiting, apart, strict=True) if not is_apart])

    def _suspect(self, masks: Integers) -> Flags:
        different, which = np.unique(masks, return_inverse=True)
        split: Flags = np.any(self._splits(different), axis=1)
        return split[which.reshape(-1)]


class SinglePair(Pairs):
    """A pair of readings with which a search ends where they come apart: it is a `Divergence`."""

    def follow(self, entries: Iterable[Integers]) -> None:
        super().follow(entries)
        for place in self.parted.values():
            if place is not None:
                raise Divergence(place)


def _join(masks: Iterable[int]) -> Iterable[int]:
    """The sets that overlapping sets make."""
    found: list[int] = []
    for mask in masks:
        for other in [one for one in found if one & mask]:
            found.remove(other)
            mask |= other
        found.append(mask)
    return found


def group_edges(rows: Iterable[Integers]) -> tuple[Integers, Integers]:
    """The parents and labels of edges, and the readings that have each. Each reading may take an edge by a run of its
    own: what counts is the choice, and where it leads."""
    entries = list(rows)
    if not entries or not sum(map(len, entries)):
        return np.zeros((0, 2), dtype=np.uint64), np.zeros(0, dtype=np.uint64)
    found = np.concatenate(entries)
    masks = found[:, -2].copy()
    found[:, -2] = 0
    found[:, -1] &= np.uint64(NO_TURN_END)
    order = np.lexsort(found.T)
    found, masks = found[order], masks[order]
    begins = np.flatnonzero(np.r_[True, (found[1:] != found[:-1]).any(axis=1)])
    behind = found[begins, -1]
    places = np.stack([behind & np.uint64(IDENTITY), behind >> np.uint64(32)], axis=1)
    return places, np.bitwise_or.reduceat(masks, begins)


# --- generated code that looks for such an edge -----------------------------------------------------------------------

SETS = "ptr %sets", "i64 %number"


def is_split() -> tuple[FunctionBuilder, ...]:
    """is_split(worker, stride, sets, number): whether an edge in a lane's buffers is one of some readings of a set
    alone, and so has to be looked at by `Pairs`. readings(rows, begin, length, row, stride, sets, number): those that
    have the edge of a row, of rows that begin with the first one of the same state."""
    return _readings_of(), _is_split()


def _divides(code: FunctionBuilder, mask: str) -> str:
    """Whether some readings are neither all of a set nor none of it."""
    found = code.variable("i1", "false")
    with code.counting("0", "%number") as i:
        of = code.entry("i64", "%sets", i)
        met = code.value(f"and i64 {mask}, {of}")
        some, less = code.value(f"icmp ne i64 {met}, 0"), code.value(f"icmp ne i64 {met}, {of}")
        both = code.value(f"and i1 {some}, {less}")
        code.store("i1", code.value(f"or i1 {code.load('i1', found)}, {both}"), found)
    return code.load("i1", found)


def _entry(code: FunctionBuilder, rows: str, number: str) -> tuple[str, str, str]:
    """A row, its readings, and what says by which choice it leaves which state."""
    row = code.at("i64", rows, code.value(f"mul i64 {number}, %stride"))
    mask, mark = (code.entry("i64", row, code.value(f"sub i64 %stride, {k}")) for k in (2, 1))
    return row, mask, mark


def _is_other_state(code: FunctionBuilder, mark: str, other: str) -> str:
    differs = code.value(f"and i64 {code.value(f'xor i64 {mark}, {other}')}, {IDENTITY}")
    return code.value(f"icmp ne i64 {differs}, 0")


def _readings_of() -> FunctionBuilder:
    """The readings that take the edge of a row: those of all rows from `begin` on that leave its state by the same
    choice for the same one."""
    code = FunctionBuilder(
        "readings",
        ["ptr %rows", "i64 %begin", "i64 %length", "i64 %at", "i64 %stride", *SETS],
        "i64", "internal",
    )  # fmt: skip
    readings, (row, _, mark) = code.variable("i64", "0"), _entry(code, "%rows", "%at")
    with code.counting("%begin", "%length") as i:
        other, mask, there = _entry(code, "%rows", i)
        with code.when(_is_other_state(code, mark, there)):
            code.end(f"ret i64 {code.load('i64', readings)}")
        differs = code.variable("i64")
        choice = code.value(f"and i64 {code.value(f'xor i64 {mark}, {there}')}, {NO_TURN_END}")
        code.store("i64", choice, differs)
        with code.counting("0", code.value("sub i64 %stride, 2")) as word:
            here, beyond = (code.entry("i64", each, word) for each in (row, other))
            more = code.value(f"xor i64 {here}, {beyond}")
            code.store("i64", code.value(f"or i64 {code.load('i64', differs)}, {more}"), differs)
        alike = code.value(f"icmp eq i64 {code.load('i64', differs)}, 0")
        with code.when(code.value(f"and i1 {alike}, {_divides(code, mask)}")):
            code.store("i64", code.value(f"or i64 {code.load('i64', readings)}, {mask}"), readings)
    code.end(f"ret i64 {code.load('i64', readings)}")
    return code


def _is_split() -> FunctionBuilder:
    """Whether an edge in a lane's buffers belongs to only some readings of one of the sets."""
    code = FunctionBuilder("is_split", ["ptr %worker", "i64 %stride", *SETS], "i1", "internal")
    with code.when(code.value("icmp eq i64 %number, 0")):
        code.end("ret i1 false")
    buffers, counts = (code.load("ptr", field(code, "%worker", f)) for f in (Worker.BUFFERS, Worker.COUNTS))
    with code.counting("0", str(PARTITIONS)) as partition:
        rows, length = code.entry("ptr", buffers, partition), code.entry("i64", counts, partition)
        begin, last = code.variable("i64", "0"), code.variable("i64", str(IDENTITY))
        with code.counting("0", length) as i:
            _, mask, mark = _entry(code, rows, i)
            with code.when(_is_other_state(code, mark, code.load("i64", last))):
                code.store("i64", i, begin)
            code.store("i64", mark, last)
            with code.when(_divides(code, mask)):
                given = f"ptr {rows}, i64 {code.load('i64', begin)}, i64 {length}, i64 {i}, i64 %stride"
                whole = code.value(f"call i64 @readings({given}, ptr %sets, i64 %number)")
                with code.when(_divides(code, whole)):
                    code.end("ret i1 true")
    code.end("ret i1 false")
    return code
