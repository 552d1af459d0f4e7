"""A scope explored again and again, each time with other clarifications: each looks anew only at what it touches.

A clarification gives one clause a right of way over another, or takes a clause back. In a state where the one or the
other is not live it changes nothing, whatever is asked there; so what the rules say of a state is computed without any
clarification first, and again only with those that touch it. All explorations of a scope share these answers.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypeVar

from ruleslawyer.claims.clashes import Pair
from ruleslawyer.claims.limits import Limits, Progress
from ruleslawyer.claims.occurrence import Deadlock, Kind, deadlock, is_move, kind
from ruleslawyer.claims.result import DeadlockResult
from ruleslawyer.clarifications.corrections import Clarification
from ruleslawyer.ir.system import Action
from ruleslawyer.semantics.events import BranchEnds, Event
from ruleslawyer.semantics.look import Look
from ruleslawyer.semantics.state import State, Store
from ruleslawyer.semantics.transition import TransitionSystem

BEGINNING = -1
"""What stands for the initial rule among the numbers of states."""
MANY = 64
"""So many new states tell how many of the others a clarification will touch."""

Chosen = frozenset[Clarification]
T = TypeVar("T")


@dataclass(slots=True)
class Rerun:
    """What an exploration met: the clashes by their keys, one deadlock of each kind; stopped: why it came to no end."""

    clashes: dict[tuple[str, ...], Event] = field(default_factory=dict)
    deadlocks: dict[Kind, Deadlock | DeadlockResult] = field(default_factory=dict)
    states: int = 0
    stopped: str = ""


@dataclass(frozen=True, slots=True)
class _Answer:
    """What some rules say of one state, or of the beginning.

    after: the numbers of the states that come next. clashes, stuck: what an exploration meets here. met, live: the
    events and rules of every look, those that only ask what comes next included.
    """

    after: tuple[int, ...]
    clashes: tuple[Event, ...]
    stuck: Deadlock | None
    met: frozenset[tuple[str, ...]]
    live: frozenset[str]


class Reruns:
    """The explorations of one scope. `made`: the rules with some clarifications; `known`: all pairs of the ruleset."""

    def __init__(self, made: Callable[[Chosen], TransitionSystem], known: Iterable[Pair]) -> None:
        self._made = made
        self._pairs = {pair.key: pair for pair in known}
        self._systems: dict[Chosen, _Watched] = {}
        self._states: list[State] = []
        self._numbers: dict[State, int] = {}
        self._answers: dict[tuple[int, Chosen], _Answer] = {}
        self._alike: dict[frozenset[Any], frozenset[Any]] = {}
        self._new = self._touched = 0

    def explore(
        self,
        chosen: Iterable[Clarification],
        limits: Limits,
        progress: Progress | None = None,
        until: Kind | None = None,
    ) -> Rerun:
        """Every state that the rules with these clarifications reach, breadth first; or those up to the first deadlock
        of a kind."""
        began = time.perf_counter()
        if not self._answers:  # what the scope has without any, all others can share
            self._explored(frozenset(), limits, began, progress, None)
        return self._explored(frozenset(chosen), limits, began, progress, until)

    def _explored(
        self, wanted: Chosen, limits: Limits, began: float, progress: Progress | None, until: Kind | None
    ) -> Rerun:
        found = Rerun()
        self._new = self._touched = 0
        waiting, seen, visited, taken = deque([BEGINNING]), set[int](), 0, 0
        while waiting and until not in found.deadlocks:
            if visited % 64 == 0 and progress:
                progress(visited, len(waiting), taken)
            found.stopped = (
                limits.too_many(visited) or limits.too_long(time.perf_counter() - began) or limits.too_large()
            )
            if found.stopped:
                break
            number = waiting.popleft()
            answer = self._answer(number, wanted)
            visited += number != BEGINNING
            taken += len(answer.after)
            for event in answer.clashes:
                found.clashes.setdefault(event.key, event)
            if answer.stuck is not None:
                found.deadlocks.setdefault(kind(answer.stuck), answer.stuck)
            waiting.extend(after for after in answer.after if after not in seen)
            seen.update(answer.after)
        found.states = len(seen)
        return found

    def _answer(self, number: int, wanted: Chosen) -> _Answer:
        """With those clarifications alone that touch it: one may revive a clause that another one is about."""
        touching: Chosen = frozenset()
        is_new = (number, touching) not in self._answers
        if is_new and 2 * self._touched > max(self._new, MANY):
            touching = wanted  # nearly all of what this exploration adds is touched: the answer without it is no use
        while True:
            key = number, touching
            if key not in self._answers:
                self._answers[key] = self._asked(number, touching)
            found = self._answers[key]
            more = frozenset(c for c in wanted - touching if self._touches(c, found))
            if not more:
                break
            touching |= more
        self._new += is_new
        self._touched += is_new and bool(touching)
        return found

    def _touches(self, one: Clarification, found: _Answer) -> bool:
        """Whether a clarification may change an answer that was given without it."""
        if one.without:  # asking what it says may have met an event, and what has no norm is judged by other rules
            return one.without in found.live or bool(found.met) or one.without in self._only
        pair = self._pairs[one.key]
        if ("contradiction", pair.subject, pair.first, pair.second) in found.met:
            return True
        both = {pair.first, pair.second}  # that agree: then there is no event, but what the loser beats lives again
        return pair.kind in ("answers", "insteads") and both <= found.live

    @cached_property
    def _only(self) -> frozenset[str]:
        """The norms that are the only one of an action."""
        actions: Iterable[Action] = self._system(frozenset()).system.actions.values()
        return frozenset(action.norms[0].name for action in actions if len(action.norms) == 1)

    def _system(self, chosen: Chosen) -> _Watched:
        if chosen not in self._systems:
            self._systems[chosen] = _Watched(self._made(chosen))
        return self._systems[chosen]

    # --- one answer -----------------------------------------------------------------------------------------------

    def _asked(self, number: int, chosen: Chosen) -> _Answer:
        system = self._system(chosen)
        system.looks = []
        events: list[Event] = []
        stuck = None
        if number == BEGINNING:
            after = _begun(system, events)
        else:
            after, stuck = _visited(system, self._states[number], events)
        looks = (*system.looks, *system.lasting)
        return _Answer(
            tuple(self._number(state) for state in after),
            tuple({event.key: event for event in events if event.kind == "contradiction"}.values()),
            stuck,
            self._shared({key for look in looks for key in look.events}),
            self._shared({name for look in looks for name in look.fired}),
        )

    def _number(self, state: State) -> int:
        if state not in self._numbers:
            self._numbers[state] = len(self._states)
            self._states.append(state)
        return self._numbers[state]

    def _shared(self, found: set[T]) -> frozenset[T]:
        """The same set, kept once: many states are alike."""
        frozen = frozenset(found)
        return self._alike.setdefault(frozen, frozen)


def _begun(system: TransitionSystem, events: list[Event]) -> Iterable[State]:
    """The states in which play begins."""
    after: dict[State, None] = {}
    for _, outcome in system.initial():
        events += outcome.events
        if outcome.state is not None:
            after[outcome.state] = None
    return after


def _visited(system: TransitionSystem, state: State, events: list[Event]) -> tuple[Iterable[State], Deadlock | None]:
    """The states after one, and what it is if nobody can move; as the reference explorer visits it."""
    for check in system.system.checks.values():
        if check.kind in ("always", "sometimes"):
            events += system.holds(check, state)[1]
    if system.ended(state):
        return (), None
    try:
        judged = list(system.candidates(state))
    except BranchEnds as end:
        judged = []
        events.append(end.event)
    after: dict[State, None] = {}
    moves = 0
    for candidate in judged:
        events += candidate.events
        if candidate.allowed:
            outcome = system.take(state, candidate.instance)
            events += outcome.events
            moves += is_move(system.system.actions[candidate.instance.action], state, outcome.state)
            if outcome.state is not None:
                after[outcome.state] = None
    return after, None if moves else deadlock(state, judged)


class _Watched(TransitionSystem):
    """A transition system that keeps its looks: what is met is known where nothing of it is an event, too.

    looks: those that were made since somebody emptied the list. lasting: those of what is asked once for all states.
    """

    def __init__(self, system: TransitionSystem) -> None:
        super().__init__(system.machine, system.reading, system.rulings)
        self.looks: list[Look] = []
        self.lasting: list[Look] = []

    def _look(self) -> Look:
        look = super()._look()
        self.looks.append(look)
        return look

    def _reading(self, state: State) -> tuple[Look, Store]:
        look, store = super()._reading(state)
        self.looks.append(look)
        return look, store

    def possible(self, action: Action, awaited: frozenset[int]) -> Iterable[tuple[tuple[Any, ...], bool]]:
        outer, self.looks = self.looks, self.lasting
        try:
            return super().possible(action, awaited)
        finally:
            self.looks = outer
