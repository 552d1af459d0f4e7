"""The fate of a fault (who noticed it), and all fates in figures."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import sqrt

from ruleslawyer.base.files.content import Json
from ruleslawyer.studies.adequacy.faults import Fault

NORMAL = 1.959963984540054
"""Of a standard normal distribution 95 per cent lie within so much."""


@dataclass
class Fate:
    """differs: the first scope in which a fault makes a difference; hand, sweep, play: who notices it, and how; each
    empty where there is none."""

    fault: Fault
    differs: str = ""
    hand: str = ""
    sweep: str = ""
    play: str = ""

    @property
    def is_noticed(self) -> bool:
        return bool(self.hand or self.sweep)

    def json(self) -> Json:
        span = self.fault.span
        return {
            "fault": self.fault.name, "kind": self.fault.kind, "place": f"{span.path}:{span.line}",
            "differs": self.differs, "hand": self.hand, "sweep": self.sweep, "play": self.play,
        }  # fmt: skip


def figures(fates: Sequence[Fate]) -> Json:
    """How many of some faults make a difference, and how many of those are noticed by whom."""
    made = [fate for fate in fates if fate.differs]
    return {
        "faults": len(fates),
        "differ": len(made),
        "hand": sum(bool(f.hand) for f in made),
        "sweep": sum(bool(f.sweep) for f in made),
        "both": sum(f.is_noticed for f in made),
        "plays": sum(bool(f.play) for f in made),
        "all": sum(f.is_noticed or bool(f.play) for f in made),
        "plays_alone": sum(bool(f.play) and not f.differs for f in fates),
    }


def by_kind(fates: Iterable[Fate]) -> dict[str, Json]:
    every = list(fates)
    kinds = dict.fromkeys(fate.fault.kind for fate in every)
    return {kind: figures([f for f in every if f.fault.kind == kind]) for kind in sorted(kinds)}


def interval(part: int, whole: int) -> tuple[float, float]:
    """The interval in which the share of all lies with 95 per cent confidence, by the share of a sample (Wilson
    1927)."""
    if not whole:
        return 0.0, 1.0
    share, z = part / whole, NORMAL * NORMAL / whole
    middle, half = share + z / 2, NORMAL * sqrt(share * (1 - share) / whole + z / (4 * whole))
    return max(0.0, (middle - half) / (1 + z)), min(1.0, (middle + half) / (1 + z))
