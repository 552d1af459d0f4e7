"""Counts that a scenario expects: ``count(zone = HAND, owner = Ann)``, or ``count(market[Bob])`` of a pile."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from ruleslawyer.base.diagnostics import nearest
from ruleslawyer.base.files.toml import Table
from ruleslawyer.check.scenario.names import NONE, Names, Spot
from ruleslawyer.ir import types as t
from ruleslawyer.semantics.state import State

_COUNT = re.compile(r"\s*count\s*\((.*)\)\s*")
_HOW = 'write "count(zone = HAND)", with further conditions after a comma, or "count(a_pile)"'


@dataclass(frozen=True, slots=True)
class Count:
    """How many members of a sort have these values in fields of the state or as attributes; or how many are in a pile
    or a set. text: as it is written."""

    sort: t.Sort | None
    fields: tuple[tuple[str, object], ...]
    attributes: tuple[tuple[str, object], ...]
    pile: Spot | None
    text: str

    @property
    def type(self) -> t.Type:
        return t.Int(0, None)


def is_count(names: Names, text: str) -> bool:
    return _COUNT.fullmatch(text) is not None and "count" not in names.askable


def read_count(names: Names, text: str, where: Table, *at: str | int) -> Count:
    """The count that a text asks for."""
    found = _COUNT.fullmatch(text)
    assert found is not None, f"{text} is no count"
    conditions = [part.strip() for part in found[1].split(",") if part.strip()]
    if len(conditions) == 1 and "=" not in conditions[0]:
        spot = names.spot(conditions[0], where, *at)
        if not isinstance(spot.type, t.Pile | t.Set):
            raise where.wrong(f"`{spot.text}` holds nothing that could be counted", _HOW, *at)
        return Count(None, (), (), spot, f"count({spot.text})")
    if not conditions or not all("=" in part for part in conditions):
        raise where.wrong(f"`{text}` counts nothing", _HOW, *at)
    pairs = [(key.strip(), value.strip()) for key, _, value in (part.partition("=") for part in conditions)]
    sort = _sort(names, [key for key, _ in pairs], where, *at)
    maps, attributes = _maps(names, sort), _attributes(names, sort)
    fields, own = list[tuple[str, object]](), list[tuple[str, object]]()
    for key, value in pairs:
        if key in maps:
            fields.append((key, _value(names, maps[key], value, where, *at)))
        elif key in attributes:
            own.append((key, _value(names, attributes[key], value, where, *at)))
        else:
            mend = nearest(key, [*maps, *attributes])
            raise where.wrong(f"`{key}` is said of no {sort.name}", mend, *at)
    shown = ", ".join(f"{key} = {value}" for key, value in pairs)
    return Count(sort, tuple(fields), tuple(own), None, f"count({shown})")


def count_in_state(names: Names, count: Count, state: State) -> int:
    """The number that a count gives in a state."""
    schema = names.codec.schema
    if count.pile is not None:
        value = state.fields[schema.index[count.pile.field]]
        for key in count.pile.keys:
            value = value[key]
        return len(value)
    assert count.sort is not None
    columns = [(state.fields[schema.index[name]], value) for name, value in count.fields]
    own = [(names.scope.attributes[count.sort.name, name] or (), value) for name, value in count.attributes]
    members = range(len(names.codec.members(count.sort)))
    return sum(all(column[i] == value for column, value in (*columns, *own)) for i in members)


def _sort(names: Names, keys: list[str], where: Table, *at: str | int) -> t.Sort:
    """The sort of which all keys are said."""
    known = dict.fromkeys(f.type.key for f in names.system.state.fields if isinstance(f.type, t.Map))
    sorts = [sort for sort in known if isinstance(sort, t.Sort)]
    for sort in sorts:
        there = {*_maps(names, sort), *_attributes(names, sort)}
        if any(key in _maps(names, sort) for key in keys) and there.issuperset(keys):
            return sort
    fields = [name for sort in sorts for name in _maps(names, sort)]
    raise where.wrong(f"nothing has {' and '.join(f'`{key}`' for key in keys)}", nearest(keys[0], fields), *at)


def _maps(names: Names, sort: t.Sort) -> dict[str, t.Type]:
    """The fields of the state with one value for each member of a sort."""
    return {
        f.name: f.type.value
        for f in names.system.state.fields
        if isinstance(f.type, t.Map) and f.type.key == sort and not isinstance(f.type.value, t.Map)
    }


def _attributes(names: Names, sort: t.Sort) -> dict[str, t.Type]:
    return {a.name: a.type for a in names.system.sorts[sort.name].attributes if not isinstance(a.type, t.Map)}


def _value(names: Names, type_: t.Type, text: str, where: Table, *at: str | int) -> Any:
    if text == NONE and isinstance(type_, t.Silent):
        return None
    return names.value_in_text(type_, text, where, *at)
