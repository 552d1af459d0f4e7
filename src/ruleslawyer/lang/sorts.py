"""Finite sorts (players, cards), whose size and attributes a scope gives, and the cited numbers of a book."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from inspect import get_annotations
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar, dataclass_transform

from ruleslawyer.lang.runtime import asked, current, running

T = TypeVar("T")


class SortMeta(type):
    def __iter__(cls: type[T]) -> Iterator[T]:
        """The members, in the order of their indices: `for p in Player`."""
        size = current().size(cls._sort.__name__)  # type: ignore[attr-defined]
        return iter(cls._so_many.get(size) or cls._first(size))  # type: ignore[attr-defined]

    def __len__(cls) -> int:
        return current().size(cls._sort.__name__)  # type: ignore[attr-defined]


def _rigid(name: str) -> property:
    """An attribute, which is asked most of all: a value that the runtime knows already is not asked of it again."""

    def attribute(member: Any) -> Any:
        try:
            return asked().rigid[member, name]
        except LookupError:
            return current().attribute(member, name)

    return property(attribute)


@dataclass_transform(frozen_default=True, kw_only_default=True)
class Sort(metaclass=SortMeta):
    """Base of a finite sort; its annotations are rigid attributes: `class Card(Sort): owner: Player`.

    What a guest adds to a sort of its host is a class below it, of which all members of the sort are made.
    """

    _index: int
    _sort: ClassVar[type[Any]]
    _made: ClassVar[type[Any]]
    _members: ClassVar[dict[int, Any]]
    _so_many: ClassVar[dict[int, tuple[Any, ...]]]
    """The first members, by how many they are."""

    def __init_subclass__(cls) -> None:
        if cls.__bases__[0].__module__ == __name__:
            cls._sort, cls._made, cls._members, cls._so_many = cls, cls, {}, {}
        else:
            cls._sort._made = cls
        for name in get_annotations(cls):
            if not name.startswith("_") and name not in cls.__dict__:  # found sooner than by `__getattr__`
                setattr(cls, name, _rigid(name))

    @classmethod
    def member(cls, index: int) -> Any:
        """The member with that index; one object for each, so that identity and equality agree."""
        members = cls._members
        if index not in members:
            made = object.__new__(cls._sort._made)
            object.__setattr__(made, "_index", index)
            members[index] = made
        return members[index]

    @classmethod
    def _first(cls, size: int) -> tuple[Any, ...]:
        """The first `size` members, in the order of their indices."""
        found = cls._so_many[size] = tuple(map(cls.member, range(size)))
        return found

    if not TYPE_CHECKING:  # a type checker that saw it would accept any misspelt attribute

        def __getattr__(self, name: str) -> Any:
            if name.startswith("_"):
                raise AttributeError(name)
            return current().attribute(self, name)

    def __repr__(self) -> str:
        return f"{self._sort.__name__}{self._index}"


class Grid(Sort):
    """Base of a sort whose members stand in rows and columns: a scope may say how many, and generates the members.

    Of the attributes `row`, `column` (both from 1) and `rim` (on an outermost row or column) it fills in those that are
    declared, and at most one more of another sort, which has a grid for each of its members.
    """


def defines(*cites: str) -> Callable[[type[T]], type[T]]:
    """The clauses that define a sort or an enum: `@defines("2.6.1")`."""
    return lambda cls: cls


class ConstantsMeta(type):
    if not TYPE_CHECKING:  # as above

        def __getattribute__(cls, name: str) -> Any:
            annotated = not name.startswith("_") and name in type.__getattribute__(cls, "__annotations__")
            if annotated and running():  # outside of rules, as in `Size(Pack.cards)`, it is what the book says
                return current().number(f"{type.__getattribute__(cls, '__name__')}.{name}")
            return type.__getattribute__(cls, name)


class Constants(metaclass=ConstantsMeta):
    """Base of a class of the book's numbers: `hand: int = number(7, "4.2")`; a scope may shrink them."""


def number(value: T, *cites: str) -> T:
    """A number of the book, with the clauses that give it."""
    return value
