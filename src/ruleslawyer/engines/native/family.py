"""All readings at once: one search in which each state carries the readings that reach it."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from ruleslawyer.claims.limits import BY_CTRL_C, Limits, Progress
from ruleslawyer.diagnostics import UsageError
from ruleslawyer.engines.native.arrays import PARTITIONS, Worker
from ruleslawyer.engines.native.build import Library, compiled
from ruleslawyer.engines.native.explore import Preparing
from ruleslawyer.engines.native.family_kernel import COUNTER_BITS, MOST_READINGS, Readings, family_program
from ruleslawyer.engines.native.kernel import Program
from ruleslawyer.engines.native.layout import Misfit, Packing
from ruleslawyer.engines.native.states import LANES, NO_PARENT, Crew, FamilySet, Full
from ruleslawyer.ground.finite import Finite, finite
from ruleslawyer.ground.instances import Ground
from ruleslawyer.ground.interpret import chosen
from ruleslawyer.processes.processors import processors
from ruleslawyer.semantics.state import State
from ruleslawyer.semantics.transition import TransitionSystem

Reading = Mapping[str, str]


@dataclass
class FamilyFound:
    """What a search over several readings found; numbers for each reading are in the order of `readings`.

    deadlocks: ids with the mask of their readings. misfit: the value at which it ended because the layout has no room
    for it. ends: the readings under which some branch ended in a failed check.
    """

    readings: tuple[Reading, ...]
    set: FamilySet
    depths: list[int]
    transitions: list[int]
    deadlocks: list[tuple[int, int]]
    stopped: str
    seconds: float
    ends: int = 0
    misfit: Misfit | None = None

    @property
    def states(self) -> list[int]:
        """States under each reading."""
        return [sum(int((self.set.masks_of(p) >> np.uint64(k) & np.uint64(1)).sum()) for p in range(PARTITIONS))
                for k in range(len(self.readings))]  # fmt: skip

    @property
    def deadlocked(self) -> list[int]:
        """Deadlocks under each reading."""
        return [sum(mask >> k & 1 for _, mask in self.deadlocks) for k in range(len(self.readings))]


@dataclass
class Parting:
    """Where two readings come apart: the state in which they do (None: at the start, or never), and whether they do.

    stopped: why it is not known; empty where it is. misfit: the value that the layout had no room for.
    """

    family: Family
    set: FamilySet
    parent: int | None
    parted: bool
    stopped: str = ""
    misfit: Misfit | None = None

    def way(self) -> list[State]:
        """The states of the play, from an initial one to the one in which the readings come apart."""
        ids: list[int] = []
        at = self.parent
        while at is not None:
            ids.append(at)
            index, partition = divmod(at, PARTITIONS)
            before = int(self.set.parents_of(partition)[index])
            at = None if before == NO_PARENT else before
        layout, ground = self.family.layout, self.family.ground
        return [State(*ground.layout.state(layout.unpack(self.set.row(i)))) for i in reversed(ids)]


class Family:
    """A scope made ready for several readings; the code is compiled once for all searches."""

    def __init__(self, system: TransitionSystem, readings: Sequence[Reading]) -> None:
        """`readings`: at most 64, each with what it chooses otherwise than the system's own reading."""
        if not 0 < len(readings) <= MOST_READINGS:
            raise UsageError(f"{len(readings)} readings at once", "readings", f"at most {MOST_READINGS}")
        began = time.perf_counter()
        self.system = system
        self.readings = tuple({**system.reading, **reading} for reading in readings)
        choices = frozenset(key for reading in readings for key in reading)
        fixed = {key: option for key, option in system.reading.items() if key not in choices}
        self.ground = Ground(
            system.system, system.scope, fixed, system.rulings, capped=True, family=choices, apart=True
        )
        self.starts: dict[State, int] = {}
        self.ends = 0
        """The readings under which some choice of the initial rule ends in a failed check."""
        for k, reading in enumerate(self.readings):
            under = TransitionSystem(system.machine, reading, system.rulings)
            for _, outcome in under.initial():
                if outcome.state is None:
                    self.ends |= 1 << k
                else:
                    self.starts[outcome.state] = self.starts.get(outcome.state, 0) | 1 << k
        vectors = [self.ground.layout.vector(state) for state in self.starts]
        self.model: Finite = finite(self.ground, vectors)
        self.values = Readings([chosen(self.ground, reading) for reading in self.readings])
        self.preparing = Preparing.of(system, self.model)
        self._made: tuple[Packing, Program, Library] | None = None
        self.seconds = time.perf_counter() - began

    @property
    def layout(self) -> Packing:
        return self._prepared()[0]

    def _prepared(self) -> tuple[Packing, Program, Library]:
        if self._made is None:
            layout = self.preparing.layout()
            made = family_program(self.model, layout, self.values)
            self._made = layout, made, compiled(made.text)
        return self._made

    def search(
        self, limits: Limits | None = None, workers: int | None = None, progress: Progress | None = None
    ) -> FamilyFound:
        """Every state under every reading."""
        while True:
            found = self._search(limits or Limits(), workers or processors(), progress)
            if found.misfit is None:
                return found
            if not self.preparing.widened(found.misfit, found.set):
                found.stopped = self.preparing.why(found.misfit)
                return found
            self._made = None

    def _search(self, limits: Limits, workers: int, progress: Progress | None) -> FamilyFound:
        layout, program, library = self._prepared()
        began = time.perf_counter()
        states = FamilySet(layout.words, library, limits.bytes)
        found = FamilyFound(self.readings, states, [0] * len(self.readings), [], [], "", 0.0)
        counters = np.zeros((LANES, COUNTER_BITS), dtype=np.uint64)
        with Crew(program, library, max(1, min(workers, PARTITIONS)), family=True) as crew:
            crew.workers[:, Worker.COUNTERS] = [row.ctypes.data for row in counters]
            try:
                crew.fill(states, ((self._packed(layout, state), (mask,)) for state, mask in self.starts.items()))
                self._levels(found, crew, limits, began, progress)
            except Full:
                found.stopped = limits.out_of_memory
            except Misfit as misfit:
                found.misfit = misfit
            except KeyboardInterrupt:
                found.stopped = BY_CTRL_C
            found.ends = self.ends | int(np.bitwise_or.reduce(crew.workers[:, Worker.ENDS]))
        found.transitions = [
            sum(int(row[b] >> np.uint64(k) & np.uint64(1)) << b for row in counters for b in range(COUNTER_BITS))
            for k in range(len(self.readings))
        ]
        found.seconds = time.perf_counter() - began
        return found

    def parting(self, one: int, other: int, limits: Limits | None = None) -> Parting:
        """The shortest play after which a player could tell two of the readings apart, by what is legal or by what
        happens; only plays that both allow and that go the same way are followed."""
        while True:
            found = self._parting(1 << one | 1 << other, limits or Limits())
            if found.misfit is None:
                return found
            if not self.preparing.widened(found.misfit, found.set):
                return replace(found, stopped=self.preparing.why(found.misfit))
            self._made = None

    def _parting(self, pair: int, limits: Limits) -> Parting:
        layout, program, library = self._prepared()
        states = FamilySet(layout.words, library, limits.bytes)
        counters = np.zeros(COUNTER_BITS, dtype=np.uint64)
        if any(mask & pair not in (0, pair) for mask in self.starts.values()):
            return Parting(self, states, None, True)
        with Crew(program, library, 1, family=True) as crew:
            crew.workers[:, Worker.COUNTERS] = counters.ctypes.data
            starts = [state for state, mask in self.starts.items() if mask & pair]
            try:
                crew.fill(states, ((self._packed(layout, state), (pair,)) for state in starts))
                while True:
                    indices, bits = states.waiting()
                    if not any(len(listed) for listed in indices):
                        return Parting(self, states, None, False)
                    lists = [(i.ctypes.data, b.ctypes.data) for i, b in zip(indices, bits, strict=True)]
                    for group in crew.groups(np.zeros(PARTITIONS), np.array([len(listed) for listed in indices])):
                        crew.expand(states, group, lists)
                        parent = crew.divided(pair)
                        if parent is not None:
                            return Parting(self, states, parent, True)
                        states.take(crew)
                        if limits.states is not None and states.size > limits.states:
                            return Parting(self, states, None, False, f"not within {limits.states} states")
            except Full:
                return Parting(self, states, None, False, f"not within {limits.memory} MiB of memory")
            except Misfit as misfit:
                return Parting(self, states, None, False, misfit=misfit)

    def _packed(self, layout: Packing, state: State) -> tuple[int, ...]:
        return layout.pack(self.ground.layout.vector(state))

    def _levels(self, found: FamilyFound, crew: Crew, limits: Limits, began: float, progress: Progress | None) -> None:
        states, depth, visited = found.set, 0, 0
        while True:
            indices, bits = states.waiting()
            if not any(len(listed) for listed in indices):
                return
            for k in range(len(self.readings)):
                if any((masks >> np.uint64(k) & np.uint64(1)).any() for masks in bits):
                    found.depths[k] = depth
            lists = [(i.ctypes.data, b.ctypes.data) for i, b in zip(indices, bits, strict=True)]
            for group in crew.groups(np.zeros(PARTITIONS), np.array([len(listed) for listed in indices])):
                found.stopped = limits.too_long(time.perf_counter() - began) or limits.too_many(visited)
                if found.stopped:
                    return
                dead = crew.expand(states, group, lists)
                found.deadlocks += zip(dead[::2], dead[1::2], strict=True)
                states.take(crew)
                visited += sum(stop - first for _, first, stop in group)
                if progress:
                    progress(visited, states.size, 0)
            depth += 1


def product_of(choices: Mapping[str, Sequence[str]]) -> list[Reading]:
    """Every combination of the options of some choices."""
    found: list[dict[str, str]] = [{}]
    for key, options in choices.items():
        found = [{**reading, key: option} for reading in found for option in options]
    return list(found)
