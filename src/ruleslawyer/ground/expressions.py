"""Partial evaluation of expressions: a surface expression over symbolic locals and stores gives a symbolic value."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from functools import partial
from itertools import combinations
from typing import Any, TypeAlias

from ruleslawyer.core.unlowered import never_unlowered, unlowered
from ruleslawyer.ground import piles
from ruleslawyer.ground.context import Context, Store
from ruleslawyer.ground.nodes import (
    FALSE,
    TRUE,
    Node,
    add,
    both,
    either,
    equal,
    ite,
    largest,
    less,
    less_equal,
    multiply,
    negate,
    number,
    quotient,
    smallest,
    subtract,
)
from ruleslawyer.ground.values import (
    NONE,
    NOTHING,
    SAYS_NOTHING,
    Bunch,
    Choice,
    Maybe,
    Slots,
    Spoken,
    Table,
    Value,
    merge,
    same,
)
from ruleslawyer.ir import nodes as n
from ruleslawyer.ir import types as t
from ruleslawyer.lang.records import SILENT
from ruleslawyer.semantics.events import unwritten

Env: TypeAlias = list[Any]
"""The slots of a function: values, and the stores that it takes."""


class Expressions(Context):
    """Expressions; calls are answered by `called`, which the rules give."""

    @abstractmethod
    def called(self, kind: str, name: str, args: tuple[Any, ...]) -> Value: ...

    @abstractmethod
    def ask(self, function: n.Function, args: tuple[Any, ...]) -> Value:
        """The value of a function that only reads, under its own name."""

    # --- by type --------------------------------------------------------------------------------------------------

    def boolean(self, node: n.Expr, env: Env) -> Node:
        value = self.value(node, env)
        assert isinstance(value, Node) and value.sort == "bool", node
        return self.known(value)

    def integer(self, node: n.Expr, env: Env) -> Node:
        value = self.value(node, env)
        assert isinstance(value, Node) and value.sort == "int", node
        return value

    def choice(self, node: n.Expr, env: Env) -> Choice:
        value = self.value(node, env)
        assert isinstance(value, Choice), node
        return value

    def bunch(self, node: n.Expr, env: Env) -> Bunch:
        value = self.value(node, env)
        assert isinstance(value, Bunch), node
        return value

    def slots(self, node: n.Expr, env: Env) -> Slots:
        value = self.value(node, env)
        assert isinstance(value, Slots), node
        return value

    def value(self, node: n.Expr, env: Env) -> Any:
        """The value of an expression; a store, where it is a variable that holds one."""
        match node:
            case n.Var(type=type_, slot=slot):
                found = env[slot]
                if isinstance(found, Spoken) and not isinstance(type_, t.Silent):  # asked where it speaks
                    return self.shape.default(type_) if found.value is None else self.shape.coerce(found.value, type_)
                return found
            case _ if self.path is FALSE:
                return self.shape.default(node.type)
            case n.Const(type=type_, value=value):
                return SAYS_NOTHING if value is SILENT else self.shape.lift(type_, value)
            case n.Number(name=name):
                return self.world.number(name)
            case n.Domain(type=type_):
                assert isinstance(type_, t.Set)
                return Bunch((TRUE,) * self.shape.size(type_.item))
            case n.Read():
                return self._read(node, env)
            case n.IsOpen(store=store, frame=frame):
                return self.known(env[store].open[frame])
            case n.Attr(sort=sort, name=name, subject=subject, keys=keys):
                found = self.select(self.choice(subject, env), self.world.attribute(sort, name))
                return self._descend(found, keys, env)
            case n.Item(origin=origin, subject=subject, key=key):
                found = self._descend(self.value(subject, env), (key,), env)
                return self._present(found, "a choice that nobody made", origin)
            case n.Unwrap(origin=origin, value=inner):
                return self._present(self.value(inner, env), "None where a value is needed", origin)
            case n.Not(value=inner):
                return negate(self.boolean(inner, env))
            case n.Logic(op=op, items=items):
                return self._logic(op, [partial(self.boolean, i, env) for i in items])
            case n.Arith():
                return self._arithmetic(node, env)
            case n.Compare(op="==", left=left, right=right):
                return self.known(same(self.value(left, env), self.value(right, env)))
            case n.Compare(op=op):
                a, b = node.sides(lambda side: self.integer(side, env))
                return self.known(less(a, b) if op == "<" else less_equal(a, b))
            case n.Member(item=item, collection=collection):
                return self._member(self.value(item, env), self.value(collection, env))
            case n.IfExpr():
                return self._conditional(node, env)
            case n.SetOf(type=type_, items=items):
                assert isinstance(type_, t.Set | t.Awaits)
                return self._set(type_.item, [(TRUE, self.choice(i, env)) for i in items])
            case n.SetOp(op=op, left=left, right=right):
                return self._set_operation(op, self.bunch(left, env), self.bunch(right, env))
            case n.Size(value=inner):
                return self._size(self.value(inner, env))
            case n.Fold():
                return self._fold(node, env)
            case n.Least(kind=kind, items=items):
                numbers = [self.integer(i, env) for i in items]
                return smallest(*numbers) if kind == "min" else largest(*numbers)
            case n.End(origin=origin, end=end, pile=pile):
                held = self.slots(pile, env)
                last = piles.top(held) if end == "top" else piles.bottom(held)
                return self._present(last, f"the {end} of an empty pile", origin)
            case n.PileOp():
                return self._pile(node, env)
            case n.PileTurn():
                return self._turned(node, env)
            case n.PileJoin(op=op, pile=pile, other=other):
                one, two = self.slots(pile, env), self.slots(other, env)
                return self._joined(node, *((one, two) if op == "on" else (two, one)))
            case n.Call(kind=kind, name=name, args=arguments):
                return self.called(kind, name, tuple(self.value(a, env) for a in arguments))
            case n.RuleCall(function=function, args=arguments, quiet=quiet):
                notes, marks = len(self.notes), len(self.marks)
                said = self.ask(function, tuple(self.value(a, env) for a in arguments))
                if quiet:
                    del self.notes[notes:], self.marks[marks:]
                return self.known(said) if isinstance(said, Node) and said.sort == "bool" else said
            case n.Speaks(value=inner):
                said = self.value(inner, env)
                if not isinstance(said, Spoken):
                    return TRUE
                return FALSE if said.value is None else self.known(negate(said.silent))
            case n.Choice(key=key):
                return self.world.chosen(key)
            case n.IsDefault() | n.Worst():
                raise unlowered("the ground form", node)
        raise never_unlowered("the ground form", node)

    # --- reading --------------------------------------------------------------------------------------------------

    def select(self, index: Choice, entries: tuple[Value, ...]) -> Value:
        """The entry at a symbolic index; the last case takes what the others leave."""
        cases = [(k, c) for k, c in index.cases if k != NONE]
        if not cases:
            return entries[0]  # a None key: the check that it is a value has failed
        result = entries[cases[-1][0]]
        for k, condition in reversed(cases[:-1]):
            result = merge(self.known(condition), entries[k], result)
        return result

    def _descend(self, value: Value, keys: tuple[n.Expr, ...], env: Env) -> Value:
        for key in keys:
            assert isinstance(value, Table)
            value = self.select(self.choice(key, env), value.entries)
        return value

    def _read(self, node: n.Read, env: Env) -> Value:
        keys = [self.choice(key, env) for key in node.keys]
        store: Store = env[node.store]
        if node.record is not None:
            self.check(store.open[node.record], f"{node.record} is not open", node.origin)
        record = self.system.state if node.record is None else self.system.frames[node.record]
        type_ = next(f.type for f in record.fields if f.name == node.field)
        found = self.read(store, node.record, node.field, type_, keys, ())
        if (
            isinstance(node.type, t.Sort | t.Enum)
            and isinstance(found, Choice)
            and any(k == NONE for k, _ in found.cases)
        ):
            return self._present(found, unwritten(node.field), node.origin)  # the initial rule runs
        return found

    def read(
        self, store: Store, record: str | None, field: str, type: t.Type, keys: list[Choice], done: tuple[int, ...]
    ) -> Value:
        """A field's entry at symbolic keys, or a whole map where keys are left out."""
        if not isinstance(type, t.Map):
            return store.cells[record, field, done]
        if not keys:
            return Table(
                tuple(
                    self.read(store, record, field, type.value, [], (*done, k))
                    for k in range(self.shape.size(type.key))
                )
            )
        result: Value | None = None
        for k, condition in reversed(keys[0].cases):
            condition = self.known(condition)
            if k == NONE or condition is FALSE:
                continue
            found = self.read(store, record, field, type.value, keys[1:], (*done, k))
            result = found if result is None else merge(condition, found, result)
        if result is None:  # no key is possible here
            entry: t.Type = type
            for _ in keys:
                assert isinstance(entry, t.Map)
                entry = entry.value
            return self.shape.default(entry)
        return result

    def _present(self, value: Value, reason: str, origin: Any) -> Value:
        match value:
            case Maybe(present, inner):
                self.check(present, reason, origin)
                return inner
            case Choice(cases, node):
                self.check(negate(value.is_(NONE)), reason, origin)
                left = tuple((k, c) for k, c in cases if k != NONE)
                return Choice(left, node) if left else value
            case _:
                return value

    # --- logic and numbers ----------------------------------------------------------------------------------------

    def _logic(self, op: str, items: list[Callable[[], Node]]) -> Node:
        """Short-circuit from the left: an item counts only where those before it did not decide."""
        result = TRUE if op == "and" else FALSE
        for item in items:
            with self.assuming(result if op == "and" else negate(result)):
                if self.path is FALSE:
                    break
                found = item()
            result = both(result, found) if op == "and" else either(result, found)
        return result

    def _conditional(self, node: n.IfExpr, env: Env) -> Value:
        condition = self.boolean(node.condition, env)
        with self.assuming(condition):
            then = self.shape.coerce(self.value(node.then, env), node.type)
        with self.assuming(negate(condition)):
            otherwise = self.shape.coerce(self.value(node.otherwise, env), node.type)
        return merge(condition, then, otherwise)

    def _arithmetic(self, node: n.Arith, env: Env) -> Node:
        left, right = self.integer(node.left, env), self.integer(node.right, env)
        match node.op:
            case "+":
                return add(left, right)
            case "-":
                return subtract(left, right)
            case "*":
                return multiply(left, right)
        self.check(negate(equal(right, number(0))), "division by zero", node.origin)
        whole = quotient(left, right)
        return whole if node.op == "//" else subtract(left, multiply(right, whole))

    # --- sets and piles -------------------------------------------------------------------------------------------

    def _member(self, item: Value, collection: Value) -> Node:
        """Membership; a None item is in nothing."""
        assert isinstance(item, Choice)
        if self.world.numbers and isinstance(collection, Slots) and len(item.cases) > 1:
            there = either(*(same(slot, item, numbers=True) for slot in collection.slots))
            return self.known(both(negate(item.is_(NONE)), there))
        members = [both(c, self.held(collection, k)) for k, c in item.cases if k != NONE]
        return self.known(either(*members))

    def held(self, collection: Value, member: int) -> Node:
        match collection:
            case Bunch(members):
                return members[member]
            case Slots(slots):
                return either(*(s.is_(member) for s in slots))
            case _:
                raise TypeError("neither a set nor a pile")

    def _set(self, item: t.Type, elements: list[tuple[Node, Choice]]) -> Bunch:
        return Bunch(
            tuple(
                either(*(both(condition, e.is_(k)) for condition, e in elements)) for k in range(self.shape.size(item))
            )
        )

    def _set_operation(self, op: str, left: Bunch, right: Bunch) -> Bunch:
        def join(a: Node, b: Node) -> Node:
            match op:
                case "|":
                    return either(a, b)
                case "&":
                    return both(a, b)
                case _:
                    return both(a, negate(b))

        chance = None
        if left.chance is not None or right.chance is not None:
            chance = join(left.chance or FALSE, right.chance or FALSE)
        return Bunch(tuple(join(a, b) for a, b in zip(left.members, right.members, strict=True)), chance)

    def _size(self, value: Value) -> Node:
        match value:
            case Bunch(members, chance):
                return add(*(ite(m, number(1), number(0)) for m in (*members, chance or FALSE)))
            case Slots(slots):
                return add(*(ite(s.is_(NONE), number(0), number(1)) for s in slots))
            case _:
                raise TypeError("neither a set nor a pile")

    def _pile(self, node: n.PileOp, env: Env) -> Slots:
        pile, item = self.slots(node.pile, env), self.choice(node.item, env)
        if node.op == "without":
            self.check(self._member(item, pile), "taken out of a pile that does not hold it", node.origin)
            return piles.without(pile, item, self.world.numbers)
        one = Slots((item,))
        return self._joined(node, *((one, pile) if node.op == "top" else (pile, one)))

    def _turned(self, node: n.PileTurn, env: Env) -> Slots:
        pile = self.slots(node.pile, env)
        if node.op == "reversed":
            return piles.turned(pile)
        end = node.op.removeprefix("without_")
        self.check(piles.filled(pile, 0), f"the {end} of an empty pile", node.origin)
        return Slots(pile.slots[1:]) if end == "top" else piles.without_bottom(pile)

    def _joined(self, node: n.PileOp | n.PileJoin, upper: Slots, lower: Slots) -> Slots:
        """One pile on another; of a sort each member is in one of them, so that there are slots enough for all."""
        assert isinstance(node.type, t.Pile)
        made = piles.joined(upper, lower)
        if node.type.repeats:
            return made
        few, many = (upper, lower) if len(upper.slots) < len(lower.slots) else (lower, upper)
        shared = (self._member(slot, many) for slot in few.slots if slot != NOTHING)
        self.check(negate(either(*shared)), "put on a pile twice", node.origin)
        return made.of(min(len(made.slots), self.shape.size(t.Pile(node.type.item))))

    # --- comprehensions -------------------------------------------------------------------------------------------

    def elements(self, domain: Value, type: t.Type) -> list[tuple[Node, Choice]]:
        """The members of which a set or a pile may hold some, in their order, each with the condition that it does."""
        assert isinstance(type, t.Set | t.Pile | t.Awaits)
        found = ((self.held(domain, k), Choice(((k, TRUE),))) for k in range(self.shape.size(type.item)))
        return [(condition, item) for condition, item in found if self.known(condition) is not FALSE]

    def _fold(self, node: n.Fold, env: Env) -> Value:
        domain = self.value(node.domain, env)
        elements = self.elements(domain, node.domain.type)
        if node.kind in ("any", "all"):
            return self._quantify(node, elements, env)
        found: list[tuple[Node, Any]] = []
        for inside, item in elements:
            env[node.slot] = item
            with self.assuming(inside):
                passes = both(inside, self.boolean(node.condition, env))
            with self.assuming(passes):
                if self.path is not FALSE:
                    value = self.value(node.body, env)
                    found += [(one, value) for one in self._counted(node, domain, item, passes)]
        match node.kind:
            case "sum":
                return add(*(ite(c, v, number(0)) for c, v in found))
            case "set":
                assert isinstance(node.type, t.Set | t.Awaits)
                return self._set(node.type.item, found)
            case "the":
                return self._unique(node, found)
            case _:
                return self._extreme(node, found, env)

    @staticmethod
    def _counted(node: n.Fold, domain: Value, item: Choice, passes: Node) -> list[Node]:
        """When a member that passes counts: as often as a pile holds it, where that makes a difference."""
        pile = node.domain.type
        if node.kind in ("sum", "the") and isinstance(domain, Slots) and isinstance(pile, t.Pile) and pile.repeats:
            ((member, _),) = item.cases
            return [both(slot.is_(member), passes) for slot in domain.slots]
        return [passes]

    def _quantify(self, node: n.Fold, elements: list[tuple[Node, Choice]], env: Env) -> Node:
        def one(inside: Node, item: Choice) -> Node:
            env[node.slot] = item
            with self.assuming(inside):
                passes = both(inside, self.boolean(node.condition, env))
            with self.assuming(passes):
                body = self.boolean(node.body, env) if self.path is not FALSE else FALSE
            return both(passes, body) if node.kind == "any" else either(negate(passes), body)

        op = "or" if node.kind == "any" else "and"
        return self._logic(op, [partial(one, condition, item) for condition, item in elements])

    def _unique(self, node: n.Fold, found: list[tuple[Node, Value]]) -> Value:
        conditions = [c for c, _ in found]
        two = either(*(both(a, b) for a, b in combinations(conditions, 2)))
        self.check(both(either(*conditions), negate(two)), "`the` found none, or more than one", node.origin)
        result: Value | None = None
        for condition, value in reversed(found):
            value = self.shape.coerce(value, node.type)
            result = value if result is None else merge(condition, value, result)
        return self.shape.default(node.type) if result is None else result

    def _extreme(self, node: n.Fold, found: list[tuple[Node, Node]], env: Env) -> Node:
        some, best = FALSE, number(0)
        for condition, value in found:
            better = less(value, best) if node.kind == "min" else less(best, value)
            best = ite(both(condition, either(negate(some), better)), value, best)
            some = either(some, condition)
        if node.default is None:
            self.check(some, "the least or greatest of nothing", node.origin)
            return best
        with self.assuming(negate(some)):
            default = self.integer(node.default, env)
        return ite(some, best, default)


def _choices(values: list[Value]) -> list[Choice]:
    return [v for v in values if isinstance(v, Choice)]
