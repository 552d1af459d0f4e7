"""Breadth-first search by the generated kernels, level by level, with any number of threads and one result; and its
ends where the engine has no room.

The states of a level are expanded in blocks, in the order in which they came; a partition takes what the blocks lead
to in that order, whoever made it. So the numbers of states, and everything that is reported, do not depend on how
many workers there are.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np

from ruleslawyer.base.arrays import Integers
from ruleslawyer.engines.native.lowering import Lowering
from ruleslawyer.engines.native.memory import PARTITIONS, Worker
from ruleslawyer.engines.native.names import LOG_ENTRIES, MEMORY, OWN, UNBOUNDED, Site
from ruleslawyer.engines.native.states import Crew, StateSet
from ruleslawyer.engines.native.storage import MOST_COUNTED
from ruleslawyer.ir.system import System
from ruleslawyer.rulebook.claims.limits import Limits, Progress

TOLD_EVERY = 0.2
"""Seconds between reports of progress."""


@dataclass
class SearchResult:
    """The result of a search. levels: for each depth, how many states each partition had when it was complete.

    visited: how many states were expanded. `stopped`: why there may be more states; empty where there are none.
    """

    set: StateSet
    initial: int = 0
    levels: list[Integers] = field(default_factory=list)
    visited: int = 0
    transitions: int = 0
    ended: int = 0
    deadlocks: list[int] = field(default_factory=list)
    stopped: str = ""
    seconds: float = 0.0

    @property
    def complete(self) -> bool:
        return not self.stopped

    @property
    def of_trees(self) -> int:
        """The bytes that a state took, where parts that several share were kept once; else 0."""
        return round(self.set.bytes / self.size) if self.set.nodes and self.size else 0

    @property
    def counts(self) -> Integers:
        return self.set.counts

    @property
    def size(self) -> int:
        return self.set.size

    @property
    def depth(self) -> int:
        """Actions to the farthest state."""
        return max((depth for depth, *_ in self.slices()), default=0)

    def words(self, identity: int) -> tuple[int, ...]:
        return self.set.row(identity)

    def depth_of(self, identity: int) -> int:
        index, partition = divmod(identity, PARTITIONS)
        levels = enumerate(self.levels)
        return next((depth for depth, counts in levels if index < counts[partition]), len(self.levels))

    def depths(self, ids: Integers) -> Integers:
        """The depth of each of many ids."""
        levels = np.array(self.levels).T.reshape(PARTITIONS, -1)
        found = np.zeros(len(ids), dtype=np.int64)
        for partition in range(PARTITIONS):
            mine = ids % PARTITIONS == partition
            found[mine] = np.searchsorted(levels[partition], ids[mine] // PARTITIONS, side="right")
        return found

    def way(self, identity: int) -> list[int]:
        """The ids from an initial state to this one, along parents: as few steps as there can be."""
        return self.set.way(identity)

    def rest_states(self) -> Iterator[tuple[int, Integers, Integers]]:
        """All states found, nearest first, in slices: their depth, words and ids."""
        for depth, partition, first, stop in self.slices():
            ids = np.arange(first, stop) * PARTITIONS + partition
            yield depth, self.set.array(partition, first, stop), ids

    def slices(self) -> Iterator[tuple[int, int, int, int]]:
        """All states in the order of their depth: depth, partition, first index, index behind the last."""
        before: Integers = np.zeros(PARTITIONS, dtype=np.int64)
        for depth, level in enumerate([*self.levels, self.counts]):
            for partition in range(PARTITIONS):
                if level[partition] > before[partition]:
                    yield depth, partition, int(before[partition]), int(level[partition])
            before = level


class LevelDriver(Protocol):
    """A driver, which goes on from a block of a level for some groups of blocks, and says how far."""

    def go(self, found: SearchResult, blocks: Integers, at: int, most: int | None) -> int: ...


@dataclass
class LevelSearch:
    """A search on its way through levels, by a driver, as far as limits allow."""

    found: SearchResult
    crew: Crew
    limits: Limits
    began: float
    progress: Progress | None
    driver: LevelDriver

    def __post_init__(self) -> None:
        self._told = self.began

    def through(self, blocks: Integers) -> bool:
        """Goes through the blocks of a level; whether to its end."""
        found, limits, at = self.found, self.limits, 0
        while at < len(blocks):
            now = time.perf_counter()
            found.stopped = limits.too_many(found.visited) or limits.too_long(now - self.began)
            if found.stopped:
                return False
            if self.progress and now - self._told > TOLD_EVERY:
                self._told = now
                self.tell()
            at = self.driver.go(found, blocks, at, limits.states)
        return True

    def tell(self) -> None:
        """Reports progress, if somebody wants to know."""
        if self.progress:
            found = self.found
            self.progress(found.visited, found.size - found.visited, self.crew.total(Worker.TRANSITIONS))


def levels(going: LevelSearch, begins: Callable[[int], None] | None = None) -> None:
    """Level by level from what the set holds, until nothing is new or a limit is met. `begins`: is told of each level
    how many states were expanded before it."""
    found, crew = going.found, going.crew
    before: Integers = np.zeros(PARTITIONS, dtype=np.int64)
    while (level := found.counts).sum() > before.sum():
        found.levels.append(level)
        if begins:
            begins(found.visited)
        if not going.through(crew.blocks(before, level)):
            return
        found.set.retire(found.levels[0], level)
        before = level


class CapacityExceeded(Exception):
    """Something that the engine has no room for; the message says what."""

    def __init__(self, kind: str, said: str) -> None:
        super().__init__(said)
        self.kind = kind


def refuse_log(low: Lowering, log: Integers) -> None:
    """`CapacityExceeded` where some rows of the log end a search."""
    if len(log) == LOG_ENTRIES:
        raise CapacityExceeded(MEMORY, "stopped where more was met at once than can be kept")
    failed = log[log[:, 0] == low.names.failure]
    rules = list(low.names.rules)
    for answer in np.unique(failed[:, 2]).tolist() if len(failed) else ():
        site, rule = low.names.site_of(answer), answer >> 32
        if site.kind in OWN:
            raise CapacityExceeded(site.kind, _why(site, _place(low.system, rules[rule - 1] if rule else "")))


def _why(site: Site, place: str) -> str:
    match site.kind:
        case kind if kind == MEMORY:
            return f"stopped where one step needs more room for {site.subject} than there is{place}"
        case kind if kind == UNBOUNDED:
            bits = MOST_COUNTED.bit_length()
            return (
                f"stopped where {site.subject} needs more than {bits} bits, and nothing bounds it{place}: give it a "
                f"cap ([caps] {site.subject} = 20), or a range in its type"
            )
    return f"stopped at a number of more than 64 bits{place or f' in {site.subject}'}"


def _place(system: System, rule: str) -> str:
    """The rule that was running, and its line."""
    origin = next((each.origin for each in system.rules() if each.name == rule), None)
    return f" in {rule} ({origin.span})" if origin else ""
