"""Every position of a scope as arrays: whose decision it is, where moves lead, and whether all know where they are.

Information is perfect where each seat tells the positions at which it decides apart by what it sees there. That is
asked of the positions themselves: in a small scope rules of sight may hide nothing.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import Any

import numpy as np

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
    found = Positions(game)
    numbers: dict[Position, int] = {}
    told: dict[tuple[int, str], int] = {}
    blind = bool(game.system.system.sights) or any(action.kind == "joint" for action in game.actions.values())
    seats: list[int] = []
    begin, to = [0], list[int]()
    began = time.perf_counter()

    def number(position: Position) -> int:
        known = numbers.get(position)
        if known is None:
            known = numbers[position] = len(found.every)
            found.every.append(position)
        return known

    found.starts = [number(Position(state)) for _, state in game.beginnings]
    node = 0
    while node < len(found.every):
        if len(found.every) > most:
            found.stopped = f"there are more than {most} positions"
            break
        if time.perf_counter() - began > seconds:
            found.stopped = f"{node} positions took {seconds:g} seconds"
            break
        position = found.every[node]
        decision = game.decision(position)
        if decision is None:
            seats.append(OVER)
            found.moves.append(())
        else:
            seats.append(ORDER if decision.is_order else decision.seat)
            found.moves.append(decision.moves)
            to += [number(game.after(position, decision.seat, move)) for move in decision.moves]
            if blind and decision.seat != CHANCE and len(decision.moves) > 1 and not found.hidden:
                found.hidden = _secret_of(found, told, decision.seat, node)
        begin.append(len(to))
        node += 1
        if tell and node % 1_000 == 0:
            tell(f"{node} positions")
    found.seats, found.begin, found.to = np.array(seats, np.int32), np.array(begin, np.int64), np.array(to, np.int64)
    return found


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
