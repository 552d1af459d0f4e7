"""A number for each move that a game may ever have, the same in every state: what libraries of games call actions."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from math import prod

from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.ir import types as t
from ruleslawyer.ir.awaited import may_leave_order_open
from ruleslawyer.ir.system import Action
from ruleslawyer.play.extensive.game import CHANCE, GOES_FIRST, Extensive, Move
from ruleslawyer.semantics.choices import count
from ruleslawyer.semantics.transition import Instance

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
