"""Observations of an exploration, and where they were met: rules that were live, events, what properties say."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TypeAlias

Key: TypeAlias = tuple[str, ...]
"""What is met: ``("live", rule)``, ``("event", kind, subject, …)``, ``("violated", property)`` and so on."""


@dataclass
class Observed:
    """Where each key was met: ids of rest states with their depths, nearest first. Keys of sub-steps have the id of
    the rest state whose instance leads there. whole: the keys of which no place is missing."""

    hits: dict[Key, list[tuple[int, int]]] = field(default_factory=dict)
    whole: frozenset[Key] = frozenset()

    def names(self, kind: str) -> frozenset[str]:
        """The names that were met of one kind."""
        return frozenset(key[1] for key in self.hits if key[0] == kind)

    def events(self) -> Iterator[tuple[Key, list[tuple[int, int]]]]:
        """Events by key, nearest first."""
        yield from self._events("event")

    def events_of_asking(self) -> Iterator[tuple[Key, list[tuple[int, int]]]]:
        """Events that only asking a property meets, likewise."""
        yield from self._events("asked")

    def _events(self, kind: str) -> Iterator[tuple[Key, list[tuple[int, int]]]]:
        met = ((key[1:], where) for key, where in self.hits.items() if key[0] == kind)
        yield from sorted(met, key=lambda item: (item[1][0][0], item[0]))
