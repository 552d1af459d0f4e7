"""Walks through a graph by generated code: worked by hand, and where a walk by recursion would be too deep."""

from __future__ import annotations

import networkx as nx
import numpy as np
import pytest

from ruleslawyer.engines.native.walks import NOWHERE, UNMET, breadth_first, group_by_key, strong_components


def test_values_in_the_order_of_their_keys() -> None:
    begin, values = group_by_key(np.array([2, 0, 2, 0]), np.array([10, 11, 12, 13]), 4)
    assert begin.tolist() == [0, 2, 2, 4, 4] and values.tolist() == [11, 13, 10, 12]


def test_levels() -> None:
    """0 leads to 1 and 2, both to 3; 4 begins two steps late, before which 3 is met; 5 is not."""
    begin, to = np.array([0, 2, 3, 4, 4, 4, 4]), np.array([1, 2, 3, 3])
    order, before = breadth_first(begin, to, np.array([0, 4]), np.array([0, 2]))
    assert order.tolist() == [0, 1, 2, 3, 4]
    assert before.tolist() == [NOWHERE, 0, 0, 1, NOWHERE, UNMET]


def test_a_start_that_nobody_waits_for() -> None:
    """Where all others have come to their end, the next start begins, and what it leads to is a step later."""
    order, before = breadth_first(np.array([0, 0, 1, 1]), np.array([2]), np.array([0, 1, 2]), np.array([0, 7, 9]))
    assert order.tolist() == [0, 1, 2] and before.tolist() == [NOWHERE, NOWHERE, 1]


def test_a_long_circle_with_a_tail() -> None:
    """100 000 nodes in a circle are one part; of two nodes behind it each is its own."""
    size = 100_000
    to = np.append((np.arange(size) + 1) % size, [size, size + 1])
    begin = np.append(np.arange(size), [size + 1, size + 2, size + 2])  # the last of the circle has two edges
    found = strong_components(begin, to)
    assert len(set(found[:size].tolist())) == 1 and found.max() == 2
    assert found[0] > found[size] > found[size + 1]


@pytest.mark.parametrize("seed", range(20))
def test_parts_of_a_random_graph(seed: int) -> None:
    """As networkx finds them; no edge leads to a part of a higher number."""
    dice = np.random.default_rng(seed)
    size, edges = int(dice.integers(1, 60)), int(dice.integers(0, 120))
    ends = dice.integers(0, size, (2, edges))
    begin, to = group_by_key(ends[0], ends[1], size)
    found = strong_components(begin, to)
    other: nx.DiGraph[int] = nx.DiGraph()
    other.add_nodes_from(range(size))
    other.add_edges_from(ends.T.tolist())
    parts = {frozenset(np.flatnonzero(found == k).tolist()) for k in range(found.max() + 1)}
    assert parts == {frozenset(part) for part in nx.strongly_connected_components(other)}
    assert (found[ends[0]] >= found[ends[1]]).all()
