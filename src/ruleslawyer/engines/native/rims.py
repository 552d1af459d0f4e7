"""The grids whose rim some state of an exploration stands on, asked of all packed states at once.

What holds a rim member is said in `semantics.rims`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

import numpy as np

from ruleslawyer.base.arrays import Integers
from ruleslawyer.engines.native.bits import extract
from ruleslawyer.engines.native.scope_data import Layout
from ruleslawyer.engines.native.search import Found
from ruleslawyer.engines.native.slots import Slot, numbers, slots_of
from ruleslawyer.ir import types as t
from ruleslawyer.semantics.rims import entry_says

Held: TypeAlias = tuple[str, Slot, frozenset[int], bool]
"""A grid, a slot, and the numbers with which that holds a member of its rim; or (the last) those with which it does
not."""


def reached_rims(layout: Layout, found: Found) -> frozenset[str]:
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
