"""The choices that a reading makes in a scope, with their options."""

from __future__ import annotations

from ruleslawyer.claims.readings import choices, options_of_known
from ruleslawyer.semantics.transition import TransitionSystem

Choices = dict[str, tuple[str, ...]]


def all_choices(system: TransitionSystem) -> Choices:
    """Every choice of the ruleset that no ruling has made: questions, then clashes of norms and terms."""
    return {key: _options(system, key) for key in choices(system.system) if key not in system.rulings}


def default(system: TransitionSystem, choice: str) -> str:
    """The option that is taken where nothing is said."""
    question = system.system.questions.get(choice)
    return system.reading.get(choice, question.default if question else _options(system, choice)[0])


def _options(system: TransitionSystem, key: str) -> tuple[str, ...]:
    """The default of a clash comes first."""
    found = options_of_known(system.system, key)
    return ("forbid", "permit") if found == ("permit", "forbid") else found
