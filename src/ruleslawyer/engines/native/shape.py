"""The parts of a packed state that are paired in its tree, chosen by a sample of states, so that nodes are few.

A root has room for two numbers. The fewer different values the two halves of a state take, the less is kept beside the
roots; so what changes together belongs into one half, byte by byte, wherever it lies in the state. The choice decides
memory alone, never what is found.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import combinations
from math import log1p
from typing import TypeAlias

import numpy as np

from ruleslawyer.base.arrays import Integers

SAMPLE = 1 << 15
"""States that are looked at."""
FEWER = 8
"""One in so many of them where all parts are compared with each other."""
BELOW = 4
"""One in so many of them below the root."""
ROUNDS = 3
"""How often each part is tried in the other half."""
MOST_ATOMS = 96
"""Where more parts vary they are made wider, as all are compared with each other."""
WORD_BYTES = 8

Bits: TypeAlias = tuple[int, int]
"""A word of a state, and a mask of the bits meant: whole bytes."""
Leaf: TypeAlias = list[Bits]
"""Bits that are put together into one word."""
Nested: TypeAlias = "Leaf | tuple[Nested, Nested] | None"
"""None: all that is the same everywhere."""


@dataclass(frozen=True)
class Shape:
    """`pieces`: a word of a state, a mask, the leaf in which those bits lie, and by how many bits they are turned to
    the left there. leaves: how many have bits that vary. Behind them lie those of what is left of each word. pairs:
    the two parts of each, the root last: a leaf by its place, a pair by its number behind all leaves. Those of what is
    left come first, as many as there are words less one."""

    pieces: list[tuple[int, int, int, int]]
    leaves: int
    pairs: list[tuple[int, int]]


def shape_of(sample: Integers, words: int) -> Shape:
    """The shape for states of so many words, two at least, of which a sample is given, a row each."""
    width, atoms = _atoms_of(sample, words)
    columns = [_mix(sample[:, word] & np.uint64(mask), number) for number, (word, mask) in enumerate(atoms)]
    fit = WORD_BYTES // width
    chosen = _Bisection(atoms, columns, fit, _Bisection(atoms, [column[::BELOW] for column in columns], fit))
    tree = chosen.halve(range(len(atoms))) if len(atoms) > 1 else atoms
    return _list(chosen.beside(tree), words)


def _atoms_of(sample: Integers, words: int) -> tuple[int, Leaf]:
    """The parts that are not the same in all states of a sample, or one that is, and how many bytes each has."""
    changes = [int(np.bitwise_or.reduce(column ^ column[:1])) for column in sample.T]
    width = 1
    while True:
        masks = [((1 << 8 * width) - 1) << 8 * byte for byte in range(0, WORD_BYTES, width)]
        found = [(word, mask) for word, change in enumerate(changes) for mask in masks if change & mask]
        if len(found) <= MOST_ATOMS or width == WORD_BYTES:
            return width, found or [(0, masks[0])]
        width *= 2


def _mix(bits: Integers, place: int) -> Integers:
    """A hash of a part in each state; those of several parts are added up, and their last bits say which they are."""
    with np.errstate(over="ignore"):
        found = (bits + np.uint64(place + 1)) * np.uint64(0x9E3779B97F4A7C15)
        found ^= found >> np.uint64(29)
        found = (found + np.uint64(place + 1)) * np.uint64(0xC2B2AE3D27D4EB4F)
        found ^= found >> np.uint64(31)
        found *= np.uint64(0xBF58476D1CE4E5B9)
    return (found >> np.uint64(32)).astype(np.int64)


@dataclass
class _Bisection:
    """Halves of `atoms` whose hashes are given; so many of them fit one leaf. `below`: by what halves are halved again;
    None: by this."""

    atoms: Leaf
    columns: Sequence[Integers]
    fit: int
    below: _Bisection | None = None

    def halve(self, places: Sequence[int]) -> Nested:
        """Two halves whose values are few: better made part by part from two beginnings."""
        total = self._sum(places)
        begun = self._cut(places), self._grow(places)
        chosen = min(self._improve(each, places, total) for each in begun)[1]
        one, two = ([p for p in places if (p in chosen) is wanted] for wanted in (True, False))
        return self._part(one), self._part(two)

    def _part(self, places: Sequence[int]) -> Nested:
        if len(places) <= self.fit:
            return [self.atoms[p] for p in places]
        return (self.below or self).halve(places)

    def _sum(self, places: Iterable[int]) -> Integers:
        """Parts together; there is at least one."""
        return reduce(np.add, (self.columns[place] for place in places))

    def _cost(self, half: Integers, total: Integers, places: int, of: int) -> float:
        """About how many nodes a half of so many parts, whose hashes are given, and the other one need. Of the halves
        of a root it is those at their tops; the others' are few, so as many are taken for each leaf below."""
        tops = (half, places), (total - half, of - places)
        return sum(_different(hashes) * (1 if self.below else -(-parts // self.fit)) for hashes, parts in tops)

    def _improve(self, chosen: set[int], places: Sequence[int], total: Integers) -> tuple[float, list[int]]:
        """The cost of two halves, and the first, after each part was tried in the other."""
        half = self._sum(chosen)
        cost, before = self._cost(half, total, len(chosen), len(places)), -1.0
        for _ in range(ROUNDS):
            if cost == before:
                break
            before = cost
            for place in places:
                other = chosen ^ {place}
                if 0 < len(other) < len(places):
                    moved = half + self.columns[place] if place in other else half - self.columns[place]
                    less = self._cost(moved, total, len(other), len(places))
                    if less < cost:
                        cost, chosen, half = less, other, moved
        return cost, sorted(chosen)

    def _cut(self, places: Sequence[int]) -> set[int]:
        """The best first half of the parts as they lie."""
        total, cuts = self._sum(places), list[tuple[float, int]]()
        half: Integers = np.zeros_like(total)
        for number, place in enumerate(places[:-1], 1):
            half = half + self.columns[place]
            cuts.append((self._cost(half, total, number, len(places)), number))
        return set(places[: min(cuts)[1]])

    def _grow(self, places: Sequence[int]) -> set[int]:
        """Groups are joined, those first that have the fewest values together: one of the last two."""
        groups = [([place], self.columns[place][::FEWER]) for place in places]
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

    def beside(self, tree: Nested) -> Nested:
        """The tree with all that is the same everywhere as the neighbour of the leaf with the fewest values."""
        hashes = dict(zip(self.atoms, self.columns, strict=True))
        least = min(_leaves(tree), key=lambda leaf: _different(reduce(np.add, (hashes[bits] for bits in leaf))))

        def put(tree: Nested) -> Nested:
            if isinstance(tree, tuple):
                return put(tree[0]), put(tree[1])
            return (tree, None) if tree is least else tree

        return put(tree)


def _different(hashes: Integers) -> float:
    """About how many different hashes there are, by how many places they take."""
    places = 2 << len(hashes).bit_length()
    taken = np.zeros(places, dtype=np.bool_)
    taken.view(np.uint8)[hashes & places - 1] = 1
    return -places * log1p(-int(np.count_nonzero(taken)) / places)


def _leaves(tree: Nested) -> Iterator[Leaf]:
    if isinstance(tree, tuple):
        yield from _leaves(tree[0])
        yield from _leaves(tree[1])
    elif tree is not None:
        yield tree


def _list(tree: Nested, words: int) -> Shape:
    leaves, pairs = list(_leaves(tree)), list[tuple[int, int]]()
    pieces = [(word, mask, number, turn) for number, leaf in enumerate(leaves) for word, mask, turn in _place(leaf)]

    def pair(*parts: int) -> int:
        pairs.append((parts[0], parts[1]))
        return len(leaves) + words + len(pairs) - 1

    def balance(first: int, stop: int) -> int:
        middle = (first + stop) // 2
        return first if stop - first == 1 else pair(balance(first, middle), balance(middle, stop))

    same, numbers = balance(len(leaves), len(leaves) + words), iter(range(len(leaves)))

    def part(tree: Nested) -> int:
        if isinstance(tree, tuple):
            return pair(part(tree[0]), part(tree[1]))
        return same if tree is None else next(numbers)

    part(tree)
    return Shape(pieces, len(leaves), pairs)


def _place(leaf: Leaf) -> list[tuple[int, int, int]]:
    """The bits of a leaf, and by how many they are turned to the left: those of one word together if they can be."""
    of_word = dict[int, int]()
    for word, mask in leaf:
        of_word[word] = of_word.get(word, 0) | mask
    taken, found = 0, list[tuple[int, int, int]]()
    left = sorted(of_word.items(), key=lambda bits: -bits[1].bit_count())
    while left:
        word, mask = left.pop(0)
        turn = next((turn for turn in range(0, 64, 8) if not _turn(mask, turn) & taken), None)
        if turn is None:
            left += [(word, mask & 255 << byte) for byte in range(0, 64, 8) if mask & 255 << byte]
        else:
            taken |= _turn(mask, turn)
            found.append((word, mask, turn))
    return found


def _turn(mask: int, turn: int) -> int:
    return (mask << turn | mask >> 64 - turn) & (1 << 64) - 1
