"""Budgets of an exploration, and how it tells how far it is."""

from __future__ import annotations

import os
import resource
from collections.abc import Callable
from dataclasses import dataclass

MEBIBYTE = 1 << 20
BY_CTRL_C = "interrupted"
"""How whatever runs says that Ctrl-C stopped it, where a limit says what it was."""
Progress = Callable[[int, int, int], None]
"""Called now and then with the numbers of states visited, states waiting and transitions."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Budgets: rest states, seconds, mebibytes of memory. None: no limit (of states: the engine's own)."""

    states: int | None = None
    seconds: float | None = None
    memory: int | None = 8_000

    @property
    def bytes(self) -> int:
        """The memory, or what no machine has."""
        return (self.memory if self.memory is not None else 1 << 20) * MEBIBYTE

    @property
    def out_of_memory(self) -> str:
        """How an engine says that it stopped for want of memory."""
        return f"stopped at the limit of {self.memory} MiB of memory"

    def too_many(self, states: int) -> str:
        """Why to stop after so many states; empty where there is no reason."""
        reached = self.states is not None and states >= self.states
        return f"stopped at the limit of {self.states} states" if reached else ""

    def too_long(self, seconds: float) -> str:
        """The same after so many seconds."""
        reached = self.seconds is not None and seconds > self.seconds
        return f"stopped at the limit of {self.seconds:g} s" if reached else ""

    def too_large(self) -> str:
        """The same for what this process has taken so far."""
        used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
        return self.out_of_memory if self.memory is not None and used > self.memory else ""


def default_memory() -> int:
    """Mebibytes that an exploration may take unless told otherwise: 8000, or half of what the machine has."""
    try:
        there = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") >> 20
    except (AttributeError, ValueError, OSError):  # a system that does not say
        return 8_000
    return min(8_000, there // 2)


def counting(tell: Callable[[str], None] | None) -> Progress | None:
    """The progress of an exploration, told as a text."""
    if tell is None:
        return None
    return lambda visited, waiting, transitions: tell(f"{visited} states visited, {waiting} waiting")
