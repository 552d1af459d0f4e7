"""The states that a bot takes for possible: they look to its seat like the one that there is, hidden things drawn anew.

Things that the seat does not know change places with one another, two at a time. What it does not see of a field has
another value, and where that makes a promise of the rules false, another number that is hidden there gets what this
one loses. The seat sees the same, and might do the same. It is a look at one moment: what was seen before, and what
follows from it, is not weighed.
"""

from __future__ import annotations

from dataclasses import dataclass

from ruleslawyer.ir import types as t
from ruleslawyer.play.extensive.game import Decision, Extensive, Position
from ruleslawyer.semantics.dice import Dice
from ruleslawyer.semantics.interchange import Swap
from ruleslawyer.semantics.sight import covered_entries, unknown_members
from ruleslawyer.semantics.state import State, replace

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
        if not rules.sights:
            return [state]
        hidden = unknown_members(self.game.system, state, found.seat)
        members = [(sort, member) for sort, some in hidden.items() for member in sorted(some) if len(some) > 1]
        covered = covered_entries(self.game.system, state, found.seat)
        if not members and not any(covered.values()):
            return [state]
        view, drawn = self.game.sees(state, found.seat), list[State]()
        for _ in range(WORLDS):
            world = drawn[-1] if drawn else state
            for sort, member in members:
                other = self.dice.choice(sorted(hidden[sort]))
                moved = Swap(sort, member, other).state(rules, world)
                if moved != world and self._is_possible(moved, found, view):
                    world = moved
            for (record, name), keys in covered.items():
                field = _Field(self.game, self.dice, record, name)
                for key in sorted(keys):
                    ways = field.alternatives(world, key, sorted(keys - {key}))
                    world = next((o for o in ways if self._keeps(o) and self._is_possible(o, found, view)), world)
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
