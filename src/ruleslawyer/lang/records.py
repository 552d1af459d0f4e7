"""The state and frames: records with typed fields, and what their annotations may say."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import Enum
from typing import Any, Generic, NoReturn, TypeVar, cast, dataclass_transform

from ruleslawyer.lang.runtime import current
from ruleslawyer.lang.sorts import Sort

T = TypeVar("T")
K = TypeVar("K")
V = TypeVar("V")


class Map(Generic[K, V]):
    """A total map over a sort or enum. Not bound to locals: read and write through the state."""

    __slots__ = ()

    def __getitem__(self, key: K) -> V:
        raise NotImplementedError

    def __setitem__(self, key: K, value: V) -> None:
        raise NotImplementedError


class Pile(tuple[T, ...]):
    """A pile, the top first, gone through from the top; a value: operations give a new pile.

    Of a sort it holds each member once at most; members of an enum are kinds of things, and it may hold equal ones.
    """

    @property
    def top(self) -> T:
        """The top one. Check: the pile is not empty."""
        return self._expect_some("top")[0]

    @property
    def bottom(self) -> T:
        """The bottom one. Check: the pile is not empty."""
        return self._expect_some("bottom")[-1]

    def with_top(self, item: T) -> Pile[T]:
        """The pile with `item` put on top. Check: a member of a sort is not there yet."""
        return Pile((item, *self._apart((item,))))

    def with_bottom(self, item: T) -> Pile[T]:
        """The pile with `item` put under it. Check: a member of a sort is not there yet."""
        return Pile((*self._apart((item,)), item))

    def without(self, item: T) -> Pile[T]:
        """The pile with `item` taken out (of equal ones the uppermost), the rest in order. Check: it is there."""
        if item not in self:
            current().broken("taken out of a pile that does not hold it")
        place = self.index(item)
        return Pile((*self[:place], *self[place + 1 :]))

    def without_top(self) -> Pile[T]:
        """The pile without its top one. Check: the pile is not empty."""
        return Pile(self._expect_some("top")[1:])

    def without_bottom(self) -> Pile[T]:
        """The pile without its bottom one. Check: the pile is not empty."""
        return Pile(self._expect_some("bottom")[:-1])

    def reversed(self) -> Pile[T]:
        """The pile turned over: its bottom one is the top."""
        return Pile(self[::-1])

    def on(self, other: Pile[T]) -> Pile[T]:
        """The pile put on another one, both in their order. Check: no member of a sort is in both."""
        return Pile((*self, *other._apart(self)))

    def under(self, other: Pile[T]) -> Pile[T]:
        """The pile put under another one, both in their order. Check: no member of a sort is in both."""
        return Pile((*other._apart(self), *self))

    def _expect_some(self, end: str) -> Pile[T]:
        if not self:
            current().broken(f"the {end} of an empty pile")
        return self

    def _apart(self, items: tuple[T, ...]) -> Pile[T]:
        if any(isinstance(item, Sort) and item in self for item in items):
            current().broken("put on a pile twice")
        return self


class Chance:
    """The actor of random outcomes."""

    def __repr__(self) -> str:
        return "CHANCE"


CHANCE = Chance()


class Silent:
    """The result of a clause that does not speak; `None` may be a legitimate value."""

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


@dataclass(frozen=True)
class Size:
    """How many things a pile holds at most, `Annotated[Pile[Rank], Size(52)]`, as an integer or a number of the book; a
    pile of an enum has one wherever it is a field. `cite` is the clause that promises it."""

    most: int
    cite: str | None = None


@dataclass(frozen=True, init=False)
class cite:
    """The clauses that define a field or attribute: `Annotated[…, cite("3.4.1")]`; a sort or an enum has `@defines`."""

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


@dataclass(frozen=True, init=False)
class remembers:
    """The field stands for what a term was when it was written, also where the term is another later:
    `remembers("5.3.6b")`, by the clause that fixes the moment. Where the book leaves open which moment counts, `asks`
    names the question: `remembers("9.2.1a", asks="an_area_is_hit_as_it_was")`."""

    cites: tuple[str, ...]
    asks: str | None

    def __init__(self, *cites: str, asks: str | None = None) -> None:
        object.__setattr__(self, "cites", cites)
        object.__setattr__(self, "asks", asks)


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
def frame(*cites: str, may_be_out: str | None = None) -> Callable[[type[T]], type[T]]:
    """A procedure as an optional record of the state; its field `awaits` says whose decision it awaits. `may_be_out`:
    the clause by which it awaits players who are out, too."""
    return _record


@dataclass_transform(kw_only_default=True)
def moment(*cites: str) -> Callable[[type[T]], type[T]]:
    """A kind of event, with what it happens to as fields: `@moment("5.1") class Docked: ship: Ship`."""

    def make(cls: type[T]) -> type[T]:
        def __init__(self: Any, **values: Any) -> None:
            self._given = values

        cls.__init__ = __init__  # type: ignore[method-assign]
        return cls

    return make


def emit(s: object, moment: object) -> None:
    """A moment takes place: `emit(s, Docked(ship=ship))`. The triggers on it whose `when` holds now are pending."""
    current().emit(s, moment)


def open_frame(s: object, record: object) -> None:
    """Open a frame: `open_frame(s, Auction(awaits=…, lot=ship))`."""
    current().open(s, record)


def close_frame(s: object, frame: type[object]) -> None:
    """Close an open frame by its class: its fields return to their defaults."""
    current().close(s, frame)


def is_open(s: object, frame: type[object]) -> bool:
    """Whether a frame is open, by its class."""
    return current().is_open(s, frame.__name__)


def frame_of(s: Any, frame: type[T]) -> T:
    """An open frame where no parameter gives it, such as the one outside. Its fields are read, and in an effect
    written: `frame_of(s, Auction).lot = lot`. Check: it is open."""
    found: T = current().frame(s, frame.__name__)
    return found


def knows(who: object, fact: bool) -> bool:
    """Whether a player knows a fact, in a check, by all that he has seen so far: it is so in every state in which play
    may stand for him. `knows(who, s.hand[other] == card)`. Of one state alone that cannot be said."""
    current().broken("what a player knows is said of all plays at once")


def allows(action: object, s: object, *chosen: object) -> bool:
    """Whether an action may be done, in a check: `allows(buy, s, who, ship)` says whether these are a candidate and the
    clauses allow it. Members that are left out, from the last one on, may be any: `allows(buy, s)`."""
    name: str = getattr(action, "__name__", "")
    return current().allows(name, s, chosen)


def narrow(thing: object, as_: type[T]) -> T:
    """The same member or state, as the class that a guest adds to its host's: `narrow(card, Print).suit`."""
    return cast("T", thing)


class Says:
    """The answer of one option of a question."""


# `frozenset()` is a set of nothing that a strict type checker knows, where no set is named as what may be given.
def says(value: frozenset[object] | object, *said: str, default: bool = False) -> Says:
    """An option of a question: the value that it gives, SILENT where it does not speak, and what says so. With clauses
    it is an answer, and words are a paraphrase; with words alone it is a reading."""
    return Says()


def ask(**options: Says) -> NoReturn:
    """The body of a question: the answers and readings answer it, those in its brackets too:
    `return ask(its_name=says(card.cost, "4.2"))`."""
    current().broken("a question was run instead of asked")


def when(condition: bool, *cites: str) -> None:
    """First in a duty, a settle or a trigger: when it is due, fires or is pending, as a function below `.when` says.
    What names a step or a frame in a trigger's or a settle's cites the clause that fixes it."""


def domain(condition: bool) -> None:
    """First in an action, or where a game begins: which instances make sense, as a function below `.domain` says."""


def permit(*said: str | bool, **clause: bool) -> None:
    """A clause that allows an action, in its first lines behind its `domain`, with what it cites, its name and its
    condition: `permit("2.1", on_turn=s.turn == who)`. The same as a function below `.permit`. Without a name it is
    called after its action, and so it is where its name is taken; without a condition it allows all that makes
    sense."""


@contextmanager
def effect(*cites: str) -> Iterator[None]:
    """An effect of a clause: every write of a rule stands in one. A rule without any is one effect of what it cites."""
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
    """A value that may be None where one is needed; stands around it in the direct run. Check: it is a value."""
    if value is None:
        current().broken("None where a value is needed")
    return value


def the(items: Iterable[T]) -> T:
    """The unique element. Check: there is exactly one."""
    found = list(items)
    if len(found) != 1:
        current().broken(f"`the` found {len(found) or 'nothing'} in place of one")
    return found[0]
