"""A directed graph as two arrays, and the questions that verdicts ask about it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ruleslawyer.base.arrays import Flags, Integers, pieces
from ruleslawyer.engines.native.walks import breadth_first, group_by_key, strong_components


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
    def backwards(self) -> Digraph:
        """The same graph with every edge turned round."""
        return Digraph(*group_by_key(self.to, self.sources, self.size))

    def subgraph(self, keep: Flags) -> Digraph:
        """The same nodes with some of the edges, given as one truth value for each."""
        upto = np.zeros(self.edges + 1, dtype=np.int32)
        np.cumsum(keep, out=upto[1:])
        return Digraph(upto[self.begin], self.to[keep])

    def among(self, nodes: Integers) -> Digraph:
        """Some of the nodes (numbers, in ascending order) with the edges between them, numbered by their place."""
        counts = self.begin[nodes + 1] - self.begin[nodes]
        behind = np.cumsum(counts)
        places = np.repeat(self.begin[nodes] - (behind - counts), counts) + np.arange(counts.sum())
        to = self.to[places]
        where = np.minimum(np.searchsorted(nodes, to), len(nodes) - 1)
        upto = np.concatenate([[0], np.cumsum(nodes[where] == to)])
        begin = upto[np.concatenate([[0], behind])]
        return Digraph(begin.astype(np.int32), where[nodes[where] == to].astype(np.int32))

    def successors(self, node: int) -> Integers:
        return self.to[self.begin[node] : self.begin[node + 1]]

    # --- reaching -------------------------------------------------------------------------------------------------

    def ahead(self, starts: object, late: object = None) -> Ahead:
        """The nodes that can be reached from some nodes, by shortest paths. `late`: how many steps each start comes too
        late."""
        starts = np.asarray(starts, dtype=np.int32)
        late = np.zeros(len(starts), dtype=np.int32) if late is None else np.asarray(late)
        order = np.argsort(late, kind="stable")
        return Ahead(self.size, *breadth_first(self.begin, self.to, starts[order], late[order]))

    def leading_to(self, goals: object) -> Flags:
        """For each node, whether one of the goals (node numbers) can be reached from it; a goal can be."""
        found = np.zeros(self.size, dtype=np.bool_)
        found[self.backwards.ahead(goals).order] = True
        return found

    def path(self, first: int, goal: int) -> list[int] | None:
        """The nodes of a shortest path; None where there is none."""
        found = self.ahead([first])
        return found.path(goal) if found.reachable_nodes[goal] else None

    # --- circles --------------------------------------------------------------------------------------------------

    @cached_property
    def components(self) -> Integers:
        """The number of each node's strongly connected component."""
        return strong_components(self.begin, self.to)

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

    def origins(self, edges: Flags) -> Flags:
        """For each node, whether one of some edges begins there."""
        found = np.zeros(self.size, dtype=np.bool_)
        found[self.sources[edges]] = True
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
class Ahead:
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
