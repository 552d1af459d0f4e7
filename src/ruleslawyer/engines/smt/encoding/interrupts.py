"""Ctrl-C or SIGTERM while z3 thinks. Left to itself, z3 takes the first, and loses it where it has its answer then."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from ctypes import ArgumentError
from threading import Thread, current_thread, main_thread
from time import sleep
from weakref import WeakSet

import z3

SENT_AGAIN = 0.2
"""Seconds in which a Ctrl-C that Python dropped comes again, where the command sends it."""
WELL_INSIDE = 0.05
"""Seconds after which z3 is told. As a question begins it forgets an earlier word, and then hears no later one, nor its
own limit of time; and Python tells this thread just before it begins one."""
_contexts: WeakSet[z3.Context] = WeakSet()


def new_context() -> z3.Context:
    """A context of z3 whose work Ctrl-C ends."""
    context = z3.Context()
    _contexts.add(context)
    return context


@contextmanager
def interruptible() -> Iterator[None]:
    """Ctrl-C inside ends z3's work at once, and is then Python's: a KeyboardInterrupt."""
    if current_thread() is not main_thread():  # only the main thread hears signals
        yield
        return
    z3.set_param("ctrl_c", False)
    reading, writing = os.pipe()
    os.set_blocking(writing, False)
    before = signal.set_wakeup_fd(writing, warn_on_full_buffer=False)
    heard: list[int] = []
    watch = Thread(target=_watch, args=(reading, heard), daemon=True)
    watch.start()
    try:
        yield
    except ArgumentError as error:  # what becomes of it where z3's Python side converts an argument
        if "KeyboardInterrupt" not in str(error):
            raise
        raise KeyboardInterrupt from error
    except z3.Z3Exception as error:  # Python drops what is raised as it frees something: z3 has given up before it
        if not heard:
            raise
        sleep(SENT_AGAIN)
        raise KeyboardInterrupt from error
    finally:
        signal.set_wakeup_fd(before)
        os.close(writing)
        watch.join()
        os.close(reading)


def _watch(reading: int, heard: list[int]) -> None:
    """Python's own handler runs only once z3 gives an answer: this thread makes z3 give up."""
    while number := os.read(reading, 1):
        if number[0] in (signal.SIGINT, signal.SIGTERM):
            heard.append(number[0])
            sleep(WELL_INSIDE)
            for context in tuple(_contexts):
                context.interrupt()
