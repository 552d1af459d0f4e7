"""Fair ways round on random graphs: both engines, the check of a replay, and a definition of its own.

A way round that a play keeps up for ever is a set of states, all of which it meets again and again by all the steps
among them: taking more steps is never less fair. So on a small graph every set of states is tried.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ruleslawyer.engines.explore.liveness import Fairness as Reference
from ruleslawyer.engines.explore.properties import verdicts
from ruleslawyer.engines.explore.search import explore
from ruleslawyer.engines.native.digraph import Digraph
from ruleslawyer.engines.native.liveness import NONE, Fairness
from ruleslawyer.exploration.native import explore_natively
from ruleslawyer.front.lower import lower
from ruleslawyer.ir.rules import Fair
from ruleslawyer.ir.system import System
from ruleslawyer.play.replay import violation_problem
from ruleslawyer.project.config import Project
from ruleslawyer.rulebook.claims.verdict import Verdict
from ruleslawyer.rulebook.scopes.load import load_scope
from ruleslawyer.semantics.fairness import FairSet
from ruleslawyer.semantics.interpret import Interpreter
from ruleslawyer.semantics.state import State
from ruleslawyer.semantics.transition import Instance, TransitionSystem


@dataclass(frozen=True)
class Edge:
    """A step from a node to another one, by somebody, of an action."""

    source: int
    target: int
    by: int
    action: str


Kind = tuple[str, bool, bool]
"""An action, whether it is taken apart by who acts, and whether its sets are strongly fair."""
KINDS: list[Kind] = [(action, each, strong) for action in "ab" for each in (False, True) for strong in (False, True)]


# --- the definition -------------------------------------------------------------------------------------------------


def sets_of(edge: Edge, kinds: Sequence[Kind]) -> set[tuple[Kind, int]]:
    """The fair sets that a step takes: none where it leads back to where it was."""
    if edge.source == edge.target:
        return set()
    return {(kind, edge.by if kind[1] else 0) for kind in kinds if kind[0] == edge.action}


def is_fair(states: Iterable[int], taken: Iterable[Edge], edges: Sequence[Edge], kinds: Sequence[Kind]) -> bool:
    """Whether a way round that meets these states, and takes these steps, is fair."""
    states = set(states)
    done = {one for edge in taken for one in sets_of(edge, kinds)}
    enabled = {state: {x for e in edges if e.source == state for x in sets_of(e, kinds)} for state in states}
    for one in {x for there in enabled.values() for x in there} - done:
        (_, _, strong), _ = one
        if strong or all(one in there for there in enabled.values()):
            return False
    return True


def reached(start: int, edges: Sequence[Edge], within: set[int]) -> set[int]:
    """Where one gets from a node in at least one step."""
    found: set[int] = set()
    ahead = [start]
    while ahead:
        node = ahead.pop()
        after = {e.target for e in edges if e.source == node and e.source in within and e.target in within} - found
        found |= after
        ahead += after
    return found


def fair_rounds(nodes: set[int], edges: Sequence[Edge], kinds: Sequence[Kind]) -> set[int]:
    """The nodes through which a fair way round leads, among some."""
    found: set[int] = set()
    for size in range(1, len(nodes) + 1):
        for chosen in map(set, combinations(sorted(nodes), size)):
            inside = [e for e in edges if e.source in chosen and e.target in chosen]
            if all(reached(n, inside, chosen) == chosen for n in chosen) and is_fair(chosen, inside, edges, kinds):
                found |= chosen
    return found


# --- graphs ---------------------------------------------------------------------------------------------------------


@st.composite
def graphs(draw: st.DrawFn) -> tuple[int, list[Edge], list[Kind]]:
    size = draw(st.integers(1, 6))
    node = st.integers(0, size - 1)
    edges = draw(st.lists(st.builds(Edge, node, node, st.integers(0, 1), st.sampled_from("ab")), max_size=14))
    kinds = draw(st.lists(st.sampled_from(KINDS), max_size=3, unique=True))
    return size, sorted(edges, key=lambda e: e.source), kinds


@settings(max_examples=400)
@given(graphs(), st.data())
def test_native_parts(drawn: tuple[int, list[Edge], list[Kind]], data: st.DataObject) -> None:
    size, edges, kinds = drawn
    nodes = data.draw(st.sets(st.integers(0, size - 1)))
    begin = np.searchsorted([e.source for e in edges], range(size + 1)).astype(np.int32)
    digraph = Digraph(begin, np.array([e.target for e in edges], dtype=np.int32))
    numbers = [np.array([(e.by if each else 0) if e.action == a else NONE for e in edges], int) for a, each, _ in kinds]
    rules = Fairness(digraph, [(of, strong) for of, (_, _, strong) in zip(numbers, kinds, strict=True)])
    parts = rules.parts(np.isin(np.arange(size), list(nodes)))
    assert {n for n in range(size) if parts[n] != NONE} == fair_rounds(nodes, edges, kinds)
    for node in range(size):
        if parts[node] != NONE:
            ring = rules.ring(node, parts == parts[node])
            assert_round([edges[edge] for edge in ring], node, nodes, edges, kinds)


@settings(max_examples=400)
@given(graphs(), st.data())
def test_reference_rings(drawn: tuple[int, list[Edge], list[Kind]], data: st.DataObject) -> None:
    size, edges, kinds = drawn
    nodes = data.draw(st.sets(st.integers(0, size - 1)))
    order = data.draw(st.permutations(sorted(nodes)))
    states = [State((n,), ()) for n in range(size)]
    graph: nx.MultiDiGraph[State] = nx.MultiDiGraph()
    graph.add_nodes_from(states)
    for number, e in enumerate(edges):
        graph.add_edge(states[e.source], states[e.target], instance=Instance(e.action, (e.by, number)))

    def of(before: State, instance: Instance, after: State) -> list[FairSet]:
        return [
            FairSet(Fair(a, ("by",) if each else ()), instance.args[:1] if each else (), strong)
            for a, each, strong in kinds
            if a == instance.action and before != after
        ]

    ring = Reference(graph, of).ring([states[n] for n in order])
    expected = fair_rounds(nodes, edges, kinds)
    assert (ring is not None) == bool(expected)
    if ring is not None:
        first = next(n for n in order if n in expected)
        assert_round([edges[instance.args[1]] for *_, instance in ring], first, nodes, edges, kinds)


def assert_round(ring: list[Edge], begin: int, nodes: set[int], edges: Sequence[Edge], kinds: Sequence[Kind]) -> None:
    """It leads from the node back to it, by steps that there are, and is fair."""
    assert ring
    assert [e.source for e in ring] == [begin, *(e.target for e in ring[:-1])]
    assert ring[-1].target == begin
    assert {e.source for e in ring} <= nodes
    assert is_fair({e.source for e in ring}, ring, edges, kinds)


# --- programs -------------------------------------------------------------------------------------------------------

MODEL = """
from ruleslawyer.lang import Checks, Ruleset, Sort, effect, state

book = Ruleset("walks")
book.closed_world(assumed="nothing else is allowed")


class Player(Sort):
    number: int


class Node(Sort):
    asks: bool
    done: bool


class Path(Sort):
    source: Node
    target: Node
    by: Player
    first: bool


@state
class State:
    at: Node


@book.initial("1")
def begin(s: State, at: Node) -> None:
    with effect("1"):
        s.at = at


@book.awaits
def awaited(s: State) -> frozenset[Player]:
    return frozenset(Player)


@book.ended("9")
def over(s: State) -> bool:
    return False


@book.winners("9")
def won(s: State) -> frozenset[Player]:
    return frozenset()


@book.action("2")
def a(s: State, who: Player, path: Path) -> None:
    with effect("2"):
        s.at = path.target


@a.permit("2")
def a_path(s: State, who: Player, path: Path) -> bool:
    return path.source == s.at and path.by == who and path.first


@book.action("2")
def b(s: State, who: Player, path: Path) -> None:
    with effect("2"):
        s.at = path.target


@b.permit("2")
def b_path(s: State, who: Player, path: Path) -> bool:
    return path.source == s.at and path.by == who and not path.first


checks = Checks(book)
"""
CHECK = """

@checks.leads_to("3"{options})
def {name}(s: State) -> tuple[bool, bool]:
    return s.at.asks, s.at.done
"""
ASKED: dict[str, tuple[Kind, ...]] = {
    "plain": (),
    **{f"alone_{i}": (kind,) for i, kind in enumerate(KINDS)},
    "mixed": (("a", True, False), ("b", True, True)),
    "turned": (("a", True, True), ("b", False, False)),
    "both": (("a", False, True), ("b", True, True)),
}
PROJECT = """
[tool.ruleslawyer.rulesets.walks]
title = "walks"
modules = ["walks"]
spec = "spec"
scopes = "scopes"
findings = "findings"
"""


def options(kinds: Sequence[Kind]) -> str:
    """What stands in the decorator's brackets."""
    texts = []
    for option, wanted in (("fair", False), ("strongly_fair", True)):
        named = [f'{action}.each("who")' if each else action for action, each, strong in kinds if strong is wanted]
        texts += [f", {option}=({', '.join(named)},)"] if named else []
    return "".join(texts)


@cache
def walks() -> System:
    with TemporaryDirectory() as folder:
        root = Path(folder)
        text = MODEL + "".join(CHECK.format(name=n, options=options(k)) for n, k in ASKED.items())
        (root / "walks.py").write_text(text, encoding="utf-8")
        (root / "pyproject.toml").write_text(PROJECT, encoding="utf-8")
        project = Project.load(root)
        return lower(project.ruleset("walks"), project.root)


@dataclass(frozen=True)
class Walk:
    """A graph, with the nodes that ask for something, and those where it is done."""

    size: int
    edges: tuple[Edge, ...]
    asks: tuple[bool, ...]
    done: tuple[bool, ...]

    def system(self, folder: Path) -> TransitionSystem:
        names = [f"n{n}" for n in range(self.size)]

        def listed(values: Iterable[object]) -> str:
            return str([str(v).lower() if isinstance(v, bool) else v for v in values]).replace("'true'", "true")

        text = f"""
title = "A walk"

[sorts]
Player = ["p0", "p1"]
Node = {names}
Path = {[f"e{i}" for i in range(len(self.edges))]}

[attributes.Player]
number = [0, 1]

[attributes.Node]
asks = {listed(self.asks)}
done = {listed(self.done)}

[attributes.Path]
source = {[names[e.source] for e in self.edges]}
target = {[names[e.target] for e in self.edges]}
by = {[f"p{e.by}" for e in self.edges]}
first = {listed(e.action == "a" for e in self.edges)}
""".replace("'false'", "false")
        tomllib.loads(text)
        file = folder / "walk.toml"
        file.write_text(text, encoding="utf-8")
        return TransitionSystem(Interpreter(walks(), load_scope(file, walks())))

    def word(self, kinds: Sequence[Kind]) -> str:
        """The verdict by definition: every node is a beginning."""
        if not any(self.asks):
            return "VACUOUS"
        asking = {n for n in range(self.size) if self.asks[n] and not self.done[n]}
        open_ = {n for n in range(self.size) if not self.done[n]}
        waiting = asking.union(*(reached(n, self.edges, open_) for n in asking))
        if any(all(e.source != n for e in self.edges) for n in waiting):
            return "VIOLATED"
        return "VIOLATED" if fair_rounds(waiting, self.edges, kinds) else "HOLDS IN SCOPE"


@st.composite
def drawn_walks(draw: st.DrawFn) -> Walk:
    size, edges, _ = draw(graphs())
    truths = st.tuples(*[st.booleans()] * size)
    return Walk(size, tuple(edges) or (Edge(0, 0, 0, "a"),), draw(truths), draw(truths))


def assert_verdicts(walk: Walk, system: TransitionSystem, found: list[Verdict]) -> None:
    """The words by definition; each play shows what it should, and what else by definition is violated."""
    words = {name: walk.word(kinds) for name, kinds in ASKED.items()}
    assert {v.name: v.word for v in found} == words
    for verdict in found:
        if verdict.trace is None:
            continue
        for name, check in system.system.checks.items():
            shows = violation_problem(system, check, verdict.trace) == ""
            assert not shows or words[name] == "VIOLATED"
            assert shows or name != verdict.name


@settings(max_examples=150, deadline=None)
@given(drawn_walks())
def test_programs(walk: Walk) -> None:
    with TemporaryDirectory() as folder:
        system = walk.system(Path(folder))
        found = explore(system)
        assert found.states == walk.size
        assert_verdicts(walk, system, verdicts(found))


@pytest.mark.parametrize("seed", range(12))
def test_programs_natively(seed: int, tmp_path: Path) -> None:
    """Six nodes, most of them open: so that there is something to decide."""
    dice = Random(seed)
    edges = [Edge(dice.randrange(6), dice.randrange(6), dice.randrange(2), dice.choice("ab")) for _ in range(11)]
    asks = tuple(dice.random() < 0.5 for _ in range(6))
    done = tuple(dice.random() < 0.2 for _ in range(6))
    ways_on = [Edge(n, dice.randrange(6), dice.randrange(2), dice.choice("ab")) for n in range(6)]
    walk = Walk(6, tuple(edges + ways_on), asks, done)
    system = walk.system(tmp_path)
    assert_verdicts(walk, system, explore_natively(system, workers=1).verdicts())
