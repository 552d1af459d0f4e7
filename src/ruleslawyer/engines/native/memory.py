"""Memory that kernels work on: address space that costs nothing until it is touched, and arrays with named entries."""

from __future__ import annotations

import mmap
import sys
from enum import IntEnum, auto
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from ruleslawyer.engines.native.text import FunctionBuilder

_NO_RESERVE = getattr(mmap, "MAP_NORESERVE", 0x4000 if sys.platform == "linux" else 0)
"""Python names it since 3.12; without it every process that this one starts would have to fit beside the reserve."""
Kind = TypeVar("Kind", bound=np.generic)
BEHIND = 32
"""Bytes behind the end of memory that may be read: code looks at several members of a pile at once."""
_HUGE_PAGES = getattr(mmap, "MADV_HUGEPAGE", None)
_NOT_NEEDED = getattr(mmap, "MADV_DONTNEED", None)


LARGE = 1 << 21
"""Bytes of a large page. A page that is touched first takes as long as thousands of instructions."""
SMALL = 1 << 18
"""Bytes of what grows that are not worth one."""


class Reserved:
    """Zeroed memory. Nothing moves when more of it comes into use."""

    def __init__(self, size: int, *, small: int | None = None) -> None:
        """`small`: behind so many bytes, a multiple of a page's, it has large pages, where there are such: what takes
        no more is not worth one. None: it has none."""
        size, flags = max(size, mmap.PAGESIZE), mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | _NO_RESERVE
        more = LARGE if small is not None and size >= small + LARGE else 0
        try:
            self._map = mmap.mmap(-1, size + more + BEHIND, flags=flags)
        except (OSError, OverflowError, ValueError) as error:  # it has no such address space
            raise MemoryError(f"{size} bytes") from error
        self._begin = 0
        if small is not None and more and _HUGE_PAGES is not None:
            self._begin = -(np.frombuffer(self._map, dtype=np.uint8).ctypes.data + small) % LARGE
            self._map.madvise(_HUGE_PAGES, self._begin + small, size - small)
        self._bytes = np.frombuffer(self._map, dtype=np.uint8, count=size, offset=self._begin)
        self.address: int = self._bytes.ctypes.data

    def let_go(self, first: int, stop: int) -> None:
        """The bytes between two are not needed any more: whole pages of them go back, where the system takes them."""
        begin, end = -(-first // mmap.PAGESIZE) * mmap.PAGESIZE, stop // mmap.PAGESIZE * mmap.PAGESIZE
        if _NOT_NEEDED is not None and begin < end:
            self._map.madvise(_NOT_NEEDED, self._begin + begin, end - begin)

    def view(self, type: type[Kind]) -> NDArray[Kind]:
        """The memory as a numpy array, which keeps it alive."""
        return self._bytes.view(type)


def align_to_page(type: type[Kind], *shape: int) -> NDArray[Kind]:
    """A zeroed array that begins a page: no other shares a line of a processor's cache with it."""
    size = int(np.prod(shape))
    return Reserved(np.dtype(type).itemsize * size).view(type)[:size].reshape(shape)


PARTITION_BITS = 4
PARTITIONS = 1 << PARTITION_BITS
TURN_END = 1 << 31
"""Set in an edge's label where a duty that ends a turn runs on the way."""


class Worker(IntEnum):
    """The entries that one worker keeps: where successors go, and counts."""

    BUFFERS = 0  # one pointer for each partition
    COUNTS = auto()  # entries in each buffer
    TRANSITIONS = auto()
    CROWDED = auto()  # whether a buffer had no room for all
    DEADLOCKS = auto()  # pointer to ids
    DEADLOCKED = auto()
    ENDED = auto()
    CURRENT = auto()  # pointer to the words of the state that is expanded
    COUNTERS = auto()  # of a family: pointer to the transitions of each reading, bit by bit
    CONTEXT = auto()  # pointer to what the code of the ruleset reads
    PARTS = auto()  # pointer to what the partitions keep (`Part`)
    BEFORE = auto()  # pointer to the words of the parents of the states of a block, or 0: they lie in their partitions
    SPLIT = auto()  # of a family: whether some of its readings come apart in the buffers
    SIZE = 32  # a lane shares no line of a processor's cache with the next one


class Part(IntEnum):
    """The entries that one partition of the set keeps."""

    STATES = 0  # words, in order of arrival
    PARENTS = auto()  # 32-bit ids
    TABLE = auto()
    MASK = auto()  # slots minus one
    COUNT = auto()
    MASKS = auto()  # of a family: for each state the readings that reach it
    NEW = auto()  # those of them that are still to be expanded
    FRONTIER = auto()  # 32-bit indices of the states with new readings
    WAITING = auto()  # how many those are
    SIZE = auto()


def field(code: FunctionBuilder, array: str, index: int) -> str:
    return code.at("i64", array, str(int(index)))
