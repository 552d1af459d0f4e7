"""Whether what a choice decides matters: the states that meet it, and from which its options lead elsewhere."""

from __future__ import annotations

from collections.abc import Collection, Container, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from ruleslawyer.base.arrays import Flags, Integers
from ruleslawyer.engines.native.explore import Context, NativeSearch
from ruleslawyer.engines.native.memory import PARTITIONS
from ruleslawyer.engines.native.met import Key, LogReader
from ruleslawyer.engines.native.names import ALL_ASKED, LOG_ENTRIES, Register
from ruleslawyer.engines.native.states import Block, Crew
from ruleslawyer.rulebook.claims.readings import default_reading
from ruleslawyer.semantics.transition import TransitionSystem

LOOKED_AT = 2048
"""States of which everything that is met is logged at once."""
FACTORS = np.array([0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9], dtype=np.uint64)
"""Odd numbers whose bits are mixed, to hash a row with."""
ENOUGH = 16
"""States at which something that may not matter is looked at."""
NEAR = 256
"""As many states between two that are expanded, and passed over, cost less than another call."""
ALWAYS = 1 << 62
"""How often something is logged that is logged wherever it is met."""


Choice: TypeAlias = tuple[str, tuple[str, ...]]
"""A key of the reading, and its options."""


@dataclass(frozen=True, slots=True)
class SuccessorBatch:
    """The states that some states of a block lead to in a context, a row for each step, and the log."""

    block: Block
    rows: Integers
    log: Integers

    @property
    def places(self) -> Integers:
        """For each step the place in the block of the state that it leaves."""
        partition, first, _ = self.block
        ids = self.rows[:, -1] - np.uint64(first * PARTITIONS + partition)
        return (ids & np.uint64(0xFFFFFFFF)) // np.uint64(PARTITIONS)

    def failing(self, failed: int) -> Flags:
        """Whether a check fails in each state, or may where the log is too short: what fails leads nowhere, and so does
        what is not allowed, yet they are not the same."""
        _, first, stop = self.block
        if len(self.log) == LOG_ENTRIES:
            return np.ones(stop - first, dtype=np.bool_)
        found = np.zeros(stop - first, dtype=np.bool_)
        found[self.log[self.log[:, 0] == failed][:, 3] // PARTITIONS - first] = True
        return found

    def elsewhere(self, other: SuccessorBatch, asked: Flags) -> Flags:
        """Whether each state that is asked does not lead to the same in another context."""
        _, first, stop = self.block
        found = np.zeros(stop - first, dtype=np.bool_)
        here, there = (led.rows[asked[led.places]] for led in (self, other))
        if not np.array_equal(here, there):
            one, two = (
                {bytes(row): int(place) for row, place in zip(led.rows, led.places, strict=True)}
                for led in (self, other)
            )
            found[[one[row] for row in one.keys() - two.keys()] + [two[row] for row in two.keys() - one.keys()]] = True
        return found


class StateExpander:
    """Expands states of an exploration to see where they lead."""

    def __init__(self, by_code: NativeSearch, crew: Crew) -> None:
        self._by_code, self._crew = by_code, crew
        self.most = min(crew.block, LOOKED_AT)
        self._failed = by_code.book.low.names.failure

    def context(self, system: TransitionSystem) -> Context:
        """One that logs all events; what properties say of states matters to none."""
        made = self._by_code.context(system, ALWAYS)
        made.array[Register.FOLLOWS] = ALL_ASKED
        return made

    def option(self, choice: str, option: str) -> Context:
        """One for an option of a choice."""
        return self.context(self._by_code.system.under(choice, option))

    def destinations(self, block: Block, context: Context, asked: Flags | None = None) -> SuccessorBatch:
        """Where the states lead that are asked, or all."""
        rows = self._by_code.expand(self._crew, block, context, asked)
        return SuccessorBatch(block, rows, context.take_log())

    def differing(self, led: SuccessorBatch, asked: Flags, others: Iterable[Context]) -> set[int]:
        """The states of those that are asked which lead elsewhere in other contexts, or where a check fails."""
        partition, first, _ = led.block
        found = led.failing(self._failed)
        for context in others:
            other = self.destinations(led.block, context, asked)
            found |= other.failing(self._failed) | led.elsewhere(other, asked)
        return set(((np.flatnonzero(found & asked) + first) * PARTITIONS + partition).tolist())

    def all_of(self, ids: Iterable[int]) -> Iterator[tuple[Block, Flags]]:
        """The blocks that hold some states, and which of each these are."""
        wanted = np.array(sorted(set(ids)), dtype=np.int64)
        for partition in np.unique(wanted % PARTITIONS).tolist():
            indices = wanted[wanted % PARTITIONS == partition] // PARTITIONS
            yield from ((block, _among(block, indices)) for block in self.blocks(partition, indices))

    def blocks(self, partition: int, indices: Integers) -> Iterator[Block]:
        """States of a partition that lie near one another are asked together."""
        for run in np.split(indices, np.flatnonzero(np.diff(indices) > NEAR) + 1) if len(indices) else ():
            first, stop = int(run[0]), int(run[-1]) + 1
            yield from ((partition, at, min(at + self.most, stop)) for at in range(first, stop, self.most))


def diverging_states(by_code: NativeSearch, ids: Iterable[int], choice: Choice) -> set[int]:
    """The states from which the options of a choice may lead elsewhere; a few that they do not may be among them, and
    none is missing."""
    found: set[int] = set()
    crew = by_code.crew(1)
    asking = StateExpander(by_code, crew)
    first, *others = (asking.option(choice[0], option) for option in choice[1])
    for block, asked in asking.all_of(ids):
        found |= asking.differing(asking.destinations(block, first, asked), asked, others)
    return found


def states_with_events(by_code: NativeSearch, ids: Iterable[int], events: Collection[tuple[str, ...]]) -> set[int]:
    """The states in which one of these events (by their keys) is met, by judging what may be done there or by doing
    what is allowed."""
    reader, wanted = LogReader(by_code.system, by_code.book.low), {("event", *key) for key in events}
    found: set[int] = set()
    crew = by_code.crew(1)
    asking = StateExpander(by_code, crew)
    watching = asking.context(by_code.system)
    for block, asked in asking.all_of(ids):
        for watched in _watch(asking, block, watching, asked):
            found.update(identity for *_, identity in _about(watched.log, reader, wanted))
    return found


def likely_material(by_code: NativeSearch, choices: Mapping[Key, Choice]) -> dict[Key, list[tuple[int, int]]]:
    """For events that a choice decides (given with it): the nearest states that meet one, and from which another option
    leads elsewhere."""
    reader, found, left = LogReader(by_code.system, by_code.book.low), dict[Key, list[tuple[int, int]]](), dict(choices)
    reading = {**default_reading(by_code.system.system), **by_code.system.reading}
    crew = by_code.crew(1)
    asking = StateExpander(by_code, crew)
    watching = asking.context(by_code.system)  # with one of the options of each choice
    others = {
        (choice, options): [asking.option(choice, each) for each in options if each != reading[choice]]
        for choice, options in choices.values()
    }
    for depth, block, marked in _where(by_code, reader, choices, asking):
        if not left:
            break
        for watched in _watch(asking, block, watching, marked):
            met: dict[Choice, dict[Key, list[int]]] = {}
            for *row, identity in _about(watched.log, reader, left):
                for key in reader.keys(*row):
                    if key in left:
                        met.setdefault(left[key], {}).setdefault(key, []).append(identity)
            for choice, by_key in met.items():
                ids = np.array([identity for each in by_key.values() for identity in each])
                asked = _among(watched.block, ids // PARTITIONS)
                differing = asking.differing(watched, asked, others[choice])
                for key, each in by_key.items():
                    places = found.setdefault(key, [])
                    places += [(depth, i) for i in dict.fromkeys(each) if i in differing][: ENOUGH - len(places)]
            left = {key: choice for key, choice in left.items() if len(found.get(key, ())) < ENOUGH}
    return found


def _where(
    by_code: NativeSearch, reader: LogReader, wanted: Container[Key], asking: StateExpander
) -> Iterator[tuple[int, Block, Flags | None]]:
    """The states that may meet something, nearest first, in blocks with their depth: which of a block, or all (None)
    where that is not known."""
    rows = np.unique(by_code.log[:, :3], axis=0).tolist()
    about = [(row[0], row[2]) for row in rows if any(key in wanted for key in reader.keys(*row))]
    known = by_code.often.states(by_code.log, about) if by_code.often else None
    for depth, partition, first, stop in by_code.found.slices():
        if known is None:
            yield from ((depth, block, None) for block in asking.blocks(partition, np.arange(first, stop)))
        else:
            indices = known[partition]
            indices = indices[np.searchsorted(indices, first) : np.searchsorted(indices, stop)]
            yield from ((depth, block, _among(block, indices)) for block in asking.blocks(partition, indices))


def _among(block: Block, indices: Integers) -> Flags:
    """The states of a block that are among those with some indices."""
    _, first, stop = block
    found = np.zeros(stop - first, dtype=np.bool_)
    found[indices[(indices >= first) & (indices < stop)] - first] = True
    return found


def _watch(asking: StateExpander, block: Block, watching: Context, marked: Flags | None) -> Iterator[SuccessorBatch]:
    """Where some states lead, and all that is logged of them: of half of them at a time where the log is too short."""
    led = asking.destinations(block, watching, marked)
    partition, first, stop = block
    if len(led.log) < LOG_ENTRIES or stop - first == 1:
        yield led
    else:
        half = (stop - first) // 2
        for at, end in ((0, half), (half, stop - first)):
            some = None if marked is None else marked[at:end].copy()
            yield from _watch(asking, (partition, first + at, first + end), watching, some)


def _about(rows: Integers, reader: LogReader, wanted: Container[Key]) -> list[list[int]]:
    """The rows that mean something which is wanted: there are few different ones, but for where they were met."""
    hashed = (rows[:, :3].astype(np.uint64) * FACTORS).sum(axis=1)
    _, first, which = np.unique(hashed, return_index=True, return_inverse=True)
    different = rows[first, :3]
    if not np.array_equal(different[which], rows[:, :3]):  # two have the same hash
        different, which = np.unique(rows[:, :3], axis=0, return_inverse=True)
    means = [any(key in wanted for key in reader.keys(*row)) for row in different.tolist()]
    found: list[list[int]] = rows[np.array(means, dtype=np.bool_)[which.reshape(-1)]].tolist()
    return found
