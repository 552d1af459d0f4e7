"""Random expressions, well-typed by construction."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, Literal, TypeAlias

from ruleslawyer.ir import nodes as n
from ruleslawyer.ir import system as y
from ruleslawyer.ir import types as t
from ruleslawyer.ir.schema import Field
from tests.agree.strategies import inside
from tests.agree.systems.drawing import BOOL, COLOUR, DOMAINS, INT, PHASE, PLAYER, THING, Drawing

PileOps: TypeAlias = Literal["top", "bottom", "without"]
PileTurns: TypeAlias = Literal["without_top", "without_bottom", "reversed"]
PileJoins: TypeAlias = Literal["on", "under"]
Ends: TypeAlias = Literal["top", "bottom"]
Order: TypeAlias = Literal["<", "<="]
Ops: TypeAlias = Literal["+", "-", "*", "//", "%"]


class Expressions(Drawing):
    def places(self) -> Iterator[tuple[str | None, int, Field]]:
        """Fields that can be read here: of the state, and of the frame that is at hand."""
        if self.here.sees:
            yield from ((None, 0, f) for f in self.fields)
            if self.here.frame is not None:
                record = self.frames[self.here.frame]
                yield from ((record.name, self.here.frame_slot, f) for f in record.fields)

    def reads(self, wanted: Callable[[t.Type], bool]) -> list[tuple[str | None, int, Field, tuple[t.Type, ...]]]:
        """Fields whose entry, behind all or some of their maps' keys, is of a wanted type."""
        found = []
        for record, slot, field_ in self.places():
            type_: t.Type = field_.type
            keys: tuple[t.Type, ...] = ()
            while True:
                if wanted(type_):
                    found.append((record, slot, field_, keys))
                if not isinstance(type_, t.Map):
                    break
                keys, type_ = (*keys, type_.key), type_.value
        return found

    def read(self, found: tuple[str | None, int, Field, tuple[t.Type, ...]], depth: int) -> n.Expr:
        record, slot, field_, keys = found
        type_ = field_.type
        for _ in keys:
            assert isinstance(type_, t.Map)
            type_ = type_.value
        given = tuple(self.expr(key, depth - 1) for key in keys)
        return n.Read(self.origin(), plain(type_), slot, record, field_.name, given)

    def variables(self, type_: t.Type) -> list[int]:
        return [slot for slot, bound in self.here.bound.items() if plain(bound) == type_]

    def var(self, slot: int) -> n.Expr:
        return n.Var(self.origin(), plain(self.here.bound[slot]), slot, f"v{slot}")

    def expr(self, type_: t.Type, depth: int) -> n.Expr:
        """An expression of a type; a plain value, where an Optional is wanted, may do."""
        type_ = plain(type_)
        options: list[Callable[[], n.Expr]] = []
        variables = self.variables(type_)
        options += [partial(self.var, slot) for slot in variables for _ in range(2)]
        fields = self.reads(lambda found: plain(found) == type_)
        if fields and depth > 0:
            options += [lambda: self.read(self.dice.choice(fields), depth)] * 3
        if depth > 0:
            options += [lambda: self.composed(type_, depth)] * 3
            if self.chance(0.15):
                options += [lambda: self.conditional(type_, depth)]
            calls = self.callable(type_)
            if calls:
                options += [lambda: self.call(*self.dice.choice(calls), depth)] * 2
        if not options or self.chance(0.1):
            return self.simple(type_)
        return self.dice.choice(options)()

    def simple(self, type_: t.Type) -> n.Expr:
        variables = self.variables(type_)
        if variables and self.chance(0.8):
            return self.var(self.dice.choice(variables))
        match type_:
            case t.Int():
                if self.chance(0.2):
                    return n.Number(self.origin(), INT, self.dice.choice(tuple(self.numbers)))
                return self.const(INT, self.dice.choice((0, 1, 1, 2, -1, 3)))
            case t.Set(item):
                return self.dice.choice(
                    (
                        lambda: n.Domain(self.origin(), type_),
                        lambda: n.SetOf(self.origin(), type_, (self.simple(item),)),
                    )
                )()
            case t.Pile() | t.Awaits():
                return self.const(type_, () if isinstance(type_, t.Pile) else frozenset())
        return self.const(type_, self.any(type_))

    def conditional(self, type_: t.Type, depth: int) -> n.Expr:
        condition = self.expr(BOOL, depth - 1)
        return n.IfExpr(self.origin(), type_, condition, self.expr(type_, depth - 1), self.expr(type_, depth - 1))

    def composed(self, type_: t.Type, depth: int) -> n.Expr:
        match type_:
            case t.Bool():
                return self.truth(depth)
            case t.Int():
                return self.number(depth)
            case t.Sort() | t.Enum():
                return self.one(type_, depth)
            case t.Optional(item):
                owned = type_ == t.Optional(PLAYER)
                if owned and self.chance(0.3):
                    return n.Attr(self.origin(), type_, "Thing", "owner", self.expr(THING, depth - 1), ())
                return self.dice.choice((lambda: self.const(type_, None), lambda: self.expr(item, depth - 1)))()
            case t.Set(item):
                return self.several(type_, item, depth)
            case t.Pile(item):
                if not self.here.checks or (not self.here.risky and self.chance(0.7)):
                    return self.simple(type_)
                return self.moved(type_, item, depth - 1)
        return self.simple(type_)

    def moved(self, type_: t.Type, item: t.Type, depth: int) -> n.Expr:
        """A pile with something done to it."""
        origin, pile = self.origin(), self.expr(type_, depth)
        match self.dice.choice(("item", "item", "turn", "join")):
            case "turn":
                turn: PileTurns = self.dice.choice(("without_top", "without_bottom", "reversed"))
                return n.PileTurn(origin, type_, turn, pile)
            case "join":
                join: PileJoins = self.dice.choice(("on", "under"))
                return n.PileJoin(origin, type_, join, pile, self.expr(type_, depth))
        op: PileOps = self.dice.choice(("top", "bottom", "without"))
        return n.PileOp(origin, type_, op, pile, self.expr(item, depth))

    def domain(self, depth: int) -> tuple[n.Expr, t.Type]:
        """What a loop or comprehension runs over, and its items."""
        item = self.dice.choice(DOMAINS)
        sets = self.reads(lambda type_: isinstance(type_, t.Set | t.Pile))
        if sets and depth > 0 and self.chance(0.4):
            found = self.read(self.dice.choice(sets), depth)
            assert isinstance(found.type, t.Set | t.Pile)
            return found, found.type.item
        if depth > 0 and self.chance(0.2):
            return self.several(t.Set(item), item, depth - 1), item
        return n.Domain(self.origin(), t.Set(item)), item

    def fold(self, kind: Any, type_: t.Type, depth: int, domain: tuple[n.Expr, t.Type] | None = None) -> n.Expr:
        over, item = domain or self.domain(depth - 1)
        if isinstance(over.type, t.Pile) and kind == "set":
            over, item = n.Domain(self.origin(), t.Set(item)), item
        slot = self.here.fresh(item)
        default = self.expr(INT, 0) if kind in ("min", "max") and (not self.here.risky or self.chance(0.5)) else None
        with self.here.binding(slot, item):
            condition = self.const(BOOL, True) if self.chance(0.4) else self.expr(BOOL, depth - 1)
            if kind in ("any", "all"):
                body = self.expr(BOOL, depth - 1)
            elif kind in ("sum", "min", "max"):
                body = self.expr(INT, depth - 1)
            elif kind == "the":
                body = self.var(slot)
            else:
                assert isinstance(type_, t.Set)
                body = self.expr(type_.item, depth - 1) if self.chance(0.3) or type_.item != item else self.var(slot)
        if kind == "the":
            type_ = item
        return n.Fold(self.origin(), type_, kind, slot, f"v{slot}", over, condition, body, default)

    def truth(self, depth: int) -> n.Expr:
        less = depth - 1

        def equality() -> n.Expr:
            type_ = self.dice.choice((INT, PLAYER, THING, COLOUR, PHASE, COLOUR, BOOL))
            if self.chance(0.3):
                wide = self.reads(lambda found: isinstance(found, t.Optional | t.Set | t.Pile))
                if wide:
                    left = self.read(self.dice.choice(wide), depth)
                    return n.Compare(self.origin(), BOOL, "==", left, self.expr(left.type, less))
            return n.Compare(self.origin(), BOOL, "==", self.expr(type_, less), self.expr(type_, less))

        def order() -> n.Expr:
            op: Order = self.dice.choice(("<", "<="))
            return n.Compare(self.origin(), BOOL, op, self.expr(INT, less), self.expr(INT, less))

        def member() -> n.Expr:
            collection, item = self.domain(depth)
            if isinstance(collection, n.Domain):
                collection = self.expr(t.Set(item), less)
            wanted = t.Optional(item) if self.chance(0.2) else item
            return n.Member(self.origin(), BOOL, self.expr(wanted, less), collection)

        def logic() -> n.Expr:
            items = tuple(self.expr(BOOL, less) for _ in range(self.dice.choice((2, 2, 3))))
            return n.Logic(self.origin(), BOOL, self.dice.choice(("and", "or")), items)

        def attribute() -> n.Expr:
            return n.Attr(self.origin(), BOOL, "Player", "rich", self.expr(PLAYER, less), ())

        def opened() -> n.Expr:
            return n.IsOpen(self.origin(), BOOL, 0, self.dice.choice(tuple(self.frames)))

        options: list[Callable[[], n.Expr]] = [
            equality,
            equality,
            order,
            order,
            member,
            logic,
            attribute,
            lambda: n.Not(self.origin(), BOOL, self.expr(BOOL, less)),
            lambda: self.fold(self.dice.choice(("any", "all")), BOOL, depth),
        ]
        if self.frames and self.here.sees:
            options.append(opened)
        return self.dice.choice(options)()

    def number(self, depth: int) -> n.Expr:
        less = depth - 1
        optional = self.reads(lambda found: isinstance(found, t.Optional) and isinstance(found.item, t.Int))

        def arithmetic() -> n.Expr:
            op: Ops = self.dice.choice(("+", "-", "+", "-", "*", "//", "%"))
            right = self.expr(INT, less)
            if op in ("//", "%") and (not self.here.risky or self.chance(0.5)):
                right = self.const(INT, self.dice.choice((1, 2, 2, 3, -2)))
            return n.Arith(self.origin(), INT, op, self.expr(INT, less), right)

        def attribute() -> n.Expr:
            if self.chance(0.5):
                return n.Attr(self.origin(), INT, "Thing", "weight", self.expr(THING, less), ())
            return n.Attr(self.origin(), INT, "Player", "price", self.expr(PLAYER, less), (self.expr(THING, less),))

        options: list[Callable[[], n.Expr]] = [
            arithmetic,
            arithmetic,
            attribute,
            lambda: n.Size(self.origin(), INT, self.domain(depth)[0]),
            lambda: self.fold(self.dice.choice(("sum", "min", "max")), INT, depth),
            lambda: n.Least(
                self.origin(), INT, self.dice.choice(("min", "max")), (self.expr(INT, less), self.expr(INT, less))
            ),
        ]
        if optional and self.here.risky:
            options.append(lambda: n.Unwrap(self.origin(), INT, self.read(self.dice.choice(optional), depth)))
        return self.dice.choice(options)()

    def one(self, type_: t.Type, depth: int) -> n.Expr:
        less = depth - 1
        options: list[Callable[[], n.Expr]] = [lambda: self.simple(type_)]
        if type_ == COLOUR:
            options.append(lambda: n.Attr(self.origin(), COLOUR, "Thing", "colour", self.expr(THING, less), ()))
        if self.here.risky:
            piles = self.reads(lambda found: found == t.Pile(type_))
            optional = self.reads(lambda found: found == t.Optional(type_))
            if piles:
                end: Ends = self.dice.choice(("top", "bottom"))
                options.append(lambda: n.End(self.origin(), type_, end, self.read(self.dice.choice(piles), depth)))
            if optional:
                options.append(lambda: n.Unwrap(self.origin(), type_, self.read(self.dice.choice(optional), depth)))
            options.append(lambda: self.fold("the", type_, depth, (n.Domain(self.origin(), t.Set(type_)), type_)))
        return self.dice.choice(options)()

    def several(self, type_: t.Type, item: t.Type, depth: int) -> n.Expr:
        less = depth - 1
        if depth <= 0:
            return self.simple(type_)
        options: list[Callable[[], n.Expr]] = [
            lambda: n.SetOf(
                self.origin(), type_, tuple(self.expr(item, less) for _ in range(self.dice.choice((1, 2))))
            ),
            lambda: n.SetOp(
                self.origin(), type_, self.dice.choice(("|", "&", "-")), self.expr(type_, less), self.expr(type_, less)
            ),
            lambda: self.fold("set", type_, depth),
        ]
        if type_ == t.Set(THING):
            options.append(lambda: n.Attr(self.origin(), type_, "Thing", "beside", self.expr(THING, less), ()))
        return self.dice.choice(options)()

    def callable(self, type_: t.Type) -> list[tuple[Any, n.Function]]:
        found: list[tuple[Any, n.Function]] = []
        if self.here.calls and self.here.checks:
            found += [("helper", f) for f in self.helpers.values() if plain(f.returns) == type_]
            if self.here.sees:
                found += [("term", x.function) for x in self.terms.values() if self.here.asks or self.is_plain(x)]
                found += [("question", q.function) for q in self.questions.values() if self.here.asks]
        return [(kind, f) for kind, f in found if plain(f.returns) == type_]

    def is_plain(self, term: y.Term) -> bool:
        """Whether it asks no question and its layers cannot clash, so that it may stand where nothing is asked."""
        calls = [node for node in inside(term) if isinstance(node, n.Call)]
        asking = [
            c for c in calls if c.kind == "question" or (c.kind == "term" and not self.is_plain(self.terms[c.name]))
        ]
        return len(term.exceptions) < 2 and not term.crossings and not asking

    def call(self, kind: Any, function: n.Function, depth: int) -> n.Expr:
        args = tuple(
            n.Var(self.origin(), t.State(), 0, "s") if isinstance(p.type, t.State) else self.expr(p.type, depth - 1)
            for p in function.parameters
        )
        return n.Call(self.origin(), plain(function.returns), kind, function.name, args)


_PLAIN = (t.Bool, t.Sort, t.Enum, t.State)


def plain(type_: t.Type) -> t.Type:
    """The type as expressions have it: integers without ranges, piles without a size."""
    if isinstance(type_, _PLAIN):  # most of them, told faster than by what they are not
        return type_
    match type_:
        case t.Int():
            return INT
        case t.Optional(item):
            return t.Optional(plain(item))
        case t.Map(key, item):
            return t.Map(key, plain(item))
        case t.Silent(item):
            return t.Silent(plain(item))
        case t.Pile(item):
            return t.Pile(item)
    return type_


def filled_in(type_: t.Type) -> t.Type:
    """The same type, its integers from 0 to 2: for constants and attributes."""
    match type_:
        case t.Int(None, None):
            return t.Int(0, 2)
        case t.Map(key, item):
            return t.Map(key, filled_in(item))
    return type_
