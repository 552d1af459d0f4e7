"""The interpreter: surface IR compiled to closures over a list of local slots. Never touches the author's code."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, assert_never

from ruleslawyer.ir import nodes as n
from ruleslawyer.ir import types as t
from ruleslawyer.ir.scope import Scope
from ruleslawyer.ir.system import System
from ruleslawyer.origin import Origin
from ruleslawyer.semantics.evaluate import Evaluation
from ruleslawyer.semantics.events import BranchEnds, Event
from ruleslawyer.semantics.state import Schema, Store, domain_size

Env = list[Any]
Run = Callable[[Env], Any]
"""A compiled expression (gives its value), or a compiled statement (gives `_GO`, or what it returns)."""

_GO = object()


class Interpreter:
    """A `Machine` that runs the IR. `reverse` runs loops backwards, to show that no rule depends on their order."""

    def __init__(self, system: System, scope: Scope, schema: Schema | None = None, *, reverse: bool = False) -> None:
        self.system, self.scope = system, scope
        self.schema = schema or Schema(system, scope)
        self.reverse = reverse
        self._compiled: dict[int, tuple[Run, n.Function]] = {}
        self.evaluation = Evaluation(self, {})

    def call(self, evaluation: Evaluation, function: n.Function, args: tuple[Any, ...]) -> Any:
        outer, self.evaluation = self.evaluation, evaluation
        try:
            return self._enter(function, args)
        finally:
            self.evaluation = outer

    def _enter(self, function: n.Function, args: tuple[Any, ...]) -> Any:
        found = self._compiled.get(id(function))
        if found is None:  # the function is kept with its code, so that its identity stays its own
            found = self._compiled[id(function)] = (self.block(function.body), function)
        env = [None] * function.slots
        env[: len(args)] = args
        result = found[0](env)
        return None if result is _GO else result

    def broken(self, reason: str, origin: Origin) -> BranchEnds:
        return BranchEnds(Event("broken", self.evaluation.rule, cites=origin.cites, reason=reason, span=origin.span))

    # --- statements -----------------------------------------------------------------------------------------------

    def block(self, body: tuple[n.Stmt, ...]) -> Run:
        steps = [self.statement(s) for s in body]

        def run(env: Env) -> Any:
            for step in steps:
                result = step(env)
                if result is not _GO:
                    return result
            return _GO

        return steps[0] if len(steps) == 1 else run

    def statement(self, node: n.Stmt) -> Run:
        match node:
            case n.Let(slot=slot, value=value):
                return self._let(slot, self.expression(value))
            case n.If(condition=condition, then=then, otherwise=otherwise):
                return self._branch(self.expression(condition), self.block(then), self.block(otherwise))
            case n.For(slot=slot, domain=domain, body=body):
                return self._loop(slot, self.expression(domain), self.block(body))
            case n.Write(place=place, value=value):
                return self._write(place, self.expression(value))
            case n.Delta(place=place, sign=sign, amount=amount):
                return self._delta(place, sign, self.expression(amount))
            case n.Effect(cites=cites, body=body):
                return self._effect(cites, self.block(body))
            case n.Simultaneous(body=body):
                return self._simultaneous(self.block(body))
            case n.Open(origin=origin, frame=frame, values=values):
                return self._open(origin, self.schema.frame_index[frame], [self.expression(v) for v in values])
            case n.Close(origin=origin, frame=frame):
                return self._close(origin, self.schema.frame_index[frame])
            case n.Return(value=value):
                return (lambda env: None) if value is None else self.expression(value)
        assert_never(node)

    def _let(self, slot: int, value: Run) -> Run:
        def run(env: Env) -> Any:
            env[slot] = value(env)
            return _GO

        return run

    def _effect(self, cites: tuple[str, ...], body: Run) -> Run:
        def run(env: Env) -> Any:
            self.evaluation.clauses(cites)
            return body(env)

        return run

    def _branch(self, condition: Run, then: Run, otherwise: Run) -> Run:
        return lambda env: then(env) if condition(env) else otherwise(env)

    def _loop(self, slot: int, domain: Run, body: Run) -> Run:
        def run(env: Env) -> Any:
            for item in sorted(domain(env), reverse=self.reverse):
                env[slot] = item
                body(env)
            return _GO

        return run

    def _keys(self, place: n.Place) -> tuple[int, int, list[Run]]:
        frame = -1 if place.record is None else self.schema.frame_index[place.record]
        index = self.schema.index if frame < 0 else self.schema.field_index[frame]
        return frame, index[place.field], [self.expression(k) for k in place.keys]

    def _write(self, place: n.Place, value: Run) -> Run:
        frame, field, keys = self._keys(place)
        cites, span = place.origin.cites, place.origin.span

        def run(env: Env) -> Any:
            store: Store = env[0]
            found = value(env)
            store.write((frame, field, tuple(k(env) for k in keys)), found, cites, span)
            return _GO

        return run

    def _delta(self, place: n.Place, sign: int, amount: Run) -> Run:
        frame, field, keys = self._keys(place)
        cites, span = place.origin.cites, place.origin.span

        def run(env: Env) -> Any:
            store: Store = env[0]
            target = (frame, field, tuple(k(env) for k in keys))
            store.delta(target, sign * amount(env), cites, span)
            return _GO

        return run

    def _simultaneous(self, body: Run) -> Run:
        def run(env: Env) -> Any:
            store: Store = env[0]
            store.begin_simultaneous()
            body(env)
            store.end_simultaneous()
            return _GO

        return run

    def _open(self, origin: Origin, frame: int, values: list[Run]) -> Run:
        def run(env: Env) -> Any:
            env[0].open(frame, tuple(v(env) for v in values), origin.cites, origin.span)
            return _GO

        return run

    def _close(self, origin: Origin, frame: int) -> Run:
        def run(env: Env) -> Any:
            env[0].close(frame, origin.span)
            return _GO

        return run

    # --- expressions ----------------------------------------------------------------------------------------------

    def expression(self, node: n.Expr) -> Run:
        match node:
            case n.Const(value=value):
                return lambda env: value
            case n.Number(name=name):
                number = self.scope.constants[name]
                return lambda env: number
            case n.Var(slot=slot):
                return lambda env: env[slot]
            case n.Domain(type=type_):
                assert isinstance(type_, t.Set)
                members = frozenset(range(domain_size(type_.item, self.system, self.scope)))
                return lambda env: members
            case n.Read(store=store, record=record, field=field, keys=keys):
                return self._read(store, record, field, [self.expression(k) for k in keys])
            case n.IsOpen(store=store, frame=frame):
                index = self.schema.frame_index[frame]
                return lambda env: env[store].is_open(index)
            case n.Attr():
                return self._attribute(node)
            case n.Item(origin=origin, subject=subject, key=key):
                return self._item(origin, self.expression(subject), self.expression(key))
            case n.Unwrap(origin=origin, value=value):
                return self._present(origin, self.expression(value), "None where a value is needed")
            case n.Not(value=value):
                inner = self.expression(value)
                return lambda env: not inner(env)
            case n.Logic(op=op, items=items):
                return self._logic(op, [self.expression(i) for i in items])
            case n.Arith():
                return self._arithmetic(node)
            case n.Compare(op=op, left=left, right=right):
                return self._compare(op, self.expression(left), self.expression(right))
            case n.Member(item=item, collection=collection):
                one, many = self.expression(item), self.expression(collection)
                return lambda env: one(env) in many(env)
            case n.IfExpr(condition=condition, then=then, otherwise=otherwise):
                return self._branch(self.expression(condition), self.expression(then), self.expression(otherwise))
            case n.SetOf(items=items):
                members_ = [self.expression(i) for i in items]
                return lambda env: frozenset([m(env) for m in members_])
            case n.SetOp(op=op, left=left, right=right):
                return self._set_operation(op, self.expression(left), self.expression(right))
            case n.Size(value=value):
                inner = self.expression(value)
                return lambda env: len(inner(env))
            case n.Fold():
                return self._fold(node)
            case n.Least(kind=kind, items=items):
                pick, values = (min if kind == "min" else max), [self.expression(i) for i in items]
                return lambda env: pick([v(env) for v in values])
            case n.Top(origin=origin, pile=pile):
                return self._top(origin, self.expression(pile))
            case n.PileOp():
                return self._pile(node)
            case n.Call():
                return self._call(node)
        assert_never(node)

    def _read(self, slot: int, record: str | None, field: str, keys: list[Run]) -> Run:
        frame = -1 if record is None else self.schema.frame_index[record]
        index = (self.schema.index if frame < 0 else self.schema.field_index[frame])[field]
        if frame >= 0:
            return lambda env: env[slot].read(frame, index, tuple(k(env) for k in keys))
        if not keys:
            return lambda env: env[slot].fields[index]
        if len(keys) == 1:
            key = keys[0]
            return lambda env: env[slot].fields[index][key(env)]
        return lambda env: env[slot].read(frame, index, tuple(k(env) for k in keys))

    def _attribute(self, node: n.Attr) -> Run:
        values = self.scope.attributes[node.sort, node.name]
        if values is None:
            raise TypeError(f"{node.sort}.{node.name} is open: only the solver can run it")
        table, subject, keys = values, self.expression(node.subject), [self.expression(k) for k in node.keys]

        def run(env: Env) -> Any:
            value = table[subject(env)]
            for key in keys:
                value = value[key(env)]
            return value

        return run

    def _item(self, origin: Origin, subject: Run, key: Run) -> Run:
        return self._present(origin, lambda env: subject(env)[key(env)], "a choice that nobody made")

    def _present(self, origin: Origin, value: Run, reason: str) -> Run:
        def run(env: Env) -> Any:
            found = value(env)
            if found is None:
                raise self.broken(reason, origin)
            return found

        return run

    def _logic(self, op: str, items: list[Run]) -> Run:
        if len(items) == 2:
            one, other = items
            return (lambda env: one(env) and other(env)) if op == "and" else (lambda env: one(env) or other(env))
        if op == "and":
            return lambda env: all(i(env) for i in items)
        return lambda env: any(i(env) for i in items)

    def _compare(self, op: str, left: Run, right: Run) -> Run:
        if op == "==":
            return lambda env: left(env) == right(env)
        if op == "<":
            return lambda env: left(env) < right(env)
        return lambda env: left(env) <= right(env)

    def _arithmetic(self, node: n.Arith) -> Run:
        left, right, origin = self.expression(node.left), self.expression(node.right), node.origin

        def divisor(env: Env) -> int:
            value: int = right(env)
            if value == 0:
                raise self.broken("division by zero", origin)
            return value

        match node.op:
            case "+":
                return lambda env: left(env) + right(env)
            case "-":
                return lambda env: left(env) - right(env)
            case "*":
                return lambda env: left(env) * right(env)
            case "//":
                return lambda env: left(env) // divisor(env)
            case "%":
                return lambda env: left(env) % divisor(env)
        assert_never(node.op)

    def _set_operation(self, op: str, left: Run, right: Run) -> Run:
        if op == "|":
            return lambda env: left(env) | right(env)
        if op == "&":
            return lambda env: left(env) & right(env)
        return lambda env: left(env) - right(env)

    def _fold(self, node: n.Fold) -> Run:
        slot, domain = node.slot, self.expression(node.domain)
        condition, body = self.expression(node.condition), self.expression(node.body)
        default = None if node.default is None else self.expression(node.default)
        origin = node.origin

        def passing(env: Env) -> Any:
            for item in sorted(domain(env), reverse=self.reverse):
                env[slot] = item
                if condition(env):
                    yield body(env)

        def extreme(pick: Callable[[list[int]], int]) -> Run:
            def run(env: Env) -> Any:
                values = list(passing(env))
                if values:
                    return pick(values)
                if default is None:
                    raise self.broken("the least or greatest of nothing", origin)
                return default(env)

            return run

        def the(env: Env) -> Any:
            values = list(passing(env))
            if len(values) != 1:
                raise self.broken(f"`the` found {len(values)} things instead of one", origin)
            return values[0]

        match node.kind:
            case "any":
                return lambda env: any(passing(env))
            case "all":
                return lambda env: all(passing(env))
            case "sum":
                return lambda env: sum(passing(env))
            case "min":
                return extreme(min)
            case "max":
                return extreme(max)
            case "the":
                return the
            case "set":
                return lambda env: frozenset(passing(env))
        assert_never(node.kind)

    def _top(self, origin: Origin, pile: Run) -> Run:
        def run(env: Env) -> Any:
            found = pile(env)
            if not found:
                raise self.broken("the top of an empty pile", origin)
            return found[0]

        return run

    def _pile(self, node: n.PileOp) -> Run:
        pile, item, op, origin = self.expression(node.pile), self.expression(node.item), node.op, node.origin

        def run(env: Env) -> Any:
            found: tuple[int, ...] = pile(env)
            one: int = item(env)
            if op == "without":
                if one not in found:
                    raise self.broken("taken out of a pile that does not hold it", origin)
                return tuple(x for x in found if x != one)
            if one in found:
                raise self.broken("put on a pile twice", origin)
            return (one, *found) if op == "top" else (*found, one)

        return run

    def _call(self, node: n.Call) -> Run:
        args = [self.expression(a) for a in node.args]
        if node.kind == "helper":
            helper = self.system.helpers[node.name]
            return lambda env: self._enter(helper, tuple(a(env) for a in args))
        name = node.name
        return lambda env: self.evaluation.named(name, tuple(a(env) for a in args))
