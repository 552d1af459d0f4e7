"""Dice that the interpreter and generated code throw alike: splitmix64, a stream for each play of a seed."""

from __future__ import annotations

from collections.abc import Iterable

WORD = (1 << 64) - 1
GOLDEN = 0x9E3779B97F4A7C15
FACTORS = 0xBF58476D1CE4E5B9, 0x94D049BB133111EB
SHIFTS = 30, 27, 31
SHARE_BITS = 53


def mixed(word: int) -> int:
    """A word whose bits all depend on all bits of another."""
    word &= WORD
    word = (word ^ word >> SHIFTS[0]) * FACTORS[0] & WORD
    word = (word ^ word >> SHIFTS[1]) * FACTORS[1] & WORD
    return word ^ word >> SHIFTS[2]


def mixed_with(start: int, words: Iterable[int]) -> int:
    """One word of several, in their order."""
    for word in words:
        start = mixed(start ^ word)
    return start


class Dice:
    """The dice of one play: those of play 17 are the same however many are played."""

    def __init__(self, seed: int, number: int = 0) -> None:
        self.state = mixed(mixed(seed) + number * GOLDEN)

    def getrandbits(self, bits: int) -> int:
        """So many random bits, at most 64."""
        self.state = self.state + GOLDEN & WORD
        return mixed(self.state) >> 64 - bits

    def randrange(self, stop: int) -> int:
        """A number from 0 on; `stop` is far less than 64 bits can say, so that all are as good as equally likely."""
        return self.getrandbits(64) % stop

    def random(self) -> float:
        """A number from 0 to 1, without 1."""
        return float(self.getrandbits(SHARE_BITS) * 2.0**-SHARE_BITS)
