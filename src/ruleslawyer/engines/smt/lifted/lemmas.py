"""Lemmas of a whole run, by name: with them another run has only to see that they are inductive still."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace

OPTIONAL = ("lone", "chains", "any_players")
"""What is written where there is some."""
STEP, STATE, NEVER = "step:", "state:", "never:"
"""How what is shown is called that is a check of steps, that follows in each state from what is known of it, or that a
rule can never be taken."""
LEVELS = ("strong", "settled", "rest")
"""Of which states a condition speaks: all, those where nothing is to settle, those where somebody decides."""


def rules_in_words(rules: Iterable[tuple[str, str]]) -> str:
    """A chain of rules, the last first, each by its kind and name."""
    return ", after ".join(name if kind == "action" else f"{kind} {name}" for kind, name in rules)


@dataclass(frozen=True, slots=True)
class Lemmas:
    """states: properties of states, each with its level before it where that is not the first. alone: properties of
    steps that follow from their rules; steps: those for which something of states has to be known, of writes, and of
    states, as `states`, what follows from what is known of each. conditions: of states, which nobody wrote down, as
    `states`. lone: those of `states` that rest on no other. chains: of states, as `states`, what rules one after the
    other show. any_players: the properties that were proved for any number of players, the others for two. Nothing of
    it is believed: what is not inductive is dropped."""

    states: tuple[str, ...] = ()
    alone: tuple[str, ...] = ()
    steps: tuple[str, ...] = ()
    conditions: tuple[str, ...] = ()
    lone: tuple[str, ...] = ()
    chains: tuple[str, ...] = ()
    any_players: tuple[str, ...] = ()

    @property
    def properties(self) -> tuple[str, ...]:
        keys = (*self.states, *self.chains, *self.alone, *self.steps)
        return tuple(parse_key(key)[0] for key in keys)

    def for_any_players(self) -> Lemmas:
        """The part that was proved for any number of players, with all conditions that nobody wrote down."""

        def some(keys: tuple[str, ...]) -> tuple[str, ...]:
            return tuple(key for key in keys if parse_key(key)[0] in self.any_players)

        return Lemmas(
            some(self.states), some(self.alone), some(self.steps), self.conditions, some(self.lone), some(self.chains)
        )

    def and_for_any_players(self, found: Lemmas) -> Lemmas:
        """The lemmas with those found for any number of players; what is new among these holds of two as well."""
        known = self.properties

        def more(keys: tuple[str, ...]) -> tuple[str, ...]:
            return tuple(key for key in keys if parse_key(key)[0] not in known)

        return replace(
            self, states=self.states + more(found.states), alone=self.alone + more(found.alone),
            steps=self.steps + more(found.steps), lone=self.lone + more(found.lone),
            chains=self.chains + more(found.chains), any_players=found.properties,
            conditions=tuple(dict.fromkeys((*self.conditions, *found.conditions))),
        )  # fmt: skip

    def beside(self, before: Lemmas, late: Collection[str]) -> Lemmas:
        """The lemmas with those of a run before for which this one had no time, and all conditions of that where there
        is one."""
        again = Lemmas(
            tuple(key for key in before.states if parse_key(key)[0] in late),
            tuple(name for name in before.alone if name in late),
            tuple(key for key in before.steps if parse_key(key)[0] in late),
        )  # fmt: skip
        conditions = before.conditions if again != Lemmas() else ()
        return Lemmas(
            self.states + again.states, self.alone + again.alone, self.steps + again.steps,
            tuple(dict.fromkeys((*self.conditions, *conditions))),
            self.lone + tuple(key for key in before.lone if parse_key(key)[0] in late),
            self.chains + tuple(key for key in before.chains if parse_key(key)[0] in late),
            tuple(name for name in before.any_players if name in (*self.properties, *again.properties)),
        )  # fmt: skip


def parse_key(key: str) -> tuple[str, str]:
    """The name and the level of what is called so."""
    level, _, name = key.partition(": ")
    return (name, level) if name and level in LEVELS else (key, LEVELS[0])


def levels_from(first: str) -> tuple[str, ...]:
    """All levels, this one first."""
    return tuple(sorted(LEVELS, key=lambda level: level != first))


def make_key(name: str, level: str) -> str:
    return name if level == LEVELS[0] else f"{level}: {name}"


@dataclass(frozen=True, slots=True)
class Lapsed:
    """A property or condition that was kept once, and is not now. late: for want of time, so that it may still hold."""

    name: str
    rule: str
    reason: str
    late: bool = False
    property: bool = True

    def json(self) -> dict[str, object]:
        return {
            "name": self.name, "property": self.property, "rule": self.rule, "reason": self.reason, "late": self.late,
        }  # fmt: skip
