"""The swing of a result: how far two distributions of results lie apart, measured from plays that begin in one state.

Plays under each of two answers go on from a state with the same throws. Of two plays under one answer, and of two
under different ones, it is counted how often they end alike; pairs of the same throw are left out, as they agree more
often than chance. That gives half the squared distance of the distributions without bias (a U-statistic, Hoeffding
1948): 0 on average where there is no difference. With two results it is the squared difference of one's share.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist, fmean, stdev

from ruleslawyer.studies.statistics.intervals import CONFIDENCE

NOISE = 1.39
"""The half-width of the interval of the squared swing where there is none: this by K√F, of F forks with K plays."""


@dataclass(frozen=True, slots=True)
class Swing:
    """The root of the mean squared distance over forks, from 0 to 1, and the interval in which it lies."""

    forks: int
    plays: int
    value: float
    low: float
    high: float

    @property
    def half_width(self) -> float:
        return (self.high - self.low) / 2


def squared_distance(one: Sequence[Hashable], other: Sequence[Hashable]) -> float:
    """Half the squared distance of the distributions of two rows of results, of which those at one place come from the
    same throws: an unbiased estimate, which may be less than 0. Both have the same length, at least 2."""
    many = len(one)
    pairs = many * (many - 1)
    first, second = Counter(one), Counter(other)
    within = sum(times * (times - 1) for counted in (first, second) for times in counted.values())
    alike = sum(times * second[result] for result, times in first.items())
    same_throw = sum(a == b for a, b in zip(one, other, strict=True))
    return 0.5 * within / pairs - (alike - same_throw) / pairs


def swing(squared: Sequence[float], plays: int, compared: int = 1) -> Swing:
    """The swing of forks by their squared distances, each of so many plays. compared: pairs of answers of which this is
    the one furthest apart, so that its interval is wider (Bonferroni)."""
    forks = len(squared)
    if not forks or plays < 2:
        return Swing(forks, plays, 0.0, 0.0, 1.0)
    mean = fmean(squared)
    normal = NormalDist().inv_cdf(1 - (1 - CONFIDENCE) / 2 / compared)
    spread = normal * stdev(squared) / sqrt(forks) if forks > 1 else 1.0
    half = max(spread, NOISE / (plays * sqrt(forks)) * normal / NormalDist().inv_cdf((1 + CONFIDENCE) / 2))
    low, value, high = (sqrt(min(1.0, max(0.0, at))) for at in (mean - half, mean, mean + half))
    return Swing(forks, plays, value, low, high)
