"""A bit for each field of a ruleset, and where the bits of one lie in a packed state."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from ruleslawyer.base.arrays import Flags, Integers
from ruleslawyer.ir.system import System
from ruleslawyer.ir.uses import Place

WORD = 64
BEGINS = WORD - 1
"""The bit that says that nothing led here: everything is asked, of properties that read no field too."""
LAST = WORD - 2
"""The bit of all fields for which there is none of their own."""


def bits(system: System) -> dict[Place, int]:
    """The bit of each field, and of whether a frame is open."""
    places: list[Place] = [(None, f.name) for f in system.state.fields]
    for frame in system.frames.values():
        places += [(frame.name, ""), *((frame.name, f.name) for f in frame.fields)]
    return {place: min(number, LAST) for number, place in enumerate(places)}


def owners(words: int, stored: Flags, spans: Iterable[tuple[int, int, int]]) -> Integers:
    """For each bit of a packed state a mask of the bits of its word that are other fields', and its field's bit.
    `stored`: which bits of a state are; `spans`: the first of each field's there, how many they are, and its bit."""
    found = np.zeros((WORD * words, 2), dtype=np.uint64)
    position: list[int] = [0, *np.cumsum(stored).tolist()]
    for first, count, of in spans:
        begin, stop = position[first], position[first + count]
        while begin < stop:
            word, shift = divmod(begin, WORD)
            end = min(WORD * (word + 1), stop)
            mine = (1 << end - begin) - 1 << shift
            found[begin:end] = ~np.uint64(mine), 1 << of
            begin = end
    return found.reshape(-1)
