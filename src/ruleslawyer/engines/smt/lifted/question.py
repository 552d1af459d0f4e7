"""Whether hypotheses and laws exclude something: ground instances are added until z3 says so, or nothing is left.

The instances are the proof: without quantifiers, so that any solver can check it.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import islice, product
from time import monotonic, thread_time
from typing import Literal

import z3

from ruleslawyer.engines.smt.lifted.phases import OFTEN, ModelCompletion
from ruleslawyer.engines.smt.lifted.relevant import Distance, NearTerms
from ruleslawyer.engines.smt.lifted.shares import Parts, SumLemmas
from ruleslawyer.engines.smt.lifted.translate import Evaluation, Translation
from ruleslawyer.ir.system import System
from ruleslawyer.lifted.folds import Fold, Sum
from ruleslawyer.lifted.relation import Relation
from ruleslawyer.lifted.terms import BOOL, FALSE, INT, TRUE, Term, conjuncts, member, substitute, subterms, symbol
from ruleslawyer.lifted.values import WITNESS
from ruleslawyer.lifted.world import Law, World, player_sizes

Answer = Literal["unsat", "sat", "unknown"]
Origin = tuple[Law | Term, ...]
"""What an instance is made of: a law and its terms; an application of a fold, with a member or for its witness."""
MANY_TERMS, FEW_TERMS, NEAR_TERMS = 32, 14, 40
"""Of each sort, how many terms are used in instances: as models want it, of all at once, and of those alone that are
near to what is wanted."""
AT_ONCE, AT_ONCE_NEAR = 40, 12
"""Instances that are asserted before the solver is asked again; and of what is near alone."""
FEW = 4
"""The same of lemmas about sums, each of which brings somebody new."""
LITTLE = 0.05
"""Seconds for which z3 is not asked again."""
SLOWEST = 20.0
"""On a machine that others use, seconds of the clock for one of the processor, at most."""
_TIME_OUT = ("timeout", "canceled", "max. resource limit exceeded")
_NO_CLOCK = 2**32 - 1
AT_ONCE_SEEN = 3_000_000
"""How much z3 may do for what it has to see at once, by its own measure: no other work of the machine counts."""
AT_FIRST = 300_000
"""How much z3 may do, by its own measure, before its clock is set: some hundredths of a second."""
MOST = 20_000
"""Instances, beyond which a question is given up."""
LENGTHS = 40, 200, 1000, math.inf
"""How long what is tried may be: what is longer is tried where nothing shorter is wrong, since it takes long."""


@dataclass(frozen=True, slots=True)
class SolverResult:
    """An answer. model: where it is sat, or too many terms were there to say so; hint: where it is unknown, a model of
    what was asserted by then; reason: why it is unknown; used: where it is unsat, which of the terms that were to be
    tracked it rests on; instances: what it rests on, for a thorough solver, and what each is made of (nothing
    where it was given or is a lemma of sums). Seconds are the processor's."""

    answer: Answer
    seconds: float
    model: Evaluation | None = None
    reason: str = ""
    used: frozenset[Term] = frozenset()
    instances: Mapping[Term, Origin] = field(default_factory=dict)
    hint: Evaluation | None = None


class Solver:
    """Asks questions of one relation; what was translated for one serves the next. thorough: it says what each instance
    is made of. wide: who may have a share of a sum is everybody that is known, alone and with another, and no term is
    left out: it takes long where nothing comes of it."""

    def __init__(self, world: World, *, thorough: bool = False) -> None:
        self.world, self.thorough, self.wide = world, thorough, thorough
        self.translation = Translation(world.sizes)
        self.parts, self.triggers = cache(self._parts_of), cache(self._triggers_of)
        self.bound_of, self.instance = cache(_bound_of), cache(_instance)  # many are asked for again
        self.sums = SumLemmas(world.folds.by_name, self.parts)

    def is_impossible(self, condition: Term) -> bool:
        """Whether a condition holds of nothing, as far as z3 sees at once; variables are as constants."""
        solver = z3.SimpleSolver(self.translation.context)
        solver.set("rlimit", AT_ONCE_SEEN)
        self.translation.put(solver, condition)
        return bool(solver.check() == z3.unsat)

    def ask(
        self, wanted: Term, hypotheses: Sequence[Term], laws: Sequence[Law], seconds: float,
        tracked: Sequence[Term] = (), *, again: bool = True, eager: bool = False, near: Distance | None = None,
    ) -> SolverResult:  # fmt: skip
        """Whether something can be, where hypotheses and laws hold. tracked: more hypotheses, of which it is wanted to
        know whether an answer rests on them. again: ask in the second way too.

        First with no more than is needed: what a model keeps by itself is not asserted. Where that comes to no end, or
        to a model, which may be one of the many terms that it has, all hypotheses are asserted, and fewer terms used.
        eager: in this second way alone. near: so too, of no terms and folds but those near to what is wanted, so that
        `sat` says less.
        """
        if near is not None or eager:
            return Instantiation(self, wanted, hypotheses, laws, tracked, eager=True, near=near).run(seconds)
        share = seconds / 2 if again else seconds
        first = Instantiation(self, wanted, hypotheses, laws, tracked, eager=False).run(share)
        if first.answer == "unsat" or not again:
            return first
        second = Instantiation(self, wanted, hypotheses, laws, tracked, eager=True).run(seconds - first.seconds)
        return second if second.answer == "unsat" or first.answer == "unknown" else first

    def _parts_of(self, term: Term) -> Parts:
        """The parts of a term: members, symbols, and symbols about members."""
        sizes = self.world.sizes
        closed = sorted((t for t in subterms([term]) if not t.free), key=lambda t: t.rank)
        members = tuple(t for t in closed if t.sort not in (BOOL, INT) and t.sort not in sizes)
        return Parts(members, tuple(t for t in closed if t.op == "symbol"))

    def _triggers_of(self, law: Law) -> list[Term]:
        """The symbols of a law that speak of all its variables, one in each place: where none of them is applied, the
        law says nothing."""
        variables, matrix = law
        return [
            t for t in subterms([matrix])
            if t.op == "symbol" and t.free and all(v in t.args for v in variables)
            and all(a.op == "variable" or not a.free for a in t.args)
            and not (law in self.world.of_all_members and str(t.value) in self.world.folds.by_name)
        ]  # fmt: skip


def _bound_of(fold: Fold, app: Term, x: Term) -> Term:
    """The bound that a fold's value sets a member."""
    return fold.bound_by(app.args, x)


def _instance(law: Law, values: tuple[Term, ...]) -> Term:
    """A law's instance for members, one for each of its variables."""
    variables, matrix = law
    return substitute(matrix, dict(zip(variables, values, strict=True)))


def relation_of(system: System, players: int | None) -> tuple[Relation, Solver]:
    """A ruleset's lifted relation, with so many players (None: any number), and the solver for it."""
    solvers: list[Solver] = []
    relation = Relation(
        system, player_sizes(system, players), {}, lambda condition: solvers[0].is_impossible(condition)
    )
    solvers.append(Solver(relation.world))
    return relation, solvers[0]


class _Timeout(Exception):
    """There is no time left to look at what is wrong in a model."""


class Instantiation:
    """One question, asked in one way; where its time was not enough, it goes on from there when it is run again."""

    def __init__(
        self, solver: Solver, wanted: Term, hypotheses: Sequence[Term], laws: Sequence[Law],
        tracked: Sequence[Term] = (), *, eager: bool, near: Distance | None = None,
    ) -> None:  # fmt: skip
        self.solver, self.world = solver, solver.world
        self.most = NEAR_TERMS if near is not None else FEW_TERMS if eager else MANY_TERMS
        self.near = None if near is None else NearTerms(near, solver.world.sizes, [wanted, *tracked])
        self.end = 0.0
        self.slower = 1.0
        """How many seconds of the clock one of the processor took the last time."""
        self.z3 = z3.SimpleSolver(solver.translation.context)
        self.asserted: dict[Term, None] = {}
        self.tracked = {part for term in tracked for part in conjuncts(term)}
        self.labels: dict[z3.BoolRef, Term] = {}
        self.seen: set[Term] = set()
        self.origins: dict[Term, Origin] = {}
        self.few = AT_ONCE if eager else FEW
        self.at_once = AT_ONCE if near is None else AT_ONCE_NEAR
        self.terms: dict[str, dict[Term, None]] = {}
        self.folds: list[tuple[Fold, Term]] = []
        self.sums: list[Sum] = []
        self.told: list[Term] = []
        """The folds and witnesses that are applied in what is asserted."""
        self.applied: dict[str, list[Term]] = {}
        self.laws = sorted((law for law in dict.fromkeys(laws) if law[0]), key=lambda law: law[1].size)
        self.cut: dict[Term, None] = {}
        """The terms that are not used yet."""
        self.wanted = wanted
        self._assert(wanted)
        closed = (matrix for variables, matrix in laws if not variables)
        parts = dict.fromkeys(part for term in (*hypotheses, *closed, *tracked) for part in conjuncts(term))
        for part in parts if eager else ():
            self._assert(part)
        self.given = [] if eager else sorted(parts, key=lambda part: (part.size, part.rank))
        """What holds and was not asserted at once."""

    def run(self, seconds: float) -> SolverResult:
        """The answer, within so many more seconds of the processor."""
        began = thread_time()
        self.end = began + seconds
        model: Evaluation | None = None

        def give_up(reason: str) -> SolverResult:
            return SolverResult("unknown", thread_time() - began, reason=reason, hint=model)

        while True:
            left = self.end - thread_time()
            if left <= 0 or len(self.asserted) > MOST:
                return give_up("time" if left <= 0 else f"{MOST} instances")
            status = self._check(left)
            if status == z3.unsat:
                core = [self.labels[label] for label in self.z3.unsat_core()]
                used = frozenset(term for term in core if term in self.tracked)
                made = {term: self.origins.get(term, ()) for term in core} if self.solver.thorough else {}
                return SolverResult("unsat", thread_time() - began, used=used, instances=made)
            if status != z3.sat:
                if self.z3.reason_unknown() in _TIME_OUT and self.end - thread_time() > LITTLE:
                    continue  # z3 counts the clock's seconds, of which others have their share, and begins anew
                return give_up(self.z3.reason_unknown())
            model = Evaluation(self.z3.model(), self.solver.translation)
            try:
                wrong = self._wrong(self._complete_model())
            except _Timeout:
                return give_up("time")
            if not wrong:
                if self.cut and not (self.solver.wide and self.near is None):
                    return SolverResult(
                        "unknown", thread_time() - began, model, f"more than {self.most} terms of a sort"
                    )
                if self.cut:
                    self._take_more_terms()
                    continue
                return SolverResult("sat", thread_time() - began, model)
            for instance in wrong:
                self._assert(instance)

    def _complete_model(self) -> ModelCompletion:
        folds = self.world.folds.by_name
        return ModelCompletion(
            self.z3.model(), self.solver.translation, folds, self.told, self.terms, self._look_at_the_clock
        )

    def _look_at_the_clock(self) -> None:
        if thread_time() > self.end:
            raise _Timeout

    def _check(self, left: float) -> z3.CheckSatResult:
        """The answer of z3: at first by a measure of its own of how much it does, since its clock is a thread, for
        which it waits after each of thousands of short questions; then in the time that is left."""
        self.z3.set("timeout", _NO_CLOCK)
        self.z3.set("rlimit", AT_FIRST)
        found = self.solver.translation.check(self.z3, self.labels)
        if found != z3.unknown or self.z3.reason_unknown() not in _TIME_OUT:
            return found
        self.z3.set("rlimit", 0)
        self.z3.set("timeout", max(1, math.ceil(left * self.slower * 1000)))
        began, clock = thread_time(), monotonic()
        found = self.solver.translation.check(self.z3, self.labels)
        self.slower = min(SLOWEST, max(1.0, (monotonic() - clock) / max(thread_time() - began, LITTLE)))
        return found

    # --- what is wrong in a model -----------------------------------------------------------------------------------

    def _wrong(self, model: ModelCompletion) -> list[Term]:
        """Some of what is not asserted and wrong in a model, the shortest; what counts comes after all else."""
        shorter = 0.0
        for longest in LENGTHS:
            wrong = dict.fromkeys(islice(self._new(self._wrong_within(model, shorter, longest)), self.at_once))
            if wrong:
                return list(wrong)
            shorter = longest
        # What is known of another sum may bound those that are asked about.
        strange = [term for term in self.given if term not in self.asserted and self._counts(term)]
        strange = strange or [term for term in self._new(self._of_all(model)) if self._counts(term)]
        if strange:
            return strange[: self.few]
        off = [(fold, app) for fold, app in self.sums if model.is_off(fold, app)]
        for lemmas in self.solver.sums.ways(self.wanted, self.sums, off, self.terms, wide=self.solver.wide):
            found = list(islice((one for one in self._new(lemmas) if not model.value(one)), self.few))
            if found:
                return found
        return []

    def _new(self, terms: Iterable[Term]) -> Iterator[Term]:
        for term in terms:
            self._look_at_the_clock()
            if term not in self.asserted and term is not TRUE:
                yield term

    def _counts(self, term: Term) -> bool:
        """Whether a term speaks of a sum of which nothing is asserted yet."""
        folds = self.world.folds.by_name
        return any(
            app not in self.seen and (fold := folds.get(str(app.value))) is not None and self._is_of_sums(fold)
            for app in self.solver.parts(term).symbols
        )

    def _is_of_sums(self, fold: Fold) -> bool:
        """Whether a fold is a sum, or asks whether somebody has one."""
        folds = self.world.folds.by_name
        return fold.kind == "sum" or any(
            (inner := folds.get(str(t.value))) is not None and inner.kind == "sum"
            for t in subterms([fold.condition]) if t.op == "symbol"
        )  # fmt: skip

    def _of_all(self, model: ModelCompletion) -> Iterator[Term]:
        """The facts about all members, for each of them; and of some member that it has what it takes."""
        for fold, app in self.folds:
            if fold.kind == "some" and self._is_of_sums(fold):
                if model.value(app):
                    yield self._from(fold.about(app.args), app)
                    continue
                for x in self._members(model, fold.variable.sort):
                    yield self._from(self.solver.bound_of(fold, app, x), app, x)

    def _wrong_within(self, model: ModelCompletion, shorter: float, longest: float) -> Iterator[Term]:
        """The terms of this length that the model makes false."""
        for term in self.given:
            if shorter < term.size <= longest and not model.value(term):
                yield term
        for fold, app in self.folds:
            if shorter < fold.condition.size + fold.body.size <= longest:
                yield from self._of_fold(model, fold, app)
        for law in self.laws:
            if shorter < law[1].size <= longest:
                yield from self._of_law(model, law)

    def _of_fold(self, model: ModelCompletion, fold: Fold, app: Term) -> Iterator[Term]:
        args, here, sort = tuple(map(model.value, app.args)), model.value(app), fold.variable.sort
        put = dict(zip(fold.parameters, args, strict=True))
        for x in self._members(model, sort):
            known = put | {fold.variable: model.value(x)}
            if not (fold.kind == "some" and here) and model.value_where(fold.condition, known):
                body = here if fold.kind == "some" else model.value_where(fold.body, known)
                if fold.kind == "some" or (body < here if fold.kind == "least" else body > here):
                    yield self._from(self.solver.bound_of(fold, app, x), app, x)
        witness = fold.witness_term(app.args)
        if fold.kind != "some":
            about = fold.about(app.args)
            wrong = not model.value(about)
        elif not here:
            return
        elif witness in self.seen:
            wrong = not model.value_where(fold.condition, put | {fold.variable: model.value(witness)})
        else:  # somebody else will do
            wrong = not model.known_by(fold, args)
        if wrong:
            yield self._from(fold.about(app.args), app)

    def _of_law(self, model: ModelCompletion, law: Law) -> Iterator[Term]:
        variables, matrix = law
        tried = set[tuple[object, ...]]()
        for terms in self._terms_for(model, law):
            values = tuple(map(model.value, terms))
            if values not in tried:
                tried.add(values)
                if len(tried) % OFTEN == 0:
                    self._look_at_the_clock()
                if not model.value_where(matrix, dict(zip(variables, values, strict=True))):
                    yield self._from(self.solver.instance(law, terms), law, *terms)

    def _terms_for(self, model: ModelCompletion, law: Law) -> Iterator[tuple[Term, ...]]:
        """The terms for which a law may say something."""
        variables, _ = law
        triggers = self.solver.triggers(law)
        for trigger in triggers:
            for app in self.applied.get(str(trigger.value), ()):
                put = _match(trigger, app)
                if put is not None and (self.near is None or all(map(self.near.is_near, put.values()))):
                    yield tuple(put[v] for v in variables)
        if not triggers:
            yield from product(*(self._members(model, v.sort) for v in variables))

    def _members(self, model: ModelCompletion, sort: str) -> list[Term]:
        if sort == BOOL:
            return [FALSE, TRUE]
        if sort in self.world.sizes:
            return [member(sort, k) for k in range(self.world.sizes[sort])]
        return list(model.each(sort).values()) or [symbol(sort, f"some {sort}")]

    def _from(self, instance: Term, *of: Law | Term) -> Term:
        """An instance, with the law and the terms that it is made of."""
        if self.solver.thorough:
            self.origins.setdefault(instance, of)
        return instance

    # --- what is asserted -------------------------------------------------------------------------------------------

    def _assert(self, term: Term) -> None:
        if term in self.asserted or term is TRUE:
            return
        self.asserted[term] = None
        label = None
        if term in self.tracked or (self.solver.thorough and term is not self.wanted):
            label = self.solver.translation.label(len(self.labels))
            self.labels[label] = term
        self.solver.translation.put(self.z3, term, label)
        parts = self.solver.parts(term)
        for part in parts.members if self.near is None else filter(self.near.is_near, parts.members):
            self._use(part)
        for part in parts.symbols:
            if part not in self.seen:
                self.seen.add(part)
                self._note(part)

    def _use(self, part: Term) -> None:
        known = self.terms.setdefault(part.sort, {})
        if part not in known:
            (known if len(known) < self.most else self.cut)[part] = None

    def _take_more_terms(self) -> None:
        """Use twice as many terms, where those that were used leave a model."""
        self.most *= 2
        left, self.cut = self.cut, {}
        for part in left:
            self._use(part)

    def _note(self, app: Term) -> None:
        """Note what is applied in a term that is asserted: of that there are instances."""
        by_name, name = self.world.folds.by_name, str(app.value)
        self.applied.setdefault(name, []).append(app)
        fold = by_name.get(name)
        if fold is not None and (self.near is None or self.near.speaks_of(name)):
            (self.sums if fold.kind == "sum" else self.folds).append((fold, app))
        if fold is not None or name.removeprefix(WITNESS) in by_name:
            self.told.append(app)


def _match(trigger: Term, app: Term) -> dict[Term, Term] | None:
    """The values of a trigger's variables in an application; None where it does not match."""
    put: dict[Term, Term] = {}
    for pattern, arg in zip(trigger.args, app.args, strict=True):
        if pattern.op == "variable":
            if put.setdefault(pattern, arg) is not arg:
                return None
        elif pattern is not arg:
            return None
    return put
