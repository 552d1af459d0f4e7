"""Questions of induction about the lifted rules, for any number of cards.

A candidate is *strong* where it holds after every sub-step, *settled* where no settle is due, *at rest* where somebody
decides or the game is over.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Generic, Self, TypeVar

from ruleslawyer.engines.smt.certify.argument import Level
from ruleslawyer.lifted.context import Check, Store
from ruleslawyer.lifted.relation import Relation, Step
from ruleslawyer.lifted.rest import Kind, PropertyStatement
from ruleslawyer.lifted.terms import FALSE, TRUE, Term, both, either, negate, substitute, symbol
from ruleslawyer.lifted.values import LiftingError
from ruleslawyer.lifted.world import Law

NEXT: Mapping[Level, Kind] = {"strong": "settle", "settled": "duty", "rest": "action"}
"""Of the states of a level, before which rules they are."""
DEPTH = 3
"""The most rules of a chain."""
Reads = frozenset[Any]
"""Fields, and names of frames."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """Something that may hold of every state; reads: of what it speaks. level: of which states."""

    name: str
    says: Callable[[Store], PropertyStatement]
    reads: Reads
    level: Level = "strong"
    declared: bool = True

    @property
    def key(self) -> str:
        return self.name if self.level == "strong" else f"{self.level}: {self.name}"

    def before(self, kind: str) -> bool:
        """Whether the candidate is known before a rule of a kind is taken."""
        return self.level == "strong" or kind == "action" or (kind == "duty" and self.level == "settled")


class Induction:
    """Questions about one relation, which are made here and not asked. also: laws that are assumed of everything, such
    as a reading."""

    def __init__(self, relation: Relation, also: Sequence[Law] = ()) -> None:
        self.relation, self.also = relation, tuple(also)
        self._facts: dict[str, PropertyStatement] = {}
        self._goals: dict[tuple[str, str], tuple[Term, tuple[Law, ...]]] = {}
        self._places: dict[tuple[str, Level], tuple[Term, tuple[Law, ...]]] = {}
        self._standing: dict[Level, Step] = {}

    @cached_property
    def steps(self) -> list[Step]:
        """Every rule that can be lifted; to lift them all takes long, and a check of one action needs only that."""
        every = (self.relation.step(kind, name) for kind, name in self.relation.rules())
        return [step for step in every if step is not None]

    def of(self, relation: Relation) -> Self:
        """The same questions of another relation."""
        return type(self)(relation, self.also)

    def lifting_gap(self, of: str | None = None) -> tuple[str, str] | None:
        """A rule of which nothing is known, and what cannot be lifted there: `of`, or without it any rule."""
        _ = self.steps if of is None else self.relation.step("action", of)
        found = self.relation.unlifted
        name = next(iter(found), None) if of is None else of
        return None if name not in found else (name, found[name])

    def steps_of(self, of: str | None) -> Iterator[Step]:
        """The rules of which a check of steps is asked: those of one action, or all but the beginning."""
        if of is None:
            yield from (step for step in self.steps if step.kind != "initial")
        elif (step := self.relation.step("action", of)) is not None:
            yield step

    def _naming(self, about: str) -> AbstractContextManager[None]:
        return self.relation.world.folds.within(f"{about}{self.relation.mark}")

    # --- what is asked ----------------------------------------------------------------------------------------------

    def statement(self, candidate: Candidate) -> PropertyStatement:
        """The candidate's statement about the state before a rule; `LiftingError` where that cannot be said of any
        state."""
        if candidate.name not in self._facts:
            with self._naming(candidate.name):
                self._facts[candidate.name] = candidate.says(self.relation.base)
        return self._facts[candidate.name]

    def goal(self, step: Step, candidate: Candidate) -> tuple[Term, tuple[Law, ...]]:
        """The condition that the candidate is false after a rule, or cannot be evaluated there; and laws about that."""
        key = step.key, candidate.key
        if key not in self._goals:
            with self._naming(f"{candidate.key} {step.key}"):
                said = candidate.says(step.after)
            wrong, laws = denial(said), said.laws
            if candidate.level != "strong":
                place, more = self._place(step, candidate.level)
                wrong, laws = both(place, wrong), (*laws, *more)
            self._goals[key] = wrong, laws
        return self._goals[key]

    def _place(self, step: Step, level: Level) -> tuple[Term, tuple[Law, ...]]:
        """The condition that the state after a rule is settled, or at rest; and laws about that."""
        key = step.key, level
        if key not in self._places:
            with self._naming(f"{level} {step.key}"):
                said = self._of_level(step.after, level)
                forgotten = self.relation.meaningful(step.after) if level == "rest" else ()
            self._places[key] = said.holds, (*said.laws, *(check.law for check in said.checks), *forgotten)
        return self._places[key]

    def _of_level(self, store: Store, level: Level) -> PropertyStatement:
        """The condition that a state is of a level."""
        if level == "strong":
            return PropertyStatement(TRUE, (), ())
        said = self.relation.at_rest(store) if level == "rest" else self.relation.no_settle_holds(store)
        if said is None:
            raise LiftingError(f"whether a state is {level}")
        return said

    def standing(self, level: Level) -> Step:
        """A state of a level as it is: what is known there says what else is true in it."""
        if level not in self._standing:
            with self._naming(level):
                place = self._of_level(self.relation.base, level)
            laws = (*place.laws, *(check.law for check in place.checks))
            self._standing[level] = self.relation.standing(NEXT[level], [place.holds], laws)
        return self._standing[level]

    def may_break(self, step: Step, candidate: Candidate) -> bool:
        """Whether a rule may make a candidate wrong: where it was not known before, or what it speaks of changes."""
        known = step.kind != "initial" and candidate.before(step.kind)
        if known and not step.touches(candidate.reads):
            return False
        return self.goal(step, candidate)[0] is not FALSE


Made = TypeVar("Made", bound=Induction)


class KInduction(Generic[Made]):
    """k-induction (Sheeran, Singh, Stålmarck 2000): a property that a rule breaks from some state is asked again after
    the rules before it.

    A chain is two or three rules, each from the state that the one before it leaves. Before each, what is to be shown
    is known, since it was shown of fewer sub-steps. Every rule may be the one before; the beginning has none."""

    def __init__(self, about: Made) -> None:
        self.about = about
        self._levels = [about]
        self._joined: dict[tuple[int, str], list[Law]] = {}

    def level(self, back: int) -> Made:
        """The rules, so many sub-steps before the last."""
        while len(self._levels) <= back:
            earlier = self._levels[-1].relation.earlier()
            self._levels.append(self.about.of(earlier))
        return self._levels[back]

    def first(self, chain: Sequence[Step]) -> bool:
        """Whether no rule is asked before a chain."""
        return chain[-1].kind == "initial" or len(chain) == DEPTH

    def join(self, back: int, before: Step) -> list[Law]:
        """The laws that the state before a rule of a chain is the one after the rule before it."""
        key = back, before.key
        if key not in self._joined:
            self._joined[key] = self.level(back - 1).relation.joining_laws(before)
        return self._joined[key]


def denial(said: PropertyStatement) -> Term:
    """The condition that a statement is false, or that asking it fails a check."""
    return either(negate(said.holds), *map(fails, said.checks))


def fails(check: Check) -> Term:
    """The condition that a check fails, for some member."""
    return some_member(both(check.path, negate(check.holds)))


def some_member(condition: Term) -> Term:
    """A condition of some member, whoever that is."""
    return substitute(condition, {v: symbol(v.sort, f"who {v.value}") for v in condition.free})
