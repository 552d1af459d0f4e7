"""Covering arrays: rows in which every combination of t values of t different factors occurs, if it can occur at all.

Row by row and greedily, as AETG does it (Cohen, Dalal, Fredman, Patton 1997), each from a combination that is left. A
library that filters rows does not say which combinations it lost; here each is in a row, or impossible, or refused.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import combinations, islice, product
from math import prod
from random import Random

import numpy as np

from ruleslawyer.base.arrays import Flags, Integers
from ruleslawyer.studies.sweep.factors import Exclusion

Row = tuple[int, ...]
"""The number of the value of each factor."""
Combination = tuple[tuple[int, int], ...]
"""Values of some factors: factor and value, in the order of the factors."""


def number(sizes: Sequence[int], strength: int) -> int:
    """How many combinations there are."""
    return sum(prod(chosen) for chosen in combinations(sizes, min(strength, len(sizes))))


def rows_at_most(sizes: Sequence[int], never: Iterable[Exclusion], most: int) -> bool:
    """Whether no more than so many rows can be."""
    return FactorGroups(tuple(sizes), tuple(never)).count(most + 1) <= most


class CombinationIndex:
    """A number for each combination: those of the same factors in a row, a *block*."""

    def __init__(self, sizes: Sequence[int], strength: int) -> None:
        self.sizes = tuple(sizes)
        self.strength = min(strength, len(self.sizes))
        self.factors = np.array(list(combinations(range(len(sizes)), self.strength)), dtype=np.int64)
        self.factors = self.factors.reshape(-1, self.strength)
        wide = np.array([*self.sizes], dtype=np.int64)[self.factors]
        after = np.concatenate([wide[:, 1:], np.ones((len(wide), 1), dtype=np.int64)], axis=1)[:, : self.strength]
        self.strides = np.cumprod(after[:, ::-1], axis=1)[:, ::-1]
        many = wide.prod(axis=1)
        self.firsts = np.cumsum(many) - many
        self.total = int(many.sum())

    def of(self, row: Row) -> Integers:
        """The numbers of the combinations that occur in a row, one of each block."""
        found: Integers = self.firsts + (np.array(row, dtype=np.int64)[self.factors] * self.strides).sum(axis=1)
        return found

    def combination(self, one: int) -> Combination:
        block = int(np.searchsorted(self.firsts, one, side="right")) - 1
        rest, found = one - int(self.firsts[block]), []
        for factor, stride in zip(self.factors[block].tolist(), self.strides[block].tolist(), strict=True):
            value, rest = divmod(rest, stride)
            found.append((factor, value))
        return tuple(found)

    def none(self) -> Flags:
        """A mark for each combination, not set."""
        return np.zeros(self.total, dtype=np.bool_)


class CoveringArray:
    """The rows, made as they are asked for. `fits`: whether what a row says can be; where it cannot, the combination
    that the row was for is tried once more with all else as usual (0), and is `refused` where that cannot be either.
    `orbit`: the rows that say the same of cards that are alike, of which one is enough. `every`: behind those that
    cover all combinations come all rows in which these factors alone are not as usual."""

    def __init__(
        self,
        sizes: Sequence[int],
        strength: int,
        never: Iterable[Exclusion] = (),
        fits: Callable[[Row], bool] = lambda row: True,
        orbit: Callable[[Row], Sequence[Row]] = lambda row: (row,),
        *,
        every: Collection[int] = (),
    ) -> None:
        self.sizes, self.fits, self.orbit, self.every = tuple(sizes), fits, orbit, every
        self.numbering = CombinationIndex(sizes, strength)
        self.parts = FactorGroups(self.sizes, tuple(never))
        self.left = ~self.numbering.none()
        self.impossible, self.refused = self.numbering.none(), self.numbering.none()
        self._with = [self._meeting(factor) for factor in range(len(self.sizes))]

    def rows(self) -> Iterator[Row]:
        """In an order that depends on nothing but the factors: small numbers first."""
        dealt: set[Row] = set()
        for wanted in range(self.numbering.total):
            if not self.left[wanted]:
                continue
            combination = self.numbering.combination(wanted)
            usual = self.parts.complete(dict(combination))
            if usual is None:
                self._give_up(wanted, self.impossible)
                continue
            rows = (self._least(row) for row in (self._greedy(combination), usual))
            row = next((r for r in dict.fromkeys(rows) if self.fits(r)), None)
            if row is None:
                self._give_up(wanted, self.refused)
                continue
            for alike in self.orbit(row):
                self.left[self.numbering.of(alike)] = False
                self.refused[self.numbering.of(alike)] = False
            dealt.add(row)
            yield row
        if self.every:
            yield from self._others(dealt)

    def _others(self, dealt: set[Row]) -> Iterator[Row]:
        for row in product(*(range(size if i in self.every else 1) for i, size in enumerate(self.sizes))):
            if row not in dealt and row == self._least(row) and self.parts.allows(row) and self.fits(row):
                yield row

    def _least(self, row: Row) -> Row:
        return min(self.orbit(row))

    def _give_up(self, combination: int, where: Flags) -> None:
        self.left[combination] = False
        where[combination] = True

    def _meeting(self, factor: int) -> tuple[Integers, Integers, Integers, Integers]:
        """The blocks with a factor: where they begin, their other factors, the strides of those, and its own."""
        of = self.numbering
        mine = of.factors == factor
        blocks = mine.any(axis=1)
        others = ~mine[blocks]
        shape = (int(blocks.sum()), of.strength - 1)
        return (
            of.firsts[blocks], of.factors[blocks][others].reshape(shape), of.strides[blocks][others].reshape(shape),
            of.strides[blocks][mine[blocks]],
        )  # fmt: skip

    def _greedy(self, wanted: Combination) -> Row:
        """The row with this combination that has as many others as can be had, factor by factor."""
        chosen, values = dict(wanted), np.full(len(self.sizes), -1, dtype=np.int64)
        for factor, value in wanted:
            values[factor] = value
        for factor in range(len(self.sizes)):
            if factor in chosen:
                continue
            gains = self._gains(values, factor)
            for value in sorted(range(len(gains)), key=lambda v: (-gains[v], v)):
                if self.parts.complete({**chosen, factor: value}) is not None:
                    chosen[factor] = values[factor] = value
                    break
        return tuple(chosen[factor] for factor in range(len(self.sizes)))

    def _gains(self, values: Integers, factor: int) -> list[int]:
        """For each value of a factor: how many combinations that are left it makes with what is chosen."""
        firsts, others, strides, own = self._with[factor]
        there = values[others]
        known = (there >= 0).all(axis=1)
        begins = firsts[known] + (there[known] * strides[known]).sum(axis=1)
        every = begins[:, None] + own[known][:, None] * np.arange(self.sizes[factor])
        found: list[int] = self.left[every].sum(axis=0).tolist()
        return found


class FactorGroups:
    """The factors in groups that no `Exclusion` joins: each is completed by itself, and that is kept."""

    def __init__(self, sizes: tuple[int, ...], never: tuple[Exclusion, ...]) -> None:
        self.sizes = sizes
        groups: list[set[int]] = []
        for one in never:
            joined = set(one.values).union(*(group for group in groups if group & set(one.values)))
            groups = [group for group in groups if not group & joined] + [joined]
        weight = {f: sum(f in one.values for one in never) for group in groups for f in group}
        # What most depends on is chosen first.
        self.groups = [sorted(group, key=lambda f: (-weight[f], f)) for group in groups]
        self.never = [[one for one in never if set(one.values) <= group] for group in groups]
        self.known: dict[tuple[int, tuple[int | None, ...]], dict[int, int] | None] = {}

    def allows(self, row: Row) -> bool:
        chosen = dict(enumerate(row))
        return not any(one.is_broken(chosen) for never in self.never for one in never)

    def count(self, most: int) -> int:
        """How many rows there can be; `most` stands for that and more."""
        grouped = {factor for group in self.groups for factor in group}
        found = prod(size for factor, size in enumerate(self.sizes) if factor not in grouped)
        for place in range(len(self.groups)):
            if found < most:
                found *= sum(1 for _ in islice(self._every(place, {}), most))
        return min(found, most)

    def _every(self, place: int, chosen: dict[int, int]) -> Iterator[dict[int, int]]:
        """The values that a group may take together with those that are chosen of it."""
        if any(one.is_broken(chosen) for one in self.never[place]):
            return
        factor = next((f for f in self.groups[place] if f not in chosen), None)
        if factor is None:
            yield chosen
            return
        for value in range(self.sizes[factor]):
            yield from self._every(place, {**chosen, factor: value})

    def draw_row(self, random: Random) -> Row:
        """A row at random: factor by factor in any order, each as it can be with what is chosen."""
        chosen: dict[int, int] = {}
        for factor in random.sample(range(len(self.sizes)), len(self.sizes)):
            values = random.sample(range(self.sizes[factor]), self.sizes[factor])
            fitting = (v for v in values if self.complete({**chosen, factor: v}) is not None)
            chosen[factor] = next(fitting, 0)
        return tuple(chosen[factor] for factor in range(len(self.sizes)))

    def complete(self, chosen: Mapping[int, int]) -> Row | None:
        """A row with these values, all others as usual where that can be; None where there is none."""
        found = dict.fromkeys(range(len(self.sizes)), 0) | dict(chosen)
        for place, group in enumerate(self.groups):
            key = place, tuple(chosen.get(factor) for factor in group)
            if key not in self.known:
                self.known[key] = next(self._every(place, {f: chosen[f] for f in group if f in chosen}), None)
            part = self.known[key]
            if part is None:
                return None
            found |= part
        return tuple(found[factor] for factor in range(len(self.sizes)))
