"""Packed states, asked many at once: what each member of a sort has there, which grids' rims they stand on, and whether
clauses say the same of their candidates.

What holds a rim member is said in `semantics.rims`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product
from typing import TypeAlias

import numpy as np

from ruleslawyer.base.arrays import Integers
from ruleslawyer.engines.native.explore import NativeSearch
from ruleslawyer.engines.native.memory import PARTITIONS
from ruleslawyer.engines.native.names import PLAY
from ruleslawyer.engines.native.scope_data import Layout, Place
from ruleslawyer.engines.native.search import SearchResult
from ruleslawyer.engines.native.slots import Slot, extract, numbers, slots_of
from ruleslawyer.engines.native.storage import keys_of
from ruleslawyer.ir import types as t
from ruleslawyer.semantics.rims import entry_says


def field_values(layout: Layout, sort: str, rows: Integers) -> Integers:
    """The values that the fields of packed states (a row each) have for each member, as `(state, member, …)`."""
    data, members = layout.spread(rows), layout.scope.size(sort)
    parts: list[Integers] = [np.zeros((len(data), members, 0), dtype=np.uint8)]
    for place in layout.places.values():
        if not place.record:
            parts += _columns_of_members(layout, place, sort, members, data)
    return np.concatenate(parts, axis=2)


def _columns_of_members(layout: Layout, place: Place, sort: str, members: int, data: Integers) -> Iterator[Integers]:
    """For each member of a sort what a place says of it, state by state: the entries under it, and which of them hold
    it."""
    keys, plain = keys_of(place.type)
    wanted = t.Sort(sort)
    every = list(product(*(range(layout.members(key)) for key in keys)))
    leaves = [place.offset + sum(k * s for k, s in zip(each, place.strides, strict=True)) for each in every]
    for level, key in enumerate(keys):
        if key == wanted:
            starts = [[at for at, each in zip(leaves, every, strict=True) if each[level] == m] for m in range(members)]
            of = [[at + byte for at in mine for byte in range(place.size)] for mine in starts]
            yield data[:, np.array(of, dtype=np.int64).reshape(members, -1)]
    item = plain.item if isinstance(plain, t.Optional) else plain
    all_ = np.arange(members)
    for at in leaves:
        match item:
            case t.Set(one) | t.Awaits(one) if one == wanted:
                yield (data[:, at + all_ // 8] >> (all_ % 8).astype(np.uint8) & 1)[:, :, None]
            case t.Pile(one) if one == wanted:
                numbers = np.ascontiguousarray(data[:, at : at + place.size]).view(np.uint16)
                there = np.arange(numbers.shape[1] - 1) < numbers[:, :1]
                matches = (numbers[:, None, 1:] == all_[None, :, None]) & there[:, None, :]
                yield matches.any(axis=2).astype(np.uint8)[:, :, None]
            case one if one == wanted:
                stored = np.array([list(_bytes(place, m)) for m in range(members)], dtype=np.uint8)
                here = data[:, None, at : at + place.size]
                yield (here == stored[None]).all(axis=2).astype(np.uint8)[:, :, None]


def _bytes(place: Place, member: int) -> bytes:
    return place.leaf.encode(member).to_bytes(place.leaf.bytes, "little", signed=place.leaf.raw)


Held: TypeAlias = tuple[str, Slot, frozenset[int], bool]
"""A grid, a slot, and the numbers with which that holds a member of its rim; or (the last) those with which it does
not."""


def reached_rims(layout: Layout, found: SearchResult) -> frozenset[str]:
    """The grids of the scope that have a rim member held in some state."""
    slots = slots_of(layout)
    asked = list(_rim_tests(layout, slots))
    reached: set[str] = set()
    for _, rows, _ in found.rest_states():
        for grid, slot, among, unless in asked:
            if grid not in reached and _some(rows, slots, slot, among, unless):
                reached.add(grid)
        if reached == set(layout.scope.rims):
            break
    return frozenset(reached)


def _some(rows: Integers, slots: list[Slot], slot: Slot, among: frozenset[int], unless: bool) -> bool:
    values = extract(rows, slot.pieces)
    met = np.isin(values, np.array(sorted(among), dtype=np.uint64), invert=unless)
    if slot.under is not None:
        other, more = slot.under
        met &= extract(rows, slots[other].pieces) > more
    return bool(met.any())


def _rim_tests(layout: Layout, slots: list[Slot]) -> Iterator[Held]:
    rims = layout.scope.rims
    begins = dict(zip(slots, _defaults(layout, slots), strict=True))
    for slot in slots:
        record, name, keys = slot.cell
        if not name:
            continue
        if slot.sort is not None and slot.sort in rims:
            yield slot.sort, slot, frozenset(member - slot.low for member in rims[slot.sort]), False
        last = slot.tokens[-1]
        if len(slot.tokens) > 2 + len(keys) and isinstance(last, tuple) and last[1] in rims.get(last[0], ()):
            yield last[0], slot, frozenset({1}), False
        type_ = layout.places[record, name].type
        for key in keys:
            assert isinstance(type_, t.Map)
            if isinstance(type_.key, t.Sort) and key in rims.get(type_.key.name, ()) and entry_says(type_.value):
                yield type_.key.name, slot, begins[slot], True
            type_ = type_.value


def _defaults(layout: Layout, slots: list[Slot]) -> Iterator[frozenset[int]]:
    """The numbers that each slot stores where its leaf has its default; none where it has no default."""
    schema = layout.schema
    written = np.zeros(layout.bytes, dtype=np.uint8)
    known = set()
    for record, fields in (("", schema.slots), *zip(schema.frame_names, schema.frame_slots, strict=True)):
        for each in fields:
            if each.field.default is not None or isinstance(each.leaf, t.Optional):
                known.add((record, each.field.name))
                layout.write(written, layout.places[record, each.field.name], each.default)
    for slot, number in zip(slots, numbers(layout.gather(written), slots), strict=True):
        yield frozenset({number}) if slot.cell[:2] in known else frozenset()


Said = tuple[tuple[int, int], ...]
"""Answers in the order in which they come up first: what was asked, and its bits."""


def candidate_norms(by_code: NativeSearch, states: Iterable[int]) -> Iterator[Said | None]:
    """For each state, by its id, which norms hold of its candidates, and which actions nobody speaks about. None where
    that does not say what each candidate was judged to be: a check fails, or the verdict on a candidate is that on
    several parts, which nothing logs in a closed world."""
    system, names = by_code.system.system, by_code.book.low.names
    if system.closed_world is not None and any(action.parts for action in system.actions.values()):
        yield from (None for _ in states)
        return
    wanted = {names.failure, *(number for what, number in names.told.items() if what[0] in ("norms", "unspoken"))}
    crew = by_code.crew(1)
    context = by_code.context(by_code.system, 1)
    context.given_to(crew, 0)
    for identity in states:
        index, partition = divmod(identity, PARTITIONS)
        crew.expand(by_code.found.set, (partition, index, index + 1))
        crew.lengths.fill(0)
        rows = context.take_log()
        context.forget(rows)
        play = rows[rows[:, 1] == PLAY][:, [0, 2]].tolist()
        norms = tuple(dict.fromkeys((what, answer) for what, answer in play if what in wanted))
        yield None if any(what == names.failure for what, _ in norms) else norms
