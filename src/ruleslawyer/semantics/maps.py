"""Maps as the author's code sees them in a direct run: those of the state and of frames, and those that never change.

A run does nothing as often as to read an entry: little stands between the author's brackets and the store.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, NoReturn, Protocol, TypeAlias

from ruleslawyer.lang.records import Map
from ruleslawyer.semantics.events import unwritten
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
