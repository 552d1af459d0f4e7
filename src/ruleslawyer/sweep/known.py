"""What is no news of a ruleset, by the names of what a scope's code noted.

Most scopes meet nothing that is new. Plays are looked for only where there may be.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from ruleslawyer.check.known import Known, known
from ruleslawyer.claims.occurrence import Kind, kind
from ruleslawyer.claims.result import ScopeResult
from ruleslawyer.evidence.verify import Unexplained
from ruleslawyer.exploration.explore import contracted
from ruleslawyer.rulesets.loaded import LoadedRuleset

if TYPE_CHECKING:
    from ruleslawyer.exploration.native import NativeExploration


CAP = "cap"
"""Where a number is followed no further: the scope's own bound, and no news of the rules."""


class Names:
    """It learns which names findings explain from the results that it is shown."""

    def __init__(self, known: Known) -> None:
        self.known = known
        self.violated = set(known.violated)
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
        """What of a result is new."""
        is_new = self.known.is_new
        self.events |= {e.event.key for e in result.events if self.known.named(e)}
        self.deadlocks |= {kind(d) for d in result.deadlocks if self.known.named(d)}
        self.violated |= {v.name for v in result.verdicts if v.word == "VIOLATED" and self.known.named(v)}
        events = tuple(e for e in result.events if e.event.kind != CAP and is_new(e))
        deadlocks = tuple(d for d in result.deadlocks if is_new(d))
        return Unexplained(events, deadlocks, tuple(v for v in result.verdicts if is_new(v)))


@cache
def names(ruleset: LoadedRuleset) -> Names:
    return Names(known(ruleset))
