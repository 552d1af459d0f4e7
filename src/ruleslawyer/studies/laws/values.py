"""Values by chance: of attributes that are printed, and of leaves of the state."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from random import Random
from typing import Any

from ruleslawyer.ir import types as t
from ruleslawyer.ir.schema import Attribute, Scope
from ruleslawyer.ir.system import System
from ruleslawyer.studies.laws.law import SOME, is_among
from ruleslawyer.studies.laws.wishes import Aim
from ruleslawyer.studies.sweep.seating import geometry

LAST, WORDED = 0.2, 0.75
"""How often a number is drawn as the last ones that there are, not near to what it is; and a word that some rule asks
for."""
NOTHING: Mapping[str, tuple[object, ...]] = {}


class Values:
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
