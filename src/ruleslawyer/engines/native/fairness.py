"""Fair ways round in the explored graph: Streett's conditions (Emerson, Lei 1987), all strongly connected parts at
once.

A part is fair as it is, or some set is enabled in it and never taken: a weakly fair one in all of its states, and no
circle in it is fair; or a strongly fair one, and a fair circle avoids the states in which it is enabled.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import pairwise

import numpy as np

from ruleslawyer.base.arrays import Flags, Integers
from ruleslawyer.engines.native.digraph import Digraph
from ruleslawyer.engines.native.graph import Graph
from ruleslawyer.engines.native.walks import OUTSIDE, Parts
from ruleslawyer.ir.checks import NATURE, Check, Fair
from ruleslawyer.semantics.fairness import chance_actions

NONE = -1
"""The number of the fair set of an edge that belongs to none; of the part of a state that lies in none."""


def fairness(graph: Graph, check: Check) -> Fairness:
    """The fairness that a property assumes of plays on an explored graph, without what is outside play."""
    named = [(fair, False) for fair in check.fair if fair != NATURE] + [(fair, True) for fair in check.strongly_fair]
    kinds = [(graph.sets(fair)[graph.game_edges], strong) for fair, strong in named]
    return Fairness(graph.game, [*kinds, *([_nature(graph)] if check.by_nature else [])])


def by_nature(graph: Graph) -> Fairness:
    """The fairness of chance alone: the plays that it leaves with probability 0 are those that are not fair to it."""
    return Fairness(graph.game, [_nature(graph)])


def _nature(graph: Graph) -> tuple[Integers, bool]:
    """Each outcome of chance in each state as a set of its own, and strong."""
    by_chance = np.zeros(graph.game.edges, dtype=np.bool_)
    for name in chance_actions(graph.system.system):
        by_chance |= graph.sets(Fair(name))[graph.game_edges] >= 0
    return np.where(by_chance, np.arange(graph.game.edges), NONE).astype(np.int64), True


class Fairness:
    """The fair sets of a graph's edges: of each kind of set the number of each edge's, and whether it is strong."""

    def __init__(self, digraph: Digraph, kinds: Sequence[tuple[Integers, bool]]) -> None:
        self.digraph = digraph
        self.of: list[Integers] = []
        strong: list[bool] = []
        for numbers, is_strong in kinds:
            taking = digraph.moving & (numbers >= 0)
            values, which = np.unique(numbers[taking], return_inverse=True)
            of = np.full(digraph.edges, NONE, dtype=np.int32)
            of[taking] = which + len(strong)
            self.of.append(of)
            strong += [is_strong] * len(values)
        self.strong = np.array(strong, dtype=np.bool_)

    @property
    def count(self) -> int:
        """The number of sets."""
        return len(self.strong)

    @cached_property
    def _enabling(self) -> tuple[Integers, Integers]:
        """States, in their order, and sets that are enabled there: as many entries in both."""
        codes = [_code(self.digraph.sources[of >= 0], of[of >= 0], self.count) for of in self.of]
        return _decode(np.unique(np.concatenate([np.zeros(0, dtype=np.int64), *codes])), self.count)

    def enabled_sets(self, node: int) -> list[int]:
        """The sets that are enabled in a state."""
        states, sets = self._enabling
        first, stop = np.searchsorted(states, [node, node + 1])
        return [int(one) for one in sets[first:stop]]

    def taken_sets(self, edge: int) -> list[int]:
        """The sets that an edge takes."""
        return [int(of[edge]) for of in self.of if of[edge] >= 0]

    # --- parts ----------------------------------------------------------------------------------------------------

    def parts(self, nodes: Flags) -> Integers:
        """For each state the number of the fair part of the graph it lies in, among some `nodes`, or `NONE`: a fair
        play may stay there, and meet all of it."""
        found = np.full(self.digraph.size, NONE, dtype=np.int64)
        number = 0
        while nodes.any():
            part = self.digraph.parts_without(~nodes)
            states, component = np.flatnonzero(part.circling), part.component
            fails, barred = self._unfair(part)
            fair = states[~fails[component[states]]]
            found[fair] = number + component[fair]
            number += len(fails)
            again = np.zeros(len(fails), dtype=np.bool_)
            again[component[barred]] = True
            nodes = np.zeros(self.digraph.size, dtype=np.bool_)
            nodes[states] = again[component[states]]
            nodes[barred] = False
        return found

    def _unfair(self, part: Parts) -> tuple[Flags, Integers]:
        """The components that are not fair as they are; and the states that could be left out to make one so."""
        component, circling = part.component.astype(np.int64), part.circling
        number = int(component.max()) + 1
        fails = np.zeros(number, dtype=np.bool_)
        if not self.count:
            return fails, np.zeros(0, dtype=np.int64)
        taken = []
        for of in self.of:
            edges = np.flatnonzero(of >= 0)
            here, there = component[self.digraph.sources[edges]], component[self.digraph.to[edges]]
            inside = (here == there) & (here != OUTSIDE)
            taken.append(np.unique(_code(here[inside], of[edges[inside]], self.count)))
        where, sets = (one[circling[self._enabling[0]]] for one in self._enabling)
        codes = _code(component[where], sets, self.count)
        idle = ~np.isin(codes, np.concatenate(taken))
        weak, times = np.unique(codes[idle & ~self.strong[sets]], return_counts=True)
        sizes = np.bincount(component[circling], minlength=number)
        throughout = _decode(weak, self.count)[0]
        dead = np.zeros(number, dtype=np.bool_)
        dead[throughout[times == sizes[throughout]]] = True
        barred = where[idle & self.strong[sets]]
        fails[component[barred]] = True
        return fails | dead, barred[~dead[component[barred]]]

    # --- circles --------------------------------------------------------------------------------------------------

    def ring(self, begin: int, nodes: Flags) -> list[int]:
        """A fair way round through a state, as edges, among the `nodes` of its part, or those that are near where
        nothing has to be fair: every set is taken, or one that is weak is not enabled in a state on the way."""
        numbers = np.flatnonzero(nodes)
        part, edges = self.digraph.among(numbers)  # whose nodes and edges have numbers of their own
        takes: dict[int, int] = {}
        for of in self.of:
            mine = of[edges]
            taking = np.flatnonzero(mine >= 0)
            takes.update((int(mine[e]), int(e)) for e in taking[np.unique(mine[taking], return_index=True)[1]])
        ring: list[int] = []
        start = at = int(np.searchsorted(numbers, begin))
        for one in self._enabled_among(nodes):
            if any(one in self.taken_sets(int(edges[edge])) for edge in ring):
                continue
            if one in takes:
                edge = takes[one]
                ring += [*_way(part, at, int(part.sources[edge])), edge]
            else:
                met = [start, *(int(part.to[edge]) for edge in ring)]
                if any(one not in self.enabled_sets(int(numbers[state])) for state in met):
                    continue
                ring += _way(part, at, next(s for s, n in enumerate(numbers) if one not in self.enabled_sets(int(n))))
            at = int(part.to[ring[-1]])
        if ring:
            ring += _way(part, at, start)
        else:
            states = part.circle(start)
            assert states is not None
            ring += _along(part, [*states, start])
        return [int(edges[edge]) for edge in ring]

    def _enabled_among(self, nodes: Flags) -> list[int]:
        """The sets that are enabled in some of these states."""
        states, sets = self._enabling
        return [int(one) for one in np.unique(sets[nodes[states]])]


def _way(part: Digraph, first: int, goal: int) -> list[int]:
    nodes = part.path(first, goal)
    assert nodes is not None, "a part is connected"
    return list(_along(part, nodes))


def _along(part: Digraph, nodes: Sequence[int]) -> Iterator[int]:
    """The first edge of each step."""
    for a, b in pairwise(nodes):
        first = int(part.begin[a])
        yield first + int(np.argmax(part.successors(a) == b))


def _code(left: Integers, sets: Integers, count: int) -> Integers:
    """Pairs of a number and a set as one number each, in the order of the first."""
    return left.astype(np.int64) * count + sets


def _decode(codes: Integers, count: int) -> tuple[Integers, Integers]:
    return codes // max(1, count), codes % max(1, count)
