"""Rows for each member of a sort, from packed states, that can be compared."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import numpy as np

from ruleslawyer.base.arrays import Integers
from ruleslawyer.engines.native.scope_data import Layout, Place
from ruleslawyer.engines.native.storage import keys_of
from ruleslawyer.ir import types as t


def said_of(layout: Layout, sort: str, rows: Integers) -> Integers:
    """The values that the fields of packed states (a row each) have for each member, as `(state, member, …)`."""
    data, members = layout.spread(rows), layout.scope.size(sort)
    parts: list[Integers] = [np.zeros((len(data), members, 0), dtype=np.uint8)]
    for place in layout.places.values():
        if not place.record:
            parts += _member_values(layout, place, sort, members, data)
    return np.concatenate(parts, axis=2)


def _member_values(layout: Layout, place: Place, sort: str, members: int, data: Integers) -> Iterator[Integers]:
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
                found = (numbers[:, None, 1:] == all_[None, :, None]) & there[:, None, :]
                yield found.any(axis=2).astype(np.uint8)[:, :, None]
            case one if one == wanted:
                stored = np.array([list(_bytes(place, m)) for m in range(members)], dtype=np.uint8)
                here = data[:, None, at : at + place.size]
                yield (here == stored[None]).all(axis=2).astype(np.uint8)[:, :, None]


def _bytes(place: Place, member: int) -> bytes:
    return place.leaf.encode(member).to_bytes(place.leaf.bytes, "little", signed=place.leaf.raw)
