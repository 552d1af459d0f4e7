"""Values: members of sorts, maps, piles; which values a type has, and how a scope writes them."""

from __future__ import annotations

import types
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from itertools import combinations, product
from typing import Annotated, Any, Generic, TypeVar, Union, get_args, get_origin

T = TypeVar("T")
K = TypeVar("K")
V = TypeVar("V")


class Fails(Exception):
    """A check failed, whoever's it is: the rule that was running is its subject."""


class Named:
    """A value of which there is one: CHANCE, SILENT, and a leaf that nothing was written to."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __repr__(self) -> str:
        return self.name


class Chance(Named):
    """The actor of random outcomes."""


class Silent(Named):
    """What a clause returns where it does not speak."""


CHANCE, SILENT, UNSET = Chance("CHANCE"), Silent("SILENT"), Named("UNSET")


class Map(Generic[K, V]):
    """A map of a parameter or an attribute: read only."""

    def __init__(self, entries: Mapping[Any, Any]) -> None:
        self.entries = dict(entries)

    def __getitem__(self, key: Any) -> Any:
        if key not in self.entries:
            raise Fails("a key without an entry")
        return self.entries[key]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Map) and self.entries == other.entries

    def __hash__(self) -> int:
        return hash(frozenset(self.entries.items()))


class Pile(tuple[T, ...]):
    """A pile, the top first; of members of a sort none lies on it twice."""

    @property
    def top(self) -> T:
        return self._some("top")[0]

    @property
    def bottom(self) -> T:
        return self._some("bottom")[-1]

    def with_top(self, item: T) -> Pile[T]:
        return self.under(Pile((item,)))

    def with_bottom(self, item: T) -> Pile[T]:
        return self.on(Pile((item,)))

    def without(self, item: T) -> Pile[T]:
        if item not in self:
            raise Fails("not on the pile")
        left = list(self)
        left.remove(item)
        return Pile(left)

    def without_top(self) -> Pile[T]:
        return Pile(self._some("top")[1:])

    def without_bottom(self) -> Pile[T]:
        return Pile(self._some("bottom")[:-1])

    def reversed(self) -> Pile[T]:
        return Pile(reversed(self))

    def on(self, other: Pile[T]) -> Pile[T]:
        made = Pile((*self, *other))
        single = [item for item in made if not isinstance(item, Enum)]
        if None in made or len(set(single)) < len(single):
            raise Fails("on the pile twice")
        return made

    def under(self, other: Pile[T]) -> Pile[T]:
        return other.on(self)

    def _some(self, end: str) -> Pile[T]:
        if not self:
            raise Fails(f"the {end} of an empty pile")
        return self


class Whole(frozenset[T]):
    """A set, as it is made by rules: None is in none."""

    def __new__(cls, items: Iterable[T] = ()) -> Whole[T]:
        made = super().__new__(cls, items)
        if None in made:
            raise Fails("None in a set")
        return made


class SortMeta(type):
    """A class that is iterated over: its members."""

    def __iter__(cls) -> Iterator[Any]:
        return iter(root(cls).members)

    def __len__(cls) -> int:
        return len(root(cls).members)


class Sort(metaclass=SortMeta):
    """Base of a finite sort; attributes of a member are set on it by the scope."""

    members: list[Any]
    name: str
    index: int

    def __repr__(self) -> str:
        return self.__dict__["_name"]


class Grid(Sort):
    """Base of a sort whose members stand in rows and columns."""


def root(cls: Any) -> Any:
    """The sort that a class is, or adds attributes to."""
    while "is_base" not in cls.__bases__[0].__dict__:
        cls = cls.__bases__[0]
    return cls


@dataclass(frozen=True)
class Range:
    low: int | None = None
    high: int | None = None
    cite: str | None = None


class Numbered(int):
    """A number of the book, named before the scope is known that may say another."""

    now: Callable[[], int]


@dataclass(frozen=True)
class Size:
    most: int
    cite: str | None = None


class Until:
    """A lifetime: when another field changes to one of these values."""

    def __init__(self, clause: str, **change: Any) -> None:
        self.change = change


# Types, once they are read


@dataclass(frozen=True)
class Num:
    low: int | None = None
    high: int | None = None
    cite: str | None = None

    def holds(self, value: int) -> bool:
        return (self.low is None or value >= self.low) and (self.high is None or value <= self.high)


@dataclass(frozen=True)
class Bool:
    pass


@dataclass(frozen=True)
class OneOf:
    """A sort or an enum."""

    cls: Any

    def all(self) -> list[Any]:
        return list(self.cls)

    @property
    def is_sort(self) -> bool:
        return isinstance(self.cls, SortMeta)


@dataclass(frozen=True)
class Optional:
    of: Any


@dataclass(frozen=True)
class SetOf:
    of: Any


@dataclass(frozen=True)
class PileOf:
    of: Any
    most: int | None = None
    cite: str | None = None


@dataclass(frozen=True)
class MapOf:
    key: OneOf
    value: Any


@dataclass(frozen=True)
class Record:
    """The state or a frame, as a parameter."""

    cls: Any


def read_type(hint: Any) -> Any:
    """The type that an annotation says."""
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Annotated:
        inner = read_type(arguments[0])
        for extra in arguments[1:]:
            if isinstance(extra, Range):
                inner = Num(extra.low, extra.high, extra.cite)
            if isinstance(extra, Size):
                most = extra.most.now() if isinstance(extra.most, Numbered) else extra.most
                inner = PileOf(inner.of, most, extra.cite)
        return inner
    if origin in (Union, types.UnionType):
        rest = [a for a in arguments if a not in (type(None), Silent, Chance)]
        inner = read_type(rest[0])
        return Optional(inner) if type(None) in arguments else inner
    if origin in (frozenset, Whole):
        return SetOf(read_type(arguments[0]))
    if origin is Map:
        return MapOf(read_type(arguments[0]), read_type(arguments[1]))
    if origin is Pile:
        return PileOf(read_type(arguments[0]))
    if hint is bool:
        return Bool()
    if hint is int:
        return Num()
    if isinstance(hint, SortMeta):
        return OneOf(root(hint))
    if isinstance(hint, type) and issubclass(hint, Enum):
        return OneOf(hint)
    return Record(hint)


def until_of(hint: Any) -> Until | None:
    found = [m for m in get_args(hint)[1:] if isinstance(m, Until)] if get_origin(hint) is Annotated else []
    return found[0] if found else None


def default(type_: Any) -> Any:
    """What an all-defaults leaf is: 0 or what of its range is nearest to it, False, None or empty; a sort or an enum
    has none."""
    match type_:
        case Num(low=low, high=high):
            return max(low or 0, 0) if high is None or high >= 0 else high
        case Bool():
            return False
        case Optional():
            return None
        case SetOf():
            return frozenset()
        case PileOf():
            return Pile()
        case _:
            return UNSET


def leaves(type_: Any) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """The places of a field: the keys of each, and its type."""
    if isinstance(type_, MapOf):
        for key in type_.key.all():
            for keys, inner in leaves(type_.value):
                yield (key, *keys), inner
    else:
        yield (), type_


def fits(type_: Any, value: Any) -> bool:
    """Whether a value is one of a type, its range apart."""
    match type_:
        case Num():
            return isinstance(value, int) and not isinstance(value, bool)
        case Bool():
            return isinstance(value, bool)
        case Optional(of):
            return value is None or fits(of, value)
        case OneOf(cls):
            return isinstance(value, cls)
        case _:
            return value is not None


def values(type_: Any, bounds: tuple[int, int] | None = None) -> list[Any]:
    """All values of a parameter's type."""
    match type_:
        case Bool():
            return [False, True]
        case Num(low, high):
            lows = [x for x in (low, bounds and bounds[0]) if x is not None]
            highs = [x for x in (high, bounds and bounds[1]) if x is not None]
            return list(range(max(lows), min(highs) + 1))
        case OneOf():
            return type_.all()
        case Optional(of):
            return [None, *values(of, bounds)]
        case SetOf(of):
            return list(subsets(values(of, bounds)))
        case MapOf(key, value):
            keys = key.all()
            return [
                Map(dict(zip(keys, found, strict=True))) for found in product(values(value, bounds), repeat=len(keys))
            ]
    raise AssertionError(f"no parameter can be of type {type_}")


def subsets(members: Iterable[Any]) -> Iterator[frozenset[Any]]:
    found = list(members)
    for size in range(len(found) + 1):
        for chosen in combinations(found, size):
            yield frozenset(chosen)


def from_toml(type_: Any, written: Any) -> Any:
    """A value as a scope writes it: names of members, lists for sets and piles, tables for maps."""
    match type_:
        case Optional(of):
            return None if written is None or written == "none" else from_toml(of, written)
        case OneOf(cls) if type_.is_sort:
            return next(m for m in cls if m.__dict__["_name"] == written)
        case OneOf(cls):
            return cls[written]
        case SetOf(of):
            return frozenset(from_toml(of, w) for w in written)
        case PileOf(of):
            return Pile(from_toml(of, w) for w in written)
        case MapOf(key, value):
            return Map({from_toml(key, k): from_toml(value, w) for k, w in written.items()})
    return written
