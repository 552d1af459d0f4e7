"""Readings of a family that come apart: some choice is there, or leads somewhere, under one of two alone.

Up to the level at which two readings first differ they reach the same states by the same edges. So the first edge that
one of them has alone shows it, in a search for many others too.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

import numpy as np

from ruleslawyer.base.arrays import Flags, Integers
from ruleslawyer.engines.native.arrays import TURN_END
from ruleslawyer.engines.native.states import Crew

Pair: TypeAlias = tuple[int, int]
"""Two readings of a family, by their numbers."""
Place: TypeAlias = tuple[int, int]
"""Where a pair comes apart: the id of a state, and the label of the choice. None stands for the beginning."""


class Pairs:
    """Pairs of readings, of which it is not known yet whether they come apart; `parted`: those that do."""

    def __init__(self, pairs: Iterable[Pair]) -> None:
        self.waiting = list(pairs)
        self.parted: dict[Pair, Place | None] = {}
        self._masks = self._both()

    def _both(self) -> Integers:
        return np.array([1 << one | 1 << other for one, other in self.waiting], dtype=np.uint64)

    def _splits(self, masks: Integers) -> Flags:
        """For each mask (a row) whether it has one of each pair alone."""
        met = masks[:, None] & self._masks[None, :]
        found: Flags = (met != 0) & (met != self._masks)
        return found

    def begin(self, masks: Iterable[int]) -> None:
        """Note where a game begins under these readings and no others."""
        self._divide(np.array(list(masks), dtype=np.uint64), None)

    def follow(self, crew: Crew) -> None:
        """Takes the edges from the buffers."""
        if self.waiting:
            places, masks = edges(rows[self._suspect(rows[:, -2])] for rows in crew.buffer_entries())
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
        self.waiting = [pair for pair, is_apart in zip(self.waiting, apart, strict=True) if not is_apart]
        self._masks = self._both()

    def _suspect(self, masks: Integers) -> Flags:
        different, which = np.unique(masks, return_inverse=True)
        split: Flags = np.any(self._splits(different), axis=1)
        return split[which.reshape(-1)]


def edges(rows: Iterable[Integers]) -> tuple[Integers, Integers]:
    """The parents and labels of edges, and the readings that have each. Each reading may take an edge by a run of its
    own: what counts is the choice, and where it leads."""
    entries = list(rows)
    if not entries or not sum(map(len, entries)):
        return np.zeros((0, 2), dtype=np.uint64), np.zeros(0, dtype=np.uint64)
    found = np.concatenate(entries)
    masks = found[:, -2].copy()
    found[:, -2] = 0
    found[:, -1] &= np.uint64((1 << 64) - 1 ^ TURN_END << 32)
    order = np.lexsort(found.T)
    found, masks = found[order], masks[order]
    begins = np.flatnonzero(np.r_[True, (found[1:] != found[:-1]).any(axis=1)])
    behind = found[begins, -1]
    places = np.stack([behind & np.uint64(0xFFFFFFFF), behind >> np.uint64(32)], axis=1)
    return places, np.bitwise_or.reduceat(masks, begins)


def first_divergence(crew: Crew, pair: int) -> int | None:
    """The first state, in a family of two, from which some choice leads somewhere under one reading and not under the
    other."""
    places, masks = edges(rows[rows[:, -2] != pair] for rows in crew.buffer_entries())
    apart = places[masks != pair, 0]
    return int(apart.min()) if len(apart) else None
