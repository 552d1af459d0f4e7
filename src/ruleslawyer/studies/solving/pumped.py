"""Pumps that somebody plays: a part of a game after which only numbers have grown, and that could be repeated."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ruleslawyer.ir import types as t
from ruleslawyer.play.extensive.game import Extensive
from ruleslawyer.semantics.state import State
from ruleslawyer.semantics.transition import Instance

REPETITIONS = 3
"""Times that it must be possible once more."""


@dataclass(frozen=True, slots=True)
class Pumped:
    """gains: what has grown, by how much, for people; calls: the actions that are repeated."""

    gains: tuple[str, ...]
    calls: tuple[str, ...]


class Pumps:
    """The pumps of one game in extensive form."""

    def __init__(self, game: Extensive) -> None:
        self.game = game
        self._counts = [isinstance(slot.leaf, t.Int) for slot in game.codec.schema.slots]

    def first(self, states: Sequence[State], taken: Sequence[Instance]) -> Pumped | None:
        """The first one of a line of play: the states, and the action that was taken in each but the last."""
        met: dict[object, list[int]] = {}
        for after, state in enumerate(states):
            same = met.setdefault(self._rest(state), [])
            for before in same:
                gains = self._gains(states[before], state)
                if gains and self._goes_on(state, gains, taken[before:after]):
                    return Pumped(gains, tuple(map(self.game.codec.call, taken[before:after])))
            same.append(after)
        return None

    def _rest(self, state: State) -> object:
        """All but the numbers; within open frames those too."""
        kept = (v for v, counts in zip(state.fields, self._counts, strict=True) if not counts)
        return tuple(kept), state.frames

    def _gains(self, before: State, after: State) -> tuple[str, ...]:
        """The numbers that have grown; empty where any has become less, or none is more."""
        found = []
        named = self.game.codec.named_leaves
        for (name, _, had), (_, _, has) in zip(named(before), named(after), strict=True):
            if had == has:
                continue
            if had is None or has is None or has < had:
                return ()
            found.append(f"{name} +{has - had}")
        return tuple(found)

    def _goes_on(self, state: State, gains: tuple[str, ...], taken: Sequence[Instance]) -> bool:
        for _ in range(REPETITIONS):
            now = state
            for instance in taken:
                if instance not in self.game.every(now):
                    return False
                arrived = self.game.take(now, instance)
                if arrived is None:
                    return False
                now = arrived
            if self._rest(now) != self._rest(state) or self._gains(state, now) != gains:
                return False
            state = now
        return True
