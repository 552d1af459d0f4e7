"""Effects of options: a property that is violated under one and not by default, a deadlock, a play that cannot go
on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from ruleslawyer.ir.sites import AskingSite

ASKED = ("always", "step")
"""Kinds of property that are asked under options."""
DEADLOCK, NO_PLAY, STOPS = KINDS = ("deadlock", "no play", "stops")
"""What a reading may show beside a violated property: nobody can do anything; nobody ever can; a play cannot go on."""


@dataclass(frozen=True, slots=True)
class Shown:
    """An effect of a reading that the default does not have: a property that it violates, or one of `KINDS`."""

    reading: Mapping[str, str]
    shows: str
    scope: str

    @property
    def key(self) -> tuple[tuple[tuple[str, str], ...], str]:
        return tuple(sorted(self.reading.items())), self.shows

    def __str__(self) -> str:
        return f"{reading_text(self.reading)}: {self.shows if self.shows in KINDS else f'{self.shows} is VIOLATED'}"


def reading_text(reading: Mapping[str, str]) -> str:
    """The choices of a reading, in one line."""
    return ", ".join(f"{choice} = {option}" for choice, option in sorted(reading.items())) or "by default"


@dataclass(frozen=True, slots=True)
class Incomplete:
    """A reading under which not every play was followed to its end, and the bound that it met; where that is met by
    default, the default alone is named."""

    reading: Mapping[str, str]
    bound: str


@dataclass(frozen=True, slots=True)
class Promised:
    """A promise in one place, a scope or a scenario: the options of its question under which it was followed there, and
    those of them that break it. sites: the places in the rules that ask under its own option; noticed: those of them
    where it breaks if another option is taken there alone."""

    name: str
    place: str
    asked: tuple[str, ...]
    broken: tuple[str, ...]
    sites: tuple[AskingSite, ...] = ()
    noticed: tuple[AskingSite, ...] = ()


@dataclass(frozen=True, slots=True)
class Options:
    """One scope asked under each option: how many readings, what they show, why not all of it is known; and under which
    readings a bound was met. live: what was done under any of them, as far as they were followed, and `judged ACTION`;
    None where a play ended in a failed check or at a cap, or where asking was stopped. promised: what answers promise,
    as far as their questions are asked."""

    scope: str
    states: int
    asked: int
    shown: tuple[Shown, ...]
    stopped: str = ""
    incomplete: tuple[Incomplete, ...] = ()
    live: frozenset[str] | None = field(default=None, compare=False)
    promised: tuple[Promised, ...] = ()


def merge_effects(found: Iterable[Options]) -> Mapping[tuple[tuple[tuple[str, str], ...], str], list[Shown]]:
    """The effects, each once with all its scopes."""
    result: dict[tuple[tuple[tuple[str, str], ...], str], list[Shown]] = {}
    for one in found:
        for shown in one.shown:
            result.setdefault(shown.key, []).append(shown)
    return result
