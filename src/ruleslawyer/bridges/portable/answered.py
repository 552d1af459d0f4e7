"""The answers that a rulebook's file is built with: a reading, and rulings."""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass, field

from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset
from ruleslawyer.semantics.transition import TransitionSystem


@dataclass(frozen=True, slots=True)
class Answered:
    """The answers that the memory of a scope says from the beginning. rulings: those of them that raise no event."""

    reading: Mapping[str, str] = field(default_factory=dict)
    rulings: Mapping[str, str] = field(default_factory=dict)

    def in_scope(self, ruleset: LoadedRuleset, scope: str) -> TransitionSystem:
        """A scope under them."""
        return ruleset.transition_system(scope, self.reading, self.rulings)

    def but(self, key: str, option: str, *, ruled: bool) -> Answered:
        """The same, with another answer to one question or clash."""
        reading, rulings = ({k: v for k, v in of.items() if k != key} for of in (self.reading, self.rulings))
        (rulings if ruled else reading)[key] = option
        return Answered(reading, rulings)


NOTHING = Answered()


def with_rulings(
    ruleset: LoadedRuleset, reading: Mapping[str, str] | None, rulings: Mapping[str, str] | None
) -> tuple[LoadedRuleset, Answered]:
    """The ruleset with the rules that rulings change, and the answers that are left to say in memory; what is no answer
    is a `UsageError`."""
    system, chosen, keys = ruleset.under(reading, rulings)
    changed = ruleset
    if system is not ruleset.system:
        changed = copy(ruleset)
        changed.take(system)
    settled = {key: chosen.pop(key) for key in sorted(keys)}
    return changed, Answered(chosen, {key: option for key, option in settled.items() if key in system.questions})
