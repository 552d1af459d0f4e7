"""Memory for things that are made once and kept while they are asked for: of many things the latest."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

K = TypeVar("K")
V = TypeVar("V")


def latest(known: dict[K, V], key: K, most: int, make: Callable[[], V]) -> V:
    """The value known for a key, or made now; of `most` keys at once, the one not asked for longest goes first. Where a
    key is an `id`, what is kept holds whose it is."""
    found = known.pop(key, None)
    if found is None:
        while len(known) >= most:
            del known[next(iter(known))]
        found = make()
    known[key] = found
    return found
