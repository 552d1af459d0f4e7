"""The memory of kernels: arrays of 64-bit numbers that the caller owns, with the names of their entries."""

from __future__ import annotations

from enum import IntEnum, auto

from ruleslawyer.engines.native.text import Function

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


def field(code: Function, array: str, index: int) -> str:
    return code.at("i64", array, str(int(index)))
