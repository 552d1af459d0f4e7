"""Retrograde analysis (Thompson 1986): who can force a win whatever others and chance do, how soon, and what a position
is worth.

A position is worth the chance that seat 0 wins less the chance that the other does, if both play their best. Play that
never ends is worth nothing: the numbers are those of the game that is given up after ever more moves.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ruleslawyer.base.arrays import Integers, Reals
from ruleslawyer.play.extensive.game import CHANCE
from ruleslawyer.studies.solving.positions import OVER, Positions

NEVER = -1
EXACT = 1e-12
ROUNDS = 20_000
"""Rounds of looking one move further ahead, at most."""
ALIKE = 1e-9
"""Values that differ by less are equal."""


@dataclass
class Values:
    """The values of all positions. likely: whether outcomes of chance are weighed as equally likely, or are taken as
    against whoever wants to force something."""

    positions: Positions
    likely: bool

    @cached_property
    def winners(self) -> list[frozenset[int]]:
        """The winners of each position that is an end; nobody elsewhere."""
        game = self.positions.game
        return [
            game.winners(position) if seat == OVER else frozenset()
            for position, seat in zip(self.positions.every, self.positions.seats.tolist(), strict=True)
        ]

    def forced_wins(self, seat: int) -> Integers:
        """The number of moves in which a seat wins at the latest, chance's counted, whatever the others and chance do;
        `NEVER` where it cannot force that. It hastens, and the others delay."""
        found = self.positions
        steps = np.full(found.size, NEVER, np.int64)
        left = np.diff(found.begin)
        before, first = self._backwards
        waiting = deque(node for node in range(found.size) if seat in self.winners[node])
        steps[list(waiting)] = 0
        while waiting:
            node = waiting.popleft()
            for other in before[first[node] : first[node + 1]].tolist():
                left[other] -= 1
                if steps[other] == NEVER and (found.seats[other] == seat or left[other] == 0):
                    steps[other] = steps[node] + 1
                    waiting.append(other)
        return steps

    @cached_property
    def _backwards(self) -> tuple[Integers, Integers]:
        """For each position those from which a move leads to it, once for each move."""
        found = self.positions
        sources = np.repeat(np.arange(found.size), np.diff(found.begin))
        order = np.argsort(found.to, kind="stable")
        first = np.zeros(found.size + 1, np.int64)
        np.cumsum(np.bincount(found.to, minlength=found.size), out=first[1:])
        return sources[order], first

    def chances(self, seat: int) -> Reals:
        """How likely a seat wins from each position, if it plays for that alone and all others against it."""
        wins = np.array([float(seat in won) for won in self.winners])
        return self._looked_ahead(wins, own=seat)

    @cached_property
    def worth(self) -> Reals:
        """The worth of each position to seat 0, of two: from -1 to 1."""
        ends = np.array([float(0 in won) - float(1 in won) for won in self.winners])
        return self._looked_ahead(ends, own=0)

    def _looked_ahead(self, ends: Reals, own: int) -> Reals:
        """Values of all positions from those of the ends: the best for a seat, the worst where others decide."""
        found = self.positions
        inner = np.flatnonzero(found.seats != OVER)
        if not len(inner):
            return ends
        counts = np.diff(found.begin)[inner]
        begins = found.begin[inner]
        seats = found.seats[inner]
        values = ends.copy()
        for _ in range(ROUNDS):
            after = values[found.to]
            best, worst = np.maximum.reduceat(after, begins), np.minimum.reduceat(after, begins)
            by_chance = np.add.reduceat(after, begins) / counts if self.likely else worst
            now = np.where(seats == own, best, np.where(seats == CHANCE, by_chance, worst))
            moved = float(np.abs(now - values[inner]).max())
            values[inner] = now
            if moved < EXACT:
                break
        return values

    def scores(self, seat: int) -> Reals:
        """The scores by which a seat chooses: what positions are worth, or where chance is against everybody, who can
        force what; of more than two seats, how likely it wins."""
        seats = len(self.positions.game.seats)
        if seats == 2 and self.likely:
            return self.worth if seat == 0 else -self.worth
        if seats == 2:
            won, lost = self._forces[seat] != NEVER, self._forces[1 - seat] != NEVER
            gain: Reals = won.astype(np.float64) - lost.astype(np.float64)
            return gain
        return self.chances(seat)

    @cached_property
    def _forces(self) -> list[Integers]:
        return [self.forced_wins(seat) for seat in range(len(self.positions.game.seats))]

    def sooner(self, seat: int) -> Integers:
        """The same as `forced_wins`, worked out once."""
        return self._forces[seat]

    @cached_property
    def best(self) -> list[tuple[bool, ...]]:
        """For each position, which of its moves keep what it is worth to whoever moves; chance's all do."""
        found = self.positions
        scores = [self.scores(seat) for seat in range(len(found.game.seats))]
        kept = []
        for node, seat in enumerate(found.seats.tolist()):
            after = found.successors(node)
            if seat < 0:
                kept.append((True,) * len(after))
                continue
            values = scores[seat][after]
            kept.append(tuple((values >= values.max() - ALIKE).tolist()))
        return kept
