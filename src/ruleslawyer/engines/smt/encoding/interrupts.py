"""Ctrl-C or SIGTERM while z3 thinks. Left to itself, z3 takes the first, and loses it where it has its answer then."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from ctypes import ArgumentError
from threading import Thread, current_thread, main_thread
from weakref import WeakSet

import z3

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
    watch = Thread(target=_watch, args=(reading,), daemon=True)
    watch.start()
    try:
        yield
    except ArgumentError as error:  # what becomes of it where z3's Python side converts an argument
        if "KeyboardInterrupt" not in str(error):
            raise
        raise KeyboardInterrupt from error
    finally:
        signal.set_wakeup_fd(before)
        os.close(writing)
        watch.join()
        os.close(reading)


def _watch(reading: int) -> None:
    """Python's own handler runs only once z3 gives an answer: this thread makes z3 give up."""
    while number := os.read(reading, 1):
        if number[0] in (signal.SIGINT, signal.SIGTERM):
            for context in tuple(_contexts):
                context.interrupt()
