"""What kernels keep: arrays of 64-bit numbers that the caller owns, with the names of their entries."""

from __future__ import annotations

from enum import IntEnum, auto

from ruleslawyer.engines.native.text import Function

PARTITION_BITS = 4
PARTITIONS = 1 << PARTITION_BITS


NOWHERE = -1
"""The index of no step."""
NO_LEAF = -1


class Worker(IntEnum):
    """What one worker keeps: where successors go, and counts."""

    BUFFERS = 0  # one pointer for each partition
    COUNTS = auto()  # entries in each buffer
    TRANSITIONS = auto()
    MISFIT = auto()  # what did not fit, and where (see `unfit`); 0 where everything did
    DEADLOCKS = auto()  # pointer to ids
    DEADLOCKED = auto()
    ENDED = auto()
    PARENT = auto()  # the id of the state being expanded
    CURRENT = auto()  # pointer to its words
    STUCK = auto()  # for each duty, and for too many of them: the first parent of a branch that ends so, plus one
    LABEL = auto()  # which instance is taken, and whether its turn has ended (only where edges are wanted)
    COUNTERS = auto()  # of a family: pointer to the transitions of each reading, bit by bit
    CONTEXT = auto()  # of the lifted engine: pointer to what its code reads
    PARTS = auto()  # of it: pointer to what the partitions keep (`Part`)
    SIZE = auto()


class Part(IntEnum):
    """What one partition of the set keeps."""

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


def unfit(step: int, leaf: int = NO_LEAF) -> int:
    """What says that a number does not fit: in which step (`NOWHERE`: in none), and for which leaf, if for any."""
    return (step + 1 << 32) | (leaf + 2)


def unfit_of(said: int) -> tuple[int | None, int | None]:
    """The leaf and the step again."""
    leaf, step = (said & 0xFFFFFFFF) - 2, (said >> 32) - 1
    return None if leaf == NO_LEAF else leaf, None if step == NOWHERE else step
