"""Expressions over stores of any size, as symbolic values. Long: one dispatch, and what each kind of them means."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from typing import Any, Never, TypeAlias

from ruleslawyer.base.origin import Origin
from ruleslawyer.core.core import ALLOWED
from ruleslawyer.ir import nodes as n
from ruleslawyer.ir import types as t
from ruleslawyer.ir.schema import OPEN
from ruleslawyer.lifted.context import Cell, Context, Keys, Store
from ruleslawyer.lifted.terms import (
    BOOL,
    FALSE,
    ONE,
    TRUE,
    ZERO,
    Term,
    add,
    both,
    either,
    equal,
    implies,
    ite,
    less,
    multiply,
    negate,
    number,
    quotient,
    subtract,
    symbol,
)
from ruleslawyer.lifted.values import (
    BELOW,
    NUMBER,
    ORDER,
    LiftingError,
    MapTerm,
    Maybe,
    PartialValue,
    PileTerm,
    SetTerm,
    Value,
    merge,
    values_equal,
)
from ruleslawyer.lifted.world import World

Env: TypeAlias = list[Any]
"""The slots of a function: values, and the stores that it takes."""
Passing = Callable[[Term], tuple[Term, Value]]
"""When a member passes, and what it counts for there."""


class Expressions(Context):
    """readers: for each root that is read now, where the reads of it are noted down: field, keys, path."""

    def __init__(self, world: World) -> None:
        super().__init__(world)
        self.readers: list[tuple[object, list[tuple[Any, ...]]]] = []

    @abstractmethod
    def value_of_call(self, kind: str, name: str, args: tuple[object, ...]) -> Value: ...

    @abstractmethod
    def ask(self, function: n.Function, args: tuple[object, ...]) -> Value:
        """The value of a function that only reads."""

    def call_rule(self, node: n.RuleCall, args: tuple[object, ...]) -> Value:
        """The value of a rule's function."""
        if not node.quiet:
            return self.ask(node.function, args)
        with self.aside():
            return self.ask(node.function, args)

    @abstractmethod
    def choice(self, key: tuple[str, ...]) -> Term:
        """The reading's answer to a choice."""

    def construct_error(self, node: Never) -> Exception:
        """There is nothing for a construct: an error, or the rule is one that cannot be lifted, and says so."""
        return LiftingError(f"the lifted terms have nothing for {type(node).__name__}")

    # --- by type ----------------------------------------------------------------------------------------------------

    def term(self, node: n.Expr, env: Env) -> Term:
        """A scalar; of what may be None, the value behind it."""
        value = self.value(node, env)
        if isinstance(value, Maybe):
            value = self.world.default(node.type) if value.value is None else value.value
        assert isinstance(value, Term), node
        return value

    def boolean(self, node: n.Expr, env: Env) -> Term:
        return self.decide(self.term(node, env))

    # Long: one dispatch over all expressions.
    def value(self, node: n.Expr, env: Env) -> Any:
        """The value of an expression; a store, where it is a variable that holds one."""
        match node:
            case n.Var(type=type_, slot=slot):
                found = env[slot]
                if isinstance(found, PartialValue) and not isinstance(type_, t.Silent):  # asked where it speaks
                    return self.world.default(type_) if found.value is None else self.world.coerce(found.value, type_)
                return found
            case n.Const(type=type_, value=value):
                return self.world.lift(type_, value)
            case n.Number(name=name):
                return self._number(name)
            case n.Domain(type=type_):
                assert isinstance(type_, t.Set)
                return SetTerm(type_.item, lambda m: TRUE)
            case n.Read():
                return self._read(node, env)
            case n.IsOpen(store=store, frame=frame):
                return env[store].open[frame]
            case n.Attr(sort=sort, name=name, subject=subject, keys=keys):
                return self._attribute(sort, name, (self.term(subject, env), *(self.term(k, env) for k in keys)))
            case n.Item(subject=subject, key=key):
                table = self.value(subject, env)
                assert isinstance(table, MapTerm)
                entry = table.at(self.term(key, env))
                nobody = isinstance(node.type, t.Optional)  # nobody is a choice
                return entry if nobody else self._present(entry, node.type, "a choice that nobody made", node.origin)
            case n.Unwrap(value=inner):
                return self._present(self.value(inner, env), node.type, "None where a value is needed", node.origin)
            case n.Not(value=inner):
                return negate(self.boolean(inner, env))
            case n.Logic(op=op, items=items):
                return self._logic(op, items, env)
            case n.Arith():
                return self._arithmetic(node, env)
            case n.Compare(op="==", left=left, right=right):
                return self.same(self.value(left, env), self.value(right, env))
            case n.Compare(op=op):
                a, b = node.sides(lambda side: self.term(side, env))
                no_greater = self.world.folds.no_greater
                return negate(no_greater(b, a)) if op == "<" else no_greater(a, b)
            case n.Member(item=item, collection=collection):
                return self._member(self.value(item, env), self.value(collection, env))
            case n.IfExpr():
                condition = self.boolean(node.condition, env)
                with self.assuming(condition):
                    then = TRUE if self.nowhere else self.world.coerce(self.value(node.then, env), node.type)
                with self.assuming(negate(condition)):
                    other = then if self.nowhere else self.world.coerce(self.value(node.otherwise, env), node.type)
                return other if condition is FALSE else merge(condition, then, other)
            case n.SetOf(type=type_, items=items):
                assert isinstance(type_, t.Set | t.Awaits)
                held = [self.term(i, env) for i in items]
                return SetTerm(type_.item, lambda m: either(*(equal(m, h) for h in held)))
            case n.SetOp(op=op, left=left, right=right):
                return self._combine(op, self.value(left, env), self.value(right, env))
            case n.Size(value=inner):
                held = self.value(inner, env)
                if isinstance(held, PileTerm):
                    return held.length
                counted = self.world.total(held.item, lambda m: ite(held.has(m), ONE, ZERO))
                return counted if held.chance is None else add(counted, ite(held.chance, ONE, ZERO))
            case n.Fold():
                with self.in_any_order():
                    return self._fold(node, env)
            case n.Least(kind=kind, items=items):
                best, *others = (self.term(i, env) for i in items)
                for other in others:
                    best = ite(less(other, best) if kind == "min" else less(best, other), other, best)
                return best
            case n.End() | n.PileOp() | n.PileTurn() | n.PileJoin():
                return self._pile(node, env)
            case n.Call(kind=kind, name=name, args=arguments):
                return self.value_of_call(kind, name, tuple(self.value(a, env) for a in arguments))
            case n.RuleCall(function=function, args=arguments):
                said = self.call_rule(node, tuple(self.value(a, env) for a in arguments))
                return self.decide(said) if isinstance(function.returns, t.Bool) and isinstance(said, Term) else said
            case n.Speaks(value=inner):
                speaks, about = definedness(self.value(inner, env))
                return FALSE if about is None else self.decide(speaks)
            case n.Choice(key=key):
                return self.choice(key)
            case n.Worst():
                return self._worst(node, env)
            case n.IsDefault():
                raise LiftingError("whether a field has its default, which the lifted terms tell of a state at rest")
        raise self.construct_error(node)

    def _worst(self, node: n.Worst, env: Env) -> Term:
        """A verdict, of which it is only said whether it is allowed: that of the instance and of each part."""

        def is_allowed(one: n.Judged) -> n.Expr:
            verdict = n.RuleCall(node.origin, node.type, one.function, one.args)
            return n.Compare(node.origin, t.Bool(), "<=", n.Const(node.origin, node.type, ALLOWED), verdict)

        if node.own is None and not node.otherwise & ALLOWED:
            raise LiftingError(f"{node.base}, which its seats alone judge")
        asked = [] if node.own is None else [is_allowed(node.own)]
        for one in node.parts:
            every = one.slot, one.name, one.domain, one.condition
            asked.append(n.Fold(node.origin, t.Bool(), "all", *every, is_allowed(one.verdict), None))
        with self.in_any_order():
            return ite(both(*(self.boolean(one, env) for one in asked)), number(ALLOWED), ZERO)

    def same(self, a: Value, b: Value) -> Term:
        if isinstance(a, PileTerm) and isinstance(b, PileTerm):
            return TRUE if a is b else self._same_piles(a, b)
        if isinstance(a, Maybe) and isinstance(b, Maybe) and isinstance(a.value, PileTerm):
            raise LiftingError("whether two piles that may be None are the same")
        return self.decide(values_equal(a, b, self.world.some))

    def _same_piles(self, a: PileTerm, b: PileTerm) -> Term:
        """The condition that two piles have the same top, length and things; their orders may differ or not."""
        differ = self.world.some(a.item, lambda m: negate(equal(a.has(m), b.has(m))))
        order = symbol(BOOL, self.world.folds.name(ORDER), self.depends())
        return both(values_equal(a.top, b.top, self.world.some), equal(a.length, b.length), negate(differ), order)

    def _number(self, name: str) -> Value:
        constant, label = self.system.constants[name], f"{NUMBER}{name}"
        if constant.value == OPEN:
            self.world.promise(constant.type, label)
            return self.world.symbolic(constant.type, label, ())
        return self.world.lift(constant.type, self.world.numbers.get(name, constant.value))

    # --- reading ----------------------------------------------------------------------------------------------------

    def _read(self, node: n.Read, env: Env) -> Value:
        store: Store = env[node.store]
        if node.record is not None:
            self.check(store.open[node.record], f"{node.record} is not open", node.origin)
        given = tuple(self.term(key, env) for key in node.keys)
        field = node.record, node.field
        shape, cell = self.world.shapes[field], store.cells[field]
        readers = [log for root, log in self.readers if root is store.root]
        path = self.here if readers else TRUE

        def deep(keys: tuple[Term, ...]) -> Value:
            if len(keys) < len(shape.keys):
                return MapTerm(shape.keys[len(keys)], lambda k: deep((*keys, k)))
            for log in readers:
                log.append((field, keys, path))
            value = self.at(cell, keys)
            if self.world.beginning and self.world.is_perhaps_unwritten(field, value):
                self.world.read_early.setdefault(field, node.origin)
            return value

        return deep(given)

    def at(self, cell: Cell, keys: Keys) -> Value:
        return cell.at(keys)

    def _attribute(self, sort: str, name: str, keys: tuple[Term, ...]) -> Value:
        type_: t.Type = t.Map(t.Sort(sort), next(a.type for a in self.system.sorts[sort].attributes if a.name == name))
        label = f"{sort}.{name}"
        self.world.promise(type_, label)
        for _ in keys:
            assert isinstance(type_, t.Map)
            type_ = type_.value
        return self.world.symbolic(type_, label, keys)

    def _present(self, value: Value, type_: t.Type, reason: str, origin: Origin) -> Value:
        if not isinstance(value, Maybe):
            return value
        self.check(negate(value.none), reason, origin)
        return self.world.default(type_) if value.value is None else value.value

    def _member(self, item: Value, collection: SetTerm | PileTerm) -> Term:
        """Membership; None is in nothing."""
        if not isinstance(item, Maybe):
            assert isinstance(item, Term)
            return collection.has(item)
        if item.value is None:
            return FALSE
        assert isinstance(item.value, Term)
        return both(negate(item.none), collection.has(item.value))

    # --- logic and numbers ------------------------------------------------------------------------------------------

    def _logic(self, op: str, items: tuple[n.Expr, ...], env: Env) -> Term:
        """Short-circuit from the left: an item counts only where those before it did not decide."""
        size, found = len(self.path), list[Term]()
        stop = FALSE if op == "and" else TRUE
        try:
            for item in items:
                part = self.boolean(item, env)
                found.append(part)
                if part is stop:
                    break
                self.push(part if op == "and" else negate(part))
        finally:
            self.back_to(size)
        return both(*found) if op == "and" else either(*found)

    def _arithmetic(self, node: n.Arith, env: Env) -> Term:
        left, right = self.term(node.left, env), self.term(node.right, env)
        match node.op:
            case "+":
                return add(left, right)
            case "-":
                return subtract(left, right)
            case "*":
                return multiply(left, right)
        self.check(negate(equal(right, ZERO)), "division by zero", node.origin)
        whole = quotient(left, right)
        return whole if node.op == "//" else subtract(left, multiply(right, whole))

    # --- sets and piles ---------------------------------------------------------------------------------------------

    def _combine(self, op: str, left: SetTerm, right: SetTerm) -> SetTerm:
        def join(a: Term, b: Term) -> Term:
            return either(a, b) if op == "|" else both(a, b if op == "&" else negate(b))

        chance = None
        if left.chance is not None or right.chance is not None:
            chance = join(left.chance or FALSE, right.chance or FALSE)
        return SetTerm(left.item, lambda m: join(left.has(m), right.has(m)), chance)

    def _pile(self, node: n.End | n.PileOp | n.PileTurn | n.PileJoin, env: Env) -> Value:
        pile = self.value(node.pile, env)
        assert isinstance(pile, PileTerm)
        item, held = pile.item, pile.has
        if isinstance(item, t.Enum):
            raise LiftingError("a pile of kinds of things that changes")
        match node:
            case n.End(end=end):
                self.check(negate(pile.top.none), f"the {end} of an empty pile", node.origin)
                if end == "bottom":
                    return self._any_of(item, held).value or self.world.default(item)
                return self.world.default(item) if pile.top.value is None else pile.top.value
            case n.PileOp(op="without"):
                gone = self.term(node.item, env)
                self.check(held(gone), "taken out of a pile that does not hold it", node.origin)
                return self._without(pile, gone)
            case n.PileOp(op=op):
                more = self.term(node.item, env)
                self.check(negate(held(more)), "put on a pile twice", node.origin)
                top = Maybe(FALSE, more) if op == "top" else merge(pile.top.none, Maybe(FALSE, more), pile.top)
                assert isinstance(top, Maybe)
                return PileTerm(item, lambda m: either(held(m), equal(m, more)), add(pile.length, ONE), top)
            case n.PileTurn(op="reversed"):
                return PileTerm(item, held, pile.length, self._any_of(item, held))
            case n.PileTurn(op=op):
                last = self._any_of(item, held) if op == "without_bottom" else pile.top
                self.check(negate(pile.top.none), f"the {op.removeprefix('without_')} of an empty pile", node.origin)
                return self._without(pile, last.value) if isinstance(last.value, Term) else pile
            case n.PileJoin(op=op, other=other):
                more = self.value(other, env)
                assert isinstance(more, PileTerm)
                over = more.has
                upper, lower = (pile, more) if op == "on" else (more, pile)
                self.check(
                    negate(self.world.some(item, lambda m: both(held(m), over(m)))), "put on a pile twice", node.origin
                )
                top = merge(upper.top.none, lower.top, upper.top)
                assert isinstance(top, Maybe)
                return PileTerm(item, lambda m: either(held(m), over(m)), add(pile.length, more.length), top)
        raise self.construct_error(node)

    def _without(self, pile: PileTerm, gone: Term) -> PileTerm:
        held = pile.has

        def has(m: Term) -> Term:
            return both(held(m), negate(equal(m, gone)))

        below = self._any_of(pile.item, has)
        top: Value = below
        if isinstance(pile.top.value, Term):
            top = merge(both(negate(pile.top.none), equal(pile.top.value, gone)), below, pile.top)
        assert isinstance(top, Maybe)
        return PileTerm(pile.item, has, subtract(pile.length, ONE), top)

    def _any_of(self, item: t.Type, has: Callable[[Term], Term]) -> Maybe:
        """Something in a pile, of which nothing else is known; None where it is empty."""
        found = symbol(self.world.sort(item), self.world.folds.name(BELOW), self.depends())
        none = negate(self.world.some(item, has))
        self.law(either(none, has(found)))
        return Maybe(none, found)

    # --- comprehensions ---------------------------------------------------------------------------------------------

    def _fold(self, node: n.Fold, env: Env) -> Value:
        domain = self.value(node.domain, env)
        assert isinstance(domain, SetTerm | PileTerm)
        item = domain.item
        env = [slot.copy() if isinstance(slot, Store) else slot for slot in env]  # as it is now, whenever it is asked
        if isinstance(domain, PileTerm) and isinstance(item, t.Enum) and node.kind in ("sum", "the"):
            raise LiftingError("a sum over a pile of kinds of things")

        def passing(m: Term) -> tuple[Term, Value]:
            """The condition under which a member passes, and its body there; FALSE where it never does."""
            env[node.slot] = m
            inside = self.decide(domain.has(m))
            with self.assuming(inside):
                if self.nowhere:
                    return FALSE, FALSE
                condition = self.boolean(node.condition, env)
                with self.assuming(condition):
                    if self.nowhere:
                        return FALSE, FALSE
                    return both(inside, condition), self.value(node.body, env)

        def each(ask: Callable[[Term, Value], Term]) -> Callable[[Term], Term]:
            def ask_member(m: Term) -> Term:
                with self.over(*m.free):
                    passes, body = passing(m)
                return FALSE if passes is FALSE else ask(passes, body)

            return ask_member

        def scalar(value: Value) -> Term:
            if isinstance(value, Maybe):
                value = self.world.default(node.body.type) if value.value is None else value.value
            assert isinstance(value, Term)
            return value

        match node.kind:
            case "any":
                return self._until(item, each(lambda p, v: both(p, scalar(v))))
            case "all":
                return negate(self._until(item, each(lambda p, v: both(p, negate(scalar(v))))))
            case "sum":
                return self.world.total(item, lambda m: _amount(each(lambda p, v: ite(p, scalar(v), ZERO))(m)))
            case "set":
                return self._set(node, item, passing)
            case "the":
                return self._unique(node, item, passing)
        return self._extreme(node, item, passing, scalar, env)

    def _until(self, item: t.Type, decides: Callable[[Term], Term]) -> Term:
        """Whether some member decides: the first that does is the last that is asked."""
        start = len(self.checks)
        found = self.world.some(item, decides)
        self.checks[start:] = [check.but(found) for check in self.checks[start:]]
        return found

    def _set(self, node: n.Fold, item: t.Type, passing: Passing) -> SetTerm:
        """A set is asked later who is in it, one by one; what can fail in asking is met now, for all."""
        path, bound = list(self.path), self.depends()
        self.world.some(item, lambda m: self._passes_for(passing, m))
        assert isinstance(node.type, t.Set | t.Awaits)
        if isinstance(node.body, n.Var) and node.body.slot == node.slot:

            def has(m: Term) -> Term:
                with self.later(path), self.over(*bound, *m.free):
                    return passing(m)[0]

            return SetTerm(item, has)

        def has_image(m: Term) -> Term:
            def image(x: Term) -> Term:
                with self.later(path), self.over(*bound, *x.free, *m.free):
                    passes, body = passing(x)
                return FALSE if passes is FALSE else both(passes, self.same(body, m))

            return self.world.some(item, image)

        return SetTerm(node.type.item, has_image)

    def _passes_for(self, passing: Passing, m: Term) -> Term:
        with self.over(*m.free):
            return passing(m)[0]

    def _unique(self, node: n.Fold, item: t.Type, passing: Passing) -> Value:
        every = self.world.members(item)
        if every is not None:
            return self._only(node, [passing(m) for m in every])
        x = self.world.fresh(item)
        condition = self._passes_for(passing, x)
        some = self.world.folds.some(x, condition)
        if some is FALSE:
            self.check(FALSE, "`the` found none, or more than one", node.origin)
            return self.world.default(node.type)
        witness = self.world.folds.one_of(x, condition) if x in condition.free else symbol(x.sort, f"some {x.sort}")
        path = list(self.path)
        with self.later(path), self.over(*witness.free):
            here, value = passing(witness)
        self.law(implies(both(*path, some), here))  # it was asked on this path, and may say something else elsewhere
        y = self.world.folds.fresh(x.sort)
        with self.later(path), self.over(y):
            another = both(negate(equal(y, witness)), passing(y)[0])
        self.check(
            both(some, negate(self.world.folds.some(y, another))), "`the` found none, or more than one", node.origin
        )
        return self.world.coerce(value, node.type)

    def _only(self, node: n.Fold, passed: list[tuple[Term, Value]]) -> Value:
        found: Value | None = None
        conditions = [p for p, _ in passed]
        two = either(*(both(a, b) for i, a in enumerate(conditions) for b in conditions[:i]))
        self.check(both(either(*conditions), negate(two)), "`the` found none, or more than one", node.origin)
        for condition, value in reversed(passed):
            if condition is not FALSE:
                value = self.world.coerce(value, node.type)
                found = value if found is None else merge(condition, value, found)
        return self.world.default(node.type) if found is None else found

    def _extreme(self, node: n.Fold, item: t.Type, passing: Passing, scalar: Callable[[Value], Term], env: Env) -> Term:
        least = node.kind == "min"
        every = self.world.members(item)
        if every is not None:
            some, best = FALSE, ZERO
            for m in every:
                condition, body = passing(m)
                if condition is FALSE:
                    continue
                value = scalar(body)
                better = less(value, best) if least else less(best, value)
                best = ite(both(condition, either(negate(some), better)), value, best)
                some = either(some, condition)
        else:
            x = self.world.fresh(item)
            with self.over(x):
                condition, body = passing(x)
                value = ZERO if condition is FALSE else scalar(body)
            some = self.world.folds.some(x, condition)
            best = self.world.folds.extreme("least" if least else "greatest", x, condition, value)
        if node.default is None:
            self.check(some, "the least or greatest of nothing", node.origin)
            return best
        with self.assuming(negate(some)):
            default = self.term(node.default, env)
        return ite(some, best, default)


def _amount(term: Term) -> Term:
    """The amount that a member counts for; nothing, where it never passes."""
    return ZERO if term is FALSE else term


def definedness(value: Value) -> tuple[Term, Value | None]:
    """The condition under which something is said, and the value; None where nothing ever is."""
    return (negate(value.silent), value.value) if isinstance(value, PartialValue) else (TRUE, value)
