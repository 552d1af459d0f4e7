"""Processes that do one kind of job, and leave Ctrl-C and SIGTERM to the one that started them."""

from __future__ import annotations

import atexit
import os
import signal
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from threading import current_thread, main_thread
from typing import Any

from ruleslawyer.base.processes.garbage import collect_seldom
from ruleslawyer.base.processes.parent import leave_after_parent, leave_with_parent

Map = Callable[[Callable[[Any], Any], Iterable[Any]], Iterator[Any]]
"""`map`, wherever it is done."""


def spawn(count: int, prepare: Callable[..., None] = leave_with_parent, *given: Any) -> ProcessPoolExecutor:
    """A pool of `count` processes, each prepared; they do not hear Ctrl-C, which is for this one."""
    # Not forked: a fork would copy locks that threads of this process hold, and half of its progress line.
    pool = ProcessPoolExecutor(count, get_context("spawn"), _prepare, (prepare, *given))
    with _deaf():
        for _ in range(count):
            pool.submit(os.getpid)
    return pool


def _prepare(prepare: Callable[..., None], *given: object) -> None:
    collect_seldom()
    atexit.register(os._exit, 0)  # rules are large: taking them apart would take seconds, for which others wait
    leave_after_parent()
    prepare(*given)


@contextmanager
def mapping(count: int, prepare: Callable[..., None] = leave_with_parent, *given: object) -> Iterator[Map]:
    """`map` in so many processes, each prepared; in this one, where that is one."""
    if count == 1:
        prepare(*given)
        yield map
        return
    pool = spawn(count, prepare, *given)
    try:
        yield pool.map
    finally:
        pool.shutdown(cancel_futures=True)


@contextmanager
def _deaf() -> Iterator[None]:
    """Processes that are started inside inherit that Ctrl-C is ignored."""
    if current_thread() is not main_thread():  # nor is it heard here
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
