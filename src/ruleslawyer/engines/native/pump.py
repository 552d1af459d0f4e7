"""Resource pumps: a path from a state to one that differs only in counters which have grown, and that can go on so.

States that agree in all but some counters form a class. A pump runs inside a strongly connected part of the graph in
which each class is joined, so only those parts are searched, one start after the other.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from ruleslawyer.base.arrays import Flags, Integers
from ruleslawyer.engines.native.bits import extract
from ruleslawyer.engines.native.digraph import Digraph
from ruleslawyer.engines.native.graph import Counter, Graph, Play
from ruleslawyer.engines.native.walks import group_by_key
from ruleslawyer.semantics.codec import Codec
from ruleslawyer.semantics.state import State
from ruleslawyer.semantics.transition import Instance

REPETITIONS = 3
MOST_STARTS, MOST_PLAYED = 20_000, 64
"""States that are tried as the beginning of a pump of some counters, and paths that the interpreter tries to repeat."""
ENDS = {"cap": "the scope's cap", "violation": "its range", "broken": "its range"}
"""What stops a pump that could go on otherwise, by the kind of the event."""


@dataclass(frozen=True, slots=True)
class Pump:
    """A path and what it gains each time; `stopped`: what ends it before three repetitions, though no rule does.

    `play` leads to its beginning and once along it; `states`: how many states have the part of the graph it lies in.
    """

    gains: Mapping[str, int]
    play: Play
    stopped: str
    states: int


def pumps(graph: Graph) -> tuple[list[Pump], str]:
    """The nearest pump of each counter, or of several at once where none grows alone; and what is left undecided."""
    if not graph.counters or not graph.size:
        return [], ""
    whole = _Search(graph, np.concatenate([rows for _, rows, _ in graph.found.rest_states()]), np.arange(graph.size))
    counters = [counter for counter in graph.counters if whole.varies(counter)]
    states = whole.somewhere(counters)
    if not len(states):
        return [], ""
    search = _Search(graph, whole.rows[states], states)  # a pump of one counter is one of all of them
    found, undecided = [], []
    for counter in counters:
        pump, decided = search.first([counter])
        if pump is not None:
            found.append(pump)
        elif not decided:
            undecided.append(counter.name)
    left = f"not every way to gain {', '.join(undecided)} was looked at" if undecided else ""
    if not found and len(counters) > 1:
        pump, decided = search.first(counters)
        if pump is not None:
            found.append(pump)
        elif not decided and not left:
            left = "no counter grows alone; not every way to gain several at once was looked at"
    return found, left


class _Search:
    """Among some states (their numbers in the graph, and their words); inside, states are numbered by their place."""

    def __init__(self, graph: Graph, rows: Integers, states: Integers) -> None:
        self.graph, self.rows, self.states = graph, rows, states
        whole = graph.digraph
        self.keep = graph.play & whole.moving
        self.part = whole.subgraph(self.keep).among(states)[0]
        self.played = 0

    def mask(self, rows: Integers, counters: Sequence[Counter]) -> Integers:
        """The words of states without some counters."""
        masked = rows.copy()
        for counter in counters:
            for piece in counter.pieces:
                masked[:, piece.word] &= np.uint64(~(piece.mask << piece.shift) & (1 << 64) - 1)
        return masked

    def classes(self, counters: Sequence[Counter]) -> Integers:
        """A number for each state that those share which agree in everything else; rarely others, by their hash."""
        hashed = np.zeros(len(self.rows), dtype=np.uint64)
        for word in self.mask(self.rows, counters).T:
            hashed = (hashed ^ word) * np.uint64(0x9E3779B97F4A7C15)
            hashed ^= hashed >> np.uint64(32)
        return np.unique(hashed, return_inverse=True)[1]

    def components(self, classes: Integers) -> Integers:
        """The strongly connected part of each state once classes are joined; -1 where no edge lies inside."""
        joined = group_by_key(classes[self.part.sources], classes[self.part.to], int(classes.max()) + 1)
        component = Digraph(*joined).components[classes]
        inside = component[self.part.sources] == component[self.part.to]
        real = np.zeros(int(component.max()) + 1, dtype=np.bool_)
        real[component[self.part.sources[inside]]] = True
        return np.where(real[component], component, -1)

    def somewhere(self, counters: Sequence[Counter]) -> Integers:
        """The states in which a pump of these counters could run at all."""
        return np.flatnonzero(self.components(self.classes(counters)) >= 0)

    def first(self, counters: Sequence[Counter]) -> tuple[Pump | None, bool]:
        """The nearest pump of these counters, and whether there is none for sure where none is given."""
        classes, self.played = self.classes(counters), 0
        component = self.components(classes)
        inside = np.flatnonzero(component >= 0)
        inside = inside[np.argsort(component[inside], kind="stable")]
        parts = np.split(inside, np.flatnonzero(np.diff(component[inside])) + 1) if len(inside) else []
        tried = 0
        for states in sorted(parts, key=lambda part: int(part[0])):
            part, mine = self.part.among(states)[0], classes[states]
            shared = np.bincount(mine - mine.min())[mine - mine.min()]
            for start in np.flatnonzero(shared > 1).tolist():
                better = np.flatnonzero(mine == mine[start])
                better = better[self._more(states[better], int(states[start]), counters)]
                if not len(better):
                    continue
                if tried >= MOST_STARTS or self.played >= MOST_PLAYED:
                    return None, False
                tried += 1
                ahead = part.ahead([start])
                for end in better[ahead.reachable_nodes[better]].tolist():
                    pump = self._pump(counters, states[ahead.path(end)].tolist(), len(states))
                    if pump is not None:
                        return pump, True
        return None, True

    def varies(self, counter: Counter) -> bool:
        values = self._values(slice(None), counter)
        return bool((values != values[0]).any())

    def _values(self, nodes: Integers | slice | int, counter: Counter) -> Integers:
        found: Integers = extract(self.rows[nodes], counter.pieces)
        return found

    def _more(self, states: Integers, start: int, counters: Sequence[Counter]) -> Flags:
        """The states that have no counter lower, some higher, and everything else equal."""
        higher = np.zeros(len(states), dtype=np.bool_)
        lower = np.zeros(len(states), dtype=np.bool_)
        for counter in counters:
            values, mine = self._values(states, counter), self._values(start, counter)
            higher |= values > mine
            lower |= values < mine
        masked = self.mask(self.rows[[start, *states]], counters)
        found: Flags = higher & ~lower & (masked[1:] == masked[0]).all(axis=1)
        return found

    def _pump(self, counters: Sequence[Counter], path: list[int], states: int) -> Pump | None:
        """The path as a pump, if the interpreter can take its actions again and again."""
        graph = self.graph
        self.played += 1
        nodes = [int(self.states[place]) for place in path]
        way = graph.way(nodes[0])
        play = graph.as_play([*way, *nodes[1:]], self.keep, len(way) - 1)
        along = Play(play.states[len(way) - 1 :], play.labels[len(way) - 1 :])
        ends = [graph.state(node) for node in along.states]
        instances = [graph.instance(*step) for step in zip(ends, along.labels, ends[1:], strict=False)]
        stopped = self._again(ends[-1], instances, frozenset(counter.name for counter in counters))
        if stopped is None:
            return None
        first, last = path[0], path[-1]
        gains = {c.name: int(self._values(last, c)) - int(self._values(first, c)) for c in counters}
        whole = Play(play.states, play.labels)
        return Pump({name: gain for name, gain in gains.items() if gain}, whole, stopped, states)

    def _again(self, state: State, instances: Sequence[Instance], counters: frozenset[str]) -> str | None:
        """The obstacle to three repetitions: nothing, or only a bound; None where a rule stops them, or nothing is
        gained."""
        codec = Codec(self.graph.system.system, self.graph.system.scope)
        for _ in range(REPETITIONS):
            before = state
            for instance in instances:
                after = self._take(state, instance)
                if isinstance(after, str):
                    return ENDS.get(after)
                state = after
            had, has = ({name: leaf for name, _, leaf in codec.named_leaves(s)} for s in (before, state))
            if had.keys() != has.keys() or state == before:
                return None
            changed = [(name, had[name], has[name]) for name in had if had[name] != has[name]]
            if any(name not in counters or None in (old, new) or new < old for name, old, new in changed):
                return None
        return ""

    def _take(self, state: State, instance: Instance) -> State | str:
        """The state after an instance; else the kind of event that ends it, empty where it is not allowed."""
        system = self.graph.system
        judged = next((j for j in system.candidates(state) if j.instance == instance), None)
        if judged is None or not judged.is_allowed:
            return ""
        outcome = system.take(state, instance)
        return outcome.state or (outcome.events[-1].kind if outcome.events else "")
