"""What is no news of a ruleset.

Most scopes meet nothing that is new: whether findings name it is asked first, and plays are looked for only where none
does.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from ruleslawyer.check.known import Known, known
from ruleslawyer.claims.caveats import qualify
from ruleslawyer.claims.occurrence import Kind, kind
from ruleslawyer.claims.result import EventResult
from ruleslawyer.evidence.verify import Unexplained
from ruleslawyer.exploration.explored import Explored
from ruleslawyer.rulesets.loaded import LoadedRuleset
from ruleslawyer.semantics.events import Event

CAP = "cap"
"""Where a number is followed no further: the scope's own bound, and no news of the rules."""


class Names:
    """It learns which names findings explain from what it is shown."""

    def __init__(self, ruleset: LoadedRuleset) -> None:
        self.known = known(ruleset)
        self.events: set[tuple[str, ...]] = set()
        self.deadlocks: set[Kind] = set()
        self.violated = {*self.known.violated, *_explained(self.known)}

    def news(self, graph: Explored) -> Unexplained:
        """What is new in a scope. What is known is not looked at, so that most scopes cost little here."""
        fresh = [
            EventResult(one.event, True, one.depth, graph.event_trace(one))
            for one in graph.material(self._is_new, self.events)
            if one.event.kind != CAP
        ]
        idle = (one for one in graph.contracted[1] if self._is_new(one.event))
        system = graph.system.system
        met = [graph.verdict(system.checks[name]) for name in graph.violated(self.violated)]
        verdicts = qualify(met, system, graph.system.scope)
        dead = []
        for one in graph.deadlock_results(self.deadlocks):
            if self.known.is_new(one):
                dead.append(one)
            else:
                self.deadlocks.add(kind(one))
        return Unexplained((*fresh, *idle), tuple(dead), tuple(v for v in verdicts if self.known.is_new(v)))

    def _is_new(self, event: Event) -> bool:
        if not self.known.is_new(event):
            self.events.add(event.key)
        return event.key not in self.events


def _explained(known: Known) -> Iterator[str]:
    """The properties that some finding says to be violated."""
    for finding in known.findings:
        yield from (e.about["property"] for e in finding.evidence if e.ask == "verdict" and e.word == "VIOLATED")


@cache
def names(ruleset: LoadedRuleset) -> Names:
    return Names(ruleset)
