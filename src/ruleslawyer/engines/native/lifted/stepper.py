"""The code of a ruleset for one state at a time: what is allowed there, and where that leads."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from ruleslawyer.claims.choices import MOST
from ruleslawyer.engines.native.lifted.explore import Rulebook
from ruleslawyer.engines.native.lifted.names import LOG_ENTRIES, Game, Register
from ruleslawyer.engines.native.lifted.player import Games
from ruleslawyer.engines.native.lifted.single import OVER
from ruleslawyer.engines.native.memory import Reserved
from ruleslawyer.semantics.state import State
from ruleslawyer.semantics.transition import Instance, TransitionSystem

LISTED_BYTES = 1 << 26
"""For the choices of one state."""


class Beyond(Exception):
    """A question about one state needs what the engine has no room for."""


class Stepper(Games):
    """States and choices are bytes here, as the code has them."""

    def __init__(self, system: TransitionSystem, cache: Path | None = None) -> None:
        super().__init__(system, (), 0, 1, MOST, (), 0, cache)
        self._size = 8 + self._room
        self._listed, self._chosen = Reserved(LISTED_BYTES), np.zeros(self._size, dtype=np.uint8)
        self._states = memoryview(self._memory[Game.HISTORY].view(np.uint8))
        self._found = memoryview(self._listed.view(np.uint8))
        self._wish = memoryview(self._chosen)
        self._at = self.context.array.ctypes.data
        game = self._game
        game[Game.SCRIPT], game[Game.MOST_LISTED] = self._chosen.ctypes.data, LISTED_BYTES // self._size
        self._answers, self._registers = memoryview(game), memoryview(self.context.array)

    @staticmethod
    def is_made(system: TransitionSystem) -> bool:
        """Whether this process has the code already."""
        return Rulebook.is_made(system.system, system.scope, "games")

    def bytes_of(self, state: State) -> bytes:
        """A state as the code has it; a `UsageError` where it has no room for it."""
        self.layout.packed(state)
        written: bytes = self.layout.written(state).tobytes()
        return written

    def choice(self, instance: Instance) -> bytes:
        kept: bytes = self.kept([instance]).tobytes()
        return kept

    def instance(self, choice: bytes) -> Instance:
        return self._instance(np.frombuffer(choice, dtype=np.uint8))

    def choices(self, state: bytes) -> list[bytes]:
        """Every choice that is allowed, in the order of the interpreter; none where the game is over."""
        self._begin_at(state)
        self._answers[Game.LISTED] = self._listed.address
        self._call("list", "p", self._at)
        self._answers[Game.LISTED] = 0
        self._expect_room()
        count, size = self._answers[Game.ALLOWED], self._size
        if count == OVER:
            return []
        if self._answers[Game.NARROWED] or count > LISTED_BYTES // size:
            raise Beyond
        kept = bytes(self._found[: count * size])
        self._found[: count * size] = bytes(count * size)  # so that what lies behind the arguments of one is always 0
        return [kept[at : at + size] for at in range(0, count * size, size)]

    def step(self, state: bytes, choice: bytes) -> bytes | None:
        """The state to which a choice leads; None where it is not allowed, or has no result."""
        self._begin_at(state)
        self._wish[:] = choice
        self._call("step", "p", self._at)
        self._expect_room()
        if not (self._answers[Game.ALLOWED] and self._answers[Game.ARRIVED]):
            return None
        return bytes(self._states[self.layout.bytes : 2 * self.layout.bytes])

    def _begin_at(self, state: bytes) -> None:
        self._states[: self.layout.bytes] = state

    def _expect_room(self) -> None:
        """What was logged is of no use here, but for a failure of the engine's own."""
        if self._registers[Register.LOGGED]:
            log = self.context.logged()
            if len(log) == LOG_ENTRIES or self._beyond(log) is not None:
                self.context.forget()
                raise Beyond
