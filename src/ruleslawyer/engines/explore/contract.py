"""Contraction of forced passes: where one player can do nothing but pass, the state becomes part of the way to it.

An option of how to look at an exploration, not a meaning: each contracted state takes exactly one node and one edge
away. Passes that go round are left as they are; they are the event `idle`.
"""

from __future__ import annotations

from dataclasses import dataclass

import networkx as nx

from ruleslawyer.diagnostics import InternalError
from ruleslawyer.engines.explore.search import Exploration
from ruleslawyer.semantics.state import State
from ruleslawyer.semantics.transition import Instance


@dataclass(frozen=True, slots=True)
class Contraction:
    """The smaller graph (edges have `passes`, the forced passes after the instance), and the rounds of idle passes.

    A round is a list of states with the pass taken in each; it begins with the state that is nearest to a start.
    """

    graph: nx.MultiDiGraph[State]
    rounds: tuple[tuple[tuple[State, Instance], ...], ...]


def contract(found: Exploration) -> Contraction:
    """Contract every forced pass outside the initial states."""
    forced = _forced(found)
    rounds = _rounds(forced)
    for state in (*found.initial, *(state for ring in rounds for state, _ in ring)):
        forced.pop(state, None)  # a play may begin there, or there is no end to come to
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
    return Contraction(graph, rounds)


def _forced(found: Exploration) -> dict[State, tuple[Instance, State]]:
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


def _rounds(forced: dict[State, tuple[Instance, State]]) -> tuple[tuple[tuple[State, Instance], ...], ...]:
    """The cycles among forced passes, each from its first state in the order of exploration."""
    order = {state: i for i, state in enumerate(forced)}
    rounds = []
    seen: set[State] = set()
    for start in forced:
        way: dict[State, int] = {}
        state = start
        while state in forced and state not in seen and state not in way:
            way[state] = len(way)
            state = forced[state][1]
        if state in way:
            ring = list(way)[way[state] :]
            first = min(range(len(ring)), key=lambda i: order[ring[i]])
            rounds.append(tuple((s, forced[s][0]) for s in (*ring[first:], *ring[:first])))
        seen.update(way)
    return tuple(rounds)
