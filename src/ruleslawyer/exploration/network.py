"""The graph of an exploration, whichever engine explored: what the small analyses of graphs run on."""

from __future__ import annotations

from ruleslawyer.engines.explore.search import Network
from ruleslawyer.exploration.explored import Explored


def network_of(found: Explored) -> Network:
    """The states that were found, nearest first, with `depth`, `initial`, `ended` and `deadlock`, and an edge for each
    choice, with its `instance`. A `UsageError` where the graph takes more memory than it may."""
    graph = found.network()
    begun = {outcome.state for _, outcome in found.system.initial()}
    for state, data in graph.nodes(data=True):
        data["initial"] = state in begun
    return graph
