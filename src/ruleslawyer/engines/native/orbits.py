"""Exploring one state of each orbit, and counting the whole graph from the sizes of the orbits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from ruleslawyer.base.arrays import Flags, Integers, Reals
from ruleslawyer.engines.native.build import Library, compile_text
from ruleslawyer.engines.native.explore import ByCode, search_natively
from ruleslawyer.engines.native.scope_data import Layout
from ruleslawyer.engines.native.slots import numbers
from ruleslawyer.engines.native.symmetry import Quotient
from ruleslawyer.rulebook.claims.limits import Limits, Progress
from ruleslawyer.semantics.interchange import Alike, Permutation
from ruleslawyer.semantics.state import State
from ruleslawyer.semantics.transition import TransitionSystem


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


class Kernel:
    """A quotient with its compiled code."""

    def __init__(self, quotient: Quotient, library: Library) -> None:
        self.quotient = quotient
        self.canonical = library.address("canonical")
        self._canonicals, self._kinds = library.function("canonicals", "pii"), library.function("kinds", "piip")

    def representatives(self, states: Sequence[tuple[int, ...]]) -> list[tuple[int, ...]]:
        """The representative of each packed state."""
        words = np.array(states, dtype=np.uint64).reshape(-1, self.quotient.words)
        self._canonicals(words.ctypes.data, 0, len(words))
        return [tuple(row) for row in words.tolist()]

    def kinds(self, words: Integers) -> Integers:
        """The kind of orbit of each representative, for `Quotient.size`."""
        found = np.zeros(len(words), dtype=np.uint64)
        self._kinds(words.ctypes.data, 0, len(words), found.ctypes.data)
        return found

    def weigh(self, kinds: Integers, numbers: Reals | Integers | Flags) -> int:
        """The sum of some numbers, each times the size of its orbit."""
        different, where = np.unique(kinds, return_inverse=True)
        sums = np.bincount(where.reshape(-1), weights=numbers)  # far below 2 ** 53
        return sum(int(total) * self.quotient.size(int(kind)) for kind, total in zip(different, sums, strict=True))


@dataclass(frozen=True)
class Orbits:
    """A finished exploration of one state of each orbit: what is found and asked is about those states."""

    by_code: ByCode
    kernel: Kernel
    counts: Counts

    def play_to(self, identity: int) -> list[State]:
        """The states of a shortest play to the state of an id."""
        by_code, quotient = self.by_code, self.kernel.quotient
        ids = by_code.found.way(identity)
        states = [by_code.state(ids[0])]
        for step in ids[1:]:
            states.append(self._follower(states[-1], by_code.found.words(step)))
        last, goal = (numbers(by_code.layout.pack(s), quotient.slots) for s in (states[-1], by_code.state(identity)))
        _, there = quotient.representative(last)
        _, back = quotient.representative(goal)
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
) -> Orbits:
    """Visit one state of each orbit. It must have been proved that the members of each group are interchangeable.
    `varying`: the fields that may have different values."""
    kernels: list[Kernel] = []

    def fold(layout: Layout) -> Kernel:
        quotient = Quotient(layout, groups, varying)
        kernels.append(Kernel(quotient, compile_text(quotient.text(), cache=cache)))
        return kernels[-1]

    by_code = search_natively(system, limits, workers, progress, cache, fold)
    return Orbits(by_code, kernels[0], _counts(by_code, kernels[0]))


def _counts(by_code: ByCode, kernel: Kernel) -> Counts:
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
    stuck = np.array([found.words(i) for i in found.deadlocks], dtype=np.uint64).reshape(-1, found.set.words)
    deadlocks = kernel.weigh(kernel.kinds(stuck), np.ones(len(stuck)))
    return Counts(tuple(layers[depth] for depth in range(len(layers))), transitions, ended, deadlocks)
