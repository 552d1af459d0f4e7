"""A command in a process of its own. What a solver does to memory is no exception of Python's: it ends the process that
it works in, and another has to say so."""

from __future__ import annotations

import os
import signal
import sys
from contextlib import suppress
from threading import Thread
from types import FrameType

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
