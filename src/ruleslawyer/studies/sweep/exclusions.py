"""Combinations that no row of a covering array has. Apart from the arrays, for those who deal a scope and need no
numpy."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Never:
    """A combination that no row has: one of these values of each of these factors."""

    values: Mapping[int, frozenset[int]]

    def is_broken(self, chosen: Mapping[int, int]) -> bool:
        return all(chosen.get(factor) in values for factor, values in self.values.items())
