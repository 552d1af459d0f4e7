"""Guesses at lemmas that nobody wrote down: clauses about fields and frames that every state of some plays keeps, and
questions that are asked of few members first.

A condition of one entry, of up to two members of each sort, is true or false at a point, which is a state with members
for the variables. One that is always so is a guess; so is what is always so where another one is: which of its values a
field of an enum has, or another condition; and that two members of which something is so are one. What is true of few
cards may be wrong of more: nothing is concluded from it, and a guess is asked like any other candidate.

Where models are looked at, each brings somebody new, and a long rule comes to no end. What a rule does to the members
that it is given, and to those that it asks for by what is printed on them, is often enough.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations, product
from random import Random
from typing import TypeAlias

import z3

from ruleslawyer.engines.smt.lifted.clauses import Clause, ClauseLiteral, Place
from ruleslawyer.engines.smt.lifted.induction import Reads
from ruleslawyer.engines.smt.lifted.question import Origin, Solver, SolverResult
from ruleslawyer.engines.smt.lifted.situation import (
    Sizes,
    atoms,
    clause_predicate,
    literal_predicate,
    names_inside,
    sizes_of,
)
from ruleslawyer.ir import types as t
from ruleslawyer.ir.system import System
from ruleslawyer.lifted.folds import Fold
from ruleslawyer.lifted.loops import ARGUMENT
from ruleslawyer.lifted.terms import BOOL, INT, Term, conjuncts, subterms
from ruleslawyer.lifted.world import Law, shape_of
from ruleslawyer.semantics.state import State

STATES, POINTS = 300, 12
"""States that are looked at, of all that there are, and for how many choices of members each, before all are."""
ATOMS = 400
"""Conditions of one entry, at most: those about what is asked first."""
NUMBERS = (0, 1)
"""Numbers up to which one asks whether something is at most so much."""
GUESSED = 400
"""Clauses that are looked at in all states."""
_NAMES = "abcdefgh"
Point: TypeAlias = tuple[State, tuple[int, ...]]


def guess_clauses(system: System, states: Sequence[State], about: Reads) -> list[Clause]:
    """Clauses that speak of some of these fields and frames and that all states keep: those first that speak of little
    else, and of few members. None without states."""
    sample = [(state, sizes_of(system, state)) for state in states[:: max(1, len(states) // STATES)]]
    found: dict[str, Clause] = {}
    for clause in _Points(system, sample, about).clauses():
        if not about.isdisjoint(clause.reads):
            found.setdefault(clause.text, clause)

    def order(clause: Clause) -> tuple[int, int, int, str]:
        return len(clause.reads - about), len(clause.variables), len(clause.parts), clause.text

    kept: list[Clause] = []
    for clause in sorted(found.values(), key=order)[:GUESSED]:
        met = clause_predicate(system, clause)
        if all(met(state, sizes) for state, sizes in sample if all(sort in sizes for _, sort in clause.variables)):
            kept.append(clause)
    return kept


@dataclass(frozen=True, slots=True)
class _Literal:
    """A condition as parts of a clause, with the points at which one of them holds."""

    parts: tuple[ClauseLiteral, ...]
    at: int

    def names(self) -> frozenset[str]:
        return frozenset(name for part in self.parts for name in names_inside(part))


@dataclass(frozen=True, slots=True)
class _Values:
    """A field of an enum at some keys: a literal for each of its members."""

    place: Place
    members: tuple[_Literal, ...]


class _Points:
    """The conditions of a ruleset's entries at the points of a sample; sets of points are the bits of integers."""

    def __init__(self, system: System, sample: Sequence[tuple[State, Sizes]], about: Reads) -> None:
        self.system, self.about = system, about
        sorts = [sort for sort in system.sorts if all(sort in sizes for _, sizes in sample)][: len(_NAMES) // 2]
        self.variables = {name: sorts[i // 2] for i, name in enumerate(_NAMES[: 2 * len(sorts)])}
        self.places = {name: i for i, name in enumerate(self.variables)}
        dice = Random(0)
        self.points = [point for state, sizes in sample for point in self._some(state, sizes, dice)]
        self.all = (1 << len(self.points)) - 1
        self.values: list[_Values] = []
        self.literals: list[_Literal] = []
        for part in self._atoms():
            self._add(part)

    def _some(self, state: State, sizes: Sizes, dice: Random) -> Iterator[Point]:
        """A state with some choices of members, different ones among them."""
        if all(sizes[sort] for sort in self.variables.values()):
            for _ in range(POINTS if self.variables else 1):
                yield state, tuple(dice.randrange(sizes[sort]) for sort in self.variables.values())

    # --- conditions -------------------------------------------------------------------------------------------------

    def _atoms(self) -> Iterator[ClauseLiteral]:
        """The conditions of single entries, those about what is asked first."""
        found = [ClauseLiteral("open", True, None, frame) for frame in self.system.frames]
        records = [(None, self.system.state), *self.system.frames.items()]
        fields = [(name, field) for name, record in records for field in record.fields]
        fields.sort(key=lambda one: (one[0], one[1].name) not in self.about)
        for record, field in fields:
            shape = shape_of(field.type)
            for keys in product(*(self._names(key) for key in shape.keys)):
                found += atoms(Place(record, field.name, keys), shape.leaf, self._names, NUMBERS)
        return iter(found[:ATOMS])

    def _names(self, of: t.Type) -> Sequence[str]:
        match of:
            case t.Sort(sort):
                return [name for name, known in self.variables.items() if known == sort]
            case t.Enum(enum):
                return self.system.enums[enum].members
        return ()

    def _add(self, part: ClauseLiteral) -> None:
        """Note where a condition is so and where it is not; of a frame that is closed neither is."""
        is_so = literal_predicate(self.system, part, self.places)
        so = otherwise = 0
        for i, (state, members) in enumerate(self.points):
            found = is_so(state, members)
            so |= (found is True) << i
            otherwise |= (found is False) << i
        shut: tuple[ClauseLiteral, ...] = ()
        if part.about is not None and part.about.record is not None:
            shut = (ClauseLiteral("open", False, None, part.about.record),)
        closed = self.all & ~(so | otherwise)
        one = _Literal((*shut, part), so | closed)
        self.literals += [one, _Literal((*shut, replace(part, holds=False)), otherwise | closed)]
        if part.kind == "is" and part.about is not None and part.other not in self.places:
            if not self.values or self.values[-1].place != part.about:
                self.values.append(_Values(part.about, ()))
            self.values[-1] = replace(self.values[-1], members=(*self.values[-1].members, one))

    @cached_property
    def same(self) -> Mapping[tuple[str, str], int]:
        """Where two variables of a sort stand for one member."""
        names = [*self.variables]
        pairs = zip(names[::2], names[1::2], strict=True)
        return {
            (a, b): sum((m[self.places[a]] == m[self.places[b]]) << i for i, (_, m) in enumerate(self.points))
            for a, b in pairs
        }  # fmt: skip

    # --- clauses ----------------------------------------------------------------------------------------------------

    def clauses(self) -> Iterator[Clause]:
        """The clauses that hold at all points."""
        if not self.points:
            return
        yield from (self._clause(one.parts) for one in self.literals if one.at == self.all)
        open_ = [one for one in self.literals if one.at not in (0, self.all)]
        for one in open_:
            yield from self._of_values(one)
        for one, other in combinations(open_, 2):
            left = self.all & ~(one.at | other.at)
            if left:
                yield from self._of_one(one, other, left)
            elif one.parts[-1].about is None or one.parts[-1].about != other.parts[-1].about:
                yield self._clause((*one.parts, *other.parts))

    def _of_values(self, one: _Literal) -> Iterator[Clause]:
        """Where a condition is not so, a field of an enum has some of its values."""
        for field in self.values:
            met = [value for value in field.members if value.at & ~one.at & self.all]
            if one.parts[-1].about != field.place and 1 < len(met) < len(field.members):
                at = one.at
                for value in met:
                    at |= value.at
                if at == self.all:
                    yield self._clause((*one.parts, *(part for value in met for part in value.parts)))

    def _of_one(self, one: _Literal, other: _Literal, left: int) -> Iterator[Clause]:
        """Two members of which something is so are one."""
        for (a, b), at in self.same.items():
            if not left & ~at and a in one.names() and b in other.names():
                yield self._clause((*one.parts, *other.parts, ClauseLiteral("same", True, None, f"{a} {b}")))

    def _clause(self, parts: Iterable[ClauseLiteral]) -> Clause:
        """The parts in an order of their own, with variables by that in which they come."""
        said = sorted(dict.fromkeys(parts), key=_look)
        order = [name for name in dict.fromkeys(n for part in said for n in names_inside(part)) if name in self.places]
        names = dict(zip(order, _NAMES, strict=False))

        def call(name: str) -> str:
            return " ".join(names.get(one, one) for one in name.split())

        def rename(part: ClauseLiteral) -> ClauseLiteral:
            about = part.about and replace(part.about, keys=tuple(map(call, part.about.keys)))
            return part if part.kind == "open" else replace(part, about=about, other=call(part.other))

        return Clause(tuple((names[name], self.variables[name]) for name in order), tuple(map(rename, said)))


def _look(part: ClauseLiteral) -> tuple[str, ...]:
    """The shape of a part, whoever it is about."""
    about = part.about
    return part.kind, str(part.holds), "" if about is None else f"{about.record}.{about.field}"


MOST, TOGETHER = 20, 2
"""How many members there are at most, and how many variables a law may have."""


class GroundQuery:
    """A question of few members. laws: all that is known."""

    def __init__(self, solver: Solver, wanted: Term, laws: Sequence[Law]) -> None:
        self.solver, self.wanted, self.laws = solver, wanted, laws
        self.folds = solver.world.folds.by_name
        self.given = [part for variables, matrix in laws if not variables for part in conjuncts(matrix)]
        self.first = _symbols([wanted, *self.given])
        self.members = self._members()

    def ask(self, seconds: float) -> SolverResult | None:
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
        return SolverResult("unsat", 0.0, used=frozenset(core), instances={term: instances[term] for term in core})

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
