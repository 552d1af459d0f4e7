"""The place of a number in the words of a packed state, and the values that many states store there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Any

import numpy as np

from ruleslawyer.base.arrays import Integers

WORD = 64


@dataclass(frozen=True, slots=True)
class Piece:
    """The part of a slot that one word holds: `bits` wide from bit `shift` of word `word`, the stored number's from bit
    `offset`."""

    word: int
    shift: int
    bits: int
    offset: int

    @property
    def mask(self) -> int:
        return (1 << self.bits) - 1


def extract(words: Integers, pieces: Sequence[Piece]) -> Any:
    """The numbers that some pieces store in states, given as rows of words, or in one: Python's integers where that is
    wider than a word."""
    parts = [(words[..., p.word] >> np.uint64(p.shift)) & np.uint64(p.mask) for p in pieces]
    if sum(p.bits for p in pieces) <= WORD:
        return reduce(np.bitwise_or, (part << np.uint64(p.offset) for part, p in zip(parts, pieces, strict=True)))
    return sum(np.asarray(part, dtype=object) << p.offset for part, p in zip(parts, pieces, strict=True))
