"""Another play that shows the same, by another choice: looked for beside a known one, from its end backwards."""

from __future__ import annotations

from collections import deque

from ruleslawyer.play.sampling import Sampling
from ruleslawyer.play.shrink import Goal, Way, shows, trace_of
from ruleslawyer.semantics.dice import Dice
from ruleslawyer.semantics.events import BranchEnds
from ruleslawyer.semantics.state import State
from ruleslawyer.semantics.trace import Trace
from ruleslawyer.semantics.transition import Instance, TransitionSystem

EFFORT = 300
"""Instances that are judged to find one; then there is none to show, and nobody says that there is none."""


def alternative(system: TransitionSystem, trace: Trace, goal: Goal) -> Trace | None:
    """A play that leaves the known one as late as possible, and shows its goal by another choice."""
    known = Way(trace.start.instance, tuple(step.instance for step in trace.steps), trace.last)
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
    system: TransitionSystem, start: State, goal: Goal, known: Way, place: int, left: int
) -> tuple[Way | None, int]:
    """Breadth first from a state of the known play, as far as the effort reaches; what is left of it."""
    prefix = known.choices[:place]
    met = {start}
    waiting: deque[tuple[State, tuple[Instance, ...]]] = deque([(start, ())])
    while waiting and left > 0:
        state, way = waiting.popleft()
        try:
            candidates = list(Sampling(system, Dice(0)).candidates(state))
        except BranchEnds:
            continue
        for judged in candidates:
            left -= 1
            if judged.instance == known.choices[-1] or (not way and judged.instance == known.choices[place]):
                continue
            found = None
            if goal.in_judging(system, state, judged):
                found = Way(known.start, (*prefix, *way), judged.instance)
            elif judged.is_allowed:
                outcome = system.take(state, judged.instance)
                taken = (*prefix, *way, judged.instance)
                after = outcome.state
                if goal.in_step(system, state, judged.instance, outcome) or (
                    after is not None and goal.everywhere and goal.in_state(system, after)
                ):
                    found = Way(known.start, taken)
                elif after is not None and after not in met:
                    met.add(after)
                    waiting.append((after, (*way, judged.instance)))
            if found is not None and shows(system, found, goal):
                return found, left
            if left <= 0:
                break
    return None, left
