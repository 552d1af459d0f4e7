"""The graph as arrays, on random digraphs, against networkx: what is reachable, shortest ways, components, circles."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ruleslawyer.base import arrays
from ruleslawyer.engines.native.digraph import Digraph
from ruleslawyer.engines.native.liveness import Fairness
from ruleslawyer.engines.native.walks import OUTSIDE

Edges = list[tuple[int, int]]


@pytest.fixture(autouse=True, scope="module")
def small_pieces() -> Iterator[None]:
    """These graphs too are worked on in several pieces."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(arrays, "STEP", 3)
        yield


@st.composite
def graphs(draw: st.DrawFn) -> tuple[int, Edges]:
    """Up to 12 nodes; parallel edges and loops are wanted."""
    size = draw(st.integers(1, 12))
    node = st.integers(0, size - 1)
    return size, draw(st.lists(st.tuples(node, node), max_size=30))


def digraph(size: int, edges: Edges) -> Digraph:
    ordered = sorted(edges, key=lambda e: e[0])
    begin = np.searchsorted([a for a, _ in ordered], range(size + 1)).astype(np.int32)
    return Digraph(begin, np.array([b for _, b in ordered], dtype=np.int32))


def reference(size: int, edges: Edges) -> nx.DiGraph[int]:
    found: nx.DiGraph[int] = nx.DiGraph()
    found.add_nodes_from(range(size))
    found.add_edges_from(edges)
    return found


@given(graphs())
def test_components_and_circles(given: tuple[int, Edges]) -> None:
    graph, other = digraph(*given), reference(*given)
    parts = {frozenset(np.flatnonzero(graph.components == k).tolist()) for k in set(graph.components.tolist())}
    assert parts == {frozenset(c) for c in nx.strongly_connected_components(other)}
    assert bool(graph.inside.any()) is not nx.is_directed_acyclic_graph(other)
    ends = [(a, b) for a in range(graph.size) for b in graph.successors(a).tolist()]
    assert graph.inside.tolist() == [nx.has_path(other, b, a) for a, b in ends]
    for node in range(graph.size):
        ring = graph.circle(node)
        ways = [nx.shortest_path(other, b, node) for b in other.successors(node) if nx.has_path(other, b, node)]
        assert (ring is None) is (not ways)
        if ring is not None:
            assert ring[0] == node
            assert len(ring) == min(map(len, ways))
            assert all(other.has_edge(*step) for step in pairwise([*ring, node]))


@given(graphs(), st.data())
def test_ways(given: tuple[int, Edges], data: st.DataObject) -> None:
    """Starts that come late are reached late: as if a chain led to each."""
    graph = digraph(*given)
    other: nx.DiGraph[Any] = reference(*given)
    starts = data.draw(st.lists(st.integers(0, graph.size - 1), min_size=1, unique=True))
    late = data.draw(st.lists(st.integers(0, 4), min_size=len(starts), max_size=len(starts)))
    found = graph.ahead(starts, late)
    for start, delay in zip(starts, late, strict=True):
        nx.add_path(other, [("begin", 0), *(("begin", start, k) for k in range(delay)), start])
    lengths: dict[Any, int] = dict(nx.single_source_shortest_path_length(other, ("begin", 0)))
    delays = dict(zip(starts, late, strict=True))
    assert {n for n in lengths if isinstance(n, int)} == set(np.flatnonzero(found.reachable_nodes).tolist())
    order = found.order.tolist()
    assert [lengths[n] for n in order] == sorted(lengths[n] for n in order)
    for node in order:
        path = found.path(node)
        assert path[-1] == node
        assert delays[path[0]] + len(path) == lengths[node]
        assert all(other.has_edge(*step) for step in pairwise(path))


@given(graphs(), st.data())
def test_backwards(given: tuple[int, Edges], data: st.DataObject) -> None:
    graph, other = digraph(*given), reference(*given)
    sets = data.draw(st.lists(st.sets(st.integers(0, graph.size - 1)), max_size=70))
    found = [*graph.leading_to(*(np.isin(np.arange(graph.size), list(goals)) for goals in sets))]
    for goals, flags in zip(sets, found, strict=True):
        expected = {n for goal in goals for n in nx.ancestors(other, goal) | {goal}}
        assert set(np.flatnonzero(flags).tolist()) == expected


@settings(max_examples=400)
@given(graphs(), st.data())
def test_the_first_circle(given: tuple[int, Edges], data: st.DataObject) -> None:
    """The first node in the order of a walk that lies on a circle; the circle that is shown is the same among the nodes
    near it as among all of its part."""
    graph = digraph(*given)
    barred = np.array(data.draw(st.lists(st.booleans(), min_size=graph.size, max_size=graph.size)), dtype=np.bool_)
    starts = data.draw(st.lists(st.integers(0, graph.size - 1), unique=True))
    order = graph.ahead([start for start in starts if not barred[start]], barred=barred).order
    parts = graph.parts_without(barred)
    expected = next((node for node in order.tolist() if parts.circling[node]), OUTSIDE)
    found = graph.first_circle(order, barred)
    if found is not None:
        assert found[0] == expected
    if found is not None and expected != OUTSIDE:
        rules = Fairness(graph, [])
        assert rules.ring(expected, found[1]) == rules.ring(expected, parts.component == parts.component[expected])


@given(graphs(), st.data())
def test_some_of_the_edges(given: tuple[int, Edges], data: st.DataObject) -> None:
    graph = digraph(*given)
    keep = np.array(data.draw(st.lists(st.booleans(), min_size=graph.edges, max_size=graph.edges)), dtype=np.bool_)
    less = graph.subgraph(keep)
    assert list(zip(less.sources, less.to, strict=True)) == list(zip(graph.sources[keep], graph.to[keep], strict=True))


@given(graphs(), st.data())
def test_some_of_the_nodes(given: tuple[int, Edges], data: st.DataObject) -> None:
    graph = digraph(*given)
    nodes = sorted(data.draw(st.sets(st.integers(0, graph.size - 1), min_size=1)))
    inside, numbers = graph.among(np.array(nodes))
    ours = [(nodes[a], nodes[b]) for a, b in zip(inside.sources.tolist(), inside.to.tolist(), strict=True)]
    every = zip(graph.sources.tolist(), graph.to.tolist(), strict=True)
    places = [(n, (a, b)) for n, (a, b) in enumerate(every) if a in nodes and b in nodes]
    assert [*zip(numbers.tolist(), ours, strict=True)] == places
