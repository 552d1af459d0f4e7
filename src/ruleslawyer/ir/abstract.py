"""The abstract interpreter: one walk over rules for all that is asked of them before anything is played.

It runs a function on sets of values. By itself it knows nothing, and so comes to all that a function says. What an
analysis knows (what is printed on cards, what a reading says, fields that never change) keeps it from the rest. An
analysis overrides the few methods about which it has something to say.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum, auto
from itertools import product
from math import prod
from typing import Any, Final, TypeAlias

from ruleslawyer.ir import nodes as n

MOST = 64
"""Values of a thing, or of several together, that are followed."""


class Unknown(Enum):
    ANY = auto()


ANY: Final = Unknown.ANY
Values: TypeAlias = frozenset[Any] | Unknown
"""All values that a thing may have."""
Env: TypeAlias = Mapping[int, Values]
YES, NO, NOTHING = frozenset({True}), frozenset({False}), frozenset[Any]()
EMPTY = frozenset({NOTHING})
"""A set that has no members."""
Goes: TypeAlias = tuple[Env | None, Values]
"""Where statements end: what is known if they go on, and what they may have returned."""


class Harm(Exception):
    """Asking may fail, or is told of: raised by analyses that go no further then."""


class Abstract:
    """An abstract interpreter that knows nothing of any value."""

    # --- what an analysis says --------------------------------------------------------------------------------------

    def meet(self, node: Node) -> None:
        """A node is come to; what is in it comes next."""

    def harm(self, node: n.Expr | n.Stmt) -> None:
        """A node is come to that may fail, does something, or is told of."""

    def counts(self, node: n.Arith | n.Fold) -> None:
        """An unknown number is worked out: some engines do so within bounds, and it may leave them."""
        self.harm(node)

    def leaf(self, node: Leaf, given: Sequence[Values]) -> Values:
        """given: what is in it."""
        return ANY

    def constant(self, node: n.Const, env: Env) -> Values:
        return ANY

    def result_of_call(self, node: Calling, given: Sequence[Values]) -> Values:
        self.harm(node)
        return ANY

    def through(self, piece: Piece) -> None:
        """Comes to all of a piece, of whose locals nothing is known."""
        env: Env | None = {}
        for one in piece if isinstance(piece, tuple) else (piece,):
            if isinstance(one, n.Expr):
                self.of(one, {})
            elif env is not None:
                env, _ = self.statement(one, env)

    # --- expressions ------------------------------------------------------------------------------------------------

    def of(self, node: n.Expr, env: Env) -> Values:
        """The possible values of an expression."""
        self.meet(node)
        found: Values = getattr(self, _MEANT.get(type(node), "whole"))(node, env)
        return found

    def whole(self, node: n.Expr, env: Env) -> Values:
        """An expression of which nothing is known but what is in it."""
        self.parts(node, env)
        return ANY

    def parts(self, node: n.Expr, env: Env) -> list[Values]:
        """The possible values of the parts of an expression."""
        found: list[Values] = []
        for below in _BELOW.get(type(node), ()):
            part = getattr(node, below)
            found += [self.of(one, env) for one in (part if isinstance(part, tuple) else (part,))]
        return found

    def may_fail(self, node: n.Expr, env: Env) -> Values:
        self.harm(node)
        return self.whole(node, env)

    def look(self, node: Leaf, env: Env) -> Values:
        return self.leaf(node, self.parts(node, env))

    def variable(self, node: n.Var, env: Env) -> Values:
        return env.get(node.slot, ANY)

    def read(self, node: n.Read, env: Env) -> Values:
        if node.record is not None:
            self.harm(node)
        return self.look(node, env)

    def call(self, node: n.Call | n.RuleCall, env: Env) -> Values:
        return self.result_of_call(node, [self.of(arg, env) for arg in node.args])

    def worst(self, node: n.Worst, env: Env) -> Values:
        """Every verdict is asked, whatever the others say."""
        if node.own is not None:
            self.of(node.counts, env)
            self._judge(node, node.own, env)
        for part in node.parts:
            inside = {**env, part.slot: ANY}
            self.of(part.domain, env)
            self.of(part.condition, inside)
            self._judge(node, part.verdict, inside)
        return ANY

    def _judge(self, node: n.Worst, one: n.Judged, env: Env) -> None:
        self.of(n.RuleCall(node.origin, node.type, one.function, one.args), env)

    def unwrap(self, node: n.Unwrap, env: Env) -> Values:
        found = self.of(node.value, env)
        if isinstance(found, Unknown) or None in found:
            self.harm(node)
            return ANY
        return found

    def opposite(self, node: n.Not, env: Env) -> Values:
        return together(lambda one: not one, self.of(node.value, env))

    def logic(self, node: n.Logic, env: Env) -> Values:
        """The first item that decides ends it."""
        decides, goes_on = (YES, NO) if node.op == "or" else (NO, YES)
        open_ = False
        for item in node.items:
            found = self.of(item, env)
            if found == decides:
                return decides
            open_ |= found != goes_on
        return ANY if open_ else goes_on

    def compare(self, node: n.Compare, env: Env) -> Values:
        return together(_OPERATIONS[node.op], self.of(node.left, env), self.of(node.right, env))

    def arithmetic(self, node: n.Arith, env: Env) -> Values:
        left, right = self.of(node.left, env), self.of(node.right, env)
        if node.op not in _OPERATIONS:  # a division
            self.harm(node)
            return ANY
        found = together(_OPERATIONS[node.op], left, right)
        if found is ANY:
            self.counts(node)
        return found

    def member(self, node: n.Member, env: Env) -> Values:
        item, collection = self.of(node.item, env), self.of(node.collection, env)
        return together(lambda one, many: one is not None and one in many, item, collection)

    def written_out(self, node: n.SetOf, env: Env) -> Values:
        return together(lambda *items: frozenset(items), *[self.of(item, env) for item in node.items])

    def choice(self, node: n.IfExpr, env: Env) -> Values:
        ways = self._ways(node.condition, env)
        return either([self.of(node.then if way else node.otherwise, env) for way in ways])

    def fold(self, node: n.Fold, env: Env) -> Values:
        self.of(node.domain, env)
        usual = _USUAL.get(node.kind)
        if node.kind == "sum":
            self.counts(node)
        elif node.kind in ("the", "min", "max") and node.default is None:
            self.harm(node)
        if usual is not None and isinstance(node.domain, n.Domain) and self.leaf(node.domain, ()) == EMPTY:
            return usual
        inside = {**env, node.slot: ANY}
        if self.of(node.condition, inside) == NO and usual is not None:
            return usual
        body = self.of(node.body, inside)
        if node.default is not None:
            self.of(node.default, env)
        return usual if usual is not None and body == usual else ANY

    def _ways(self, condition: n.Expr, env: Env) -> tuple[bool, ...]:
        found = self.of(condition, env)
        return _BOTH if isinstance(found, Unknown) else tuple(found)

    # --- statements -------------------------------------------------------------------------------------------------

    def result(self, function: n.Function, given: Env) -> Values:
        """The possible results of a function."""
        now, said = self.run(function.body, given)
        return said if now is None else either((said, frozenset({None})))

    def run(self, body: Iterable[n.Stmt], env: Env) -> Goes:
        """Statements one after the other, as far as they go on."""
        said: Values = NOTHING
        for statement in body:
            now, more = self.statement(statement, env)
            said = either((said, more))
            if now is None:
                return None, said
            env = now
        return env, said

    def statement(self, node: n.Stmt, env: Env) -> Goes:
        self.meet(node)
        match node:
            case n.Let(slot=slot, value=value):
                return {**env, slot: self.of(value, env)}, NOTHING
            case n.Return(value=value):
                return None, frozenset({None}) if value is None else self.of(value, env)
            case n.If(condition=condition, then=then, otherwise=otherwise):
                return _merge([self.run(then if way else otherwise, env) for way in self._ways(condition, env)])
            case n.For(slot=slot, domain=domain, body=body):
                self.of(domain, env)
                return env, self.run(body, {**env, slot: ANY})[1]
            case n.Beside(parts=blocks):
                ends = [self.run(block, env)[0] for block in blocks]
                return (None if None in ends else {k: v for end in ends for k, v in (end or {}).items()}), NOTHING
            case n.Demand(args=args) | n.Run(args=args):
                self.result_of_call(node, [self.of(arg, env) for arg in args])
                return env, NOTHING
        self.harm(node)
        match node:
            case n.Effect(body=body) | n.Simultaneous(body=body):
                return self.run(body, env)
            case n.Write(place=place, value=value) | n.Delta(place=place, amount=value):
                self.meet(place)
                inside: tuple[n.Expr, ...] = (*place.keys, value)
            case n.Open(values=inside) | n.Reset(keys=inside):
                pass
            case n.Tell(bits=bits, event=event):
                inside = (*bits, event)
            case _:
                inside = ()
        for part in inside:
            self.of(part, env)
        return None if isinstance(node, n.Fail) else env, NOTHING


class Valued(Abstract):
    """An abstract interpreter that knows the values that are written out, and goes no further than to where asking may
    fail or is logged."""

    def __init__(self, helpers: Mapping[str, n.Function]) -> None:
        self._helpers = helpers
        self._returned: dict[tuple[str, tuple[Values, ...]], Values | None] = {}

    def may(self, asked: n.Expr | n.Function, env: Env | None = None) -> Values | None:
        """The possible values of an expression, or of a function; None where asking may fail, does something, or is
        told of."""
        try:
            return self.result(asked, env or {}) if isinstance(asked, n.Function) else self.of(asked, env or {})
        except Harm:
            return None

    def harm(self, node: n.Expr | n.Stmt) -> None:
        raise Harm

    def constant(self, node: n.Const, env: Env) -> Values:
        return frozenset({node.value})

    def result_of_call(self, node: Calling, given: Sequence[Values]) -> Values:
        found = None
        if isinstance(node, n.Call) and node.kind == "helper":
            found = self.results_of(node.name, tuple(given))
        if found is None:
            raise Harm
        return found

    def results_of(self, helper: str, given: tuple[Values, ...]) -> Values | None:
        """The possible results of a helper."""
        key = helper, given
        if key not in self._returned:
            self._returned[key] = self.may(self._helpers[helper], dict(enumerate(given)))
        return self._returned[key]


Node: TypeAlias = n.Expr | n.Stmt | n.Place
Piece: TypeAlias = n.Expr | n.Stmt | tuple[n.Expr | n.Stmt, ...]
Leaf: TypeAlias = n.Attr | n.Number | n.Read | n.IsOpen | n.Choice | n.Domain
"""What is said elsewhere: in a state, on a card, by a scope or a reading."""
Calling: TypeAlias = n.Call | n.RuleCall | n.Run | n.Demand

_MEANT: Mapping[type, str] = {
    n.Const: "constant", n.Var: "variable", n.Attr: "look", n.Number: "look", n.Read: "read", n.IsOpen: "look",
    n.Choice: "look", n.Not: "opposite", n.Logic: "logic", n.Compare: "compare",
    n.Arith: "arithmetic", n.Member: "member", n.SetOf: "written_out", n.IfExpr: "choice", n.Fold: "fold",
    n.Call: "call", n.RuleCall: "call", n.Worst: "worst", n.Unwrap: "unwrap", n.Item: "may_fail", n.End: "may_fail",
    n.PileOp: "may_fail", n.PileTurn: "may_fail", n.PileJoin: "may_fail",
}  # fmt: skip
"""Which method says what an expression comes to."""
_BELOW: Mapping[type, tuple[str, ...]] = {
    n.Read: ("keys",), n.Attr: ("subject", "keys"), n.Item: ("subject", "key"), n.SetOp: ("left", "right"),
    n.Size: ("value",), n.Least: ("items",), n.End: ("pile",), n.PileOp: ("pile", "item"), n.PileTurn: ("pile",),
    n.PileJoin: ("pile", "other"), n.Speaks: ("value",), n.IsDefault: ("keys",),
}  # fmt: skip
"""What is in the others."""
_BOTH = True, False
_USUAL: Mapping[str, Values] = {"any": NO, "all": YES}
"""What is said of no members."""
_OPERATIONS: Mapping[str, Callable[[Any, Any], Any]] = {
    "==": operator.eq, "<": operator.lt, "<=": operator.le, "+": operator.add, "-": operator.sub, "*": operator.mul,
}  # fmt: skip


def together(ask: Callable[..., Any], *items: Values) -> Values:
    """The results of combining several things, whatever each of them is."""
    known = [item for item in items if not isinstance(item, Unknown)]
    if len(known) < len(items) or prod(map(len, known)) > MOST:
        return ANY
    return frozenset(ask(*each) for each in product(*known))


def either(items: Iterable[Values]) -> Values:
    found = NOTHING
    for item in items:
        if isinstance(item, Unknown):
            return ANY
        found |= item
    return found if len(found) <= MOST else ANY


def _merge(ends: Sequence[Goes]) -> Goes:
    """Merge the ends of several ways: for each slot the values that it has in any of them, and what is said."""
    said = either(said for _, said in ends)
    left = [env for env, _ in ends if env is not None]
    if len(left) < 2 or left[0] is left[-1]:
        return (left[0] if left else None), said
    one, other = left
    return {slot: either((one[slot], other[slot])) for slot in one if slot in other}, said
