"""Verdicts of `leads_to`: plays that wait for ever, and are fair, on the explored graph.

A circle of steps is one strongly connected part of the graph, or runs within one. A part is fair as it is, or some set
is enabled in it and never taken: a weakly fair one in all of its states, and no circle in it is fair; or a strongly
fair one, and a fair circle avoids the states in which it is enabled (Emerson and Lei).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import count
from typing import TYPE_CHECKING

from ruleslawyer.engines.explore.search import Exploration
from ruleslawyer.ir.rules import Check
from ruleslawyer.rulebook.claims.conclusion import (
    AGAIN_WITHOUT,
    COMES_IF_AT_ALL,
    ENDS_WITHOUT,
    FORCED_ROUND,
    FROM_SOME_STATE_ON,
    kept_from,
)
from ruleslawyer.rulebook.claims.verdict import Word
from ruleslawyer.semantics.fairness import FairSet, FairSets
from ruleslawyer.semantics.state import State
from ruleslawyer.semantics.trace import Trace, play
from ruleslawyer.semantics.transition import Instance

if TYPE_CHECKING:  # it takes a while to load, and `--help` has no graphs
    import networkx as nx

Edge = tuple[State, State, Instance]


def judge_leads_to(
    found: Exploration, check: Check, answers: Mapping[State, tuple[bool, bool]]
) -> tuple[Word, str, Trace | None]:
    """The verdict on a `leads_to` or an `eventually` of which every state was asked: what happens there, and what must
    follow. Of what is asked of the beginnings alone it is known which plays are cut off before."""
    met = [s for s, (first, _) in answers.items() if first]
    if not met:
        return "VACUOUS", "its first part never holds", None
    asked = [s for s in met if not answers[s][1]]
    waiting = _WaitingStates(found, asked, {s for s, (_, then) in answers.items() if then})
    stays = waiting.staying("a play ends without it")
    if stays is not None:
        return stays
    ring = Fairness(found.game, FairSets(found.system.system, check).of).ring(waiting.before)
    if ring is not None:
        return "VIOLATED", "a play can go round for ever without it", waiting.trace(ring[0][0], ring)
    if check.kind == "eventually" and found.goes_on & waiting.before.keys():
        return "UNKNOWN", COMES_IF_AT_ALL, None
    return "HOLDS IN SCOPE", kept_from(len(met)), None


def judge_eventually_always(found: Exploration, check: Check, wrong: Sequence[State]) -> tuple[Word, str, Trace | None]:
    """The verdict on an `eventually_always`, by the states in which it is not so: no fair play ends in one, or comes to
    them again and again."""
    waiting = _WaitingStates(found, wrong, found.nodes.keys() - set(wrong))
    stays = waiting.staying(ENDS_WITHOUT)
    if stays is not None:
        return stays
    sets = FairSets(found.system.system, check).of
    ring = Fairness(found.game, sets).ring(dict.fromkeys((*waiting.before, *found.nodes)))
    if ring is not None and ring[0][0] in waiting.before:
        return "VIOLATED", AGAIN_WITHOUT, waiting.trace(ring[0][0], ring)
    return "HOLDS IN SCOPE", FROM_SOME_STATE_ON, None


class _WaitingStates:
    """The states in which a play still waits, in the order of the shortest plays that ask and wait from there on.

    before: the step of such a play to each state; None where it asks.
    """

    def __init__(self, found: Exploration, asked: Iterable[State], done: set[State]) -> None:
        self.found = found
        self.before: dict[State, Edge | None] = {}
        late: dict[int, list[State]] = {}
        for state in asked:
            late.setdefault(int(found.graph.nodes[state]["depth"]), []).append(state)
        level: list[State] = []
        for length in count():
            level += [s for s in late.pop(length, ()) if s not in self.before]
            self.before |= {s: None for s in level if s not in self.before}
            if not level and not late:
                return
            level = list(self._after(level, done))

    def _after(self, level: Iterable[State], done: set[State]) -> Iterator[State]:
        for state in level:
            for edge in _edges(self.found.game, state):
                if edge[1] not in self.before and edge[1] not in done:
                    self.before[edge[1]] = edge
                    yield edge[1]

    def staying(self, ends: str) -> tuple[Word, str, Trace] | None:
        """A play that ends (in words: `ends`), or is forced round, where it waits; None where there is none."""
        found = self.found
        goes_on = found.goes_on | found.loops.keys()
        stuck = next((s for s in self.before if not found.game.out_degree(s) and s not in goes_on), None)
        if stuck is not None:
            return "VIOLATED", ends, self.trace(stuck)
        forced = next((s for s in self.before if s in found.loops), None)
        if forced is not None:
            return "VIOLATED", FORCED_ROUND, self.trace(forced, last=found.loops[forced])
        return None

    def trace(self, end: State, ring: list[Edge] | None = None, last: Instance | None = None) -> Trace:
        """The play to a state, and round from there; or with one step more, which comes to no end."""
        instances = [instance for _, _, instance in ring or ()] + ([last] if last is not None else [])
        state = end
        while (edge := self.before[state]) is not None:
            state = edge[0]
            instances.insert(0, edge[2])
        start, *way = self.found.way(state)
        back = len(way) + len(instances) - len(ring) if ring else None
        return play(self.found.system, start, (*way, *instances), back=back)


class Fairness:
    """The fair ways round among some states of an exploration."""

    def __init__(
        self, graph: nx.MultiDiGraph[State], of: Callable[[State, Instance, State], Sequence[FairSet]]
    ) -> None:
        """`of`: the fair sets of a step."""
        self.graph, self.of = graph, of

    def taken_sets(self, edge: Edge) -> Sequence[FairSet]:
        """The sets that a step takes."""
        before, after, instance = edge
        return self.of(before, instance, after)

    def enabled_sets(self, state: State) -> dict[FairSet, None]:
        """The sets that some step from a state would take."""
        return {one: None for edge in _edges(self.graph, state) for one in self.taken_sets(edge)}

    def ring(self, states: Collection[State]) -> list[Edge] | None:
        """A fair way round, as steps, through the first state through which there is one."""
        import networkx as nx

        order = {state: i for i, state in enumerate(states)}
        graph: nx.DiGraph[State] = nx.DiGraph()
        graph.add_nodes_from(order)
        graph.add_edges_from((a, b) for state in order for a, b, _ in _edges(self.graph, state) if b in order)
        parts = list(self._parts(graph, order))
        first = min(parts, key=lambda part: order[part.states[0]], default=None)
        return None if first is None else self._round(first)

    def _parts(self, graph: nx.DiGraph[State], order: Mapping[State, int]) -> Iterator[_Component]:
        """The largest parts of the graph in which a fair play may stay, meeting every state of it."""
        from networkx import strongly_connected_components

        todo: list[Collection[State]] = [order.keys()]
        while todo:
            for states in strongly_connected_components(graph.subgraph(todo.pop())):
                part = _Component(sorted(states, key=order.__getitem__), self)
                if not part.edges:
                    continue
                idle = [one for one in part.sets if one not in part.taken]
                if any(not one.strong and all(one in sets for sets in part.enabled.values()) for one in idle):
                    continue
                strong = {one for one in idle if one.strong}
                if strong:
                    todo.append([s for s, sets in part.enabled.items() if not sets.keys() & strong])
                else:
                    yield part

    def _round(self, part: _Component) -> list[Edge]:
        """A way round a fair part: every set is taken, or one that is weak is not enabled in a state on the way."""
        begin, steps = part.states[0], list[Edge]()
        for one in part.sets:
            at = steps[-1][1] if steps else begin
            if any(one in self.taken_sets(edge) for edge in steps):
                continue
            if one in part.taken:
                steps += part.way(at, part.taken[one][0])
                steps.append(part.taken[one])
            elif all(one in part.enabled[state] for state in (begin, *(after for _, after, _ in steps))):
                steps += part.way(at, next(s for s in part.states if one not in part.enabled[s]))
        if steps:
            return steps + part.way(steps[-1][1], begin)
        rounds = [[edge, *part.way(edge[1], begin)] for edge in part.edges if edge[0] == begin]
        return min(rounds, key=len)


class _Component:
    """Some states that are strongly connected, with the edges among them.

    enabled: the fair sets that are enabled in each state. sets: all of these. taken: for each set that is taken by an
    edge, the first one.
    """

    def __init__(self, states: list[State], rules: Fairness) -> None:
        self.states, known = states, set(states)
        self.edges = [edge for state in states for edge in _edges(rules.graph, state) if edge[1] in known]
        self.enabled = {state: rules.enabled_sets(state) for state in states}
        self.sets = list(dict.fromkeys(one for sets in self.enabled.values() for one in sets))
        self.taken: dict[FairSet, Edge] = {}
        self._from: dict[State, list[Edge]] = {}
        for edge in self.edges:
            self._from.setdefault(edge[0], []).append(edge)
            for one in rules.taken_sets(edge):
                self.taken.setdefault(one, edge)

    def way(self, start: State, end: State) -> list[Edge]:
        """The steps of a shortest way within the part."""
        ways: dict[State, list[Edge]] = {start: []}
        waiting = deque([start])
        while end not in ways:
            state = waiting.popleft()
            for edge in self._from[state]:
                if edge[1] not in ways:
                    ways[edge[1]] = [*ways[state], edge]
                    waiting.append(edge[1])
        return ways[end]


def _edges(graph: nx.MultiDiGraph[State], state: State) -> Iterator[Edge]:
    yield from graph.out_edges(state, data="instance")
