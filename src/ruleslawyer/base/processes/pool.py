"""Jobs side by side, in processes of their own: one Python process makes use of one core."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from heapq import heappop, heappush
from multiprocessing import get_context
from multiprocessing.connection import Connection
from threading import RLock
from typing import Any, Protocol, TypeVar

from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.base.processes.executor import Job, Question, processors, use_only
from ruleslawyer.base.processes.parent import leave_with_parent, spawn

T = TypeVar("T")
FEW = 8
"""Pieces of work that are not worth the start of other processes."""


def _of(job: Job[object]) -> object:
    return getattr(job, "root", None), getattr(job, "ruleset", None)


class Lender(Protocol):
    """A lender to new processes of what this one has read."""

    def lend(self, of: object) -> None:
        """Is told of each ruleset before its first job is given away."""

    @property
    def borrowing(self) -> Callable[[], None]:
        """A call by which a new process can take it."""


def _alone(line: Connection, *first: Callable[[], None]) -> None:
    _begin(line, first)
    use_only(1)


def _beside_others(line: Connection, *first: Callable[[], None]) -> None:
    _begin(line, first)
    use_only(1, at_length=processors())


def _begin(line: Connection, first: Iterable[Callable[[], None]]) -> None:
    leave_with_parent(line)
    for one in first:
        one()


class Workers:
    """The processes for whatever several rulesets want done: one pool, so that no core waits for a ruleset's last job.

    What a ruleset wants goes before what those want that asked for something later, however late it is wanted, but for
    jobs that begin earlier (`Question.ahead`). They end with the block of this context, whatever they do, and with this
    process, however it ends. Where little is wanted, or there is one core, nothing is started: who wants a result makes
    it.
    """

    def __init__(self, width: int | None = None, lender: Lender | None = None) -> None:
        """`width`: so many processes, each on one core, however little is wanted. `lender`: who lends them rules."""
        self._width, self._lender = width, lender
        self._lent = set[object]()
        self._wanted: dict[Job[Any], int] = {}
        self._running: dict[Job[Any], Future[Any]] = {}
        self._waiting: list[tuple[int, int, Job[Any]]] = []
        self._turns: dict[object, int] = {}
        """In which order rulesets asked."""
        self._given, self._lock = 0, RLock()
        self._pool: ProcessPoolExecutor | None = None
        self._line, self._ends = get_context("spawn").Pipe(duplex=False)

    def __enter__(self) -> Workers:
        return self

    def __exit__(self, *_: object) -> None:
        if not all(future.done() for future in self._running.values()):
            self._ends.close()  # whatever they do is not wanted any more
        with self._lock:
            self._waiting.clear()
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)
        self._ends.close()
        self._line.close()

    @property
    def width(self) -> int:
        return self._width or processors()

    def want(self, job: Job[object], pieces: int = 1) -> None:
        """Something to be done, of so many pieces; what a ruleset wants first begins first. Where much is wanted
        already, it begins while more is being read."""
        self._wanted[job] = pieces
        self._turns.setdefault(_of(job), len(self._turns))
        if self._pool or len(self._wanted) >= FEW * self.width:  # each core has something to do
            self.start()

    def start(self) -> None:
        """Begin with all that is wanted, if it is much."""
        if self._width is None and (processors() == 1 or sum(self._wanted.values()) < FEW):
            return
        if self._pool is None:
            prepare = _alone if self._width else _beside_others
            first = (self._lender.borrowing,) if self._lender else ()
            self._pool = spawn(self._width or min(processors(), len(self._wanted)), prepare, self._line, *first)
        new = [job for job in self._wanted if job not in self._running]
        if self._lender is not None:
            for of in dict.fromkeys(_of(job) for job in new):
                if of not in self._lent:
                    self._lent.add(of)
                    self._lender.lend(of)
        with self._lock:
            for job in new:
                self._running[job] = Future()
                turn = self._turns[_of(job)] - getattr(job, "ahead", 0)
                heappush(self._waiting, (turn, len(self._running), job))
        self._give()

    def _give(self) -> None:
        """The pool gets as much as it works on, and one job to go on with."""
        with self._lock:
            while self._pool and self._waiting and self._given <= self.width:
                *_, job = heappop(self._waiting)
                mine = self._running[job]
                try:
                    theirs = self._pool.submit(job)
                except RuntimeError as error:  # the pool is broken, or no longer there: so for all that wait
                    mine.set_exception(error)
                else:
                    self._given += 1
                    theirs.add_done_callback(partial(self._take, mine))

    def _take(self, mine: Future[object], theirs: Future[object]) -> None:
        with self._lock:
            self._given -= 1
        if theirs.cancelled():
            mine.cancel()
        elif (error := theirs.exception()) is not None:
            mine.set_exception(error)
        else:
            mine.set_result(theirs.result())
        self._give()

    def has_begun(self, job: Job[object]) -> bool:
        """Whether a process has this job, or had it."""
        return job in self._running

    def is_done(self, job: Job[object]) -> bool:
        """Whether its result is there."""
        future = self._running.get(job)
        return future is not None and future.done() and not future.cancelled() and future.exception() is None

    def first(self, jobs: Collection[Job[object]], seconds: float) -> Job[Any] | None:
        wait([self._running[job] for job in jobs], seconds, FIRST_COMPLETED)
        return next((job for job in jobs if self._running[job].done()), None)

    def map(self, jobs: Iterable[Question[T]]) -> Iterator[T]:
        """Here, one after the other: who has many for processes gives them what they have in common (`mapping`)."""
        return (job() for job in jobs)

    def result(self, job: Job[T], tell: Callable[[str], None] | None = None) -> T:
        """The result of a job that is begun; waits for it. A `UsageError` where its process was ended from outside."""
        mine: Future[T] = self._running[job]
        while not mine.done():
            left = [future for future in self._running.values() if not future.done()]
            if tell:
                tell(f"{len(self._running) - len(left)} of {len(self._running)} jobs done")
            wait(left, return_when=FIRST_COMPLETED)
        try:
            return mine.result()
        except BrokenProcessPool as error:
            if error.__cause__ is not None:  # what it sent could not be read
                raise
            mend = "perhaps there was not enough memory: name fewer rulesets or scopes"
            raise UsageError("a process that worked for this command was ended from outside", None, mend) from error
