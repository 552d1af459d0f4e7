"""What is known of a ruleset: all else that plays or scopes meet is new, whoever looks."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from ruleslawyer.check.expected import load_expected
from ruleslawyer.claims.occurrence import Deadlock
from ruleslawyer.claims.result import DeadlockResult, EventResult
from ruleslawyer.claims.verdict import Verdict
from ruleslawyer.evidence.finding import Finding, findings_of
from ruleslawyer.evidence.verify import named_by
from ruleslawyer.rulesets.loaded import LoadedRuleset
from ruleslawyer.semantics.events import Event

Met = EventResult | Event | DeadlockResult | Deadlock | Verdict
"""An event or a deadlock, with its play or without, or a property that is violated."""


@dataclass(frozen=True, slots=True)
class Known:
    """The findings, and the properties of which some scope is expected to violate them."""

    findings: tuple[Finding, ...]
    violated: frozenset[str]

    def named(self, met: Met) -> tuple[str, ...]:
        """The ids of the findings that name it."""
        match met:
            case Verdict():
                return named_by(self.findings, "verdict", met)
            case EventResult() | Event():
                return named_by(self.findings, "event", met)
        return named_by(self.findings, "deadlock", met)

    def is_new(self, met: Met) -> bool:
        """Whether no finding names it; a violated property is not new where that is expected in some scope, nor is an
        event that does not matter."""
        if isinstance(met, Verdict) and (met.word != "VIOLATED" or met.name in self.violated):
            return False
        if isinstance(met, EventResult) and not met.material:
            return False
        return not self.named(met)


@cache
def known(ruleset: LoadedRuleset) -> Known:
    expected = load_expected(ruleset.root, ruleset.name, ruleset.system.checks)
    violated = frozenset(name for (_, name), entry in expected.items() if entry.verdict == "VIOLATED")
    return Known(findings_of(ruleset), violated)
