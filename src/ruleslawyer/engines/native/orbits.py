"""Exploring one state of each orbit, and counting the whole graph from the sizes of the orbits."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from ruleslawyer.claims.limits import Limits, Progress
from ruleslawyer.engines.native.arrays import PARTITION_BITS
from ruleslawyer.engines.native.build import Library, compiled
from ruleslawyer.engines.native.columns import Columns, Plan, unpacked
from ruleslawyer.engines.native.explore import Native, Prepared, Preparing
from ruleslawyer.engines.native.kernel import program
from ruleslawyer.engines.native.layout import slots_of
from ruleslawyer.engines.native.search import search
from ruleslawyer.engines.native.states import Block, Crew, StateSet
from ruleslawyer.engines.native.symmetry import Quotient
from ruleslawyer.ground.finite import Finite
from ruleslawyer.ground.layout import Scalar
from ruleslawyer.ground.permute import Alike, Moved, places
from ruleslawyer.processes.processors import processors
from ruleslawyer.semantics.state import State
from ruleslawyer.semantics.transition import TransitionSystem


@dataclass(frozen=True)
class Counts:
    """What there is of the whole graph: its states by their depth, those that have ended, and those that are stuck."""

    layers: tuple[int, ...]
    transitions: int
    ended: int
    deadlocks: int

    @property
    def states(self) -> int:
        return sum(self.layers)


class Kernel:
    """A quotient with its compiled code."""

    def __init__(self, quotient: Quotient, library: Library) -> None:
        self.quotient = quotient
        self._canonicals, self._kinds = library.function("canonicals", "pii"), library.function("kinds", "piip")

    def representatives(self, states: Sequence[tuple[int, ...]]) -> list[tuple[int, ...]]:
        """The representative of each packed state."""
        words = np.array(states, dtype=np.uint64).reshape(-1, self.quotient.packing.words)
        self._canonicals(words.ctypes.data, 0, len(words))
        return [tuple(row) for row in words.tolist()]

    def kinds(self, words: Any) -> Any:
        """The kind of orbit of each representative, for `Quotient.size`."""
        found = np.zeros(len(words), dtype=np.uint64)
        self._kinds(words.ctypes.data, 0, len(words), found.ctypes.data)
        return found

    def weighed(self, kinds: Any, numbers: Any) -> int:
        """The sum of some numbers, each times the size of its orbit."""
        different, where = np.unique(kinds, return_inverse=True)
        sums = np.bincount(where.reshape(-1), weights=numbers)  # far below 2 ** 53
        return sum(int(total) * self.quotient.size(int(kind)) for kind, total in zip(different, sums, strict=True))


class _Tally:
    """The transitions of the whole graph, counted while one state of each orbit is expanded."""

    def __init__(self, kernel: Kernel) -> None:
        self.kernel, self.transitions = kernel, 0

    def __call__(self, states: StateSet, crew: Crew, group: Sequence[Block]) -> None:
        for number, (partition, first, stop) in enumerate(group):
            made = np.zeros(stop - first)
            for buffer, length in zip(crew.buffers[number], crew.lengths[number], strict=True):
                entries = buffer.view(np.uint64)[: int(length) * crew.entry_words].reshape(-1, crew.entry_words)
                parents = (entries[:, -1].astype(np.uint32) >> np.uint32(PARTITION_BITS)).astype(np.int64) - first
                made += np.bincount(parents, minlength=stop - first)
            self.transitions += self.kernel.weighed(self.kernel.kinds(states.array(partition, first, stop)), made)


@dataclass
class Orbits(Native):
    """A finished exploration of one state of each orbit: what is found and asked is about those states."""

    kernel: Kernel = field(kw_only=True)
    counts: Counts = field(kw_only=True)

    def play_to(self, identity: int) -> list[State]:
        """The states of a shortest play to the state of an id."""
        layout, packing = self.prepared.model.ground.layout, self.prepared.packing
        quotient = self.kernel.quotient
        way = self.found.way(identity)
        vectors = [packing.unpack(self.found.words(way[0]))]
        for step in way[1:]:
            vectors.append(self._follower(vectors[-1], self.found.words(step)))
        goal = packing.unpack(self.found.words(identity))
        _, there = quotient.representative(vectors[-1])
        _, back = quotient.representative(goal)
        swaps = [*there, *back[::-1]]
        states = [State(*layout.state(quotient.permuted(vector, swaps))) for vector in vectors]
        assert states[-1] == self.state(identity)
        return states

    def _follower(self, vector: tuple[Scalar, ...], representative: tuple[int, ...]) -> tuple[Scalar, ...]:
        """A state that follows one, of the orbit of a representative."""
        layout, packing = self.prepared.model.ground.layout, self.prepared.packing
        state = State(*layout.state(vector))
        after = [self.system.take(state, j.instance).state for j in self.system.candidates(state) if j.allowed]
        vectors = [layout.vector(s) for s in dict.fromkeys(after) if s is not None]
        found = self.kernel.representatives([packing.pack(v) for v in vectors])
        return vectors[found.index(representative)]


def explore_symmetric(
    system: TransitionSystem,
    model: Finite,
    groups: Sequence[Alike],
    limits: Limits | None = None,
    workers: int | None = None,
    progress: Progress | None = None,
) -> Orbits:
    """Visit one state of each orbit. It must have been proved that the members of each group are interchangeable."""
    model = evenly(model, groups)
    preparing = Preparing.of(system, model)
    while True:
        began = time.perf_counter()
        layout = preparing.layout()
        quotient = Quotient(model, layout, groups)
        made = program(model, layout, canonical=quotient.text())
        began = preparing.spent("emit", began)
        library = compiled(made.text)
        began = preparing.spent("compile", began)
        kernel = Kernel(quotient, library)
        tally = _Tally(kernel)
        initial = kernel.representatives([layout.pack(vector) for vector in model.initial])
        number = workers or processors()
        found = search(made, library, layout, initial, limits or Limits(), number, progress, tally)
        if found.misfit is not None:
            leaves = set() if found.misfit.leaf is None else quotient.alike(found.misfit.leaf)
            if preparing.widened(found.misfit, found.set, leaves):
                continue
            found.stopped = preparing.why(found.misfit)
        prepared = Prepared(model, layout, made, library)
        orbits = Orbits(system, prepared, found, preparing.phases, kernel=kernel, counts=Counts((), 0, 0, 0))
        orbits.counts = _counts(orbits, tally.transitions)
        preparing.spent("search", began)
        return orbits


def evenly(model: Finite, groups: Iterable[Alike]) -> Finite:
    """The model with leaves that vary where one vary that they can be taken to: one of them may have been seen to be
    constant, and another, which is so too, not."""
    layout = model.ground.layout
    where = places(layout)
    targets = [Moved(layout, where, swap).target for group in groups for swap in group.swaps]
    varying, left = set(model.varying), list(model.varying)
    while left:
        here = left.pop()
        new = {target[here] for target in targets} - varying
        varying |= new
        left += new
    constants = {leaf: value for leaf, value in model.constants.items() if leaf not in varying}
    return replace(model, varying=tuple(sorted(varying)), constants=constants)


def _counts(orbits: Orbits, transitions: int) -> Counts:
    model, found, kernel = orbits.prepared.model, orbits.found, orbits.kernel
    columns = Columns(found.packing, slots_of(model, found.packing))
    plan = Plan([model.ended])
    layers: Counter[int] = Counter()
    ended = 0
    for depth, partition, first, stop in found.slices():
        words = found.set.array(partition, first, stop)
        kinds = kernel.kinds(words)
        layers[depth] += kernel.weighed(kinds, np.ones(len(words)))
        ended += kernel.weighed(kinds, unpacked(columns.evaluate(plan, words)[0], len(words)))
    stuck = np.array([found.words(i) for i in found.deadlocks], dtype=np.uint64).reshape(-1, found.packing.words)
    deadlocks = kernel.weighed(kernel.kinds(stuck), np.ones(len(stuck)))
    return Counts(tuple(layers[depth] for depth in range(len(layers))), transitions, ended, deadlocks)
