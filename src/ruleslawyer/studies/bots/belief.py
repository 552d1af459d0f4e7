"""The states that a bot takes for possible: they look to its seat like the one that there is, hidden things drawn anew.

Things that the seat does not know change places with one another, two at a time, as long as it would see the same and
might do the same. It is a look at one moment: what was seen before, and what follows from it, is not weighed.
"""

from __future__ import annotations

from dataclasses import dataclass

from ruleslawyer.play.extensive.game import Decision, Extensive, Position
from ruleslawyer.semantics.dice import Dice
from ruleslawyer.semantics.interchange import Swap
from ruleslawyer.semantics.sight import unknown_members
from ruleslawyer.semantics.state import State

WORLDS = 5
"""So many states are drawn for a decision at which something is hidden."""


@dataclass
class Belief:
    """Whoever decides draws from it."""

    game: Extensive
    dice: Dice

    def worlds(self, state: State, found: Decision) -> list[State]:
        """States that may be the one in which a seat has a decision; that one itself where nothing is hidden."""
        rules = self.game.system.system
        if not rules.seen:
            return [state]
        hidden = unknown_members(self.game.system, state, found.seat)
        members = [(sort, member) for sort, some in hidden.items() for member in sorted(some) if len(some) > 1]
        if not members:
            return [state]
        view, drawn = self.game.sees(state, found.seat), list[State]()
        for _ in range(WORLDS):
            world = drawn[-1] if drawn else state
            for sort, member in members:
                other = self.dice.choice(sorted(hidden[sort]))
                moved = Swap(sort, member, other).state(rules, world)
                if moved != world and self._is_possible(moved, found, view):
                    world = moved
            drawn.append(world)
        return drawn

    def _is_possible(self, world: State, found: Decision, view: object) -> bool:
        return (
            self.game.sees(world, found.seat) == view and self.game.decision(Position(world, first=found.seat)) == found
        )
