"""Something that goes wrong, whoever met it: an event, a deadlock, a violated property, or what one study looks for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, TypeAlias

from ruleslawyer.base.files.content import Json
from ruleslawyer.rulebook.claims.as_json import calls
from ruleslawyer.rulebook.claims.occurrence import Deadlock, deadlock_key, why_deadlock
from ruleslawyer.rulebook.claims.result import DeadlockKind, DeadlockResult, EventResult, ScopeResult
from ruleslawyer.rulebook.claims.verdict import Verdict
from ruleslawyer.semantics.codec import Codec
from ruleslawyer.semantics.events import Event
from ruleslawyer.semantics.trace import Trace

VIOLATED = "violated"
Found: TypeAlias = EventResult | DeadlockResult | Verdict
"""An event, a deadlock or a violated property of a scope, with a play that shows it."""
Wrong: TypeAlias = Found | Event | DeadlockKind | Deadlock | str
"""The same, with or without a play. A string is the name of a violated property."""


@dataclass(frozen=True, slots=True)
class Met:
    """key: what makes two of them the same. play: the shortest, as calls; trace: the same with its states, where
    somebody shows them. event: without its place, where the play is to show it again. findings: the ids of those that
    name it. seats: who sits there, where that is asked."""

    kind: str
    key: tuple[Any, ...]
    title: str
    cites: tuple[str, ...] = ()
    play: tuple[str, ...] = ()
    trace: Trace | None = None
    event: Event | None = None
    findings: tuple[str, ...] = ()
    seats: tuple[str, ...] = ()

    @property
    def citation_suffix(self) -> str:
        """The clauses, as they stand behind a title."""
        return f" [{', '.join(self.cites)}]" if self.cites else ""

    def __str__(self) -> str:
        return f"{self.kind}: {self.title}{self.citation_suffix}"

    @property
    def states(self) -> Trace:
        """The play with its states, where they are kept."""
        assert self.trace is not None
        return self.trace

    def json(self) -> Json:
        """The fields that the JSON of every study has."""
        return {"kind": self.kind, "title": self.title, "clauses": list(self.cites)}


def met_of(wrong: Found | Event | Deadlock, codec: Codec | None = None) -> Met:
    """Something that went wrong, in words. Its play goes along where there is one, and `codec` to name its members."""
    trace = None if isinstance(wrong, Event | Deadlock) else wrong.trace
    play = tuple(calls(trace, codec)) if trace is not None and codec is not None else ()
    match wrong:
        case EventResult(event=event) | (Event() as event):
            return Met(event.kind, event.key, event.title, event.cites, play)
        case Verdict(name=name):
            return Met(VIOLATED, (VIOLATED, name), name, wrong.cites, play)
    return Met("deadlock", deadlock_key(wrong), why_deadlock(wrong), (), play)


def wrong_in(result: ScopeResult) -> Iterator[Found]:
    """All that goes wrong in a scope: events that matter, deadlocks, and violated properties."""
    yield from (event for event in result.events if event.material)
    yield from result.deadlocks
    yield from (verdict for verdict in result.verdicts if verdict.word == "VIOLATED")
