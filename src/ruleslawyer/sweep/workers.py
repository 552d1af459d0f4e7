"""Scopes of a sweep explored in this process, or in several; the outcomes come in the order of the scopes."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

from ruleslawyer.processes.parent import leave_with_parent
from ruleslawyer.sweep.outcome import Outcome, Task


class Workers:
    """A pool, where more than one process is asked for."""

    def __init__(self, number: int) -> None:
        self.pool: ProcessPoolExecutor | None = None
        if number > 1:
            # Not forked: the threads of the progress line would be half there.
            self.pool = ProcessPoolExecutor(number, get_context("spawn"), leave_with_parent)
            before = signal.signal(signal.SIGINT, signal.SIG_IGN)  # they inherit it: Ctrl-C is the parent's to handle
            for _ in range(number):
                self.pool.submit(os.getpid)
            signal.signal(signal.SIGINT, before)

    def __enter__(self) -> Workers:
        return self

    def __exit__(self, *_: object) -> None:
        if self.pool is not None:
            self.pool.shutdown(cancel_futures=True)

    def run(self, tasks: Sequence[Task]) -> Iterator[Outcome]:
        if self.pool is not None:
            return self.pool.map(_run, tasks)
        return map(_run, tasks)


def _run(task: Task) -> Outcome:
    return task()
