"""States from which games go on: each was the first to show something, and is chosen while that is seldom seen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

import numpy as np

from ruleslawyer.base.arrays import Bytes
from ruleslawyer.semantics.dice import Dice

MOST = 2_000
"""States that are kept; of more, those go whose news is seen most."""
Point = tuple[int, int, int]
"""Something that a play can show, as it is logged: what, in which recording, the answer."""


class Seen:
    """The number of rounds in which each point was seen."""

    def __init__(self) -> None:
        self.rounds: dict[Point, int] = {}

    def add(self, points: Sequence[Point]) -> list[Point]:
        """The points of a round; gives those that are new."""
        new = [point for point in points if point not in self.rounds]
        for point in points:
            self.rounds[point] = self.rounds.get(point, 0) + 1
        return new

    def rarity(self, point: Point) -> float:
        return 1 / (1 + self.rounds.get(point, 0))


@dataclass
class Entry:
    """A state, as the code has it, and what leads there: choices behind another entry, or behind a start of the game.
    points: what it was the first to show. chosen: how often games went on from it."""

    start: int
    parent: Entry | None
    tail: Bytes
    written: Bytes
    length: int
    points: tuple[Point, ...]
    chosen: int = 0

    @property
    def choices_from_start(self) -> Bytes:
        """Everything that was taken from the start of the game on."""
        pieces, entry = [self.tail], self.parent
        while entry is not None:
            pieces.append(entry.tail)
            entry = entry.parent
        return np.concatenate(pieces[::-1])

    def energy(self, seen: Seen) -> float:
        """How likely games go on from here: the less often its news was seen since, the more."""
        return max(map(seen.rarity, self.points), default=0.0) / sqrt(1 + self.chosen)


class Corpus:
    def __init__(self) -> None:
        self.entries: list[Entry] = []

    def add(self, entry: Entry) -> None:
        self.entries.append(entry)

    def trim(self, seen: Seen) -> None:
        if len(self.entries) > MOST:
            best = sorted(self.entries, key=lambda entry: -entry.energy(seen))[: MOST * 3 // 4]
            kept = {id(entry) for entry in best}
            self.entries = [entry for entry in self.entries if id(entry) in kept]

    def draw(self, seen: Seen, dice: Dice, count: int) -> list[Entry]:
        """Some entries, each as likely as its energy is large."""
        if not self.entries:
            return []
        energies = [entry.energy(seen) for entry in self.entries]
        found = [self.entries[dice.pick_by_weight(energies)] for _ in range(count)]
        for entry in found:
            entry.chosen += 1
        return found
