"""A player's view of a state as a list of numbers, always of the same length, for programs that learn.

A member is a place for each that there is, and one for a member that the player does not know; all of them are 0 where
there is none. What a field holds has a place before it that is 1 where the player does not see it, and then the rest
is 0. A number stands as it is. A set has a place for each member, a pile so many of them as it can hold. Of
the members that a player does not know there is a number for each kind that they may be of.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

from ruleslawyer.base.files.content import Json
from ruleslawyer.ir import types as t
from ruleslawyer.play.extensive.game import Extensive
from ruleslawyer.semantics.codec import CHANCE
from ruleslawyer.semantics.sight import UNSEEN
from ruleslawyer.semantics.sizes import pile_size


class Vector:
    """`size`: how many numbers there are."""

    def __init__(self, game: Extensive) -> None:
        self.codec, self.system, self.scope = game.codec, game.system.system, game.scope
        schema = self.codec.schema
        self._fields = [(slot.field.name, slot.field.type) for slot in schema.slots]
        self._frames = [
            (name, [(slot.field.name, slot.field.type) for slot in slots])
            for name, slots in zip(schema.frame_names, schema.frame_slots, strict=True)
        ]
        self.size = sum(1 for _ in self._numbers({}))

    def of(self, seen: Json) -> list[float]:
        """The numbers of what a player sees, as `observe` gives it."""
        return list(self._numbers(seen))

    def _numbers(self, seen: Json) -> Iterator[float]:
        for name, type_ in self._fields:
            yield from self._value(type_, seen.get(name), covered=(None, name) in self.system.covered)
        for name, fields in self._frames:
            record = seen.get(name)
            yield float(record is not None)
            for inner, type_ in fields:
                yield from self._value(type_, (record or {}).get(inner), covered=(name, inner) in self.system.covered)
        for sort, paths in self.system.counted.items():
            counts = {_kind(one): one[UNSEEN] for one in seen.get(UNSEEN, {}).get(sort, ())}
            for kind in product(*map(self._ends, paths.values())) if paths else ():
                yield float(counts.get(kind, 0))

    def _ends(self, type_: t.Type) -> tuple[object, ...]:
        """The values to which a path may lead."""
        inner = t.unwrap(type_)
        members = (False, True) if isinstance(inner, t.Bool) else self.codec.members(inner)
        return (*members, *(() if inner == type_ else (None,)))

    def _value(self, type_: t.Type, value: Any, *, covered: bool = False) -> Iterator[float]:
        """None: nothing is there, or seen. covered: of a field with a rule of sight."""
        if covered and not isinstance(type_, t.Map):
            yield float(value == UNSEEN)
            value = None if value == UNSEEN else value
        match type_:
            case t.Optional(item) | t.Silent(item):
                if isinstance(item, t.Bool | t.Int):
                    yield float(value is not None)
                yield from self._value(item, value)
            case t.Bool() | t.Int():
                yield float(value or 0)
            case t.Sort() | t.Enum():
                yield from (float(value == name) for name in (*self.codec.members(type_), UNSEEN))
            case t.Set(item) | t.Awaits(item):
                known = value or ()
                yield from (float(name in known) for name in self._names(item))
                yield float(value == CHANCE if isinstance(type_, t.Awaits) else list(known).count(UNSEEN))
            case t.Pile(item):
                places = pile_size(type_, self.system, self.scope)
                held = [*(value or ()), *[None] * places][:places]
                for one in held:
                    yield from self._value(item, one)
            case t.Map(key, item):
                for name in self.codec.members(key):
                    there = value == UNSEEN or (value is not None and name in value)
                    if isinstance(key, t.Sort) and key.name in self.system.seen:
                        yield float(there)
                    one = value if value == UNSEEN else value[name] if there else None
                    yield from self._value(item, one, covered=covered)
            case _:
                raise TypeError(f"{type_} is no type of a field")

    def _names(self, item: t.Type) -> tuple[object, ...]:
        return self.codec.members(item) if isinstance(item, t.Sort | t.Enum) else ()


def _kind(counted: Json) -> tuple[object, ...]:
    return tuple(value for name, value in counted.items() if name != UNSEEN)
