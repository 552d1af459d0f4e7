"""Random functions: what they say, and what they write."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ruleslawyer.base.origin import Origin, Span
from ruleslawyer.ir import nodes as n
from ruleslawyer.ir import types as t
from ruleslawyer.lang.records import SILENT
from tests.agree.systems.drawing import BOOL, DOMAINS, INT, LEAST, PLAYER, THING, Here
from tests.agree.systems.expressions import Ends, Expressions, PileJoins, PileTurns, plain

CAP = 3
RISKY = 0.18
"""How many of the functions that may fail say something that can."""


class Bodies(Expressions):
    def function(
        self,
        name: str,
        parameters: Sequence[tuple[str, t.Type]],
        returns: t.Type,
        body: Callable[[], tuple[n.Stmt, ...]],
        *,
        checks: bool = True,
        asks: bool = True,
        sees: bool = True,
        calls: bool = True,
        cites: tuple[str, ...] = (),
    ) -> n.Function:
        risky = checks and self.chance(RISKY)
        outer, self.here = self.here, Here([], {}, None, 0, checks, risky, asks, sees, calls, cites=cites)
        given = []
        for label, type_ in parameters:
            slot = self.here.fresh(type_)
            if isinstance(type_, t.FrameOf):
                self.here.frame, self.here.frame_slot = type_.name, slot
            elif not isinstance(type_, t.State):
                self.here.bound[slot] = type_
            given.append(n.Parameter(label, type_))
        made = body()
        function = n.Function(
            Origin(Span("random.py", self.line, 1, self.line, 2), cites),
            "random",
            name,
            "",
            tuple(given),
            returns,
            len(self.here.slots),
            made,
        )
        self.here = outer
        return function

    def gives(self, type_: t.Type, depth: int = 2) -> Callable[[], tuple[n.Stmt, ...]]:
        """A body that returns a value, now and then out of a branch or after a local."""

        def body() -> tuple[n.Stmt, ...]:
            before: list[n.Stmt] = []
            if self.chance(0.15):
                before.append(self.let())
            if self.chance(0.2):
                early = n.Return(self.origin(), self.expr(type_, depth - 1))
                before.append(n.If(self.origin(), self.expr(BOOL, 1), (early,), ()))
            return (*before, n.Return(self.origin(), self.expr(type_, depth)))

        return body

    def let(self) -> n.Stmt:
        type_ = plain(self.dice.choice((INT, BOOL, *DOMAINS, t.Set(THING))))
        value = self.expr(type_, 2)
        slot = self.here.fresh(type_)
        self.here.bound[slot] = type_
        return n.Let(self.origin(), slot, f"v{slot}", value)

    def says(self, type_: t.Type) -> Callable[[], tuple[n.Stmt, ...]]:
        """A body that returns a value or stays silent."""
        silent = t.Silent(plain(type_))

        def body() -> tuple[n.Stmt, ...]:
            value = self.expr(type_, 1)
            if self.chance(0.8):
                nothing = self.const(silent, SILENT)
                value = n.IfExpr(self.origin(), silent, self.expr(BOOL, 2), value, nothing)
            return (n.Return(self.origin(), value),)

        return body

    def effect(self, cites: tuple[str, ...], count: int) -> tuple[n.Stmt, ...]:
        return (n.Effect(self.origin(), cites, self.statements(count, 2)),)

    def statements(self, count: int, depth: int) -> tuple[n.Stmt, ...]:
        bound = dict(self.here.bound)
        made = tuple(self.statement(depth) for _ in range(count))
        self.here.bound = bound
        return made

    def statement(self, depth: int) -> n.Stmt:
        options: list[Callable[[], n.Stmt]] = [self.write] * 6 + [self.delta] * 2
        if depth > 0:
            options += [lambda: self.branch(depth), lambda: self.loop(depth), self.let]
            if not self.here.simultaneous:
                options += [lambda: self.at_once(depth)] * 2
            if self.chance(0.1):
                options += [lambda: n.If(self.origin(), self.expr(BOOL, 1), (n.Return(self.origin(), None),), ())]
        if self.deeds and self.here.asks:
            options += [self.demand] * 3
        if self.frames and (not self.here.simultaneous or self.chance(0.1)):
            options += [self.open_or_close] * 2
        return self.dice.choice(options)()

    def demand(self) -> n.Stmt:
        deed = self.dice.choice(list(self.deeds.values()))
        store = n.Var(self.origin(), t.State(), 0, "s")
        given = (self.expr(p.type, 1) for p in deed.function.parameters[1:])
        return n.Demand(self.origin(), deed.name, (store, *given))

    def branch(self, depth: int) -> n.Stmt:
        condition = self.expr(BOOL, 2)
        then = self.statements(self.dice.choice((1, 1, 2)), depth - 1)
        return n.If(self.origin(), condition, then, self.statements(self.dice.choice((0, 1)), depth - 1))

    def loop(self, depth: int) -> n.Stmt:
        domain, item = self.domain(1)
        slot = self.here.fresh(item)
        with self.here.binding(slot, item):
            body = self.statements(1, depth - 1)
        return n.For(self.origin(), slot, f"v{slot}", domain, body)

    def at_once(self, depth: int) -> n.Stmt:
        self.here.simultaneous = True
        body = self.statements(self.dice.choice((2, 2, 3)), depth - 1)
        self.here.simultaneous = False
        return n.Simultaneous(self.origin(), body)

    def place(self, wanted: Callable[[t.Type], bool]) -> n.Place | None:
        """A field's entry that is written; its type is the leaf's own, ranges included."""
        found = []
        for record, _, field_ in self.places():
            type_: t.Type = field_.type
            keys: tuple[t.Type, ...] = ()
            while isinstance(type_, t.Map):
                keys, type_ = (*keys, type_.key), type_.value
            if wanted(type_) and (record is None or field_.name != "awaits" or self.chance(0.5)):
                found.append((record, field_.name, keys, type_))
        if not found:
            return None
        record, name, keys, type_ = self.dice.choice(found)
        return n.Place(self.origin(), type_, record, name, tuple(self.expr(key, 1) for key in keys))

    def write(self) -> n.Stmt:
        place = self.place(lambda type_: True)
        assert place is not None
        if self.chance(0.45):
            return self.change(place)
        return n.Write(self.origin(), place, self.kept(place.type, self.expr(place.type, 2)))

    def change(self, place: n.Place) -> n.Stmt:
        """A write that mostly changes something: what comes next, one member more or less, or what an argument says."""
        type_, o = plain(place.type), self.origin()
        slot = 0 if place.record is None else self.here.frame_slot
        old = n.Read(o, type_, slot, place.record, place.field, place.keys)
        value: n.Expr
        match type_:
            case t.Bool():
                value = n.Not(o, BOOL, old)
            case t.Int():
                assert isinstance(place.type, t.Int)
                low = place.type.low if place.type.low is not None else LEAST
                high = place.type.high if place.type.high is not None else CAP
                more = n.Arith(o, INT, "+", old, self.const(INT, 1))
                at_end = n.Compare(o, BOOL, "<=", self.const(INT, high), old)
                value = n.IfExpr(o, INT, at_end, self.const(INT, low), more)
            case t.Set(item):
                value = n.SetOp(
                    o, type_, self.dice.choice(("|", "|", "-")), old, n.SetOf(o, type_, (self.expr(item, 1),))
                )
            case t.Pile(item):
                value = self.shuffled(type_, item, old)
            case t.Optional(item):
                some = self.kept(place.type, self.expr(item, 1))
                value = some if self.chance(0.7) else self.const(type_, None)
            case _:
                same = n.Compare(o, BOOL, "==", old, self.const(type_, 0))
                other = self.const(type_, self.members(type_) - 1)
                value = n.IfExpr(o, type_, same, other, self.expr(type_, 1))
        return n.Write(self.origin(), place, value)

    def shuffled(self, type_: t.Pile, item: t.Type, old: n.Expr) -> n.Expr:
        """A pile with one thing more or less, or, where it is not empty, cut, turned over, or laid on another one."""
        o = self.origin()
        variables = self.variables(item)
        one = self.var(self.dice.choice(variables)) if variables else self.const(item, self.any(item))
        end: Ends = self.dice.choice(("top", "bottom"))
        less: PileTurns = "without_top" if end == "top" else "without_bottom"
        join: PileJoins = self.dice.choice(("on", "under"))
        without, put = n.PileOp(o, type_, "without", old, one), n.PileOp(o, type_, end, old, one)
        full = n.Compare(o, BOOL, "<=", self.const(INT, 2), n.Size(o, INT, old))
        again = n.Logic(o, BOOL, "and", (n.Member(o, BOOL, one, old), full))
        there = again if type_.repeats else n.Member(o, BOOL, one, old)
        changed = n.IfExpr(o, type_, there, without, put)
        last = n.PileOp(o, type_, "top", self.const(type_, ()), n.End(o, item, end, old))
        ways: Sequence[Callable[[], n.Expr]] = (
            lambda: n.PileTurn(o, type_, "reversed", old),
            lambda: n.PileTurn(o, type_, less, old),
            lambda: n.PileJoin(o, type_, join, n.PileTurn(o, type_, less, old), last),
        )
        if self.chance(0.4):
            return changed
        some = n.Compare(o, BOOL, "<=", self.const(INT, 1), n.Size(o, INT, old))
        return n.IfExpr(o, type_, some, self.dice.choice(ways)(), changed)

    def kept(self, type_: t.Type, value: n.Expr) -> n.Expr:
        """A number mostly within its range, and always where nothing else would stop it."""
        leaf = type_.item if isinstance(type_, t.Optional) else type_
        if not isinstance(leaf, t.Int) or isinstance(value.type, t.Optional):
            return value
        if leaf.low is None or self.chance(0.6):
            least = self.const(INT, LEAST if leaf.low is None else leaf.low)
            value = n.Least(self.origin(), INT, "max", (value, least))
        if self.chance(0.6):
            most = self.const(INT, CAP if leaf.high is None else leaf.high)
            value = n.Least(self.origin(), INT, "min", (value, most))
        return value

    def delta(self) -> n.Stmt:
        place = self.place(lambda type_: isinstance(type_, t.Int))
        if place is None:
            return self.write()
        assert isinstance(place.type, t.Int)
        sign = 1 if place.type.low is None or self.chance(0.5) else -1
        amount = self.const(INT, 1) if self.chance(0.7) else self.expr(INT, 1)
        if place.type.low is None:
            amount = n.Least(self.origin(), INT, "max", (amount, self.const(INT, 0)))
        made = n.Delta(self.origin(), place, sign, amount)  # type: ignore[arg-type]
        edge = place.type.high if sign > 0 else place.type.low
        if place.record is not None or place.keys or edge is None or self.chance(0.3):
            return made
        read = n.Read(self.origin(), INT, 0, None, place.field, ())
        at_edge = n.Compare(self.origin(), BOOL, "==", read, self.const(INT, edge))
        return n.If(self.origin(), n.Not(self.origin(), BOOL, at_edge), (made,), ())

    def open_or_close(self) -> n.Stmt:
        name = self.dice.choice(tuple(self.frames))
        if self.here.frame is not None and self.chance(0.7):
            return n.Close(self.origin(), self.here.frame)
        if self.chance(0.15):
            return n.Close(self.origin(), name)
        values = []
        for field_ in self.frames[name].fields:
            if field_.required:
                value = self.expr(field_.type, 1)
                if field_.name == "awaits" and self.chance(0.6):
                    value = n.Domain(self.origin(), t.Set(PLAYER))
            else:
                value = self.const(field_.type, field_.default)
            values.append(self.kept(field_.type, value))
        return n.Open(self.origin(), name, tuple(values))
