"""The code of a ruleset for one state at a time: what is allowed there, where that leads, how random plays go on."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np

from ruleslawyer.base.arrays import Bytes, Integers
from ruleslawyer.engines.native.compiling import CompiledRuleset
from ruleslawyer.engines.native.memory import Reserved
from ruleslawyer.engines.native.names import LOG_ENTRIES, PlayCell, Register
from ruleslawyer.engines.native.player import MADE_BYTES, PlaySimulator
from ruleslawyer.engines.native.playing import END_BITS, ENDS, MOST_ALONG, OVER
from ruleslawyer.rulebook.claims.choices import MOST
from ruleslawyer.semantics.dice import mix
from ruleslawyer.semantics.state import State
from ruleslawyer.semantics.transition import Instance, TransitionSystem

AT_ONCE, FINAL_BYTES = 1 << 12, 1 << 21
"""Plays of one run, and bytes of the states in which they end: memory that is touched first is slow."""
DRAWN_FROM = 1 << 13
"""Choices of an action in a random play of which some are drawn, where there are more."""
LISTED_BYTES = 1 << 26
"""For the choices of one state."""


def _view(array: Integers | Bytes) -> memoryview:
    """Numbers of it are read and written faster than by numpy."""
    return array.data


class StepBeyondCapacity(Exception):
    """A question about one state needs what the engine has no room for."""


class _UnloggedPlays(PlaySimulator):
    """Plays whose log is of no use, but for a failure of the engine's own."""

    def expect_room(self) -> None:
        if self.context.array[Register.LOGGED]:
            log = self.context.take_log()
            if len(log) == LOG_ENTRIES or self._beyond(log) is not None:
                self.context.forget()
                raise StepBeyondCapacity


class Stepper(_UnloggedPlays):
    """States and choices are bytes here, as the code has them."""

    def __init__(self, system: TransitionSystem, cache: Path | None = None) -> None:
        super().__init__(system, (), 0, 1, MOST, (), 0, cache)
        self._size = 8 + self._room
        self._listed, self._chosen = Reserved(LISTED_BYTES), np.zeros(self._size, dtype=np.uint8)
        self._states = _view(self._memory[PlayCell.HISTORY].view(np.uint8))
        self._found = _view(self._listed.view(np.uint8))
        self._wish = _view(self._chosen)
        self._at = self.context.array.ctypes.data
        game = self._game
        game[PlayCell.SCRIPT], game[PlayCell.MOST_LISTED] = self._chosen.ctypes.data, LISTED_BYTES // self._size
        self._answers = _view(game)

    @staticmethod
    def is_made(system: TransitionSystem) -> bool:
        """Whether this process has the code already."""
        return CompiledRuleset.is_made(system.system, system.scope, "games")

    def bytes_of(self, state: State) -> bytes:
        """A state as the code has it; a `UsageError` where it has no room for it."""
        self.layout.pack(state)
        written: bytes = self.layout.to_bytes(state).tobytes()
        return written

    def choice(self, instance: Instance) -> bytes:
        kept: bytes = self.encode([instance]).tobytes()
        return kept

    def instance(self, choice: bytes) -> Instance:
        return self._instance(np.frombuffer(choice, dtype=np.uint8))

    def choices(self, state: bytes) -> list[bytes] | None:
        """Every choice that is allowed, an action's sets and joint choices in an order of their own; None: the game is
        over."""
        self._begin_at(state)
        self._answers[PlayCell.LISTED] = self._listed.address
        self._call("list", "p", self._at)
        self._answers[PlayCell.LISTED] = 0
        self.expect_room()
        count, size = self._answers[PlayCell.ALLOWED], self._size
        if count == OVER:
            return None
        if self._answers[PlayCell.NARROWED] or count > LISTED_BYTES // size:
            raise StepBeyondCapacity
        kept = bytes(self._found[: count * size])
        self._found[: count * size] = bytes(count * size)  # so that what lies behind the arguments of one is always 0
        return [kept[at : at + size] for at in range(0, count * size, size)]

    def step(self, state: bytes, choice: bytes) -> bytes | None:
        """The state to which a choice leads; None where it is not allowed, or has no result."""
        self._begin_at(state)
        self._wish[:] = choice
        self._call("step", "p", self._at)
        self.expect_room()
        if not (self._answers[PlayCell.ALLOWED] and self._answers[PlayCell.ARRIVED]):
            return None
        return bytes(self._states[self.layout.bytes : 2 * self.layout.bytes])

    def _begin_at(self, state: bytes) -> None:
        self._states[: self.layout.bytes] = state


class Playouts(_UnloggedPlays):
    """Random plays from any state: every choice that is allowed is as likely. leaving: whether that goes for leaving
    the table, too; otherwise that is a choice only where there is no other."""

    def __init__(self, system: TransitionSystem, cache: Path | None = None, *, leaving: bool = True) -> None:
        liked = [float(leaving or not action.outside_play) for action in system.system.actions.values()]
        super().__init__(system, (), 0, MOST_ALONG, DRAWN_FROM, liked, 0, cache)
        self.choose([])
        self._at_once = min(AT_ONCE, 1 + FINAL_BYTES // self.layout.bytes)
        self._finals = Reserved(self.layout.bytes * self._at_once)
        self._game[PlayCell.FINALS] = self._finals.address

    def one(self, state: bytes, seed: int, longest: int) -> tuple[str, bytes]:
        """How one play ends (`ENDS`), and in which state, if it did not break off."""
        game, bytes_ = self._game, self.layout.bytes
        start = np.frombuffer(state, dtype=np.uint8)
        self._start = np.array([start.ctypes.data], dtype=np.int64)
        made = self._memory[PlayCell.MADE_ALL]
        game[PlayCell.STARTS], game[PlayCell.STARTING] = self._start.ctypes.data, 1
        game[PlayCell.SEED] = np.uint64(mix(seed)).view(np.int64)
        game[PlayCell.LEFT], game[PlayCell.LONGEST] = 1 << 40, min(longest, MOST_ALONG)
        game[PlayCell.MADE_ALL], game[PlayCell.MADE_END] = made.address, made.address + MADE_BYTES
        game[PlayCell.HASHED], game[PlayCell.MOST_HASHED] = 0, 0
        self._call("play", "pii", self.context.array.ctypes.data, 1, 2)
        self.expect_room()
        how = int(self._ends[0]) & (1 << END_BITS) - 1
        return ENDS[how], bytes(_view(self._finals.view(np.uint8))[:bytes_])

    def from_(self, state: bytes, plays: int, seed: int, longest: int) -> Iterator[tuple[str, int, bytes]]:
        """How each play ends (`ENDS`), after how many actions, and in which state, if it did not break off."""
        start, bytes_ = np.frombuffer(state, dtype=np.uint8).copy(), self.layout.bytes
        starts = np.array([start.ctypes.data], dtype=np.int64)
        self._game[PlayCell.STARTS], self._game[PlayCell.STARTING] = starts.ctypes.data, 1
        self._game[PlayCell.SEED] = np.uint64(mix(seed)).view(np.int64)
        self.longest, first, finals = min(longest, MOST_ALONG), 1, _view(self._finals.view(np.uint8))
        while first <= plays:
            played = self.play(first, min(first + self._at_once, plays + 1), 1 << 40, 0)
            count = len(played.how) if played.beyond is None else played.beyond - first
            for i, (how, length) in enumerate(zip(played.how[:count].tolist(), played.lengths.tolist(), strict=False)):
                yield ENDS[how], length, bytes(finals[i * bytes_ : (i + 1) * bytes_])
            if played.beyond is not None:
                raise StepBeyondCapacity
            first += count
