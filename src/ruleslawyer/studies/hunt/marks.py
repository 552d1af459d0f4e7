"""Shapes of questions about a mark of what moves, or a reference to it: it stays, passes to another one, or returns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator
from functools import partial
from itertools import product

from ruleslawyer.ir import types as t
from ruleslawyer.semantics.events import BranchEnds
from ruleslawyer.semantics.state import State, leaves
from ruleslawyer.semantics.transition import Instance, Outcome, SubStep, TransitionSystem
from ruleslawyer.studies.hunt.listed import MARK, DeclarationIndex, MemberField
from ruleslawyer.studies.hunt.question import Meet, Question, QuestionPhrases, QuestionSink, Way
from ruleslawyer.studies.hunt.references import (
    DEEP,
    TRIED,
    held_value,
    holds,
    is_empty,
    mark_after,
    mark_effects,
    members_in,
    state_after,
    value_in,
)
from ruleslawyer.studies.hunt.spots import Spot

OFTEN = 12
"""How often a mark is asked whether it tells, where its bearer moves from one place to another."""
PASSED = "passed"


class MarkProbe:
    """Looks at steps, and at states in which something was put elsewhere."""

    def __init__(self, listed: DeclarationIndex, words: QuestionPhrases, meet: Meet, ask: QuestionSink) -> None:
        self.system, self.listed, self.words, self.meet, self.ask = listed.system, listed, words, meet, ask
        self._asked: Counter[tuple[str, ...]] = Counter()

    def look(self, spot: Spot) -> None:
        """Look at all steps from a state."""
        for instance, outcome in () if spot.is_over else spot.steps.items():
            before = spot.state
            for step in outcome.substeps:
                self.look_at(spot, instance, outcome, before, step)
                before = step.state

    def look_at(self, spot: Spot, instance: Instance, outcome: Outcome, before: State, step: SubStep) -> None:
        schema = spot.system.schema
        for sort, field in self.listed.place.items():
            index = schema.index[field.name]
            then, now = before.fields[index], step.state.fields[index]
            if then == now:
                continue
            for member in (i for i, value in enumerate(then) if value is not None and now[i] != value):
                for held in self.listed.held_marks:
                    if held.sort == sort and holds(spot, held, before, member):
                        self.meet((MARK, held.name, step.name), spot)
                        if held.names and not holds(spot, held, step.state, member):
                            self._ask_of_passing(spot, instance, before, step, held, member)
                        elif outcome.state is not None and holds(spot, held, spot.state, member):
                            self._ask_of_staying(spot, instance, outcome.state, step, held, member)

    def shift(self, spot: Spot, sort: str, member: int, before: State, after: State) -> list[str]:
        """The ways in which a member is elsewhere than before: from which place to which; of a place on a map, by what
        is printed there."""
        index, shifts = spot.system.schema.index, []
        for field in self.listed.whereabouts.get(sort, ()):
            a, b = (state.fields[index[field.name]][member] for state in (before, after))
            if a == b:
                continue
            leaf = t.unwrap(t.leaf_type(field.type))
            if not isinstance(leaf, t.Sort) or a is None or b is None or leaf.name == self.system.players:
                shifts.append(
                    f"{field.name} {a if isinstance(leaf, t.Enum) else a is None}>{b}"
                    if isinstance(leaf, t.Enum)
                    else f"{field.name} {a is None}>{b is None}"
                )
                continue
            columns = {
                n: column for (of, n), column in spot.system.scope.attributes.items() if of == leaf.name and column
            }
            shifts += [f"{field.name} {n}" for n, column in columns.items() if column[a] != column[b]]
        return shifts

    def _is_left(self, *key: str) -> bool:
        """Counts a try. Is it one of the first ones?"""
        self._asked[key] += 1
        return self._asked[key] <= OFTEN

    def _ask_of_staying(
        self, spot: Spot, instance: Instance, after: State, step: SubStep, held: MemberField, member: int
    ) -> None:
        """Asks whether a mark that a member keeps as it moves still holds there."""
        was = held_value(spot, held, spot.state, member)
        if not holds(spot, held, after, member) or held_value(spot, held, after, member) != was:
            return
        if self._is_of_itself(held):
            return
        if not held.names and step.name in self.listed.writers(held.record, held.field.name):
            return  # what moves it sees to it
        shifts = self.shift(spot, held.sort, member, spot.state, after)
        if not self._is_left(held.name, *shifts):
            return
        effects = mark_effects(spot, held, after, member)
        if effects is None:
            return
        move, rule = self.words.move(spot, instance), self.words.rule(step.name)
        moved = f"{move}. Then {{}} goes from {{}} to {{}}, by {rule}"
        mover = tuple(dict.fromkeys((*step.cites, *self.listed.rule_cites(step.name))))
        around = self.listed.action_cites(instance.action)
        still = partial(mark_after, spot, instance, held, member)
        shared = self._both(held, step.name)
        whole = _MarkedMove(held, member, spot.state, after, moved, mover, around, shared)
        self._ask(spot, instance, whole, shifts, effects, still)

    def look_elsewhere(self, spot: Spot) -> None:
        """Look at what was put elsewhere: what is noted of it still, and tells."""
        moved = spot.moved
        assert moved is not None
        shifts = self.shift(spot, moved.sort, moved.member, moved.before, spot.state)
        for held in self.listed.held_marks if shifts else ():
            if held.sort != moved.sort or self._is_of_itself(held) or not holds(spot, held, spot.state, moved.member):
                continue
            if held_value(spot, held, moved.before, moved.member) != held_value(spot, held, spot.state, moved.member):
                continue
            found = mark_effects(spot, held, spot.state, moved.member, DEEP)
            if found is None or not self._is_left("elsewhere", held.name, *shifts, *map(str, sorted(found))):
                continue
            whole = _MarkedMove(
                held, moved.member, moved.before, spot.state, "{} is put from {} to {} meanwhile", (), (), ()
            )
            still = partial(_tells_under, spot, held, moved.member)
            self._ask(spot, None, whole, shifts, found, still)

    def _is_of_itself(self, held: MemberField) -> bool:
        """Whether a mark does not hang on where its bearer is: whose it is."""
        return not held.names and t.unwrap(t.leaf_type(held.field.type)) == t.Sort(self.system.players)

    def _ask(
        self, spot: Spot, instance: Instance | None, whole: _MarkedMove, shifts: list[str], found: frozenset[Way],
        still: Callable[[TransitionSystem], object],
    ) -> None:  # fmt: skip
        held, member = whole.held, whole.member
        shape = "gone" if held.names else "stays"

        def make() -> Question:
            words, field = self.words, held.field
            name, what = words.member(spot, held.sort, member), words.note_words(held)
            index = spot.system.schema.index[self.listed.place[held.sort].name]
            places = (state.fields[index][member] for state in (whole.before, whole.after))
            moved = whole.moved.format(name, *(words.place(spot, held.sort, value) for value in places))
            writers = self.listed.writers(held.record, field.name)
            of_mark = field.origin.cites or tuple(c for w in writers[:3] for c in self.listed.rule_cites(w))
            lifetime = tuple(c for said in (field.until, field.remembers) if said for c in said.origin.cites)
            near = lifetime or tuple(c for c in of_mark if c in whole.mover or c in whole.shared)
            if held.names:
                asks = f"{moved}, while {what} still names it. Does what was begun go on with it?"
                model = f"it goes on with {name}, wherever that is now"
                otherwise = f"what was begun with {name} ends, or chooses again, as it is gone"
            else:
                asks = f"{moved}. Does {what} still hold of it there?"
                model, otherwise = "it still holds", f"it ends as {name} leaves"
            sides = (tuple(dict.fromkeys(of_mark)), whole.mover)
            around = (*whole.around, *(c for w in writers for c in self.listed.own[w].cites))
            return Question(
                shape, (held.name,), asks, model, otherwise, sides, near, spot, instance, still, bool(lifetime), around,
            )  # fmt: skip

        ways = [(where, *way) for where, way in product(shifts or [""], found or [("", "", "")])]
        self.ask(shape, (held.name,), spot, make, ways)

    def _both(self, held: MemberField, mover: str) -> frozenset[str]:
        """The clauses behind both what writes the mark and what moves."""
        writers = self.listed.writers(held.record, held.field.name)
        uses = self.listed.own
        moves = frozenset(uses[mover].cites if mover in uses else ())
        return moves.intersection(c for w in writers for c in uses[w].cites)

    # --- passed to another one --------------------------------------------------------------------------------------

    def _ask_of_passing(
        self, spot: Spot, instance: Instance, before: State, step: SubStep, held: MemberField, member: int
    ) -> None:
        """Asks whether a mark passes to another member: one that a field newly names as its bearer moves, and that is
        elsewhere or another's."""
        sort = t.Sort(held.sort)
        values = [value_in(spot, state, held.record, held.field) for state in (before, step.state)]
        if None in values:
            return
        was, now = (frozenset(members_in(held.field.type, value, sort)) for value in values)
        for other in sorted(now - was):
            differs = self._differ(spot, held.sort, member, other, before)
            if differs and self._is_left(PASSED, held.name, step.name, *differs):
                ways: list[Way] = [(PASSED, field) for field in differs]
                self.ask(
                    PASSED,
                    (held.name,),
                    spot,
                    partial(self._question_of_passing, spot, instance, step, held, member, other),
                    ways,
                )

    def _differ(self, spot: Spot, sort: str, one: int, other: int, state: State) -> list[str]:
        """The fields that say where, or whose, two members are, and differ; where each says something."""
        index = spot.system.schema.index
        pairs = (
            (f.name, *(state.fields[index[f.name]][m] for m in (one, other))) for f in self.listed.whereabouts[sort]
        )
        return [name for name, a, b in pairs if a is not None and b is not None and a != b]

    def _question_of_passing(
        self, spot: Spot, instance: Instance, step: SubStep, held: MemberField, member: int, other: int
    ) -> Question:
        words = self.words
        name, new = (words.member(spot, held.sort, one) for one in (member, other))
        mover = tuple(dict.fromkeys((*step.cites, *self.listed.rule_cites(step.name))))
        asks = (
            f"{words.move(spot, instance)}. By {words.rule(step.name)} {name} moves, and {words.note_words(held)} "
            f"names {new} now in its place, which is elsewhere, or another's. Does it pass?"
        )
        near = tuple(c for c in held.field.origin.cites if c in mover)
        return Question(
            PASSED, (held.name,), asks, f"it passes to {new}", f"it ends with {name}", (held.field.origin.cites, mover),
            near, spot, instance, partial(mark_after, spot, instance, held, other),
        )  # fmt: skip


class _MarkedMove:
    """A member and what is noted of it, before and after it moved. moved: in words, with three holes; mover, around:
    the clauses of what moves it; shared: those behind the mark as well."""

    def __init__(
        self, held: MemberField, member: int, before: State, after: State, moved: str, mover: tuple[str, ...],
        around: tuple[str, ...], shared: Collection[str],
    ) -> None:  # fmt: skip
        self.held, self.member, self.before, self.after, self.moved = held, member, before, after, moved
        self.mover, self.around, self.shared = mover, around, shared


def _tells_under(spot: Spot, held: MemberField, member: int, system: TransitionSystem) -> object:
    """The ways in which a mark tells under some reading."""
    return mark_effects(spot.under(system), held, spot.state, member)


AGAIN = "again"


class ReturnProbe:
    """Looks at spots, and at what follows upon their choices."""

    def __init__(self, listed: DeclarationIndex, words: QuestionPhrases, ask: QuestionSink) -> None:
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
