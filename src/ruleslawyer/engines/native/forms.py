"""Changed forms of a ruleset explored in one scope, one after the other, by the same code (`schemata`)."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b

import numpy as np

from ruleslawyer.base.arrays import Integers
from ruleslawyer.engines.native.build import Library
from ruleslawyer.engines.native.drive import Driver
from ruleslawyer.engines.native.edges import Edges, ForcedPasses
from ruleslawyer.engines.native.explore import (
    MOST_SUCCESSORS,
    Context,
    NativeSearch,
    refuse_seats,
)
from ruleslawyer.engines.native.lowering import Lowering
from ruleslawyer.engines.native.memory import PARTITIONS, Worker
from ruleslawyer.engines.native.names import MEMORY, Register
from ruleslawyer.engines.native.occurrence_log import TIMES
from ruleslawyer.engines.native.schemata import FunctionCoverage, Schemata
from ruleslawyer.engines.native.scope_data import Layout, entries
from ruleslawyer.engines.native.search import CapacityExceeded, LevelSearch, SearchResult, levels, refuse_log
from ruleslawyer.engines.native.sets import set_code
from ruleslawyer.engines.native.states import (
    LANES,
    NEVER,
    BufferSizes,
    Crew,
    ReusedSet,
    StateSetFull,
    TooManySuccessors,
)
from ruleslawyer.rulebook.claims.limits import Limits
from ruleslawyer.semantics.state import State
from ruleslawyer.semantics.transition import TransitionSystem


@dataclass(frozen=True)
class Forms:
    """The code of all forms of a ruleset, in the place of a compiled ruleset."""

    low: Lowering
    library: Library


class LayoutMismatch(Exception):
    """A form keeps its states otherwise; `low` names everything in it."""

    def __init__(self, low: Lowering) -> None:
        super().__init__()
        self.low = low


@dataclass
class FormExploration(NativeSearch):
    """An exploration of a form, in the memory of its scoped."""

    number: int = 0
    scoped: FormExplorer | None = None

    def context(self, system: TransitionSystem, times: int = TIMES) -> Context:
        made = super().context(system, times)
        if self.scoped:
            self.scoped.make_ready(made, self.number)
        return made


@dataclass(frozen=True)
class FormResult:
    """A form explored. digest: of all states, transitions and their labels, in the order in which they were found: two
    forms with the same one have the same graph. passed: functions of the code that some form has otherwise, and that
    ran."""

    by_code: NativeSearch
    digest: bytes
    passed: frozenset[str]

    @property
    def stopped(self) -> str:
        return self.by_code.found.stopped


class FormExplorer:
    """A scope in which forms are explored. `plain`: states are compared by what they say, not by their bits, so that
    forms that keep them otherwise can be compared too."""

    def __init__(
        self, schemata: Schemata, system: TransitionSystem, limits: Limits, low: Lowering | None = None
    ) -> None:
        """`low`: of the form that keeps its states otherwise."""
        refuse_seats(system)
        self.schemata, self.system, self.limits, self.plain = schemata, system, limits, low is not None
        self.layout = Layout(low or schemata.low, system.scope)
        self._states = ReusedSet(self.layout.words, set_code(self.layout.words, None, numbered=True), limits.bytes)
        self.passing = FunctionCoverage(schemata)
        self.contexts = [Context(self.layout, system) for _ in range(LANES)]
        self._pristine = [context.array.copy() for context in self.contexts]
        most = max(1, min(self.layout.firsts[""], MOST_SUCCESSORS))
        self._crew = Crew(BufferSizes(self.layout.words + 1, most), schemata.library, 1)
        for number, context in enumerate(self.contexts):
            context.given_to(self._crew, number)
            self._pristine[number][:] = context.array

    def _prepare(self, number: int, system: TransitionSystem) -> None:
        self._values, self._arrays = list[int](), list[Integers]()
        if number and self.schemata.forms[number - 1].function is None:  # what a scope says hangs on all of the rules
            low = self.schemata.low.beside(system.system, {})
            layout = Layout(low, system.scope)
            if not self.plain and _bits(layout) != _bits(self.layout):
                raise LayoutMismatch(low)
            self._values = list(entries(layout, system.reading, system.rulings, self._arrays).values())
        for context, pristine in zip(self.contexts, self._pristine, strict=True):
            if context.used:
                context.forget()
                context.marks.fill(0)
            context.array[:] = pristine
            self.make_ready(context, number)
        self.passing.seen.fill(0)
        self._crew.lengths.fill(0)
        for counter in (Worker.TRANSITIONS, Worker.ENDED, Worker.CROWDED, Worker.DEADLOCKED):
            self._crew.workers[:, counter] = 0

    def make_ready(self, context: Context, number: int) -> None:
        """A context runs the form that was prepared."""
        if self._values:
            context.array[Register.SIZE :] = self._values
        self.passing.given_to(context.array, number)

    def run(self, number: int, system: TransitionSystem, starts: Sequence[State]) -> FormResult:
        """Explore form `number`, whose rules are those of `system`, from some states. What was found before is
        no longer there."""
        self._prepare(number, system)
        code = Forms(self.schemata.low, self.schemata.library)
        self._states.clear()
        edges = Edges(self.limits.bytes // 2, self._states.capacity * PARTITIONS, None)
        made = FormExploration(
            system, code, self.layout, self.contexts, SearchResult(self._states), np.zeros((0, 4), dtype=np.int64),
            edges,
            number=number, scoped=self,
        )  # fmt: skip
        rows = [self.layout.pack(state) for state in dict.fromkeys(starts)]
        self._search(made, edges, rows)
        begun = repr(sorted(map(repr, dict.fromkeys(starts))) if self.plain else rows)
        return FormResult(made, self._digest(made, edges, begun), self.passing.names())

    def _search(self, made: FormExploration, edges: Edges, begun: Sequence[tuple[int, ...]]) -> None:
        """Searches one changed form breadth first, from these states; writes into `made` what it finds."""
        search, crew, began = made.found, self._crew, time.perf_counter()
        logs, low = list[Integers](), self.schemata.low
        passes = made.passes = ForcedPasses(self.layout.words)

        def drain() -> None:
            logs.append(driver.take_log())
            for context in self.contexts:
                context.used = context.used or len(logs[-1]) > 0
            passes.add(context.take_forced_states() for context in self.contexts)
            for context in self.contexts:
                if context.array[Register.LOGGED]:
                    logs.append(context.take_log())
                    refuse_log(low, logs[-1])
            if not edges.kept:
                raise StateSetFull

        driver = Driver(crew, self.contexts, [NEVER] * LANES, edges, low.names.failure, None, drain, lambda: None)
        with driver:
            try:
                crew.fill(search.set, ((row, ()) for row in begun))
                search.initial = search.size
                levels(LevelSearch(search, crew, self.limits, began, None, driver))
            except StateSetFull:
                search.stopped = self.limits.out_of_memory
            except CapacityExceeded as error:
                search.stopped, made.beyond = str(error), error.kind
            except TooManySuccessors:
                made.beyond, search.stopped = MEMORY, f"stopped at a state with more than {MOST_SUCCESSORS} choices"
            driver.end()
        search.transitions, search.ended = crew.total(Worker.TRANSITIONS), crew.total(Worker.ENDED)
        search.deadlocks.sort()
        made.log = np.concatenate([made.log, *logs])

    def _digest(self, made: FormExploration, edges: Edges, begun: str) -> bytes:
        """The digest of a graph. `begun`: the states that it begins with."""
        found, mixed = made.found, blake2b(digest_size=16)
        counts = found.size, found.transitions, found.ended, len(found.deadlocks), found.stopped
        if self.plain:
            mixed.update(repr((counts, begun, sorted(self._steps(made, edges)))).encode())
            return mixed.digest()
        mixed.update(repr((counts, begun, found.counts.tolist(), found.visited, found.deadlocks)).encode())
        for array in (*(found.set.array(partition) for partition in range(PARTITIONS)), *edges.rows):
            mixed.update(array.tobytes())
        return mixed.digest()

    def _steps(self, made: FormExploration, edges: Edges) -> Iterator[str]:
        """All steps in words: the label, the state before, and the state behind."""
        text = cache(lambda identity: repr(made.state(identity)))
        degrees, targets, labels = edges.rows
        states = (np.arange(first, stop) * PARTITIONS + at for _, at, first, stop in made.found.slices())
        expanded = np.concatenate([np.zeros(0, dtype=np.int64), *states])[: len(degrees)]
        for before, label, after in zip(
            np.repeat(expanded, degrees).tolist(), labels.tolist(), targets.tolist(), strict=True
        ):
            yield f"{label}: {text(before)} to {text(after)}"


def _bits(layout: Layout) -> object:
    """How states are kept."""
    return [(p.leaf.low, p.leaf.bytes, p.leaf.raw, p.offset) for p in layout.places.values()], layout.masks.tolist()
