"""The parts of a packed state that are paired in its tree, chosen by a sample of states, so that pairs are few.

A root has room for two numbers. The fewer different values the two halves of a state take, the less is kept beside the
roots; so what changes together belongs into one half. The choice decides memory alone, never what is found.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce
from itertools import combinations
from math import log1p
from typing import TypeAlias

import numpy as np

from ruleslawyer.base.arrays import Integers
from ruleslawyer.engines.native.tree import leaves_of

SAMPLE = 1 << 15
"""States that are looked at."""
FEWER = 8
"""One in so many of them where all parts are compared with each other."""
PLACES = 17
"""Bits of a place that a value takes where different ones are counted."""
ROUNDS = 3
"""How often each part is tried in the other half."""

Shape: TypeAlias = list[tuple[int, int]]
"""The parts of each pair, the root last: a leaf by its place, a pair by its number behind the leaves."""
Nested: TypeAlias = "int | tuple[Nested, Nested]"


def shape_of(sample: Integers, words: int) -> Shape:
    """The shape for states of so many words, of which a sample is given, a row each."""
    leaves = leaves_of(words)
    columns = [_mix(sample, place, words) for place in range(leaves)]
    varying = [place for place, column in enumerate(columns) if len(column) and (column != column[0]).any()]
    still = [place for place in range(leaves) if place not in set(varying)]
    tree: Nested | None = _halve(varying, columns) if varying else None
    if still:  # one number for all that is the same everywhere, beside what varies least
        constant = _balance(still)
        tree = constant if tree is None else _beside(tree, constant, columns)
    assert tree is not None
    found: Shape = []
    _list_pairs(tree, leaves, found)
    return found


def _mix(sample: Integers, place: int, words: int) -> Integers:
    """A hash of a leaf in each state; those of several leaves are added up."""
    with np.errstate(over="ignore"):
        found = sample[:, 2 * place] * np.uint64(0x9E3779B97F4A7C15) + np.uint64(place + 1)
        found ^= found >> np.uint64(29)
        if 2 * place + 1 < words:
            found = (found + sample[:, 2 * place + 1]) * np.uint64(0xC2B2AE3D27D4EB4F)
        found ^= found >> np.uint64(31)
        found *= np.uint64(0xBF58476D1CE4E5B9)
        return found ^ found >> np.uint64(32)


def _balance(places: Sequence[int]) -> Nested:
    middle = len(places) // 2
    return places[0] if len(places) == 1 else (_balance(places[:middle]), _balance(places[middle:]))


def _halve(places: Sequence[int], columns: Sequence[Integers]) -> Nested:
    """Two halves whose values are few: better made leaf by leaf from two beginnings."""
    if len(places) <= 2:
        return _balance(places)
    total = _sum(columns, places)
    chosen = min(_improve(begun, places, columns, total) for begun in (_cut(places, columns), _grow(places, columns)))[
        1
    ]
    one, two = ([p for p in places if (p in chosen) is wanted] for wanted in (True, False))
    return _halve(one, columns), _halve(two, columns)


def _sum(columns: Sequence[Integers], places: Iterable[int]) -> Integers:
    """The leaves together; there is at least one."""
    return reduce(np.add, (columns[place] for place in places))


def _improve(
    chosen: set[int], places: Sequence[int], columns: Sequence[Integers], total: Integers
) -> tuple[float, list[int]]:  # fmt: skip
    """The cost of a half and of the other, and the half, after each leaf was tried in the other."""
    part = _sum(columns, chosen)

    def cost_of(part: Integers, leaves: int) -> float:
        return _cost(part, leaves) + _cost(total - part, len(places) - leaves)

    cost, before = cost_of(part, len(chosen)), -1.0
    for _ in range(ROUNDS):
        if cost == before:
            break
        before = cost
        for place in places:
            other = chosen ^ {place}
            if 0 < len(other) < len(places):
                moved = part + columns[place] if place in other else part - columns[place]
                less = cost_of(moved, len(other))
                if less < cost:
                    cost, chosen, part = less, other, moved
    return cost, sorted(chosen)


def _cut(places: Sequence[int], columns: Sequence[Integers]) -> set[int]:
    """The best first half of the leaves as they lie."""
    total, cuts = _sum(columns, places), list[tuple[float, int]]()
    part: Integers = np.zeros_like(total)
    for number, place in enumerate(places[:-1], 1):
        part = part + columns[place]
        cuts.append((_cost(part, number) + _cost(total - part, len(places) - number), number))
    return set(places[: min(cuts)[1]])


def _grow(places: Sequence[int], columns: Sequence[Integers]) -> set[int]:
    """Groups are joined, those first that have the fewest values together: one of the last two."""
    groups = [([place], columns[place][::FEWER]) for place in places]
    joint = {(a, b): _different(groups[a][1] + groups[b][1]) for a, b in combinations(range(len(groups)), 2)}
    left = set(range(len(groups)))
    while len(left) > 2:
        a, b = min(joint, key=lambda pair: (joint[pair], pair))
        left -= {a, b}
        joint = {pair: cost for pair, cost in joint.items() if not {a, b} & set(pair)}
        made, both = len(groups), (groups[a][0] + groups[b][0], groups[a][1] + groups[b][1])
        groups.append(both)
        joint |= {(other, made): _different(groups[other][1] + both[1]) for other in left}
        left.add(made)
    return set(groups[min(left)][0])


def _cost(hashes: Integers, leaves: int) -> float:
    """How many pairs a half needs at its top; a leaf is there anyway."""
    return _different(hashes) if leaves > 1 else 0.0


def _different(hashes: Integers) -> float:
    """About how many different hashes there are, by how many of some places they take."""
    taken = np.zeros(1 << PLACES, dtype=np.bool_)
    taken[hashes >> np.uint64(64 - PLACES)] = True
    return -len(taken) * log1p(-int(np.count_nonzero(taken)) / len(taken))


def _beside(tree: Nested, constant: Nested, columns: Sequence[Integers]) -> Nested:
    """The tree with the constant parts as the neighbour of the leaf with the fewest values."""
    if isinstance(tree, int):
        return tree, constant
    one, two = tree
    least = min(_leaves(tree), key=lambda place: _different(columns[place]))
    if least in _leaves(one):
        return _beside(one, constant, columns), two
    return one, _beside(two, constant, columns)


def _leaves(tree: Nested) -> list[int]:
    return [tree] if isinstance(tree, int) else [*_leaves(tree[0]), *_leaves(tree[1])]


def _list_pairs(tree: Nested, leaves: int, found: Shape) -> int:
    if isinstance(tree, int):
        return tree
    parts = _list_pairs(tree[0], leaves, found), _list_pairs(tree[1], leaves, found)
    found.append(parts)
    return leaves + len(found) - 1
