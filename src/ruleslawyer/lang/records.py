"""The state and frames: records with typed fields, and what their annotations may say."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import Enum
from functools import cache
from typing import Any, Generic, NoReturn, TypeVar, cast, dataclass_transform

from ruleslawyer.lang.runtime import current

T = TypeVar("T")
K = TypeVar("K")
V = TypeVar("V")


class Map(Generic[K, V]):
    """A total map over a sort or enum. Not bound to locals: read and write through the state."""

    def __init__(self, get: Callable[[K], V], put: Callable[[K, V], None], place: object = None) -> None:
        self._get, self._put, self._place = get, put, place

    def __getitem__(self, key: K) -> V:
        return self._get(key)

    def remembered(self) -> Map[K, V]:
        """The same map, of which each entry is looked up once: for what never changes."""
        return Map(cache(self._get), self._put, self._place)

    def __setitem__(self, key: K, value: V) -> None:
        self._put(key, value)


class Pile(tuple[T, ...]):
    """An ordered pile of distinct things, the top first; a value: operations give a new pile."""

    @property
    def top(self) -> T:
        """The top one. Check: the pile is not empty."""
        if not self:
            current().broken("the top of an empty pile")
        return self[0]

    def with_top(self, item: T) -> Pile[T]:
        """The pile with `item` put on top. Check: it is not there yet."""
        if item in self:
            current().broken("put on a pile twice")
        return Pile((item, *self))

    def with_bottom(self, item: T) -> Pile[T]:
        """The pile with `item` put at the bottom. Check: it is not there yet."""
        if item in self:
            current().broken("put on a pile twice")
        return Pile((*self, item))

    def without(self, item: T) -> Pile[T]:
        """The pile with `item` taken out, the rest in order. Check: it is there."""
        if item not in self:
            current().broken("taken out of a pile that does not hold it")
        return Pile(x for x in self if x != item)


class Chance:
    """The actor of random outcomes."""

    def __repr__(self) -> str:
        return "CHANCE"


CHANCE = Chance()


class Silent:
    """What a clause returns where it does not speak; `None` may be a legitimate value."""

    def __repr__(self) -> str:
        return "SILENT"

    def __reduce__(self) -> str:
        """There is one SILENT, in another process and in a copy too."""
        return "SILENT"


SILENT = Silent()


@dataclass(frozen=True)
class Range:
    """Bounds of an integer, inclusive; `cite` is the clause that promises them."""

    low: int | None = None
    high: int | None = None
    cite: str | None = None


@dataclass(frozen=True, init=False)
class cite:
    """The clauses that define a field or attribute: `Annotated[…, cite("3.4.1")]`."""

    cites: tuple[str, ...]

    def __init__(self, *cites: str) -> None:
        object.__setattr__(self, "cites", cites)


@dataclass(frozen=True, init=False)
class until:
    """A lifetime: the field returns to its default when another changes: `until("5.6", phase=Phase.END)`."""

    clause: str
    change: tuple[tuple[str, Enum], ...]

    def __init__(self, clause: str, **change: Enum) -> None:
        object.__setattr__(self, "clause", clause)
        object.__setattr__(self, "change", tuple(change.items()))


def _property(name: str) -> property:
    return property(
        lambda self: current().read(self, name),
        lambda self, value: current().write(self, name, value),
    )


def _record(cls: type[T]) -> type[T]:
    names = tuple(cls.__annotations__)
    for name in names:
        if name in cls.__dict__:
            setattr(cls, f"_default_{name}", cls.__dict__[name])
        setattr(cls, name, _property(name))

    def __init__(self: Any, **values: Any) -> None:
        self._given = values

    cls.__init__ = __init__  # type: ignore[method-assign]
    return cls


@dataclass_transform(kw_only_default=True)
def state(cls: type[T]) -> type[T]:
    """The state of a ruleset: a total assignment of its fields, which start at 0, False, None or empty."""
    return _record(cls)


@dataclass_transform(kw_only_default=True)
def frame(*cites: str) -> Callable[[type[T]], type[T]]:
    """A procedure as an optional record of the state; its field `awaits` says whose decision it awaits."""
    return _record


@dataclass_transform(kw_only_default=True)
def moment(*cites: str) -> Callable[[type[T]], type[T]]:
    """A kind of event, with what it happens to as fields: `@moment("5.1") class Docked: ship: Ship`."""

    def made(cls: type[T]) -> type[T]:
        def __init__(self: Any, **values: Any) -> None:
            self._given = values

        cls.__init__ = __init__  # type: ignore[method-assign]
        return cls

    return made


def emit(s: Any, moment: Any) -> None:
    """A moment takes place: `emit(s, Docked(ship=ship))`. The triggers on it whose `when` holds now are pending."""
    current().emit(s, moment)


def open_frame(s: Any, record: Any) -> None:
    """Open a frame: `open_frame(s, Auction(awaits=…, lot=ship))`."""
    current().open(s, record)


def close_frame(s: Any, frame: type[Any]) -> None:
    """Close an open frame by its class: its fields return to their defaults."""
    current().close(s, frame)


def is_open(s: Any, frame: type[Any]) -> bool:
    """Whether a frame is open, by its class."""
    return current().is_open(s, frame.__name__)


def frame_of(s: Any, frame: type[T]) -> T:
    """An open frame, to read its fields where no parameter gives it: `frame_of(s, Auction).lot`. Check: it is open."""
    found: T = current().frame(s, frame.__name__)
    return found


def narrow(thing: object, as_: type[T]) -> T:
    """The same member or state, as the class that a guest adds to its host's: `narrow(card, Print).suit`."""
    return cast("T", thing)


def ask() -> NoReturn:
    """The body of a question: the answers and readings answer it."""
    current().broken("a question was run instead of asked")


@contextmanager
def effect(*cites: str) -> Iterator[None]:
    """What a clause does: every write of a rule stands in one."""
    current().begin_effect(cites)
    yield
    current().end_effect()


@contextmanager
def simultaneous() -> Iterator[None]:
    """All reads inside see the state before the block; deltas add up, different plain writes contradict."""
    current().begin_simultaneous()
    yield
    current().end_simultaneous()


def gain(place: Map[K, int], key: K, amount: int) -> None:
    """Add to an entry of a map; several in one `simultaneous` add up."""
    current().delta(place, key, amount)


def lose(place: Map[K, int], key: K, amount: int) -> None:
    """Take from an entry of a map; several in one `simultaneous` add up."""
    current().delta(place, key, -amount)


def present(value: T) -> T:
    """What may be None where a value is needed; stands around it in the direct run. Check: it is a value."""
    if value is None:
        current().broken("None where a value is needed")
    return value


def the(items: Iterable[T]) -> T:
    """The unique element. Check: there is exactly one."""
    found = list(items)
    if len(found) != 1:
        current().broken(f"`the` found {len(found)} things instead of one")
    return found[0]
