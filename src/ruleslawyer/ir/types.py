"""The types of the rule language, and the canonical value of each.

| type | canonical value |
|---|---|
| Bool | bool |
| Int | int, unbounded unless `low`/`high` say otherwise |
| Sort, Enum | the index of the member, an int from 0 |
| Optional(T) | None, or a value of T |
| Set(T) | frozenset of canonical values of a Sort or Enum |
| Pile(T) | tuple without repeats, the top first |
| Map(K, V) | tuple of V in the order of K's members; K is a Sort or Enum; V may be a Map |
| Awaits(T) | frozenset of T, or `CHANCE` = frozenset({-1}) |
| Silent(T) | SILENT, or a value of T: what an exception of a term or an answer returns |
| State, FrameOf(F) | the store itself; only as the type of a parameter |
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias


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
    item: Type


@dataclass(frozen=True, slots=True)
class Map:
    key: Type
    value: Type


@dataclass(frozen=True, slots=True)
class Awaits:
    """Whose decision it is: a set of players, or chance."""

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


def promised(type_: Type) -> Iterator[str]:
    """The clauses that promise ranges, wherever in a type they stand."""
    match type_:
        case Int(cite=cite) if cite:
            yield cite
        case Optional(item) | Set(item) | Pile(item) | Silent(item) | Awaits(item):
            yield from promised(item)
        case Map(key, value):
            yield from promised(key)
            yield from promised(value)
