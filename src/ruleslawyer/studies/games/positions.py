"""Every position of a scope as arrays, and retrograde analysis on them (Thompson 1986): who can force a win, how soon.

Information is perfect where each seat tells the positions at which it decides apart by what it sees there. That is
asked of the positions themselves: in a small scope rules of sight may hide nothing.

Each seat is alone against all others together (of two that is the other one). A position is worth to it the chance of a
win less the chance of a loss, if it plays its best and they play theirs against it: a win is one that not everybody
has, a loss that somebody else has won. Where a rule gives payoffs, it is worth what the seat gets on average if it
plays for that. Play that never ends is worth nothing: the numbers are those of the game that is given up after ever
more moves.
"""

from __future__ import annotations

import json
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property
from itertools import zip_longest
from typing import Any

import numpy as np

from ruleslawyer.base.arrays import Flags, Integers, Reals
from ruleslawyer.play.extensive.game import CHANCE, Extensive, Move, Position
from ruleslawyer.semantics.sight import observe

OVER, ORDER = -2, -3
"""Whose decision it is where the game is over, and where it is open who goes first."""


@dataclass
class Positions:
    """seats: who decides at each, `CHANCE`, `ORDER` or `OVER`. The moves of position i are `moves[i]`, and lead to
    `to[begin[i]:begin[i + 1]]`. starts: the beginnings. hidden: what some seat cannot tell, empty where all can.
    stopped: why not everything was explored."""

    game: Extensive
    every: list[Position] = field(default_factory=list)
    seats: Any = None
    moves: list[tuple[Move, ...]] = field(default_factory=list)
    begin: Any = None
    to: Any = None
    starts: list[int] = field(default_factory=list)
    hidden: str = ""
    stopped: str = ""

    @property
    def size(self) -> int:
        return len(self.every)

    def successors(self, node: int) -> list[int]:
        found: list[int] = self.to[self.begin[node] : self.begin[node + 1]].tolist()
        return found


def explore_positions(
    game: Extensive,
    most: int,
    seconds: float,
    tell: Callable[[str], None] | None = None,
) -> Positions:
    """All positions, breadth first, unless there are more than `most` or it takes longer."""
    positions = Positions(game)
    numbers: dict[Position, int] = {}
    told: dict[tuple[int, str], int] = {}
    blind = bool(game.system.system.sights) or any(action.kind == "joint" for action in game.actions.values())
    seats: list[int] = []
    begin, to = [0], list[int]()
    began = time.perf_counter()

    def number(position: Position) -> int:
        known = numbers.get(position)
        if known is None:
            known = numbers[position] = len(positions.every)
            positions.every.append(position)
        return known

    positions.starts = [number(Position(state)) for _, state in game.beginnings]
    node = 0
    while node < len(positions.every):
        if len(positions.every) > most:
            positions.stopped = f"there are more than {most} positions"
            break
        if time.perf_counter() - began > seconds:
            positions.stopped = f"{node} positions took {seconds:g} seconds"
            break
        position = positions.every[node]
        decision = game.decision(position)
        if decision is None:
            seats.append(OVER)
            positions.moves.append(())
        else:
            seats.append(ORDER if decision.is_order else decision.seat)
            positions.moves.append(decision.moves)
            to += [number(game.after(position, decision.seat, move)) for move in decision.moves]
            if blind and decision.seat != CHANCE and len(decision.moves) > 1 and not positions.hidden:
                positions.hidden = _secret_of(positions, told, decision.seat, node)
        begin.append(len(to))
        node += 1
        if tell and node % 1_000 == 0:
            tell(f"{node} positions")
    positions.seats, positions.begin = np.array(seats, np.int32), np.array(begin, np.int64)
    positions.to = np.array(to, np.int64)
    return positions


def _secret_of(found: Positions, told: dict[tuple[int, str], int], seat: int, node: int) -> str:
    """The thing that a seat cannot tell here, if it sees the same elsewhere."""
    game, position = found.game, found.every[node]
    own = [game.move_text(seat, move) for chooser, move in position.chosen if chooser == seat]
    seen = json.dumps([observe(game.system, game.codec, position.state, seat), own], sort_keys=True)
    other = told.setdefault((seat, seen), node)
    if other == node:
        return ""
    first, second = found.every[other].state, position.state
    if first == second:
        return f"{game.seats[seat]} does not know what others have chosen in secret"
    pairs = zip_longest(game.codec.leaves(first), game.codec.leaves(second))
    unlike = next(a[0] for a, b in pairs if a != b and a)
    return f"{game.seats[seat]} decides without knowing `{unlike}`"


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
        positions = self.positions
        inner = np.flatnonzero(positions.seats != OVER)
        if not len(inner):
            return ends
        counts = np.diff(positions.begin)[inner]
        begins = positions.begin[inner]
        seats = positions.seats[inner]
        best_at = (seats == own) | ((seats == ORDER) & (self.order is Order.IN_FAVOUR))
        mean_at = ((seats == CHANCE) & self.likely) | ((seats == ORDER) & (self.order is Order.EVEN))
        values = ends.copy()
        for _ in range(ROUNDS):
            after = values[positions.to]
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
