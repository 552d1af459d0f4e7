"""Budgets of an exploration, and how it tells how far it is."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass

Progress = Callable[[int, int, int], None]
"""Called now and then with the numbers of states visited, states waiting and transitions."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Budgets: rest states, seconds, mebibytes of memory. None: no limit (of states: the engine's own)."""

    states: int | None = None
    seconds: float | None = None
    memory: int | None = 8_000


def default_memory() -> int:
    """Mebibytes that an exploration may take unless told otherwise: 8000, or half of what the machine has."""
    try:
        there = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") >> 20
    except (AttributeError, ValueError, OSError):  # a system that does not say
        return 8_000
    return min(8_000, there // 2)
