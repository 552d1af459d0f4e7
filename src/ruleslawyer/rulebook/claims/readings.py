"""Readings as a user writes them, `question=option`: held against the ruleset, with the nearest name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from ruleslawyer.base.diagnostics import UsageError, nearest
from ruleslawyer.base.files.content import Json
from ruleslawyer.ir.clauses import ways
from ruleslawyer.ir.system import System
from ruleslawyer.rulebook.claims.clashes import pairs

if TYPE_CHECKING:
    from ruleslawyer.semantics.transition import TransitionSystem


def parse_choices(items: Iterable[str], option: str) -> dict[str, str]:
    """The choices of a command line, each `question=option`; `option` is the switch that they came with. What is no
    choice, or chooses twice, is a `UsageError`."""
    choices: dict[str, str] = {}
    for item in items:
        key, equals, value = (part.strip() for part in item.partition("="))
        if not equals or not key or not value:
            raise UsageError(f"`{item}` is not a choice", f"{option} {item}", 'write "question=option"')
        if choices.get(key, value) != value:
            raise UsageError(f"`{key}` is chosen twice, as `{choices[key]}` and as `{value}`", option, "choose once")
        choices[key] = value
    return choices


def valid_reading(system: System, reading: Mapping[str, str]) -> dict[str, str]:
    """The same reading, in a fixed order; an unknown question or option is a `UsageError`."""
    for key, value in reading.items():
        known = options(system, key)
        if value not in known:
            raise UsageError(f"`{key}` has no option `{value}`", "reading", nearest(value, known))
    return dict(sorted(reading.items()))


def choices(system: System) -> list[str]:
    """Every key that a reading may have, questions first."""
    return [*system.questions, *(pair.key for pair in pairs(system) if pair.kind != "answers")]


def choice_json(system: System, key: str) -> Json:
    """One of `choices`, for programs: what is asked, by which clauses, and what may be chosen."""
    asked = system.questions.get(key)
    return {
        "key": key,
        "text": asked.text if asked else "",
        "clauses": list(asked.origin.cites) if asked else [],
        "options": list(options_of_choice(system, key)),
    }


def default_reading(system: System) -> dict[str, str]:
    """The reading where nobody chooses, with every key: a forbid prevails, and the first of two clauses."""
    found = {name: question.default for name, question in system.questions.items()}
    for key in choices(system):
        if key not in found:
            found[key] = ways(system, key)[0]
    return found


def followed_reading(system: TransitionSystem) -> dict[str, str]:
    """Every question with the option that is followed, and every clash that the reading decides."""
    defaults = {name: question.default for name, question in system.system.questions.items()}
    return dict(sorted({**defaults, **system.reading}.items()))


def option_of(system: TransitionSystem, key: str) -> str:
    """The option that the reading takes, or that which is taken where nobody chooses."""
    question = system.system.questions.get(key)
    return system.reading.get(key, question.default if question else ways(system.system, key)[0])


def options(system: System, key: str) -> tuple[str, ...]:
    """The options that a reading may choose for a key; an unknown key is a `UsageError`."""
    if key in system.questions:
        return options_of_choice(system, key)
    known = choices(system)
    if key.removesuffix("?") in system.questions:
        name = key.removesuffix("?")
        about = f"`{key}` is the gap of a question: a ruling may be for that alone, a reading is for all of `{name}`"
        raise UsageError(about, "reading", f"write `{name}=…`, or give it as a ruling")
    if key not in known:
        raise UsageError(f"there is no question `{key}` in {system.name}", "reading", nearest(key, known))
    return options_of_choice(system, key)


def options_of_choice(system: System, key: str) -> tuple[str, ...]:
    """The same of one of `choices`, which are not looked through again."""
    if key in system.questions:
        return tuple(o.name for o in system.questions[key].options)
    first, second = ways(system, key)
    return (first, second) if second != "permit" else (second, first)
