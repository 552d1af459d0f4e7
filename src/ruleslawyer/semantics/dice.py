"""Dice that the interpreter and generated code throw alike: splitmix64 (Steele, Lea, Flood 2014), a stream for
each play of a seed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeVar

T = TypeVar("T")

WORD = (1 << 64) - 1
GOLDEN = 0x9E3779B97F4A7C15
FACTORS = 0xBF58476D1CE4E5B9, 0x94D049BB133111EB
SHIFTS = 30, 27, 31
SHARE_BITS = 53
DRAWN = 512
"""Choices of an action that are drawn where they are too many to list."""
SMALL_SET = 3
"""Members of what is drawn as a small set, at most."""


def mix(word: int) -> int:
    """A word whose bits all depend on all bits of another."""
    word &= WORD
    word = (word ^ word >> SHIFTS[0]) * FACTORS[0] & WORD
    word = (word ^ word >> SHIFTS[1]) * FACTORS[1] & WORD
    return word ^ word >> SHIFTS[2]


def mixed_with(start: int, words: Iterable[int]) -> int:
    """One word of several, in their order."""
    for word in words:
        start = mix(start ^ word)
    return start


class Dice:
    """The dice of one play: those of play 17 are the same however many are played."""

    def __init__(self, seed: int, number: int = 0) -> None:
        self.state = mix(mix(seed) + number * GOLDEN)

    def getrandbits(self, bits: int) -> int:
        """A number of so many random bits, at most 64."""
        self.state = self.state + GOLDEN & WORD
        return mix(self.state) >> 64 - bits

    def randrange(self, stop: int) -> int:
        """A number from 0 on; `stop` is far less than 64 bits can say, so that all are as good as equally likely."""
        return self.getrandbits(64) % stop

    def choice(self, items: Sequence[T]) -> T:
        """One of them."""
        return items[self.randrange(len(items))]

    def pick_by_weight(self, weights: Sequence[float]) -> int:
        """The place of one of these weights, each as likely as it is large."""
        share, total = self.random(), 0.0
        for weight in weights:  # as generated code adds them; `sum` may round otherwise
            total += weight
        now = 0.0
        for place, weight in enumerate(weights):
            now += weight
            if share * total < now:
                return place
        return len(weights) - 1

    def random(self) -> float:
        """A number from 0 to 1, without 1."""
        return float(self.getrandbits(SHARE_BITS) * 2.0**-SHARE_BITS)
