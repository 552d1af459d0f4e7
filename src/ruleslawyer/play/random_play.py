"""One random play by the interpreter; generated code plays the same, throw for throw (`play/generated.py`)."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import islice
from math import sqrt

from ruleslawyer.ir.rules import Check
from ruleslawyer.ir.system import Action, System
from ruleslawyer.play import sampling
from ruleslawyer.play.sampling import FEW, ChoiceSampler
from ruleslawyer.play.shrink import ChoiceSequence, DeadlockGoal, IdleLoopGoal, forced_pass, has_real_move
from ruleslawyer.play.sightings import KEPT, Sighting, SightingTable
from ruleslawyer.rulebook.claims.occurrence import deadlock, is_material, is_material_at_start
from ruleslawyer.semantics.dice import WORD, Dice, mix, mixed_with
from ruleslawyer.semantics.events import BranchEnds, Event
from ruleslawyer.semantics.state import State
from ruleslawyer.semantics.transition import Instance, Judged, Outcome, TransitionSystem

PASSES, OUTSIDE = 0.5, 0.01
"""How much less likely an action is; see the head of `simulate.py`."""
NO_CHOICE = 1 << 63 | 1
"""The word of None among arguments."""


class PatienceExceeded(Exception):
    """The play has judged more than it was allowed to."""


def likelihood(action: Action) -> float:
    """How likely an action is beside others, before it has been taken."""
    return OUTSIDE if action.outside_play else PASSES if action.passes else 1.0


def starts_of(system: TransitionSystem) -> tuple[tuple[Instance, Outcome], ...]:
    """The choices of the initial rule and where they lead; at most some hundred, drawn where there are more."""
    return tuple(islice(ChoiceSampler(system, Dice(0)).initial(), FEW))


def value_words(value: object) -> Iterator[int]:
    """A value of a parameter as words."""
    match value:
        case None:
            yield NO_CHOICE
        case frozenset():
            yield sum(1 << member for member in value) & WORD if max(value, default=0) < 64 else _wide(value)
        case tuple():
            for item in value:
                yield from value_words(item)
        case int():
            yield int(value) & WORD


def _wide(members: frozenset[int]) -> int:
    """One word of a set with members beyond the first 64."""
    number, found = sum(1 << member for member in members), 0
    for place in range(0, number.bit_length(), 64):
        word = number >> place & WORD
        found ^= mix(word + place) if place and word else word
    return found


class StateSeededSampler(ChoiceSampler):
    """The choices of the states of a play; where an action has too many, they are drawn with dice of its own for each
    state, so that nothing hangs on whether anybody looks at them."""

    salt = 0

    def __init__(self, system: TransitionSystem) -> None:
        super().__init__(system, Dice(0), sampling.LISTED)
        self.numbers = {name: number for number, name in enumerate(system.system.actions)}

    def dice_of(self, owner: str) -> Dice:
        return Dice(self.salt, self.numbers[owner])


class RandomPlay:
    """One play. `patience`: how many candidates may be judged before it is `PatienceExceeded`."""

    def __init__(
        self,
        table: SightingTable,
        starts: Sequence[tuple[Instance, Outcome]],
        patience: int | None = None,
    ) -> None:
        self.table, self.starts, self.patience = table, starts, patience
        self.dice = Dice(table.seed, table.plays)
        self.system = StateSeededSampler(table.system)
        self.actions = table.system.system.actions
        self.on_states, self.on_steps = state_and_step_checks(table.system.system)
        self.times: Counter[str] = Counter()
        self.judged = 0
        self.instances: list[Instance] = []
        self.forced: dict[State, int] = {}
        """The states passed through by forced passes without a break, with the actions before each."""

    def run(self) -> None:
        """Play to the end, or as far as the limits allow."""
        table = self.table
        end = self._play()
        if end:
            table.ends[end] += 1
        table.steps += len(self.instances)
        table.taken.update(self.times)
        table.depth = max(table.depth, len(self.instances))

    def _play(self) -> str:
        """How it ended."""
        table = self.table
        self.start, begun = self.starts[self.dice.randrange(len(self.starts))]
        note_beginning(table, self.start, begun, self.on_steps)
        state = begun.state
        while state is not None:
            self._arrive(state)
            try:
                ended = table.system.is_over(state)
            except BranchEnds:  # judging says so once more, and finds nothing
                ended = False
            if ended:
                return "ended"
            if len(self.instances) >= table.longest:
                return "cut_off"
            table.stopped = table.limits.too_many(table.steps + len(self.instances)) or (
                "" if len(self.instances) % 64 else table.too_long or table.limits.too_large()
            )
            if table.stopped:
                return ""
            if self.patience is not None and self.judged > self.patience:
                raise PatienceExceeded
            end, state = self._go_on(state)
            if end:
                return end
        return "broke_off"

    def _go_on(self, state: State) -> tuple[str, State | None]:
        """The next state, or how the play ends."""
        table = self.table
        self.system.narrowed = False
        self.system.salt = self.dice.getrandbits(64)
        try:
            judged = list(self.system.candidates(state))
        except BranchEnds as end:  # whose decision it is cannot be told
            table.event(end.event, ChoiceSequence(self.start, tuple(self.instances)), lambda: True)
            judged = []
        self.judged += len(judged) + FEW * self.system.narrowed
        for candidate in judged:
            self._note_judgement(candidate, state)
        allowed = [candidate for candidate in judged if candidate.is_allowed]
        if not has_real_move(table.system, state, allowed):
            return self._note_deadlock(state, judged), None
        if self._goes_round(state, allowed):
            return "broke_off", None
        chosen = self._choose(allowed)
        outcome = table.system.take(state, chosen)
        self.instances.append(chosen)
        self.times[chosen.action] += 1
        table.live.update(outcome.fired)
        table.decisive.update(outcome.decisive)
        way = ChoiceSequence(self.start, tuple(self.instances))
        for event in outcome.events:
            table.event(event, way, partial(is_material, table.system, event, state, chosen))
        for check in (*self.on_steps.get(chosen.action, ()), *self.on_steps.get(None, ())):
            note_step_answers(table, check, table.system.step_answers(check, state, chosen, outcome), way)
        return "", outcome.state

    def _goes_round(self, state: State, allowed: Sequence[Judged]) -> bool:
        """Whether forced passes have led back to a state; nothing else can happen then."""
        if self.system.narrowed or not forced_pass(self.table.system, state, allowed):
            self.forced.clear()
            return False
        if state not in self.forced:
            self.forced[state] = len(self.instances)
            return False
        first = self.forced[state]
        event = idle_event(self.actions[allowed[0].instance.action], len(self.instances) - first)
        self.table.note(
            self.table.events, event.key, IdleLoopGoal(event), ChoiceSequence(self.start, tuple(self.instances[:first]))
        )
        return True

    def _choose(self, allowed: Sequence[Judged]) -> Instance:
        """One of the allowed instances, as the head of `simulate.py` says: of those of the action that is drawn, the
        one whose hash with this state's salt is largest."""
        instances: defaultdict[int, list[Instance]] = defaultdict(list)
        for candidate in allowed:
            instances[self.system.numbers[candidate.instance.action]].append(candidate.instance)
        numbers = sorted(instances)
        names = [instances[number][0].action for number in numbers]
        weights = [likelihood(self.actions[name]) / sqrt(1 + self.times[name]) for name in names]
        found = numbers[self.dice.pick_by_weight(weights)]

        def priority(instance: Instance) -> int:
            return mixed_with(
                mix(self.system.salt ^ found), (word for value in instance.args for word in value_words(value))
            )

        return max(instances[found], key=priority)

    # --- what is met ----------------------------------------------------------------------------------------------

    def _arrive(self, state: State) -> None:
        """Ask the properties of a state, once; a play that comes there again has met the same."""
        table, way = self.table, ChoiceSequence(self.start, tuple(self.instances))
        known = table.seen.get(state)
        if known is not None:
            for sighting in known:
                table.again(sighting, sighting.goal, way)
            return
        met: list[Sighting] = []
        for check in self.on_states:
            holds, events = table.system.holds(check, state)
            for event in events:
                met.append(table.event(event, way, lambda: False, asked=True))
            if holds is not (check.kind == "always"):  # that is: violated, reached, or not to be evaluated
                met.append(table.answer(check, holds, way))
        if len(table.seen) < KEPT:
            table.seen[state] = tuple(met)

    def _note_judgement(self, candidate: Judged, state: State) -> None:
        table, judgement, name = self.table, candidate.judgement, candidate.instance.action
        table.live.update(candidate.fired)
        way = ChoiceSequence(self.start, tuple(self.instances), candidate.instance)
        for event in candidate.events:
            table.event(event, way, partial(is_material, table.system, event, state, candidate.instance))
        if judgement is None:
            return
        table.judged.add(name)
        table.decisive.update(_decisive(candidate))
        if judgement.verdict != "unspoken":
            table.spoken.add(name)
        elif table.system.system.closed_world is None:
            table.event(unspoken_event(candidate), way, lambda: True)

    def _note_deadlock(self, state: State, judged: Sequence[Judged]) -> str:
        if self.system.narrowed:
            return "lost"
        kind = deadlock(state, judged)
        goal = DeadlockGoal(kind.unspoken, kind.forbidden)
        way = ChoiceSequence(self.start, tuple(self.instances))
        self.table.note(self.table.deadlocks, (kind.unspoken, kind.forbidden), goal, way)
        return "deadlocked"


def state_and_step_checks(system: System) -> tuple[Sequence[Check], Mapping[str | None, Sequence[Check]]]:
    """The properties that a play is asked: of its states; of its steps, by the action that they are about."""
    on_steps: defaultdict[str | None, list[Check]] = defaultdict(list)
    for check in system.checks.values():
        if check.kind == "step":
            on_steps[check.of].append(check)
    return [c for c in system.checks.values() if c.kind in ("always", "sometimes")], on_steps


def note_beginning(
    table: SightingTable, start: Instance, begun: Outcome, on_steps: Mapping[str | None, Sequence[Check]]
) -> None:
    """Notes all that the beginning of the current play meets."""
    table.live.update(begun.fired)
    table.decisive.update(begun.decisive)
    way = ChoiceSequence(start, ())
    for event in begun.events:
        table.event(event, way, partial(is_material_at_start, table.system, event, start))
    for check in on_steps.get(None, ()):
        note_step_answers(table, check, table.system.step_answers(check, None, start, begun), way)


def note_step_answers(
    table: SightingTable, check: Check, said: tuple[frozenset[bool | None], tuple[Event, ...]], way: ChoiceSequence
) -> None:
    """Notes a property's answers about the steps of an outcome, wherever that leads."""
    answers, events = said
    for answer in answers:
        table.answer(check, answer, way)
    for event in events:
        if event.of_property:
            table.event(event, way, lambda: False, asked=True)


def idle_event(action: Action, passes: int) -> Event:
    """The event that forced passes of an action go round."""
    reason = f"{passes} forced passes lead back to where they began"
    return Event("idle", action.name, cites=action.origin.cites, reason=reason)


def unspoken_event(candidate: Judged) -> Event:
    assert candidate.judgement is not None
    return Event("unspoken", candidate.instance.action, cites=candidate.judgement.cites)


def _decisive(candidate: Judged) -> Iterator[str]:
    """The clauses without which the verdict, or what it rests on, would be another; its parts' included."""
    judgement = candidate.judgement
    if judgement is not None:
        yield from candidate.decisive
        for one in (judgement, *(part for _, part in judgement.parts)):
            yield from one.decisive
