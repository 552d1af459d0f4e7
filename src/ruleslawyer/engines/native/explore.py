"""The native explorer as a whole: ground, lay out, generate, compile, search; again where a number did not fit."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from ruleslawyer.claims.choices import expect_few_choices
from ruleslawyer.claims.limits import MEBIBYTE, Limits, Progress
from ruleslawyer.engines.native.arrays import PARTITIONS
from ruleslawyer.engines.native.build import Library, compiled
from ruleslawyer.engines.native.columns import stored
from ruleslawyer.engines.native.kernel import Program, program
from ruleslawyer.engines.native.layout import OPEN_BITS, Misfit, Packing, packing
from ruleslawyer.engines.native.search import Found, search
from ruleslawyer.engines.native.states import Crew, Full, StateSet
from ruleslawyer.ground.finite import Finite, finite
from ruleslawyer.ground.instances import Ground, rule_place
from ruleslawyer.ground.ranges import MOST_BITS, WORD
from ruleslawyer.processes.processors import processors
from ruleslawyer.semantics.events import BranchEnds
from ruleslawyer.semantics.state import State
from ruleslawyer.semantics.transition import TransitionSystem

WALKED = 64
"""Actions of a random walk that shows the grounding some of what is reached."""
WIDTHS = (OPEN_BITS, 10, 14, 16, 20, 24, 40, 64, 256)
"""Bits that a number without bounds gets one after the other while it does not fit."""
MOST_COUNTED_BITS, MOST_VALUES = 16, 1 << 11
"""A number without bounds that has taken so many values with so many bits is taken for one that grows for ever."""


@dataclass
class Prepared:
    """A scope made ready: the finite model, the layout, and the code."""

    model: Finite
    packing: Packing
    program: Program
    library: Library


@dataclass
class Native:
    """A finished exploration, with what it takes to show its states.

    phases: seconds spent in each part of the work, in order.
    """

    system: TransitionSystem
    prepared: Prepared
    found: Found
    phases: dict[str, float] = field(default_factory=dict)
    _between: tuple[StateSet, list[tuple[int, int, int, int]]] | None = None

    def state(self, identity: int) -> State:
        """The canonical state of an id."""
        vector = self.prepared.packing.unpack(self.found.words(identity))
        return State(*self.prepared.model.ground.layout.state(vector))

    def states_between(self) -> Iterator[tuple[int, Any, Any]]:
        """The states of `between` likewise, with the ids and the depth of the rest states before."""
        states, slices = self.between()
        for depth, partition, first, stop in slices:
            yield depth, states.array(partition, first, stop), states.parents_of(partition)[first:stop]

    def between(self) -> tuple[StateSet, list[tuple[int, int, int, int]]]:
        """The sub-step states where a duty is due or a check fails, by a second run over the rest states; their
        parents are the rest states before. The slices: depth of those, partition, first index, index behind the last.
        """
        if self._between is None:
            self._between = self._collected()
        return self._between

    def _collected(self) -> tuple[StateSet, list[tuple[int, int, int, int]]]:
        prepared, found = self.prepared, self.found
        made = program(prepared.model, prepared.packing, between=True)
        library = compiled(made.text)
        between = StateSet(prepared.packing.words, library, found.set.budget)
        slices: list[tuple[int, int, int, int]] = []
        before = np.zeros(PARTITIONS, dtype=np.int64)
        with Crew(made, library, 1) as crew:
            for depth, level in enumerate([*found.levels, found.counts]):
                had = between.counts
                try:
                    for group in crew.groups(before, level):
                        with suppress(Misfit):  # the search has said why it stopped
                            crew.expand(found.set, group)
                        between.take(crew)
                except Full:  # what forced steps do was then not looked at everywhere
                    memory = found.set.budget // MEBIBYTE
                    found.stopped = (
                        found.stopped or f"stopped at the limit of {memory} MiB of memory, looking at forced steps"
                    )
                    return between, slices
                for partition, (first, stop) in enumerate(zip(had, between.counts, strict=True)):
                    if stop > first:
                        slices.append((depth, partition, int(first), int(stop)))
                before = level
        return between, slices


class Preparing:
    """Grounding once, laying out and compiling as often as numbers without bounds turn out to be larger."""

    def __init__(self, system: TransitionSystem, cache: Path | None = None) -> None:
        self.system, self.cache = system, cache
        self.phases: dict[str, float] = {}
        self.widths: dict[int, int] = {}
        began = time.perf_counter()
        states = dict.fromkeys(o.state for _, o in system.initial() if o.state is not None)
        ground = Ground(
            system.system, system.scope, system.reading, system.rulings,
            capped=True, family=(), apart=True, recording=True, start=(*states, *_walked(system)),
        )  # fmt: skip
        vectors = [ground.layout.vector(state) for state in states]
        self.model = finite(ground, vectors)
        self.spent("ground", began)

    @classmethod
    def of(cls, system: TransitionSystem, model: Finite) -> Preparing:
        """Of a model that is grounded already."""
        made = cls.__new__(cls)
        made.system, made.cache, made.phases, made.widths, made.model = system, None, {}, {}, model
        return made

    def layout(self) -> Packing:
        """The layout for the present widths, wide enough for the initial states."""
        while True:
            found = packing(self.model, self.widths)
            try:
                for vector in self.model.initial:
                    found.pack(vector)
            except Misfit as misfit:
                assert misfit.leaf is not None
                self._widen(misfit.leaf)
                continue
            return found

    def prepare(self) -> tuple[Prepared, list[tuple[int, ...]]]:
        """The code for the present widths, and the packed initial states."""
        began = time.perf_counter()
        layout = self.layout()
        made = program(self.model, layout)
        began = self.spent("emit", began)
        library = compiled(made.text, cache=self.cache)
        self.spent("compile", began)
        return Prepared(self.model, layout, made, library), [layout.pack(vector) for vector in self.model.initial]

    def widened(self, misfit: Misfit, states: StateSet) -> bool:
        """Whether there is more room for a value that did not fit. There is none for what counts as unbounded: it takes
        more than the last width, or has taken very many values on the way."""
        if misfit.leaf is None:
            return False
        had = self.widths.get(misfit.leaf, OPEN_BITS)
        if had >= WIDTHS[-1] or (had >= MOST_COUNTED_BITS and self._taken(misfit.leaf, states) > MOST_VALUES):
            return False
        self._widen(misfit.leaf)
        return True

    def _widen(self, leaf: int) -> None:
        had = self.widths.get(leaf, OPEN_BITS)
        self.widths[leaf] = next((w for w in WIDTHS if w > had), had + WORD)

    def _taken(self, leaf: int, states: StateSet) -> int:
        """How many values a leaf has in some states."""
        slot = next(slot for slot in packing(self.model, self.widths).slots if slot.leaf == leaf)
        return len(np.unique(stored(np.concatenate([states.array(p) for p in range(PARTITIONS)]), slot.pieces)))

    def why(self, misfit: Misfit) -> str:
        """Why a search stopped at a value that there is no more room for: what it is of, and the rule and its line."""
        ground = self.model.ground
        instance = None if misfit.step is None else ground.steps[misfit.step]
        place = "a rule" if instance is None else rule_place(ground, instance)
        if misfit.leaf is None:
            return f"stopped at a number of more than {MOST_BITS} bits in {place}"
        leaf = ground.layout.leaves[misfit.leaf]
        name = leaf.cell[1] if leaf.cell else leaf.name
        bits = self.widths.get(misfit.leaf, OPEN_BITS)
        return (
            f"stopped where {leaf.name} needs more than {bits} bits, and nothing bounds it, in {place}: "
            f"give it a cap ([caps] {name} = 20), or a range in its type"
        )

    def spent(self, phase: str, began: float) -> float:
        """Time since `began` goes to a phase; gives the time now."""
        now = time.perf_counter()
        self.phases[phase] = self.phases.get(phase, 0.0) + now - began
        return now


def _walked(system: TransitionSystem) -> Iterator[State]:
    """States of a random walk, always the same one; the forced sub-steps' included."""
    dice = Random(0)
    beginnings = [outcome.state for _, outcome in system.initial() if outcome.state is not None]
    state: State | None = None
    for _ in range(WALKED):
        if state is None:
            if not beginnings:
                return
            state = dice.choice(beginnings)
        try:
            allowed = [judged.instance for judged in system.candidates(state) if judged.allowed]
        except BranchEnds:
            allowed = []
        if allowed:
            outcome = system.take(state, dice.choice(allowed))
            yield from (substep.state for substep in outcome.substeps)
            state = outcome.state
        else:
            state = None


def explore_native(
    system: TransitionSystem,
    limits: Limits | None = None,
    workers: int | None = None,
    progress: Progress | None = None,
    cache: Path | None = None,
) -> Native:
    """Visit every reachable rest state under the system's reading. `workers`: threads, all cores unless given."""
    expect_few_choices(system.system, system.scope)
    limits, started = limits or Limits(), time.perf_counter()
    with limits.preparing():
        preparing = Preparing(system, cache)
    while True:
        with limits.since(started).preparing():
            prepared, initial = preparing.prepare()
        number, left = workers or processors(), limits.since(started)
        began = time.perf_counter()
        found = search(prepared.program, prepared.library, prepared.packing, initial, left, number, progress)
        if found.misfit is not None:
            if preparing.widened(found.misfit, found.set):
                continue
            found.stopped = preparing.why(found.misfit)
        preparing.spent("search", began)
        return Native(system, prepared, found, preparing.phases)
