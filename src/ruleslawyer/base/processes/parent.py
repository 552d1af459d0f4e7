"""A process that works for another one ends when that one does, however that ends: what it holds ends with it."""

from __future__ import annotations

import os
import signal
from multiprocessing import parent_process
from multiprocessing.connection import Connection, wait
from threading import Thread, Timer

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
