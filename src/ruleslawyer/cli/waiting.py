"""A line now and then on standard error while a command says nothing else: what it is at, and for how long."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from threading import Event, Thread
from time import monotonic

SILENT = 4.0
"""Seconds without a word after which one is said."""
READING = "reading the rules"
"""What a command is at that has not said what."""


class Waiting:
    """Speaks where a command has been silent for long."""

    def __init__(self) -> None:
        self.began = self.last = monotonic()
        self.title, self.text = READING, ""
        self.silenced = self.within = 0

    def due(self, now: float) -> bool:
        return not self.silenced and now - self.last >= SILENT

    def line(self, now: float) -> str:
        """The line to print: what work it is, how far it is, and since when."""
        about = f"{self.title}: {self.text}" if self.text else self.title
        return f"{about} ({now - self.began:.0f} s)\n"


_running: list[Waiting] = []
"""That of the running command, if it waits for nobody."""


@contextmanager
def waiting() -> Iterator[None]:
    """Speak while a command runs that asks its user nothing, unless RULESLAWYER_PROGRESS=0 wants silence."""
    if os.environ.get("RULESLAWYER_PROGRESS") == "0":
        yield
        return
    mine, ended = Waiting(), Event()
    _running.append(mine)

    def speak() -> None:
        while not ended.wait(SILENT / 8):
            now = monotonic()
            if mine.due(now):
                mine.last = now
                with suppress(OSError, ValueError):  # nobody listens any more
                    sys.stderr.write(mine.line(now))
                    sys.stderr.flush()

    thread = Thread(target=speak, name="waiting", daemon=True)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()
        _running.remove(mine)


def heard() -> None:
    """Something is printed: the silence is over."""
    for one in _running:
        one.last = monotonic()


@contextmanager
def at(title: str) -> Iterator[Callable[[str], None]]:
    """Work of a title, which tells how far it is."""
    if not _running:
        yield lambda text: None
        return
    one = _running[-1]
    before = one.title, one.text
    one.title, one.text = title, ""
    one.within += 1

    def tell(text: str) -> None:
        one.text = text

    try:
        yield tell
    finally:
        one.within -= 1
        one.title, one.text = before if one.within else (f"after {title}", "")


@contextmanager
def quiet() -> Iterator[None]:
    """Somebody else speaks, or waits for an answer."""
    for one in _running:
        one.silenced += 1
    try:
        yield
    finally:
        heard()
        for one in _running:
            one.silenced -= 1
