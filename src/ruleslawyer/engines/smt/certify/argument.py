"""The argument of a proof: what is shown for it, each item by its name, and how that hangs together."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

STEP, STATE, NEVER = "step:", "state:", "never:"
"""How what is shown is called that is a check of steps, that follows in each state from what is known of it, or that a
rule can never be taken."""
Level = Literal["strong", "settled", "rest"]
"""Of which states a condition speaks: all, those where nothing is to settle, those where somebody decides."""
LEVELS: tuple[Level, ...] = get_args(Level)


@dataclass(frozen=True, slots=True)
class RuleCheck:
    """A rule, or a chain of them, that was asked whether it breaks something. rules: each by its kind and name, the
    last first. uses, assumes: the other parts and the assumptions that the answers use; symbols: all they speak of."""

    rules: tuple[tuple[str, str], ...]
    uses: tuple[str, ...]
    assumes: tuple[str, ...]
    symbols: frozenset[str]


@dataclass(frozen=True, slots=True)
class Part:
    """A part of an argument: what is shown, and each rule that was asked."""

    item: str
    rules: tuple[RuleCheck, ...]


def rules_in_words(rules: Iterable[tuple[str, str]]) -> str:
    """A chain of rules, the last first, each by its kind and name."""
    return ", after ".join(name if kind == "action" else f"{kind} {name}" for kind, name in rules)


def parse_key(key: str) -> tuple[str, Level]:
    """The name and the level of what is called so."""
    first, _, name = key.partition(": ")
    level = next((level for level in LEVELS if level == first and name), None)
    return (key, "strong") if level is None else (name, level)


def levels_from(first: str) -> tuple[Level, ...]:
    """All levels, this one first."""
    return tuple(sorted(LEVELS, key=lambda level: level != first))


def make_key(name: str, level: Level) -> str:
    return name if level == LEVELS[0] else f"{level}: {name}"


def items_of(name: str) -> tuple[str, ...]:
    """The items by each of which a property is shown."""
    levels = [make_key(name, level) for level in LEVELS]
    return (*levels, *(f"{STATE}{key}" for key in levels), f"{STEP}{name}")


def all_needs(items: Iterable[str], uses: Mapping[str, Sequence[str] | None]) -> list[str] | None:
    """All items that some rest on, themselves among them; None where one of them has no proof."""
    found: dict[str, None] = {}
    waiting = list(items)
    while waiting:
        item = waiting.pop()
        more = uses.get(item)
        if more is None:
            return None
        if item not in found:
            found[item] = None
            waiting += more
    return list(found)
