"""Bots that need nothing installed: at random, and greedy by a stated measure; and what every bot can be asked.

Things that the seat does not know change places with one another, two at a time. What it does not see of a field has
another value, and where that makes a promise of the rules false, another number that is hidden there gets what this
one loses. The seat sees the same, and might do the same. It is a look at one moment: what was seen before, and what
follows from it, is not weighed.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol

from ruleslawyer.ir import types as t
from ruleslawyer.play.extensive.game import CHANCE, Decision, Extensive, Move, Position
from ruleslawyer.semantics.dice import Dice
from ruleslawyer.semantics.interchange import Swap
from ruleslawyer.semantics.sight import covered_entries, unknown_members
from ruleslawyer.semantics.state import State, replace
from ruleslawyer.studies.games.table import PlayTable, Worth

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
    wants: PlayTable

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

    def worlds(self, state: State, decision: Decision) -> list[State]:
        """States that may be the one in which a seat has a decision; that one itself where nothing is hidden."""
        rules = self.game.system.system
        if not rules.sights:
            return [state]
        hidden = unknown_members(self.game.system, state, decision.seat)
        members = [(sort, member) for sort, some in hidden.items() for member in sorted(some) if len(some) > 1]
        covered = covered_entries(self.game.system, state, decision.seat)
        if not members and not any(covered.values()):
            return [state]
        view, drawn = self.game.sees(state, decision.seat), list[State]()
        for _ in range(WORLDS):
            world = drawn[-1] if drawn else state
            for sort, member in members:
                other = self.dice.choice(sorted(hidden[sort]))
                moved = Swap(sort, member, other).state(rules, world)
                if moved != world and self._is_possible(moved, decision, view):
                    world = moved
            for (record, name), keys in covered.items():
                field = _Field(self.game, self.dice, record, name)
                for key in sorted(keys):
                    ways = field.alternatives(world, key, sorted(keys - {key}))
                    world = next((o for o in ways if self._keeps(o) and self._is_possible(o, decision, view)), world)
            drawn.append(world)
        return drawn

    def _is_possible(self, world: State, found: Decision, view: object) -> bool:
        return (
            self.game.sees(world, found.seat) == view and self.game.decision(Position(world, first=found.seat)) == found
        )

    def _keeps(self, world: State) -> bool:
        """Whether no promise about states is false there."""
        system = self.game.system
        return all(system.holds(c, world)[0] is not False for c in system.system.checks.values() if c.kind == "always")


class _Field:
    """A field of a state, as another value is drawn for it."""

    def __init__(self, game: Extensive, dice: Dice, record: str | None, name: str) -> None:
        schema = game.system.schema
        self.game, self.dice = game, dice
        self.frame = None if record is None else schema.frame_index[record]
        self.index = schema.index[name] if self.frame is None else schema.field_index[self.frame][name]
        slots = schema.slots if self.frame is None else schema.frame_slots[self.frame]
        self.type = slots[self.index].field.type

    def alternatives(self, world: State, key: int, others: list[int]) -> list[State]:
        """The state with another value; of a map in its entry of a key. Then with what a number loses at one of other
        keys, if there are such."""
        record = world.fields if self.frame is None else world.frames[self.frame]
        assert record is not None
        held = record[self.index]
        if not isinstance(self.type, t.Map):
            return [world.with_field(self.index, self._another(self.type, held), self.frame)]
        leaf = self.type.value
        fresh = replace(held, (key,), self._another(leaf, held[key]))
        ways = [fresh]
        if others and isinstance(leaf, t.Int):
            other = self.dice.choice(others)
            gets = held[other] + held[key] - fresh[key]
            if (leaf.low is None or leaf.low <= gets) and (leaf.high is None or gets <= leaf.high):
                ways.append(replace(fresh, (other,), gets))
        return [world.with_field(self.index, one, self.frame) for one in ways]

    def _another(self, type_: t.Type, value: object) -> object:
        """A value of a type; a set or a pile is left as it is, and of numbers without a bound none is greater."""
        match type_:
            case t.Bool():
                return self.dice.randrange(2) == 1
            case t.Int(low, high):
                assert isinstance(value, int)
                least, most = low or 0, max(value, low or 0) if high is None else high
                return least + self.dice.randrange(most - least + 1)
            case t.Sort() | t.Enum():
                return self.dice.randrange(len(self.game.codec.members(type_)))
            case t.Optional(item):
                return None if self.dice.randrange(2) else self._another(item, value or 0)
            case t.Map(_, item):
                assert isinstance(value, tuple)
                return tuple(self._another(item, one) for one in value)
        return value
