"""The choices that a reading makes in a scope, with their options; and which of them somebody asks for."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from ruleslawyer.ir.clauses import ways
from ruleslawyer.rulebook.claims.readings import choices, option_of, options_of_choice
from ruleslawyer.semantics.transition import TransitionSystem

Choices = dict[str, tuple[str, ...]]


def all_choices(system: TransitionSystem) -> Choices:
    """Every choice of the ruleset that no ruling has made: questions, then clashes of norms and terms."""
    return {key: _options(system, key) for key in choices(system.system) if key not in system.rulings}


def others(system: TransitionSystem, among: Collection[str] | None = None) -> Iterator[tuple[str, str]]:
    """Every option but the usual one of every choice, or of some of them."""
    for choice, options in all_choices(system).items():
        if among is None or choice in among:
            usual = option_of(system, choice)
            yield from ((choice, option) for option in options if option != usual)


class Noted(dict[str, str]):
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


def noting(system: TransitionSystem) -> TransitionSystem:
    """The same system, whose reading is `Noted`."""
    return TransitionSystem(system.machine, Noted(system.reading), system.rulings)


def _options(system: TransitionSystem, key: str) -> tuple[str, ...]:
    """The default of a clash comes first."""
    rules = system.system
    return options_of_choice(rules, key) if key in rules.questions else ways(rules, key)
