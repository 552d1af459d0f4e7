"""Questions of induction about the lifted rules, for any number of cards.

A candidate is *strong* where it holds after every sub-step, *settled* where no settle is due, *at rest* where somebody
decides or the game is over.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal

from ruleslawyer.lifted.context import Check, Store
from ruleslawyer.lifted.relation import Relation, Step
from ruleslawyer.lifted.rest import Kind, Said
from ruleslawyer.lifted.terms import FALSE, TRUE, Term, both, cases, conjuncts, either, negate, substitute, symbol
from ruleslawyer.lifted.values import Unlifted
from ruleslawyer.lifted.world import Law

if TYPE_CHECKING:  # what follows from the text alone is asked without a solver too
    from ruleslawyer.engines.smt.lifted.answered import Answered
    from ruleslawyer.engines.smt.lifted.question import Asked, Solver
    from ruleslawyer.engines.smt.lifted.translate import Evaluation

Level = Literal["strong", "settled", "rest"]
BRIEFLY = 0.15
"""Seconds for what is nearest to a question, and for each other way before any of them is asked at length."""
AT_ONCE = 0.05, 0.2
"""Shares of a question's time for what is near to it, and for all that is known; most proofs come from one of them."""
NEAR, WITH_FACTS = 0.4, 0.2
"""The same for what is near, at length, and for that with what holds where the rule is taken."""
CASES = 8
"""How many cases are told apart, at most, where what is wrong has no answer as a whole."""
SHORT, BRIEF = 30, 200
"""How long a law of a rule's symbols may be, and a part of what holds where it is taken, to count as near. Parts no
longer than such a law come before longer ones."""
NEXT: Mapping[Level, Kind] = {"strong": "settle", "settled": "duty", "rest": "action"}
"""Of the states of a level, before which rules they are."""
Reads = frozenset[Any]
"""Fields, and names of frames."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """Something that may hold of every state; reads: of what it speaks. level: of which states. spared: what
    is left of it where a model breaks it after a rule."""

    name: str
    says: Callable[[Store], Said]
    reads: Reads
    level: Level = "strong"
    declared: bool = True
    spared: Callable[[Evaluation, Store], Candidate | None] | None = None

    @property
    def key(self) -> str:
        return self.name if self.level == "strong" else f"{self.level}: {self.name}"

    def weaker(self) -> Candidate | None:
        """The same of fewer states; nothing of those at rest, and no guess of more than two kinds."""
        if self.level == "strong":
            return replace(self, level="settled")
        return replace(self, level="rest") if self.level == "settled" and self.declared else None

    def but(self, model: Evaluation, after: Store) -> Candidate | None:
        """The same but where a model breaks it, if there is such a thing."""
        found = None if self.spared is None else self.spared(model, after)
        return None if found is None else replace(found, level=self.level)

    def before(self, kind: str) -> bool:
        """Whether it is known before a rule of a kind is taken."""
        return self.level == "strong" or kind == "action" or (kind == "duty" and self.level == "settled")


@dataclass(slots=True)
class Fallen:
    """Why a candidate is none: at which rule, and what the solver said there. late: it was not asked in time."""

    rule: str
    asked: Asked | None
    reason: str = ""
    late: bool = False


@dataclass(frozen=True, slots=True)
class Assumed:
    """What is known before a rule and of it. facts: what holds where it is taken. near: what types, readings and
    candidates promise, the ranges of what it writes, and what is short; far: what else defines its symbols, and its
    other checks. parts: what the candidates say, each part with whose it is."""

    facts: list[Term]
    near: list[Law]
    far: list[Law]
    parts: dict[Term, str]


@dataclass(frozen=True, slots=True)
class Answer:
    """What the solver said, and by which candidates."""

    asked: Asked
    used: frozenset[str]


class Induction:
    """Questions about one relation. also: laws that are assumed of everything, such as a reading. Without a solver none
    is asked. answered: what was asked before, where that is believed."""

    def __init__(
        self, relation: Relation, solver: Solver | None, seconds: float, also: Sequence[Law] = (),
        answered: Answered | None = None,
    ) -> None:  # fmt: skip
        self.relation, self.solver, self.seconds, self.before = relation, solver, seconds, answered
        self.also = tuple(also)
        self._facts: dict[str, Said] = {}
        self._goals: dict[tuple[str, str], tuple[Term, tuple[Law, ...]]] = {}
        self._places: dict[tuple[str, Level], tuple[Term, tuple[Law, ...]]] = {}
        self._standing: dict[Level, Step] = {}
        self.steps = [s for kind, name in relation.rules() if (s := relation.step(kind, name)) is not None]

    def unlifted(self, of: str | None = None) -> tuple[str, str] | None:
        """A rule of which nothing is known, and what cannot be lifted there: `of`, or without it any rule."""
        found = self.relation.unlifted
        name = next(iter(found), None) if of is None else of
        return None if name not in found else (name, found[name])

    def steps_of(self, of: str | None) -> Iterator[Step]:
        """The rules of which a check of steps is asked: those of one action, or all but the beginning."""
        for step in self.steps:
            if step.kind != "initial" and of in (None, step.name if step.kind == "action" else None):
                yield step

    def _naming(self, about: str) -> AbstractContextManager[None]:
        return self.relation.world.folds.within(f"{about}{self.relation.mark}")

    # --- what is asked ----------------------------------------------------------------------------------------------

    def assumed(self, candidates: Iterable[Candidate], step: Step) -> Assumed:
        """What is known where a rule is taken."""
        laws = [*self.relation.world.laws, *self.also, *(check.law for check in step.checks if check.write)]
        parts: dict[Term, str] = {}
        if step.kind != "initial":
            laws += self.relation.laws_before(step.kind)
            for candidate in candidates:
                if not candidate.before(step.kind):
                    continue
                said = self.said(candidate)
                for part in conjuncts(said.holds):
                    parts.setdefault(part, candidate.key)
                laws += [*said.laws, *(check.law for check in said.checks)]
        far = [law for law in step.laws if law[1].size > SHORT]
        laws += [law for law in step.laws if law[1].size <= SHORT]
        far += [check.law for check in step.checks if not check.write]
        return Assumed(list(step.facts), laws, far, parts)

    def said(self, candidate: Candidate) -> Said:
        """What a candidate says of the state before a rule; `Unlifted` where that cannot be said of any state."""
        if candidate.name not in self._facts:
            with self._naming(candidate.name):
                self._facts[candidate.name] = candidate.says(self.relation.base)
        return self._facts[candidate.name]

    def goal(self, step: Step, candidate: Candidate) -> tuple[Term, tuple[Law, ...]]:
        """That the candidate is wrong after a rule, or cannot be evaluated there; and laws of that."""
        key = step.key, candidate.key
        if key not in self._goals:
            with self._naming(f"{candidate.key} {step.key}"):
                said = candidate.says(step.after)
            wrong, laws = denied(said), said.laws
            if candidate.level != "strong":
                place, more = self._place(step, candidate.level)
                wrong, laws = both(place, wrong), (*laws, *more)
            self._goals[key] = wrong, laws
        return self._goals[key]

    def _place(self, step: Step, level: Level) -> tuple[Term, tuple[Law, ...]]:
        """That the state after a rule is settled, or at rest; and laws of that."""
        key = step.key, level
        if key not in self._places:
            with self._naming(f"{level} {step.key}"):
                said = self._of_level(step.after, level)
                forgotten = self.relation.meaningful(step.after) if level == "rest" else ()
            self._places[key] = said.holds, (*said.laws, *(check.law for check in said.checks), *forgotten)
        return self._places[key]

    def _of_level(self, store: Store, level: Level) -> Said:
        """That a state is of a level."""
        if level == "strong":
            return Said(TRUE, (), ())
        said = self.relation.at_rest(store) if level == "rest" else self.relation.settled(store)
        if said is None:
            raise Unlifted(f"whether a state is {level}")
        return said

    def standing(self, level: Level) -> Step:
        """A state of a level as it is: what is known there says what else is true in it."""
        if level not in self._standing:
            with self._naming(level):
                place = self._of_level(self.relation.base, level)
            self._standing[level] = self.relation.standing(NEXT[level], place)
        return self._standing[level]

    def touched(self, step: Step, candidate: Candidate) -> bool:
        """Whether a rule may make a candidate wrong: where it was not known before, or what it speaks of changes."""
        known = step.kind != "initial" and candidate.before(step.kind)
        if known and not step.touches(candidate.reads):
            return False
        return self.goal(step, candidate)[0] is not FALSE

    def ask(
        self, step: Step, wrong: Term, laws: Sequence[Law], known: Sequence[Candidate], seconds: float, *,
        again: bool = True,
    ) -> Answer:  # fmt: skip
        """Whether something can be wrong after a rule, before which candidates hold. again: ask in a second way too."""
        about = self.assumed(known, step)
        if self.before is None:
            return self._ask(step, wrong, laws, known, about, seconds, again=again)
        every = (*about.near, *laws, *about.far, *step.laws)
        world = self.relation.world
        question = self.before.question(world, wrong, about.facts, every)
        used = self.before.get(question, world, about.parts)
        if used is not None:
            from ruleslawyer.engines.smt.lifted.question import Asked

            return self._answer(Asked("unsat", 0.0, used=used), about.parts, known)
        answer = self._ask(step, wrong, laws, known, about, seconds, again=again)
        if answer.asked.answer == "unsat":
            self.before.put(question, world, answer.asked.used)
        return answer

    def _ask(
        self, step: Step, wrong: Term, laws: Sequence[Law], known: Sequence[Candidate], about: Assumed, seconds: float,
        *, again: bool,
    ) -> Answer:  # fmt: skip
        """What is far from most questions makes each of them long, so that it is left out at first, and comes in as a
        whole where that is not enough. What one way does not show at length another may at once. What needs longer
        still is asked without it again, and last as models want it."""
        near = [*about.near, *laws]
        short = [part for fact in about.facts for part in conjuncts(fact) if part.size <= BRIEF]
        shortest = [part for part in short if part.size <= SHORT]

        def within(share: float, facts: Sequence[Term], of: Sequence[Law], *, eager: bool) -> Answer:
            return self.answered(wrong, facts, of, about.parts, known, seconds * share, again=False, eager=eager)

        brief = BRIEFLY / seconds if seconds > BRIEFLY else 1.0
        if len(shortest) < len(short):
            found = within(brief, shortest, near, eager=True)
            if found.asked.answer == "unsat":
                return found
        # A state is asked as a question is, so that there may be more laws of it now.
        every = [*near, *about.far, *step.laws]
        ways = (short, near, AT_ONCE[0]), (about.facts, every, AT_ONCE[1])
        tried: list[Answer] = []
        for facts, of, share in ways:
            tried.append(within(min(brief, share), facts, of, eager=True))
            if tried[-1].asked.answer == "unsat":
                return tried[-1]
        for i, (facts, of, share) in enumerate(ways):
            if share > brief and tried[i].asked.answer == "unknown":
                tried[i] = within(share, facts, of, eager=True)
                if tried[i].asked.answer == "unsat":
                    return tried[i]
        found = tried[0]
        if found.asked.answer == "unknown":
            found = within(NEAR, short, near, eager=True)
            if found.asked.answer == "unsat":
                return found
            if found.asked.answer == "unknown":
                each = self._each(cases(wrong, CASES), short, near, about.parts, known, seconds * NEAR)
                if each is not None:
                    return each
        found = within(WITH_FACTS, about.facts, near, eager=False)
        if found.asked.answer == "unsat":
            return found
        return self.answered(wrong, about.facts, every, about.parts, known, seconds, again=again)

    def _each(
        self, wrong: Sequence[Term], facts: Sequence[Term], near: Sequence[Law], parts: Mapping[Term, str],
        known: Sequence[Candidate], seconds: float,
    ) -> Answer | None:  # fmt: skip
        """The answer where none of several can be: each is a shorter question than all. None where one may be."""
        found: list[Answer] = []
        for one in wrong if len(wrong) > 1 else ():
            found.append(self.answered(one, facts, near, parts, known, seconds / 2, again=False, eager=True))
            if found[-1].asked.answer != "unsat":
                return None
        if not found:
            return None
        used = frozenset[Term]().union(*(one.asked.used for one in found))
        return self._answer(replace(found[-1].asked, used=used), parts, known)

    def answered(
        self, wrong: Term, hypotheses: Sequence[Term], laws: Sequence[Law], parts: Mapping[Term, str],
        known: Sequence[Candidate], seconds: float, *, again: bool = True, eager: bool = False,
    ) -> Answer:  # fmt: skip
        """What the solver says, and on which candidates that rests. parts: what they say, and whose each part is."""
        assert self.solver is not None
        found = self.solver.ask(wrong, hypotheses, laws, seconds, tuple(parts), again=again, eager=eager)
        return self._answer(found, parts, known)

    def _answer(self, asked: Asked, parts: Mapping[Term, str], known: Sequence[Candidate]) -> Answer:
        # A candidate that makes checks says more than its parts: that they do not fail.
        used = {parts[term] for term in asked.used} | {c.key for c in known if self.said(c).checks}
        return Answer(asked, frozenset(used))

    def never(self, step: Step, known: Sequence[Candidate], seconds: float) -> bool:
        """Whether a rule can never be taken, for all that is known: what is shown of it says nothing then."""
        return self.ask(step, TRUE, (), known, seconds, again=False).asked.answer == "unsat"


def denied(said: Said) -> Term:
    """That what is said is wrong, or that asking it fails a check."""
    return either(negate(said.holds), *map(fails, said.checks))


def fails(check: Check) -> Term:
    """That a check fails, of somebody."""
    put = {v: symbol(v.sort, f"who {v.value}") for v in check.variables}
    return substitute(both(check.path, negate(check.holds)), put)
