"""The arrays of numbers that parts hand to one another, by what they hold."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Integers: TypeAlias = NDArray[np.integer]
"""Of any width: packed states, places, counts, masks."""
Bytes: TypeAlias = NDArray[np.uint8]
Flags: TypeAlias = NDArray[np.bool_]
Reals: TypeAlias = NDArray[np.floating]
STEP = 1 << 18
"""Entries of an array that are worked on at once: what comes in between stays in the processor's cache."""


def pieces(length: int) -> Iterator[slice]:
    """Slices that are an array of this length together."""
    return (slice(first, first + STEP) for first in range(0, length, STEP))
