"""Conditions and functions of the rules, known before they are compiled: what may hold by what is printed alone, what
may fail, what only reads.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple, TypeAlias

import numpy as np

from ruleslawyer.base.arrays import Flags, Integers
from ruleslawyer.ir import nodes as n
from ruleslawyer.ir import types as t
from ruleslawyer.ir.abstract import Abstract, Calling, Harm, Valued, Values
from ruleslawyer.ir.schema import Scope
from ruleslawyer.ir.system import System
from ruleslawyer.ir.walk import walk

Truth: TypeAlias = tuple[Flags, Flags]
"""Where it may hold, and where it may not."""
Env: TypeAlias = Mapping[int, Integers | None]
"""The values of slots, as far as they are known."""
UNKNOWN: Truth = np.array(True), np.array(True)
NONE = -(1 << 63)
MOST_ASKED = 2000
"""Expressions that are looked at for one condition: what is longer may be either way."""
_NUMBERS: Mapping[str, Callable[[Integers, Integers], Flags]] = {"==": operator.eq, "<": operator.lt, "<=": operator.le}
_SMALL = 1 << 31
"""Numbers beyond it are not followed."""


class ScopeExcerpt(NamedTuple):
    """The part of a scope that a condition has read: how many members each sort has, columns, and numbers."""

    sizes: tuple[int, ...]
    columns: Mapping[tuple[str, str], tuple[object, ...] | None]
    numbers: Mapping[str, object]


class PrintedScope:
    """A scope of a ruleset."""

    def __init__(self, system: System, scope: Scope) -> None:
        self._system, self._scope = system, scope
        self._tables: dict[tuple[str, str], Integers | None] = {}
        self._reacting = {trigger.when.name for trigger in system.triggers.values()}
        self._left = 0
        self._read, self._numbers = set[tuple[str, str]](), set[str]()
        self._sizes = tuple(map(len, scope.names.values()))

    def forget(self) -> None:
        """Begin anew to note what is read."""
        self._read, self._numbers = set(), set()

    def extract(self) -> ScopeExcerpt:
        """The part of the scope that was read since then."""
        attributes, constants = self._scope.attributes, self._scope.constants
        columns, numbers = {at: attributes[at] for at in self._read}, {name: constants[name] for name in self._numbers}
        return ScopeExcerpt(self._sizes, columns, numbers)

    def says(self, said: ScopeExcerpt) -> bool:
        """Whether the scope says the same there."""
        attributes, constants = self._scope.attributes, self._scope.constants
        return (
            said.sizes == self._sizes
            and all(attributes[at] == column for at, column in said.columns.items())
            and all(constants[name] == value for name, value in said.numbers.items())
        )

    def size(self, type_: t.Type) -> int:
        match type_:
            case t.Sort(name):
                return self._scope.size(name)
            case t.Enum(name):
                return len(self._system.enums[name].members)
        raise TypeError(f"{type_} has no members")

    def may_be(self, node: n.Expr, axes: Sequence[tuple[int, t.Type]], holds: bool) -> Flags:
        """Whether a condition may hold, or may not (`holds`), for all that these slots may have; an axis each."""
        self._left = MOST_ASKED
        count = len(axes)
        env = {slot: self._axis(type_, count - 1 - i) for i, (slot, type_) in enumerate(axes)}
        return self._truth(node, env, count)[0 if holds else 1]

    def _axis(self, type_: t.Type, place: int) -> Integers:
        """All members, along the axis that so many others follow."""
        return np.arange(self.size(type_), dtype=np.int64).reshape(-1, *[1] * place)

    # --- truths -------------------------------------------------------------------------------------------------------

    def _truth(self, node: n.Expr, env: Env, depth: int) -> Truth:
        """`depth`: axes that there are."""
        self._left -= 1
        if self._left < 0:
            return UNKNOWN
        match node:
            case n.Const(value=bool(value)):
                return np.array(value), np.array(not value)
            case n.Not(value=value):
                return self._truth(value, env, depth)[::-1]
            case n.Logic(op=op, items=items):
                return _join(op, [self._truth(item, env, depth) for item in items])
            case n.Compare(op=op, left=left, right=right):
                return _compare(op, self._number(left, env), self._number(right, env))
            case n.Member(item=item, collection=n.SetOf(items=items)):
                one = self._number(item, env)
                return _join("or", [_compare("==", one, self._number(other, env)) for other in items])
            case n.IfExpr(condition=condition, then=then, otherwise=otherwise):
                return _choose(*(self._truth(each, env, depth) for each in (condition, then, otherwise)))
            case n.Fold(kind="any" | "all" as kind, domain=n.Domain(type=t.Set(item)), slot=slot):
                return self._fold(kind, node, {**env, slot: self._axis(item, depth)}, depth)
            case n.Call(kind="helper", name=name, args=args):
                inside = {place: self._number(arg, env) for place, arg in enumerate(args)}
                may, may_not = self._run(self._system.helpers[name].body, inside, depth)
                return may, np.array(True) if name in self._reacting else may_not
        said = self._number(node, env)
        return UNKNOWN if said is None else (said == 1, said != 1)

    def _fold(self, kind: str, node: n.Fold, env: Env, depth: int) -> Truth:
        if not self._size_of(node.domain):
            return np.array(kind == "all"), np.array(kind == "any")
        condition, body = (self._truth(each, env, depth + 1) for each in (node.condition, node.body))
        if kind == "all":
            body = body[::-1]
        some, none = _join("and", [condition, body])
        found = _over(some, depth, every=False), _over(none, depth, every=True)
        return found if kind == "any" else found[::-1]

    def _size_of(self, domain: n.Expr) -> int:
        assert isinstance(domain.type, t.Set)
        return self.size(domain.type.item)

    def _run(self, body: Sequence[n.Stmt], env: Env, depth: int) -> Truth:
        """The result of a function that reads, and decides."""
        for place, statement in enumerate(body):
            match statement:
                case n.Let(slot=slot, value=value):
                    env = {**env, slot: self._number(value, env)}
                case n.Return(value=value) if value is not None:
                    return self._truth(value, env, depth)
                case n.If(condition=condition, then=then, otherwise=otherwise):
                    rest = body[place + 1 :]
                    ways = (self._run((*way, *rest), env, depth) for way in (then, otherwise))
                    return _choose(self._truth(condition, env, depth), *ways)
                case _:
                    break
        return UNKNOWN

    # --- numbers ------------------------------------------------------------------------------------------------------

    def _number(self, node: n.Expr, env: Env) -> Integers | None:
        """Values as numbers, members by their place; None where they are not known."""
        match node:
            case n.Const(value=None):
                return np.array(NONE)
            case n.Const(value=int(value)) if abs(value) < _SMALL:
                return np.array(int(value))
            case n.Number(name=name):
                self._numbers.add(name)
                value = self._scope.constants[name]
                return np.array(value) if isinstance(value, int) and abs(value) < _SMALL else None
            case n.Var(slot=slot):
                return env.get(slot)
            case n.Unwrap(value=value):
                return self._number(value, env)
            case n.Attr(sort=sort, name=name, subject=subject, keys=keys):
                table = self._table(sort, name)
                at = [self._number(each, env) for each in (subject, *keys)]
                known = [each for each in at if each is not None and (each != NONE).all()]
                return None if table is None or len(known) < len(at) else table[tuple(known)]
        return None

    def _table(self, sort: str, name: str) -> Integers | None:
        """An attribute of all members; None where it is no number, or open."""
        self._read.add((sort, name))
        if (sort, name) not in self._tables:
            values = self._scope.attributes[sort, name]
            self._tables[sort, name] = None if values is None else _numbers(values)
        return self._tables[sort, name]


def _numbers(values: Sequence[object]) -> Integers | None:
    """Tuples in tuples of numbers and None, as an array."""
    try:
        found = np.array(values, dtype=object)
    except ValueError:  # tuples of several lengths are no keys
        return None
    flat = [NONE if each is None else each for each in found.reshape(-1).tolist()]
    if not all(isinstance(each, int) and (each == NONE or abs(each) < _SMALL) for each in flat):
        return None
    return np.array(flat, dtype=np.int64).reshape(found.shape)


def _over(flags: Flags, depth: int, *, every: bool) -> Flags:
    """The last axis, which is the first of the array where it hangs on it, is gone through: some of it, or every."""
    if flags.ndim > depth:
        return np.asarray(flags.all(axis=0) if every else flags.any(axis=0))
    return flags


def _join(op: str, items: Iterable[Truth]) -> Truth:
    every, some = (np.logical_and, np.logical_or) if op == "and" else (np.logical_or, np.logical_and)
    may, may_not = np.array(op == "and"), np.array(op != "and")
    for one, other in items:
        may, may_not = every(may, one), some(may_not, other)
    return may, may_not


def _compare(op: str, left: Integers | None, right: Integers | None) -> Truth:
    if left is None or right is None:
        return UNKNOWN
    holds = _NUMBERS[op](left, right)
    if op == "==":
        return holds, ~holds
    nobody = (left == NONE) | (right == NONE)
    return holds | nobody, ~holds | nobody


def _choose(condition: Truth, then: Truth, otherwise: Truth) -> Truth:
    yes, no = condition
    may, may_not = (yes & one | no & other for one, other in zip(then, otherwise, strict=True))
    return may, may_not


SMALL = 40
"""Nodes of a function that is written out where it is called."""


class Purity(Valued):
    """The helpers of a ruleset that can neither fail nor log anything. No value is followed: what is never come to is
    compiled all the same."""

    constant = Abstract.constant

    def __init__(self, system: System, *, trusted: bool = True) -> None:
        """`trusted`: else anything may be said of a helper."""
        super().__init__(system.helpers)
        self.system, self.trusted = system, trusted

    def only_reads(self, helper: str) -> bool:
        """Whether a helper has a value in every state, and nothing of it is logged."""
        return self.trusted and self.results_of(helper, ()) is not None

    def is_harmless(self, asked: n.Expr | n.Function) -> bool:
        """The same of an expression, or of a function."""
        return self.may(asked) is not None

    def is_small(self, helper: str) -> bool:
        return sum(1 for _ in walk(self.system.helpers[helper].body)) <= SMALL

    def result_of_call(self, node: Calling, given: Sequence[Values]) -> Values:
        if not self.trusted:
            raise Harm
        return super().result_of_call(node, ())
