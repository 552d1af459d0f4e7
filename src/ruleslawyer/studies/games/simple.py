"""Bots that need nothing installed: at random, and greedy by a stated measure; and what every bot can be asked.

Things that the seat does not know change places with one another, two at a time, as long as it would see the same and
might do the same. It is a look at one moment: what was seen before, and what follows from it, is not weighed.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol

from ruleslawyer.play.extensive.game import CHANCE, Decision, Extensive, Move, Position
from ruleslawyer.semantics.dice import Dice
from ruleslawyer.semantics.interchange import Swap
from ruleslawyer.semantics.sight import unknown_members
from ruleslawyer.semantics.state import State
from ruleslawyer.studies.games.table import Tabled, Worth

MOST_COMPLETIONS = 200
"""Joint actions that a part of one is weighed by; of more, so many are drawn."""


class Bot(Protocol):
    """`says`: what it plays by, for people. Of a joint action it knows nothing of what others have chosen."""

    @property
    def says(self) -> str: ...

    def choose(self, position: Position) -> Move:
        """A move where somebody decides; a `ValueError` where nobody does."""


@dataclass
class Random:
    """Every move is as likely as every other."""

    game: Extensive
    dice: Dice

    says = "every move is as likely as every other"

    def choose(self, position: Position) -> Move:
        return self.dice.choice(decision_at(self.game, position).moves)


@dataclass
class Greedy:
    """Plays a move that gains most at once, each of these equally likely; chance moves at random. Where things are
    hidden from it, it takes them to lie as they may as well."""

    game: Extensive
    dice: Dice
    wants: Tabled

    def __post_init__(self) -> None:
        self.worth = Worth(self.wants, self.game.system)
        self.belief = Belief(self.game, self.dice)

    @property
    def says(self) -> str:
        return f"the most at once: {self.wants.text or 'nothing is wanted, so every move is as likely'}"

    def choose(self, position: Position) -> Move:
        found = decision_at(self.game, position)
        if found.seat == CHANCE:
            return self.dice.choice(found.moves)
        worlds = self.belief.worlds(position.state, found)
        gains = [sum(self._gain(world, found.seat, move) for world in worlds) for move in found.moves]
        best = max(gains)
        return self.dice.choice([move for move, gain in zip(found.moves, gains, strict=True) if gain == best])

    def _gain(self, state: State, seat: int, move: Move) -> Fraction:
        """A branch that ends in an event gains nothing. What others choose unseen is equally likely."""
        whole = self.game.completions(state, seat, move) if move.joint else [move.instance]
        if len(whole) > MOST_COMPLETIONS:
            whole = [self.dice.choice(whole) for _ in range(MOST_COMPLETIONS)]
        gained = [self.worth.of(self.game.take(state, one) or state, seat) for one in whole]
        return Fraction(sum(gained), len(gained))


def decision_at(game: Extensive, position: Position) -> Decision:
    """The decision of a position that has one."""
    found = game.decision(position)
    if found is None:
        raise ValueError(game.ending(position))
    return found


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
