"""Memory that the kernels work on: reserved address space that costs nothing until it is touched, and tables."""

from __future__ import annotations

import mmap
import sys
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

_NO_RESERVE = getattr(mmap, "MAP_NORESERVE", 0x4000 if sys.platform == "linux" else 0)
"""Python names it since 3.12; without it every process that this one starts would have to fit beside the reserve."""
Kind = TypeVar("Kind", bound=np.generic)
BEHIND = 32
"""Bytes behind the end of memory that may be read: code looks at several members of a pile at once."""
_HUGE_PAGES = getattr(mmap, "MADV_HUGEPAGE", None)


class Reserved:
    """Zeroed memory. Nothing moves when more of it comes into use."""

    def __init__(self, size: int, *, huge: bool = False) -> None:
        flags = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | _NO_RESERVE
        try:
            self._map = mmap.mmap(-1, max(size, mmap.PAGESIZE) + BEHIND, flags=flags)
        except (OSError, OverflowError, ValueError) as error:  # it has no such address space
            raise MemoryError(f"{size} bytes") from error
        if huge:
            self.huge()
        self._bytes = np.frombuffer(self._map, dtype=np.uint8, count=max(size, mmap.PAGESIZE))
        self.address: int = self._bytes.ctypes.data

    def huge(self) -> None:
        """Asks for large pages for memory that is touched from now on, where there are such."""
        if _HUGE_PAGES is not None:
            self._map.madvise(_HUGE_PAGES)

    def view(self, type: type[Kind]) -> NDArray[Kind]:
        """The memory as a numpy array, which keeps it alive."""
        return self._bytes.view(type)


def apart(type: type[Kind], *shape: int) -> NDArray[Kind]:
    """A zeroed array that begins a page: no other shares a line of a processor's cache with it."""
    size = int(np.prod(shape))
    return Reserved(np.dtype(type).itemsize * size).view(type)[:size].reshape(shape)
