"""What options show: a property that is violated under one and not by default, a deadlock, a play that cannot go on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

DEADLOCK, NO_PLAY, STOPS = KINDS = ("deadlock", "no play", "stops")
"""What a reading may show beside a violated property: nobody can do anything; nobody ever can; a play cannot go on."""


@dataclass(frozen=True, slots=True)
class Shown:
    """What a reading shows that the default does not: a property that it violates, or one of `KINDS`."""

    reading: Mapping[str, str]
    shows: str
    scope: str

    @property
    def key(self) -> tuple[tuple[tuple[str, str], ...], str]:
        return tuple(sorted(self.reading.items())), self.shows

    def __str__(self) -> str:
        chosen = ", ".join(f"{choice} = {option}" for choice, option in sorted(self.reading.items()))
        return f"{chosen}: {self.shows if self.shows in KINDS else f'{self.shows} is VIOLATED'}"


@dataclass(frozen=True, slots=True)
class Options:
    """One scope asked under each option: how many readings, what they show, and why not all of it is known."""

    scope: str
    states: int
    asked: int
    shown: tuple[Shown, ...]
    stopped: str = ""


def merged(found: Iterable[Options]) -> Mapping[tuple[tuple[tuple[str, str], ...], str], list[Shown]]:
    """What is shown, each once with all its scopes."""
    result: dict[tuple[tuple[tuple[str, str], ...], str], list[Shown]] = {}
    for one in found:
        for shown in one.shown:
            result.setdefault(shown.key, []).append(shown)
    return result
