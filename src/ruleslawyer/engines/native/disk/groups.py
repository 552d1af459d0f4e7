"""Rows that are the same state: found by sorting hashes, and told apart in full where those agree."""

from __future__ import annotations

import numpy as np

from ruleslawyer.base.arrays import Integers


def group_rows(hashes: Integers, rows: Integers, words: int, order: Integers) -> tuple[Integers, Integers]:
    """The places of the rows by hash and then `order`, and for each of those, in that sequence, the place in it of the
    first row that is the same state."""
    places = np.lexsort((order, hashes))
    sorted_hashes = hashes[places]
    same_hash = np.concatenate([[False], sorted_hashes[1:] == sorted_hashes[:-1]])
    again = np.flatnonzero(same_hash)
    same = same_hash.copy()
    if len(again):
        same[again] = (rows[places[again], :words] == rows[places[again - 1], :words]).all(axis=1)
    leaders = np.maximum.accumulate(np.where(same, 0, np.arange(len(places))))
    for hashed in np.unique(sorted_hashes[same_hash & ~same]).tolist():  # states that are different have one hash
        first, stop = (int(np.searchsorted(sorted_hashes, np.uint64(hashed), side=s)) for s in ("left", "right"))
        known: dict[bytes, int] = {}
        for place in range(first, stop):
            leaders[place] = known.setdefault(rows[places[place], :words].tobytes(), place)
    return places, leaders
