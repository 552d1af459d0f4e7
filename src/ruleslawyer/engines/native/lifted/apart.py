"""Which readings of a family come apart: some choice is there, or leads somewhere, under one of two alone.

Up to the level at which two readings first differ they reach the same states by the same edges. So the first edge that
one of them has alone shows it, in a search for many others too.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeAlias

import numpy as np

from ruleslawyer.engines.native.kernel import TURN_END
from ruleslawyer.engines.native.states import Crew

Pair: TypeAlias = tuple[int, int]
"""Two readings of a family, by their numbers."""


class Pairs:
    """Pairs of readings, of which it is not known yet whether they come apart; `parted`: those that do."""

    def __init__(self, pairs: Iterable[Pair]) -> None:
        self.waiting = list(pairs)
        self.parted: list[Pair] = []
        self._masks = self._both()

    def _both(self) -> Any:
        return np.array([1 << one | 1 << other for one, other in self.waiting], dtype=np.uint64)

    def _divided(self, masks: Any) -> Any:
        """For each mask (a row) whether it has one of each pair alone."""
        met = masks[:, None] & self._masks[None, :]
        return (met != 0) & (met != self._masks)

    def divide(self, masks: Any) -> None:
        """What begins, or happens, under these readings and no others."""
        if not self.waiting:
            return
        apart = self._divided(np.unique(masks)).any(axis=0)
        if apart.any():
            self.parted += [pair for pair, is_apart in zip(self.waiting, apart, strict=True) if is_apart]
            self.waiting = [pair for pair, is_apart in zip(self.waiting, apart, strict=True) if not is_apart]
            self._masks = self._both()

    def follow(self, crew: Crew) -> None:
        """What lies in the buffers."""
        if self.waiting:
            self.divide(edges(rows[self._suspect(rows[:, -2])] for rows in buffered(crew))[1])

    def _suspect(self, masks: Any) -> Any:
        different, which = np.unique(masks, return_inverse=True)
        return self._divided(different).any(axis=1)[which.reshape(-1)]


def buffered(crew: Crew) -> Iterable[Any]:
    """The entries of a crew's buffers: a state, the readings, the parent with the label above."""
    for buffers, lengths in zip(crew.buffers, crew.lengths, strict=True):
        for buffer, length in zip(buffers, lengths, strict=True):
            if length:
                yield buffer.view(np.uint64)[: int(length) * crew.entry_words].reshape(-1, crew.entry_words)


def edges(rows: Iterable[Any]) -> tuple[Any, Any]:
    """The parents of edges, and the readings that have each. Each reading may take an edge by a run of its own: what
    counts is the choice, and where it leads."""
    entries = list(rows)
    if not entries or not sum(map(len, entries)):
        return np.zeros(0, dtype=np.uint64), np.zeros(0, dtype=np.uint64)
    found = np.concatenate(entries)
    masks = found[:, -2].copy()
    found[:, -2] = 0
    found[:, -1] &= np.uint64((1 << 64) - 1 ^ TURN_END << 32)
    order = np.lexsort(found.T)
    found, masks = found[order], masks[order]
    begins = np.flatnonzero(np.r_[True, (found[1:] != found[:-1]).any(axis=1)])
    return found[begins, -1] & np.uint64(0xFFFFFFFF), np.bitwise_or.reduceat(masks, begins)


def divided(crew: Crew, pair: int) -> int | None:
    """In a family of two: the first state from which some choice leads somewhere under one reading and not under the
    other."""
    parents, masks = edges(rows[rows[:, -2] != pair] for rows in buffered(crew))
    apart = parents[masks != pair]
    return int(apart.min()) if len(apart) else None
