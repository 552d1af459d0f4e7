"""A number for each move that a game may ever have, the same in every state: what libraries of games call actions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from math import prod
from typing import Self

from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.ir import types as t
from ruleslawyer.ir.awaited import may_leave_order_open
from ruleslawyer.ir.system import Action
from ruleslawyer.play.extensive.game import (
    CHANCE,
    GOES_FIRST,
    Decision,
    Extensive,
    Move,
    Position,
    expect_probabilities,
)
from ruleslawyer.play.extensive.vector import Vector
from ruleslawyer.semantics.sizes import count
from ruleslawyer.semantics.transition import Instance, TransitionSystem

MOST = 1 << 20
"""Choices of arguments that are looked through."""

Key = tuple[str, tuple[object, ...]]


class Numbering:
    """Moves of seats by number, and by numbers of their own outcomes of chance, and who goes first where that may be
    open. A part of a joint action has the same number whichever seat chooses it."""

    def __init__(self, game: Extensive) -> None:
        self.game = game
        self._numbers: dict[Key, int] = {}
        self._outcomes: dict[Key, int] = {}
        for action in game.scope.on(game.actions):
            known = self._outcomes if action.kind == "chance" else self._numbers
            for args in self._every(action):
                known.setdefault((action.name, args), len(known))
        if may_leave_order_open(game.system.system):
            for seat in range(len(game.seats)):
                self._outcomes[GOES_FIRST, (seat,)] = len(self._outcomes)
        self.moves, self.outcomes = len(self._numbers), len(self._outcomes)

    def number(self, seat: int, move: Move) -> int:
        return (self._outcomes if seat == CHANCE else self._numbers)[self._key(seat, move.instance, move.joint)]

    def _key(self, seat: int, instance: Instance, joint: bool) -> Key:
        if not joint:
            return instance.action, instance.args
        types = self.game.codec.parameters(instance.action)
        args = (
            value[seat] if isinstance(type_, t.Map) else value
            for (_, type_), value in zip(types, instance.args, strict=True)
        )
        return instance.action, tuple(args)

    def _every(self, action: Action) -> Iterator[tuple[object, ...]]:
        system = self.game.system
        parameters = action.chosen_parameters
        types = [p.type.value if isinstance(p.type, t.Map) else p.type for p in parameters]
        named = [(f"{action.name}.{p.name}", type_) for p, type_ in zip(parameters, types, strict=True)]
        choices = prod(count(system.system, self.game.scope, name, type_) for name, type_ in named)
        if choices > MOST:
            about = (
                f"{action.name} has {choices} choices in scope `{self.game.scope.name}`; {MOST} are numbered at most"
            )
            raise UsageError(about, system.system.name, "choose a smaller scope")
        if action.kind == "joint":
            return product(*(system.values(name, type_) for name, type_ in named))
        everybody = t.CHANCE if action.kind == "chance" else frozenset(range(len(self.game.seats)))
        return (args for args, _ in system.possible(action, everybody))


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
