"""Answers in the user's cache: found by all that they depend on, the tool itself included; and data as bytes, the
same in every run.
"""

from __future__ import annotations

import hashlib
import pickle
from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from pathlib import Path
from typing import Any

from ruleslawyer.base.files.kept import ANSWERS, MOST_ANSWERS, Kept, answers_folder
from ruleslawyer.base.origin import Span
from ruleslawyer.lang.records import Silent
from ruleslawyer.rulebook.kept.rules import dump, read, tool

Digest = bytes
SIZE = 20
"""Bytes of a digest."""
_MORE = (Span, Enum, Silent, Mapping, tuple, list, set, frozenset, type)
"""Classes whose values have digests of their own kind, whatever fields they have."""


class Digests:
    """Digests of values: dataclasses by the name of their class and their fields, mappings in their order (rules that
    are declared in another order are tried in another), sets in any.

    Left out are places in sources, and the fields of `without` (a class's name and a field's): what they say may
    change, and nothing that is computed does."""

    def __init__(
        self, without: frozenset[tuple[str, str]] = frozenset(), passing: frozenset[type] = frozenset()
    ) -> None:
        """passing: classes of which there are many, each asked for once; the others are noted with their digest."""
        self._without, self._passing = without, passing
        self._known: dict[int, tuple[object, Digest]] = {}  # with the value, so that its id stays its own
        self._labels: dict[type, tuple[tuple[str, Digest], ...] | None] = {}
        self._texts: dict[str, Digest] = {}

    def of(self, value: object) -> Digest:
        """The digest of a value; a TypeError where it is of a kind whose meaning is not in its data."""
        if type(value) is str:
            if value not in self._texts:
                self._texts[value] = _plain(value)
            return self._texts[value]
        if type(value) is Span:
            return _PLACE
        if value is None or (isinstance(value, str | bytes | int | float) and not isinstance(value, Enum)):
            return _plain(value)
        if isinstance(value, Mapping) or type(value) in self._passing:
            return self._of(value)
        known = self._known.get(id(value))
        if known is None:
            known = self._known[id(value)] = value, self._of(value)
        return known[1]

    def _of(self, value: object) -> Digest:
        labels = self._labels_of(type(value))
        if labels is not None:
            parts = [label + self.of(getattr(value, name)) for name, label in labels]
            return _blake(type(value).__qualname__.encode() + b"".join(parts))
        match value:
            case Enum():
                return _digest_of(type(value).__qualname__, [value.name.encode()])
            case tuple() | list():
                return _digest_of("sequence", map(self.of, value))
            case frozenset() | set():
                return _digest_of("set", sorted(map(self.of, value)))
            case Mapping():
                return _digest_of("mapping", (self.of(key) + self.of(one) for key, one in value.items()))
            case Silent():
                return _digest_of("silent", [])
            case Path():
                return _digest_of("path", [value.as_posix().encode()])
        raise TypeError(f"{type(value).__qualname__} has no digest")

    def _labels_of(self, kind: type) -> tuple[tuple[str, Digest], ...] | None:
        """The fields that count of a class of data, each with what comes before its digest; None where a value is more
        than its fields, or none."""
        if kind not in self._labels:
            names = [one.name for one in fields(kind)] if is_dataclass(kind) and not issubclass(kind, _MORE) else None
            counted = names and [name for name in names if (kind.__qualname__, name) not in self._without]
            self._labels[kind] = (
                None if counted is None else tuple((name, _long(name.encode(), SIZE)) for name in counted)
            )
        return self._labels[kind]


def has_place(value: object) -> bool:
    """Whether a place in a source stands anywhere in a value."""
    waiting, seen = [value], set[int]()
    while waiting:
        one = waiting.pop()
        kind = type(one)
        if kind is Span:
            return True
        if kind not in _PARTS:
            _PARTS[kind] = _parts_of(kind)
        parts = _PARTS[kind]
        if parts is not None and id(one) not in seen:
            seen.add(id(one))
            waiting += parts(one)
    return False


_PARTS: dict[type, Callable[..., Iterable[object]] | None] = {}
"""By class: see `_parts_of`."""


def _parts_of(kind: type) -> Callable[..., Iterable[object]] | None:
    """How the values that stand in one of a class are listed; None where none do."""
    if issubclass(kind, Mapping):
        return lambda one: (*one, *one.values())
    if issubclass(kind, tuple | list | frozenset | set):
        return iter
    if is_dataclass(kind):
        names = [field.name for field in fields(kind)]
        return lambda one: [getattr(one, name) for name in names]
    return None


def _plain(value: str | bytes | float | None) -> Digest:
    return _digest_of(type(value).__name__, [repr(value).encode("utf-8", "backslashreplace")])


def _digest_of(kind: str, parts: Any) -> Digest:
    return _blake(kind.encode() + b"".join([_long(part) for part in parts]))


def _long(part: bytes, more: int = 0) -> bytes:
    """Bytes behind their length, which counts so many more that follow."""
    return (len(part) + more).to_bytes(4, "big") + part


def _blake(data: bytes) -> Digest:
    return hashlib.blake2b(data, digest_size=SIZE).digest()


_PLACE = _digest_of("span", [])


class Answers:
    """Answers computed before, in a folder. `fresh`: nothing is read, and all is written. Without a folder nothing is
    kept."""

    def __init__(self, folder: Path | None = None, *, fresh: bool = False) -> None:
        self.folder, self.fresh = folder, fresh
        self.reused = 0
        self._kept = Kept(folder, ANSWERS, MOST_ANSWERS)

    @property
    def damage_count(self) -> int:
        """How many answers could not be used, and were computed again."""
        return self._kept.damaged

    def read(self, key: bytes, *, counted: bool = True) -> Any:
        """The answer, or None where there is none that can be used."""
        if self.folder is None or self.fresh:
            return None
        data = self._kept.read(key)
        if data is None:
            return None
        try:
            found = read(data)
        except Exception:  # whatever an answer of somebody else's making does
            self._kept.damaged += 1
            return None
        self.reused += counted
        return found

    def write(self, key: bytes, answer: object) -> None:
        """Keep an answer; one that holds more than data is not kept."""
        if self.folder is None:
            return
        try:
            data = dump(answer)
        except (pickle.PicklingError, AttributeError, TypeError, ValueError):
            return
        self._kept.write(key, data)

    def forget(self, key: bytes) -> None:
        self._kept.forget(key)


def users_answers(*, fresh: bool = False) -> Answers:
    """The answers in the user's cache."""
    return Answers(answers_folder(), fresh=fresh)


def key_of(question: str, *depends: object) -> bytes:
    """The key of an answer: the question, all that it depends on, and who answers."""
    return Digests().of((question, *depends, tool()))
