"""The types of the rule language, and the canonical value of each.

| type | canonical value |
|---|---|
| Bool | bool |
| Int | int, unbounded unless `low`/`high` say otherwise |
| Sort, Enum | the index of the member, an int from 0 |
| Optional(T) | None, or a value of T |
| Set(T) | frozenset of canonical values of a Sort or Enum |
| Pile(T) | tuple of canonical values of a Sort (each at most once) or an Enum (with repeats), the top first |
| Map(K, V) | tuple of V in the order of K's members; K is a Sort or Enum; V may be a Map |
| Awaits(T) | frozenset of T, or `CHANCE` = frozenset({-1}) |
| Silent(T) | SILENT, or a value of T: what an exception of a term or an answer returns |
| State, FrameOf(F) | the store itself; only as the type of a parameter |
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from ruleslawyer.base.quick_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Bool:
    pass


@dataclass(frozen=True, slots=True)
class Int:
    """An integer; the bounds (inclusive, None = unbounded) matter where it is the type of a field or parameter.

    `cite` is the clause that promises the range: then a write outside it is a violation of the book, otherwise
    a defect of the model.
    """

    low: int | None = None
    high: int | None = None
    cite: str | None = None


@dataclass(frozen=True, slots=True)
class Sort:
    name: str


@dataclass(frozen=True, slots=True)
class Enum:
    name: str


@dataclass(frozen=True, slots=True)
class Optional:
    item: Type


@dataclass(frozen=True, slots=True)
class Set:
    item: Type


@dataclass(frozen=True, slots=True)
class Pile:
    """A pile; `size` and `cite` matter only where it is the type of a field.

    `size`: how many it holds at most, as an integer or as the full name of a number of the book (None: each member of
    a sort). `cite` is the clause that promises it: see `Int`.
    """

    item: Type
    size: int | str | None = None
    cite: str | None = None

    @property
    def repeats(self) -> bool:
        """Whether the pile may hold equal things: members of an enum are kinds of things, members of a sort are
        things."""
        return isinstance(self.item, Enum)


@dataclass(frozen=True, slots=True)
class Map:
    key: Type
    value: Type


@dataclass(frozen=True, slots=True)
class Awaits:
    """The type of `awaits`: a set of players, or chance."""

    item: Type


@dataclass(frozen=True, slots=True)
class Silent:
    item: Type


@dataclass(frozen=True, slots=True)
class NoneType:
    """The type of `None` alone, and the result of a function that only acts."""


@dataclass(frozen=True, slots=True)
class State:
    pass


@dataclass(frozen=True, slots=True)
class FrameOf:
    name: str


Type: TypeAlias = Bool | Int | Sort | Enum | Optional | Set | Pile | Map | Awaits | Silent | NoneType | State | FrameOf

CHANCE = frozenset({-1})


def promise_clauses(type_: Type) -> Iterator[str]:
    """The clauses that promise ranges, wherever in a type they stand."""
    match type_:
        case Int(cite=cite) | Pile(cite=cite) if cite:
            yield cite
        case Optional(item) | Set(item) | Pile(item) | Silent(item) | Awaits(item):
            yield from promise_clauses(item)
        case Map(key, value):
            yield from promise_clauses(key)
            yield from promise_clauses(value)


def unwrap(type_: Type) -> Type:
    """A type without that it may be nothing, or silent."""
    return type_.item if isinstance(type_, Optional | Silent) else type_


def promise(type_: Type) -> Int | Pile | None:
    """The range or the size that an entry's type promises, if any."""
    item = type_.item if isinstance(type_, Optional) else type_
    if isinstance(item, Int) and (item.low is not None or item.high is not None):
        return item
    return type_ if isinstance(type_, Pile) and type_.size is not None else None


def leaf_type(type_: Type) -> Type:
    """The type of the entries, however deep the maps are."""
    return leaf_type(type_.value) if isinstance(type_, Map) else type_


def bare(type_: Type) -> Type:
    """The type without Optional and Silent."""
    while isinstance(type_, Optional | Silent):
        type_ = type_.item
    return type_


def canonical_default(type_: Type) -> object:
    """The value of a leaf of a type before anything is written: unset (None) for a sort or an enum."""
    match type_:
        case Bool():
            return False
        case Int(low, high):
            return low if low is not None and low > 0 else high if high is not None and high < 0 else 0
        case Set() | Awaits():
            return frozenset()
        case Pile():
            return ()
        case Map(_, value):
            return canonical_default(value)
        case _:
            return None
