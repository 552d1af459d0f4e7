"""Exploring a scope with the code of its ruleset: contexts for the workers, the search, and what it logged."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

import numpy as np

from ruleslawyer.base.arrays import Bytes, Flags, Integers
from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.base.processes.executor import processors
from ruleslawyer.engines.native import walks
from ruleslawyer.engines.native.build import FAILS, Library
from ruleslawyer.engines.native.compiling import CompiledRuleset
from ruleslawyer.engines.native.concerned import DependencyTable
from ruleslawyer.engines.native.drive import Driver
from ruleslawyer.engines.native.edges import Edges, ForcedPasses, OutDegrees
from ruleslawyer.engines.native.kept import MEMO_WORDS
from ruleslawyer.engines.native.lowering import Lowering
from ruleslawyer.engines.native.memory import BEHIND, PARTITIONS, Reserved, Worker, align_to_page
from ruleslawyer.engines.native.names import (
    FORCED_ENTRIES,
    KNOWN_ENTRIES,
    LAST_TOLD,
    LOG_ENTRIES,
    MEMO_ENTRIES,
    MEMORY,
    MOST_PENDING,
    PLAY,
    SCRATCH_BYTES,
    UNBOUNDED,
    Register,
)
from ruleslawyer.engines.native.occurrence_log import TIMES, OccurrenceLog, entries_of, kinds_of_ends
from ruleslawyer.engines.native.offer import MOST_SEATS
from ruleslawyer.engines.native.runtime import LOG_WORDS, PENDING_WORDS, known_words, log_words
from ruleslawyer.engines.native.scope_code import PackingCode, ScopedCode
from ruleslawyer.engines.native.scope_data import Layout
from ruleslawyer.engines.native.search import CapacityExceeded, LevelSearch, SearchResult, levels, refuse_log
from ruleslawyer.engines.native.sets import set_of
from ruleslawyer.engines.native.states import LANES, Block, BufferSizes, Crew, StateSetFull, TooManySuccessors
from ruleslawyer.engines.native.storage import NONE_BIT
from ruleslawyer.engines.native.written import words_of
from ruleslawyer.ir import types as t
from ruleslawyer.ir.rules import FOLLOWED
from ruleslawyer.ir.system import Action, System
from ruleslawyer.rulebook.claims.choices import expect_few_choices
from ruleslawyer.rulebook.claims.limits import BY_CTRL_C, NO_MEMORY, Limits, Progress
from ruleslawyer.semantics.state import State
from ruleslawyer.semantics.transition import TransitionSystem

MOST_SUCCESSORS = 1 << 16
"""Of a state, for which buffers have room."""
ASKED_AT_ONCE = 1 << 14
"""States about which something is asked after the search."""
FORCED_BLOCKS = 16
"""Blocks of states for whose forced passes a lane has room."""
"""Kinds of property of which the graph says whether they hold."""


class Code(Protocol):
    """Compiled functions, and what named everything in them."""

    @property
    def low(self) -> Lowering: ...

    @property
    def library(self) -> Library: ...


class Context:
    """The cells that one lane's code reads and writes, and the memory behind them."""

    def __init__(self, layout: Layout, system: TransitionSystem, times: int = TIMES) -> None:
        """`times`: how often what may be an event is logged."""
        values, arrays = layout.entries(system.reading, system.rulings)
        names = layout.low.names
        self.array = align_to_page(np.int64, Register.SIZE + len(values))
        self.array[Register.SIZE :] = values
        self.marks = np.zeros(len(names.live) + 1, dtype=np.uint8)
        self.log_words = log_words(layout.low)
        self.log = Reserved(8 * self.log_words * LOG_ENTRIES)
        bytes_ = layout.bytes + 2 * layout.low.width // 8
        self._kept: list[object] = [arrays]
        self._memory: dict[Register, Reserved] = {}
        for register, size in (
            (Register.UNMARKED, len(self.marks)),
            (Register.LAST, 8 * (len(names.told) + 1) * (LAST_TOLD if layout.low.follows else 1 + layout.low.family)),
            (Register.QUEUE, 8 * PENDING_WORDS * (MOST_PENDING + 1)),
            (Register.SCRATCH, SCRATCH_BYTES),
            (Register.CURRENT, bytes_),
            (Register.NEXT, bytes_),
            (Register.BEFORE, bytes_),
            (Register.SPARE, bytes_),
            (Register.EARLIER, bytes_),
            (Register.PACKED, 8 * (layout.words + 2)),
            (Register.ASKED, 8 * words_of(layout.low)),
            (Register.FORCED, 8 * (layout.words + 1) * FORCED_ENTRIES * FORCED_BLOCKS),
            (Register.MEMO, 8 * MEMO_WORDS * MEMO_ENTRIES),
            (Register.KEPT, layout.blocks[""] + 8),
            (Register.TRIED, 3 * (bytes_ + BEHIND)),
            (Register.KNOWN, 8 * known_words(layout.low) * KNOWN_ENTRIES),
        ):
            memory = self._memory[register] = Reserved(size)
            self.array[register] = memory.address
        default = np.append(layout.default, np.zeros(8, dtype=np.uint8))  # `same` reads beyond the last byte
        masks = layout.masks.copy()
        self._kept += [default, masks]
        for register, array in ((Register.DEFAULTS, default), (Register.MASKS, masks), (Register.MARKS, self.marks)):
            self.array[register] = array.ctypes.data
        self.array[Register.LIVE] = self.array[Register.MARKS]
        self.array[Register.LOG] = self.log.address
        self.array[Register.BYTES], self.array[Register.WORDS] = layout.bytes, layout.words
        self.array[Register.MOST], self.array[Register.WRITER] = times, 1
        self.array[Register.RECORDING] = PLAY
        self.used = False
        """Whether anything was logged since it was new, or made to forget."""

    def memory(self, register: Register) -> Bytes:
        """The bytes that a register points to."""
        return self._memory[register].view(np.uint8)

    @property
    def forced_limit(self) -> int:
        """The end to which the memory of forced passes may be filled before a block is expanded."""
        row_bytes = 8 * (int(self.array[Register.WORDS]) + 1)
        return self._memory[Register.FORCED].address + row_bytes * FORCED_ENTRIES * (FORCED_BLOCKS - 2)

    def take_forced_states(self) -> Integers:
        """The states in which nothing but a pass can be done, and there are none then: what it leads to, and the id."""
        memory, words = self._memory[Register.FORCED], int(self.array[Register.WORDS])
        before = (int(self.array[Register.FORCED]) - memory.address) // (8 * (words + 1))
        count = before + int(self.array[Register.FORCES])
        self.array[Register.FORCED], self.array[Register.FORCES] = memory.address, 0
        return memory.view(np.uint64)[: count * (words + 1)].reshape(-1, words + 1).copy()

    def given_to(self, crew: Crew, lane: int) -> None:
        """The code of a lane runs in this context."""
        worker = crew.workers[lane]
        worker[Worker.CONTEXT] = self.array.ctypes.data
        self.array[Register.WORKER] = worker.ctypes.data
        self.array[Register.ROOM] = crew.block * crew.most_successors

    def forget(self, logged: Integers | None = None) -> None:
        """Forgets what was logged, so that it is logged again. `logged`: the entries of the log since it last forgot:
        then it looks at no others."""
        known = self._memory[Register.KNOWN]
        if logged is None:
            known.view(np.uint8).fill(0)
        else:
            places = entries_of(logged) >> np.uint64(8) & np.uint64(KNOWN_ENTRIES - 1)
            known.view(np.int64).reshape(KNOWN_ENTRIES, -1)[places] = 0
        self._memory[Register.LAST].view(np.uint8).fill(0)
        self.used = False

    def take_log(self) -> Integers:
        """The entries of the log, which is empty then: what, in which recording, the answer, at which state; in a
        family also under which readings."""
        count = int(self.array[Register.LOGGED])
        found = self.log.view(np.int64)[: self.log_words * count].reshape(-1, self.log_words).copy()
        self.array[Register.LOGGED] = 0
        self.used = self.used or count > 0
        return found


@dataclass
class NativeSearch:
    """A finished exploration. log: what was met, one row each: what, in which recording, the answer, at which state.
    edges: all of them, if they were kept; degrees: where one state stands for several, how many leave each. beyond: the
    kind of limit of this engine's own at which it stopped, if it did. passes: the forced ones; None where one state
    stands for several. often: where events were met that were no longer logged; None where not every state was
    expanded. packing, scope_code: code for the scope, as far as it was taken up. concerned: what contexts point to.
    begins: the kinds of events at which choices of the initial rule end."""

    system: TransitionSystem
    book: Code
    layout: Layout
    contexts: list[Context]
    found: SearchResult
    log: Integers
    edges: Edges | None = None
    degrees: OutDegrees | None = None
    beyond: str = ""
    passes: ForcedPasses | None = None
    often: OccurrenceLog | None = None
    packing: PackingCode | None = None
    scope_code: ScopedCode | None = None
    concerned: DependencyTable | None = None
    begins: frozenset[str] = frozenset()
    phases: dict[str, float] = field(default_factory=dict)

    @property
    def is_unbounded(self) -> bool:
        """Whether the search stopped at a field that grows, and that nothing bounds."""
        return self.beyond == UNBOUNDED

    def state(self, identity: int) -> State:
        """The canonical state of an id."""
        return self.layout.unpack(self.found.words(identity))

    def bytes_of_states(self, function: str, bytes_: int) -> Bytes:
        """The bytes that a function of the code writes about each state, in the order of a graph's numbers: a row for
        each."""
        found, done = np.zeros((self.found.size, bytes_), dtype=np.uint8), 0
        for _, _, rows in self.saying(function, bytes_):
            found[done : done + len(rows)] = rows
            done += len(rows)
        return found

    def saying(self, function: str, bytes_: int) -> Iterator[tuple[int, int, Bytes]]:
        """The same a few states at a time: their partition, and the place of the first in it."""
        ask = self.book.library.function(function, "ppiip")
        context = self.contexts[0]
        for _, partition, begin, end in self.found.slices():
            for first in range(begin, end, ASKED_AT_ONCE):
                stop = min(first + ASKED_AT_ONCE, end)
                words = self.found.set.words_at(partition, first, stop)
                rows = np.zeros((stop - first, bytes_), dtype=np.uint8)
                ask(context.array.ctypes.data, words, first, stop, rows.ctypes.data)
                yield partition, first, rows
        context.take_log()

    def endings(self) -> tuple[Flags, list[Flags]]:
        """For each state whether the game is over, and for each player whether he wins then."""
        width = self.layout.low.width
        bits = np.unpackbits(self.bytes_of_states("endings", width // 8), axis=1, bitorder="little").view(np.bool_)
        players = self.system.scope.size(self.system.system.players)
        return ~bits[:, width - NONE_BIT], [bits[:, player] for player in range(players)]

    def live(self) -> Iterator[str]:
        """The rules that were live, and clauses whose effect ran, as ``§5.4.1``."""
        return self.book.low.names.live_names(np.bitwise_or.reduce([context.marks for context in self.contexts]))

    def written_ranges(self) -> dict[tuple[str, str], tuple[int, int]]:
        """The least and the largest number that was ever written to each field that is stored as it is, by its frame
        and name."""
        entries, found = self.book.low.names.entries, dict[tuple[str, str], tuple[int, int]]()
        arrays = [context.array.view(np.int64) for context in self.contexts]
        for name, number in entries.items():
            if name[0] == "most":
                least = entries["least", *name[1:]]
                low, high = min(int(a[least]) for a in arrays), max(int(a[number]) for a in arrays)
                if low <= high:
                    found[name[1], name[2]] = low, high
        return found

    def crew(self, workers: int) -> Crew:
        """Lanes whose code has its contexts."""
        most = max(1, min(self.layout.firsts[""], MOST_SUCCESSORS))
        crew = Crew(BufferSizes(self.layout.words + 1, most), self.book.library, workers)
        for number, context in enumerate(self.contexts):
            context.given_to(crew, number)
        return crew

    def context(self, system: TransitionSystem, times: int = TIMES) -> Context:
        """One more, perhaps under another reading."""
        return Context(self.layout, system, times)

    def expand(self, crew: Crew, block: Block, context: Context, only: Flags | None = None) -> Integers:
        """The states that some states lead to in a context: a row for each step, its state, and the parent with the
        label. `only`: for each state of the block whether it is asked."""
        context.array[Register.ONLY] = 0 if only is None else only.ctypes.data
        context.given_to(crew, 0)
        crew.expand(self.found.set, block)
        context.array[Register.ONLY] = 0
        found = np.concatenate([np.zeros((0, crew.entry_words), dtype=np.uint64), *crew.buffer_entries()])
        crew.lengths.fill(0)
        return found


def layout_of(system: TransitionSystem) -> Layout:
    """How the states of a scope are packed."""
    return Layout(CompiledRuleset.of(system.system, system.scope).low, system.scope)


class Canonicalizer(Protocol):
    """A folding of states that are alike into one, by code that finds the representative."""

    @property
    def canonical(self) -> int: ...

    def representatives(self, states: Sequence[tuple[int, ...]]) -> list[tuple[int, ...]]: ...


def search_natively(
    system: TransitionSystem,
    limits: Limits | None = None,
    workers: int | None = None,
    progress: Progress | None = None,
    cache: Path | None = None,
    folded: Callable[[Layout], Canonicalizer] | None = None,
    without: tuple[System, tuple[str, ...]] | None = None,
) -> NativeSearch:
    """Visit every reachable rest state under the system's reading. `workers`: threads, all cores unless given.
    `folded`: what to put in the place of each state. `without`: the ruleset that has a clause which is left out, and
    where that hangs."""
    limits, began = limits or Limits(), time.perf_counter()
    refuse_seats(system)
    with limits.preparing():
        made, fold = _prepare(system, limits, cache, folded, without)
        layout = made.layout
        made.phases["ready"] = time.perf_counter() - began
        outcomes = [outcome for _, outcome in system.initial()]
        made.begins = kinds_of_ends(outcomes)
        begun = dict.fromkeys(outcome.state for outcome in outcomes if outcome.state is not None)
        starts = [layout.pack(state) for state in begun]
        starts = fold.representatives(starts) if fold else starts
    found, taking = made.found, LaneCollector(made, fold, cache)
    made.concerned = concerned = DependencyTable(layout, [context.array for context in made.contexts])
    limits, began = limits.since(began), time.perf_counter()
    crew = made.crew(max(1, min(workers or processors(), PARTITIONS)))
    with taking.driver(crew) as driver:
        taking.begin(crew)
        with _stopping(made, limits):
            crew.fill(found.set, ((state, ()) for state in dict.fromkeys(starts)))
            found.initial = found.size
            going = LevelSearch(found, crew, limits, began, progress, driver)
            levels(going, concerned.look)
            going.tell()  # what comes next may take longer than the search did
        driver.end()
        found.transitions, found.ended = crew.total(Worker.TRANSITIONS), crew.total(Worker.ENDED)
    found.deadlocks.sort()
    found.seconds = made.phases["search"] = time.perf_counter() - began
    taking.end()
    return made


class LaneCollector:
    """Everything that a search takes from its lanes, now and then."""

    def __init__(self, made: NativeSearch, fold: Canonicalizer | None, cache: Path | None) -> None:
        self._made, self._fold, self._cache = made, fold, cache
        self._logs: list[Integers] = []
        self._passes, self._often = ForcedPasses(made.layout.words, made.edges), OccurrenceLog(made.contexts)
        self._driver: Driver | None = None
        low, layout, system = made.book.low, made.layout, made.system
        made.packing = None if fold else PackingCode(layout, cache)
        made.scope_code = self._scoped = ScopedCode(low, layout, system, cache, whole=not fold)

    def driver(self, crew: Crew) -> Driver:
        """The driver of these lanes."""
        made, states = self._made, self._made.found.set
        self._driver = Driver(
            crew, made.contexts, self._often.limits, made.edges or made.degrees,
            made.book.low.names.failure, self._cache, lambda: self._drain(crew), lambda: self._passes.enter(states),
        )  # fmt: skip
        return self._driver

    def begin(self, crew: Crew) -> None:
        crew.take(self._scoped.best(self._made.book.library, 0.0))

    def _drain(self, crew: Crew) -> None:
        """Some blocks have been expanded."""
        made = self._made
        crew.take(self._scoped.best(made.book.library, crew.seconds))
        if made.packing:
            made.packing.take_up([context.array for context in made.contexts], made.found.visited)
        self._passes.add(context.take_forced_states() for context in made.contexts)
        self._often.take()
        if self._driver:
            self._logs.append(self._driver.take_log())
        for context in made.contexts:
            if context.array[Register.LOGGED]:
                self._logs.append(context.take_log())
                refuse_log(made.book.low, self._logs[-1])

    def end(self) -> None:
        """The search is over."""
        made = self._made
        made.log = np.concatenate([np.zeros((0, LOG_WORDS), dtype=np.int64), *self._logs])
        made.passes, made.often = None if self._fold else self._passes, None if made.found.stopped else self._often
        self._often.end()
        self._scoped.end()


def _prepare(
    system: TransitionSystem,
    limits: Limits,
    cache: Path | None,
    folded: Callable[[Layout], Canonicalizer] | None,
    without: tuple[System, tuple[str, ...]] | None,
) -> tuple[NativeSearch, Canonicalizer | None]:
    """An exploration that has found nothing yet, and what it puts in the place of each state."""
    whole, clause = without or (system.system, ())
    book = CompiledRuleset.of(whole, system.scope, cache, "less" if without else "search")
    layout = Layout(book.low, system.scope)
    contexts = [Context(layout, system) for _ in range(LANES)]
    fold = folded(layout) if folded else None
    for context in contexts:
        if without:
            context.array[book.low.names.entries["without", *clause]] = 1
        context.array[Register.CANONICAL] = fold.canonical if fold else 0
    follow = any(c.kind in FOLLOWED for c in system.system.checks.values()) and not fold
    states = set_of(layout.words, limits.bytes, cache, numbered=follow, compress=limits.compress)
    most = states.most * PARTITIONS
    edges = Edges(limits.bytes // 2, most, cache) if follow else None
    if follow:
        with suppress(*FAILS):  # there is room for it now; else it is tried again when the search is over
            walks.walk_library()
    return NativeSearch(
        system, book, layout, contexts, SearchResult(states), np.zeros((0, 4), dtype=np.int64), edges,
        OutDegrees(most, cache) if fold else None, phases=dict(book.phases),
    ), fold  # fmt: skip


@contextmanager
def _stopping(made: NativeSearch, limits: Limits) -> Iterator[None]:
    """Note why a search ends before all is found, where it does."""
    found = made.found
    try:
        yield
    except StateSetFull:
        found.stopped = limits.out_of_memory
    except CapacityExceeded as error:
        found.stopped, made.beyond = str(error), error.kind
    except TooManySuccessors:
        made.beyond = MEMORY
        found.stopped = f"stopped at a state with more than {MOST_SUCCESSORS} choices"
    except MemoryError:
        found.stopped = NO_MEMORY
    except KeyboardInterrupt:
        found.stopped = BY_CTRL_C


def refuse_seats(system: TransitionSystem) -> None:
    """Not so many who choose at once that nobody could wait for all of their choices."""
    scope = system.scope
    expect_few_choices(system.system, scope)
    for name in {key for action in system.system.actions.values() for key in _seat_sorts(action)}:
        if scope.size(name) > MOST_SEATS:
            raise UsageError(f"more than {MOST_SEATS} members of {name} choose at once", f"scope {scope.name}")


def _seat_sorts(action: Action) -> Iterator[str]:
    """The sorts whose members each make a choice of a joint action."""
    for parameter in action.function.parameters:
        if isinstance(parameter.type, t.Map) and isinstance(parameter.type.key, t.Sort):
            yield parameter.type.key.name
