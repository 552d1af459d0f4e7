"""Factors of a sweep, and the decks that it deals: factors, their values, and what never goes together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import permutations, product
from typing import Any

from ruleslawyer.base.files.content import Json
from ruleslawyer.studies.sweep.exclusions import Never


@dataclass(frozen=True, slots=True)
class Factor:
    """A factor that is varied: of one card (`member`), or of the whole scope (""). path: where it stands in a scope's
    document. values: the first is the usual one. options: of a choice, what each value says: paths with what stands
    there; to a list the card is added."""

    name: str
    member: str
    path: tuple[str, ...]
    values: tuple[object, ...]
    options: Mapping[str, tuple[tuple[tuple[str, ...], object], ...]] = field(default_factory=dict)

    def parts(self, value: Any) -> Iterable[tuple[tuple[str, ...], object]]:
        """The places of a value in a scope's document."""
        return self.options[value] if self.options else ((self.path, value),)

    @property
    def label(self) -> str:
        return f"{self.member}.{self.name}" if self.member else self.name


@dataclass(frozen=True, slots=True)
class Apart:
    """Values of factors that never go together, each factor of one card by its name; and why."""

    values: Mapping[str, tuple[object, ...]]
    reason: str


@dataclass(frozen=True, slots=True)
class Deck:
    """Some dealt cards: their factors and those of the whole scope, and what never goes together, by number. alike:
    cards of which each may be dealt in another's place."""

    members: tuple[str, ...]
    factors: tuple[Factor, ...]
    never: tuple[Never, ...]
    alike: tuple[tuple[str, ...], ...]

    @property
    def sizes(self) -> tuple[int, ...]:
        return tuple(len(factor.values) for factor in self.factors)

    def values(self, row: Sequence[int]) -> Json:
        """The values of a row that are not the usual ones, by the names of factors."""
        return {f.label: f.values[value] for f, value in zip(self.factors, row, strict=True) if value}

    def exchanges(self) -> Iterator[tuple[dict[str, str], tuple[int, ...]]]:
        """Each way in which cards that are alike change places: who goes to whose, and of a row what goes where."""
        place = {(f.member, f.name): i for i, f in enumerate(self.factors)}
        for orders in product(*(permutations(group) for group in self.alike)):
            to = {
                old: new
                for group, order in zip(self.alike, orders, strict=True)
                for old, new in zip(group, order, strict=True)
            }
            back = {new: old for old, new in to.items()}
            yield to, tuple(place[back.get(f.member, f.member), f.name] for f in self.factors)
