"""Contraction of forced passes: where one player can do nothing but pass, the state becomes part of the way to it.

An option of how to look at an exploration, not a meaning: each contracted state takes exactly one node and one edge
away. Passes that go round are left as they are; they are the event `idle`.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from ruleslawyer.base.diagnostics import InternalError
from ruleslawyer.engines.explore.search import Exploration
from ruleslawyer.semantics.state import State
from ruleslawyer.semantics.transition import Instance

if TYPE_CHECKING:  # it takes a while to load, and `--help` has no graphs
    import networkx as nx

Node = TypeVar("Node", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Contraction:
    """The smaller graph (edges have `passes`, the forced passes after the instance), and the rounds of idle passes.

    A round is a list of states with the pass taken in each; it begins with the state that is nearest to a start.
    """

    graph: nx.MultiDiGraph[State]
    rounds: tuple[tuple[tuple[State, Instance], ...], ...]


def contract(found: Exploration) -> Contraction:
    """Contract every forced pass outside the initial states."""
    forced = _forced_passes(found)
    rings = rounds({state: after for state, (_, after) in forced.items()})
    circles = tuple(tuple((state, forced[state][0]) for state in ring) for ring in rings)
    for state in (*found.initial, *(state for ring in rings for state in ring)):
        forced.pop(state, None)  # a play may begin there, or there is no end to come to
    import networkx as nx

    graph: nx.MultiDiGraph[State] = nx.MultiDiGraph()
    graph.add_nodes_from((s, data) for s, data in found.graph.nodes(data=True) if s not in forced)
    for state in graph:
        for _, after, data in found.graph.out_edges(state, data=True):
            passes: list[Instance] = []
            end = after
            while end in forced:
                passes.append(forced[end][0])
                end = forced[end][1]
            graph.add_edge(state, end, **data, passes=tuple(passes))
    gone = found.states - graph.number_of_nodes(), found.transitions - graph.number_of_edges()
    if gone != (len(forced), len(forced)):
        raise InternalError(f"contracting {len(forced)} forced passes took {gone[0]} states and {gone[1]} edges away")
    return Contraction(graph, circles)


def _forced_passes(found: Exploration) -> dict[State, tuple[Instance, State]]:
    """The states whose only allowed instance is a pass of the one awaited player, with that pass and where it leads."""
    system, forced = found.system, {}
    for state in found.graph:
        edges = list(found.graph.out_edges(state, data=True))
        if len(edges) != 1:
            continue
        _, after, data = edges[0]
        instance: Instance = data["instance"]
        if not system.system.actions[instance.action].passes or len(system.awaits(state)) != 1:
            continue
        # An allowed instance whose branch ends in an event has no edge, but it is a choice all the same.
        if found.graph.nodes[state]["allowed"] == 1:
            forced[state] = (instance, after)
    return forced


def rounds(after: Mapping[Node, Node]) -> tuple[tuple[Node, ...], ...]:
    """The circles of forced passes, given by where each leads, in that order; each from its first state."""
    order = {node: i for i, node in enumerate(after)}
    found = []
    seen: set[Node] = set()
    for start in after:
        way: dict[Node, int] = {}
        node = start
        while node in after and node not in seen and node not in way:
            way[node] = len(way)
            node = after[node]
        if node in way:
            ring = list(way)[way[node] :]
            first = min(range(len(ring)), key=lambda i: order[ring[i]])
            found.append((*ring[first:], *ring[:first]))
        seen.update(way)
    return tuple(found)
