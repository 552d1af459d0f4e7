"""One law tried in one state: the state that differs in one thing, and whether what may not differ is the same."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from random import Random
from typing import Any, TypeAlias

from ruleslawyer.ir import types as t
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset
from ruleslawyer.rulebook.scopes.values import usual_value
from ruleslawyer.semantics.codec import Codec
from ruleslawyer.semantics.state import State, differing, entry, leaves
from ruleslawyer.semantics.state import replace as put
from ruleslawyer.semantics.transition import Instance, TransitionSystem
from ruleslawyer.studies.laws.drawn import DUE, SampledState, Where, at_rest, with_print
from ruleslawyer.studies.laws.law import (
    ALLOWED,
    AWAITED,
    BLANK,
    COMES_OUT,
    MORE,
    NOTED,
    PRINTED,
    Law,
    Leaf,
    is_among,
    is_keyed,
    naming_leaves,
    note_leaves,
    value_of,
)

STEPS, MEMBERS = 4, 2
"""How many steps and members of one state are looked at."""
MOST_LOOKED_AT, BESIDES = 40, 1
"""Choices of one state that are taken to see whether they hurt anybody, or are paid for; others beside the latter."""
REPRINTED = 4
"""Members of a scope that have something else printed on them, for each law."""
UNLIKE = "the plays are of unlike length: one is over"
BESIDE = 0.8
"""How often something is noted beside what is noted already."""


To: TypeAlias = tuple[tuple[str, Any], ...]
"""The values that a member has in the other state, by attribute or field; of what is noted the keys and the leaf."""


@dataclass(frozen=True, slots=True)
class LawViolation:
    """A law that does not hold. at: the action, or what is compared; says: what differs; who, to: the member that it
    was tried of, and what it had then; steps: the choices that show it."""

    at: str
    says: str
    who: int | None = None
    to: To = ()
    steps: tuple[Instance, ...] = ()


@dataclass(frozen=True, slots=True)
class LawTrialResult:
    """How often what a law speaks of was met, and the first break of it at each action. failed: why there was nothing
    to compare, once for each time."""

    met: int = 0
    broken: tuple[LawViolation, ...] = ()
    failed: tuple[str, ...] = ()


class Trial:
    """Tries the laws of a ruleset. `only`: what is tried is this break again, and nothing else."""

    def __init__(self, ruleset: LoadedRuleset, rng: Random) -> None:
        self.ruleset, self.rng = ruleset, rng
        self._of: TransitionSystem | None = None
        self._tried = dict[str, set[int]]()
        """The members of the scope that have had something else printed on them, by law."""
        self._others: dict[tuple[str, int, tuple[tuple[str, object], ...]], TransitionSystem] = {}

    def __call__(self, law: Law, drawn: SampledState, only: LawViolation | None = None) -> LawTrialResult:
        return self._of_members(law, drawn, only)

    def _of_members(self, law: Law, drawn: SampledState, only: LawViolation | None) -> LawTrialResult:
        members = [only.who] if only else list(range(drawn.system.scope.size(law.of)))
        state = drawn.state
        if not game_matches(law.during, law.leading, drawn.system, state):
            return LawTrialResult()
        there = [w for w in members if w is not None and law_applies(law, drawn.system, state, w)]
        if law.differs == MORE:
            there = [who for who in there if any(_rises(law, name, drawn, who) for name in law.to)]
        met, broken, failed = 0, dict[str, LawViolation](), list[str]()
        telling = None if law.same or not there else _telling(law, drawn, only.steps if only else (), self.rng)
        if telling == []:
            return LawTrialResult()  # nothing is printed anew where no choice hurts anybody, or is paid for
        for who in self._some(law, drawn.system, there):
            again = only is not None and law.differs != MORE  # more than what is printed there now
            to = only.to if only and again else self._to(law, drawn, who)
            other = self._other(law, drawn, who, to) if to is not None else ""
            if to is None or isinstance(other, str):
                if to is not None and other == DUE and law.differs == NOTED and AWAITED in law.same:
                    met += 1
                    broken.setdefault(AWAITED, LawViolation(AWAITED, "something is due only with that", who, to))
                elif isinstance(other, str):
                    failed.append(other or "it is so already")
                continue
            found = _Pair(law, drawn, other, who, to, self.rng, only, telling).try_law()
            met += found.met
            failed += found.failed
            for one in found.broken:
                broken.setdefault(one.at, one)
        return LawTrialResult(met, tuple(broken.values()), tuple(failed))

    def _some(self, law: Law, system: TransitionSystem, there: list[int]) -> list[int]:
        """Some members by chance. Rules are made for each print: it is always the same few that have another one."""
        if law.differs in (BLANK, MORE, PRINTED):
            if self._of is not system:
                self._of, self._others, self._tried = system, {}, {}
            tried = self._tried.setdefault(law.name, set())
            known = [who for who in there if who in tried]
            there = known if len(tried) >= REPRINTED and known else there
            found = self.rng.sample(there, min(len(there), MEMBERS))
            tried.update(found)
            return found
        return self.rng.sample(there, min(len(there), MEMBERS))

    def _to(self, law: Law, drawn: SampledState, who: int) -> To | None:
        """The values that the member gets in the other state; None where it has them already."""
        system = self.ruleset.system
        types = {a.name: a.type for a in system.sorts[law.of].attributes}
        if law.differs == NOTED:
            return self._leaf_for(law, drawn, who)
        now = {name: _column(law.of, name, drawn.system, drawn.state)[who] for name in law.to}
        if law.differs == BLANK:
            found = {name: value_of(types[name], usual_value(types[name]), system) for name in law.to}
        else:
            found = {name: self.rng.choice(values) for name, values in law.to.items()}
        if law.differs == MORE:
            found = {name: _higher(now[name], by) for name, by in found.items()}
        return None if all(now[name] == value for name, value in found.items()) else tuple(found.items())

    def _leaf_for(self, law: Law, drawn: SampledState, who: int) -> To | None:
        """A leaf of one of the fields, by which something is noted of the member, or it is named: mostly beside what
        one of them says there already, as of a card that takes part."""
        index, sort = drawn.system.schema.index, t.Sort(law.of)
        found, said = list[tuple[str, Leaf]](), set[tuple[int, ...]]()
        for name in law.to:
            type_, now = drawn.system.schema.slots[index[name]].field.type, drawn.state.fields[index[name]]
            said |= {keys[:1] for keys, value in leaves(type_, now) if value}
            found += [
                (name, leaf) for leaf in (*note_leaves(type_, sort, who, now), *naming_leaves(type_, sort, who, now))
            ]
        beside = [one for one in found if one[1][0][:1] in said]
        if beside and self.rng.random() < BESIDE:
            found = beside
        return (self.rng.choice(found),) if found else None

    def _other(self, law: Law, drawn: SampledState, who: int, to: To) -> SampledState | str:
        """The state that differs; why there is none that play could stand in."""
        if law.differs in (BLANK, MORE, PRINTED):
            system, state = self._with_print(drawn.system, law.of, who, tuple(to)), drawn.state
        else:
            system, fields = drawn.system, list(drawn.state.fields)
            for name, value in to:
                index = system.schema.index[name]
                keys, leaf = value if law.differs == NOTED else ((who,), value)
                fields[index] = put(fields[index], keys, leaf) if keys else leaf
            state = State(tuple(fields), drawn.state.frames)
        found = at_rest(system, state)
        if isinstance(found, str):
            return found
        if found == drawn.state and system is drawn.system:
            return "it means nothing there"
        if system.is_over(found) != drawn.system.is_over(drawn.state):
            return "it has ended"
        return SampledState(drawn.deal, system, found)

    def _with_print(
        self, was: TransitionSystem, sort: str, who: int, to: tuple[tuple[str, object], ...]
    ) -> TransitionSystem:
        """The system in which this is printed on a member; made once for all states of one scope."""
        key = sort, who, to
        if key not in self._others:
            self._others[key] = with_print(was, tuple((sort, name, who, value) for name, value in to))
        return self._others[key]


class _Pair:
    """Two states that differ in one thing, and what a law compares in them."""

    def __init__(
        self, law: Law, one: SampledState, other: SampledState, who: int, to: To, rng: Random,
        only: LawViolation | None, telling: Sequence[Instance] | None,
    ) -> None:  # fmt: skip
        self.law, self.one, self.other, self.who, self.to, self.rng, self.only = law, one, other, who, to, rng, only
        self.telling = telling
        self.codec = Codec(one.system.system, one.system.scope)
        self.met, self.broken, self.failed = 0, list[LawViolation](), list[str]()

    def try_law(self) -> LawTrialResult:
        law, one, other = self.law, self.one, self.other
        if AWAITED in law.same:
            self.met += 1
            here, there = one.system.awaits(one.state), other.system.awaits(other.state)
            if here != there:
                self._break(AWAITED, f"awaited is {self._players(here)}, and {self._players(there)}")
        if law.same != (AWAITED,):
            self._choices()
        return LawTrialResult(self.met, tuple(self.broken), tuple(self.failed))

    def _choices(self) -> None:
        law, here = self.law, self._allowed_choices(self.one)
        if ALLOWED in law.same:
            there = self._allowed_choices(self.other)
            self.met += bool(here or there)
            for instance in sorted(here ^ there, key=lambda i: (i.action, self.codec.call(i))):
                more = "without that" if instance in here else "with that"
                self._break(instance.action, f"{self.codec.call(instance)} is allowed only {more}", instance)
        if not (COMES_OUT in law.same or law.hurts or law.pays):
            return
        among = self.one.allowed_instances if self.telling is None else self.telling
        every = [instance for instance in among if instance in here]
        if self.only:
            every = [instance for instance in every if instance in self.only.steps]
        for instance in some_by_action(every, STEPS, self.rng):
            if self.other.system.may(self.other.state, instance):
                after, then = self.one.after(instance), self.other.after(instance)
                if after is not None and then is not None:
                    self._step(instance, after, then)
            elif law.pays and _is_paid(law, self.one, instance):
                self._break(instance.action, f"{self.codec.call(instance)} is not to be had any more", instance)

    def _step(self, instance: Instance, after: State, then: State) -> None:
        """Compare what one choice leads to."""
        law, call = self.law, self.codec.call(instance)
        here, there = self.one.system, self.other.system
        if COMES_OUT in law.same and law_still_applies(law, here, after, self.who):
            self.met += 1
            both = (here.meaningful(there.meaningful(state)) for state in (after, then))
            if differing := self._differing(*both):
                self._break(instance.action, f"{call} comes out otherwise: {differing}", instance)
        if here.is_over(after) != there.is_over(then):
            self.failed.append(UNLIKE)  # what would have happened to others does not happen any more
            return
        if law.hurts and _is_felt(law, self.one, instance):
            self.met += 1
            if says := self._hurt_otherwise(after, then):
                self._break(instance.action, f"{call}: {says}", instance)
        if law.pays:
            for paid, now in self._payments(after, then):
                self.met += paid > 0
                if now > paid:
                    self._break(instance.action, f"{call} costs {paid}, and {now} with that", instance)
                    break

    def _allowed_choices(self, drawn: SampledState) -> frozenset[Instance]:
        """The choices that are allowed and do not name the member; a player is named by each choice of one's own."""
        law, system, sort = self.law, drawn.system, t.Sort(self.law.of)
        whole = law.hurts or law.named or law.differs == NOTED or law.of == system.system.players
        return frozenset(
            instance
            for instance in drawn.allowed_instances
            if instance.action not in law.without and (whole or self.who not in members_in(system, instance, sort))
        )

    def _differing(self, after: State, then: State) -> str:
        """The first leaves in which two states differ, but for what the law lets differ."""
        changed = {(n, value[0] if self.law.differs == NOTED else (self.who,)) for n, value in self.to}
        found = []
        for slot, one, other in zip(self.one.system.schema.slots, after.fields, then.fields, strict=True):
            name, type_ = slot.field.name, slot.field.type
            for keys, leaf in () if name in self.law.ignoring else differing(type_, one, other):
                if (name, keys) not in changed:
                    said = f"{self.codec.text(slot.leaf, entry(one, keys))}, and {self.codec.text(slot.leaf, leaf)}"
                    found.append(f"{name}{self.codec.keys(type_, keys)} = {said}")
        if not found and [f is None for f in after.frames] != [f is None for f in then.frames]:
            found.append("another frame is open")
        return "; ".join(found[:3])

    def _hurt_otherwise(self, after: State, then: State) -> str:
        """Whether anything suffers less, or more than by so much."""
        law = self.law
        for name, sign in law.hurts.items():
            type_ = self._type(name)
            rows = zip(leaves(type_, self._field(after, name)), leaves(type_, self._field(then, name)), strict=True)
            for (keys, one), (_, other) in rows:
                if keys[:1] == (self.who,) and is_keyed(type_, t.Sort(law.of)):
                    continue  # what is stronger may be hurt otherwise itself
                ends = (self.one, after), (self.other, then)
                gone, went = (self._is_gone(type_, keys, *end) for end in ends)
                more = sign * (other - one)
                said = f"{name}{self.codec.keys(type_, keys)}"
                if gone and not went:
                    return f"{said} is gone, and stays"
                if not gone and not went and (more < 0 or (law.by is not None and more > law.by)):
                    return f"{said} is {one}, and {other}"
        return ""

    def _is_gone(self, type_: t.Type, keys: Sequence[int], drawn: SampledState, state: State) -> bool:
        if not self.law.gone or not is_keyed(type_, t.Sort(self.law.of)):
            return False
        return member_matches(self.law.gone, self.law.of, drawn.system, state, keys[0])

    def _payments(self, after: State, then: State) -> Iterator[tuple[int, int]]:
        """The payments of anybody, in the one state and the other."""
        for name in self.law.pays:
            states = self.one.state, self.other.state, after, then
            rows = (leaves(self._type(name), self._field(state, name)) for state in states)
            for (_, had), (_, would), (_, has), (_, were) in zip(*rows, strict=True):
                yield had - has, would - were

    def _type(self, name: str) -> t.Type:
        schema = self.one.system.schema
        return schema.slots[schema.index[name]].field.type

    def _field(self, state: State, name: str) -> Any:
        return state.fields[self.one.system.schema.index[name]]

    def _break(self, at: str, says: str, *steps: Instance) -> None:
        if all(one.at != at for one in self.broken):
            self.broken.append(LawViolation(at, says, self.who, self.to, steps))

    def _players(self, awaited: frozenset[int]) -> str:
        if awaited == t.CHANCE:
            return "chance"
        return self.codec.text(t.Set(t.Sort(self.one.system.system.players)), awaited)


def _telling(law: Law, drawn: SampledState, among: Sequence[Instance], rng: Random) -> list[Instance]:
    """Some choices that hurt anybody, or are paid for, as a law says it; beside those that are paid for some others,
    which may not cost more either. among: of these alone, if there are any."""
    if among:
        return list(among)
    several = some_by_action(drawn.allowed_instances, MOST_LOOKED_AT, rng)
    tells = _is_felt if law.hurts else _is_paid
    found = list(islice((one for one in several if tells(law, drawn, one)), 2 * STEPS))
    free = [one for one in several if one not in found] if law.pays and found else []
    return [*found[: STEPS - BESIDES], *free[:BESIDES]]


def _is_felt(law: Law, drawn: SampledState, instance: Instance) -> bool:
    """Whether a choice changes how much anything suffers."""
    after, index = drawn.after(instance), drawn.system.schema.index
    return after is not None and any(after.fields[index[name]] != drawn.state.fields[index[name]] for name in law.hurts)


def _is_paid(law: Law, drawn: SampledState, instance: Instance) -> bool:
    """Whether anybody pays for a choice."""
    after, schema = drawn.after(instance), drawn.system.schema
    if after is None:
        return False
    for index in (schema.index[name] for name in law.pays):
        type_ = schema.slots[index].field.type
        both = zip(leaves(type_, drawn.state.fields[index]), leaves(type_, after.fields[index]), strict=True)
        if any(had > has for (_, had), (_, has) in both):
            return True
    return False


def _rises(law: Law, name: str, drawn: SampledState, who: int) -> bool:
    """Whether a number on a member can be higher: none that is none."""
    now = _column(law.of, name, drawn.system, drawn.state)[who]
    return bool(_higher(now, 1) != now)


def members_in(system: TransitionSystem, instance: Instance, sort: t.Sort) -> frozenset[int]:
    """The members of a sort that a choice names."""
    found = set[int]()
    for parameter, value in zip(system.system.actions[instance.action].chosen_parameters, instance.args, strict=True):
        match parameter.type:
            case t.Sort() | t.Optional(t.Sort()) if t.unwrap(parameter.type) == sort and value is not None:
                found.add(value)
            case t.Set(item) if item == sort:
                found.update(value)
            case t.Map(key, item):
                if t.unwrap(item) == sort:
                    found.update(one for one in value if one is not None)
                elif key == sort:
                    found.update(i for i, one in enumerate(value) if one is not None)
    return frozenset(found)


def some_by_action(every: Sequence[Instance], most: int, rng: Random) -> list[Instance]:
    """At most so many choices by chance, of as many actions as there are."""
    mixed = rng.sample(every, len(every))
    turn, numbered = Counter[str](), list[tuple[int, Instance]]()
    for one in mixed:
        numbered.append((turn[one.action], one))
        turn[one.action] += 1
    return [one for _, one in sorted(numbered, key=lambda pair: pair[0])[:most]]


def _higher(now: Any, by: int) -> Any:
    """A number that is higher, or each of several; what is none stays none."""
    return tuple(_higher(one, by) for one in now) if isinstance(now, tuple) else None if now is None else now + by


def member_matches(where: Where, sort: str, system: TransitionSystem, state: State, who: int) -> bool:
    """Whether a member is so, by what is printed on it and said of it."""
    return all(is_among(_column(sort, name, system, state)[who], values) for name, values in where.items())


def _column(sort: str, name: str, system: TransitionSystem, state: State) -> Sequence[object]:
    """The values of all members: printed, or said by a field."""
    found: Sequence[object] = system.scope.attributes.get((sort, name)) or state.fields[system.schema.index[name]]
    return found


def game_matches(during: Where, leading: Sequence[str], system: TransitionSystem, state: State) -> bool:
    """Whether the whole game stands so, and some of its fields name somebody."""
    index = system.schema.index
    stands = all(is_among(state.fields[index[name]], values) for name, values in during.items())
    return stands and all(state.fields[index[name]] not in (None, ()) for name in leading)


def law_applies(law: Law, system: TransitionSystem, state: State, who: int) -> bool:
    """Whether a law is about a member in a state: the game stands so, and the member is so."""
    return (
        game_matches(law.during, law.leading, system, state)
        and all(first_named_member(state.fields[system.schema.index[name]]) == who for name in law.leading)
        and law_still_applies(law, system, state, who)
    )


def first_named_member(value: object) -> object:
    """A member that a field of the whole game names, a pile by its top."""
    return (value[0] if value else None) if isinstance(value, tuple) else value


def law_still_applies(law: Law, system: TransitionSystem, state: State, who: int) -> bool:
    """Whether a member is as a law says, and others name it, wherever the game stands."""
    if not member_matches(law.where, law.of, system, state, who):
        return False
    for name, where in law.named_by.items():
        named = state.fields[system.schema.index[name]]
        if not any(
            one == who and member_matches(where, law.of, system, state, other) for other, one in enumerate(named)
        ):
            return False
    return True
