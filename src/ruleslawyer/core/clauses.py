"""Clauses in the core: which hold, what lifts them, which are live, and what prevails where they clash; and a reading's
choices as numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from typing import TypeAlias

from ruleslawyer.base.origin import Origin
from ruleslawyer.ir import nodes as n
from ruleslawyer.ir import types as t
from ruleslawyer.ir.clauses import clash_key, unbeaten, ways
from ruleslawyer.ir.making import BOOL, Making
from ruleslawyer.ir.system import Clause, Instead, Lift, Norm, Option, System

Holds: TypeAlias = dict[str, n.Expr]
"""When each clause holds, or is live, by its name."""


class Clauses(Making):
    """A function about a base. flags: clauses may be left out, as the reading says (a choice `without` for each)."""

    def __init__(self, origin: Origin, name: str, like: n.Function, returns: t.Type, base: str, flags: bool) -> None:
        super().__init__(origin, name, like, returns)
        self.base, self.flags = base, flags

    def rule(self, function: n.Function, name: str) -> n.Var:
        """Calls a clause's function, and keeps the result in a slot."""
        into = self.slot(function.returns, name)
        self.put(into, n.RuleCall(function.origin, function.returns, function, self.args))
        return into

    def is_present(self, *clause: str) -> n.Expr:
        """The condition that a clause is not left out, where clauses may be."""
        return self.says("without", *clause, is_=0) if self.flags else self.const(True)

    def holding(self, clauses: Sequence[Norm | Instead]) -> Holds:
        """The condition under which each clause holds, and nothing lifts it."""
        return self._standing((self.base,), clauses)

    def _standing(self, path: tuple[str, ...], clauses: Sequence[Norm | Instead | Lift]) -> Holds:
        found = {clause.name: self.slot(BOOL, clause.name) for clause in clauses}

        def ask(clause: Norm | Instead | Lift) -> Callable[[], None]:
            def write() -> None:
                holds = partial(self.rule, clause.function, clause.name)
                self.put(found[clause.name], self.holds_without_exception(holds, path, clause))

            return write

        self.beside([ask(clause) for clause in clauses])
        return dict(found)

    def holds_without_exception(self, asked: Callable[[], n.Expr], path: tuple[str, ...], clause: Clause) -> n.Expr:
        """The condition under which a clause that hangs on a path holds, and no live exception lifts it. Left out, it
        is not asked."""
        here = (*path, clause.name)
        holds = self.where(self.is_present(*here), asked, clause.name) if self.flags else asked()
        if not clause.exceptions:
            return holds
        return self.where(holds, lambda: self.no(self._some_exception(here, clause.exceptions)), clause.name)

    def _some_exception(self, path: tuple[str, ...], exceptions: Sequence[Lift]) -> n.Expr:
        """Whether some live exception lifts a clause: all of them are asked."""
        live = self._standing(path, exceptions)
        for name, alive in live.items():
            self.when(alive, lambda name=name: self.mark(name))  # type: ignore[misc]
        return self.either(*live.values())

    def spoken(self, layers: Sequence[Clause], returns: t.Type) -> tuple[list[n.Expr], list[n.Expr]]:
        """The values of the clauses, and the conditions that each says one and nothing lifts it."""
        said, speaks = list[n.Expr](), list[n.Expr]()

        def ask(layer: Clause) -> Callable[[], None]:
            value = self.slot(layer.function.returns, layer.name)
            into = self.slot(BOOL, f"{layer.name} speaks")
            said.append(n.Var(self.origin, returns, value.slot, value.name))
            speaks.append(into)

            def alive() -> n.Expr:
                self.put(value, n.RuleCall(layer.function.origin, layer.function.returns, layer.function, self.args))
                return n.Speaks(self.origin, BOOL, value)

            return lambda: self.put(into, self.holds_without_exception(alive, (self.base,), layer))

        self.beside([ask(layer) for layer in layers])
        return said, speaks

    def live(self, holds: Mapping[str, n.Expr], over: Mapping[str, Sequence[str]]) -> Holds:
        """The clauses that hold and are live: one that is beaten beats nothing."""
        return unbeaten(holds, over, self._without, self._beats if self.flags else None)

    def _without(self, holds: n.Expr, beaters: list[n.Expr]) -> n.Expr:
        return self.let(self.both(holds, self.no(self.either(*beaters))), "live") if beaters else holds

    def _beats(self, one: str, alive: n.Expr, other: str, holds: n.Expr) -> n.Expr:
        return self.let(self.both(alive, holds, self.is_present(self.base, f"{one} over {other}")), "beaten")

    def prevails(self, one: str, other: str, clash: n.Expr) -> n.Expr:
        """Whether there is a clash, and the reading decides it for the second clause (of norms: for the permit)."""
        return self.both(clash, self.says("clash", clash_key(self.base, one, other)))

    def verdict_conditions(self, permits: Holds, forbids: Holds) -> tuple[n.Expr, n.Expr, n.Expr]:
        """The conditions of permitted, forbidden, and allowed: some live permit prevails over every live forbid
        (forbids prevail unless the reading says otherwise)."""

        def win(permit: str, live: n.Expr) -> n.Expr:
            over = (
                self.either(self.no(f), self.prevails(permit, other, self.both(live, f)))
                for other, f in forbids.items()
            )
            return self.both(live, *over)

        wins = [win(permit, live) for permit, live in permits.items()]
        return self.either(*permits.values()), self.either(*forbids.values()), self.let(self.either(*wins), "allowed")

    def losers(self, rivals: Mapping[tuple[str, str], n.Expr]) -> dict[str, list[n.Expr]]:
        """The conditions under which each clause loses a clash: the reading decides each pair, and the first prevails
        unless it says otherwise. rivals: when a pair clashes."""
        loses: dict[str, list[n.Expr]] = {}
        for (one, other), clash in rivals.items():
            second = self.let(self.prevails(one, other, clash), "second")
            loses.setdefault(one, []).append(second)
            loses.setdefault(other, []).append(self.both(clash, self.no(second)))
        return loses


def over_of(clauses: Sequence[Norm | Instead | Option]) -> dict[str, list[str]]:
    """The clauses that each beats, of those that there are."""
    names = {clause.name for clause in clauses}
    return {clause.name: [other for other in clause.over if other in names] for clause in clauses}


def of_kind(live: Mapping[str, n.Expr], clauses: Sequence[Norm | Instead], kind: str) -> Holds:
    return {clause.name: live[clause.name] for clause in clauses if clause.kind == kind}


def choice_value(system: System, key: tuple[str, ...], reading: Mapping[str, str], rulings: Collection[str]) -> int:
    """option: which of a question's is taken. ruled: whether a ruling settles it. gap: which option speaks where no
    answer does; -1: none. clash: whether it is decided for the second clause, of norms for the permit."""
    match key:
        case ("option", name):
            question = system.questions[name]
            return [option.name for option in question.options].index(reading.get(name, question.default))
        case ("ruled", name):
            return int(name in rulings)
        case ("gap", name):
            question = system.questions[name]
            names = [option.name for option in question.options]
            return -1 if question.at_gap is None else names.index(question.at_gap)
        case ("clash", name):
            return int(reading.get(name) == ways(system, name)[1])
    raise KeyError(key)
