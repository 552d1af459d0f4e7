"""Covering arrays: rows in which every combination of t values of t different factors occurs, if it can occur at all.

Row by row and greedily, each from a combination that is left. A library that filters rows does not say which
combinations it lost; here each is in a row, or impossible, or refused.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from math import prod

Row = tuple[int, ...]
"""The number of the value of each factor."""
Combination = tuple[tuple[int, int], ...]
"""Values of some factors: factor and value, in the order of the factors."""


@dataclass(frozen=True, slots=True)
class Never:
    """What no row has together: one of these values of each of these factors."""

    values: Mapping[int, frozenset[int]]

    def broken(self, chosen: Mapping[int, int]) -> bool:
        return all(chosen.get(factor) in values for factor, values in self.values.items())


def number(sizes: Sequence[int], strength: int) -> int:
    """How many combinations there are."""
    return sum(prod(chosen) for chosen in combinations(sizes, min(strength, len(sizes))))


def combined(row: Row, strength: int) -> Iterator[Combination]:
    """The combinations that occur in a row."""
    return combinations(enumerate(row), min(strength, len(row)))


class Covering:
    """The rows, made as they are asked for. `fits`: whether what a row says can be; where it cannot, the combination
    that the row was for is tried once more with all else as usual (0), and is `refused` where that cannot be either."""

    def __init__(
        self,
        sizes: Sequence[int],
        strength: int,
        never: Iterable[Never] = (),
        fits: Callable[[Row], bool] = lambda row: True,
    ) -> None:
        self.sizes, self.strength, self.fits = tuple(sizes), min(strength, len(sizes)), fits
        self.parts = _Parts(self.sizes, tuple(never))
        self.left = set(self._every())
        self.impossible: set[Combination] = set()
        self.refused: set[Combination] = set()

    def rows(self) -> Iterator[Row]:
        """In an order that depends on nothing but the factors: small numbers first."""
        for wanted in self._every():
            if wanted not in self.left:
                continue
            usual = self.parts.completed(dict(wanted))
            if usual is None:
                self._give_up(wanted, self.impossible)
                continue
            row = next((r for r in dict.fromkeys((self._greedy(wanted), usual)) if self.fits(r)), None)
            if row is None:
                self._give_up(wanted, self.refused)
                continue
            met = set(combined(row, self.strength))
            self.left -= met
            self.refused -= met
            yield row

    def _every(self) -> Iterator[Combination]:
        for factors in combinations(range(len(self.sizes)), self.strength):
            for values in product(*(range(self.sizes[f]) for f in factors)):
                yield tuple(zip(factors, values, strict=True))

    def _give_up(self, combination: Combination, where: set[Combination]) -> None:
        self.left.discard(combination)
        where.add(combination)

    def _greedy(self, wanted: Combination) -> Row:
        """The row with this combination that has as many others as can be had, factor by factor."""
        chosen = dict(wanted)
        for factor, size in enumerate(self.sizes):
            if factor in chosen:
                continue
            gains = {value: self._gain(chosen, factor, value) for value in range(size)}
            for value in sorted(gains, key=lambda v: (-gains[v], v)):
                if self.parts.completed({**chosen, factor: value}) is not None:
                    chosen[factor] = value
                    break
        return tuple(chosen[factor] for factor in range(len(self.sizes)))

    def _gain(self, chosen: Mapping[int, int], factor: int, value: int) -> int:
        others = combinations(chosen.items(), self.strength - 1)
        return sum(tuple(sorted((*some, (factor, value)))) in self.left for some in others)


class _Parts:
    """The factors in groups that no `Never` joins: each is completed by itself, and that is kept."""

    def __init__(self, sizes: tuple[int, ...], never: tuple[Never, ...]) -> None:
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

    def completed(self, chosen: Mapping[int, int]) -> Row | None:
        """A row with these values, all others as usual where that can be; None where there is none."""
        found = dict.fromkeys(range(len(self.sizes)), 0) | dict(chosen)
        for place, group in enumerate(self.groups):
            key = place, tuple(chosen.get(factor) for factor in group)
            if key not in self.known:
                self.known[key] = self._complete(place, {f: chosen[f] for f in group if f in chosen})
            part = self.known[key]
            if part is None:
                return None
            found |= part
        return tuple(found[factor] for factor in range(len(self.sizes)))

    def _complete(self, place: int, chosen: dict[int, int]) -> dict[int, int] | None:
        if any(one.broken(chosen) for one in self.never[place]):
            return None
        factor = next((f for f in self.groups[place] if f not in chosen), None)
        if factor is None:
            return chosen
        tried = (self._complete(place, {**chosen, factor: value}) for value in range(self.sizes[factor]))
        return next((found for found in tried if found is not None), None)
