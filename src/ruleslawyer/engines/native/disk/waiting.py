"""Reachability in a search on disk, and the graph of those states in which a play still waits: they alone are in
memory.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import lru_cache

import numpy as np

from ruleslawyer.base.arrays import Flags, Integers
from ruleslawyer.engines.native.digraph import Digraph
from ruleslawyer.engines.native.disk.folder import Level
from ruleslawyer.engines.native.disk.found import DiskStateSet, gather_steps, need, steps_of
from ruleslawyer.engines.native.disk.tasks import ENTRY_BITS
from ruleslawyer.engines.native.explore import NativeSearch
from ruleslawyer.engines.native.graph import GraphEdges, Play, expect_room, numbering, places_of
from ruleslawyer.engines.native.memory import PARTITIONS
from ruleslawyer.engines.native.search import SearchResult
from ruleslawyer.engines.native.searched_graph import ChoiceGraph, answer_columns, expect_labels, labels_of_actions
from ruleslawyer.ir.nodes import Function
from ruleslawyer.semantics.trace import Steps, Trace, play, start_of, through

ORDERS = 8
"""Levels of which it is known at once how their states came."""

Bits = list[Flags]
"""For each partition, a truth value for each of its states."""


def union_of_bits(one: Bits, other: Bits) -> Bits:
    return [some | more for some, more in zip(one, other, strict=True)]


def of_states(bits: Bits, ids: Integers) -> Flags:
    """The truth values of some states."""
    found = np.zeros(len(ids), dtype=np.bool_)
    for partition in np.unique(ids % PARTITIONS).tolist():
        mine = ids % PARTITIONS == partition
        found[mine] = bits[partition][ids[mine] // PARTITIONS]
    return found


def _put(bits: Bits, ids: Integers) -> bool:
    """Make the values of some states true; whether one was not."""
    news = False
    for partition in np.unique(ids % PARTITIONS).tolist():
        places = ids[ids % PARTITIONS == partition] // PARTITIONS
        if not bits[partition][places].all():
            bits[partition][places] = news = True
    return news


class StepRelation:
    """The steps of a finished search but for those outside play, against their direction and along it."""

    def __init__(self, by_code: NativeSearch) -> None:
        """`TooLarge` where something is outside play, and choices cannot be numbered."""
        states = by_code.found.set
        assert isinstance(states, DiskStateSet)
        self.by_code, self.states = by_code, states
        self._orders = lru_cache(maxsize=ORDERS)(states.orders)
        self._outside = by_code.system.system.outside_play
        if self._outside:
            expect_labels(by_code.layout)

    def answers_of(self, function: Function, members: tuple[int, ...]) -> tuple[Bits, Bits]:
        """The answers of a function on `(s, *members)` in every state: where it holds, and where asking it fails a
        check."""
        columns = answer_columns(self.by_code)
        column = columns.index((id(function), members))
        holds, unclear = self._none(), self._none()
        for partition, first, rows in self.by_code.saying("answers", len(columns)):
            said = rows[:, column]
            holds[partition][first : first + len(said)] = said == 1
            unclear[partition][first : first + len(said)] = said > 1
        return holds, unclear

    @property
    def beginnings(self) -> tuple[Bits, Bits]:
        """The states in which games begin; and none, as an answer has where it fails a check."""
        begun = self._none()
        for depth, partition, first, stop in self.by_code.found.slices():
            begun[partition][first:stop] = depth == 0
        return begun, self._none()

    def _none(self) -> Bits:
        return [np.zeros(count, dtype=np.bool_) for count in self.states.counts.tolist()]

    def leading_to(self, goal: Bits) -> Bits:
        """The states from which some plays come to a goal; those are among them."""
        can, more = [bits.copy() for bits in goal], True
        while more:
            more = False
            for sources, targets in self._steps(reversed(self.states.levels)):
                more |= _put(can, sources[of_states(can, targets)])
        return can

    def going_on(self, starts: Bits, within: Bits) -> Bits:
        """The states to which plays from some of these (which are `within`) come without leaving what is `within`."""
        reached, more = [bits.copy() for bits in starts], any(bits.any() for bits in starts)
        while more:
            more = False
            for sources, targets in self._steps(self.states.levels):
                more |= _put(reached, targets[of_states(reached, sources) & of_states(within, targets)])
        return reached

    def _steps(self, levels: Iterable[Level]) -> Iterator[tuple[Integers, Integers]]:
        """The ids that steps leave and lead to, those of some levels first: most lead on by a level."""
        for level in levels:
            for sources, targets, marks in steps_of(self.states, level, self._orders):
                if self._outside:
                    played = ~labels_of_actions(
                        self.by_code.layout, (marks >> ENTRY_BITS).astype(np.uint32), self._outside
                    )
                    sources, targets = sources[played], targets[played]
                yield sources, targets

    def first(self, wanted: Bits) -> int | None:
        """The id of the nearest of some states."""
        for _, partition, first, stop in self.by_code.found.slices():
            some = wanted[partition][first:stop]
            if some.any():
                return (first + int(np.argmax(some))) * PARTITIONS + partition
        return None


NUMBER_BYTES = 8
"""Of each state that was found: its number in the graph, and its id."""


class PendingGraph(ChoiceGraph):
    """The states that were given, in the order of the whole graph, with all steps that leave them; behind them is one
    node for all that those lead to besides. A play begins in one of them; its trace where the game begins."""

    def __init__(self, by_code: NativeSearch, some: Bits, memory: int | None = None) -> None:
        """`some`: states that, once left, no play is followed from. `memory`: mebibytes, more than which is
        `TooLarge`."""
        expect_labels(by_code.layout)
        states = by_code.found.set
        assert isinstance(states, DiskStateSet)
        kept, self.depths = _edges(states, by_code.found, some, memory)
        super().__init__(by_code, kept)

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


def _edges(states: DiskStateSet, found: SearchResult, some: Bits, memory: int | None) -> tuple[GraphEdges, Integers]:
    """The edges that leave some states, as a graph in memory has them, and the depths of its nodes."""
    count = sum(int(bits.sum()) for bits in some)

    def expect(edges: int) -> None:
        takes = need(states, count, 2 * edges) + states.size * NUMBER_BYTES
        expect_room(takes, count, edges, memory, "states in which a play still waits")

    expect(0)
    numbers, offsets, ids = numbering(found)
    among = of_states(some, ids.astype(np.int64))
    chosen = ids[among].astype(np.int64)
    numbers.fill(count)
    numbers[places_of(chosen, offsets)] = np.arange(count)
    digraph, labels = gather_steps(states, numbers, offsets, count, expect)
    depths = np.append(found.depths(chosen), 0).astype(np.int32)
    nothing = np.zeros(0, dtype=np.int32)  # nobody asks for the numbers of ids
    outside = Digraph(np.append(digraph.begin, digraph.begin[-1]), digraph.to)
    return GraphEdges(outside, labels, np.append(chosen, 0), nothing, nothing, whole=True), depths
