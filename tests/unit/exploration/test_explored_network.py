"""An explored scope as a networkx graph: the same nodes and edges from each engine, and graph algorithms run on it."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import networkx as nx
import pytest

from ruleslawyer.api import Project
from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.engines.explore.search import Network
from ruleslawyer.exploration.explore import EngineName
from ruleslawyer.rulebook.claims.limits import Limits
from tests.bank import TINY

ENGINES: tuple[EngineName, ...] = ("networkx", "native")
FERRY = Path(__file__).parents[2] / "projects" / "ferry"
SOME = ("t27_frame", "t29_joint", "t33_chance", "t46_cap", "t47_pile", "t49_member", "t85_trigger", "t91_rims")


def said(graph: Network) -> tuple[Any, Any]:
    """The graph as a value that does not depend on an order."""
    nodes = {
        json.dumps(d["state"]): (state, d["depth"], d["initial"], d["ended"], d["deadlock"])
        for state, d in graph.nodes(data=True)
    }
    edges = Counter((a, json.dumps(d["action"]), d["instance"], b) for a, b, d in graph.edges(data=True))
    return nodes, edges


@pytest.mark.parametrize("engine", ENGINES)
def test_the_ferry(engine: EngineName) -> None:
    """Two starts, Ann's and Bob's; each sends the light cart, and then nobody may act: 4 states, 2 steps."""
    graph = Project.load(FERRY).ruleset("ferry").graph(engine=engine)
    assert isinstance(graph, nx.MultiDiGraph)
    assert graph.graph == {
        "ruleset": "ferry", "scope": "tiny", "reading": {}, "rulings": [], "engine": engine, "stopped": "",
    }  # fmt: skip
    assert [d["initial"] for _, d in graph.nodes(data=True)] == [True, True, False, False]
    assert [d["deadlock"] for _, d in graph.nodes(data=True)] == [False, False, True, True]
    assert sorted(d["action"]["args"]["who"] for _, _, d in graph.edges(data=True)) == ["Ann", "Bob"]
    assert nx.number_weakly_connected_components(graph) == 2
    assert nx.dag_longest_path_length(graph) == 1


@pytest.mark.parametrize("name", SOME)
def test_engines_agree(name: str) -> None:
    ruleset = Project.load(TINY).ruleset(name)
    first, *others = (said(ruleset.graph(engine=engine)) for engine in ENGINES)
    assert all(other == first for other in others)
    result = ruleset.explore()
    assert (len(first[0]), first[1].total()) == (result.states, result.transitions)


def test_a_part_says_so() -> None:
    graph = Project.load(TINY).ruleset("t57_passes").graph(limits=Limits(states=2))
    assert graph.graph["stopped"] == "stopped at the limit of 2 states"


def test_an_unknown_scope() -> None:
    with pytest.raises(UsageError, match="no scope"):
        Project.load(FERRY).ruleset("ferry").graph("large")
