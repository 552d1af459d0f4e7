"""Events, deadlocks and violated properties, the place where each was met, and whether it matters there."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, TypeAlias

from ruleslawyer.base.files.content import Json
from ruleslawyer.ir.system import Action
from ruleslawyer.ir.types import CHANCE
from ruleslawyer.rulebook.claims.readings import option_of
from ruleslawyer.rulebook.claims.result import DeadlockKind, DeadlockResult, EventResult, ScopeResult, calls
from ruleslawyer.rulebook.claims.verdict import Verdict
from ruleslawyer.semantics.codec import Codec
from ruleslawyer.semantics.events import BranchEnds, Event
from ruleslawyer.semantics.judgement import Judgement
from ruleslawyer.semantics.state import State
from ruleslawyer.semantics.trace import Trace
from ruleslawyer.semantics.transition import Instance, Judged, Outcome, TransitionSystem

AnswerAbout: TypeAlias = tuple[object, tuple[Event, ...]]
"""The state that an instance leads to (False: it is not allowed), and what is met in judging and taking it."""


@dataclass(frozen=True, slots=True)
class Occurrence:
    """The place where an event was met first, or first materially: after how many actions, and at which instance, if
    any."""

    event: Event
    state: State | None
    instance: Instance | None
    depth: int
    material: bool
    start: Instance | None = None


@dataclass(frozen=True, slots=True)
class Deadlock:
    """Nobody may act though the game is not over; what is unspoken there is what the text may have meant."""

    state: State
    unspoken: tuple[str, ...]
    forbidden: tuple[tuple[str, str], ...]


Kind = tuple[tuple[str, ...], tuple[tuple[str, str], ...]]


def why_deadlock(found: Deadlock | DeadlockResult) -> str:
    """The reason why nothing can be done."""
    parts = []
    if found.forbidden:
        parts.append("forbidden by " + ", ".join(f"{base}.{norm}" for base, norm in found.forbidden))
    if found.unspoken:
        parts.append("no clause permits " + ", ".join(found.unspoken))
    if isinstance(found, DeadlockResult) and found.refused:
        parts.append("the domain leaves no choice for " + ", ".join(found.refused))
    if isinstance(found, DeadlockResult) and found.nobody:
        parts.append("it is nobody's decision")
    return "; ".join(parts) or "nothing could be chosen"


def deadlock_key(found: Deadlock | DeadlockResult) -> tuple[str, ...]:
    """The key by which deadlocks of two scopes are the same one."""
    return "deadlock", *sorted(found.unspoken), *sorted(f"{base}.{norm}" for base, norm in found.forbidden)


def kind(found: Deadlock | DeadlockResult) -> Kind:
    """The kind of a deadlock: what is unspoken, and what forbids what."""
    return found.unspoken, found.forbidden


def is_move(action: Action, before: State, after: State | None) -> bool:
    """Whether an allowed instance is a move: to concede is none, nor is a pass that changes nothing."""
    return not action.outside_play and not (action.passes and after == before)


def deadlock(state: State, judged: Iterable[Judged]) -> Deadlock:
    """A deadlock with what its candidates were judged to be."""

    def forbids(judgement: Judgement) -> Iterator[tuple[str, str]]:
        for one in (judgement, *(part for _, part in judgement.parts)):
            for forbid in one.forbids:
                yield one.base, forbid

    judgements = [j.judgement for j in judged if j.judgement]
    unspoken = dict.fromkeys(j.base for j in judgements if j.verdict == "unspoken")
    forbidden = dict.fromkeys(pair for j in judgements for pair in forbids(j))
    return Deadlock(state, tuple(unspoken), tuple(forbidden))


def deadlock_result(system: TransitionSystem, trace: Trace, found: Kind, states: int) -> DeadlockResult:
    """A kind of deadlock that so many states have, of which a play shows the first."""
    unspoken, forbidden = found
    refused, nobody = _without_question(system, trace.end)
    return DeadlockResult(trace, unspoken, forbidden, states, refused=refused, nobody=nobody)


def _without_question(system: TransitionSystem, state: State | None) -> tuple[tuple[str, ...], bool]:
    """The actions that those who are awaited in a rest state could take, if a domain did not refuse every choice; and
    whether nobody is awaited."""
    if state is None:
        return (), False
    try:
        awaited = system.awaits(state)
        offered = {judged.instance.action for judged in system.candidates(state)}
    except BranchEnds:  # whose decision it is cannot be told
        return (), False
    if not awaited:
        return (), True
    refused = (
        action.name
        for action in system.choosable(state)
        if action.name not in offered
        and not action.outside_play
        and (action.kind == "chance") == (awaited == CHANCE)
        and (action.domain is not None or any(part.domain is not None for part in action.parts))
    )
    return tuple(refused), False


def is_material(
    system: TransitionSystem, event: Event, state: State, instance: Instance, found: AnswerAbout | None = None
) -> bool:
    """Whether some option changes the instance's verdict or result (see `_differ`). What has no answer in asking whose
    decision it is, or what may be chosen, always counts: it is met by neither. found: what the system's own reading
    says, where somebody has asked it."""

    def result(system: TransitionSystem) -> AnswerAbout:
        judged = system.judge(state, instance)
        return answer_about(judged, system.take(state, instance) if judged.is_allowed else None)

    if event.kind == "unresolved":
        found = found or result(system)
        if all(met.key != event.key for met in found[1]):
            return True
    return _differ(system, event, result, found)


def answer_about(judged: Judged, outcome: Outcome | None) -> AnswerAbout:
    """The answer of a reading about an instance; outcome: that of taking it, where it is allowed."""
    return (False, judged.events) if outcome is None else (outcome.state, judged.events + outcome.events)


def is_material_at_start(system: TransitionSystem, event: Event, instance: Instance) -> bool:
    """The same for a choice of the initial rule."""

    def result(system: TransitionSystem) -> AnswerAbout:
        outcome = system.begin(instance)
        assert outcome is not None
        return outcome.state, outcome.events

    return _differ(system, event, result)


def held_against(event: Event) -> bool:
    """Whether the options of an event are compared. A gap, or an event without options, counts whatever follows."""
    return event.kind != "gap" and len(event.options) > 1


def _differ(
    system: TransitionSystem,
    event: Event,
    result: Callable[[TransitionSystem], AnswerAbout],
    own: AnswerAbout | None = None,
) -> bool:
    """Whether the results under the event's options differ; a silent option gives none. own: that of the option which
    the system's reading takes, where it is known."""
    if not held_against(event):
        return True
    results, usual = set(), option_of(system, event.choice)
    for option in event.options:
        found, met = own if own is not None and option == usual else result(system.under(event.choice, option))
        if event.kind == "unresolved" or not any(e.kind == "unresolved" and e.subject == event.subject for e in met):
            results.add(found)
            if len(results) > 1:
                return True
    return False


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
