"""Breadth-first search on disk: level by level, each a checkpoint; the same command goes on where one ended."""

from __future__ import annotations

import errno
import multiprocessing
import platform
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Literal, Protocol

import numpy as np

from ruleslawyer.base.arrays import Integers
from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.base.processes.parent import leave_with_parent, spawn
from ruleslawyer.engines.native.disk import tasks
from ruleslawyer.engines.native.disk.folder import (
    Checkpoint,
    LaneExpansion,
    Level,
    PartitionMerge,
    checkpoint,
    expanded_name,
    has_search,
    lock_folder,
    merged_name,
    read_arrays,
    read_expansion,
    read_levels,
    read_merge,
    save,
    sweep,
)
from ruleslawyer.engines.native.disk.found import DiskForcedPasses, DiskSearchResult, DiskStateSet
from ruleslawyer.engines.native.disk.merging import merge, merge_streams
from ruleslawyer.engines.native.disk.tasks import OpenSearch, SearchProblem
from ruleslawyer.engines.native.explore import Context, NativeSearch, refuse_seats
from ruleslawyer.engines.native.memory import PARTITIONS
from ruleslawyer.engines.native.names import Register
from ruleslawyer.engines.native.occurrence_log import kinds_of_ends
from ruleslawyer.engines.native.runtime import LOG_WORDS
from ruleslawyer.engines.native.states import LANES
from ruleslawyer.rulebook.claims.limits import BY_CTRL_C, Limits, Progress
from ruleslawyer.semantics.transition import TransitionSystem

SAVED_EVERY = 2.0
"""Seconds between the checkpoints of small levels: no more is lost."""
TRIES = 3
"""How often a task may end with its process."""


TaskName = Literal["expand", "merge"]
TASKS: Mapping[TaskName, Callable[[int, int, str], None]] = MappingProxyType({"expand": tasks.expand, "merge": merge})
"""By names that any process knows: of a lane or a share of the partitions, a level, a folder."""


class TaskRunner(Protocol):
    """Whoever has tasks done, in any order; all of them are done at the end."""

    def each(self, task: TaskName, numbers: Iterable[int], level: int, folder: str) -> Iterator[None]: ...


class InlineRunner:
    """This process, for all of them."""

    def each(self, task: TaskName, numbers: Iterable[int], level: int, folder: str) -> Iterator[None]:
        for number in numbers:
            TASKS[task](number, level, folder)
            yield


class ProcessRunner:
    """Processes of this machine; one that ends is replaced, and what it did is done again."""

    def __init__(self, count: int, folder: str, problem: SearchProblem) -> None:
        self._count, self._given = count, (folder, problem)
        self._pool: ProcessPoolExecutor | None = None

    def each(self, task: TaskName, numbers: Iterable[int], level: int, folder: str) -> Iterator[None]:
        left, tries = set(numbers), 0
        while left:
            try:  # of which every line may meet that a process has ended
                self._pool = self._pool or spawn(self._count, _prepare, *self._given)
                running = {self._pool.submit(TASKS[task], number, level, folder): number for number in sorted(left)}
                for future in as_completed(running):
                    future.result()
                    left.discard(running[future])
                    yield
            except BrokenProcessPool:
                if self._pool is not None:
                    self._pool.shutdown()  # those that are left end before others begin
                self._pool, tries = None, tries + 1
                if tries == TRIES:
                    mend = "give it less --workers, or more memory; the same command goes on from there"
                    raise UsageError(f"processes ended at level {level}, {TRIES} times running", folder, mend) from None

    def end(self) -> None:
        """Nothing of it runs any more."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
        for process in multiprocessing.active_children():
            process.kill()
            process.join()


def _prepare(folder: str, problem: SearchProblem) -> None:
    leave_with_parent()
    tasks.prepare(folder, problem)


def take_part(
    system: Callable[[], TransitionSystem], folder: str, question: str, memory: int, task: TaskName, number: int,
    level: int,
) -> None:  # fmt: skip
    """Do one task of a search that goes on elsewhere, in a folder that is seen from here too."""
    if not has_search(Path(folder), question):
        mend = "name a folder with --disk that lies on storage which all machines of the cluster share"
        raise UsageError(f"a worker on {platform.node()} does not see the search", folder, mend)
    if tasks.search_name(folder) != question:
        tasks.prepare(folder, tasks.search_problem(system(), question, memory))
    TASKS[task](number, level, folder)


def explore_on_disk(
    system: TransitionSystem,
    folder: Path,
    question: str,
    limits: Limits | None = None,
    workers: int = 1,
    progress: Progress | None = None,
    executor: TaskRunner | None = None,
) -> NativeSearch:
    """Every state of a scope, in a folder that keeps whole levels. `question`: what tells this search from any other.
    Limits are looked at between levels. `executor`: who does the tasks, by default processes of this machine."""
    limits, began = limits or Limits(), time.perf_counter()
    refuse_seats(system)
    asked = tasks.search_problem(system, question, limits.bytes // max(1, workers))
    place = str(folder)
    with lock_folder(folder, question):
        with limits.preparing():
            tasks.prepare(place, asked)
        processes = ProcessRunner(workers, place, asked) if executor is None and workers > 1 else None
        try:
            run = _Run(folder, question, executor or processes or InlineRunner(), limits, began, progress)
            run.levels()
        except OSError as error:
            if error.errno not in (errno.ENOSPC, errno.EDQUOT):
                raise
            mend = "make room there; the same command goes on from the last whole level"
            raise UsageError("the disk is full", place, mend) from None
        finally:
            if processes:
                processes.end()
        if run.stopped == BY_CTRL_C and executor is None:  # nobody writes there any more
            run.clear()
        tasks.open_search(place).scoped.end()
        return run.result(system, tasks.open_search(place))


class _Run:
    """One run of a search, from its last checkpoint on."""

    def __init__(
        self, folder: Path, question: str, executor: TaskRunner, limits: Limits, began: float, progress: Progress | None
    ) -> None:
        self.folder, self.place, self.question, self.executor = folder, str(folder), question, executor
        self.state_bytes = 8 * tasks.open_search(self.place).words
        self.limits, self.began, self.progress = limits, began, progress
        self.every: list[Level] = []
        self.whole, self.saved, self.careful = 0, began, False
        """Levels that have a checkpoint; when the last was written; whether each has to have one."""
        self.stopped, self.beyond = "", ""

    def levels(self) -> None:
        """Until nothing is new, or a limit is met."""
        self.every = read_levels(self.folder, self.question)
        if not self.every:
            sweep(self.folder, ())
            tasks.write_first_level(self.place)
            self.every = read_levels(self.folder, self.question)
        self.whole = len(self.every)
        self.clear()
        try:
            while sum(self.every[-1].new) and not self._stops():
                self._level(self.every[-1])
                if self.beyond and self.whole < len(self.every):  # the contexts have gone on: once more, level by level
                    del self.every[self.whole :]
                    self.stopped, self.beyond, self.careful = "", "", True
            if self.whole < len(self.every):
                self._save()
        except KeyboardInterrupt:
            del self.every[self.whole :]
            self.stopped = BY_CTRL_C

    def _stops(self) -> bool:
        visited = sum(self.every[-1].before)
        self.stopped = (
            self.stopped or self.limits.too_many(visited) or self.limits.too_long(time.perf_counter() - self.began)
        )
        return bool(self.stopped)

    def _level(self, at: Level) -> None:
        done, waiting = sum(at.before), sum(at.new)
        told = partial(self._tell, at, done, waiting)
        expanded, merged = self._here(at, told) if at.tasks == 1 else self._by_tasks(at, told)
        if self.stopped:
            return
        new = tuple(map(sum, zip(*(each.new for each in merged), strict=True)))
        runs = tuple(each.visited for each in merged)
        after = Level(
            at.level + 1,
            tuple(each.states for each in merged),
            new,
            tuple(b + n for b, n in zip(at.before, at.new, strict=True)),
            (*runs, at.visited[-1]) if at.tasks > 1 else (*at.visited[:-1], *runs),
            PARTITIONS if sum(new) * self.state_bytes > tasks.LEAST else 1,
            tuple(each.context for each in expanded),
            tuple(each.said for each in expanded),
            tuple(each.led for each in merged),
            tuple(each.steps for each in merged),
            at.transitions + sum(each.transitions for each in expanded),
            at.ended + sum(each.ended for each in expanded),
            at.forced + sum(each.forced for each in expanded),
        )
        self.every.append(after)
        if at.tasks > 1 or after.tasks > 1 or self.careful or time.perf_counter() - self.saved > SAVED_EVERY:
            self._save()

    def _here(self, at: Level, told: Callable[[int], None]) -> tuple[list[LaneExpansion], list[PartitionMerge]]:
        """Do a small level in this process: of its tasks nothing is written."""
        search, expanded, spools = tasks.open_search(self.place), list[LaneExpansion](), list[tasks.Spool]()
        for lane in range(LANES):
            spools.append(tasks.Spool(search, f"{at.level}-{lane}"))
            expanded.append(tasks.expand_lane(search, at, lane, spools[-1]))
            told(lane + 1)
        self._look(expanded)
        if self.stopped:
            return [], []
        came = [stream for spool in spools for stream in spool.streams(search.piece // LANES)]
        others = [run for runs in at.visited[:-1] for run in runs]
        return expanded, [merge_streams(search, at, 0, came, at.visited[-1], others)]

    def _by_tasks(self, at: Level, told: Callable[[int], None]) -> tuple[list[LaneExpansion], list[PartitionMerge]]:
        for number, _ in enumerate(self.executor.each("expand", range(LANES), at.level, self.place), 1):
            told(number)
        expanded = [read_expansion(self.folder, expanded_name(lane, at.level), self.question) for lane in range(LANES)]
        self._look(expanded)
        if self.stopped:
            return [], []
        for _ in self.executor.each("merge", range(at.tasks), at.level, self.place):
            told(LANES)
        names = (merged_name(number, at.level) for number in range(at.tasks))
        return expanded, [read_merge(self.folder, name, self.question) for name in names]

    def _look(self, expanded: Iterable[LaneExpansion]) -> None:
        for each in expanded:
            if each.stopped:  # nothing of this level counts
                self.stopped, self.beyond = each.stopped, each.beyond

    def _save(self) -> None:
        """A checkpoint of the levels that have none. Who goes on reads the contexts of the last one."""
        search, last = tasks.open_search(self.place), self.every[-1]
        if last.level and None in last.contexts:
            contexts = tuple(tasks.save_context(search, lane, last.level - 1) for lane in range(LANES))
            self.every[-1] = last = replace(last, contexts=contexts)
        levels = Checkpoint(tuple(self.every[self.whole :]))
        save(self.folder, checkpoint(last.level), levels, self.question)
        self.whole, self.saved = len(self.every), time.perf_counter()
        self.clear()

    def clear(self) -> None:
        """Deletes the files that later levels do not need."""
        last = self.every[-1]
        kept = {named.name for level in self.every for named in level.lasting}
        tasks_done = [expanded_name(lane, last.level) for lane in range(LANES)]
        for name in tasks_done:  # of a level that was begun
            if (self.folder / name).exists():
                done = read_expansion(self.folder, name, self.question)
                kept |= {name, *(n.name for n in (*done.runs, done.said, done.context) if n)}
        for number in range(last.tasks):
            name = merged_name(number, last.level)
            if (self.folder / name).exists():
                one = read_merge(self.folder, name, self.question)
                kept |= {name, *(n.name for n in (one.states, one.led, one.steps, *one.visited) if n)}
        sweep(self.folder, kept | {named.name for named in last.files})

    def _tell(self, at: Level, done: int, waiting: int, lanes: int) -> None:
        if self.progress:
            self.progress(done + waiting * lanes // LANES, waiting - waiting * lanes // LANES, at.transitions)

    def result(self, system: TransitionSystem, search: OpenSearch) -> NativeSearch:
        """The search's result in the form of a search in memory."""
        last = self.every[-1]
        states = DiskStateSet(search.words, self.folder, self.every)
        levels = [np.array(level.before) + np.array(level.new) for level in self.every if sum(level.new)]
        found = DiskSearchResult(states, sum(self.every[0].new), levels, sum(last.before), last.transitions, last.ended)
        logs: list[Integers] = [np.zeros((0, LOG_WORDS), dtype=np.int64)]
        stuck: list[int] = []
        for level in self.every:
            for named in level.said:
                if named is not None:
                    arrays = read_arrays(self.folder, named)
                    logs.append(arrays["log"])
                    stuck += arrays["stuck"].tolist()
        found.deadlocks = sorted(map(int, stuck))
        found.stopped, found.seconds = self.stopped, time.perf_counter() - self.began
        contexts = [Context(search.layout, system) for _ in range(LANES)]
        for context, remembered in zip(contexts, last.contexts, strict=True):
            if remembered is not None:
                tasks.restore(context, search, read_arrays(self.folder, remembered))
            context.array[Register.FOLLOWS] = 0
        by_code = NativeSearch(system, search.book, search.layout, contexts, found, np.concatenate(logs))
        by_code.beyond, by_code.passes = self.beyond, DiskForcedPasses(states)
        by_code.begins = kinds_of_ends(outcome for _, outcome in system.initial())
        return by_code
