"""Shapes of questions for which more than one step is taken: a choice, and what others, or chance, do then."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator

from ruleslawyer.ir import types as t
from ruleslawyer.semantics.events import BranchEnds
from ruleslawyer.semantics.state import State, differing, leaves
from ruleslawyer.semantics.transition import Instance, Outcome, SubStep
from ruleslawyer.studies.hunt.listed import Listed
from ruleslawyer.studies.hunt.marks import OFTEN
from ruleslawyer.studies.hunt.question import Ask, Question
from ruleslawyer.studies.hunt.references import FAR, TRIED, is_empty, state_after
from ruleslawyer.studies.hunt.rounds import ask_round
from ruleslawyer.studies.hunt.spots import Spot
from ruleslawyer.studies.hunt.words import TIMELY, Words

LATE, RETRY, AGAIN = "late", "retry", "again"
WAYS = 40
"""States between a try and what becomes of it."""


class Later:
    """Looks at spots, and at what follows upon their choices."""

    def __init__(self, listed: Listed, words: Words, ask: Ask) -> None:
        self.system, self.listed, self.words, self.ask = listed.system, listed, words, ask
        self._tries: Counter[tuple[str, str]] = Counter()

    def look(self, spot: Spot) -> None:
        for instance, outcome in spot.steps.items():
            if outcome.state is not None and not spot.system.is_over(outcome.state):
                try:
                    self._look_behind(spot, instance, outcome, outcome.state)
                except BranchEnds:
                    continue  # it cannot be told whose decision it is there

    def _look_behind(self, spot: Spot, instance: Instance, outcome: Outcome, after: State) -> None:
        action, who = self.system.actions[instance.action], spot.actor(instance)
        if action.passes:
            self._late(spot, instance, after)
        elif who is not None and action.kind == "action" and not action.outside_play and not spot.drawn:
            self._retry(spot, instance, after, who)
        before = spot.state
        for step in () if spot.drawn or action.kind == "chance" else outcome.substeps:
            for what in self._returns(spot, before, step):
                self._again(spot, instance, after, before, step, what)
            before = step.state

    def _is_left(self, shape: str, name: str) -> bool:
        """Counts a try. Is it one of the first ones? What was not seen in these is looked for no more."""
        self._tries[shape, name] += 1
        return self._tries[shape, name] <= OFTEN

    # --- named one step later ---------------------------------------------------------------------------------------

    def _late(self, spot: Spot, instance: Instance, after: State) -> None:
        """Look for what another player could do until somebody passes: before that it counts, and behind it no more."""
        who = spot.actor(instance)
        for other in spot.steps:
            action, whose = self.system.actions[other.action], spot.actor(other)
            if who is None or whose in (who, None) or action.passes or action.outside_play:
                continue
            if spot.system.awaits(after) == t.CHANCE or spot.system.may(after, other):
                continue
            self._ask_late(spot, instance, other)

    def _ask_late(self, spot: Spot, instance: Instance, other: Instance) -> None:
        key = (spot.frame or "", instance.action, other.action)

        def make() -> Question:
            words, frame = self.words, spot.frame
            asks = (
                f"{words.move(spot, other)}: that may be done{words.amid(frame)}, until "
                f"{words.move(spot, instance)}. It is named only then. Does it count?"
            )
            of = self.system.frames[frame].origin.cites if frame else self.system.awaits.origin.cites
            sides = self.listed.action_cites(other.action), (*self.listed.action_cites(instance.action), *of)
            near = words.of_kind((c for side in sides for c in side), *TIMELY)
            return Question(
                LATE, key, asks, "no: it is too late", "yes, as long as nothing else has happened", sides, near, spot,
                instance, lambda system: system.may(state_after(system, spot, instance), other),
            )  # fmt: skip

        self.ask(LATE, key, spot, make)

    # --- a second try -----------------------------------------------------------------------------------------------

    def _retry(self, spot: Spot, instance: Instance, after: State, who: int) -> None:
        """A choice that others, or chance, answer: where nothing comes of an answer but what comes of each, it has
        failed. So it has where another one's choice makes all as it was."""
        if not self._is_left(RETRY, instance.action) or _closes(spot, after):
            return  # what it was an attempt within is over
        if spot.system.schema.innermost(after) == spot.frame and spot.system.awaits(after) != t.CHANCE:
            self._undo(spot, instance, after, who)
            return
        ends = {state: (self._changes(spot, state), way) for state, way in self._ends(spot, after)}
        several = [changed for changed, _ in ends.values()]
        common = frozenset[tuple[object, ...]].intersection(*several) if several else None
        for state, (changed, way) in ends.items() if any(changed != common for changed in several) else ():
            if changed == common and spot.system.may(state, instance):
                self._ask_retry(spot, instance, state, way)
                return

    def _undo(self, spot: Spot, instance: Instance, after: State, who: int) -> None:
        """Another one's choice made all as it was, and he could have chosen otherwise: a try that he refused, or, where
        both do the same, a round that they go together."""
        system, actions = spot.system, self.system.actions
        others = [one for one in system.allowed_instances(after) if actions[one.action].actor_of(one.args) != who]
        ends = {one: system.take(after, one).state for one in others[:TRIED]}
        undoing = next((one for one, state in ends.items() if state == spot.state), None)
        if undoing is None or all(state in (None, spot.state) for state in ends.values()):
            return
        if undoing.action == instance.action:
            ask_round(self.words, self.ask, ("two",), spot, [instance, undoing])
        else:
            self._ask_retry(spot, instance, spot.state, (undoing,))

    def _ends(self, spot: Spot, after: State) -> Iterator[tuple[State, tuple[Instance, ...]]]:
        """The states in which it is over what somebody began, and the ways there."""
        system, seen = spot.system, {after}
        waiting = deque[tuple[State, tuple[Instance, ...]]]([(after, ())])
        while waiting and len(seen) <= WAYS:
            state, way = waiting.popleft()
            if system.is_over(state):
                continue
            if way and system.schema.innermost(state) == spot.frame and system.awaits(state) != t.CHANCE:
                yield state, way
                continue
            for one in system.allowed_instances(state)[:TRIED] if len(way) < FAR else ():
                then = None if self.system.actions[one.action].outside_play else system.take(state, one).state
                if then is not None and then not in seen:
                    seen.add(then)
                    waiting.append((then, (*way, one)))

    def _changes(self, spot: Spot, state: State) -> frozenset[tuple[object, ...]]:
        """The leaves that are otherwise than before the choice."""
        slots = zip(spot.system.schema.slots, spot.state.fields, state.fields, strict=True)
        return frozenset(
            (slot.field.name, *keys, leaf)
            for slot, was, now in slots
            for keys, leaf in differing(slot.field.type, was, now)
        )  # fmt: skip

    def _ask_retry(self, spot: Spot, instance: Instance, state: State, way: tuple[Instance, ...]) -> None:
        key = tuple(sorted({instance.action, *(one.action for one in way[:1])}))

        def make() -> Question:
            words = self.words
            answered = "; ".join(words.move(spot, one) for one in way)
            sides = spot.clauses(instance), self.listed.action_cites(way[0].action)
            asks = f"{words.move(spot, instance)}; then {answered}: and it has failed. May it be tried again at once?"
            return Question(
                RETRY, key, asks, "yes, as often as anybody likes", "no: it was tried", sides,
                words.of_kind(sides[0], *TIMELY), spot, instance, lambda system: system.may(state, instance),
                around=self.listed.action_cites(instance.action),
            )  # fmt: skip

        self.ask(RETRY, key, spot, make)

    # --- returned and drawn again -----------------------------------------------------------------------------------

    def _returns(self, spot: Spot, before: State, step: SubStep) -> Iterator[tuple[str, str, int | None]]:
        """The things that a step puts back where things are taken from: the field, the name, and which member it is."""
        schema = spot.system.schema
        for supply in self.listed.supplies:
            slot, index = schema.slots[schema.index[supply]], schema.index[supply]
            was, now = before.fields[index], step.state.fields[index]
            if isinstance(slot.leaf, t.Pile) and isinstance(slot.leaf.item, t.Sort):
                piles = zip(leaves(slot.field.type, was), leaves(slot.field.type, now), strict=True)
                for (_, had), (_, has) in piles:
                    for member in sorted({*has} - {*had}):
                        yield supply, spot.system.scope.names[slot.leaf.item.name][member], member
            elif isinstance(slot.field.type, t.Int) and is_empty(spot, before, supply) and now > was:
                yield supply, "what was used up", None
        for sort, field in self.listed.place.items():
            index = schema.index[field.name]
            then, now = before.fields[index], step.state.fields[index]
            for member in (i for i, value in enumerate(now) if then[i] is not None and then[i] != value):
                yield field.name, spot.system.scope.names[sort][member], member

    def _again(
        self, spot: Spot, instance: Instance, after: State, was: State, step: SubStep, what: tuple[str, str, int | None]
    ) -> None:
        field, name, member = what
        system = spot.system
        chance = system.awaits(after) == t.CHANCE
        if (field not in self.listed.supplies and not chance) or not self._is_left(AGAIN, f"{field} {step.name}"):
            return
        if member is not None and not self._were_others(spot, field, member, was, step.state):
            return  # all goes back: there is nothing else that could be taken
        for one in system.allowed_instances(after)[:TRIED]:
            before = after
            for taking in system.take(after, one).substeps:
                if self._takes(spot, field, taking.name, member, before, taking.state, chance):
                    self._ask_again(spot, instance, (step.name, taking.name), name, one)
                    return
                before = taking.state

    def _were_others(self, spot: Spot, field: str, member: int, before: State, after: State) -> bool:
        """Whether something lies, where a member was put back to, that lay there before."""
        index = spot.system.schema.index[field]
        was, now = before.fields[index], after.fields[index]
        if field not in self.listed.supplies:
            return any(a == b == now[member] for i, (a, b) in enumerate(zip(was, now, strict=True)) if i != member)
        type_ = spot.system.schema.slots[index].field.type
        piles = zip(leaves(type_, was), leaves(type_, now), strict=True)
        return any(member in has and {*had} & {*has} - {member} for (_, had), (_, has) in piles)

    def _takes(
        self, spot: Spot, field: str, rule: str, member: int | None, before: State, after: State, chance: bool
    ) -> bool:
        """Whether a step draws what was put back: chance draws from a place, whoever takes from a supply."""
        index = spot.system.schema.index[field]
        was, now = before.fields[index], after.fields[index]
        if field not in self.listed.supplies:
            return chance and was[member] != now[member]
        if rule not in self.listed.supplies[field]:
            return False
        if member is None:
            return bool(now < was)
        type_ = spot.system.schema.slots[index].field.type
        return any(member in pile for _, pile in leaves(type_, was)) and not any(
            member in pile for _, pile in leaves(type_, now)
        )

    def _ask_again(self, spot: Spot, instance: Instance, rules: tuple[str, str], name: str, then: Instance) -> None:
        def make() -> Question:
            words = self.words
            back, taken = (words.rule(rule) for rule in rules)
            asks = (
                f"{words.move(spot, instance)}. {name[0].upper()}{name[1:]} goes back by {back}, and is taken again at "
                f"once by {taken}: {words.move(spot, then)}. May it be?"
            )
            sides = tuple(tuple(dict.fromkeys(self.listed.rule_cites(rule))) for rule in rules)
            near = tuple(c for c in sides[0] if c in sides[1])
            return Question(
                AGAIN, rules, asks, "yes: it is there like all else", "no: it is set aside until that is over", sides,
                near, spot, instance, lambda system: system.may(state_after(system, spot, instance), then),
            )  # fmt: skip

        self.ask(AGAIN, rules, spot, make)


def _closes(spot: Spot, after: State) -> bool:
    """Whether a choice closes the procedure in which it is made."""
    return spot.frame is not None and after.frames[spot.system.schema.frame_index[spot.frame]] is None
