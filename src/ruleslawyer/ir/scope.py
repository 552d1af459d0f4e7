"""A scope as data: the sizes of sorts, their attributes, the numbers, bounds and overrides of one finite instance."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

OPEN = "open"


@dataclass(frozen=True, slots=True)
class Scope:
    """Everything canonical (see `ir.types`).

    names: sort → the names of its members, so its size too.
    attributes: (sort, attribute) → one value for each member, or None where left open for the solver.
    constants: full name → value, the book's own where the scope says nothing, or `OPEN`.
    shrunk: the constants that differ from the book's, for every verdict to name.
    caps: field of the state → the largest value of its integer leaves that an explorer follows.
    bounds: "action.parameter" → inclusive range of an integer parameter.
    initial: (field, keys, value) overrides written after the initial rule has run.
    interchangeable: sorts whose members are declared alike, as far as their attributes are.
    """

    name: str
    title: str
    names: Mapping[str, tuple[str, ...]]
    attributes: Mapping[tuple[str, str], tuple[Any, ...] | None]
    constants: Mapping[str, Any]
    shrunk: tuple[str, ...]
    caps: Mapping[str, int]
    bounds: Mapping[str, tuple[int, int]]
    initial: tuple[tuple[str, tuple[int, ...], Any], ...]
    interchangeable: tuple[str, ...] = ()

    def size(self, sort: str) -> int:
        return len(self.names[sort])

    @property
    def is_open(self) -> bool:
        """Whether something is left for a solver to choose, so that no explorer can run it."""
        return None in self.attributes.values() or OPEN in self.constants.values()
