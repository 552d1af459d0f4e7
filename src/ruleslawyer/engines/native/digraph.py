"""A directed graph as two arrays, and the questions that verdicts ask about it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ruleslawyer.base.arrays import Flags, Integers, pieces
from ruleslawyer.engines.native.walks import (
    StrongComponents,
    breadth_first,
    first_circle,
    group_by_key,
    induced_subgraph,
    spread,
    strong_parts,
    sweep,
)

AT_ONCE = 31
"""Sets of goals that one walk leads to: as many bits."""


@dataclass
class Digraph:
    """The successors of node i are `to[begin[i]:begin[i + 1]]`; parallel edges are several entries."""

    begin: Integers
    to: Integers

    @property
    def size(self) -> int:
        return len(self.begin) - 1

    @property
    def edges(self) -> int:
        return len(self.to)

    @cached_property
    def sources(self) -> Integers:
        """The node at which each edge begins."""
        return np.repeat(np.arange(self.size, dtype=np.int32), np.diff(self.begin))

    @cached_property
    def moving(self) -> Flags:
        """For each edge, whether it leads to another node."""
        return np.not_equal(self.sources, self.to)

    @cached_property
    def backwards(self) -> Digraph:
        """The same graph with every edge turned round."""
        return Digraph(*group_by_key(self.to, self.sources, self.size))

    def subgraph(self, keep: Flags) -> Digraph:
        """The same nodes with some of the edges, given as one truth value for each."""
        upto = np.zeros(self.edges + 1, dtype=np.int32)
        np.cumsum(keep, out=upto[1:])
        return Digraph(upto[self.begin], self.to[keep])

    def among(self, nodes: Integers) -> tuple[Digraph, Integers]:
        """Some of the nodes (numbers, in ascending order) with the edges between them, numbered by their place; and the
        number of each of these edges here."""
        first, there, numbers = induced_subgraph(self.begin, self.to, nodes)
        return Digraph(first, there), numbers

    def successors(self, node: int) -> Integers:
        return self.to[self.begin[node] : self.begin[node + 1]]

    def longest(self) -> int:
        """The number of edges of a longest path; the graph has no circle, or a ValueError."""
        waits = np.bincount(self.to, minlength=self.size)
        layer, length, done = np.flatnonzero(waits == 0), -1, 0
        while len(layer):
            length, done = length + 1, done + len(layer)
            counts = self.begin[layer + 1] - self.begin[layer]
            numbers = np.repeat(self.begin[layer] - np.cumsum(counts) + counts, counts)
            ends = self.to[numbers + np.arange(len(numbers))]
            np.subtract.at(waits, ends, 1)
            layer = np.unique(ends[waits[ends] == 0])
        if done < self.size:
            raise ValueError("the graph has a circle")
        return max(length, 0)

    # --- reaching -------------------------------------------------------------------------------------------------

    def ahead(self, starts: object, late: object = None, barred: Flags | None = None) -> BreadthFirstTree:
        """The nodes that can be reached from some nodes, by shortest paths. `late`: how many steps each start comes too
        late. `barred`: for each node whether no path leads there."""
        starts = np.asarray(starts, dtype=np.int32)
        late = np.zeros(len(starts), dtype=np.int32) if late is None else np.asarray(late)
        order = np.argsort(late, kind="stable")
        return BreadthFirstTree(self.size, *breadth_first(self.begin, self.to, starts[order], late[order], barred))

    def leading_to(self, *goals: Flags) -> Iterator[Flags]:
        """For each set of goals and each node, whether one of the goals can be reached from it; a goal can be."""
        for first in range(0, len(goals), AT_ONCE):
            yield from self._leading_to(goals[first : first + AT_ONCE])

    def _leading_to(self, goals: Sequence[Flags]) -> Iterator[Flags]:
        own = np.zeros(self.size, dtype=np.int32)
        for place, nodes in enumerate(goals):
            own[nodes] |= 1 << place
        found = sweep(self.begin, self.to, own, len(goals))
        if found is None:
            found = spread(self.begin, self.to, self.parts, own)
        return (found >> place & 1 != 0 for place in range(len(goals)))

    def path(self, first: int, goal: int) -> list[int] | None:
        """The nodes of a shortest path; None where there is none."""
        found = self.ahead([first])
        return found.path(goal) if found.reachable_nodes[goal] else None

    # --- circles --------------------------------------------------------------------------------------------------

    @cached_property
    def parts(self) -> StrongComponents:
        """Its strongly connected components."""
        return strong_parts(self.begin, self.to)

    def parts_without(self, barred: Flags) -> StrongComponents:
        """The same of the graph without some nodes, and the edges at these."""
        return strong_parts(self.begin, self.to, barred)

    def first_circle(self, order: Integers, barred: Flags) -> tuple[int, Flags] | None:
        """The first of some nodes that lies on a circle without `barred` nodes (`OUTSIDE`: none does), and the nodes
        among which its shortest circles are; None where that cannot be told soon. `order`: with a node all that can be
        reached from there without barred ones."""
        found = first_circle(self.begin, self.to, order, barred)
        if found is None:
            return None
        near = np.zeros(self.size, dtype=np.bool_)
        near[found[1]] = True
        return found[0], near

    @property
    def components(self) -> Integers:
        """The number of each node's strongly connected component."""
        return self.parts.component

    @cached_property
    def inside(self) -> Flags:
        """For each edge, whether it lies on a circle."""
        return self.both_ends(np.equal, self.components)

    def both_ends(self, function: np.ufunc, of: Integers | Flags) -> Flags:
        """For each edge, a truth about what is known `of` the nodes at its ends."""
        found = np.empty(self.edges, dtype=np.bool_)
        for piece in pieces(self.edges):
            function(of[self.sources[piece]], of[self.to[piece]], out=found[piece])
        return found

    def circle(self, edge_from: int, others: object = None) -> list[int] | None:
        """A shortest circle through a node, as its nodes, each once. `others`: its first step leads to one of these."""
        after = self.successors(edge_from) if others is None else np.asarray(others)
        back = self.backwards.ahead([edge_from])
        ways = [back.path(int(node)) for node in dict.fromkeys(after.tolist()) if back.reachable_nodes[node]]
        if not ways:
            return None
        best = min(ways, key=len)  # from the node to its successor, against the edges
        return [edge_from, *reversed(best[1:])]


@dataclass
class BreadthFirstTree:
    """The tree of a breadth-first search: nodes in the order in which they were met, and the node before each."""

    size: int
    order: Integers
    before: Integers

    @cached_property
    def reachable_nodes(self) -> Flags:
        found = np.zeros(self.size, dtype=np.bool_)
        found[self.order] = True
        return found

    def path(self, node: int) -> list[int]:
        """A path from a start to a node that was reached."""
        found = [node]
        while 0 <= (node := int(self.before[node])) < self.size:
            found.append(node)
        return found[::-1]
