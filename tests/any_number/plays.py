"""The real sub-steps of a scope: what is done, forced and begun in plays, with the state before and after each."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ruleslawyer.lifted.relation import ROUND, Relation, Step
from ruleslawyer.semantics.events import BranchEnds
from ruleslawyer.semantics.rounds import Round
from ruleslawyer.semantics.state import State
from ruleslawyer.semantics.transition import Outcome, TransitionSystem
from tests.agree.lifted_terms import Meaning, given
from tests.any_number.closed import Closed

Given = dict[str, Meaning]
"""The arguments of a rule, by name."""


@dataclass(frozen=True)
class SubStep:
    """after: with what is forgotten; made: without."""

    step: Step
    args: Given
    before: State | None
    made: State
    after: State


class Plays:
    """Sub-steps of a system, at most `each` of a rule, from at most `most` states."""

    def __init__(self, system: TransitionSystem, relation: Relation, each: int, most: int) -> None:
        self.system, self.relation, self.each, self.most = system, relation, each, most
        self.met: Counter[str] = Counter()

    def __iter__(self) -> Iterator[SubStep]:
        waiting: deque[State] = deque()
        seen: set[State] = set()
        for instance, outcome in self.system.initial():
            made = _made(outcome)
            if made is None or self.system.schema.unset(made) is not None:
                continue
            after = made if self._due(made) else self.system.meaningful(made)
            rule = self.system.system.initial
            args = given(rule.function, instance.args)
            yield from self._one("initial", rule.function.name, args, None, made, after)
            waiting.append(after)
        while waiting and len(seen) < self.most:
            state = waiting.popleft()
            if state not in seen:
                seen.add(state)
                for found in self._from(state):
                    waiting.append(found.after)
                    yield from self._one(found.kind, found.name, found.args, state, found.made, found.after)

    def _due(self, state: State) -> Any:
        try:
            return self.system.due(state)
        except BranchEnds:
            return True

    def _from(self, state: State) -> Iterator[_Found]:
        try:
            due = self.system.due(state)
            if due is None and self.system.is_over(state):
                return
            judged = [] if due is not None else [j for j in self.system.candidates(state) if j.is_allowed]
        except BranchEnds:
            return
        if due is not None:
            kind, name = ("settle", ROUND) if isinstance(due, Round) else ("duty", due.name)
            yield from _found(kind, name, {}, self.system.substep(state, due))
        for one in judged:
            action = self.system.system.actions[one.instance.action]
            args = given(action.function, one.instance.args)
            yield from _found("action", action.name, args, self.system.substep(state, one.instance))

    def _one(
        self, kind: Any, name: str, args: Given, before: State | None, made: State, after: State
    ) -> Iterator[SubStep]:
        step = self.relation.step(kind, name)
        if step is not None and self.met[step.key] < self.each:
            self.met[step.key] += 1
            yield SubStep(step, args, before, made, after)

    def refusal(self, one: SubStep, after: State | None = None) -> str:
        """Why the lifted relation does not have a sub-step (with another state after it); empty where it has it."""
        system = self.system
        closed = Closed(self.relation, system.scope, one.before or one.made, system.reading, one.args)
        return closed.refusal(one.step, after or one.after, None if after else one.made)


@dataclass(frozen=True)
class _Found:
    kind: str
    name: str
    args: Given
    made: State
    after: State


def _found(kind: str, name: str, args: Given, outcome: Outcome) -> Iterator[_Found]:
    made = _made(outcome)
    if made is not None and outcome.state is not None:
        yield _Found(kind, name, args, made, outcome.state)


def _made(outcome: Outcome) -> State | None:
    """The state after the first sub-step and its expiries."""
    found = None
    for i, one in enumerate(outcome.substeps):
        if i and one.kind != "expiry":
            break
        found = one.state
    return found
