"""Factors of a sweep and the decks that it deals: their values, seatings, and what never goes together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice, permutations, product
from typing import Any

from ruleslawyer.base.files.content import Json
from ruleslawyer.ir import types as t
from ruleslawyer.ir.system import System
from ruleslawyer.rulebook.scopes.values import NONE


@dataclass(frozen=True, slots=True)
class Exclusion:
    """A combination that no row has: one of these values of each of these factors."""

    values: Mapping[int, frozenset[int]]

    def is_broken(self, chosen: Mapping[int, int]) -> bool:
        return all(chosen.get(factor) in values for factor, values in self.values.items())


WIDE = 2
"""Of numbers without a bound: the least, and so many above it."""


def values_of(type_: t.Type, usual: object, system: System, names: Mapping[str, tuple[str, ...]]) -> tuple[object, ...]:
    """The values of a type as a scope file writes them, the usual one first; that alone where the type has no list of
    its own."""
    return (usual, *(value for value in _trial_values(type_, usual, system, names) if value != usual))


def _trial_values(type_: t.Type, usual: Any, system: System, names: Mapping[str, tuple[str, ...]]) -> list[Any]:
    """Values to try of a type: each member of small types, a few numbers, and sets or maps with one key or none."""
    match type_:
        case t.Bool():
            return [False, True]
        case t.Enum(name):
            return list(system.enums[name].members)
        case t.Sort(name):
            return list(names[name])
        case t.Int(low, high):
            least = low if low is not None else 0
            some = {least, least + 1, least + WIDE} | ({high} if high is not None and high <= least + 10 else set())
            return sorted(n for n in some if high is None or n <= high)
        case t.Optional(item):
            return [NONE, *_trial_values(item, usual, system, names)]
        case t.Set(t.Enum(name)):
            return [[], *([member] for member in system.enums[name].members)]
        case t.Map(t.Enum(name), t.Bool()):
            bare = {key: value for key, value in (usual or {}).items() if not value}
            return [bare, *({**bare, member: True} for member in system.enums[name].members)]
    return []


SEATING = "seating"
"""The factor that it is."""
MOST_SEATED, MOST_SEATINGS = 4, 6
"""Of so many members seatings are tried, and so many of them."""


def geometry(system: System, sort: str) -> tuple[str, ...]:
    """The attributes of a sort that name members of it: each alone says nothing of how they lie to one another."""
    return tuple(a.name for a in system.sorts[sort].attributes if _names(a.type, sort))


def _names(type_: t.Type, sort: str) -> bool:
    match type_:
        case t.Sort(name):
            return name == sort
        case t.Optional(item) | t.Set(item):
            return _names(item, sort)
        case t.Map(key, item):
            return _names(key, sort) or _names(item, sort)
    return False


def seatings(
    sort: str, rows: Mapping[str, Mapping[str, object]], attributes: Sequence[str]
) -> dict[str, tuple[tuple[tuple[str, ...], object], ...]]:
    """The seatings by these attributes, first the scope's own, then with members in each other's places throughout, so
    that a table of so many seats stays one. Each by a name, as paths with what stands there."""
    return dict(islice(_seatings(sort, rows, attributes), MOST_SEATINGS if len(rows) <= MOST_SEATED else 1))


def _seatings(
    sort: str, rows: Mapping[str, Mapping[str, object]], attributes: Sequence[str]
) -> Iterator[tuple[str, tuple[tuple[tuple[str, ...], object], ...]]]:
    known: list[dict[str, Json]] = []
    for order in permutations(rows):
        to = dict(zip(rows, order, strict=True))
        said = {to[m]: {a: _move(row[a], to) for a in attributes if a in row} for m, row in rows.items()}
        if said not in known:
            known.append(said)
            parts = ((("sorts", sort, m, a), value) for m, row in said.items() for a, value in row.items())
            yield ", ".join(order), tuple(parts)


def _move(value: object, to: Mapping[str, str]) -> object:
    if isinstance(value, dict):
        return {to.get(key, key): _move(item, to) for key, item in value.items()}
    if isinstance(value, list):
        return [_move(item, to) for item in value]
    return to.get(value, value) if isinstance(value, str) else value


@dataclass(frozen=True, slots=True)
class Factor:
    """A factor that is varied: of one card (`member`), or of the whole scope (""). path: where it stands in a scope's
    document. values: the first is the usual one. options: of a choice, what each value says: paths with what stands
    there; to a list the card is added."""

    name: str
    member: str
    path: tuple[str, ...]
    values: tuple[object, ...]
    options: Mapping[str, tuple[tuple[tuple[str, ...], object], ...]] = field(default_factory=dict)

    def parts(self, value: Any) -> Iterable[tuple[tuple[str, ...], object]]:
        """The places of a value in a scope's document."""
        return self.options[value] if self.options else ((self.path, value),)

    @property
    def label(self) -> str:
        return f"{self.member}.{self.name}" if self.member else self.name


@dataclass(frozen=True, slots=True)
class NamedExclusion:
    """Values of factors that never go together, each factor of one card by its name; and why."""

    values: Mapping[str, tuple[object, ...]]
    reason: str


@dataclass(frozen=True, slots=True)
class Deck:
    """Some dealt cards: their factors and those of the whole scope, and what never goes together, by number. alike:
    cards of which each may be dealt in another's place."""

    members: tuple[str, ...]
    factors: tuple[Factor, ...]
    never: tuple[Exclusion, ...]
    alike: tuple[tuple[str, ...], ...]

    @property
    def sizes(self) -> tuple[int, ...]:
        return tuple(len(factor.values) for factor in self.factors)

    def values(self, row: Sequence[int]) -> Json:
        """The values of a row that are not the usual ones, by the names of factors."""
        return {f.label: f.values[value] for f, value in zip(self.factors, row, strict=True) if value}

    def exchanges(self) -> Iterator[tuple[dict[str, str], tuple[int, ...]]]:
        """Each way in which cards that are alike change places: who goes to whose, and of a row what goes where."""
        place = {(f.member, f.name): i for i, f in enumerate(self.factors)}
        for orders in product(*(permutations(group) for group in self.alike)):
            to = {
                old: new
                for group, order in zip(self.alike, orders, strict=True)
                for old, new in zip(group, order, strict=True)
            }
            back = {new: old for old, new in to.items()}
            yield to, tuple(place[back.get(f.member, f.member), f.name] for f in self.factors)
