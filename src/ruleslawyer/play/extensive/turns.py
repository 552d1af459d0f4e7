"""A play as a program leads it that asks seat by seat: moves by number, to its end or until it is given up."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Self

from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.play.extensive.chance import expect_probabilities
from ruleslawyer.play.extensive.game import CHANCE, Decision, Extensive, Move, Position
from ruleslawyer.play.extensive.numbering import Numbering
from ruleslawyer.play.extensive.vector import Vector
from ruleslawyer.semantics.transition import TransitionSystem

LONGEST = 1_000
"""Moves and outcomes of chance after which a game is given up without a winner, unless told otherwise."""


class Table:
    """A table that all plays of a scope share. `uniform`: outcomes of chance are equally likely where no clause says
    how likely they are; without it such a scope is a UsageError."""

    def __init__(self, system: TransitionSystem, *, uniform: bool, longest: int) -> None:
        self.game = Extensive(system, compiled=True)
        self.uniform, self.longest = uniform, longest
        if longest < 1:
            raise UsageError("a game has one move at least", "longest", "give a number from 1 on")
        expect_probabilities(self.game, uniform=uniform)
        self.beginnings = self.game.beginnings
        self.numbering, self.vector = Numbering(self.game), Vector(self.game)


@dataclass(frozen=True, eq=False)
class Turn:
    """The position of a play, and the move that led there. position: None before it is known how the game begins."""

    table: Table
    position: Position | None
    before: Turn | None = None
    seat: int = CHANCE
    move: Move | None = None
    number: int = 0
    length: int = 0

    @cached_property
    def decision(self) -> Decision | None:
        if self.position is None or self.length >= self.table.longest:
            return None
        return self.table.game.decision(self.position)

    @cached_property
    def by_number(self) -> dict[int, Move]:
        """The moves that there are, by number and in its order."""
        found = self.decision
        if found is None:
            return {}
        number = self.table.numbering.number
        return dict(sorted((number(found.seat, move), move) for move in found.moves))

    @property
    def ending(self) -> str:
        """How the game ended, for people; empty where it goes on."""
        if self.position is None:
            return ""
        found = self.table.game.ending(self.position)
        given_up = not found and self.length >= self.table.longest
        return f"given up after {self.length} moves, without a winner" if given_up else found

    def after(self, number: int) -> Self:
        """The turn that a move leads to; the first tells how the game begins, where it may begin in several ways."""
        if self.position is None:
            return self._next(Position(self.table.beginnings[number][1]), CHANCE, None, number)
        assert self.decision is not None
        return self.take(self.decision.seat, self.by_number[number], number)

    def take(self, seat: int, move: Move, number: int = 0) -> Self:
        """The same of a move whose number nobody asks for."""
        assert self.position is not None
        return self._next(self.table.game.after(self.position, seat, move), seat, move, number)

    def _next(self, position: Position, seat: int, move: Move | None, number: int) -> Self:
        return type(self)(self.table, position, self, seat, move, number, self.length + 1)
