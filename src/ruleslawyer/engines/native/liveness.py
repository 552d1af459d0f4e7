"""Verdicts on what stays possible and on what must come, from the explored graph: with the whole play, circle included.

Fairness is that of actions: a play is `fair` to an action when it takes it again and again or finds it impossible again
and again; `strongly_fair` when it takes it again and again wherever it is possible again and again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ruleslawyer.checking.deciding import unevaluated
from ruleslawyer.checking.verdict import Verdict, Word
from ruleslawyer.engines.native.digraph import Digraph
from ruleslawyer.engines.native.graph import Graph, Play
from ruleslawyer.ground.nodes import Node
from ruleslawyer.ground.rules import Rules
from ruleslawyer.ir.nodes import Function
from ruleslawyer.ir.system import Check


@dataclass(frozen=True, slots=True)
class Answer:
    """A verdict, and the play that violates the property; `verdict.trace` shows it up to where it goes round."""

    verdict: Verdict
    play: Play | None = None


def answers(graph: Graph, unfinished: str = "") -> list[Answer]:
    """For each `possible` and `leads_to`, in declaration order. `unfinished`: why not every play was followed."""
    checks = graph.native.system.system.checks.values()
    return [answer(graph, check, unfinished) for check in checks if check.kind in ("possible", "leads_to")]


def answer(graph: Graph, check: Check, unfinished: str = "") -> Answer:
    """The verdict on one of them."""
    reason = unfinished or graph.native.found.stopped
    if reason:
        return _made(graph, check, "UNKNOWN", reason)
    return _possible(graph, check) if check.kind == "possible" else _leads_to(graph, check)


def condition(graph: Graph, function: Function) -> tuple[Node, Node]:
    """A function on `(s)` as ground nodes: whether it holds, and whether asking it fails a check."""
    ground = graph.native.prepared.model.ground
    walk = Rules(ground.world)
    holds = walk.holds(function, (ground.base,))
    return holds, walk.failed


def _made(graph: Graph, check: Check, word: Word, reason: str, play: Play | None = None) -> Answer:
    trace = None if play is None else graph.trace(play.stem)
    return Answer(Verdict(check.name, check.kind, check.origin.cites, word, reason, graph.size, trace), play)


def _possible(graph: Graph, check: Check) -> Answer:
    """Where it cannot be evaluated it may hold: what cannot come there either is violated."""
    goal, unclear = graph.truths(condition(graph, check.function))
    can = graph.digraph.leading_to(np.flatnonzero(goal | unclear))
    if not can.all():
        play = graph.played(graph.way(int(np.argmin(can))))
        return _made(graph, check, "VIOLATED", "cannot be reached any more from here", play)
    if unclear.any():
        return _unclear(graph, check, unclear)
    return _made(graph, check, "HOLDS IN SCOPE", f"from all {graph.size} rest states")


def _unclear(graph: Graph, check: Check, where: Any) -> Answer:
    """Where a property cannot be evaluated in the nearest of some states."""
    node, system = int(np.argmax(where)), graph.native.system
    play = graph.played(graph.way(node))
    asked = system.leads if check.kind == "leads_to" else system.holds
    event = next(e for e in asked(check, graph.state(node))[1] if e.of_property)
    return _made(graph, check, "UNKNOWN", unevaluated(check, graph.trace(play), event)[0], play)


def _leads_to(graph: Graph, check: Check) -> Answer:
    assert check.goal is not None
    (first, broken), (then, unclear) = condition(graph, check.function), condition(graph, check.goal)
    asks, done, failed, lost = graph.truths([first, then, broken, unclear])
    lost |= failed
    asks, done = asks & ~lost, done | lost  # where it cannot be evaluated nothing is waited for
    found = _followed(graph, check, asks, done)
    return _unclear(graph, check, lost) if lost.any() and found.verdict.word != "VIOLATED" else found


def _followed(graph: Graph, check: Check, asks: Any, done: Any) -> Answer:
    asked = np.flatnonzero(asks & ~done)
    if not len(asked):
        return _made(graph, check, "VACUOUS", "its first part never holds")
    waiting = Waiting(graph, asked, done)
    stuck = waiting.stuck()
    if stuck is not None:
        return _made(graph, check, "VIOLATED", "a play ends without it", stuck)
    endless = waiting.endless(check.fair, check.strongly_fair)
    fairly = _fairly(check)
    if endless is not None:
        return _made(graph, check, "VIOLATED", f"a play can go round for ever without it{fairly}", endless)
    return _made(graph, check, "HOLDS IN SCOPE", f"from all {len(asked)} states that ask for it{fairly}")


def _fairly(check: Check) -> str:
    weak, strong = ", ".join(check.fair), ", ".join(check.strongly_fair)
    parts = [f"fair: {weak}" if weak else "", f"strongly fair: {strong}" if strong else ""]
    return f" ({'; '.join(p for p in parts if p)})" if weak or strong else ""


class Waiting:
    """The plays that still wait for something: from the states that ask for it, through those without it."""

    def __init__(self, graph: Graph, asked: Any, done: Any) -> None:
        self.graph = graph
        whole = graph.digraph
        self.open = ~done[whole.sources] & ~done[whole.to]
        self.part = whole.kept(self.open)
        # A start waits as long as it takes to get there, so that the whole play is as short as can be.
        depths = np.zeros(graph.size, dtype=np.int32)
        at = 0
        for depth, _, first, stop in graph.native.found.slices():
            depths[at : at + stop - first] = depth
            at += stop - first
        self.ahead = self.part.ahead(asked, depths[asked])

    def way(self, node: int) -> list[int]:
        """A shortest play that asks, and waits from there to this state."""
        waited = self.ahead.path(node)
        return [*self.graph.way(waited[0]), *waited[1:]]

    def stuck(self) -> Play | None:
        """A shortest play that ends and still waits."""
        degrees = np.diff(self.graph.digraph.begin)
        ends = self.ahead.order[degrees[self.ahead.order] == 0]
        return self.graph.played(self.way(int(ends[0]))) if len(ends) else None

    def endless(self, fair: Sequence[str] = (), strongly_fair: Sequence[str] = ()) -> Play | None:
        """A play that waits for ever, going round, and is fair."""
        usable = self.open & self.ahead.reached[self.graph.digraph.sources]
        rules = Fairness(self.graph, fair, strongly_fair)
        regions = [region for region, _ in rules.regions(usable)]
        if not regions:
            return None
        met = np.zeros(self.graph.size, dtype=np.bool_)
        for region in regions:
            met[self.graph.digraph.sources[region]] = True
        begin = int(self.ahead.order[np.argmax(met[self.ahead.order])])
        region = next(r for r in regions if met[begin] and (self.graph.digraph.sources[r] == begin).any())
        stem, (ring, fixed) = self.way(begin), rules.ring(begin, region)
        back = len(stem) - 1
        nodes = [*stem, *ring[1:], begin]
        allowed = np.zeros(self.graph.digraph.edges, dtype=np.bool_)
        allowed[region] = True
        return self.graph.played(nodes, allowed, back, {back + place: edge for place, edge in fixed.items()})


class Fairness:
    """Parts of a graph in which a play can go round fairly (Streett's conditions, one component after the other)."""

    def __init__(self, graph: Graph, fair: Sequence[str], strongly_fair: Sequence[str]) -> None:
        self.graph, self.digraph = graph, graph.digraph
        self.of = {name: graph.of_actions([name]) for name in (*fair, *strongly_fair)}
        self.enabled = {name: self._states(self.digraph.sources[of]) for name, of in self.of.items()}
        self.fair, self.strongly_fair = tuple(fair), tuple(strongly_fair)

    def _states(self, nodes: Any) -> Any:
        found = np.zeros(self.graph.size, dtype=np.bool_)
        found[nodes] = True
        return found

    def regions(self, usable: Any) -> Iterator[tuple[Any, int]]:
        """The edges (their places) of each component with a fair way round, and how many states it has."""
        waiting = [usable]
        while waiting:
            usable = waiting.pop()
            part = self.digraph.kept(usable)
            places = np.flatnonzero(usable)[part.inside]
            if not len(places):
                continue
            if not self.of:
                yield places, self.graph.size
                continue
            component = part.components[self.digraph.sources[places]]
            order = np.argsort(component, kind="stable")
            for region in np.split(places[order], np.flatnonzero(np.diff(component[order])) + 1):
                states = np.unique(self.digraph.sources[region])
                idle = [n for n in self.of if not self.of[n][region].any() and self.enabled[n][states].any()]
                if any(name in self.fair and self.enabled[name][states].all() for name in idle):
                    continue
                strong = [name for name in idle if name in self.strongly_fair]
                if not strong:
                    yield region, len(states)
                    continue
                less = np.zeros(self.digraph.edges, dtype=np.bool_)
                less[region] = True
                for name in strong:  # where it is possible and never taken, a fair play comes only so often
                    less &= ~self.enabled[name][self.digraph.sources] & ~self.enabled[name][self.digraph.to]
                waiting.append(less)

    def ring(self, begin: int, region: Any) -> tuple[list[int], dict[int, int]]:
        """A fair way round through a state: its states, and the edges that fairness asks for, by their place."""
        keep = np.zeros(self.digraph.edges, dtype=np.bool_)
        keep[region] = True
        part = self.digraph.kept(keep)
        nodes = [begin]
        fixed: dict[int, int] = {}
        for name in self.of:
            taken = region[self.of[name][region]]
            if len(taken):
                a, b = int(self.digraph.sources[taken[0]]), int(self.digraph.to[taken[0]])
                nodes += self._path(part, nodes[-1], a)[1:]
                fixed[len(nodes) - 1] = int(taken[0])
                nodes.append(b)
            else:
                states = np.unique(self.digraph.sources[region])
                idle = int(states[np.argmin(self.enabled[name][states])])
                nodes += self._path(part, nodes[-1], idle)[1:]
        if len(nodes) == 1:
            ring = part.circle(begin)
            assert ring is not None
            return ring, fixed
        return [*nodes, *self._path(part, nodes[-1], begin)[1:]][:-1], fixed

    @staticmethod
    def _path(part: Digraph, first: int, goal: int) -> list[int]:
        found = part.path(first, goal)
        assert found is not None, "a component is connected"
        return found
