"""An explored graph for everybody who asks networkx: nodes are states, edges have the instance that is chosen."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, TypeAlias

from ruleslawyer.base.files.content import Json
from ruleslawyer.semantics.codec import Codec
from ruleslawyer.semantics.state import State
from ruleslawyer.semantics.transition import Instance

if TYPE_CHECKING:  # it takes a while to load, and `--help` has no graphs
    import networkx as nx

Network: TypeAlias = "nx.MultiDiGraph[State]"


def network(states: Iterable[tuple[State, Json]], edges: Iterable[tuple[State, State, Instance]]) -> Network:
    """A graph of states with what is said of each, in that order, and of edges with their instances."""
    import networkx as nx

    graph: Network = nx.MultiDiGraph()
    graph.add_nodes_from(states)
    graph.add_edges_from((a, b, {"instance": instance}) for a, b, instance in edges)
    return graph


def with_json(graph: Network, codec: Codec, **attributes: object) -> Network:
    """The same graph, each node with its `state` and each edge with its `action` as JSON, and what it is of."""
    for state, data in graph.nodes(data=True):
        data["state"] = codec.state(state)
    for _, _, data in graph.edges(data=True):
        data["action"] = codec.instance(data["instance"])
    graph.graph |= attributes
    return graph
