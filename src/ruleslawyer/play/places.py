"""The places where plays met something: how often, first, and at the nearest places."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TypeAlias

from ruleslawyer.play.sightings import TRIES

UNKNOWN = 1 << 40
"""The number of a play before which there is any."""
ALIKE = 8
"""How many of the places at which it is looked whether an event matters may be equally far."""
Place: TypeAlias = tuple[int, int, int, int]
"""The length of the play as far as that, its number, the actions before, the candidate (see `Played`)."""


@dataclass
class Places:
    """The places where something was met: in how many plays, the first of them, and the nearest places."""

    plays: int = 0
    first: Place = (0, UNKNOWN, 0, 0)
    nearest: list[Place] = field(default_factory=list)


def spread(places: Iterable[Place]) -> list[Place]:
    """The nearest places, few of them equally far: what never matters at first may matter later."""
    ordered = sorted(places)
    some = [p for i, p in enumerate(ordered) if i < ALIKE or ordered[i - ALIKE][0] != p[0]]
    return some[:TRIES]
