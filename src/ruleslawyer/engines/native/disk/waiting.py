"""The graph of those states of a search on disk in which a play still waits for something: they alone are in memory."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ruleslawyer.base.arrays import Flags, Integers
from ruleslawyer.engines.native.digraph import Digraph
from ruleslawyer.engines.native.disk.found import DiskSet
from ruleslawyer.engines.native.disk.possible import Bits, of_states
from ruleslawyer.engines.native.disk.steps import gather_steps, need
from ruleslawyer.engines.native.explore import ByCode
from ruleslawyer.engines.native.graph import Kept, Play, expect_room, numbering, places_of
from ruleslawyer.engines.native.search import Found
from ruleslawyer.engines.native.searched_graph import SearchedGraph, expect_labels
from ruleslawyer.semantics.trace import Steps, Trace, play, start_of, through

NUMBER_BYTES = 8
"""Of each state that was found: its number in the graph, and its id."""


class WaitingGraph(SearchedGraph):
    """The states that were given, in the order of the whole graph, with all steps that leave them; behind them is one
    node for all that those lead to besides. A play begins in one of them; its trace where the game begins."""

    def __init__(self, by_code: ByCode, some: Bits, memory: int | None = None) -> None:
        """`some`: states that, once left, no play is followed from. `memory`: mebibytes, more than which is
        `TooLarge`."""
        expect_labels(by_code.layout)
        states = by_code.found.set
        assert isinstance(states, DiskSet)
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


def _edges(states: DiskSet, found: Found, some: Bits, memory: int | None) -> tuple[Kept, Integers]:
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
    return Kept(outside, labels, np.append(chosen, 0), nothing, nothing, whole=True), depths
