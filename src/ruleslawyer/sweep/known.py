"""What is no news of a ruleset: events and deadlocks that a finding names, properties that are expected to be violated.

Most scopes meet nothing else. Whether one does is seen by the names of what its code noted; plays are looked for only
where there may be news.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from ruleslawyer.check.expected import load_expected
from ruleslawyer.claims.occurrence import Kind, kind
from ruleslawyer.claims.result import ScopeResult
from ruleslawyer.evidence.finding import findings_of
from ruleslawyer.evidence.verify import Unexplained, explain, named_by
from ruleslawyer.exploration.explore import contracted
from ruleslawyer.rulesets.loaded import LoadedRuleset

if TYPE_CHECKING:
    from ruleslawyer.exploration.native import NativeExploration


CAP = "cap"
"""Where a number is followed no further: the scope's own bound, and no news of the rules."""


class Known:
    """It learns which names findings explain from the results that it is shown."""

    def __init__(self, ruleset: LoadedRuleset) -> None:
        expected = load_expected(ruleset.root, ruleset.name, ruleset.system.checks)
        self.findings = findings_of(ruleset)
        self.violated = {name for (_, name), entry in expected.items() if entry.verdict == "VIOLATED"}
        self.events: set[tuple[str, ...]] = set()
        self.deadlocks: set[Kind] = set()

    def covers(self, graph: NativeExploration) -> bool:
        """Whether all that was met is known by its name."""
        return (
            all(key in self.events for key in graph.event_keys if key[0] != CAP)
            and all(met.event.key in self.events for met in contracted(graph)[1])
            and all(kind in self.deadlocks for kind in graph.deadlocks)
            and not any(graph.violated(self.violated))
        )

    def news(self, result: ScopeResult) -> Unexplained:
        """What of a result is none of it."""
        self.events |= {e.event.key for e in result.events if named_by(self.findings, "event", e)}
        self.deadlocks |= {kind(d) for d in result.deadlocks if named_by(self.findings, "deadlock", d)}
        _, found = explain(result, self.findings)
        self.violated |= {
            v.name for v in result.verdicts if v.word == "VIOLATED" and named_by(self.findings, "verdict", v)
        }
        events = tuple(e for e in found.events if e.event.kind != CAP)
        return Unexplained(events, found.deadlocks, tuple(v for v in found.violated if v.name not in self.violated))


@cache
def known(ruleset: LoadedRuleset) -> Known:
    return Known(ruleset)
