"""Retrograde analysis (Thompson 1986): who can force a win whatever others and chance do, how soon, and what a position
is worth.

Each seat is alone against all others together (of two that is the other one). A position is worth to it the chance of a
win less the chance of a loss, if it plays its best and they play theirs against it: a win is one that not everybody
has, a loss that somebody else has won. Where a rule gives payoffs, it is worth what the seat gets on average if it
plays for that. Play that never ends is worth nothing: the numbers are those of the game that is given up after ever
more moves.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from enum import Enum
from functools import cached_property

import numpy as np

from ruleslawyer.base.arrays import Flags, Integers, Reals
from ruleslawyer.play.extensive.game import CHANCE
from ruleslawyer.studies.solving.positions import ORDER, OVER, Positions

NEVER = -1
EXACT = 1e-12
ROUNDS = 20_000
"""Rounds of looking one move further ahead, at most."""
ALIKE = 1e-9
"""Values that differ by less are equal."""


class Order(Enum):
    """The order in which seats act where that is open: the worst for the seat that is looked at, the best, or each as
    likely."""

    AGAINST = "against"
    IN_FAVOUR = "in favour"
    EVEN = "even"


@dataclass
class Values:
    """The values of all positions. likely: whether outcomes of chance are weighed as equally likely, or are taken as
    against whoever wants to force something."""

    positions: Positions
    likely: bool
    order: Order = Order.AGAINST

    @property
    def has_payoffs(self) -> bool:
        """Whether a rule gives payoffs, so that a position is worth these, and no share of wins."""
        return self.positions.game.system.system.payoff is not None

    @property
    def cancels(self) -> bool:
        """Whether what all get adds up to 0 at each end."""
        return bool((np.abs(self._ends[1].sum(axis=0)) < ALIKE).all())

    @cached_property
    def _ends(self) -> tuple[Flags, Reals]:
        """For each seat and position whether it is an end with that seat among the winners, and what it is worth to it
        there: seats × positions."""
        found, game = self.positions, self.positions.game
        shape = len(game.seats), found.size
        won, worth = np.zeros(shape, np.bool_), np.zeros(shape, np.float64)
        for node in np.flatnonzero(found.seats == OVER).tolist():
            won[list(game.winners(found.every[node])), node] = True
            got = game.returns(found.every[node])
            worth[:, node] = got if self.has_payoffs else np.sign(got)
        return won, worth

    def forced_wins(self, seat: int) -> Integers:
        """The number of moves in which a seat wins at the latest, chance's counted, whatever the others and chance do;
        `NEVER` where it cannot force that. It hastens, and the others delay."""
        return self._moves_to(self._ends[0][seat], self.positions.seats == seat)

    def forced_losses(self, seat: int) -> Integers:
        """The same of all others together, who make it lose."""
        seats = self.positions.seats
        return self._moves_to(self._ends[1][seat] < 0, (seats >= 0) & (seats != seat))

    def _moves_to(self, wanted: Flags, own: Flags, kept: Flags | None = None) -> Integers:
        """The number of moves to an end that is wanted, by whoever decides at its own positions; `NEVER` where that is
        not forced. That somebody goes first is no move. kept: the moves that are taken at all, by default every one."""
        found = self.positions
        sources, to = np.repeat(np.arange(found.size), np.diff(found.begin)), found.to
        sources, to = (sources, to) if kept is None else (sources[kept], to[kept])
        left, backwards = np.bincount(sources, minlength=found.size), np.argsort(to, kind="stable")
        before, first = sources[backwards], np.searchsorted(to[backwards], np.arange(found.size + 1))
        order = found.seats == ORDER
        own = own | order if self.order is Order.IN_FAVOUR else own
        steps = np.full(found.size, NEVER, np.int64)
        steps[wanted] = 0
        waiting = deque(np.flatnonzero(wanted).tolist())
        while waiting:
            node = waiting.popleft()
            for other in before[first[node] : first[node + 1]].tolist():
                left[other] -= 1
                if steps[other] == NEVER and (own[other] or left[other] == 0):
                    steps[other] = steps[node] + (not order[other])
                    (waiting.appendleft if order[other] else waiting.append)(other)
        return steps

    @cached_property
    def lottery(self) -> Flags:
        """Where nobody decides, and all that may come is met in the long run."""
        seats = self.positions.seats
        found: Flags = (seats == CHANCE) | ((seats == ORDER) & (self.order is Order.EVEN))
        return found

    @cached_property
    def progress(self) -> list[Integers]:
        """For each seat, in how many moves an end may come, by chance, whatever the others do, if all keep what they
        can; `NEVER` where it need not. Who is ahead and goes that way does not go round for ever."""
        seats = self.positions.seats
        kept = np.array([keeps for moves in self.best for keeps in moves], np.bool_)
        own = [(seats == seat) | self.lottery for seat in range(len(self.positions.game.seats))]
        return [self._moves_to(seats == OVER, mine, kept) for mine in own]

    def _looked_ahead(self, ends: Reals, own: int) -> Reals:
        """Values of all positions from those of the ends: the best for a seat, the worst where others decide."""
        found = self.positions
        inner = np.flatnonzero(found.seats != OVER)
        if not len(inner):
            return ends
        counts = np.diff(found.begin)[inner]
        begins = found.begin[inner]
        seats = found.seats[inner]
        best_at = (seats == own) | ((seats == ORDER) & (self.order is Order.IN_FAVOUR))
        mean_at = ((seats == CHANCE) & self.likely) | ((seats == ORDER) & (self.order is Order.EVEN))
        values = ends.copy()
        for _ in range(ROUNDS):
            after = values[found.to]
            best, worst = np.maximum.reduceat(after, begins), np.minimum.reduceat(after, begins)
            now = np.select([best_at, mean_at], [best, np.add.reduceat(after, begins) / counts], worst)
            moved = float(np.abs(now - values[inner]).max())
            values[inner] = now
            if moved < EXACT:
                break
        return values

    @cached_property
    def scores(self) -> list[Reals]:
        """The scores by which each seat chooses: what positions are worth to it; or where chance is against everybody,
        the payoff that it can force, or whether it can force a win, less whether the others can make it lose."""
        seats = range(len(self.positions.game.seats))
        if self.likely or self.has_payoffs:
            return [self._looked_ahead(self._ends[1][seat], own=seat) for seat in seats]
        forced = ((self.sooner[seat] != NEVER, self.forced_losses(seat) != NEVER) for seat in seats)
        return [won.astype(np.float64) - lost.astype(np.float64) for won, lost in forced]

    @cached_property
    def sooner(self) -> list[Integers]:
        """The `forced_wins` of each seat."""
        return [self.forced_wins(seat) for seat in range(len(self.positions.game.seats))]

    @cached_property
    def best(self) -> list[tuple[bool, ...]]:
        """For each position, which of its moves keep what it is worth to whoever moves; nobody's all do."""
        found = self.positions
        kept = []
        for node, seat in enumerate(found.seats.tolist()):
            after = found.successors(node)
            if seat < 0:
                kept.append((True,) * len(after))
                continue
            values = self.scores[seat][after]
            kept.append(tuple((values >= values.max() - ALIKE).tolist()))
        return kept
