"""Orbits of states: one state of each is explored, and the whole graph is counted, and walked, from theirs.

Its plays are real ones: from a state each step goes on to some state of the next orbit, and a circle of orbits is gone
round until the state itself comes again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from ruleslawyer.base.arrays import Flags, Integers, Reals
from ruleslawyer.engines.native import walks
from ruleslawyer.engines.native.build import Library, compile_text
from ruleslawyer.engines.native.explore import NativeSearch, search_natively
from ruleslawyer.engines.native.graph import GraphEdges, Play, gather_edges
from ruleslawyer.engines.native.memory import TURN_END
from ruleslawyer.engines.native.scope_data import Layout
from ruleslawyer.engines.native.searched_graph import ChoiceGraph, arguments, expect_labels
from ruleslawyer.engines.native.symmetry import Quotient
from ruleslawyer.ir import types as t
from ruleslawyer.ir.rules import Fair
from ruleslawyer.rulebook.claims.limits import Limits, Progress
from ruleslawyer.semantics.interchange import Alike, Permutation, Swap
from ruleslawyer.semantics.state import State
from ruleslawyer.semantics.trace import Trace, play, start_of
from ruleslawyer.semantics.transition import Instance, TransitionSystem


@dataclass(frozen=True)
class Counts:
    """Counts of the whole graph: its states by their depth, those that have ended, and those that are stuck."""

    layers: tuple[int, ...]
    transitions: int
    ended: int
    deadlocks: int

    @property
    def states(self) -> int:
        return sum(self.layers)


class CompiledQuotient:
    """A quotient with its compiled code."""

    def __init__(self, quotient: Quotient, library: Library) -> None:
        self.quotient = quotient
        self.canonical = library.address("canonical")
        self._canonicals, self._kinds = library.function("canonicals", "pii"), library.function("kinds", "piip")
        self._ranks = library.function("ranks", "pp")

    def representatives(self, states: Sequence[tuple[int, ...]]) -> list[tuple[int, ...]]:
        """The representative of each packed state."""
        words = np.array(states, dtype=np.uint64).reshape(-1, self.quotient.words)
        self._canonicals(words.ctypes.data, 0, len(words))
        return [tuple(row) for row in words.tolist()]

    def swaps(self, state: tuple[int, ...]) -> list[Swap]:
        """Swaps, one after the other, that lead from a packed state to its representative."""
        words = np.array(state, dtype=np.uint64)
        members = [(group.sort, member) for group in self.quotient.groups for member in group.members]
        ranks = np.zeros(len(members), dtype=np.int64)
        self._ranks(words.ctypes.data, ranks.ctypes.data)
        found, now = list[Swap](), list(range(len(members)))  # now[i]: the member in whose place i is
        for i, goal in enumerate(ranks.tolist()):
            if now[i] != goal:
                (sort, here), (_, there) = members[now[i]], members[goal]
                found.append(Swap(sort, here, there))
                other = now.index(goal)
                now[i], now[other] = now[other], now[i]
        return found

    def kinds(self, words: Integers) -> Integers:
        """The kind of orbit of each representative, a row of two numbers for `Quotient.size`."""
        found = np.zeros((len(words), 2), dtype=np.uint64)
        self._kinds(words.ctypes.data, 0, len(words), found.ctypes.data)
        return found

    def weigh(self, kinds: Integers, numbers: Reals | Integers | Flags) -> int:
        """The sum of some numbers, each times the size of its orbit."""
        (leaves, leaf), (runs, run) = (np.unique(column, return_inverse=True) for column in kinds.T)
        sums = np.bincount(leaf.reshape(-1) * len(runs) + run.reshape(-1), weights=numbers)  # far below 2 ** 53
        return sum(
            int(sums[k]) * self.quotient.size(int(leaves[k // len(runs)]), int(runs[k % len(runs)]))
            for k in np.flatnonzero(sums)
        )


@dataclass(frozen=True)
class OrbitExploration:
    """A finished exploration of one state of each orbit: what is found and asked is about those states."""

    by_code: NativeSearch
    kernel: CompiledQuotient
    counts: Counts

    def states_of(self, identities: Sequence[int]) -> int:
        """The states of the orbits of some ids."""
        return _weigh(self.by_code, self.kernel, identities)

    def play_to(self, identity: int) -> list[State]:
        """The states of a shortest play to the state of an id."""
        by_code = self.by_code
        ids = by_code.found.way(identity)
        states = [by_code.state(ids[0])]
        for step in ids[1:]:
            states.append(self._follower(states[-1], by_code.found.words(step)))
        there, back = (self.kernel.swaps(by_code.layout.pack(s)) for s in (states[-1], by_code.state(identity)))
        moved = Permutation((*there, *back[::-1]))
        states = [moved.state(by_code.system.system, state) for state in states]
        assert states[-1] == by_code.state(identity)
        return states

    def _follower(self, state: State, representative: tuple[int, ...]) -> State:
        """A state that follows one, of the orbit of a representative."""
        system = self.by_code.system
        after = [system.take(state, j.instance).state for j in system.candidates(state) if j.is_allowed]
        states = [s for s in dict.fromkeys(after) if s is not None]
        found = self.kernel.representatives([self.by_code.layout.pack(s) for s in states])
        return states[found.index(representative)]


def explore_symmetric(
    system: TransitionSystem,
    groups: Sequence[Alike],
    varying: Collection[tuple[str, str]],
    limits: Limits | None = None,
    workers: int | None = None,
    progress: Progress | None = None,
    cache: Path | None = None,
) -> OrbitExploration:
    """Visit one state of each orbit. It must have been proved that the members of each group are interchangeable.
    `varying`: the fields that may have different values."""
    kernels: list[CompiledQuotient] = []

    def fold(layout: Layout) -> CompiledQuotient:
        quotient = Quotient(layout, groups, varying)
        kernels.append(CompiledQuotient(quotient, compile_text(quotient.text(), cache=cache)))
        return kernels[-1]

    by_code = search_natively(system, limits, workers, progress, cache, fold)
    return OrbitExploration(by_code, kernels[0], _counts(by_code, kernels[0]))


def _counts(by_code: NativeSearch, kernel: CompiledQuotient) -> Counts:
    assert by_code.degrees is not None
    found, degrees = by_code.found, by_code.degrees.degrees
    layers: Counter[int] = Counter()
    transitions, ended, at, over = 0, 0, 0, by_code.endings()[0]
    for depth, rows, _ in found.rest_states():
        kinds = kernel.kinds(rows)
        layers[depth] += kernel.weigh(kinds, np.ones(len(rows)))
        of_slice = slice(at, at + len(rows))
        transitions += kernel.weigh(kinds, degrees[of_slice])
        ended += kernel.weigh(kinds, over[of_slice])
        at += len(rows)
    deadlocks = _weigh(by_code, kernel, found.deadlocks)
    return Counts(tuple(layers[depth] for depth in range(len(layers))), transitions, ended, deadlocks)


def _weigh(by_code: NativeSearch, kernel: CompiledQuotient, identities: Sequence[int]) -> int:
    found = by_code.found
    words = np.array([found.words(i) for i in identities], dtype=np.uint64).reshape(-1, found.set.words)
    return kernel.weigh(kernel.kinds(words), np.ones(len(words)))


def orbit_graph(orbits: OrbitExploration, sorts: Collection[str], memory: int | None) -> OrbitGraph:
    """The graph of an exploration; `memory`: mebibytes that it may take, else it is `TooLarge`. sorts: those of which
    some members are alike."""
    by_code = orbits.by_code
    expect_labels(by_code.layout)
    walks.walk_library()
    kept = gather_edges(by_code.found, by_code.crew(1), memory)
    for context in by_code.contexts:
        context.take_log()
    return OrbitGraph(orbits, kept, sorts)


def holds_some(type_: t.Type, sorts: Collection[str]) -> bool:
    """Whether values of a type are, or hold, members of some sorts, as far as that is told; of a map it is not."""
    match type_:
        case t.Sort(name):
            return name in sorts
        case t.Optional(item) | t.Set(item):
            return holds_some(item, sorts)
    return isinstance(type_, t.Map)


class OrbitGraph(ChoiceGraph):
    """A node stands for the states of an orbit."""

    def __init__(self, orbits: OrbitExploration, kept: GraphEdges, sorts: Collection[str]) -> None:
        super().__init__(orbits.by_code, kept)
        self.orbits, self.sorts = orbits, sorts

    def count(self, nodes: Flags | None = None) -> int:
        if nodes is None:
            return self.orbits.counts.states
        return self.orbits.states_of([int(one) for one in self.ids[nodes]])

    def stays_in_orbits(self, fair: Fair) -> bool:
        """Whether a step of a fair set leads from a state to one of its orbit, which may be another."""
        stays = self.digraph.sources == self.digraph.to
        return bool((self.sets(fair)[stays] >= 0).any())

    def trace(self, play_: Play) -> Trace:
        """The steps are those of an action, each to the next orbit. A circle ends where a state comes again."""
        state, back = self.state(play_.states[0]), None
        start, taken = start_of(self.system, state), list[Instance]()
        steps = [*zip(play_.labels, play_.states[1:], strict=True)]
        ring = len(steps) if play_.back is None else play_.back
        for label, node in steps[:ring]:
            instance, state = self._step(state, label, node)
            taken.append(instance)
        met = dict[State, int]()
        while steps[ring:] and back is None:
            met[state] = len(taken)
            for label, node in steps[ring:]:
                instance, state = self._step(state, label, node)
                taken.append(instance)
            back = met.get(state)
        return play(self.system, start, tuple(taken), back=back)

    def _step(self, state: State, label: int, node: int) -> tuple[Instance, State]:
        """A step of the label's action from a state to one of an orbit; what is chosen is the label's, but for members
        that are alike."""
        layout, name, goal = self.by_code.layout, self.action(label), self.found.words(int(self.ids[node]))
        chosen = self._without_alike(name, arguments(layout, name, label % TURN_END - layout.firsts[name]))
        for instance in self.system.allowed_instances(state):
            if instance.action == name and self._without_alike(name, instance.args) == chosen:
                after = self.system.after(state, instance)
                if after is not None and self.orbits.kernel.representatives([layout.pack(after)])[0] == goal:
                    return instance, after
        raise AssertionError(f"no {name} leads to the next orbit")

    def _without_alike(self, name: str, args: Sequence[object]) -> list[object]:
        """The arguments of an action that are no members of sorts in which some are alike, nor hold such."""
        parameters = self.system.system.actions[name].chosen_parameters
        return [arg for p, arg in zip(parameters, args, strict=True) if not holds_some(p.type, self.sorts)]
