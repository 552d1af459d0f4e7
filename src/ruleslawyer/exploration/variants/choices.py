"""Choices that a reading makes in a scope, with their options, and what an option shows."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from ruleslawyer.ir.clauses import ways
from ruleslawyer.ir.sites import AskingSite
from ruleslawyer.rulebook.claims.readings import choices, option_of, options_of_choice
from ruleslawyer.semantics.transition import TransitionSystem

Choices = dict[str, tuple[str, ...]]


def all_choices(system: TransitionSystem) -> Choices:
    """Every choice of the ruleset that no ruling has made: questions, then clashes of norms and terms."""
    return {key: _options(system, key) for key in choices(system.system) if key not in system.rulings}


def alternative_options(system: TransitionSystem, among: Collection[str] | None = None) -> Iterator[tuple[str, str]]:
    """Every option but the usual one of every choice, or of some of them."""
    for choice, options in all_choices(system).items():
        if among is None or choice in among:
            usual = option_of(system, choice)
            yield from ((choice, option) for option in options if option != usual)


class TrackedReading(dict[str, str]):
    """A reading that notes which of its choices somebody asks for. Where all is explored and nobody asks for one,
    another option of it changes nothing."""

    def __init__(self, reading: Mapping[str, str]) -> None:
        super().__init__(reading)
        self.asked: set[str] = set()

    def __getitem__(self, key: str) -> str:
        self.asked.add(key)
        return super().__getitem__(key)

    def get(self, key: str, default: object = None) -> Any:
        self.asked.add(key)
        return super().get(key, default)

    def __contains__(self, key: object) -> bool:
        self.asked.add(str(key))
        return super().__contains__(key)


def track_choices(system: TransitionSystem) -> TransitionSystem:
    """The same system, whose reading is `TrackedReading`."""
    return TransitionSystem(system.machine, TrackedReading(system.reading), system.rulings)


def _options(system: TransitionSystem, key: str) -> tuple[str, ...]:
    """The default of a clash comes first."""
    rules = system.system
    return options_of_choice(rules, key) if key in rules.questions else ways(rules, key)


ASKED = ("always", "step")
"""Kinds of property that are asked under options."""
DEADLOCK, NO_PLAY, STOPS = KINDS = ("deadlock", "no play", "stops")
"""What a reading may show beside a violated property: nobody can do anything; nobody ever can; a play cannot go on."""


@dataclass(frozen=True, slots=True)
class ReadingEffect:
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
class IncompleteReading:
    """A reading under which not every play was followed to its end, and the bound that it met; where that is met by
    default, the default alone is named."""

    reading: Mapping[str, str]
    bound: str


@dataclass(frozen=True, slots=True)
class PromiseResult:
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
    shown: tuple[ReadingEffect, ...]
    stopped: str = ""
    incomplete: tuple[IncompleteReading, ...] = ()
    live: frozenset[str] | None = field(default=None, compare=False)
    promised: tuple[PromiseResult, ...] = ()


def merge_effects(found: Iterable[Options]) -> Mapping[tuple[tuple[tuple[str, str], ...], str], list[ReadingEffect]]:
    """The effects, each once with all its scopes."""
    result: dict[tuple[tuple[tuple[str, str], ...], str], list[ReadingEffect]] = {}
    for one in found:
        for shown in one.shown:
            result.setdefault(shown.key, []).append(shown)
    return result
