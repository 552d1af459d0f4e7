"""A question asked of few members, with all that is known of these asserted at once: search, of which nothing is
believed.

Where models are looked at, each brings somebody new, and a long rule comes to no end. What a rule does to the members
that it is given, and to those that it asks for by what is printed on them, is often enough.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

import z3

from ruleslawyer.engines.smt.lifted.question import Asked, Origin, Solver
from ruleslawyer.lifted.folds import Fold
from ruleslawyer.lifted.loops import ARGUMENT
from ruleslawyer.lifted.terms import BOOL, INT, Term, conjuncts, subterms
from ruleslawyer.lifted.world import Law

MOST, TOGETHER = 20, 2
"""How many members there are at most, and how many variables a law may have."""


class Few:
    """A question of few members. laws: all that is known."""

    def __init__(self, solver: Solver, wanted: Term, laws: Sequence[Law]) -> None:
        self.solver, self.wanted, self.laws = solver, wanted, laws
        self.folds = solver.world.folds.by_name
        self.given = [part for variables, matrix in laws if not variables for part in conjuncts(matrix)]
        self.first = _symbols([wanted, *self.given])
        self.members = self._members()

    def ask(self, seconds: float) -> Asked | None:
        """The answer where nothing can be wrong, by what is known of the members; else None."""
        if not self.members:
            return None
        instances: dict[Term, Origin] = dict.fromkeys(self.given, ())
        for term, origin in self._of_laws():
            instances.setdefault(term, origin)
        self._of_sums(instances)
        self._of_folds(instances)
        translation = self.solver.translation
        z3_solver, labels = z3.SimpleSolver(translation.context), dict[z3.BoolRef, Term]()
        z3_solver.set("timeout", max(1, int(seconds * 1000)))
        translation.put(z3_solver, self.wanted)
        for term in (term for term in instances if not term.free and term is not self.wanted):
            label = translation.label(len(labels))
            labels[label] = term
            translation.put(z3_solver, term, label)
        if translation.check(z3_solver, labels) != z3.unsat:
            return None
        core = [labels[label] for label in z3_solver.unsat_core()]
        return Asked("unsat", 0.0, used=frozenset(core), instances={term: instances[term] for term in core})

    def _members(self) -> list[Term]:
        """The members that a rule is given or that are named, and those who are asked for by what is printed on them,
        as what is wanted asks for somebody."""
        wanted = set(_symbols([self.wanted]))
        found = [
            t
            for t in self.first
            if not t.args and self._is_member(t) and (t in wanted or str(t.value).startswith(ARGUMENT))
        ]
        printed, named = self._attributes([self.wanted]), set(found)
        for app in self.first:
            fold = self._some(app)
            if fold is not None and app.args and set(filter(self._is_member, app.args)) <= named:
                about = self._attributes([fold.condition])
                if about and about <= printed:
                    found.append(fold.witness_term(app.args))
        return found if len(found) <= MOST else []

    def _is_member(self, term: Term) -> bool:
        return term.sort not in (BOOL, INT) and term.sort not in self.solver.world.sizes

    def _attributes(self, terms: Sequence[Term]) -> set[str]:
        """The attributes of which terms speak, also within what they ask for."""
        names = {str(t.value) for t in subterms(terms) if t.op == "symbol"}
        beginnings = tuple(f"{sort}." for sort in self.solver.world.system.sorts)
        inner = [self.folds[name].condition for name in names if name in self.folds]
        return {name for name in names if name.startswith(beginnings)} | (self._attributes(inner) if inner else set())

    def _some(self, app: Term) -> Fold | None:
        fold = self.folds.get(str(app.value))
        return fold if fold is not None and fold.kind == "some" else None

    def _of_laws(self) -> Iterator[tuple[Term, Origin]]:
        for law in self.laws:
            variables, _ = law
            if 0 < len(variables) <= TOGETHER:
                for values in product(*([m for m in self.members if m.sort == v.sort] for v in variables)):
                    yield self.solver.instance(law, values), (law, *values)

    def _of_sums(self, instances: dict[Term, Origin]) -> None:
        """The least and the most that each sum is of which what is wanted speaks, and who may have a share of it."""
        wanted, sums = _symbols([self.wanted]), self.solver.sums
        every = [(fold, t) for t in wanted if (fold := self.folds.get(str(t.value))) and fold.kind == "sum"]
        members = {sort: [m for m in self.members if m.sort == sort] for sort in {m.sort for m in self.members}}
        lemmas = [*sums.bounds(every), *sums.beside(every, members)]
        instances.update(dict.fromkeys(lemmas, ()))
        others = (t for t in _symbols(lemmas) if t.sort in {fold.variable.sort for fold, _ in every})
        self.members = list(dict.fromkeys((*self.members, *others)))

    def _of_folds(self, instances: dict[Term, Origin]) -> None:
        """Adds who is asked for in what was said so far: whether a member is it; of the first, who it is."""
        first = set(self.first)
        for app in _symbols([self.wanted, *instances]):
            fold = self._some(app)
            if fold is None:
                continue
            if app in first:
                instances.setdefault(fold.about(app.args), (app,))
            for x in (x for x in self.members if x.sort == fold.variable.sort):
                instances.setdefault(self.solver.bound_of(fold, app, x), (app, x))


def _symbols(terms: Sequence[Term]) -> list[Term]:
    return sorted((t for t in subterms(terms) if t.op == "symbol" and not t.free), key=lambda t: t.rank)
