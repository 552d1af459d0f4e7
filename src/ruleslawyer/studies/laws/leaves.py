"""Leaves of a state with other values: as what is looked for has them, or by chance."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from random import Random
from typing import TypeAlias

from ruleslawyer.ir import types as t
from ruleslawyer.ir.moments import pending
from ruleslawyer.ir.system import System
from ruleslawyer.ir.uses import Functions
from ruleslawyer.semantics.state import State, leaves
from ruleslawyer.semantics.transition import TransitionSystem
from ruleslawyer.studies.laws.deal import Where
from ruleslawyer.studies.laws.law import is_among
from ruleslawyer.studies.laws.values import NOTHING, Values
from ruleslawyer.studies.laws.wishes import Aim, nearest

MOST_LEAVES = 4
GROUPED, WISHED, PHASE = 0.25, 0.4, 0.15
"""How often fields are drawn together that mean something together; what is looked for is drawn, not anything; and what
is drawn is where the game stands."""
Leaf: TypeAlias = tuple[str, tuple[int, ...], object]
"""A field, the keys in it, and what it says there."""


class Leaves:
    """Draws leaves of states of a ruleset. aims: what is looked for, each with the member that it is drawn for; during:
    how the whole game stands then."""

    def __init__(self, system: System, values: Values, rng: Random) -> None:
        self.system, self.values, self.rng = system, values, rng
        self.aims: Sequence[tuple[int, Aim]] = ()
        self.during: Where = NOTHING

    def any_of(self, system: TransitionSystem, state: State) -> Iterator[Leaf]:
        """Some leaves with other values: of one member, as another one has them; or of any, by chance."""
        rng, schema = self.rng, system.schema
        if self.aims and rng.random() < WISHED:
            yield from self._time(system, state)
            for member, aim in self.aims:
                who = nearest(system, state, aim, rng) if rng.random() < 0.5 else member
                yield from self._sayings(system, state, who, aim)
            if rng.random() < 0.5:
                return
        if self.words and rng.random() < PHASE:
            index, name, type_ = rng.choice(self.words)
            yield name, (), self.values.value(type_, system.scope, state.fields[index])
        slots = enumerate(schema.slots)
        keyed = [(i, s.field.name, s.field.type) for i, s in slots if state.fields[i] and s.field.name not in self._own]
        of_members = [(i, name, type_) for i, name, type_ in keyed if isinstance(type_, t.Map)]
        if not of_members or rng.random() < 0.2:
            return (yield from self._anything(system, state))
        key = rng.choice(of_members)[2].key
        columns = [(i, name, type_.value) for i, name, type_ in of_members if type_.key == key]
        member, other = (rng.randrange(len(state.fields[columns[0][0]])) for _ in range(2))
        like = rng.random() < 0.4
        few = columns if like else rng.sample(columns, min(len(columns), rng.randint(1, MOST_LEAVES)))
        if not like and self._groups and rng.random() < GROUPED:
            together = rng.choice(self._groups)
            few = [column for column in columns if column[1] in together] or few
        for i, name, type_ in few:
            now = dict(leaves(type_, state.fields[i][member]))
            if not now:
                continue  # of a sort without members here
            if like:
                then = dict(leaves(type_, state.fields[i][other]))
            else:
                keys = rng.choice(list(now))
                then = {**now, keys: self.values.value(t.leaf_type(type_), system.scope, now[keys])}
            yield from ((name, (member, *keys), leaf) for keys, leaf in then.items() if leaf != now[keys])

    def of_aim(self, system: TransitionSystem, state: State, member: int, aim: Aim) -> Iterator[Leaf]:
        """The leaves of one member that is looked for, and of members that are looked for besides."""
        yield from self._time(system, state)
        yield from self._sayings(system, state, member, aim)
        for _, other in self.aims:
            if other is not aim:
                yield from self._sayings(system, state, nearest(system, state, other, self.rng), other)

    def numbers(self, system: TransitionSystem, state: State, sort: t.Sort, member: int) -> Iterator[Leaf]:
        """A number that is said of a member, or of one that a field of it names, with another value."""
        schema, said = system.schema, list[tuple[str, tuple[int, ...], t.Type, object]]()
        keyed = [
            (slot.field.name, slot.field.type.value, value)
            for slot, value in zip(schema.slots, state.fields, strict=True)
            if isinstance(slot.field.type, t.Map) and slot.field.type.key == sort and value
        ]
        named = [value[member] for _, type_, value in keyed if t.unwrap(type_) == sort]
        for who in (member, *(one for one in named if one is not None)):
            for name, type_, value in keyed:
                if isinstance(t.unwrap(t.leaf_type(type_)), t.Int):
                    said += [(name, (who, *keys), t.leaf_type(type_), leaf) for keys, leaf in leaves(type_, value[who])]
        if said:
            name, keys, leaf, now = self.rng.choice(said)
            yield name, keys, self.values.value(leaf, system.scope, now)

    def _time(self, system: TransitionSystem, state: State) -> Iterator[Leaf]:
        """The leaves by which the whole game stands as is looked for."""
        for name, values in self.during.items():
            slot, now = system.schema.slots[system.schema.index[name]], state.fields[system.schema.index[name]]
            if not is_among(now, values):
                yield name, (), self.values.one_of(values, slot.field.type, system.scope, now)

    def _sayings(self, system: TransitionSystem, state: State, member: int, aim: Aim) -> Iterator[Leaf]:
        """The leaves by which of a member is said what is looked for."""
        for name, values in aim.where.items():
            index = system.schema.index.get(name)
            if index is not None:
                field = system.schema.slots[index].field
                now = state.fields[index][member]
                if not is_among(now, values):
                    assert isinstance(field.type, t.Map)
                    then = self.values.one_of(values, field.type.value, system.scope, now)
                    there = dict(leaves(field.type.value, now))
                    yield from (
                        (name, (member, *keys), leaf)
                        for keys, leaf in leaves(field.type.value, then) if leaf != there.get(keys)
                    )  # fmt: skip

    @cached_property
    def words(self) -> list[tuple[int, str, t.Type]]:
        """The fields that say in a word where the game stands."""
        fields = enumerate(self.system.state.fields)
        return [(i, f.name, f.type) for i, f in fields if isinstance(t.unwrap(f.type), t.Enum)]

    @cached_property
    def _own(self) -> frozenset[str]:
        """The fields in which reactions wait: no author writes them, and each moment fills its own."""
        return frozenset(map(pending, self.system.triggers))

    @cached_property
    def _groups(self) -> list[frozenset[str]]:
        """The fields that mean something by one condition, with those that this reads: where a card lies upon another
        one, upon which, and how."""
        fields, functions = self.system.state.fields, Functions(self.system)
        found: dict[str, set[str]] = {}
        for one in fields:
            if (matters := one.matters) is not None:
                read = {name for frame, name in functions.uses([matters]).reads if frame is None}
                found.setdefault(matters.name, read).add(one.name)
        return [frozenset(names) for names in found.values()]

    def _anything(self, system: TransitionSystem, state: State) -> Iterator[Leaf]:
        """A leaf of some field with another value; piles stay as they are."""
        index = self.rng.randrange(len(system.schema.slots))
        slot = system.schema.slots[index]
        there = list(leaves(slot.field.type, state.fields[index]))
        if there and not isinstance(slot.leaf, t.Pile) and slot.field.name not in self._own:
            keys, leaf = self.rng.choice(there)
            found = self.values.value(slot.leaf, system.scope, leaf)
            if found != leaf:
                yield slot.field.name, keys, found
