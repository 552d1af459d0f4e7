"""Whether something that goes wrong is known already: a finding names it, or `expected.toml` declares it. All else is
new.

Most scopes show nothing new, so a play is looked for only where something is.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from ruleslawyer.check.evidence.finding import Finding, findings_of
from ruleslawyer.check.evidence.naming import named_by
from ruleslawyer.exploration.explored import ExploredGraph
from ruleslawyer.rulebook.claims.cone import qualify
from ruleslawyer.rulebook.claims.expected import broken_properties
from ruleslawyer.rulebook.claims.occurrence import Found, Kind, Wrong, kind
from ruleslawyer.rulebook.claims.result import EventResult
from ruleslawyer.rulebook.claims.verdict import Verdict
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset
from ruleslawyer.semantics.events import Event

CAP = "cap"
"""Where a number is followed no further: the scope's own bound, and no news of the rules."""


class Known:
    """The findings, and `violated`: the properties of which nobody asks whether some scope violates them, as that is
    expected, or a finding says so. It learns which events and deadlocks are named from what it is shown."""

    def __init__(self, findings: tuple[Finding, ...], expected: Iterable[str] = ()) -> None:
        self.findings = findings
        said = (e.about["property"] for f in findings for e in f.evidence if (e.ask, e.word) == ("verdict", "VIOLATED"))
        self.violated = frozenset((*expected, *said))
        self._events: set[tuple[str, ...]] = set()
        self._deadlocks: set[Kind] = set()

    def finding_ids(self, wrong: Wrong) -> tuple[str, ...]:
        """The ids of the findings that name it."""
        return named_by(self.findings, wrong)

    def is_new(self, wrong: Wrong) -> bool:
        """Whether no finding names it; a violated property is not new where that is expected in some scope, nor is an
        event that does not matter."""
        match wrong:
            case str():
                return wrong not in self.violated
            case Verdict(name=name, word=word):
                return word == "VIOLATED" and name not in self.violated
            case EventResult(material=False):
                return False
        return not self.finding_ids(wrong)

    def news(self, graph: ExploredGraph) -> tuple[Found, ...]:
        """All that goes wrong in a scope and is new, each with its play."""
        fresh = [
            EventResult(one.event, True, one.depth, graph.event_trace(one))
            for one in graph.material(self._is_new, self._events)
            if one.event.kind != CAP
        ]
        idle = (one for one in graph.contraction[1] if self._is_new(one.event))
        system = graph.system.system
        violated = [graph.verdict(system.checks[name]) for name in graph.violations(self.violated)]
        dead = []
        for one in graph.deadlock_results(self._deadlocks):
            if self.is_new(one):
                dead.append(one)
            else:
                self._deadlocks.add(kind(one))
        verdicts = qualify(violated, system, graph.system.scope)
        return (*fresh, *idle, *dead, *(v for v in verdicts if self.is_new(v)))

    def _is_new(self, event: Event) -> bool:
        if not self.is_new(event):
            self._events.add(event.key)
        return event.key not in self._events


@cache
def known_events(ruleset: LoadedRuleset) -> Known:
    """The known events of a ruleset; collected once in a process, as thousands of scopes are asked."""
    return Known(
        findings_of(ruleset),
        broken_properties(ruleset.expectations()),
    )
