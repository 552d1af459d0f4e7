"""Other plays that show the same as one: by another choice, or with attributes that could be anything.

The play is taken once with an eye on what is looked at. What nobody looks at can be anything. Of the rest one attribute
of one member at a time gets other values, and the same choices are made again: they must show the same.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from ruleslawyer.base.files.content import Json
from ruleslawyer.ir import types as t
from ruleslawyer.ir.schema import Scope
from ruleslawyer.ir.system import System
from ruleslawyer.play.sampling import ChoiceSampler
from ruleslawyer.play.shrink import ChoiceSequence, Goal, reaches_goal, trace_of
from ruleslawyer.semantics.dice import Dice
from ruleslawyer.semantics.events import BranchEnds
from ruleslawyer.semantics.interpret import Interpreter
from ruleslawyer.semantics.look import meets_assumptions
from ruleslawyer.semantics.sizes import domain_size
from ruleslawyer.semantics.state import State
from ruleslawyer.semantics.trace import Trace
from ruleslawyer.semantics.transition import Instance, TransitionSystem

EFFORT = 300
"""Instances that are judged to find one; then there is none to show, and nobody says that there is none."""


def alternative(system: TransitionSystem, trace: Trace, goal: Goal) -> Trace | None:
    """A play that leaves the known one as late as possible, and shows its goal by another choice."""
    known = ChoiceSequence(trace.start.instance, tuple(step.instance for step in trace.steps), trace.last)
    if not known.length:
        return None
    states = [trace.start.after, *(step.after for step in trace.steps)]
    left = EFFORT
    for place in range(min(known.length, len(states)) - 1, -1, -1):
        state = states[place]
        if state is None:
            continue
        found, left = _beside(system, state, goal, known, place, left)
        if found is not None:
            return trace_of(system, found, goal)
        if left <= 0:
            return None
    return None


def _beside(
    system: TransitionSystem, start: State, goal: Goal, known: ChoiceSequence, place: int, left: int
) -> tuple[ChoiceSequence | None, int]:
    """Breadth first from a state of the known play, as far as the effort reaches; what is left of it."""
    prefix = known.choices[:place]
    met = {start}
    waiting: deque[tuple[State, tuple[Instance, ...]]] = deque([(start, ())])
    while waiting and left > 0:
        state, way = waiting.popleft()
        try:
            candidates = list(ChoiceSampler(system, Dice(0)).candidates(state))
        except BranchEnds:
            continue
        for judged in candidates:
            left -= 1
            if judged.instance == known.choices[-1] or (not way and judged.instance == known.choices[place]):
                continue
            found = None
            if goal.in_judging(system, state, judged):
                found = ChoiceSequence(known.start, (*prefix, *way), judged.instance)
            elif judged.is_allowed:
                outcome = system.take(state, judged.instance)
                taken = (*prefix, *way, judged.instance)
                after = outcome.state
                if goal.in_step(system, state, judged.instance, outcome) or (
                    after is not None and goal.everywhere and goal.in_state(system, after)
                ):
                    found = ChoiceSequence(known.start, taken)
                elif after is not None and after not in met:
                    met.add(after)
                    waiting.append((after, (*way, judged.instance)))
            if found is not None and reaches_goal(system, found, goal):
                return found, left
            if left <= 0:
                break
    return None, left


MOST_TRIED = 60
"""Attributes of members that are tried out for one play; the others of those that are looked at stay unsaid."""
Place = tuple[str, str, int]
"""A sort, its attribute, and the number of a member."""


@dataclass(frozen=True, slots=True)
class DontCares:
    """Places by what is known of them. unseen: no rule looks at them in this play. free: every value that was tried
    shows the same. needed: with some other value it does not. untried: beyond `MOST_TRIED`, or with no other value."""

    unseen: tuple[Place, ...]
    free: tuple[Place, ...]
    needed: tuple[Place, ...]
    untried: tuple[Place, ...]


def dont_cares(system: System, scope: Scope, reading: Mapping[str, str], trace: Trace, goal: Goal) -> DontCares | None:
    """The attributes that the play of a goal does not depend on; None where it does not show the goal to begin with."""
    way = ChoiceSequence(trace.start.instance, tuple(step.instance for step in trace.steps), trace.last)
    seen: set[Place] = set()
    watched = {key: values if values is None else _watch(values, key, seen) for key, values in scope.attributes.items()}
    if not _shows(Interpreter(system, replace(scope, attributes=watched)), reading, way, goal):
        return None
    found: dict[str, list[Place]] = {"unseen": [], "free": [], "needed": [], "untried": []}
    tried = 0
    for place in _places(scope):
        if place not in seen:
            found["unseen"].append(place)
            continue
        others = list(_others(system, scope, place))
        tried += bool(others)
        if not others or tried > MOST_TRIED:
            found["untried"].append(place)
            continue
        tables = (Interpreter(system, _with(scope, place, value), brief=True) for value in others)
        same = all(_shows(table, reading, way, goal) for table in tables)
        found["free" if same else "needed"].append(place)
    return DontCares(*(tuple(found[key]) for key in ("unseen", "free", "needed", "untried")))


class _ReadTracker(tuple[Any, ...]):
    """The values of an attribute; which members' are looked at is noted."""

    key: tuple[str, str]
    seen: set[Place]

    def __getitem__(self, index: Any) -> Any:
        self.seen.add((*self.key, index))
        return super().__getitem__(index)


def _watch(values: tuple[object, ...], key: tuple[str, str], seen: set[Place]) -> _ReadTracker:
    made = _ReadTracker(values)
    made.key, made.seen = key, seen
    return made


def _shows(machine: Interpreter, reading: Mapping[str, str], way: ChoiceSequence, goal: Goal) -> bool:
    try:
        return reaches_goal(TransitionSystem(machine, dict(reading)), way, goal)
    except BranchEnds:
        return False


def _places(scope: Scope) -> Iterator[Place]:
    """Every attribute of every member that has a value."""
    for (sort, attribute), values in scope.attributes.items():
        if values is not None:
            yield from ((sort, attribute, member) for member in range(len(values)))


def by_member(found: DontCares, scope: Scope) -> list[Json]:
    """For each member: the attributes that the play needs as they are, and those that could be anything."""
    rows: dict[tuple[str, int], Json] = {}
    for kind, places in (("needed", found.needed), ("free", found.unseen + found.free), ("untried", found.untried)):
        for sort, attribute, member in places:
            name = scope.names[sort][member]
            row = {"sort": sort, "member": name, "needed": [], "free": [], "untried": []}
            rows.setdefault((sort, member), row)[kind].append(attribute)
    return [rows[key] for key in sorted(rows)]


def _with(scope: Scope, place: Place, value: object) -> Scope:
    """The scope with another value at one place."""
    sort, attribute, member = place
    values = scope.attributes[sort, attribute]
    assert values is not None
    changed = (*values[:member], value, *values[member + 1 :])
    return replace(scope, attributes={**scope.attributes, (sort, attribute): changed})


def _others(system: System, scope: Scope, place: Place) -> Iterator[Any]:
    """Other values for a place: all of a small type; of a number those that others have, its bounds, and one more."""
    sort, attribute, member = place
    values = scope.attributes[sort, attribute]
    type_ = next(a.type for a in system.sorts[sort].attributes if a.name == attribute)
    assert values is not None
    optional = isinstance(type_, t.Optional)
    inner = t.unwrap(type_)
    match inner:
        case t.Bool():
            candidates: list[Any] = [False, True]
        case t.Enum() | t.Sort():
            candidates = list(range(domain_size(inner, system, scope)))
        case t.Int(low=low, high=high):
            near = [values[member] + 1] if values[member] is not None else [0, 1]
            known = {v for v in (*values, low, high) if v is not None}
            candidates = sorted(known | {*near})
            candidates = [v for v in candidates if (low is None or v >= low) and (high is None or v <= high)]
        case _:  # sets and maps of printed things: too many values to say "anything"
            return
    for value in (v for v in ([None, *candidates] if optional else candidates) if v != values[member]):
        if meets_assumptions(Interpreter(system, _with(scope, place, value), brief=True)):
            yield value
