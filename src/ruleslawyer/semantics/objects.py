"""The author's objects for canonical values, by type, and the way back."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from ruleslawyer.ir import types as t
from ruleslawyer.ir.schema import Scope
from ruleslawyer.ir.system import System
from ruleslawyer.lang import records
from ruleslawyer.lang.records import SILENT, Map, Pile
from ruleslawyer.semantics.maps import Change, Entries, Rigid, Writer
from ruleslawyer.semantics.sizes import domain_size


def _itself(value: object) -> Any:
    return value


_SAME: dict[Any, Any] = {None: None, SILENT: SILENT}
"""What is the same on both sides."""
_MANY = t.Set | t.Pile | t.Awaits | t.Map
"""Types of values that are made one by one of others."""


def _where_something_is(change: Change) -> Change:
    """A change that leaves None and SILENT as they are."""
    return lambda value: value if value is None or value is SILENT else change(value)


class Objects:
    """members: the author's of each sort and enum, in order; writer: who is asked by the maps that are made."""

    def __init__(self, system: System, scope: Scope, members: Mapping[str, list[Any]], writer: Writer) -> None:
        self.system, self.scope, self._members, self._writer = system, scope, members, writer
        self._decoders: dict[t.Type, Change] = {}
        self._encoders: dict[t.Type, Change] = {}

    def decode(self, type_: t.Type, value: object) -> Any:
        """The author's object for a canonical value."""
        return self.decoder(type_)(value)

    def decoder(self, type_: t.Type) -> Change:
        """A function from canonical values of a type to the author's objects; made once for each."""
        found = self._decoders.get(type_)
        if found is None:
            found = self._decoding(type_)
            if isinstance(type_, _MANY):
                found = _where_something_is(found)
            self._decoders[type_] = found
        return found

    def _decoding(self, type_: t.Type) -> Change:
        match type_:
            case t.Sort(name) | t.Enum(name):
                return {**_SAME, **dict(enumerate(self._members[name]))}.__getitem__
            case t.Optional(item) | t.Silent(item):
                return self.decoder(item)
            case t.Set(item):
                inner = self.decoder(item)
                return lambda value: frozenset(map(inner, value))
            case t.Pile(item):
                inner = self.decoder(item)
                return lambda value: Pile(map(inner, value))
            case t.Awaits(item):
                inner = self.decoder(item)
                return lambda value: records.CHANCE if value == t.CHANCE else frozenset(map(inner, value))
            case t.Map():
                return partial(Rigid, self._writer, self.entries(type_))
        return _itself

    def encode(self, type_: t.Type, value: object) -> Any:
        return self.encoder(type_)(value)

    def encoder(self, type_: t.Type) -> Change:
        """The way back."""
        found = self._encoders.get(type_)
        if found is None:
            found = self._encoding(type_)
            if isinstance(type_, _MANY):
                found = _where_something_is(found)
            self._encoders[type_] = found
        return found

    def _encoding(self, type_: t.Type) -> Change:
        match type_:
            case t.Sort(name):
                return {**_SAME, **{member: index for index, member in enumerate(self._members[name])}}.__getitem__
            case t.Enum(name):
                return self._index_in(name)
            case t.Optional(item) | t.Silent(item):
                return self.encoder(item)
            case t.Set(item):
                inner = self.encoder(item)
                return lambda value: frozenset(map(inner, value))
            case t.Pile(item):
                inner = self.encoder(item)
                return lambda value: tuple(map(inner, value))
            case t.Awaits(item):
                inner = self.encoder(item)
                return lambda value: t.CHANCE if value is records.CHANCE else frozenset(map(inner, value))
            case t.Map(key, item):
                size, inner, keyed = domain_size(key, self.system, self.scope), self.encoder(item), self.decoder(key)
                entries = range(size)
                return lambda value: tuple(inner(value[keyed(k)]) for k in entries) if isinstance(value, Map) else value
        return _itself

    def _index_in(self, enum: str) -> Change:
        """The index of a member by its identity, as an enum's own hash takes longer."""
        known: dict[int, Any] = {id(member): index for index, member in enumerate(self._members[enum])}
        known |= {id(same): same for same in _SAME}

        def index(member: object) -> Any:
            try:
                return known[id(member)]
            except KeyError:
                return self._members[type(member).__name__].index(member)

        return index

    def entries(self, type_: t.Map) -> Entries:
        item = type_.value
        return Entries(
            self.encoder(type_.key),
            self.entries(item) if isinstance(item, t.Map) else None,
            self.decoder(item),
            self.encoder(item),
            isinstance(item, t.Optional),
        )
