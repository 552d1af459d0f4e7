"""Seatings: the attributes by which members name others of their own sort, which are varied as a whole or not."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice, permutations

from ruleslawyer.base.files.content import Json
from ruleslawyer.ir import types as t
from ruleslawyer.ir.system import System

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
