"""Calls within calls: terms are gone through by them, and are deep where a rule writes much."""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterator
from contextlib import contextmanager

DEEP = 20_000
MANY = 200_000
"""New objects, after which it is looked for some that nobody needs; terms are many, and are kept."""


@contextmanager
def deep_recursion() -> Iterator[None]:
    """Allow deeper recursion here than elsewhere, where such nesting is a mistake."""
    before, collected = sys.getrecursionlimit(), gc.get_threshold()
    sys.setrecursionlimit(max(before, DEEP))
    gc.set_threshold(MANY, *collected[1:])
    try:
        yield
    finally:
        sys.setrecursionlimit(before)
        gc.set_threshold(*collected)
