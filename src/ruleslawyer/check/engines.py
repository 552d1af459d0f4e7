"""A ruleset's usual scope by both explorers, the reference and the one of generated code: they have to agree."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.base.files.content import Json
from ruleslawyer.base.processes.executor import Question
from ruleslawyer.exploration.agreement import differences
from ruleslawyer.exploration.explore import explore_scope
from ruleslawyer.rulebook.claims.limits import BY_CTRL_C, Limits
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset, loaded_ruleset

MOST = 5_000
"""States up to which the reference explorer follows."""


@dataclass(frozen=True, slots=True)
class Agreement:
    """Two explorers on one scope. differences: in words; unfinished: why they could not be compared, if so."""

    scope: str
    engines: tuple[str, str]
    states: int
    transitions: int
    events: int
    properties: int
    differences: tuple[str, ...] = ()
    unfinished: str = ""

    def text(self) -> str:
        """The agreement of two engines, in a sentence."""
        who = f"scope {self.scope}: {' and '.join(self.engines)}"
        if self.unfinished:
            return f"{who} could not be compared: {self.unfinished}"
        if self.differences:
            return f"{who} differ: {self.differences[0]}"
        counts = f"{self.states} states, {self.transitions} transitions"
        met = f"{self.events} event{'s' * (self.events != 1)}"
        return f"{who} say the same: {counts}, {met}, {self.properties} verdicts"

    def json(self) -> Json:
        return {
            "scope": self.scope,
            "engines": list(self.engines),
            "same": not self.differences and not self.unfinished,
            "states": self.states,
            "transitions": self.transitions,
            "events": self.events,
            "properties": self.properties,
            "differences": list(self.differences),
            "unfinished": self.unfinished or None,
        }


@dataclass(frozen=True, slots=True)
class Compare(Question[Agreement]):
    """A job: the two explorations, and what they do not have in common."""

    root: Path
    ruleset: str
    scope: str

    def __call__(self) -> Agreement:
        return agreement(loaded_ruleset(self.root, self.ruleset), self.scope)


def agreement(ruleset: LoadedRuleset, scope: str) -> Agreement:
    system, limits = ruleset.transition_system(scope), Limits(MOST)
    reference = explore_scope(system, None, limits, engine="networkx")
    try:
        found = explore_scope(system, None, limits, engine="native")
    except UsageError as error:  # rules of which no code can be made
        found = replace(reference, engine="native", stopped=f"{error.place}: {error.message}")
    if BY_CTRL_C in (reference.stopped, found.stopped):
        raise KeyboardInterrupt
    stopped = reference.stopped or found.stopped
    return Agreement(
        scope,
        (reference.engine, found.engine),
        reference.states,
        reference.transitions,
        len(reference.events),
        len(reference.verdicts),
        () if stopped else differences(reference, found),
        stopped,
    )


def compared_scope(ruleset: LoadedRuleset, scopes: Sequence[str]) -> str | None:
    """The scope that is compared, of those that are explored: the usual one, or the first."""
    return ruleset.usual_scope if ruleset.usual_scope in scopes else next(iter(scopes), None) if scopes else None
