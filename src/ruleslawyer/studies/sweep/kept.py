"""Outcomes of an earlier sweep: known while neither the rules that can matter in a scope have changed, nor what
findings name of all that it met."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import cast

from ruleslawyer.check.evidence.finding import Finding
from ruleslawyer.check.evidence.naming import asks
from ruleslawyer.check.evidence.query import Evidence
from ruleslawyer.check.known import known_events
from ruleslawyer.check.options import load_declarations
from ruleslawyer.ir.schema import Scope
from ruleslawyer.rulebook.answers.canonical import Digest
from ruleslawyer.rulebook.answers.memo import Matters, Memo, Read
from ruleslawyer.rulebook.answers.store import Answers, key_of
from ruleslawyer.rulebook.claims.limits import Limits
from ruleslawyer.rulebook.claims.met import VIOLATED
from ruleslawyer.rulebook.claims.occurrence import Kind
from ruleslawyer.rulebook.claims.result import DeadlockKind
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset
from ruleslawyer.semantics.events import Event
from ruleslawyer.semantics.events import Kind as EventKind
from ruleslawyer.studies.sweep.done import Outcome

IDLE = "idle"
"""Events of whole rounds of play: they are no one state's, so that an outcome does not list them."""


@dataclass(frozen=True, slots=True)
class News(Read):
    """How findings name each of these events and deadlocks, whether of the properties nobody asks that nobody asked,
    and which of those that are broken they are."""

    events: tuple[tuple[str, ...], ...]
    deadlocks: tuple[Kind, ...]
    unasked: frozenset[str]
    broken: frozenset[str]

    def now(self, memo: Memo) -> Digest:
        violated = known_events(memo.ruleset).violated
        named = [_naming_events(memo.ruleset, key) for key in ((IDLE,), *self.events)]
        deadlocks = [_naming_deadlocks(memo.ruleset, kind) for kind in self.deadlocks]
        return key_of("named", named, deadlocks, self.unasked <= violated, sorted(self.broken & violated))


@dataclass(frozen=True, slots=True)
class _Kept:
    """run: the sweep that made it."""

    outcome: Outcome
    run: str


class KeptOutcomes:
    """The kept outcomes of one ruleset. What an end of time or memory stopped is not kept."""

    def __init__(self, answers: Answers, ruleset: LoadedRuleset) -> None:
        self._answers, self._ruleset = answers, ruleset

    def read(self, scope: Scope, sort: str, limits: Limits, *, readings: bool, run: str) -> Outcome | None:
        """The outcome, where it would be the same now; it is known, where an earlier run made it."""
        found = self._of(scope).read(_Kept, *self._question(sort, limits, readings))
        return None if found is None else replace(found.outcome, known=found.run != run)

    def write(
        self, found: Outcome, scope: Scope, sort: str, limits: Limits, *, readings: bool, run: str
    ) -> None:  # fmt: skip
        if self._answers.folder is not None and not found.late:
            broken = frozenset(met.title for met in found.met if met.kind == VIOLATED)
            news = News(found.events, found.deadlocks, known_events(self._ruleset).violated, broken)
            question = self._question(sort, limits, readings)
            self._of(scope).write(_Kept(found, run), *question, reads=(Matters(), news))

    def read_live(self, scope: Scope, limits: Limits) -> Outcome | None:
        return self._of(scope).read(Outcome, "live", limits.states)

    def write_live(self, found: Outcome, scope: Scope, limits: Limits) -> None:
        if not found.late:
            self._of(scope).write(found, "live", limits.states)

    def _of(self, scope: Scope) -> Memo:
        return Memo(self._answers, self._ruleset, scope)

    def _question(self, sort: str, limits: Limits, readings: bool) -> tuple[object, ...]:
        declared = load_declarations(self._ruleset.root, self._ruleset.name, self._ruleset.system) if readings else ()
        return "sweep", sort, limits.states, readings, tuple((one.reading, one.shows) for one in declared)


# --- what findings name ----------------------------------------------------------------------------------------------


@cache
def _naming_events(ruleset: LoadedRuleset, key: tuple[str, ...]) -> list[object]:
    """The clauses and questions of the findings that ask about events of this key, by which they name one; of a kind
    alone besides what they ask."""
    kind, rest = cast(EventKind, key[0]), key[1:]
    return [
        (finding.clauses, finding.questions, () if rest else one.about)
        for finding, one in _asking(ruleset, "event")
        if (asks(one, Event(kind, rest[0], rest[1:])) if rest else one.about["kind"] == kind)
    ]


@cache
def _naming_deadlocks(ruleset: LoadedRuleset, kind: Kind) -> bool:
    """Whether some finding asks about deadlocks of a kind."""
    return any(asks(one, DeadlockKind(*kind)) for _, one in _asking(ruleset, "deadlock"))


def _asking(ruleset: LoadedRuleset, ask: str) -> Iterator[tuple[Finding, Evidence]]:
    return ((finding, one) for finding in known_events(ruleset).findings for one in finding.evidence if one.ask == ask)


@cache
def kept_outcomes(ruleset: LoadedRuleset, folder: Path | None, fresh: bool) -> KeptOutcomes:
    """The kept outcomes of a ruleset; opened once in a process, as thousands are asked for."""
    return KeptOutcomes(Answers(folder, fresh=fresh), ruleset)
