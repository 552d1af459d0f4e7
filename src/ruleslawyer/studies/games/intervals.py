"""Shares and amounts of games, each with the interval in which it lies with 95 of 100.

Shares have Wilson's interval, means a bootstrapped one: its percentiles.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist

CONFIDENCE = 0.95
RESAMPLES, BATCH = 2_000, 100
"""How often games are drawn anew, and how often at once."""
BINS = 20


@dataclass(frozen=True, slots=True)
class Share:
    """A count out of a total, and the interval of the share."""

    times: int
    of: int
    low: float
    high: float

    @property
    def share(self) -> float:
        return self.times / self.of if self.of else 0.0


@dataclass(frozen=True, slots=True)
class Amount:
    """A number of each game: its mean with an interval, and how it is spread. bins: from which number on, how many."""

    of: int
    mean: float
    low: float
    high: float
    least: int
    quartiles: tuple[float, float, float]
    most: int
    bins: tuple[tuple[int, int], ...]


def share(times: int, of: int) -> Share:
    """Wilson's interval (1927), both ends between 0 and 1; of no game it is everything."""
    if not of:
        return Share(0, 0, 0.0, 1.0)
    normal = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
    widened, middle = 1 + normal**2 / of, (times + normal**2 / 2) / of
    half = normal / of * sqrt(times * (of - times) / of + normal**2 / 4)
    low, high = (middle - half) / widened, (middle + half) / widened
    return Share(times, of, low if times else 0.0, high if times < of else 1.0)


def amount(numbers: Sequence[int]) -> Amount | None:
    """The mean with a bootstrapped interval (Efron 1979); None of nothing."""
    if not numbers:
        return None
    import numpy as np

    values = np.array(numbers)
    low = high = float(values.mean())
    if len(set(numbers)) > 1:
        dice = np.random.default_rng(0)
        drawn = (dice.integers(0, len(values), (BATCH, len(values))) for _ in range(RESAMPLES // BATCH))
        means = [values[places].mean(axis=1) for places in drawn]
        low, high = np.percentile(np.concatenate(means), [50 * (1 - CONFIDENCE), 50 * (1 + CONFIDENCE)]).tolist()
    first, middle, third = (float(q) for q in np.quantile(values, (0.25, 0.5, 0.75)))
    return Amount(
        len(numbers), float(values.mean()), low, high, min(numbers), (first, middle, third), max(numbers),
        tuple(_bins(numbers)),
    )  # fmt: skip


def _bins(numbers: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Equally wide ones that begin with whole numbers."""
    least, most = min(numbers), max(numbers)
    width = max(1, -(-(most - least + 1) // BINS))
    for begin in range(least, most + 1, width):
        yield begin, sum(begin <= number < begin + width for number in numbers)


def every(games: Share) -> str:
    """How often, as one says it: in every third game."""
    if not games.times:
        return f"in none of {games.of} games"
    if games.share > 0.9:
        return "in nearly every game" if games.times < games.of else "in every game"
    if games.share > 0.6:
        return "in most games"
    nth = round(1 / games.share)
    behind = "th" if nth % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(nth % 10, "th")
    return f"in every {_ORDINALS.get(nth, f'{nth}{behind}')} game"


_ORDINALS = {2: "second", 3: "third", 4: "fourth", 5: "fifth", 6: "sixth", 7: "seventh", 8: "eighth", 9: "ninth"}
