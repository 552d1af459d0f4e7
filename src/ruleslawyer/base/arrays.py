"""The arrays of numbers that parts hand to one another, by what they hold."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Integers: TypeAlias = NDArray[np.integer]
"""Of any width: packed states, places, counts, masks."""
Bytes: TypeAlias = NDArray[np.uint8]
Flags: TypeAlias = NDArray[np.bool_]
Reals: TypeAlias = NDArray[np.floating]
