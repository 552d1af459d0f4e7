"""Whether hypotheses and laws exclude something: ground instances are added until z3 says so, or nothing is left.

The instances are the proof: without quantifiers, so that any solver can check it.
"""

from __future__ import annotations

import math
from bisect import insort
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice, product
from time import monotonic, thread_time
from typing import Literal

import z3

from ruleslawyer.engines.smt.lifted.sums import Sum, Sums
from ruleslawyer.engines.smt.lifted.translate import Evaluation, Translation
from ruleslawyer.lifted.folds import Fold
from ruleslawyer.lifted.terms import (
    BOOL,
    FALSE,
    INT,
    TRUE,
    Term,
    conjuncts,
    member,
    substitute,
    subterms,
    symbol,
)
from ruleslawyer.lifted.world import Law, World

Answer = Literal["unsat", "sat", "unknown"]
Origin = tuple[Law | Term, ...]
"""What an instance is made of: a law and its terms; an application of a fold, with a member or for its witness."""
MANY_TERMS, FEW_TERMS = 32, 14
"""Of each sort, how many terms are used in instances."""
AT_ONCE = 40
"""Instances that are asserted before the solver is asked again."""
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
OFTEN = 500
"""Instances, after which one looks at the clock."""
MOST = 20_000
"""Instances, beyond which a question is given up."""


@dataclass(frozen=True, slots=True)
class Asked:
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


@dataclass(frozen=True, slots=True)
class Parts:
    """members: the terms of open sorts in a term; symbols: what is applied there; about: of those what is said of
    members of open sorts."""

    members: tuple[Term, ...]
    symbols: tuple[Term, ...]
    about: tuple[Term, ...]


class Solver:
    """Asks questions of one relation; what was translated for one serves the next. thorough: it says what each instance
    is made of; and sums are bounded with each term that is known, too, which takes long where nothing comes of it."""

    def __init__(self, world: World, *, thorough: bool = False) -> None:
        self.world, self.thorough = world, thorough
        self.translation = Translation(world.sizes)
        self.sums = Sums()
        self._triggers: dict[Law, list[Term]] = {}
        self._parts: dict[Term, Parts] = {}
        self._bounds: dict[tuple[Term, Term], Term] = {}
        self._said: dict[tuple[Law, tuple[Term, ...]], Term] = {}

    def is_impossible(self, condition: Term) -> bool:
        """Whether a condition holds of nothing, as far as z3 sees at once; variables are as constants."""
        solver = z3.SimpleSolver(self.translation.context)
        solver.set("rlimit", AT_ONCE_SEEN)
        self.translation.put(solver, condition)
        return bool(solver.check() == z3.unsat)

    def ask(
        self, wanted: Term, hypotheses: Sequence[Term], laws: Sequence[Law], seconds: float,
        tracked: Sequence[Term] = (), *, again: bool = True, eager: bool = False,
    ) -> Asked:  # fmt: skip
        """Whether something can be, where hypotheses and laws hold. tracked: more hypotheses, of which it is wanted to
        know whether an answer rests on them. again: ask in the second way too.

        First with no more than is needed: what a model keeps by itself is not asserted. Where that comes to no end, or
        to a model, which may be one of the many terms that it has, all hypotheses are asserted, and fewer terms used.
        eager: in this second way alone.
        """
        if eager:
            return _Question(self, wanted, hypotheses, laws, tracked, seconds, FEW_TERMS, eager=True).run()
        share = seconds / 2 if again else seconds
        found = _Question(self, wanted, hypotheses, laws, tracked, share, MANY_TERMS, eager=False).run()
        if found.answer == "unsat" or not again:
            return found
        left = seconds - found.seconds
        second = _Question(self, wanted, hypotheses, laws, tracked, left, FEW_TERMS, eager=True).run()
        return second if second.answer == "unsat" or found.answer == "unknown" else found

    def parts(self, term: Term) -> Parts:
        """The parts of a term: members, symbols, and symbols about members."""
        found = self._parts.get(term)
        if found is None:
            sizes = self.world.sizes
            closed = sorted((t for t in subterms([term]) if not t.free), key=lambda t: t.rank)
            members = tuple(t for t in closed if t.sort not in (BOOL, INT) and t.sort not in sizes)
            symbols = tuple(t for t in closed if t.op == "symbol")
            about = tuple(t for t in symbols if any(a.sort not in (BOOL, INT) and a.sort not in sizes for a in t.args))
            found = self._parts[term] = Parts(members, symbols, about)
        return found

    def bound_of(self, fold: Fold, app: Term, x: Term) -> Term:
        """The bound that a fold's value sets a member."""
        found = self._bounds.get((app, x))
        if found is None:
            found = fold.bound_by(app.args, x)
            self._bounds[app, x] = found
        return found

    def instance(self, law: Law, values: tuple[Term, ...]) -> Term:
        """A law's instance for members, one for each of its variables; the next question asks for many of them
        again."""
        found = self._said.get((law, values))
        if found is None:
            variables, matrix = law
            found = self._said[law, values] = substitute(matrix, dict(zip(variables, values, strict=True)))
        return found

    def triggers(self, law: Law) -> list[Term]:
        """The symbols of a law that speak of all its variables, one in each place: where none of them is applied, the
        law says nothing."""
        if law not in self._triggers:
            variables, matrix = law
            found = [
                t for t in subterms([matrix])
                if t.op == "symbol" and t.free and all(v in t.args for v in variables)
                and all(a.op == "variable" or not a.free for a in t.args)
            ]  # fmt: skip
            self._triggers[law] = found
        return self._triggers[law]


class _TooMany(Exception):
    """There are more instances of a law than can be looked at."""


class _Question:
    def __init__(
        self, solver: Solver, wanted: Term, hypotheses: Sequence[Term], laws: Sequence[Law], tracked: Sequence[Term],
        seconds: float, most: int, *, eager: bool,
    ) -> None:  # fmt: skip
        self.solver, self.world, self.most = solver, solver.world, most
        self.end = thread_time() + seconds
        self.slower = 1.0
        """How many seconds of the clock one of the processor took the last time."""
        self.z3 = z3.SimpleSolver(solver.translation.context)
        self.asserted: dict[Term, None] = {}
        self.tracked = {part for term in tracked for part in conjuncts(term)}
        self.labels: dict[z3.BoolRef, Term] = {}
        self.seen: set[Term] = set()
        self.scanned: set[Term] = set()
        self.witnesses: dict[Term, Term] = {}
        self.origins: dict[Term, Origin] = {}
        self.few = AT_ONCE if eager else FEW
        self.terms: dict[str, dict[Term, None]] = {}
        self.folds: list[tuple[Fold, Term]] = []
        self.sums: list[Sum] = []
        self.applied: dict[str, list[Term]] = {}
        self.laws = [law for law in dict.fromkeys(laws) if law[0]]
        self.waiting: list[tuple[int, int, Term]] = []
        self.known: set[Term] = set()
        self._done: set[tuple[object, ...]] = set()
        self._through: dict[Term, int] = {}
        """Of each fold, for how many members it was said what it is."""
        self.cut = False
        self.wanted = wanted
        self._assert(wanted)
        closed = (matrix for variables, matrix in laws if not variables)
        for term in (*hypotheses, *closed, *tracked):
            for part in conjuncts(term):
                if eager:
                    self._assert(part)
                else:
                    self._wait(part)
        self.given = set(self.known)
        """What holds and was not asserted at once."""

    def run(self) -> Asked:
        began = thread_time()
        model: Evaluation | None = None

        def give_up(reason: str) -> Asked:
            return Asked("unknown", thread_time() - began, reason=reason, hint=model)

        while True:
            left = self.end - thread_time()
            if left <= 0 or len(self.asserted) > MOST:
                return give_up("time" if left <= 0 else f"{MOST} instances")
            found = self._check(left)
            if found == z3.unsat:
                core = [self.labels[label] for label in self.z3.unsat_core()]
                used = frozenset(term for term in core if term in self.tracked)
                made = {term: self.origins.get(term, ()) for term in core} if self.solver.thorough else {}
                return Asked("unsat", thread_time() - began, used=used, instances=made)
            if found != z3.sat:
                if self.z3.reason_unknown() in _TIME_OUT and self.end - thread_time() > LITTLE:
                    continue  # z3 counts the clock's seconds, of which others have their share, and begins anew
                return give_up(self.z3.reason_unknown())
            model = Evaluation(self.z3.model(), self.solver.translation)
            try:
                wrong = self._wrong(model)
            except _TooMany:
                return give_up("time, or too many instances")
            if not wrong:
                if self.cut:
                    return Asked("unknown", thread_time() - began, model, f"more than {self.most} terms of a sort")
                return Asked("sat", thread_time() - began, model)
            for instance in wrong:
                self._assert(instance)

    def _check(self, left: float) -> z3.CheckSatResult:
        """The answer of z3: at first by a measure of its own of how much it does, since its clock is a thread, for
        which it waits after each of thousands of short questions; then in the time that is left."""
        self.z3.set("timeout", _NO_CLOCK)
        self.z3.set("rlimit", AT_FIRST)
        found = self.z3.check(*self.labels)
        if found != z3.unknown or self.z3.reason_unknown() not in _TIME_OUT:
            return found
        self.z3.set("rlimit", 0)
        self.z3.set("timeout", max(1, math.ceil(left * self.slower * 1000)))
        began, clock = thread_time(), monotonic()
        found = self.z3.check(*self.labels)
        self.slower = min(SLOWEST, max(1.0, (monotonic() - clock) / max(thread_time() - began, LITTLE)))
        return found

    def _wrong(self, model: Evaluation) -> list[Term]:
        """Some of what is not asserted and wrong in a model, the shortest; what counts comes after all else."""
        for i, instance in enumerate(self._instances()):
            self._wait(instance)
            if i % OFTEN == OFTEN - 1 and (len(self.waiting) > MOST or thread_time() > self.end):
                raise _TooMany
        wrong = [w for app in list(self.witnesses) if app in self.seen and model.value(app)
                 for w in [self.witnesses.pop(app)]]  # fmt: skip
        self._sift(model, wrong, apart=True)
        if not wrong:
            self._sift(model, wrong, apart=False)
        if wrong:
            return wrong
        strange = {app for _, app in self.sums if app not in self.seen}
        if strange:  # what is known of another sum may bound those that are asked about
            wrong = [term for _, _, term in self.waiting if term in self.given and self._speaks_of(term, strange)]
            if wrong:
                return wrong[: self.few]
        counted = [(fold, app) for fold, app in self.sums if app in self.seen]
        sums = self.solver.sums
        beside = sums.beside(counted, self.terms) if self.solver.thorough else ()
        for lemmas in (sums.bounds(counted), sums.comparisons(counted), beside):
            wrong = []
            for lemma in lemmas:
                if lemma not in self.asserted and lemma is not TRUE and not model.value(lemma):
                    wrong.append(lemma)
                    if len(wrong) == self.few:
                        break
            if wrong:
                return wrong
        return []

    def _sift(self, model: Evaluation, wrong: list[Term], *, apart: bool) -> None:
        """Add what is wrong in a model, up to a number. apart: leave out what speaks of nothing that is asserted,
        of which a model says nothing yet."""
        left: list[tuple[int, int, Term]] = []
        for i, entry in enumerate(self.waiting):
            term = entry[2]
            if len(wrong) >= AT_ONCE:
                left += self.waiting[i:]
                break
            if apart and self._strange(term):
                left.append(entry)
            elif not model.value(term):
                wrong.append(term)
            elif term not in self.asserted:
                left.append(entry)
        self.waiting = left

    def _speaks_of(self, term: Term, apps: set[Term]) -> bool:
        return term not in self.asserted and not apps.isdisjoint(self.solver.parts(term).symbols)

    def _strange(self, term: Term) -> bool:
        about = self.solver.parts(term).about
        return bool(about) and self.seen.isdisjoint(about)

    def _wait(self, term: Term) -> None:
        """Take down what holds, to be asserted once it is wrong in a model."""
        if term not in self.known and term not in self.asserted and term is not TRUE:
            self.known.add(term)
            insort(self.waiting, (term.size, term.rank, term))
            self._scan(term)

    def _assert(self, term: Term) -> None:
        if term in self.asserted or term is TRUE:
            return
        self.asserted[term] = None
        label = None
        if term in self.tracked or (self.solver.thorough and term is not self.wanted):
            label = z3.Bool(f"label {len(self.labels)}", self.solver.translation.context)
            self.labels[label] = term
        self.solver.translation.put(self.z3, term, label)
        parts = self.solver.parts(term)
        self.seen.update(parts.symbols)
        for part in parts.members:
            known = self.terms.setdefault(part.sort, {})
            if len(known) < self.most:
                known[part] = None
            elif part not in known:
                self.cut = True
        self._scan(term)

    def _scan(self, term: Term) -> None:
        """Note what is applied in a term that is asserted, or may have to be: what a fold says there has to be known
        before it can be seen whether the term is wrong."""
        by_name = self.world.folds.by_name
        for part in self.solver.parts(term).symbols:
            if part not in self.scanned:
                self.scanned.add(part)
                name = str(part.value)
                self.applied.setdefault(name, []).append(part)
                fold = by_name.get(name)
                if fold is not None:
                    (self.sums if fold.kind == "sum" else self.folds).append((fold, part))

    # --- instances --------------------------------------------------------------------------------------------------

    def _instances(self) -> Iterator[Term]:
        """The instances that have not been looked at yet."""
        for fold, app in list(self.folds):
            yield from self._of_fold(fold, app)
        for law in self.laws:
            yield from self._of_law(law)

    def _new(self, *key: object) -> bool:
        if key in self._done:
            return False
        self._done.add(key)
        return True

    def _from(self, instance: Term, *of: Law | Term) -> Term:
        """An instance, with the law and the terms that it is made of."""
        if self.solver.thorough:
            self.origins.setdefault(instance, of)
        return instance

    def _of_fold(self, fold: Fold, app: Term) -> Iterator[Term]:
        if self._new(app):
            about = self._from(fold.about(app.args), app)
            if fold.kind == "some":
                # Its witness has to be there to be asked about, though a model may satisfy this as it is.
                self.witnesses[app] = about
            else:
                yield about
        members = self.terms.get(fold.variable.sort, {})
        done = self._through.get(app, 0)
        if done < len(members):
            self._through[app] = len(members)
            for x in list(islice(members, done, None)):
                yield self._from(self.solver.bound_of(fold, app, x), app, x)

    def _of_law(self, law: Law) -> Iterator[Term]:
        variables, _ = law
        triggers = self.solver.triggers(law)
        if triggers:
            for trigger in triggers:
                for app in list(self.applied.get(str(trigger.value), ())):
                    put = _match(trigger, app)
                    if put is not None and self._new(law, *put.values()):
                        values = tuple(put[v] for v in variables)
                        yield self._from(self.solver.instance(law, values), law, *values)
            return
        ranges = [self._members(v.sort) for v in variables]
        for values in product(*ranges):
            if self._new(law, *values):
                yield self._from(self.solver.instance(law, values), law, *values)

    def _members(self, sort: str) -> list[Term]:
        if sort == BOOL:
            return [FALSE, TRUE]
        if sort in self.world.sizes:
            return [member(sort, k) for k in range(self.world.sizes[sort])]
        return list(self.terms.get(sort, ())) or [symbol(sort, f"some {sort}")]


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
