"""Windows: a response made in one window, and in the next of the same phase. What then comes out is the same, or a
clause says when."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from random import Random

from ruleslawyer.ir import types as t
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset
from ruleslawyer.semantics.codec import Codec
from ruleslawyer.semantics.state import State
from ruleslawyer.semantics.transition import Instance, TransitionSystem
from ruleslawyer.studies.laws.built_in import NO_FRAME
from ruleslawyer.studies.laws.compare import Broken, Tried, members_in
from ruleslawyer.studies.laws.drawn import Drawn
from ruleslawyer.studies.laws.wishes import Aim, Wish

NAME = "a_response_one_window_later_changes_nothing"
REASON = "what is done with one card says nothing of what another does meanwhile, unless a clause says when"
TRIES, PASSES, TO_CLOSE = 4, 3, 8
"""Responses of one state that are inserted; passes between two windows; passes by which the last one closes."""
FEW = 100
"""Insertions of a response in a window from which on it is not inserted each time: opening hands would be most."""
_TIMELY = ("order", "timing", "precedence")
"""Kinds of clauses that say when something counts."""
_OUTERMOST = "the outermost procedure"


@dataclass(frozen=True, slots=True)
class Insertion:
    """A response, what lies between the two windows, and the pass in the earlier one by which its player waits for the
    later, if there is one."""

    response: Instance
    other: Instance
    passed: tuple[Instance, ...] = ()

    @property
    def at(self) -> str:
        return f"{self.response.action} and {self.other.action}"


@dataclass
class Windows:
    """Inserts responses. opened, inserted: by the procedure and the response how often there was a next window, and how
    often the response was possible in both; failed: why others were not inserted; scopes: whether a window opened in
    one; said: the clauses that say when, where something differs; wishes: the members that responses name, so that
    others are dealt like them."""

    ruleset: LoadedRuleset
    rng: Random
    opened: Counter[tuple[str, str]] = field(default_factory=Counter)
    inserted: Counter[tuple[str, str]] = field(default_factory=Counter)
    scopes: dict[str, bool] = field(default_factory=dict)
    failed: Counter[str] = field(default_factory=Counter)
    said: dict[str, tuple[str, ...]] = field(default_factory=dict)
    wishes: dict[str, Wish] = field(default_factory=dict)

    @property
    def never(self) -> list[str]:
        """The scopes in which no window opened."""
        return sorted(name for name, opened in self.scopes.items() if not opened)

    @cached_property
    def _timely(self) -> frozenset[str]:
        register = self.ruleset.register
        known = register.clauses.items() if register else ()
        return frozenset(id_ for id_, clause in known if clause.kind in _TIMELY)

    def __call__(self, drawn: Drawn) -> Tried:
        system, state = drawn.system, drawn.state
        self.scopes.setdefault(drawn.deal.scope.name, False)
        there = [] if system.is_over(state) else list(_insertions(drawn))
        if not there:
            return Tried()
        self.scopes[drawn.deal.scope.name] = True
        at = system.schema.innermost(state) or NO_FRAME
        self.opened.update({(at, one.response.action) for one in there})
        met, broken = 0, dict[str, Broken]()
        for one in self._some(there):
            if self.rng.random() * self.inserted[at, one.response.action] > FEW:
                continue
            self._wish(drawn, one.response)
            plays = [_Play(system, state), _Play(system, state)]
            plays[0].makes(one.response, one.other)
            plays[1].makes(*one.passed, one.other, one.response)
            if why := next((play.failed for play in plays if play.failed or not play.closes()), ""):
                self.failed[why] += 1
                continue
            met += 1
            self.inserted[at, one.response.action] += 1
            if differing := _differing(system, plays[0].state, plays[1].state):
                clauses = self._clauses(system, at, one)
                if clauses:
                    self.said.setdefault(one.at, clauses)
                else:
                    calls = Codec(system.system, system.scope).call
                    both = ("; ".join(map(calls, play.steps)) for play in plays)
                    says = "after {}, and after {}: that decides ".format(*both) + ", ".join(differing)
                    broken.setdefault(one.at, Broken(one.at, says, steps=(one.response, one.other)))
        return Tried(met, tuple(broken.values()))

    def _some(self, there: list[Insertion]) -> Iterator[Insertion]:
        """Some by chance, of each two actions one."""
        kinds: dict[str, list[Insertion]] = {}
        for one in there:
            kinds.setdefault(one.at, []).append(one)
        for at in self.rng.sample(sorted(kinds), min(len(kinds), TRIES)):
            yield self.rng.choice(kinds[at])

    def _wish(self, drawn: Drawn, response: Instance) -> None:
        """Others are to be as what this names is: printed alike, and in the same place."""
        system = drawn.system
        for sort, declared in system.system.sorts.items():
            found = sorted(members_in(system, response, t.Sort(sort))) if sort != system.system.players else []
            for member in found[:1]:
                printed = {
                    a.name: system.scope.attributes[sort, a.name] for a in declared.attributes if _is_word(a.type)
                }
                where = {name: (column[member],) for name, column in printed.items() if column}
                for slot, value in zip(system.schema.slots, drawn.state.fields, strict=True):
                    type_ = slot.field.type
                    if isinstance(type_, t.Map) and type_.key == t.Sort(sort) and _is_word(type_.value):
                        where[slot.field.name] = (value[member],)
                self.wishes[response.action] = Wish((Aim(sort, where),))

    def _clauses(self, system: TransitionSystem, at: str, one: Insertion) -> tuple[str, ...]:
        """The clauses that say when, of the parts: the procedure, or whose decision it is, and both choices."""
        rules = system.system
        origin = rules.awaits.origin if at == NO_FRAME else rules.frames[at].origin
        cites = list(origin.cites)
        for instance in (one.response, one.other):
            action = rules.actions[instance.action]
            cites += [*action.origin.cites, *(cite for norm in action.every_norm for cite in norm.origin.cites)]
        return tuple(dict.fromkeys(cite for cite in cites if cite in self._timely))


class _Play:
    """Choices one behind the other within one phase; where one is not possible yet, others pass before it. failed: why
    it did not come out; empty as long as it does."""

    def __init__(self, system: TransitionSystem, state: State) -> None:
        self.system, self.state, self.steps, self.failed = system, state, list[Instance](), ""
        self._phase = phase(system, state)

    def makes(self, *instances: Instance) -> None:
        for instance in instances:
            if self._waits_for(instance):
                self._take(instance)
            if self.failed:
                return

    def closes(self) -> bool:
        """Leave the window to close, as everybody passes; whether that comes out."""
        for _ in range(TO_CLOSE):
            passing = next(_passes(self.system, self.state), None) if self._is_within else None
            if passing is None:
                return True
            if not self._take(passing):
                return False
        return True

    @property
    def _is_within(self) -> bool:
        return not self.system.is_over(self.state) and not ends_phase(self._phase, phase(self.system, self.state))

    def _waits_for(self, instance: Instance) -> bool:
        """Whether a choice is possible, at once or after others have passed."""
        actor = self.system.system.actions[instance.action].actor_of(instance.args)
        passes = 0
        while self._is_within:
            if self.system.may(self.state, instance):
                return True
            others = (one for one in _passes(self.system, self.state) if _actor(self.system, one) != actor)
            passing = next(others, None)
            if passing is None or passes == PASSES:
                before = self.steps[-1].action if self.steps else "nothing"
                self.failed = f"{instance.action} is not possible behind {before}"
                return False
            if not self._take(passing):
                return False
            passes += 1
        by = "" if self.system.is_over(self.state) else ends_phase(self._phase, phase(self.system, self.state))
        self.failed = f"the phase is over before {instance.action}, by {by or 'the end of the game'}"
        return False

    def _take(self, instance: Instance) -> bool:
        after = self.system.after(self.state, instance)
        if after is None:
            self.failed = f"{instance.action} leads to no state"
            return False
        self.state = after
        self.steps.append(instance)
        return True


def _insertions(drawn: Drawn) -> Iterator[Insertion]:
    """The responses of one player to choices of another, of which neither names what the other does."""
    system, state = drawn.system, drawn.state
    moves, passing = list[Instance](), list[Instance]()
    for one in drawn.allowed_instances:
        action = system.system.actions[one.action]
        if action.kind == "action" and not action.outside_play and action.actor is not None:
            (passing if action.passes else moves).append(one)
    for one in moves:
        for other in moves:
            if _actor(system, other) != _actor(system, one) and _is_apart(system, one, other):
                yield Insertion(one, other)
    for passed in passing:
        mine = [one for one in moves if _actor(system, one) == _actor(system, passed)]
        after = drawn.after(passed) if mine else None
        if after is None or system.is_over(after) or ends_phase(phase(system, state), phase(system, after)):
            continue
        for other in system.allowed_instances(after):
            action = system.system.actions[other.action]
            if action.kind == "action" and not action.passes and _actor(system, other) != _actor(system, passed):
                yield from (Insertion(one, other, (passed,)) for one in mine if _is_apart(system, one, other))


def phase(system: TransitionSystem, state: State) -> dict[str, object]:
    """The phase of play: the outermost procedure, and what the fields of one word or one player say."""
    outermost = next((number for number, frame in enumerate(state.frames) if frame is not None), None)
    players = t.Sort(system.system.players)
    fields = zip(system.schema.slots, state.fields, strict=True)
    words = {
        slot.field.name: value
        for slot, value in fields
        if _is_word(slot.field.type) or t.unwrap(slot.field.type) == players
    }
    return {_OUTERMOST: outermost, **words}


def ends_phase(before: dict[str, object], after: dict[str, object]) -> str:
    """The field of a phase that a later state has otherwise; empty within one. A procedure that opens where none is
    open, as a window for responses does, ends none."""
    return next((n for n, value in before.items() if after[n] != value and not (n == _OUTERMOST and value is None)), "")


def _is_word(type_: t.Type) -> bool:
    return isinstance(t.unwrap(type_), t.Enum)


def _is_apart(system: TransitionSystem, one: Instance, other: Instance) -> bool:
    """Whether two choices name nothing in common but players."""
    sorts = (t.Sort(name) for name in system.system.sorts if name != system.system.players)
    return all(not members_in(system, one, sort) & members_in(system, other, sort) for sort in sorts)


def _actor(system: TransitionSystem, instance: Instance) -> int | None:
    actor: int | None = system.system.actions[instance.action].actor_of(instance.args)
    return actor


def _passes(system: TransitionSystem, state: State) -> Iterator[Instance]:
    """The passes that are allowed."""
    awaited = frozenset[int]() if system.is_over(state) else system.awaits(state)
    if not awaited or awaited == t.CHANCE:
        return
    for action in system.choosable(state):
        if action.passes and action.kind == "action":
            for args, _ in system.possible(action, awaited):
                judged = system.judge_if_open(state, Instance(action.name, args))
                if judged is not None and judged.is_allowed:
                    yield judged.instance


def _differing(system: TransitionSystem, one: State, other: State) -> list[str]:
    names = (slot.field.name for slot in system.schema.slots)
    found = [name for name, a, b in zip(names, one.fields, other.fields, strict=True) if a != b]
    others = [frame is None for frame in one.frames] != [frame is None for frame in other.frames]
    return [*found, *(["which procedure goes on"] if others else [])]
