"""Budgets of an exploration, and how it tells how far it is."""

from __future__ import annotations

import os
import resource
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal, TypeAlias

MEBIBYTE = 1 << 20
MOST_IN_PYTHON = 200_000
"""States at which the reference explorer stops unless told otherwise."""
OF_A_CONTAINER = Path("/sys/fs/cgroup/memory.max"), Path("/sys/fs/cgroup/memory/memory.limit_in_bytes")
"""Where Linux says how many bytes a container may take, by its newer and its older way."""
RESERVED = 8
"""Bytes of address space for each byte of memory that there is: generated code reserves four times what states may take
and, for what they lead to, a fourth of all."""
IMPACT_SECONDS = 60.0
"""For what the answers of one ruleset change, unless told otherwise."""
LEFT_OUT_BY = "--matrix 0 leaves it out"
"""Said to whoever waits for that."""
BY_CTRL_C = "interrupted"
"""How whatever runs says that Ctrl-C stopped it, where a limit says what it was."""
NO_MEMORY = "stopped as the system gave no more memory"
Compress: TypeAlias = Literal["auto", "always", "never"]
"""Whether generated code keeps states as trees: less memory for a little time; auto: where memory becomes scarce."""
Progress = Callable[[int, int, int], None]
"""Called now and then with the numbers of states visited, states waiting and transitions."""


_AT_STATES = "stopped at the limit of {} states"


def at_states(stopped: str) -> bool:
    """Whether a number of states ended an exploration: the same one ends there again, whatever machine it runs on."""
    before, after = _AT_STATES.split("{}")
    return stopped.startswith(before) and stopped.endswith(after)


class Unready(Exception):
    """Raised where an exploration was not prepared in time, or Ctrl-C was pressed before; the message is why."""


class Late(BaseException):
    """Raised by the alarm; no `Exception`, because a machine makes an event of those."""


@contextmanager
def alarm(seconds: float) -> Iterator[Callable[[], None]]:
    """After so many seconds what is done inside ends in `Late`: on the main thread, and where there are alarms. What it
    gives takes the alarm back."""
    over = threading.current_thread() is not threading.main_thread() or not hasattr(signal, "setitimer")
    if over:
        yield lambda: None
        return

    def ring(*_: object) -> None:
        nonlocal over
        if not over:
            over = True
            raise Late

    def take_back() -> None:
        nonlocal over
        over = True
        signal.setitimer(signal.ITIMER_REAL, 0)

    before = signal.signal(signal.SIGALRM, ring)
    try:
        signal.setitimer(signal.ITIMER_REAL, seconds)
        yield take_back
    finally:
        take_back()
        signal.signal(signal.SIGALRM, before)


@dataclass(frozen=True, slots=True)
class Limits:
    """Budgets: rest states, seconds, mebibytes of memory. None: no limit (of states: the engine's own). spent: seconds
    that are gone already. compress: how memory is saved."""

    states: int | None = None
    seconds: float | None = None
    memory: int | None = 8_000
    spent: float = 0.0
    compress: Compress = "auto"

    @classmethod
    def here(
        cls, states: int | None, seconds: float | None, memory: int | None, compress: Compress = "auto"
    ) -> Limits:  # fmt: skip
        """The limits of this machine, where it is not said how much memory may be taken."""
        return cls(states, seconds, memory if memory is not None else default_memory(), compress=compress)

    @property
    def bytes(self) -> int:
        """The memory, or what no machine has."""
        return (self.memory if self.memory is not None else 1 << 20) * MEBIBYTE

    @property
    def out_of_memory(self) -> str:
        """How an engine says that it stopped for want of memory."""
        return f"stopped at the limit of {self.memory} MiB of memory"

    def too_many(self, states: int) -> str:
        """The reason to stop after so many states; empty where there is none."""
        reached = self.states is not None and states >= self.states
        return _AT_STATES.format(self.states) if reached else ""

    def too_long(self, seconds: float) -> str:
        """The same after so many seconds."""
        reached = self.seconds is not None and self.spent + seconds > self.seconds
        return f"stopped at the limit of {self.seconds:g} s" if reached else ""

    def since(self, began: float) -> Limits:
        """The limits that remain."""
        return replace(self, spent=self.spent + time.perf_counter() - began)

    @contextmanager
    def preparing(self, before: str = "code was ready") -> Iterator[None]:
        """Limits preparations, which have nothing to show before they are done: at the limit of seconds, or by Ctrl-C,
        they are given up, and that is `Unready`. The limit is looked at by an `alarm`. before: what is prepared."""
        try:
            if self.seconds is None:
                yield
                return
            with alarm(max(self.seconds - self.spent, 1e-3)):
                yield
        except Late:
            if self.seconds is None:  # somebody else's
                raise
            raise Unready(f"stopped at the limit of {self.seconds:g} s, before {before}") from None
        except KeyboardInterrupt:
            raise Unready(BY_CTRL_C) from None

    def too_large(self) -> str:
        """The same for what this process has taken so far."""
        used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
        return self.out_of_memory if self.memory is not None and used > self.memory else ""


def default_memory() -> int:
    """Mebibytes that an exploration may take unless told otherwise: 8000, or half of what the machine, or the container
    that the process is in, has. Less where address space is limited, of which much more is reserved than is taken."""
    found = min(16_000, (address_space() or 1 << 60) // (RESERVED * MEBIBYTE))
    with suppress(AttributeError, ValueError, OSError):  # a system that does not say
        found = min(found, os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") >> 20)
    for file in OF_A_CONTAINER:
        with suppress(ValueError, OSError):  # there is none, or it has no limit
            found = min(found, int(file.read_text(encoding="ascii")) >> 20)
    return found // 2


def address_space() -> int | None:
    """The bytes of it that this process may have (`ulimit -v`), where there is a limit."""
    with suppress(AttributeError, ValueError, OSError):
        limit = resource.getrlimit(resource.RLIMIT_AS)[0]
        return None if limit == resource.RLIM_INFINITY else limit
    return None


def counting(tell: Callable[[str], None] | None) -> Progress | None:
    """The progress of an exploration, told as a text."""
    if tell is None:
        return None
    return lambda visited, waiting, transitions: tell(f"{visited} states visited, {waiting} waiting")
