"""A bit for each field of a ruleset. Where there are more fields than bits, those share one that no reader tells apart.

What a step wrote is asked to see what has to be asked again (`written.py`): what is due, what means nothing any more,
and in random plays what properties say. So it matters only by which of these a field is read.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from functools import cached_property

from ruleslawyer.core import due
from ruleslawyer.ir import nodes as n
from ruleslawyer.ir.system import System
from ruleslawyer.ir.uses import Functions, Place
from ruleslawyer.ir.walk import walk

WORD = 64
BEGINS = WORD - 1
"""The bit that says that nothing led here: everything is asked, of properties that read no field too."""


class FieldBits:
    """The bits of one ruleset."""

    def __init__(self, system: System, functions: Functions) -> None:
        self._system, self._functions = system, functions

    @cached_property
    def of(self) -> dict[Place, int]:
        """The bit of each field, and of whether a frame is open."""
        places: list[Place] = [(None, f.name) for f in self._system.state.fields]
        for frame in self._system.frames.values():
            places += [(frame.name, ""), *((frame.name, f.name) for f in frame.fields)]
        if len(places) <= BEGINS:
            return {place: number for number, place in enumerate(places)}
        return divide(places, self._readers(places), BEGINS)

    def mask(self, places: Iterable[Place], *, begins: bool = True) -> int:
        """The bits of some places, and the one that says that nothing led here, if that counts."""
        found = begins << BEGINS
        for place in places:
            found |= 1 << self.of[place]
        return found

    def _readers(self, places: Iterable[Place]) -> Iterator[Collection[Place]]:
        """The places that are read together, first by what is asked most often."""
        yield [
            *((frame, "") for frame in self._system.frames),
            *((None, t.field) for t in self._system.triggers.values()),
        ]
        for field in self._system.state.fields:
            if field.matters is not None:
                yield [(None, field.name)]
        for function in (due.due(self._system), due.forget(self._system)):
            for node in walk(function):
                if isinstance(node, n.RuleCall):
                    yield self._functions.uses([node.function]).reads
        for check in self._system.checks.values():
            yield self._functions.uses(filter(None, (check.function, check.goal))).reads
        for place in places:
            yield [place]


def divide(places: Iterable[Place], readers: Iterable[Collection[Place]], most: int) -> dict[Place, int]:
    """The number of each place, that of another one only where none of the readers has but one of them; a reader is
    left out where there would be more numbers than `most`."""
    found = dict.fromkeys(places, 0)
    for reader in readers:
        finer: dict[tuple[int, bool], int] = {}
        divided = {place: finer.setdefault((of, place in reader), len(finer)) for place, of in found.items()}
        if len(finer) <= most:
            found = divided
    return found
