"""SPIN and Rumur run on exported text: how many states and transitions each of them finds."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import networkx as nx
import pydot
import pytest

from ruleslawyer.bridges.export.instance import ScopedInstance, scoped_instance
from ruleslawyer.bridges.export.murphi import murphi
from ruleslawyer.bridges.export.promela import promela
from ruleslawyer.rulebook.claims.limits import Limits
from ruleslawyer.semantics.transition import TransitionSystem

Counts = tuple[int, int]


def needs(*tools: str) -> pytest.MarkDecorator:
    """Skip where a tool is missing, and say which."""
    missing = [tool for tool in tools if shutil.which(tool) is None]
    return pytest.mark.skipif(bool(missing), reason=f"not installed: {', '.join(missing)} (.ci/run installs them)")


def instance(system: TransitionSystem) -> ScopedInstance:
    return scoped_instance(system, Limits(None), lambda text: None)


def spin(model: ScopedInstance, folder: Path) -> Counts:
    """What SPIN reaches, less what it counts before the beginning."""
    (folder / "model.pml").write_text(promela(model), "utf-8")
    _run(folder, "spin", "-a", "model.pml")
    _run(folder, "gcc", "-O0", "-w", "-DNOREDUCE", "-DSAFETY", "-o", "pan", "pan.c")
    said = _run(folder, "./pan", "-m1000000", "-w18")
    assert "errors: 0" in said and "max search depth too small" not in said, said
    beginnings = len(model.model.initial)
    before = 0 if beginnings == 1 else 1
    return _number(r"(\d+) states, stored", said) - before, _number(
        r"(\d+) transitions", said
    ) - 1 - before * beginnings


def rumur(model: ScopedInstance, folder: Path) -> Counts:
    (folder / "model.m").write_text(murphi(model), "utf-8")
    options = ("--deadlock-detection", "off", "--symmetry-reduction", "off", "--threads", "1")
    _run(folder, "rumur", *options, "--output", "model.c", "model.m")
    _run(folder, "gcc", "-std=c11", "-O0", "-w", "-o", "model", "model.c", "-lpthread")
    said = _run(folder, "./model")
    assert "No error found" in said, said
    return _number(r"(\d+) states", said), _number(r"(\d+) rules fired", said)


def read_dot(text: str) -> Counts:
    """Nodes and edges of a graph as Graphviz reads it; where it is not installed, as its parser for Python does."""
    if shutil.which("gc") is not None and shutil.which("dot") is not None:
        ran = subprocess.run(["gc", "-n", "-e"], input=text, capture_output=True, text=True, check=True)
        nodes, edges = map(int, ran.stdout.split()[:2])
        return nodes, edges
    graphs = pydot.graph_from_dot_data(text)
    assert graphs is not None
    (graph,) = graphs
    return len({n.get_name() for n in graph.get_nodes()} - {"node", "edge"}), len(graph.get_edges())


def read_graphml(text: str) -> Counts:
    """Nodes and edges of a graph as networkx reads it."""
    graph = nx.parse_graphml(text, force_multigraph=True)
    return graph.number_of_nodes(), graph.number_of_edges()


def _run(folder: Path, *command: str) -> str:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def _number(pattern: str, text: str) -> int:
    found = re.findall(pattern, text)
    assert found, text
    return int(found[-1])  # before the last there is how far a long search has come
