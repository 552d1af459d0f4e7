"""The explored graph for drawing tools, as Graphviz dot and GraphML: nodes say what changed, edges cite clauses."""

from __future__ import annotations

from collections.abc import Iterator

import networkx as nx

from ruleslawyer.engines.explore.search import Exploration
from ruleslawyer.semantics.codec import Codec
from ruleslawyer.semantics.state import State

MOST_LINES = 12
"""Changes that a node tells; more make it unreadable."""


def dot(found: Exploration, codec: Codec) -> str:
    """Graphviz: initial states in bold, ends as double circles, dead ends in red."""
    graph = label_graph(found, codec)
    lines = [
        f"digraph {_quote(f'{codec.system.name} {codec.scope.name}')} {{",
        '  node [shape=box, fontname="sans-serif"];',
        '  edge [fontname="sans-serif"];',
    ]
    for name, about in graph.nodes(data=True):
        marks = [
            f"label={_quote(about['changes'])}",
            *(["style=bold"] if about["initial"] else []),
            *(["peripheries=2"] if about["ended"] else []),
            *(["color=red"] if about["deadlock"] else []),
        ]
        lines.append(f"  {name} [{', '.join(marks)}];")
    for before, after, about in graph.edges(data=True):
        text = about["call"] + (f"\n{about['clauses']}" if about["clauses"] else "")
        lines.append(f"  {before} -> {after} [label={_quote(text)}];")
    return "\n".join([*lines, "}"]) + "\n"


def graphml(found: Exploration, codec: Codec) -> str:
    """GraphML, with everything that `label_graph` gives as attributes."""
    return "\n".join(nx.generate_graphml(label_graph(found, codec))) + "\n"


def label_graph(found: Exploration, codec: Codec) -> nx.MultiDiGraph[str]:
    """The graph with names for its states (``s0``, ``s1``, … as they were found) and words for what they are.

    Nodes: changes (against the state they were first reached from; an initial state in full), depth, initial, ended,
    deadlock. Edges: call, clauses.
    """
    names = {state: f"s{number}" for number, state in enumerate(found.graph)}
    dead = {deadlock.state for deadlock in found.deadlocks}
    graph: nx.MultiDiGraph[str] = nx.MultiDiGraph()
    for state, about in found.graph.nodes(data=True):
        graph.add_node(
            names[state],
            changes=_changes(found, codec, state),
            depth=int(about["depth"]),
            initial=state in found.initial,
            ended=bool(about["ended"]),
            deadlock=state in dead,
        )
    for before, after, about in found.graph.edges(data=True):
        clauses = ", ".join(dict.fromkeys(about["clauses"]))
        graph.add_edge(names[before], names[after], call=codec.call(about["instance"]), clauses=clauses)
    return graph


def _changes(found: Exploration, codec: Codec, state: State) -> str:
    lines = list(_node_lines(found, codec, state))
    if len(lines) > MOST_LINES:
        lines = [*lines[:MOST_LINES], f"and {len(lines) - MOST_LINES} more"]
    return "\n".join(lines) or ("everything at its default" if state in found.initial else "nothing changed")


def _node_lines(found: Exploration, codec: Codec, state: State) -> Iterator[str]:
    if state in found.initial:
        for field, text in codec.fields(state):
            yield f"{field}: {text}"
    else:
        for leaf, _, new in codec.changes(found.parents[state][0], state):
            yield f"{leaf} = {new}"


def _quote(text: str) -> str:
    plain = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{plain}"'
