"""Walks through a graph by generated code: worked by hand, and where a walk by recursion would be too deep."""

from __future__ import annotations

import networkx as nx
import numpy as np
import pytest

from ruleslawyer.engines.native.digraph import Digraph
from ruleslawyer.engines.native.walks import (
    BARRED,
    NOWHERE,
    OUTSIDE,
    UNMET,
    breadth_first,
    group_by_key,
    spread,
    strong_parts,
    sweep,
)


def test_values_in_the_order_of_their_keys() -> None:
    begin, values = group_by_key(np.array([2, 0, 2, 0]), np.array([10, 11, 12, 13]), 4)
    assert begin.tolist() == [0, 2, 2, 4, 4] and values.tolist() == [11, 13, 10, 12]


def test_levels() -> None:
    """0 leads to 1 and 2, both to 3; 4 begins two steps late, before which 3 is met; 5 is not."""
    begin, to = np.array([0, 2, 3, 4, 4, 4, 4]), np.array([1, 2, 3, 3])
    order, before = breadth_first(begin, to, np.array([0, 4]), np.array([0, 2]))
    assert order.tolist() == [0, 1, 2, 3, 4]
    assert before.tolist() == [NOWHERE, 0, 0, 1, NOWHERE, UNMET]
    order, before = breadth_first(begin, to, np.array([0, 4]), np.array([0, 2]), np.arange(6) == 1)
    assert order.tolist() == [0, 2, 3, 4]
    assert before.tolist() == [NOWHERE, BARRED, 0, 2, NOWHERE, UNMET]


def test_a_start_that_nobody_waits_for() -> None:
    """Where all others have come to their end, the next start begins, and what it leads to is a step later."""
    order, before = breadth_first(np.array([0, 0, 1, 1]), np.array([2]), np.array([0, 1, 2]), np.array([0, 7, 9]))
    assert order.tolist() == [0, 1, 2] and before.tolist() == [NOWHERE, NOWHERE, 1]


def test_a_long_circle_with_a_tail() -> None:
    """100 000 nodes in a circle are one part; of two nodes behind it each is its own."""
    size = 100_000
    to = np.append((np.arange(size) + 1) % size, [size, size + 1])
    begin = np.append(np.arange(size), [size + 1, size + 2, size + 2])  # the last of the circle has two edges
    parts = strong_parts(begin, to)
    found = parts.component
    assert parts.circling.tolist() == [True] * size + [False] * 2
    assert len(set(found[:size].tolist())) == 1 and found.max() == 2
    assert found[0] > found[size] > found[size + 1]


@pytest.mark.parametrize("seed", range(20))
def test_parts_of_a_random_graph(seed: int) -> None:
    """As networkx finds them; no edge leads to a part of a higher number."""
    dice = np.random.default_rng(seed)
    size, edges = int(dice.integers(1, 60)), int(dice.integers(0, 120))
    ends = dice.integers(0, size, (2, edges))
    begin, to = group_by_key(ends[0], ends[1], size)
    barred = dice.random(size) < dice.choice([0, 0.3])
    parts = strong_parts(begin, to, barred)
    found, open_ = parts.component, ~barred[ends[0]] & ~barred[ends[1]]
    other: nx.DiGraph[int] = nx.DiGraph()
    other.add_nodes_from(np.flatnonzero(~barred).tolist())
    other.add_edges_from(ends.T[open_].tolist())
    expected = {frozenset(part) for part in nx.strongly_connected_components(other)}
    assert {frozenset(np.flatnonzero(found == k).tolist()) for k in range(found.max() + 1)} == expected
    assert (found[barred] == OUTSIDE).all() and (found[ends[0]] >= found[ends[1]])[open_].all()
    assert found[parts.order].tolist() == sorted(found[~barred].tolist())
    on_circles = set(nx.nodes_with_selfloops(other)).union(*(part for part in expected if len(part) > 1))
    assert set(np.flatnonzero(parts.circling).tolist()) == on_circles


@pytest.mark.parametrize("seed", range(20))
def test_both_ways_to_spread_bits(seed: int) -> None:
    """Part by part, and in sweeps, which give up where a chain runs against the numbers of its nodes."""
    dice = np.random.default_rng(seed)
    size, edges = int(dice.integers(1, 60)), int(dice.integers(0, 120))
    ends = dice.integers(0, size, (2, edges))
    begin, to = group_by_key(ends[0], ends[1], size)
    own = np.where(dice.random(size) < 0.1, dice.integers(1, 8, size), 0).astype(np.int32)
    other: nx.DiGraph[int] = nx.DiGraph()
    other.add_nodes_from(range(size))
    other.add_edges_from(ends.T.tolist())
    expected = [np.bitwise_or.reduce([own[n] for n in (*nx.descendants(other, node), node)]) for node in range(size)]
    assert spread(begin, to, strong_parts(begin, to), own).tolist() == expected
    found = sweep(begin, to, own, 3)
    assert found is None or found.tolist() == expected


def test_a_chain_against_the_numbers() -> None:
    size = 1000
    begin, to = np.append(0, np.arange(size)), np.arange(size - 1)
    own = (np.arange(size) == 0).astype(np.int32)
    assert sweep(begin, to, own, 1) is None
    assert spread(begin, to, strong_parts(begin, to), own).all()
    (found,) = Digraph(begin.astype(np.int32), to.astype(np.int32)).leading_to(own > 0)
    assert found.all()
