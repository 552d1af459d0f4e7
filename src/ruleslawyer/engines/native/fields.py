"""A bit for each field of a ruleset."""

from __future__ import annotations

from collections.abc import Iterable

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


def mask(system: System, places: Iterable[Place], *, begins: bool = True) -> int:
    """The bits of some places, and the one that says that nothing led here, if that counts."""
    of, found = bits(system), begins << BEGINS
    for place in places:
        found |= 1 << of[place]
    return found
