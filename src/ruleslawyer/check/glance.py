"""A scope at a glance: what generated code says of its properties and its counts, without a play; where the code is
there, that takes a twentieth of a second."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from ruleslawyer.base.diagnostics import ModelError, UsageError
from ruleslawyer.base.processes.garbage import collect_now
from ruleslawyer.ir.schema import Scope
from ruleslawyer.rulebook.claims.cone import qualified_words
from ruleslawyer.rulebook.claims.limits import BY_CTRL_C, Unready
from ruleslawyer.rulebook.claims.verdict import Word
from ruleslawyer.rulebook.rulesets.loaded import LoadedProject, LoadedRuleset, loaded_ruleset

COUNTS = ("states", "transitions", "depth", "deadlocked")
"""The counts of a scope that are compared, by their names in a result."""


@dataclass(frozen=True, slots=True)
class Glance:
    """The words of properties, but for those on knowledge, and counts by name. rules: the digest of the rules by which
    the scope was explored."""

    rules: str
    scope: Scope
    words: Mapping[str, Word]
    counts: Mapping[str, int]

    def is_of(self, ruleset: LoadedRuleset) -> bool:
        """True where it is of the rules and the scope as they were read here."""
        return (self.rules, self.scope) == (ruleset.system.digest, ruleset.scope(self.scope.name))


def glance(ruleset: LoadedRuleset, scope: str) -> Glance | None:
    """None where code does not get to the end, or where something is wrong with the scope, of which a check speaks."""
    from ruleslawyer.exploration.native import explore_natively  # compiling is loaded only where it is needed

    try:
        system = ruleset.transition_system(scope, brief=True)
        found = explore_natively(system, workers=1)
    except (ModelError, UsageError, Unready):
        return None
    counts = found.counts
    if counts.stopped == BY_CTRL_C:
        raise KeyboardInterrupt
    if not counts.complete or found.by_code.beyond:
        return None
    words = [(check, found.word(check)) for check in system.system.checks.values()]
    named = {name: getattr(counts, name) for name in COUNTS}
    return Glance(ruleset.system.digest, system.scope, dict(qualified_words(words, system.system, system.scope)), named)


@dataclass(frozen=True, slots=True)
class Look:
    """A job: a scope, looked at by who has read the rules once."""

    root: Path
    ruleset: str
    scope: str

    def __call__(self) -> Glance | None:
        return glance(loaded_ruleset(self.root, self.ruleset), self.scope)


@dataclass(frozen=True, slots=True)
class ReadRules:
    """A job: to read the rules, before anybody knows which scopes to look at. Mistakes in them are said elsewhere."""

    root: Path
    ruleset: str

    def __call__(self) -> None:
        with suppress(ModelError, UsageError):
            _ = loaded_ruleset(self.root, self.ruleset).system


@dataclass(frozen=True, slots=True)
class Rehearsal:
    """A job: to look at a scope before there is anything to do, so that all is loaded. Who has read rules once, which
    are thrown away, reads others in half the time."""

    root: Path
    ruleset: str
    scope: str

    def __call__(self) -> None:
        with suppress(ModelError, UsageError):
            glance(LoadedProject.at(self.root).ruleset(self.ruleset), self.scope)
        collect_now()
