"""The graph of an exploration, whichever engine explored: what the small analyses of graphs run on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruleslawyer.diagnostics import UsageError
from ruleslawyer.engines.explore.network import Network, network
from ruleslawyer.engines.explore.search import Exploration

if TYPE_CHECKING:
    from ruleslawyer.exploration.native import NativeExploration


def network_of(found: Exploration | NativeExploration) -> Network:
    """The states that were found, nearest first, with `depth`, `initial`, `ended` and `deadlock`, and an edge for each
    choice, with its `instance`. A `UsageError` where the graph takes more memory than it may."""
    graph = _reference(found) if isinstance(found, Exploration) else _native(found)
    begun = {outcome.state for _, outcome in found.system.initial()}
    for state, data in graph.nodes(data=True):
        data["initial"] = state in begun
    return graph


def _reference(found: Exploration) -> Network:
    stuck = {deadlock.state for deadlock in found.deadlocks}
    return network(
        (
            (state, {"depth": data["depth"], "ended": data["ended"], "deadlock": state in stuck})
            for state, data in found.graph.nodes(data=True)
        ),
        ((a, b, data["instance"]) for a, b, data in found.graph.edges(data=True)),
    )


def _native(found: NativeExploration) -> Network:
    graph, counts = found.graph, found.found
    if isinstance(graph, str):
        mend = "allow more memory, or choose a smaller scope"
        raise UsageError(graph, f"scope {found.system.scope.name}", mend)
    states = [graph.state(node) for node in range(graph.size)]
    stuck = {graph.number(identity) for identity in counts.deadlocks}
    said = zip(counts.depths(graph.ids).tolist(), graph.ended.tolist(), strict=True)
    ends = zip(graph.digraph.sources.tolist(), graph.digraph.to.tolist(), graph.labels.tolist(), strict=True)
    return network(
        (
            (states[node], {"depth": depth, "ended": ended, "deadlock": node in stuck})
            for node, (depth, ended) in enumerate(said)
        ),
        ((states[a], states[b], graph.instance(states[a], label, states[b])) for a, b, label in ends),
    )
