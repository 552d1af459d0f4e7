"""The lifted relation with its domain closed: of a real sub-step in a scope, whether the relation has it.

What a state says is put in for the symbols, folds are written out over the members that there are, and what is left are
choices that nobody made (a witness, what lies below a top, what is forgotten): z3 is asked for some that make all of it
true, the facts of the rule, its laws, the checks that it assumes, and that the state after it is this one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any

import z3

from ruleslawyer.engines.smt.lifted.translate import compute
from ruleslawyer.ir import types as t
from ruleslawyer.ir.schema import Scope
from ruleslawyer.lifted.context import Cell
from ruleslawyer.lifted.folds import Fold
from ruleslawyer.lifted.relation import Relation, Step
from ruleslawyer.lifted.terms import BOOL, INT, Term
from ruleslawyer.lifted.values import CLASH, QUESTION, WITNESS, MapTerm, PileTerm, SetTerm, Value, maybe, part_of
from ruleslawyer.lifted.world import Law
from ruleslawyer.semantics.state import State
from tests.agree.lifted_terms import LiftedInterpreter, Meaning

MOST = 400
"""Instances of one law that are looked at."""


class Closed(LiftedInterpreter):
    """A state of a scope, in which a term has a value, or is an expression of z3 over choices that nobody made."""

    def __init__(
        self, relation: Relation, scope: Scope, state: State, reading: Mapping[str, str],
        args: Mapping[str, Meaning] | None = None,
    ) -> None:  # fmt: skip
        super().__init__(relation, scope, state, reading, args)
        self.context = z3.Context()
        self.choices: list[Any] = []
        """What holds of the choices."""
        self._kept: list[Any] = []
        self._chosen: dict[tuple[str, tuple[Any, ...]], Any] = {}

    def _ask(self, term: Term, put: Mapping[Term, Any]) -> Any:
        if term.op == "constant":
            return term.value
        if term.op == "variable":
            return put[term]
        key = term, tuple(self._key(put[v]) for v in sorted(term.free, key=lambda v: v.rank))
        if key not in self._known:
            self._known[key] = self._value(term, put)
        return self._known[key]

    def _key(self, value: Any) -> Any:
        if not z3.is_expr(value):
            return value
        self._kept.append(value)  # so that no other has its number
        return "z3", value.get_id()

    def _value(self, term: Term, put: Mapping[Term, Any]) -> Any:
        match term.op:
            case "and" | "or":
                return self._junction(term, put)
            case "ite":
                which = self._ask(term.args[0], put)
                if not z3.is_expr(which):
                    return self._ask(term.args[1 if which else 2], put)
                a, b = (self._ask(x, put) for x in term.args[1:])
                return a if not z3.is_expr(a) and not z3.is_expr(b) and a == b else z3.If(which, self.z3(a), self.z3(b))
        args = [self._ask(a, put) for a in term.args]
        if term.op == "symbol":
            return self._symbol(term, args)
        if not any(map(z3.is_expr, args)):
            return compute(term, args)
        match term.op, [self.z3(a) for a in args]:
            case "not", [a]:
                return z3.Not(a)
            case "add", items:
                return z3.Sum(*items)
            case "multiply", [a, b]:
                return a * b
            case "less_equal", [a, b]:
                return a <= b
            case "equal", [a, b]:
                return a == b
            case "quotient", [a, b]:
                return z3.If(b > 0, a / b, (-a) / (-b))
        raise AssertionError(term.op)

    def _junction(self, term: Term, put: Mapping[Term, Any]) -> Any:
        stop, left = term.op == "or", []
        for part in term.args:
            found = self._ask(part, put)
            if z3.is_expr(found):
                left.append(found)
            elif bool(found) is stop:
                return stop
        if not left:
            return not stop
        return z3.Or(*left) if stop else z3.And(*left)

    def z3(self, value: Any) -> Any:
        if z3.is_expr(value):
            return value
        return z3.BoolVal(value, self.context) if isinstance(value, bool) else z3.IntVal(int(value), self.context)

    # --- symbols ----------------------------------------------------------------------------------------------------

    def _symbol(self, term: Term, args: list[Any]) -> Any:
        unsure = [i for i, a in enumerate(args) if z3.is_expr(a)]
        known = self._means(str(term.value))
        if known is None and str(term.value) not in self.relation.world.folds.by_name:
            return self._choice(term, args)
        if not unsure or known is None:
            found = super()._symbol(term, args)
            return self._choice(term, args) if found is None else found
        result: Any = None
        for values in product(*(self.members(term.args[i].sort) for i in unsure)):
            put = dict(zip(unsure, values, strict=True))
            here = self._symbol(term, [put.get(i, a) for i, a in enumerate(args)])
            where = z3.And(*(args[i] == self.z3(v) for i, v in put.items()))
            result = here if result is None else z3.If(where, self.z3(here), self.z3(result))
        return result

    def _means(self, name: str) -> object | None:
        """Something where a symbol speaks of the state, the scope or the reading."""
        if name in self._open or name.startswith((QUESTION, CLASH)):
            return name
        _, stem = part_of(name)
        return stem if stem in self._meaning else None

    def _choice(self, term: Term, args: list[Any]) -> Any:
        """What nobody decided: any member; of a witness, one that satisfies what it is of, if any does."""
        name = str(term.value)
        key = name, tuple(map(self._key, args))
        if key in self._chosen:
            return self._chosen[key]
        sorts = {BOOL: z3.BoolSort(self.context)}
        of = [sorts.get(a.sort, z3.IntSort(self.context)) for a in term.args]
        to = sorts.get(term.sort, z3.IntSort(self.context))
        found = z3.Function(name, *of, to)(*map(self.z3, args)) if args else z3.Const(name, to)
        self._chosen[key] = found
        if term.sort not in (BOOL, INT):
            self.choices.append(z3.And(found >= 0, found < len(self.members(term.sort))))
        fold = self.relation.world.folds.by_name.get(name.removeprefix(WITNESS))
        if fold is not None and name.startswith(WITNESS):
            given = dict(zip(fold.parameters, args, strict=True))
            satisfied = self._ask(fold.condition, {**given, fold.variable: found})
            self.choices.append(z3.Implies(self.z3(self._fold(fold, args)), self.z3(satisfied)))
        return found

    def _fold(self, fold: Fold, args: list[Any]) -> Any:
        found = self._over(fold, args)
        match fold.kind:
            case "some":
                asked = [condition for _, condition, _ in found]
                if any(not z3.is_expr(a) and a for a in asked):
                    return True
                left = [a for a in asked if z3.is_expr(a)]
                return z3.Or(*left) if left else False
            case "sum":
                values = [body for _, _, body in found]
                return z3.Sum(*map(self.z3, values)) if any(map(z3.is_expr, values)) else sum(values)
        if not any(z3.is_expr(part) for _, *parts in found for part in parts):
            passing = [body for _, condition, body in found if condition]
            if passing:
                return min(passing) if fold.kind == "least" else max(passing)
        best = z3.FreshConst(z3.IntSort(self.context))
        reached = []
        for _, condition, body in found:
            here, value = self.z3(condition), self.z3(body)
            reached.append(z3.And(here, best == value))
            self.choices.append(z3.Implies(here, best <= value if fold.kind == "least" else best >= value))
        self.choices.append(z3.Or(*reached, *([z3.Not(z3.Or(*(self.z3(c) for _, c, _ in found)))])))
        return best

    # --- whole sub-steps ----------------------------------------------------------------------------------------------

    def laws(self, laws: tuple[Law, ...]) -> Iterator[Any]:
        """Each instance of some laws."""
        for variables, matrix in laws:
            ranges = [self.members(v.sort) for v in variables]
            for i, values in enumerate(product(*ranges)):
                if i < MOST:
                    yield self._ask(matrix, {**self._names, **dict(zip(variables, values, strict=True))})

    def refusal(self, step: Step, after: State, made: State | None = None) -> str:
        """Why the relation does not have a sub-step: what is false in it; empty where it has it."""
        said: list[tuple[str, Any]] = []
        for state, store, what in ((after, step.after, "after"), (made, step.made, "made")):
            if state is not None:
                said += [(f"{what}: {place}", one) for place, one in self._state(store.cells, store.open, state)]
        said += [("a fact", self._ask(fact, self._names)) for fact in step.facts]
        said += [("a law", one) for one in self.laws((*step.laws, *self.relation.world.laws))]
        said += [("a check", one) for one in self.laws(tuple(check.law for check in step.checks))]
        said += [("a promise", one) for one in self.laws(self.relation.laws_before(step.kind))]
        for place, one in said:
            if not z3.is_expr(one) and not one:
                return place
        left = [one for _, one in said if z3.is_expr(one)]
        if not left:
            return ""
        solver = z3.Solver(ctx=self.context)
        solver.set("timeout", 5000)
        solver.add(*left, *self.choices)
        return "no choice makes it so" if solver.check() == z3.unsat else ""

    def _state(self, cells: Mapping[Any, Cell], open: Mapping[str, Term], state: State) -> Iterator[tuple[str, Any]]:
        system = self.relation.system
        for field, value in zip(system.state.fields, state.fields, strict=True):
            cell = cells[None, field.name]
            yield from ((field.name, one) for one in self._is(whole(cell, field.type, ()), field.type, value))
        for (name, frame), values in zip(system.frames.items(), state.frames, strict=True):
            yield name, self._same(self._ask(open[name], self._names), values is not None)
            for field, value in zip(frame.fields, values or (), strict=False):
                cell = cells[name, field.name]
                place = f"{name}.{field.name}"
                yield from ((place, one) for one in self._is(whole(cell, field.type, ()), field.type, value))

    def _same(self, a: Any, b: Any) -> Any:
        return self.z3(a) == self.z3(b) if z3.is_expr(a) else a == b

    def _is(self, value: Value, type_: t.Type, canonical: Any) -> Iterator[Any]:
        """That a value is the canonical one."""

        def ask(term: Term) -> Any:
            return self._ask(term, self._names)

        match type_:
            case t.Map(key, item):
                assert isinstance(value, MapTerm)
                for k in self.members(self.relation.world.sort(key)):
                    yield from self._is(value.at(self.member(key, k)), item, canonical[int(k)])
            case t.Optional(item):
                value = maybe(value)
                yield self._same(ask(value.none), canonical is None)
                if canonical is not None and value.value is not None:
                    yield from self._is(value.value, item, canonical)
            case t.Set(item) | t.Awaits(item):
                assert isinstance(value, SetTerm)
                for k in self.members(self.relation.world.sort(item)):
                    yield self._same(ask(value.has(self.member(item, k))), k in canonical)
                if value.chance is not None:
                    yield self._same(ask(value.chance), -1 in canonical)
            case t.Pile(item):
                assert isinstance(value, PileTerm)
                for k in self.members(self.relation.world.sort(item)):
                    yield self._same(ask(value.has(self.member(item, k))), k in canonical)
                yield self._same(ask(value.length), len(canonical))
                yield from self._is(value.top, t.Optional(item), canonical[0] if canonical else None)
            case _:
                assert isinstance(value, Term)
                if canonical is not None:  # not written yet
                    yield self._same(ask(value), canonical)


def whole(cell: Cell, type_: t.Type, keys: tuple[Term, ...]) -> Value:
    """A field as one value."""
    if isinstance(type_, t.Map):
        return MapTerm(type_.key, lambda k: whole(cell, type_.value, (*keys, k)))
    return cell.at(keys)
