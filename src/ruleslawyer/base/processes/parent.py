"""Processes that work for another one: they end when that one does, leave Ctrl-C and SIGTERM to it, or run a single
command whose end another has to tell.
"""

from __future__ import annotations

import atexit
import os
import signal
import sys
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager, suppress
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection, wait
from threading import Thread, Timer, current_thread, main_thread
from types import FrameType
from typing import Any

from ruleslawyer.base.processes.garbage import collect_seldom

GRACE = 3.0
"""Seconds."""


def leave_with_parent(line: Connection | None = None) -> None:
    """Let this process end with the one that started it, or once that closes its end of a line."""
    parent = parent_process()
    if parent is not None:
        Thread(target=_leave, args=([parent.sentinel, *([line] if line else ())],), daemon=True).start()


def leave_after_parent() -> None:
    """Let SIGTERM end this process a little later. It may have gone to a whole group of processes, and who is told of a
    worker's end before he hears the signal himself would take that for a mishap."""
    reading, writing = os.pipe()
    os.set_blocking(writing, False)
    signal.signal(signal.SIGTERM, lambda *_: _soon())
    signal.set_wakeup_fd(writing, warn_on_full_buffer=False)  # a handler would wait for code that runs long
    Thread(target=_hear, args=(reading,), daemon=True).start()


def _hear(reading: int) -> None:
    while number := os.read(reading, 1):
        if number[0] == signal.SIGTERM:
            _soon()


def _soon() -> None:
    timer = Timer(GRACE, os._exit, (1,))
    timer.daemon = True
    timer.start()


def _leave(ends: list[Connection | int]) -> None:
    wait(ends)
    os._exit(1)


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


DIED = 2
"""The exit code: nothing was answered."""
ENDED = frozenset({signal.SIGINT, signal.SIGTERM})
"""Signals that end a command. Its exit code is then 128 and the number of the signal, as in a shell."""


def go_apart() -> None:
    """Move the command into another process, in a group of its own. This one sends on what it is told, waits, and ends
    as that does."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.setpgid(0, 0)
        os.close(writing)
        Thread(target=_leave_with, args=(reading,), daemon=True).start()
        return

    def send(number: int, _: FrameType | None) -> None:
        with suppress(ProcessLookupError):
            os.kill(child, number)

    os.close(reading)
    for number in ENDED:
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, send)
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    if -code in ENDED:  # before it could say so itself
        sys.exit(128 - code)
    if code < 0:
        sys.stderr.write(f"error: the solver died ({signal.strsignal(-code)}), and what it found went with it\n")
        sys.stderr.write("  = help: ask again, of fewer properties, or with another --seed of `prove`\n")
    sys.exit(code if code >= 0 else DIED)


def _leave_with(line: int) -> None:
    """Ends this process once the one that waits for it has ended."""
    os.read(line, 1)
    os._exit(1)
