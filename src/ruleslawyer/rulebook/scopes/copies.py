"""Decks from a list of cards: so many copies of each, and all of them for every player."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from ruleslawyer.base.diagnostics import nearest
from ruleslawyer.base.files.content import Json
from ruleslawyer.base.files.toml import Key
from ruleslawyer.base.origin import Span
from ruleslawyer.ir.system import System
from ruleslawyer.ir.types import Map, Optional, Pile, Set, Sort, Type
from ruleslawyer.rulebook.scopes.values import Mistakes

COPIES = "copies"
"""The column that says how many there are of a card, where the sort has no attribute of that name."""
MOST = 1_000
"""Copies of one card: more is a slip."""


class Listed(Protocol):
    """A list of cards as it was read: the attributes that each card gives, as a scope would, and where they stand.
    copies: of which card there is another number than one."""

    rows: dict[str, Json]
    copies: dict[str, int]

    def find(self, name: str, path: Key) -> Span:
        """The place of a card, or of something of it."""


class Dealing(NamedTuple):
    """How a list is dealt. each: the attribute by which every member of its sort gets all the cards. original: the
    attribute by which a copy says of which card it is one. at: where the scope says so."""

    at: Key
    each: str = ""
    original: str = ""


class Dealt:
    """The cards of a list as members of their sort: `Imp 2 of Ann` is the second Imp of Ann's."""

    def __init__(
        self, listed: Listed, how: Dealing, sort: str, system: System, given: Mapping[str, object], mistakes: Mistakes
    ) -> None:
        self.rows: dict[str, Json] = {}
        self._listed, self._how, self._sort = listed, how, sort
        self._types = {a.name: a.type for a in system.sorts[sort].attributes}
        self._first: dict[str, str] = {}
        self._of: dict[str, str] = {}
        owners = self._owners(given, mistakes)
        if how.original and self._types.get(how.original) not in (Sort(sort), Optional(Sort(sort))):
            message = f"`{sort}` has no attribute `{how.original}` that names another {sort}"
            mistakes.report("RL702", how.at, message, nearest(how.original, self._types))
        for owner in owners:
            for name in listed.rows:
                self._deal(name, owner)

    def find(self, name: str, path: Key) -> Span:
        """The place of the card of a member, or of something of it."""
        return self._listed.find(self._of[name], path)

    def _owners(self, given: Mapping[str, object], mistakes: Mistakes) -> tuple[str, ...]:
        """The owners of the cards; one without a name, where nobody owns them."""
        if not self._how.each:
            return ("",)
        type_ = self._types.get(self._how.each)
        if not isinstance(type_, Sort) or type_.name == self._sort:
            message = f"`{self._sort}` has no attribute `{self._how.each}` that names a member of another sort"
            mistakes.report("RL702", self._how.at, message, nearest(self._how.each, self._types))
            return ("",)
        members = given.get(type_.name, ())
        return tuple(str(member) for member in members) if isinstance(members, (list, dict)) else ()

    def _deal(self, name: str, owner: str) -> None:
        """The copies of a card that somebody gets; a card that says whose it is is nobody else's."""
        row = self._listed.rows[name]
        if owner and row.get(self._how.each, owner) != owner:
            return
        values = {a: self._rename(v, self._types[a], owner) if a in self._types else v for a, v in row.items()}
        if owner:
            values[self._how.each] = owner
        for number in range(1, self._listed.copies.get(name, 1) + 1):
            member = _copy_name(name, number, owner)
            original = self._first.setdefault(name, member)
            self._of[member] = name
            self.rows[member] = dict(values)
            if self._how.original and original != member:
                self.rows[member].setdefault(self._how.original, original)

    def _rename(self, value: object, type_: Type, owner: str) -> Any:
        """A value in which another card of the list is the same player's first copy of it."""
        match type_:
            case Sort(self._sort) if value in self._listed.rows:
                return _copy_name(value, 1, owner)
            case Optional(item):
                return self._rename(value, item, owner)
            case Set(item) | Pile(item) if isinstance(value, list):
                return [self._rename(one, item, owner) for one in value]
            case Map(_, item) if isinstance(value, dict):
                return {key: self._rename(one, item, owner) for key, one in value.items()}
        return value


def _copy_name(name: str, number: int, owner: str) -> str:
    return " ".join(_words(name, number, owner))


def _words(name: str, number: int, owner: str) -> Iterator[str]:
    yield name
    if number > 1:
        yield str(number)
    if owner:
        yield f"of {owner}"


def how_many(cell: object) -> int | None:
    """A number of copies, as a list gives it; None where it is none."""
    if isinstance(cell, str) and cell.isascii() and cell.isdigit() and len(cell) < 10:
        cell = int(cell)
    return cell if isinstance(cell, int) and not isinstance(cell, bool) and 0 <= cell <= MOST else None


def design(member: str, members: Collection[str], owners: Sequence[str]) -> str:
    """The card of a list that a member is, as far as its name tells: without whose it is, and which copy."""
    name = member
    behind = next((f" of {owner}" for owner in owners if member.endswith(f" of {owner}")), "")
    name = name.removesuffix(behind)
    first, _, number = name.rpartition(" ")
    return first if number.isdigit() and f"{first}{behind}" in members else name
