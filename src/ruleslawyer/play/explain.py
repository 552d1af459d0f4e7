"""The reasons why an instance is allowed here, or is not: whose decision it is, and every clause that speaks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from ruleslawyer.base.files.content import Json
from ruleslawyer.ir import types
from ruleslawyer.ir import types as t
from ruleslawyer.ir.nodes import Parameter
from ruleslawyer.ir.system import Action, Norm
from ruleslawyer.rulebook.claims.result import event_json
from ruleslawyer.semantics.codec import CHANCE, Codec
from ruleslawyer.semantics.events import BranchEnds, Event
from ruleslawyer.semantics.judgement import Judgement, Verdict
from ruleslawyer.semantics.state import State
from ruleslawyer.semantics.transition import Instance, Judged, Outcome, TransitionSystem


@dataclass(frozen=True, slots=True)
class Speaker:
    """A clause whose condition holds here. stance: permits, forbids, or beaten (by a clause declared `over=` it)."""

    name: str
    stance: str
    clauses: tuple[str, ...]
    says: str
    who: str = ""

    def __str__(self) -> str:
        verb = "would speak, and is beaten:" if self.stance == "beaten" else f"{self.stance} by"
        return f"{verb} {', '.join(self.clauses)} {self.name}"


@dataclass(frozen=True, slots=True)
class Explanation:
    """The verdict on one instance. `obstacle` says why nobody could choose it at all; empty for a candidate."""

    instance: Instance
    verdict: Verdict | None
    allowed: bool
    obstacle: str
    speakers: tuple[Speaker, ...]
    events: tuple[Event, ...]

    def stance(self, word: str) -> tuple[Speaker, ...]:
        return tuple(s for s in self.speakers if s.stance == word)


def explain(system: TransitionSystem, codec: Codec, state: State, instance: Instance) -> Explanation:
    """Judge an instance, a candidate or not."""
    action = system.system.actions[instance.action]
    obstacle = _obstacle(system, codec, action, state, instance)
    if obstacle:
        return Explanation(instance, None, False, obstacle, (), ())
    return explain_judgement(system, codec, system.judge(state, instance))


def explain_judgement(system: TransitionSystem, codec: Codec, judged: Judged) -> Explanation:
    """The same of a candidate that was judged."""
    if judged.judgement is None:
        return Explanation(judged.instance, None, False, "its legality cannot be decided", (), judged.events)
    found = tuple(speakers(codec, system.system.actions[judged.instance.action], judged.judgement))
    return Explanation(judged.instance, judged.judgement.verdict, judged.is_allowed, "", found, judged.events)


def sentence(found: Explanation) -> str:
    """One line: the verdict and the clauses behind it."""
    if found.obstacle:
        return found.obstacle
    permits, forbids = found.stance("permitted"), found.stance("forbidden")
    behind = ", ".join(f"{s}{f' ({s.who})' if s.who else ''}" for s in (*permits, *forbids))
    match found.verdict:
        case "unspoken":
            return "not allowed: no clause permits it here"
        case "contradiction":
            return f"contradiction: {behind}; {'taken as allowed' if found.allowed else 'taken as forbidden'}"
    return f"{'allowed' if found.allowed else 'not allowed'}{': ' if behind else ''}{behind}"


def to_json(found: Explanation, codec: Codec) -> Json:
    """The explanation for scripts."""
    return {
        **codec.instance(found.instance),
        "verdict": found.verdict,
        "allowed": found.allowed,
        "why": sentence(found),
        "clauses": [
            {"name": s.name, "stance": s.stance, "clauses": list(s.clauses), "says": s.says, "who": s.who or None}
            for s in found.speakers
        ],
        "events": [event_json(e) for e in found.events],
    }


def deciders(system: TransitionSystem, state: State) -> list[str]:
    """The names of those whose decision it is; `chance` where it is nobody's."""
    awaited = system.awaits(state)
    names = system.scope.names[system.system.players]
    return [CHANCE] if awaited == types.CHANCE else [names[p] for p in sorted(awaited)]


def _obstacle(system: TransitionSystem, codec: Codec, action: Action, state: State, instance: Instance) -> str:
    """The reason why an instance is no candidate; empty where it is one."""
    if system.is_over(state):
        return "the game has ended"
    if action.name in system.scope.off:
        return f"{action.name} is switched off in this scope"
    innermost = system.schema.innermost(state)
    if innermost not in action.at:
        places = " or ".join("outside every procedure" if at is None else f"in {at}" for at in action.at)
        return f"{action.name} belongs {places}, and {innermost or 'no procedure'} is open"
    if system.candidate(state, instance) is not None:
        return ""
    if system.reacting(state) and action.name not in system.system.reactions:
        return f"first {', '.join(deciders(system, state))} may react: a trigger is pending"
    awaited = system.awaits(state)
    names = codec.scope.names[system.system.players]
    who = ", ".join(deciders(system, state)) or "nobody"
    if action.actor is not None:
        actor = action.actor_of(instance.args)
        if actor not in awaited:
            return f"it is not the decision of {names[actor]} now: {who} decides"
    if (awaited == types.CHANCE) != (action.kind == "chance"):
        return f"it is not decided now: {who} decides"
    return "the choice does not exist here: it is outside the action's domain or the scope's bounds"


def speakers(codec: Codec, action: Action, judgement: Judgement) -> Iterator[Speaker]:
    """The clauses that hold, the action's own first, then those of each seat or member."""
    yield from _of(judgement, action.norms, "")
    norms = {part.name: part for part in action.parts}
    for key, inner in judgement.parts:
        part = norms[inner.base]
        yield from _of(inner, part.norms, _part_name(codec, action, part.of, key))


def _part_name(codec: Codec, action: Action, of: str, key: int) -> str:
    type_ = next(p.type for p in action.function.parameters if p.name == of)
    inner = getattr(type_, "key", None) or getattr(type_, "item", None)
    assert inner is not None, f"{of} has neither seats nor members"
    return codec.members(inner)[key]


def _of(judgement: Judgement, norms: tuple[Norm, ...], who: str) -> Iterator[Speaker]:
    for norm in norms:
        if norm.name in judgement.holds:
            live = {**dict.fromkeys(judgement.permits, "permitted"), **dict.fromkeys(judgement.forbids, "forbidden")}
            yield Speaker(norm.name, live.get(norm.name, "beaten"), norm.origin.cites, norm.function.doc, who)


class SingleInstanceSystem(TransitionSystem):
    """The same system in which one instance is all that could be chosen; a scope's bounds of numbers do not count."""

    def __init__(self, system: TransitionSystem, instance: Instance | None = None) -> None:
        super().__init__(system.machine, system.reading, system.rulings)
        self.instance = instance

    def settle(self, state: State) -> Outcome:
        """The rest state that forced steps lead to."""
        look = self._look()
        return self._outcome(look, lambda steps: self._to_rest(look, steps, state))

    def _lists_all(self, action: Action, awaited: frozenset[int]) -> bool:
        return False

    def _arguments(
        self, owner: str, parameters: tuple[Parameter, ...], awaited: frozenset[int] | None
    ) -> Iterator[tuple[object, ...]]:
        if self.instance is not None and owner == self.instance.action:
            seats = [a for p, a in zip(parameters, self.instance.args, strict=True) if isinstance(p.type, t.Map)]
            if all(_choosers(seat) == awaited for seat in seats):
                yield self.instance.args


def _choosers(seats: tuple[object, ...]) -> frozenset[int]:
    return frozenset(i for i, choice in enumerate(seats) if choice is not None)


def judge_and_explain(system: TransitionSystem, codec: Codec, state: State, instance: Instance) -> Explanation:
    """The verdict on an instance, and who speaks about it; a state that somebody made up may allow none."""
    try:
        return _explain_seats(
            system, codec, state, explain(SingleInstanceSystem(system, instance), codec, state, instance)
        )
    except BranchEnds as end:
        obstacle = f"its legality cannot be decided: {end.event.title}"
        return Explanation(instance, None, False, obstacle, (), (end.event,))


def _explain_seats(system: TransitionSystem, codec: Codec, state: State, found: Explanation) -> Explanation:
    """Explain, of a joint choice, who else has to choose, or did without being asked."""
    instance = found.instance
    action = system.system.actions[instance.action]
    if not found.obstacle or action.kind != "joint" or system.schema.innermost(state) not in action.at:
        return found
    for (_, type_), value in zip(codec.parameters(action.name), instance.args, strict=True):
        if isinstance(type_, t.Map) and _choosers(value) != system.awaits(state) and not system.is_over(state):
            names = codec.members(type_.key)
            chosen = ", ".join(names[i] for i in sorted(_choosers(value))) or "nobody"
            who = ", ".join(deciders(system, state)) or "nobody"
            return replace(found, obstacle=f"{who} choose together, and {chosen} chose")
    return found
