"""The value of a game of two who do not know everything: what each can be sure of on average by mixing what it does.

The tree of plays is written in sequence form (von Stengel 1996), in which the best mixed strategy of a seat that
forgets nothing is a linear program. Its answer is only a proposal: the strategy is rounded to fractions, and what it is
sure of is worked out in fractions against every answer of the other seat. So no figure rests on the solver.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache

import numpy as np

from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.base.linear import cheapest
from ruleslawyer.play.extensive.game import (
    CHANCE,
    Extensive,
    Move,
    Position,
    View,
    outcome_probabilities,
    view,
    view_changes,
)

MOST = 50_000
"""Places of plays that are told apart, at most: where two plays have parted they are two places for good."""
FINEST = 10_000
"""The denominators that probabilities of moves are rounded to, at most."""
NEAR = Fraction(1, 10**6)
"""By how much what both seats are sure of may fall short of the value, together; else no figure is given."""

Gains = dict[tuple[int, int], Fraction]
"""The gain of the first seat by a pair of sequences, times how likely chance lets them come to it."""


class NoGameValue(Exception):
    """The reason why no value is given."""


@dataclass
class Seat:
    """A seat's side of the tree. A sequence is what it did along a play, as a number; 0 is that it did nothing yet.

    known: each that it may remember, as a number. places: where it decides, by what it remembers there. before: the
    sequence that leads to each of these; moves: the sequences that its moves there make."""

    sequences: int = 1
    known: dict[tuple[object, ...], int] = field(default_factory=dict)
    places: dict[int, int] = field(default_factory=dict)
    before: list[int] = field(default_factory=list)
    moves: list[range] = field(default_factory=list)

    def remembers(self, *what: object) -> int:
        return self.known.setdefault(what, len(self.known))

    def decides(self, remembered: int, before: int, moves: int) -> range:
        """The sequences of the moves where this is remembered: the same whenever it is."""
        number = self.places.setdefault(remembered, len(self.moves))
        if number == len(self.moves):
            self.before.append(before)
            self.moves.append(range(self.sequences, self.sequences + moves))
            self.sequences += moves
        assert self.before[number] == before  # what a seat did it remembers
        return self.moves[number]

    def after(self) -> dict[int, list[int]]:
        """By sequence the places to which it leads."""
        found: dict[int, list[int]] = defaultdict(list)
        for place, before in enumerate(self.before):
            found[before].append(place)
        return found


@dataclass(frozen=True, slots=True)
class _Place:
    """A place of a play. likely: how likely chance lets it come about; of each seat the sequence that it did, what it
    remembers, and what it sees."""

    position: Position
    likely: Fraction
    done: tuple[int, ...]
    remembered: tuple[int, ...]
    views: tuple[View, ...]


@dataclass
class Tree:
    """All plays of a game of two seats."""

    game: Extensive
    uniform: bool
    most: int
    seats: tuple[Seat, Seat] = field(default_factory=lambda: (Seat(), Seat()))
    gains: Gains = field(default_factory=lambda: defaultdict(Fraction))

    def __post_init__(self) -> None:
        self._sees = cache(self.game.sees)
        starts = self.game.beginnings
        if len(starts) > 1 and not self.uniform:
            raise NoGameValue("it may begin in several ways, and no clause says how likely they are (--uniform)")
        before = _Place(Position(starts[0][1]), Fraction(1, len(starts)), (0, 0), (-1, -1), ({}, {}))
        waiting = [self._come(before, Position(state), Fraction(1)) for _, state in starts]
        places = 0
        while waiting:
            place = waiting.pop()
            places += 1
            if places > self.most:
                raise NoGameValue(f"its plays have more than {self.most} places")
            waiting += self._next(place)

    def _come(self, last: _Place, position: Position, likely: Fraction, by: int = CHANCE, move: Move | None = None,
              done: tuple[int, ...] | None = None) -> _Place:  # fmt: skip
        """The place behind another one, with what each seat remembers of the move."""
        views = tuple(view(self.game, self._sees, position, seat) for seat in range(2))
        remembered = list(last.remembered)
        for seat, now in enumerate(views):
            new = tuple(view_changes(self.game, last.views[seat], now, seat, move if seat == by else None))
            if new:
                remembered[seat] = self.seats[seat].remembers(remembered[seat], *new)
        return _Place(position, last.likely * likely, done or last.done, tuple(remembered), views)

    def _next(self, place: _Place) -> list[_Place]:
        """The places behind one; none where the play is over, which is counted."""
        game, position = self.game, place.position
        found = game.decision(position)
        if found is None:
            first, second = (Fraction(got) for got in game.returns(position))
            if first + second:
                raise NoGameValue(f"payoffs do not add up to 0 ({first} and {second})")
            self.gains[place.done[0], place.done[1]] += place.likely * first
            return []
        if found.seat == CHANCE:
            try:
                outcome_probabilities(game, found.moves, uniform=self.uniform)
            except UsageError as error:
                raise NoGameValue(f"{error.message} (--uniform)") from error
            each = Fraction(1, len(found.moves))
            return [self._come(place, game.after(position, CHANCE, move), each) for move in found.moves]
        # what it may do it knows, and remembers
        moves = sorted(found.moves, key=lambda move: game.move_text(found.seat, move))
        seat = self.seats[found.seat]
        offered = seat.remembers(place.remembered[found.seat], tuple(moves))
        told = _Place(
            position, place.likely, place.done,
            tuple(offered if n == found.seat else one for n, one in enumerate(place.remembered)), place.views,
        )  # fmt: skip
        sequences = seat.decides(offered, place.done[found.seat], len(moves))
        return [
            self._come(
                told, game.after(position, found.seat, move), Fraction(1), found.seat, move,
                tuple(sequence if n == found.seat else one for n, one in enumerate(place.done)),
            )
            for move, sequence in zip(moves, sequences, strict=True)
        ]  # fmt: skip


def guaranteed_payoffs(game: Extensive, *, uniform: bool, most: int, seconds: float) -> tuple[Fraction, Fraction]:
    """The amounts of which two seats are sure on average, whatever the other does, by the best strategies found.
    Where both add up to 0 they are the value of the game. `NoGameValue` where there is none, or it is not found.
    """
    if len(game.seats) != 2:
        raise NoGameValue("a value is worked out for two players alone")
    ends = time.perf_counter() + seconds
    tree = Tree(game, uniform, min(most, MOST))
    first, second = tree.seats
    turned = {(b, a): -gain for (a, b), gain in tree.gains.items()}
    found = tuple(
        _guarantee(own, other, gains, ends - time.perf_counter())
        for own, other, gains in ((first, second, tree.gains), (second, first, turned))
    )
    if -sum(found) > NEAR:
        raise NoGameValue(f"what was found is {float(-sum(found)):.1e} short of the value")
    return found[0], found[1]


def _guarantee(own: Seat, other: Seat, gains: Gains, seconds: float) -> Fraction:
    """The gain of a seat by its best mixed strategy, rounded, where the other one answers it best."""
    plan = _round(own, _propose(own, other, gains, seconds))
    worth = [Fraction(0)] * other.sequences
    for (mine, theirs), gain in gains.items():
        worth[theirs] += plan[mine] * gain
    for place in reversed(range(len(other.moves))):  # what comes later has a higher number
        worth[other.before[place]] += min(worth[move] for move in other.moves[place])
    return worth[0]


def _round(own: Seat, plan: Sequence[float]) -> list[Fraction]:
    """How likely a seat does what makes each sequence, in fractions: at each place its moves add up to 1."""
    found = [Fraction(1)] * own.sequences
    for before, moves in zip(own.before, own.moves, strict=True):
        weights = [Fraction(max(0.0, float(plan[move]))) for move in moves]
        whole = sum(weights) or Fraction(1)
        near = [(weight / whole).limit_denominator(FINEST) for weight in weights]
        total = sum(near)
        for move, weight in zip(moves, near, strict=True):
            found[move] = found[before] * (weight / total if total else Fraction(1, len(moves)))
    return found


def _propose(own: Seat, other: Seat, gains: Gains, seconds: float) -> Sequence[float]:
    """The best mixed strategy as a linear program: how likely the seat does what makes each sequence, and at each place
    of the other what that one can hold it down to, which is moved up so that it is not below 0."""
    up = float(sum(abs(gain) for gain in gains.values()))
    answers = len(other.moves)
    rows, columns, values = list[int](), list[int](), list[float]()
    lowest = list[float]()

    def row(entries: list[tuple[int, float]], least: float) -> None:
        for column, value in entries:
            rows.append(len(lowest))
            columns.append(column)
            values.append(value)
        lowest.append(least)

    for before, moves in zip(own.before, own.moves, strict=True):
        flow = [(before, 1.0), *((move, -1.0) for move in moves)]
        row(flow, 0.0)
        row([(column, -value) for column, value in flow], 0.0)
    row([(0, 1.0)], 1.0)
    row([(0, -1.0)], -1.0)
    by_answer: dict[int, list[tuple[int, float]]] = defaultdict(list)
    for (mine, theirs), gain in gains.items():
        by_answer[theirs].append((mine, float(gain)))
    after = other.after()

    def gain_of(sequence: int) -> tuple[list[tuple[int, float]], float]:
        """The gain of the seat where the other does this: a sum, and how much too large it is."""
        later = after.get(sequence, [])
        return by_answer[sequence] + [(own.sequences + place, 1.0) for place in later], up * len(later)

    for place, moves in enumerate(other.moves):
        for move in moves:
            entries, more = gain_of(move)
            row([*entries, (own.sequences + place, -1.0)], more - up)
    costs = np.zeros(own.sequences + answers)
    for column, value in gain_of(0)[0]:
        costs[column] -= value
    block = np.array(rows), np.array(columns), np.array(values)
    found = cheapest(costs, [block], np.array(lowest), max(1.0, 2 * up), seconds=max(0.0, seconds))
    if found is None:
        raise NoGameValue("the time did not suffice")
    plan: Sequence[float] = found[: own.sequences].tolist()
    return plan
