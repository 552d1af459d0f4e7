"""Shrinking a play to what its finding needs: delta debugging on its actions (Zeller, Hildebrandt 2002),
then short cuts between its states.

A part of a play is left out; of the rest, what is no longer allowed is left out as well; and the play stops as soon
as it shows what it is a play of. Whatever comes of it has been played, so it always replays. Then each state of the
play is looked at once more: an action that was not taken there may lead to a later state of the play, or show the
finding at once. The result is short, and no promise is made that it is the shortest.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from ruleslawyer.ir.rules import Check
from ruleslawyer.play.replay import replay_problem
from ruleslawyer.play.sampling import CandidateFilter, ChoiceSampler, list_choices
from ruleslawyer.rulebook.claims.occurrence import deadlock, is_material, is_material_at_start
from ruleslawyer.semantics.dice import Dice
from ruleslawyer.semantics.events import Event
from ruleslawyer.semantics.state import State
from ruleslawyer.semantics.trace import Trace, play
from ruleslawyer.semantics.transition import Instance, Judged, Outcome, TransitionSystem

C = TypeVar("C")
T = TypeVar("T")

EFFORT = 2_000
"""Instances that are judged or taken to shrink one play."""
LONGEST_ROUND = 200
"""Forced passes in a row that are looked at."""


@dataclass(frozen=True, slots=True)
class ChoiceSequence:
    """A play as choices; `last` is looked at in the end, not taken."""

    start: Instance
    taken: tuple[Instance, ...]
    last: Instance | None = None

    @property
    def length(self) -> int:
        return len(self.choices)

    @property
    def choices(self) -> tuple[Instance, ...]:
        return (*self.taken, *([self.last] if self.last else ()))


class Goal:
    """A goal of a play: shown at its start, in a state, where an instance is judged, or by a step."""

    everywhere = True
    """Whether `in_state` is quick enough to be asked of every state, not of the last alone."""

    def at_start(self, system: TransitionSystem, start: Instance, begun: Outcome) -> bool:
        return False

    def in_state(self, system: TransitionSystem, state: State) -> bool:
        return False

    def tail(self, system: TransitionSystem, state: State) -> tuple[Instance, ...]:
        """The actions played on after the goal is shown, so that the play can be seen to show it."""
        return ()

    def in_judging(self, system: TransitionSystem, state: State, judged: Judged) -> bool:
        return False

    def in_step(self, system: TransitionSystem, state: State, instance: Instance, outcome: Outcome) -> bool:
        return False


@dataclass(frozen=True)
class EventGoal(Goal):
    """An event; materially, where it was met so. `asked`: a property meets it, in a state or along a step."""

    event: Event
    material: bool
    asked: bool = False

    def at_start(self, system: TransitionSystem, start: Instance, begun: Outcome) -> bool:
        if self._along(system, None, start, begun):
            return True
        return self._among(begun.events) and (
            not self.material or is_material_at_start(system, self._here(begun.events), start)
        )

    def in_state(self, system: TransitionSystem, state: State) -> bool:
        checks = system.system.checks.values() if self.asked else ()
        return any(
            self._among(system.holds(check, state)[1]) for check in checks if check.kind in ("always", "sometimes")
        )

    def in_judging(self, system: TransitionSystem, state: State, judged: Judged) -> bool:
        if self.event.kind == "unspoken":
            judgement = judged.judgement
            about = judged.instance.action == self.event.subject
            return about and judgement is not None and judgement.verdict == "unspoken"
        return self._meets(system, judged.events, state, judged.instance)

    def in_step(self, system: TransitionSystem, state: State, instance: Instance, outcome: Outcome) -> bool:
        if self._along(system, state, instance, outcome):
            return True
        return self._meets(system, outcome.events, state, instance)

    def _along(self, system: TransitionSystem, before: State | None, instance: Instance, outcome: Outcome) -> bool:
        """Whether a property of steps meets it."""
        wanted = (None,) if before is None else (None, instance.action)
        checks = system.system.checks.values() if self.asked else ()
        return any(
            self._among(system.step_answers(check, before, instance, outcome)[1])
            for check in checks
            if check.kind == "step" and check.of in wanted
        )

    def _meets(self, system: TransitionSystem, events: Sequence[Event], state: State, instance: Instance) -> bool:
        return self._among(events) and (not self.material or is_material(system, self._here(events), state, instance))

    def _among(self, events: Sequence[Event]) -> bool:
        return any(e.key == self.event.key for e in events)

    def _here(self, events: Sequence[Event]) -> Event:
        return next(e for e in events if e.key == self.event.key)


@dataclass(frozen=True)
class PropertyGoal(Goal):
    """A state in which a property has this answer (None: it cannot be evaluated), or a step that breaks one."""

    check: Check
    answer: bool | None

    def in_state(self, system: TransitionSystem, state: State) -> bool:
        return self.check.kind != "step" and system.holds(self.check, state)[0] is self.answer

    def in_step(self, system: TransitionSystem, state: State, instance: Instance, outcome: Outcome) -> bool:
        return (
            self.check.kind == "step"
            and self.check.of in (None, instance.action)
            and self.answer in system.step_answers(self.check, state, instance, outcome)[0]
        )

    def at_start(self, system: TransitionSystem, start: Instance, outcome: Outcome) -> bool:
        return (
            self.check.kind == "step"
            and self.check.of is None
            and self.answer in system.step_answers(self.check, None, start, outcome)[0]
        )


@dataclass(frozen=True)
class DeadlockGoal(Goal):
    """A deadlock of one kind: the same actions unspoken, the same norms forbidding."""

    unspoken: tuple[str, ...]
    forbidden: tuple[tuple[str, str], ...]
    everywhere = False  # every candidate has to be judged for it

    def in_state(self, system: TransitionSystem, state: State) -> bool:
        listing = list_choices(system)
        judged = list(listing.candidates(state))
        if listing.narrowed or listing.is_over(state) or has_real_move(system, state, judged):
            return False
        found = deadlock(state, judged)
        return (found.unspoken, found.forbidden) == (self.unspoken, self.forbidden)


@dataclass(frozen=True)
class IdleLoopGoal(Goal):
    """Forced passes of one action that go round; `tail` is the round."""

    event: Event
    everywhere = False  # the candidates of each state of the round have to be judged for it

    def in_state(self, system: TransitionSystem, state: State) -> bool:
        ring = self.tail(system, state)
        return len(ring) > 1 and ring[0].action == self.event.subject

    def tail(self, system: TransitionSystem, state: State) -> tuple[Instance, ...]:
        ring: list[Instance] = []
        at = state
        while len(ring) < LONGEST_ROUND:
            listing = list_choices(system)
            allowed = [judged for judged in listing.candidates(at) if judged.is_allowed]
            if listing.narrowed or not forced_pass(system, at, allowed):
                break
            ring.append(allowed[0].instance)
            after = system.take(at, allowed[0].instance).state
            if after == state:
                return tuple(ring)
            if after is None:
                break
            at = after
        return ()


def forced_pass(system: TransitionSystem, state: State, allowed: Sequence[Judged]) -> bool:
    """Whether all that can be done is one pass of the one player whose decision it is."""
    return (
        len(allowed) == 1
        and system.system.actions[allowed[0].instance.action].passes
        and len(system.awaits(state)) == 1
    )


def has_real_move(system: TransitionSystem, state: State, judged: Sequence[Judged]) -> bool:
    """Whether somebody can do something in a state: conceding, and passing where nothing comes of it, are nothing."""
    for candidate in judged:
        action = system.system.actions[candidate.instance.action]
        if (
            candidate.is_allowed
            and not action.outside_play
            and not (action.passes and system.take(state, candidate.instance).state == state)
        ):
            return True
    return False


def shrink(system: TransitionSystem, way: ChoiceSequence, goal: Goal, effort: int = EFFORT) -> ChoiceSequence:
    """A play that shows the same and is no longer, by at most about `effort` judgements and steps."""
    return _PlayShrinker(system, goal, effort).run(way)


def trace_of(system: TransitionSystem, way: ChoiceSequence, goal: Goal) -> Trace:
    """The play with its states."""
    trace = play(system, way.start, way.taken, way.last)
    tail = goal.tail(system, trace.end) if trace.end is not None else ()
    return play(system, way.start, way.taken + tail) if tail else trace


def goal_problem(system: TransitionSystem, way: ChoiceSequence, trace: Trace, goal: Goal) -> str:
    """The reason why a play does not replay here, or does not show what it should; empty where it does both."""
    event = goal.event if isinstance(goal, EventGoal | IdleLoopGoal) else None
    instances = (*(step.instance for step in trace.steps), *([trace.last] if trace.last else []))
    wrong = replay_problem(_among(system, instances), trace, event)
    if wrong:
        return wrong
    return "" if reaches_goal(system, way, goal) else "the play does not show what it was kept for"


def shorten(
    choices: Sequence[C], shows: Callable[[Sequence[C]], tuple[Sequence[C], T] | None], effort: int
) -> tuple[Sequence[C], T] | None:
    """Delta debugging on the choices of a play: `shows` says what of some choices shows the same, if any do. At most
    `effort` times; None where the play as it is does not."""
    best = shows(choices)
    size = len(best[0]) // 2 if best else 0
    while best and size and effort > 0:
        at = len(best[0]) - size
        while at > -size and effort > 0:
            low, high = max(at, 0), at + size
            effort -= 1
            found = shows([*best[0][:low], *best[0][high:]])
            if found is not None and len(found[0]) < len(best[0]):
                best = found
                at = min(at, len(best[0]))
            at -= size
        size //= 2
    return best


def reaches_goal(system: TransitionSystem, way: ChoiceSequence, goal: Goal) -> bool:
    """Whether a play can be taken here, and shows its goal at its end and not before."""
    return _PlayShrinker(system, goal, 0).follow(way.start, (), way.choices) == way


def _among(system: TransitionSystem, instances: Sequence[Instance] = ()) -> CandidateFilter:
    return system if isinstance(system, CandidateFilter) else CandidateFilter(system, instances)


class _PlayShrinker:
    def __init__(self, system: TransitionSystem, goal: Goal, effort: int) -> None:
        self.system, self.goal, self.left = _among(system), goal, effort
        self.states: list[State] = []
        """The states of the play followed last, up to its end."""

    def run(self, way: ChoiceSequence) -> ChoiceSequence:
        best = self.follow(way.start, (), way.choices)
        if best is None:  # it was not a play of this goal
            return way
        while self.left > 0:
            before = best
            best = self._without_rounds(best)
            best = self._without_parts(best)
            best = self._without_detours(best)
            if best.length == before.length:
                break
        return best

    def follow(self, start: Instance, before: Sequence[State], instances: Sequence[Instance]) -> ChoiceSequence | None:
        """The play of these instances, without those that nobody may take, as far as it first shows the goal.

        `before` are the states of a beginning that is known (the one that it leads to, last): so many instances less
        one are taken over as they are.
        """
        system, goal = self.system, self.goal
        if before:
            states, taken = list(before), list(instances[: len(before) - 1])
        else:
            begun = system.begin(start)
            if begun is None:
                return None
            if goal.at_start(system, start, begun):
                self.states = []
                return ChoiceSequence(start, ())
            if begun.state is None:
                return None
            states, taken = [begun.state], []
        for instance in instances[len(taken) :]:
            state = states[-1]
            if goal.everywhere and goal.in_state(system, state):
                return self._settle(ChoiceSequence(start, tuple(taken)), states)
            self.left -= 1
            judged = system.candidate(state, instance)
            if judged is None:
                continue
            if goal.in_judging(system, state, judged):
                return self._settle(ChoiceSequence(start, tuple(taken), instance), states)
            if not judged.is_allowed:
                continue
            self.left -= 1
            outcome = system.take(state, instance)
            taken.append(instance)
            if goal.in_step(system, state, instance, outcome):
                return self._settle(ChoiceSequence(start, tuple(taken)), states)
            if outcome.state is None:
                return None
            states.append(outcome.state)
        return self._settle(ChoiceSequence(start, tuple(taken)), states) if goal.in_state(system, states[-1]) else None

    def _settle(self, way: ChoiceSequence, states: list[State]) -> ChoiceSequence:
        self.states = states
        return way

    def _without_rounds(self, way: ChoiceSequence) -> ChoiceSequence:
        """Leave out what leads back to a state of the play."""
        best, i = way, 0
        known = self.states
        while i < len(known) - 1:
            again = max(j for j, state in enumerate(known) if state == known[i])
            if again > i:
                rest = best.choices
                shorter = self.follow(best.start, known[: i + 1], (*rest[:i], *rest[again:]))
                if shorter is not None and shorter.length < best.length:
                    best, known = shorter, self.states
            i += 1
        self.states = known
        return best

    def _without_parts(self, way: ChoiceSequence) -> ChoiceSequence:
        """Leave out chunks, from half of the play down to single actions, the last ones first."""
        best, known = way, self.states
        size = max(1, best.length // 2)
        while size and best.length:
            at = best.length - size
            while at > -size and self.left > 0:
                low, high = max(at, 0), at + size
                rest = best.choices
                if known and high > low:
                    shorter = self.follow(best.start, known[: low + 1], (*rest[:low], *rest[high:]))
                    if shorter is not None and shorter.length < best.length:
                        best, known = shorter, self.states
                        at = min(at, best.length)
                at -= size
            size //= 2
        self.states = known
        return best

    def _without_detours(self, way: ChoiceSequence) -> ChoiceSequence:
        """Look from each state for an action that shows the goal at once, or leads to a later state of the play."""
        best, known, i = way, self.states, 0
        while i < len(known) and i < best.length - 1 and self.left > 0:
            found = self._detour(best, known, i)
            if found is not None and found.length < best.length:
                best, known = found, self.states
            else:
                i += 1
        self.states = known
        return best

    def _detour(self, way: ChoiceSequence, known: list[State], i: int) -> ChoiceSequence | None:
        state = known[i]
        rest = way.choices
        farthest: tuple[int, Instance] | None = None
        for judged in ChoiceSampler(self.system, Dice(i)).candidates(state):
            self.left -= 1
            if self.goal.in_judging(self.system, state, judged):
                return self._settle(ChoiceSequence(way.start, rest[:i], judged.instance), known[: i + 1])
            if not judged.is_allowed:
                continue
            self.left -= 1
            outcome = self.system.take(state, judged.instance)
            if self.goal.in_step(self.system, state, judged.instance, outcome):
                return self._settle(ChoiceSequence(way.start, (*rest[:i], judged.instance)), known[: i + 1])
            if outcome.state is None:
                continue
            if self.goal.everywhere and self.goal.in_state(self.system, outcome.state):
                return self._settle(
                    ChoiceSequence(way.start, (*rest[:i], judged.instance)), [*known[: i + 1], outcome.state]
                )
            later = max((j for j in range(i + 2, len(known)) if known[j] == outcome.state), default=0)
            if later > (farthest[0] if farthest else 0):
                farthest = later, judged.instance
        if farthest is None:
            return None
        later, instance = farthest
        return self.follow(way.start, known[: i + 1], (*rest[:i], instance, *rest[later:]))
