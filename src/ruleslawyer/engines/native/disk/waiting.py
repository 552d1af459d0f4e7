"""The graph of those states of a search on disk in which a play still waits for something: they alone are in memory."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from ruleslawyer.base.arrays import Flags, Integers
from ruleslawyer.engines.native.arrays import PARTITIONS
from ruleslawyer.engines.native.digraph import Digraph
from ruleslawyer.engines.native.disk.possible import Bits, of_states
from ruleslawyer.engines.native.explore import ByCode
from ruleslawyer.engines.native.graph import EDGE_BYTES, MOST_EDGES, STATE_BYTES, Kept, Play, TooLarge
from ruleslawyer.engines.native.searched_graph import SearchedGraph, expect_room
from ruleslawyer.engines.native.states import row_hashes
from ruleslawyer.rulebook.claims.limits import MEBIBYTE
from ruleslawyer.semantics.trace import Steps, Trace, play, start_of, through

NEAR = 8
"""As many states between two that are expanded cost less than another call."""
BYTES = 8
"""Of a word of a state, and of its hash."""


class WaitingGraph(SearchedGraph):
    """The states that were given, in the order of the whole graph, with all steps that leave them; behind them is one
    node for all that those lead to besides. A play begins in one of them; its trace where the game begins."""

    def __init__(self, by_code: ByCode, some: Bits, memory: int | None = None) -> None:
        """`some`: states that, once left, no play is followed from. `memory`: mebibytes, more than which is
        `TooLarge`."""
        expect_room(by_code.layout)
        known = _Known(by_code, some, memory)
        super().__init__(by_code, known.kept_edges())
        self.depths = known.depths

    @property
    def outside(self) -> Flags:
        """For each node, whether it is the one behind all states."""
        found = np.zeros(self.size, dtype=np.bool_)
        found[-1] = True
        return found

    def among(self, some: Bits) -> Integers:
        """The numbers of some states, all of them of the graph."""
        return np.flatnonzero(of_states(some, self.ids[:-1]))

    def way(self, node: int) -> list[int]:
        """The play to a state is not in this graph."""
        return [node]

    def trace(self, play_: Play) -> Trace:
        states = [self.by_code.state(i) for i in self.found.way(int(self.ids[play_.states[0]]))]
        steps = Steps(self.system)
        start = start_of(self.system, states[0])
        stem = through(steps, start, states)
        if not play_.labels:
            return stem if play_.back is None else replace(stem, back=len(stem.steps) + play_.back)
        waited = [self.state(node) for node in play_.states]
        later = zip(waited, play_.labels, waited[1:], strict=False)
        instances = [step.instance for step in stem.steps]
        instances += [self.instance(before, label, after) for before, label, after in later]
        back = None if play_.back is None else len(stem.steps) + play_.back
        return play(steps, start, tuple(instances), back=back)


class _Known:
    """Some states by their packed words, and their steps, made by expanding each of them once more."""

    def __init__(self, by_code: ByCode, some: Bits, memory: int | None) -> None:
        self.by_code, self.words = by_code, by_code.layout.words
        self._some, self._memory = some, memory
        self.count = sum(int(bits.sum()) for bits in some)
        self._expect_room(0)
        ids, depths = [np.zeros(0, dtype=np.int64)], [np.zeros(0, dtype=np.int32)]
        rows: list[Integers] = [np.zeros((0, self.words), dtype=np.uint64)]
        for depth, partition, first, stop in by_code.found.slices():
            places = np.flatnonzero(some[partition][first:stop])
            if len(places):
                rows.append(by_code.found.set.array(partition, first, stop)[places])
                ids.append((places + first) * PARTITIONS + partition)
                depths.append(np.full(len(places), depth, dtype=np.int32))
        self.ids, self.depths = np.concatenate(ids), np.concatenate([*depths, [0]])
        self._rows = np.concatenate(rows)
        hashes = row_hashes(self._rows, self.words)
        self._order = np.argsort(hashes, kind="stable")
        self._hashes = hashes[self._order]

    def _expect_room(self, edges: int) -> None:
        needs = self.count * (STATE_BYTES + BYTES * (self.words + 2)) + 2 * edges * EDGE_BYTES
        if self._memory and needs > self._memory * MEBIBYTE:
            more = "more than" if edges else "at least"
            raise TooLarge(
                f"the graph of {self.count} states in which a play still waits takes {more} "
                f"{needs // MEBIBYTE + 1} MiB, and the limit is {self._memory} MiB"
            )
        if edges > MOST_EDGES:
            raise TooLarge("the graph of the states in which a play still waits has more steps than can be numbered")

    def kept_edges(self) -> Kept:
        """The edges, as a graph in memory has them."""
        sources, to, labels = [[np.zeros(0, dtype=kind)] for kind in (np.int64, np.int32, np.uint32)]
        edges = 0
        for parents, rows, marks in self._expand():
            sources.append(parents)
            to.append(self._numbers(rows))
            labels.append(marks)
            edges += len(parents)
            self._expect_room(edges)
        # States of one partition and depth come together, so that what they lead to is in the order of the numbers.
        numbered = np.argsort(self.ids, kind="stable")
        begins = numbered[np.searchsorted(self.ids[numbered], np.concatenate(sources))]
        order = np.argsort(begins, kind="stable")
        begin = np.zeros(self.count + 2, dtype=np.int32)
        begin[1:] = np.cumsum(np.bincount(begins, minlength=self.count + 1))
        digraph = Digraph(begin, np.concatenate(to)[order])
        nothing = np.zeros(0, dtype=np.int32)  # nobody asks for the numbers of ids
        return Kept(
            digraph, np.concatenate(labels)[order], np.concatenate([self.ids, [0]]), nothing, nothing, whole=True
        )

    def _expand(self) -> Iterator[tuple[Integers, Integers, Integers]]:
        """The steps of the states: the ids that they leave, the packed states that they lead to, and labels."""
        by_code = self.by_code
        with by_code.crew(1) as crew:
            for _, partition, first, stop in by_code.found.slices():
                places = first + np.flatnonzero(self._some[partition][first:stop])
                for run in np.split(places, np.flatnonzero(np.diff(places) > NEAR) + 1) if len(places) else ():
                    for at in range(int(run[0]), int(run[-1]) + 1, crew.block):
                        after = min(at + crew.block, int(run[-1]) + 1)
                        rows = by_code.expand(crew, (partition, at, after), by_code.contexts[0])
                        base = at * PARTITIONS + partition
                        low = rows[:, -1] & np.uint64(0xFFFFFFFF)
                        parents = (base + ((low - np.uint64(base & 0xFFFFFFFF)) & np.uint64(0xFFFFFFFF))).astype(
                            np.int64
                        )
                        mine = self._some[partition][parents // PARTITIONS]
                        marks = (rows[mine, -1] >> np.uint64(32)).astype(np.uint32)
                        yield parents[mine], rows[mine, : self.words], marks
                        by_code.contexts[0].take_log()

    def _numbers(self, rows: Integers) -> Integers:
        """The numbers of packed states; those that are not among the known ones have the number behind all."""
        hashes = row_hashes(rows, self.words)
        found = np.full(len(rows), self.count, dtype=np.int32)
        asked = np.arange(len(rows))
        places = np.searchsorted(self._hashes, hashes)
        while len(asked):  # until no state with that hash is left: most have one of their own
            there = places < self.count
            there[there] = self._hashes[places[there]] == hashes[asked[there]]
            asked, places = asked[there], places[there]
            numbers = self._order[places]
            same = (self._rows[numbers] == rows[asked]).all(axis=1)
            found[asked[same]] = numbers[same]
            asked, places = asked[~same], places[~same] + 1
        return found
