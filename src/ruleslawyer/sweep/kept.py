"""What an earlier sweep found in a scope: known while neither the rules that can matter there have changed, nor what
findings name of all that it met."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import cast

from ruleslawyer.answers.of_scopes import OfScopes
from ruleslawyer.answers.store import Answers, key_of
from ruleslawyer.check.known import known
from ruleslawyer.check.options import load_declared
from ruleslawyer.claims.limits import Limits
from ruleslawyer.claims.met import VIOLATED
from ruleslawyer.claims.occurrence import Kind
from ruleslawyer.claims.result import DeadlockKind
from ruleslawyer.evidence.finding import Finding
from ruleslawyer.evidence.naming import asks
from ruleslawyer.evidence.query import Evidence
from ruleslawyer.ir.scope import Scope
from ruleslawyer.rulesets.loaded import LoadedRuleset
from ruleslawyer.semantics.events import Event
from ruleslawyer.semantics.events import Kind as EventKind
from ruleslawyer.sweep.done import Outcome

IDLE = "idle"
"""Events of whole rounds of play: they are no one state's, so that an outcome does not list them."""


@dataclass(frozen=True, slots=True)
class _Kept:
    """An outcome, with what was no news when it was made: a digest of how findings name each event and deadlock of it,
    and the properties of which nobody asked whether they are violated. run: the sweep that made it."""

    outcome: Outcome
    named: bytes
    violated: frozenset[str]
    run: str


class KeptOutcomes:
    """Those of one ruleset. What an end of time or memory stopped is not kept."""

    def __init__(self, answers: Answers, ruleset: LoadedRuleset) -> None:
        self._of, self._ruleset = OfScopes(answers, ruleset), ruleset
        self._naming: dict[Hashable, list[object]] = {}

    def read(self, scope: Scope, sort: str, limits: Limits, *, readings: bool, run: str) -> Outcome | None:
        """The outcome, where it would be the same now; it is known, where an earlier run made it."""
        found = self._of.read(scope, *self._question(sort, limits, readings))
        if not isinstance(found, _Kept) or found.named != self._named(found.outcome):
            return None
        violated = known(self._ruleset).violated
        if not found.violated <= violated or any(m.kind == VIOLATED and m.title in violated for m in found.outcome.met):
            return None
        return replace(found.outcome, known=found.run != run)

    def write(
        self, found: Outcome, scope: Scope, sort: str, limits: Limits, *, readings: bool, run: str
    ) -> None:  # fmt: skip
        if self._of.answers.folder is not None and not found.late:
            kept = _Kept(found, self._named(found), known(self._ruleset).violated, run)
            self._of.write(kept, scope, *self._question(sort, limits, readings))

    def read_live(self, scope: Scope, limits: Limits) -> Outcome | None:
        found = self._of.read(scope, "live", limits.states)
        return found if isinstance(found, Outcome) else None

    def write_live(self, found: Outcome, scope: Scope, limits: Limits) -> None:
        if not found.late:
            self._of.write(found, scope, "live", limits.states)

    def _question(self, sort: str, limits: Limits, readings: bool) -> tuple[object, ...]:
        declared = load_declared(self._ruleset.root, self._ruleset.name, self._ruleset.system) if readings else ()
        return "sweep", sort, limits.states, readings, tuple((one.reading, one.shows) for one in declared)

    # --- what findings name -----------------------------------------------------------------------------------------

    def _named(self, found: Outcome) -> bytes:
        events = [self._naming_events(key) for key in ((IDLE,), *found.events)]
        return key_of("named", events, [self._naming_deadlocks(kind) for kind in found.deadlocks])

    def _naming_events(self, key: tuple[str, ...]) -> list[object]:
        """The clauses and questions of the findings that ask about events of this key, by which they name one; of a
        kind alone besides what they ask."""
        if key not in self._naming:
            kind, rest = cast(EventKind, key[0]), key[1:]
            self._naming[key] = [
                (finding.clauses, finding.questions, () if rest else one.about)
                for finding, one in self._asking("event")
                if (asks(one, Event(kind, rest[0], rest[1:])) if rest else one.about["kind"] == kind)
            ]
        return self._naming[key]

    def _naming_deadlocks(self, kind: Kind) -> list[object]:
        """Whether some finding asks about deadlocks of a kind."""
        if kind not in self._naming:
            self._naming[kind] = [any(asks(one, DeadlockKind(*kind)) for _, one in self._asking("deadlock"))]
        return self._naming[kind]

    def _asking(self, ask: str) -> Iterator[tuple[Finding, Evidence]]:
        findings = known(self._ruleset).findings
        return ((finding, one) for finding in findings for one in finding.evidence if one.ask == ask)


@cache
def kept_outcomes(ruleset: LoadedRuleset, folder: Path | None, fresh: bool) -> KeptOutcomes:
    """Those of a ruleset; once in a process, as thousands are asked for."""
    return KeptOutcomes(Answers(folder, fresh=fresh), ruleset)
