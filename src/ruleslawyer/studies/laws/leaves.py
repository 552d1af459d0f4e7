"""Leaves of drawn states with other values: as somebody wishes them, as they are printed, or by chance."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from random import Random
from typing import Any, TypeAlias

from ruleslawyer.check.scenario.scenario import Scenario
from ruleslawyer.ir import types as t
from ruleslawyer.ir.rules import pending
from ruleslawyer.ir.schema import Attribute, Scope
from ruleslawyer.ir.system import System
from ruleslawyer.ir.uses import Functions
from ruleslawyer.semantics.state import State, leaves
from ruleslawyer.semantics.transition import TransitionSystem
from ruleslawyer.studies.laws.compare import first_named_member, game_matches, member_matches
from ruleslawyer.studies.laws.drawn import Dealt, SampledState, Where, members_at_work
from ruleslawyer.studies.laws.law import SOME, is_among
from ruleslawyer.studies.sweep.factors import geometry


@dataclass(frozen=True)
class Aim:
    """A member that is looked for: of which sort, what is printed on it and said of it, of which others what field
    names it, and which fields of the whole game do."""

    sort: str
    where: Where
    named_by: Mapping[str, Where] = field(default_factory=dict)
    leading: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False)
class Wish:
    """Members that are looked for, all at once. questions: whose other options matter; about: scenarios that give, do
    or write one of these fields and actions are tried first; during: how the whole game stands then; seats: scopes of
    so many players, at least, are tried first."""

    members: tuple[Aim, ...]
    questions: tuple[str, ...] = ()
    about: frozenset[str] = frozenset()
    during: Where = field(default_factory=dict)
    seats: int = 0

    def is_near(self, system: TransitionSystem, state: State) -> bool:
        """Whether the whole game stands so, names somebody where it is to, and of a member the fields say so."""
        if not self.members:
            return False
        aim, index = self.members[0], system.schema.index
        said = {name: values for name, values in aim.where.items() if name in index}
        if not (self.during or aim.leading or said) or not game_matches(self.during, aim.leading, system, state):
            return False
        return any(member_matches(said, aim.sort, system, state, who) for who in range(system.scope.size(aim.sort)))


Beginning: TypeAlias = tuple[Scope, Dealt, Scenario | None]


@dataclass(frozen=True)
class Need:
    """The need of a law. likely: how likely it is drawn for; begun: where plays began that met what it speaks of; held:
    some states in which they did."""

    likely: float
    wishes: Sequence[Wish]
    begun: Sequence[Beginning] = ()
    held: Sequence[SampledState] = ()


def nearest(system: TransitionSystem, state: State, aim: Aim, rng: Random) -> int:
    """A member of which the most is as it is looked for, best one that is at work, by chance among several."""
    busy = {who for of, who in members_at_work(system, state) if of.name == aim.sort}
    members = range(len(system.scope.names[aim.sort]))
    near = [match_score(system, state, aim.sort, who, aim.where) + (who in busy) for who in members]
    for name in aim.leading:
        named = first_named_member(state.fields[system.schema.index[name]])
        if isinstance(named, int):
            near[named] += len(members)
    for name, where in aim.named_by.items():
        field = system.schema.slots[system.schema.index[name]].field
        assert isinstance(field.type, t.Map) and isinstance(field.type.key, t.Sort)
        for other, named in enumerate(state.fields[system.schema.index[name]]):
            if named is not None:
                near[named] += 1 + match_score(system, state, field.type.key.name, other, where)
    return rng.choice([who for who in members if near[who] == max(near)])


def match_score(system: TransitionSystem, state: State, sort: str, who: int, where: Where) -> int:
    """How much of a member is as it is looked for."""
    index, attributes = system.schema.index, system.scope.attributes
    columns = [(state.fields[index[n]] if n in index else attributes[sort, n], where[n]) for n in where]
    return sum(column is not None and is_among(column[who], values) for column, values in columns)


LAST, WORDED = 0.2, 0.75
"""How often a number is drawn as the last ones that there are, not near to what it is; and a word that some rule asks
for."""
NOTHING: Mapping[str, tuple[object, ...]] = {}


class ValueSampler:
    """Draws them for the scopes of a ruleset."""

    def __init__(self, system: System, rng: Random) -> None:
        self.system, self.rng = system, rng

    @cached_property
    def attributes(self) -> list[tuple[str, Attribute]]:
        """The attributes by sort, but for who sits beside whom: that is no seating if one of them changes alone."""
        system = self.system
        sorts = [(name, sort, geometry(system, name)) for name, sort in system.sorts.items() if not sort.grid]
        return [(name, a) for name, sort, seats in sorts for a in sort.attributes if a.name not in seats]

    def twin(self, scope: Scope) -> Iterator[tuple[str, str, int, object]]:
        """All that is printed on one member is printed on another one, but for whose they are: two give one thing."""
        sorts = self.system.sorts
        several = [name for name, sort in sorts.items() if not sort.grid and len(scope.names[name]) > 1]
        if not several:
            return
        sort = self.rng.choice(several)
        one, other = self.rng.sample(range(len(scope.names[sort])), 2)
        for attribute in sorts[sort].attributes:
            column = scope.attributes[sort, attribute.name]
            if column and not isinstance(t.unwrap(attribute.type), t.Sort) and column[one] != column[other]:
                yield sort, attribute.name, other, column[one]

    def words_of(
        self, scope: Scope, member: int, aim: Aim, words: Mapping[str, tuple[object, ...]] = NOTHING
    ) -> Iterator[tuple[str, str, int, object]]:
        """The attributes that a member is to have printed; where it may be any value, one is drawn, mostly of those
        `words`."""
        types = {attribute.name: attribute.type for of, attribute in self.attributes if of == aim.sort}
        for name, values in aim.where.items():
            column = scope.attributes.get((aim.sort, name))
            if column and name in types and not is_among(column[member], values):
                values = (
                    words[name] if values in ((), (SOME,)) and name in words and self.rng.random() < WORDED else values
                )
                found = self.one_of(values, types[name], scope, column[member])
                if found != column[member]:
                    yield aim.sort, name, member, found

    def one_of(self, values: tuple[object, ...], type_: t.Type, scope: Scope, now: Any) -> object:
        """One of the values that are looked for; without any, or where any will do, one by chance."""
        one = self.rng.choice(values) if values else SOME
        return self.value(t.unwrap(type_) if values else type_, scope, now) if one == SOME else one

    def value(self, type_: t.Type, scope: Scope, now: Any) -> object:
        """A value of a type by chance, near to the one that is there."""
        rng = self.rng
        match type_:
            case t.Bool():
                return rng.random() < 0.5
            case t.Int(low, high):
                least = 0 if low is None else low
                found = max((now or 0) + rng.choice((-1, 1, 1, 2)), least)
                if rng.random() < LAST:
                    found = least + rng.choice((0, 1, 1))
                return found if high is None else min(found, high)
            case t.Enum(name):
                return rng.randrange(len(self.system.enums[name].members))
            case t.Sort(name):
                return rng.randrange(len(scope.names[name])) if scope.names[name] else now
            case t.Optional(item):
                return None if now is not None and rng.random() < 0.4 else self.value(item, scope, now)
            case t.Set(item):
                return now ^ {self.value(item, scope, None)}
            case t.Map(_, item):
                at = rng.randrange(len(now)) if now else 0
                return (*now[:at], self.value(item, scope, now[at]), *now[at + 1 :]) if now else now
        return now


MOST_LEAVES = 4
GROUPED, WISHED, PHASE = 0.25, 0.4, 0.15
"""How often fields are drawn together that mean something together; what is looked for is drawn, not anything; and what
is drawn is where the game stands."""
Leaf: TypeAlias = tuple[str, tuple[int, ...], object]
"""A field, the keys in it, and what it says there."""


class LeafSampler:
    """Draws leaves of states of a ruleset. aims: what is looked for, each with the member that it is drawn for; during:
    how the whole game stands then."""

    def __init__(self, system: System, values: ValueSampler, rng: Random) -> None:
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
