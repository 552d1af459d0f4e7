"""A process that works for another one ends when that one does, however that ends: what it holds ends with it."""

from __future__ import annotations

import os
from multiprocessing import parent_process
from multiprocessing.connection import Connection, wait
from threading import Thread


def leave_with_parent(line: Connection | None = None) -> None:
    """From now on this process ends with the one that started it, or once that closes its end of a line."""
    parent = parent_process()
    if parent is not None:
        Thread(target=_leave, args=([parent.sentinel, *([line] if line else ())],), daemon=True).start()


def _leave(ends: list[Connection | int]) -> None:
    wait(ends)
    os._exit(1)
