"""What an expression may come to in a scope: nothing is known of a state, and all of what is printed on cards."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from enum import Enum, auto
from functools import partial
from itertools import product
from typing import Any, TypeAlias, TypeVar

from ruleslawyer.ir import nodes as n
from ruleslawyer.ir import types as t
from ruleslawyer.ir.scope import Scope
from ruleslawyer.ir.system import System

T = TypeVar("T")
MOST = 64
"""Values of a thing, or of two together, that are followed."""


class Unknown(Enum):
    """ANY: some value, and asking does nothing besides. HARM: asking may fail, or is told of."""

    ANY = auto()
    HARM = auto()


ANY, HARM = Unknown.ANY, Unknown.HARM
Values: TypeAlias = frozenset[Any] | Unknown
YES, NO = frozenset({True}), frozenset({False})
Fact: TypeAlias = tuple[str, str, tuple[Any, ...]]
"""Of a sort: an attribute with the keys that are known, or nothing, for whether it has members."""
Env: TypeAlias = Mapping[int, Values]


class Possible:
    """Values in one scope. What was looked at of the scope for an answer is noted, so that the answer serves all scopes
    in which that is the same."""

    def __init__(self, system: System, scope: Scope) -> None:
        self._system, self._scope = system, scope
        self._facts: dict[Fact, Values] = {}
        self._noted: list[set[Fact]] = [set()]
        self._called: dict[tuple[str, tuple[Values, ...]], tuple[Values, set[Fact]] | None] = {}

    def noting(self, make: Callable[[], T]) -> tuple[T, set[Fact]]:
        """What is made, and the facts that it rests on."""
        self._noted.append(set())
        made = make()
        facts = self._noted.pop()
        self._noted[-1] |= facts
        return made, facts

    def note(self, facts: Iterable[Fact]) -> None:
        self._noted[-1].update(facts)

    def fact(self, fact: Fact) -> Values:
        """What the scope says: all values of an attribute, or whether a sort has members."""
        self._noted[-1].add(fact)
        if fact not in self._facts:
            self._facts[fact] = self._look(fact)
        return self._facts[fact]

    def _look(self, fact: Fact) -> Values:
        sort, name, keys = fact
        if not name:
            return YES if self._scope.size(sort) else NO
        values = self._scope.attributes.get((sort, name))
        if not values:
            return ANY
        found = set(values)
        for key in keys:
            found = {one for value in found for one in (value if key is None else (value[key],))}
        return frozenset(found) if len(found) <= MOST else ANY

    # --- expressions ----------------------------------------------------------------------------------------------

    def of(self, node: n.Expr, env: Env) -> Values:
        match node:
            case n.Const(value=value):
                return frozenset({value})
            case n.Var(slot=slot):
                return env.get(slot, ANY)
            case n.Attr():
                return self._attribute(node, env)
            case n.Not(value=value):
                found = self.of(value, env)
                return found if isinstance(found, Unknown) else frozenset(not one for one in found)
            case n.Logic(op=op, items=items):
                return self._logic(YES if op == "or" else NO, items, env)
            case n.Compare(op=op, left=left, right=right):
                return self._two(left, right, env, _COMPARE[op])
            case n.Member(item=item, collection=collection):
                return self._two(item, collection, env, lambda one, many: one is not None and one in many)
            case n.IfExpr(condition=condition, then=then, otherwise=otherwise):
                return self._choice(
                    self.of(condition, env), lambda: self.of(then, env), lambda: self.of(otherwise, env)
                )
            case n.Fold(kind="any" | "all"):
                return self._fold(node, env)
            case n.Call(kind="helper", name=name, args=args):
                given = tuple(self.of(one, env) for one in args)
                return HARM if HARM in given else self._call(name, given)
            case n.Number() | n.Domain() | n.IsOpen():
                return ANY
            case n.Read(record=None, keys=parts) | n.SetOf(items=parts) | n.Least(items=parts):
                return self._harmless(parts, env)
            case n.SetOp(left=left, right=right):
                return self._harmless((left, right), env)
            case n.Size(value=value):
                return self._harmless((value,), env)
        return HARM

    def _harmless(self, nodes: Iterable[n.Expr], env: Env) -> Values:
        return HARM if any(self.of(node, env) is HARM for node in nodes) else ANY

    def _attribute(self, node: n.Attr, env: Env) -> Values:
        keys = [self.of(key, env) for key in node.keys]
        if self.of(node.subject, env) is HARM or HARM in keys:
            return HARM
        known = tuple(next(iter(k)) if not isinstance(k, Unknown) and len(k) == 1 else None for k in keys)
        return self.fact((node.sort, node.name, known))

    def _logic(self, decides: frozenset[bool], items: Iterable[n.Expr], env: Env) -> Values:
        """The first item that decides ends it; what comes before has to be harmless."""
        open_ = False
        for item in items:
            found = self.of(item, env)
            if found is HARM:
                return HARM
            if found == decides:
                return decides
            open_ |= found != frozenset({not next(iter(decides))})
        return ANY if open_ else frozenset({not next(iter(decides))})

    def _two(self, left: n.Expr, right: n.Expr, env: Env, ask: Callable[[Any, Any], bool]) -> Values:
        one, other = self.of(left, env), self.of(right, env)
        if one is HARM or other is HARM:
            return HARM
        if isinstance(one, Unknown) or isinstance(other, Unknown) or len(one) * len(other) > MOST:
            return ANY
        return frozenset(ask(a, b) for a, b in product(one, other)) or ANY

    def _choice(self, asked: Values, then: Callable[[], Values], otherwise: Callable[[], Values]) -> Values:
        if asked is HARM:
            return HARM
        if asked in (YES, NO):
            return then() if asked == YES else otherwise()
        return _either(then(), otherwise())

    def _fold(self, node: n.Fold, env: Env) -> Values:
        usual = NO if node.kind == "any" else YES
        if self.of(node.domain, env) is HARM:
            return HARM
        if isinstance(node.domain, n.Domain) and isinstance(node.domain.type, t.Set):
            item = node.domain.type.item
            if isinstance(item, t.Sort) and self.fact((item.name, "", ())) == NO:
                return usual
        inside = {**env, node.slot: ANY}
        asked = self.of(node.condition, inside)
        if asked == NO:
            return usual
        body = self.of(node.body, inside)
        if asked is HARM or body is HARM:
            return HARM
        return usual if body == usual else ANY

    # --- helpers --------------------------------------------------------------------------------------------------

    def _call(self, name: str, given: tuple[Values, ...]) -> Values:
        key = name, given
        if key not in self._called:
            self._called[key] = None  # while it calls itself nothing is known
            helper = self._system.helpers[name]
            self._called[key] = self.noting(lambda: self.body(helper.body, dict(enumerate(given))))
        known = self._called[key]
        if known is None:
            return HARM
        self.note(known[1])
        return known[0]

    def body(self, statements: tuple[n.Stmt, ...], env: Env) -> Values:
        """What a function returns; HARM where it does more than that."""
        for place, statement in enumerate(statements):
            rest = statements[place + 1 :]
            match statement:
                case n.Return(value=value) if value is not None:
                    return self.of(value, env)
                case n.Let(slot=slot, value=value):
                    found = self.of(value, env)
                    if found is HARM:
                        return HARM
                    env = {**env, slot: found}
                case n.If(condition=condition, then=then, otherwise=otherwise):
                    yes, no = partial(self.body, (*then, *rest), env), partial(self.body, (*otherwise, *rest), env)
                    return self._choice(self.of(condition, env), yes, no)
                case _:
                    return HARM
        return HARM


def _either(one: Values, other: Values) -> Values:
    if one is HARM or other is HARM:
        return HARM
    if isinstance(one, Unknown) or isinstance(other, Unknown):
        return ANY
    return one | other if len(one | other) <= MOST else ANY


_COMPARE: Mapping[str, Callable[[Any, Any], bool]] = {
    "==": lambda a, b: a == b,
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
}
