"""Maps as the author's code sees them in a direct run: those of the state and of frames, and those that never change.

A run does nothing as often as to read an entry: little stands between the author's brackets and the store.

Python lets None into a set, onto a pile and through a call; the rule language does not (decision 0001).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any, NamedTuple, NoReturn, Protocol, TypeAlias

from ruleslawyer.base.origin import Span
from ruleslawyer.ir import nodes as n
from ruleslawyer.ir import types as t
from ruleslawyer.ir.schema import Scope
from ruleslawyer.ir.system import System
from ruleslawyer.ir.walk import walk
from ruleslawyer.lang import records
from ruleslawyer.lang.records import SILENT, Map, Pile
from ruleslawyer.semantics.events import unwritten
from ruleslawyer.semantics.sizes import domain_size
from ruleslawyer.semantics.state import Store, Target

Change: TypeAlias = Callable[[Any], Any]


class Writer(Protocol):
    """The runner of the author's code: what is written is cited there, and a check that fails ends the branch."""

    def change(self, store: Store, target: Target, value: object, amount: int | None) -> None: ...

    def broken(self, reason: str) -> NoReturn: ...


class Entries(NamedTuple):
    """The common data of all maps of a type. encode: of a key. nested: where entries are maps again. decoded, encoded:
    of a value, and back."""

    encode: Change
    nested: Entries | None
    decoded: Change
    encoded: Change
    may_be_none: bool


class Field(NamedTuple):
    """A field of a frame, or (-1) of the state. entries: where it is a map."""

    name: str
    frame: int
    slot: int
    may_be_none: bool
    decoded: Change
    encoded: Change
    entries: Entries | None


class Written(Map[Any, Any]):
    """A map of the state or of a frame: entries are looked up when they are asked for."""

    __slots__ = ("_by", "_entries", "_field", "_keys", "_store")

    def __init__(self, by: Writer, store: Store, field: Field, entries: Entries, keys: tuple[int, ...] = ()) -> None:
        """`keys`: those that were given so far, where maps are nested."""
        self._by, self._store, self._field, self._entries, self._keys = by, store, field, entries, keys

    def __getitem__(self, key: object) -> Any:
        entries, field, store = self._entries, self._field, self._store
        if entries.nested is not None:
            return Written(self._by, store, field, entries.nested, (*self._keys, entries.encode(key)))
        found = store.read(field.frame, field.slot, self._keys)[entries.encode(key)]
        if found is None and not entries.may_be_none:
            self._by.broken(unwritten(field.name))
        return entries.decoded(found)

    def __setitem__(self, key: object, value: object) -> None:
        self._by.change(self._store, self._target(key), self._entries.encoded(value), None)

    def add(self, key: object, amount: int) -> None:
        """Add an amount to an entry, or take it away."""
        self._by.change(self._store, self._target(key), None, amount)

    def _target(self, key: object) -> Target:
        return self._field.frame, self._field.slot, (*self._keys, self._entries.encode(key))


class Rigid(Map[Any, Any]):
    """A map that never changes: each entry is looked up once, by the identity of its key, of which there is one object
    each. An enum's own hash takes longer."""

    __slots__ = ("_by", "_entries", "_known", "_value")

    def __init__(self, by: Writer, entries: Entries, value: Any) -> None:
        self._by, self._entries, self._value = by, entries, value
        self._known: dict[int, Any] = {}

    def __getitem__(self, key: object) -> Any:
        try:
            return self._known[id(key)]
        except KeyError:
            found = self._known[id(key)] = self._look(key)
            return found

    def _look(self, key: Any) -> Any:
        entries = self._entries
        found = self._value[entries.encode(key)]
        if entries.nested is not None:
            return Rigid(self._by, entries.nested, found)
        if found is None and not entries.may_be_none:
            self._by.broken("a choice that nobody made")
        return entries.decoded(found)

    def __setitem__(self, key: object, value: object) -> None:
        self._by.broken("a rigid map cannot be written")


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


PRESENT = "__present__"
"""The name under which the check stands in a module that is executed."""


def needed_values(system: System) -> Mapping[str, frozenset[Span]]:
    """The places, by file, where an expression that may be None stands for a value. What the front end adds to a rule
    stands at the place of a whole rule, and nobody wrote it there."""
    found: defaultdict[str, set[Span]] = defaultdict(set)
    unwritten = set[Span]()
    for function in system.functions():
        unwritten.add(function.origin.span)
        for node in walk(function.body):
            match node:
                case n.Unwrap(origin=origin):
                    found[origin.span.path].add(origin.span)
                case n.Place(origin=origin):  # of `+=` this is what it reads, too; None there is Python's own error
                    unwritten.add(origin.span)
    return {path: frozenset(spans - unwritten) for path, spans in found.items()}


def with_checks(text: str, spans: Iterable[Span]) -> str:
    """The text with a check around each of these expressions; every line stays where it was."""
    lines = text.split("\n")
    inserted = [(s.line, s.column, f"{PRESENT}(") for s in spans] + [(s.end_line, s.end_column, ")") for s in spans]
    for line, column, piece in sorted(inserted, reverse=True):
        old = lines[line - 1]
        lines[line - 1] = old[: column - 1] + piece + old[column - 1 :]
    return "\n".join(lines)
