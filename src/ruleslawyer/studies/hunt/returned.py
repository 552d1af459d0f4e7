"""The question whether what a choice puts back may be taken again at once: its step, and those that follow upon it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from ruleslawyer.ir import types as t
from ruleslawyer.semantics.events import BranchEnds
from ruleslawyer.semantics.state import State, leaves
from ruleslawyer.semantics.transition import Instance, Outcome, SubStep
from ruleslawyer.studies.hunt.listed import Listed
from ruleslawyer.studies.hunt.marks import OFTEN
from ruleslawyer.studies.hunt.question import Ask, Question
from ruleslawyer.studies.hunt.references import TRIED, is_empty, state_after
from ruleslawyer.studies.hunt.spots import Spot
from ruleslawyer.studies.hunt.words import Words

AGAIN = "again"


class Returned:
    """Looks at spots, and at what follows upon their choices."""

    def __init__(self, listed: Listed, words: Words, ask: Ask) -> None:
        self.system, self.listed, self.words, self.ask = listed.system, listed, words, ask
        self._tries: Counter[str] = Counter()

    def look(self, spot: Spot) -> None:
        for instance, outcome in () if spot.drawn else spot.steps.items():
            chance = self.system.actions[instance.action].kind == "chance"
            if outcome.state is not None and not chance and not spot.system.is_over(outcome.state):
                try:
                    self._look_behind(spot, instance, outcome, outcome.state)
                except BranchEnds:
                    continue  # it cannot be told whose decision it is there

    def _look_behind(self, spot: Spot, instance: Instance, outcome: Outcome, after: State) -> None:
        before = spot.state
        for step in outcome.substeps:
            for what in self._returns(spot, before, step):
                self._again(spot, instance, after, before, step, what)
            before = step.state

    def _is_left(self, name: str) -> bool:
        """Counts a try. Is it one of the first ones? What was not seen in these is looked for no more."""
        self._tries[name] += 1
        return self._tries[name] <= OFTEN

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
        if (field not in self.listed.supplies and not chance) or not self._is_left(f"{field} {step.name}"):
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
