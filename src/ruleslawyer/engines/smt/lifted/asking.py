"""Questions of induction put to z3, in the ways that most answers come from: search, of which nothing is believed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import inf
from time import thread_time

from ruleslawyer.engines.smt.lifted.answered import QueryCache
from ruleslawyer.engines.smt.lifted.induction import Candidate, Induction, KInduction, fails
from ruleslawyer.engines.smt.lifted.question import Solver, SolverResult
from ruleslawyer.engines.smt.lifted.relevant import Distance, Relevance
from ruleslawyer.engines.smt.lifted.unwritten import ImplicitCheck, ViolationCondition, violations
from ruleslawyer.lifted.context import Check
from ruleslawyer.lifted.relation import Relation, Step
from ruleslawyer.lifted.terms import TRUE, Term, both, conjuncts, negate
from ruleslawyer.lifted.values import LiftingError
from ruleslawyer.lifted.world import Law
from ruleslawyer.lifted.writes import Signs

BRIEFLY = 0.15
"""Seconds for what is nearest to a question, and for each other way before any of them is asked at length."""
AT_ONCE = 0.05, 0.2
"""Shares of a question's time for what is near to it, and for all that is known; most proofs come from one of them."""
NEAR, WITH_FACTS = 0.4, 0.2
"""The same for what is near, at length, and for that with what holds where the rule is taken."""
NEAREST, ONE_NEAR = (Distance(1, opaque=True), Distance(1, opaque=False), Distance(2, opaque=True)), 0.3
"""How far from what is wanted it is looked at first, and the share of a question's time for each."""
CASES = 8
"""How many cases are told apart, at most, where what is wrong has no answer as a whole."""
SHORT, BRIEF = 30, 200
"""How long a law of a rule's symbols may be, and a part of what holds where it is taken, to count as near. Parts no
longer than such a law come before longer ones."""

ON_THE_WAY = "several things are added up in one place, and what is there on the way is not said"
ORDER = "it is written in a loop whose order may matter"


@dataclass(slots=True)
class CandidateFailure:
    """The reason why a candidate fails: at which rule, and what the solver said there. late: it was not asked in
    time."""

    rule: str
    asked: SolverResult | None
    reason: str = ""
    late: bool = False


@dataclass(frozen=True, slots=True)
class StepAssumptions:
    """The knowledge before a rule and about it. facts: what holds where it is taken. near: what types, readings and
    candidates promise, the ranges of what it writes, and what is short; far: what else defines its symbols, and its
    other checks. parts: what the candidates say, each part with whose it is."""

    facts: list[Term]
    near: list[Law]
    far: list[Law]
    parts: dict[Term, str]


@dataclass(frozen=True, slots=True)
class Answer:
    """The solver's answer, and the candidates by which it was found."""

    asked: SolverResult
    used: frozenset[str]


class InductionProver(Induction):
    """The questions of one relation, asked. answered: what was asked before, where that is believed."""

    def __init__(
        self, relation: Relation, solver: Solver, seconds: float, also: Sequence[Law] = (),
        answered: QueryCache | None = None,
    ) -> None:  # fmt: skip
        super().__init__(relation, also)
        self.solver, self.seconds, self.before = solver, seconds, answered
        self._relevance = Relevance(relation.world.folds.by_name, relation.system.sorts)

    def of(self, relation: Relation) -> InductionProver:
        return InductionProver(relation, self.solver, self.seconds, self.also)

    @classmethod
    def like(cls, other: Induction, solver: Solver, seconds: float) -> InductionProver:
        """Questions about the relation of another `Induction`: candidates say the same there, in the same words."""
        found = cls(other.relation, solver, seconds, other.also)
        found._facts = other._facts
        return found

    def assumptions(self, candidates: Iterable[Candidate], step: Step) -> StepAssumptions:
        """The knowledge where a rule is taken."""
        laws = [*self.relation.world.laws, *self.also, *(check.law for check in step.checks if check.write)]
        parts: dict[Term, str] = {}
        if step.kind != "initial":
            laws += self.relation.laws_before(step.kind)
            for candidate in candidates:
                if not candidate.before(step.kind):
                    continue
                said = self.statement(candidate)
                for part in conjuncts(said.holds):
                    parts.setdefault(part, candidate.key)
                laws += [*said.laws, *(check.law for check in said.checks)]
        far = [law for law in step.laws if law[1].size > SHORT]
        laws += [law for law in step.laws if law[1].size <= SHORT]
        far += [check.law for check in step.checks if not check.write]
        return StepAssumptions(list(step.facts), laws, far, parts)

    def ask(
        self, step: Step, wrong: Term, laws: Sequence[Law], known: Sequence[Candidate], seconds: float, *,
        again: bool = True, near: Sequence[float] = (),
    ) -> Answer:  # fmt: skip
        """Whether something can be wrong after a rule, before which candidates hold. again: ask in a second way too;
        near: the shares of the time for what is near, one after the other, in place of the usual ones."""
        about = self.assumptions(known, step)
        if self.before is None:
            return self._ask(step, wrong, laws, known, about, seconds, near, again=again)
        every = (*about.near, *laws, *about.far, *step.laws)
        world = self.relation.world
        question = self.before.question(world, wrong, about.facts, every)
        used = self.before.get(question, world, about.parts)
        if used is not None:
            return self._answer(SolverResult("unsat", 0.0, used=used), about.parts, known)
        answer = self._ask(step, wrong, laws, known, about, seconds, near, again=again)
        if answer.asked.answer == "unsat":
            self.before.put(question, world, answer.asked.used)
        return answer

    def _ask(
        self, step: Step, wrong: Term, laws: Sequence[Law], known: Sequence[Candidate], about: StepAssumptions,
        seconds: float,
        shares: Sequence[float], *, again: bool,
    ) -> Answer:  # fmt: skip
        """Asks in several ways. Facts that are far from most questions make each of them long, so they are left out at
        first, and come in as a whole where the rest is not enough. A question that takes long in one way may be quick
        in another. One that needs longer still is asked without them again, and last as models want it. First of all
        nothing is given but what bears on it by its symbols."""
        near = [*about.near, *laws]
        short = [part for fact in about.facts for part in conjuncts(fact) if part.size <= BRIEF]
        shortest = [part for part in short if part.size <= SHORT]

        def within(share: float, facts: Sequence[Term], of: Sequence[Law], *, eager: bool) -> Answer:
            return self.ask_solver(wrong, facts, of, about.parts, known, seconds * share, again=False, eager=eager)

        brief = BRIEFLY / seconds if seconds > BRIEFLY else 1.0
        turns = shares or ((brief, ONE_NEAR) if again else (brief,))
        nearest = self.ask_near(step, wrong, laws, known, [share * seconds for share in turns])
        if nearest is not None:
            return nearest
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
                each = self._each(split_cases(wrong, CASES), short, near, about.parts, known, seconds * NEAR)
                if each is not None:
                    return each
        found = within(WITH_FACTS, about.facts, near, eager=False)
        if found.asked.answer == "unsat":
            return found
        return self.ask_solver(wrong, about.facts, every, about.parts, known, seconds, again=again)

    def ask_near(
        self, step: Step, wrong: Term, laws: Sequence[Law], known: Sequence[Candidate], turns: Sequence[float]
    ) -> Answer | None:  # fmt: skip
        """The answer where nothing can be wrong by what is near to the question alone; else None. turns: the seconds
        for each distance, one turn after the other."""
        about, longer = self.assumptions(known, step), _longer(step.laws)
        cones = [self._cone(wrong, about, laws, step, whole=whole) for whole in (False, True)]
        if longer:
            cones.insert(1, self._cone(wrong, about, laws, step, whole=True, but=longer))
        return self._first_of(wrong, about, known, product(turns, cones, NEAREST))

    def ask_nearest(
        self, step: Step, wrong: Term, laws: Sequence[Law], known: Sequence[Candidate], seconds: float
    ) -> Answer | None:  # fmt: skip
        """The same by what is nearest to the question, which takes hardly any time."""
        about, longer = self.assumptions(known, step), _longer(step.laws)
        every = (False, True) if longer else (False,)
        cones = (self._cone(wrong, about, laws, step, whole=whole, but=longer) for whole in every)
        return self._first_of(wrong, about, known, ((seconds, cone, NEAREST[0]) for cone in cones))

    def _first_of(
        self, wrong: Term, about: StepAssumptions, known: Sequence[Candidate],
        ways: Iterable[tuple[float, tuple[Sequence[Term], Sequence[Law]], Distance]],
    ) -> Answer | None:  # fmt: skip
        """The first answer that nothing can be wrong, by some facts and laws each, in so many seconds."""
        for seconds, (facts, of), far in ways:
            found = self.ask_solver(wrong, facts, of, about.parts, known, seconds, again=False, near=far)
            if found.asked.answer == "unsat":
                return found
        return None

    def _cone(
        self, wrong: Term, about: StepAssumptions, laws: Sequence[Law], step: Step, *, whole: bool,
        but: frozenset[Law] = frozenset(),
    ) -> tuple[list[Term], list[Law]]:  # fmt: skip
        """The facts and laws that bear on a question; what candidates say is short, and bears on most. whole: with
        what the rule makes on its way; but: laws that are left out."""
        facts = [part for fact in about.facts for part in conjuncts(fact)]
        made = dict.fromkeys(law for law in (*step.laws, *laws) if law not in but)
        others = [law for law in dict.fromkeys((*about.near, *about.far)) if law not in made and law not in but]
        return self._relevance.cone(wrong, facts, list(made), others, whole=whole)

    def _each(
        self, wrong: Sequence[Term], facts: Sequence[Term], near: Sequence[Law], parts: Mapping[Term, str],
        known: Sequence[Candidate], seconds: float,
    ) -> Answer | None:  # fmt: skip
        """The answer where none of several can be: each is a shorter question than all. None where one may be."""
        found: list[Answer] = []
        for one in wrong if len(wrong) > 1 else ():
            found.append(self.ask_solver(one, facts, near, parts, known, seconds / 2, again=False, eager=True))
            if found[-1].asked.answer != "unsat":
                return None
        if not found:
            return None
        used = frozenset[Term]().union(*(one.asked.used for one in found))
        made = {term: origin for one in found for term, origin in one.asked.instances.items()}
        return self._answer(replace(found[-1].asked, used=used, instances=made), parts, known)

    def ask_solver(
        self, wrong: Term, hypotheses: Sequence[Term], laws: Sequence[Law], parts: Mapping[Term, str],
        known: Sequence[Candidate], seconds: float, *, again: bool = True, eager: bool = False,
        near: Distance | None = None,
    ) -> Answer:  # fmt: skip
        """The solver's answer, and the candidates on which it rests. parts: what they say, and whose each part is."""
        found = self.solver.ask(wrong, hypotheses, laws, seconds, tuple(parts), again=again, eager=eager, near=near)
        return self._answer(found, parts, known)

    def _answer(self, asked: SolverResult, parts: Mapping[Term, str], known: Sequence[Candidate]) -> Answer:
        # A candidate that makes checks says more than its parts: that they do not fail.
        used = {parts[term] for term in asked.used} | {c.key for c in known if self.statement(c).checks}
        return Answer(asked, frozenset(used))

    def never(self, step: Step, known: Sequence[Candidate], seconds: float) -> frozenset[str] | None:
        """The candidates by which a rule can never be taken, so that what is shown of it says nothing; None where it
        may be."""
        answer = self.ask(step, TRUE, (), known, seconds, again=False)
        return answer.used if answer.asked.answer == "unsat" else None

    def seems_never(self, step: Step, known: Sequence[Candidate], seconds: float) -> bool:
        """The same asked in one way alone, that in which what excludes itself is soonest seen to."""
        about = self.assumptions(known, step)
        laws = [*about.near, *about.far, *step.laws]
        found = self.ask_solver(TRUE, about.facts, laws, about.parts, known, seconds, again=False, eager=True)
        return found.asked.answer == "unsat"


def _longer(laws: Sequence[Law]) -> frozenset[Law]:
    """The laws of entries of which a shorter one says something. A loop leaves an old value or one of a few: to say
    which takes long, and often it makes no difference."""
    about: dict[object, list[Law]] = {}
    for law in (law for law in laws if law[0]):
        entry = law[1]
        while entry.op != "symbol" and entry.args:
            entry = entry.args[0]
        about.setdefault(entry.value, []).append(law)
    return frozenset(
        law for some in about.values() for law in some if law[1].size > max(SHORT, min(one[1].size for one in some))
    )


def split_cases(term: Term, most: int) -> list[Term]:
    """Conditions of which one holds where a condition does: at most so many, by its disjunctions."""
    found = [term]
    for k in range(most):
        if k == len(found) or len(found) == most:
            break
        while (split := _cases(found[k])) and len(found) - 1 + len(split) <= most:
            found[k : k + 1] = split
    return found


def _cases(term: Term) -> list[Term]:
    """A condition by the parts of the first disjunction in it; nothing where there is none."""
    parts = conjuncts(term)
    for i, part in enumerate(parts):
        one_of = [negate(a) for a in conjuncts(negate(part))]
        if len(one_of) > 1:
            return [both(*parts[:i], one, *parts[i + 1 :]) for one in one_of]
    return []


def find_failing_rule(
    about: InductionProver, one: ImplicitCheck, known: Sequence[Candidate], seconds: float, end: float = inf
) -> CandidateFailure | set[str]:
    """The first rule by which something may be wrong; or, where none does, what that rests on. end: when time is out
    for all of it."""
    used: set[str] = set()

    def ask(doubt: ViolationCondition) -> SolverResult | None:
        answer = about.ask(doubt.step, doubt.wrong, doubt.laws, known, min(seconds, end - thread_time()))
        used.update(answer.used)
        return None if answer.asked.answer == "unsat" else answer.asked

    for step in about.steps if one.kind == "writes" else ():
        if thread_time() > end:
            return CandidateFailure(step.key, None, late=True)
        if not all(_anywhere(about, check, seconds) for check in step.walk.anywhere.get(one.about, ())):
            return CandidateFailure(step.key, None, ORDER)
        if not _one_way(step, step.walk.unsaid.get(one.about, ()), ask):
            return CandidateFailure(step.key, None, ON_THE_WAY)
    for doubt in violations(about, one):
        if thread_time() > end:
            return CandidateFailure(doubt.step.key, None, late=True)
        asked = ask(doubt)
        if asked is not None:
            return CandidateFailure(doubt.step.key, asked, doubt.what)
    return used


def _anywhere(about: InductionProver, check: Check | None, seconds: float) -> bool:
    """Whether a write keeps its range whatever the state: nothing is known but what is printed on cards."""
    if check is None:
        return False
    laws = [*about.relation.world.laws, *about.also]
    return about.solver.ask(fails(check), [], laws, seconds).answer == "unsat"


def _one_way(
    step: Step, added: Sequence[Signs | None], shown: Callable[[ViolationCondition], SolverResult | None]
) -> bool:
    """Whether all that is added up in one place is not less than nothing, or all of it is not more: then each value on
    the way lies between the first and the last."""
    signs = [one for one in added if one is not None]
    if len(signs) < len(added):
        return False
    return any(
        all(shown(ViolationCondition(replace(step, upto=one[k].since), fails(one[k]))) is None for one in signs)
        for k in (0, 1)
    )


class KInductionProver(KInduction[InductionProver]):
    """Questions about rules one after the other."""

    def of_states(self, candidate: Candidate, known: Sequence[Candidate], end: float) -> set[str] | CandidateFailure:
        """The conditions by which a candidate holds of all states of its level; or where that is not shown. known: what
        was shown without it."""
        used: set[str] = set()
        unlifted = self.about.lifting_gap()
        if unlifted is not None:
            return CandidateFailure(unlifted[0], None, unlifted[1])
        try:
            self.about.statement(candidate)
        except LiftingError as error:
            return CandidateFailure("", None, str(error))
        for step in self.about.steps:
            try:
                if not self.about.may_break(step, candidate):
                    continue
                wrong, laws = self.about.goal(step, candidate)
            except LiftingError as error:
                return CandidateFailure(step.key, None, str(error))
            why = self.after(step, wrong, laws, [*known, candidate], end, used)
            if why is not None:
                return why
        return used - {candidate.key}

    def after(
        self, step: Step, wrong: Term, laws: Sequence[Law], known: Sequence[Candidate], end: float, used: set[str]
    ) -> CandidateFailure | None:  # fmt: skip
        """The reason why it is not shown that nothing can be wrong after a rule; else what that rests on is added to
        `used`."""
        return self._show_chain((step,), wrong, laws, known, end, used)

    def _show_chain(
        self, chain: tuple[Step, ...], wrong: Term, laws: Sequence[Law], known: Sequence[Candidate], end: float,
        used: set[str],
    ) -> CandidateFailure | None:  # fmt: skip
        """Show the last rule of a chain safe first, then those before it."""
        left = min(self.about.seconds, end - thread_time())
        if left <= 0:
            return CandidateFailure(chain[0].key, None, late=True)
        try:
            answer = self._ask(chain, wrong, laws, known, left)
        except LiftingError as error:
            return CandidateFailure(chain[0].key, None, str(error))
        if answer.asked.answer == "unsat":
            used |= answer.used
            return None
        if self.first(chain) or answer.asked.model is None or self.level(len(chain)).lifting_gap() is not None:
            return CandidateFailure(chain[0].key, answer.asked)
        for before in self.level(len(chain)).steps:
            why = self._show_chain((*chain, before), wrong, laws, known, end, used)
            if why is not None:
                return why
        return None

    def _ask(
        self, chain: Sequence[Step], wrong: Term, laws: Sequence[Law], known: Sequence[Candidate], seconds: float
    ) -> Answer:  # fmt: skip
        hypotheses: list[Term] = []
        assumed: list[Law] = [*laws]
        parts: dict[Term, str] = {}
        for back, step in enumerate(chain):
            if back:
                assumed += self.join(back, step)
            about = self.level(back).assumptions(known, step)
            hypotheses += about.facts
            assumed += [*about.near, *about.far]
            for part, key in about.parts.items():
                parts.setdefault(part, key)
        for step in chain:  # a state is asked as questions are, so that there may be more of them now
            assumed += step.laws
        return self.about.ask_solver(wrong, hypotheses, assumed, parts, known, seconds)
