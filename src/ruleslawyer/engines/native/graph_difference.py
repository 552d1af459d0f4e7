"""Two explored graphs of one scope beside each other: which states of one the other lacks, or leaves otherwise."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ruleslawyer.base.arrays import Integers
from ruleslawyer.engines.native.searched_graph import SearchedGraph


def differing(one: SearchedGraph, other: SearchedGraph) -> tuple[Integers, Integers] | None:
    """The numbers of states of `one` that `other` does not have, and of those from which it has other edges, or where a
    game ends in one alone. None where they number choices or store states in different ways."""
    mine, its = one.layout, other.layout
    if mine.places != its.places or mine.firsts != its.firsts or not np.array_equal(mine.masks, its.masks):
        return None
    numbers = {words.tobytes(): number for number, words in enumerate(_rows(one))}
    there = np.array([numbers.get(words.tobytes(), -1) for words in _rows(other)], dtype=np.int64)
    back = np.full(one.size, -1, dtype=np.int64)
    back[there[there >= 0]] = np.flatnonzero(there >= 0)
    met = back >= 0
    otherwise = met.copy()
    otherwise[met] = one.over_flags[met] != other.over_flags[back[met]]
    sources = there[other.digraph.sources]
    # Where `one` has no such state, -1 is the same for all of them, and no edge of its own leads there.
    others = _edges(sources, other.choices, there[other.digraph.to])[sources >= 0]
    own = _edges(one.digraph.sources, one.choices, one.digraph.to)
    own = own[met[one.digraph.sources]]
    otherwise[np.setxor1d(own, others)["source"]] = True
    return np.flatnonzero(~met), np.flatnonzero(otherwise)


_EDGE = np.dtype([("source", np.int64), ("choice", np.int64), ("target", np.int64)])


def _edges(sources: Integers, choices: Integers, targets: Integers) -> NDArray[np.void]:
    found = np.empty(len(sources), dtype=_EDGE)
    found["source"], found["choice"], found["target"] = sources, choices, targets
    return found


def _rows(graph: SearchedGraph) -> Integers:
    """The words of each state, in the order of the graph's numbers."""
    return np.concatenate([words for _, words, _ in graph.found.rest_states()])
