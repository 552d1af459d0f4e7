"""Partial evaluation of statements: an effect on a symbolic store, branches merged where they meet again."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import combinations
from typing import Any

from ruleslawyer.core.unlowered import never_unlowered, unlowered
from ruleslawyer.ground import piles
from ruleslawyer.ground.context import Store
from ruleslawyer.ground.expressions import Env, Expressions
from ruleslawyer.ground.layout import CellKey
from ruleslawyer.ground.nodes import (
    FALSE,
    TRUE,
    Node,
    add,
    both,
    either,
    ite,
    less_equal,
    multiply,
    negate,
    number,
)
from ruleslawyer.ground.values import Choice, Maybe, Slots, Table, Value, merge, same
from ruleslawyer.ground.world import World
from ruleslawyer.ir import nodes as n
from ruleslawyer.ir import types as t
from ruleslawyer.ir.system import whole_name
from ruleslawyer.origin import Origin

SILENT = "the chosen option is silent here"


@dataclass(slots=True)
class Call:
    """A function that runs: under which condition it has returned, and what."""

    returns: t.Type | None
    returned: Node = FALSE
    result: Value | None = None


@dataclass(frozen=True, slots=True)
class Pending:
    """A write that waits for the end of a simultaneous block."""

    delta: bool
    condition: Node
    value: Value
    place: n.Place


@dataclass(slots=True)
class Block:
    """A simultaneous block: what waits for each cell."""

    writes: dict[CellKey, list[Pending]] = field(default_factory=dict)


class Statements(Expressions):
    """Statements; `store` is the one that the running effect writes, None while rules only read."""

    def __init__(self, world: World) -> None:
        super().__init__(world)
        self.store: Store | None = None
        self.simultaneous: Block | None = None
        self.calls: list[Call] = []

    def enter(self, function: n.Function, args: tuple[Any, ...]) -> Value | None:
        """Run a function on values and stores; what it returns, None for one that only acts."""
        given = [
            self.shape.coerce(a, p.type) if isinstance(a, Value) else a
            for a, p in zip(args, function.parameters, strict=True)
        ]
        env: Env = [*given, *(None,) * (function.slots - len(given))]
        call = Call(function.returns)
        self.calls.append(call)
        try:
            self.block(function.body, env)
        finally:
            self.calls.pop()
        return call.result

    def coerced(self, value: Any, returns: t.Type | None) -> Value:
        """What is returned, as the function's type has it: several returns may say different sorts of things."""
        return value if returns is None else self.shape.coerce(value, returns)

    @abstractmethod
    def demand(self, name: str, args: tuple[Any, ...]) -> None:
        """A deed is demanded by the effect that runs; `args` begin with its store."""

    @abstractmethod
    def tell(self, kind: n.Telling, base: str, bits: Sequence[Node]) -> None:
        """What the clauses of a base say together."""

    def run(self, function: n.Function, args: tuple[Any, ...]) -> None:
        """An effect, under its own name, on the store that is written."""
        self.rules.append(function.name)
        try:
            self.enter(function, args)
        finally:
            self.rules.pop()

    # --- control --------------------------------------------------------------------------------------------------

    def block(self, body: tuple[n.Stmt, ...], env: Env) -> None:
        for i, statement in enumerate(body):
            returned = self.calls[-1].returned
            if returned is TRUE:
                return
            if returned is not FALSE:
                rest = body[i:]
                self.branch(returned, lambda: None, partial(self.block, rest, env), env, decided=True)
                return
            self.statement(statement, env)

    def branch(
        self,
        condition: Node,
        then: Callable[[], None],
        otherwise: Callable[[], None],
        env: Env,
        *,
        decided: bool = False,
    ) -> None:
        """Two ways on copies of what may change, merged behind; `decided`: the first one has returned already."""
        condition = self.known(condition)
        call = self.calls[-1]
        if not decided and condition.op == "constant":
            (then if condition.value else otherwise)()
            return
        before, start = self._snapshot(env), replace(call)
        with self.assuming(condition):
            then()
        first, one = self._snapshot(env), replace(call)
        self._restore(env, before)
        call.returned, call.result = (FALSE, None) if decided else (start.returned, start.result)
        with self.assuming(negate(condition)):
            otherwise()
        self._merge(condition, first, env)
        call.returned = either(condition, call.returned) if decided else ite(condition, one.returned, call.returned)
        call.result = _either_value(condition, one.result, call.result)

    def _snapshot(self, env: Env) -> tuple[Env, Store | None]:
        return list(env), self.store.copy() if self.store else None

    def _restore(self, env: Env, snapshot: tuple[Env, Store | None]) -> None:
        env[:] = snapshot[0]
        if self.store and snapshot[1]:
            self.store.cells, self.store.open = snapshot[1].cells, snapshot[1].open

    def _merge(self, condition: Node, first: tuple[Env, Store | None], env: Env) -> None:
        for i, value in enumerate(first[0]):
            if isinstance(value, Value) or isinstance(env[i], Value):
                env[i] = _either_value(condition, value, env[i])
        if self.store and first[1]:
            for key, cell in first[1].cells.items():
                self.store.cells[key] = merge(condition, cell, self.store.cells[key])
            for frame, is_open in first[1].open.items():
                self.store.open[frame] = ite(condition, is_open, self.store.open[frame])

    def statement(self, node: n.Stmt, env: Env) -> None:
        if self.path is FALSE:
            return
        match node:
            case n.Let(slot=slot, value=value):
                env[slot] = self.value(value, env)
            case n.If(condition=condition, then=then, otherwise=otherwise):
                self.branch(
                    self.boolean(condition, env), lambda: self.block(then, env), lambda: self.block(otherwise, env), env
                )
            case n.For():
                self._loop(node, env)
            case n.Write(place=place, value=value):
                self._write(place, self.shape.coerce(self.value(value, env), place.type), env)
            case n.Delta(place=place, sign=sign, amount=amount):
                self._delta(place, multiply(number(sign), self.integer(amount, env)), env)
            case n.Effect(cites=cites, body=body):
                for clause in cites:
                    self.mark("effect", clause, TRUE)
                self.block(body, env)
            case n.Simultaneous(origin=origin, body=body):
                self._at_once(body, env)
            case n.Open():
                self._open(node, env)
            case n.Close(origin=origin, frame=frame):
                self._close(origin, frame)
            case n.Demand(deed=deed, args=args):
                store, *given = args
                assert isinstance(store, n.Var)
                self.demand(deed, (env[store.slot], *(self.value(a, env) for a in given)))
            case n.Return(value=value):
                call = self.calls[-1]
                call.result = None if value is None else self.coerced(self.value(value, env), call.returns)
                call.returned = TRUE
            case n.Beside(parts=parts):
                with self.beside() as begin:
                    for part in parts:
                        begin()
                        self.block(part, env)
            case n.Mark(name=name):
                self.mark("live", name, TRUE)
            case n.Tell(kind=kind, base=base, bits=bits):
                self.tell(kind, base, [self.boolean(bit, env) for bit in bits])
            case n.Fail(question=question, option=option):
                cites = next(o.origin.cites for o in self.system.questions[question].options if o.name == option)
                self.check(FALSE, SILENT, None, kind="unresolved", subject=question, cites=cites, option=option)
            case n.Run(function=function, args=args):
                self.run(function, tuple(self.value(a, env) for a in args))
            case n.Reset(field=field, keys=()):
                assert self.store is not None
                for cell in self.world.layout.of_field[field]:
                    self.store.cells[cell.key] = cell.unset
            case n.Reset():
                raise unlowered("the ground form", node)
            case _:
                raise never_unlowered("the ground form", node)

    def _loop(self, node: n.For, env: Env) -> None:
        def once(item: Choice) -> None:
            env[node.slot] = item
            self.block(node.body, env)

        domain = self.value(node.domain, env)
        pile = isinstance(domain, Slots)
        met = piles.from_the_top(domain) if pile else self.elements(domain, node.domain.type)
        for condition, item in met:
            self.branch(condition, partial(once, item), lambda: None, env)

    # --- writes ---------------------------------------------------------------------------------------------------

    def _targets(self, place: n.Place, env: Env) -> list[tuple[Node, CellKey]]:
        """The cells that a write may go to, each with the condition on its keys."""
        found: list[tuple[Node, tuple[int, ...]]] = [(TRUE, ())]
        for key in place.keys:
            choice = self.choice(key, env)
            found = [
                (both(condition, self.known(c)), (*keys, k))
                for condition, keys in found
                for k, c in choice.cases
                if k >= 0
            ]
        return [(c, (place.record, place.field, keys)) for c, keys in found if c is not FALSE]

    def _write(self, place: n.Place, value: Value, env: Env) -> None:
        targets = self._targets(place, env)
        if self.simultaneous is not None:
            for condition, key in targets:
                self._wait(key, Pending(False, both(self.path, condition), value, place))
            return
        self.range_check(place, value)
        for condition, key in targets:
            self._put(place, key, condition, value)

    def _delta(self, place: n.Place, amount: Node, env: Env) -> None:
        assert self.store is not None
        targets = self._targets(place, env)
        if self.simultaneous is not None:
            for condition, key in targets:
                self._wait(key, Pending(True, both(self.path, condition), amount, place))
            return
        self._open_for(place)
        for condition, key in targets:
            with self.assuming(condition):
                new = add(_integer(self.store.cells[key]), amount)
                self.range_check(place, new)
            self._put(place, key, condition, new)

    def _open_for(self, place: n.Place) -> None:
        if place.record is not None:
            assert self.store is not None
            self.check(self.store.open[place.record], f"{place.record} is not open", place.origin)

    def _put(self, place: n.Place, key: CellKey, condition: Node, value: Value) -> None:
        assert self.store is not None
        self._open_for(place)
        cell = self.store.cells[key]
        self.store.cells[key] = merge(condition, _kept(value, cell), cell)

    def range_check(self, place: n.Place, value: Value) -> None:
        """The obligations of a write: the range of its type; the scope's cap, where this grounding has caps."""
        type_ = place.type.item if isinstance(place.type, t.Optional) else place.type
        if isinstance(type_, t.Int):
            self._in_range(type_, place.record, place.field, value, place.origin)
        elif isinstance(type_, t.Pile):
            self._in_room(type_, place.record, place.field, value, place.origin)

    def _in_room(self, type: t.Pile, record: str | None, field: str, value: Value, origin: Origin) -> None:
        """A pile is not larger than its field may hold."""
        assert isinstance(value, Slots)
        room = self.shape.size(type)
        ok = negate(piles.filled(value, room))
        self._within(type, ok, f"a pile of more than {room}", record, field, origin)

    def _in_range(self, type: t.Int, record: str | None, field: str, value: Value, origin: Origin) -> None:
        present, scalar = (value.present, value.value) if isinstance(value, Maybe) else (TRUE, value)
        new = _integer(scalar)
        low = TRUE if type.low is None else less_equal(number(type.low), new)
        high = TRUE if type.high is None else less_equal(new, number(type.high))
        if type.low is not None or type.high is not None:
            span = f"{'…' if type.low is None else type.low} to {'…' if type.high is None else type.high}"
            ok = either(negate(present), both(low, high))
            self._within(type, ok, f"a write outside {span}", record, field, origin)
        cap = self.world.scope.caps.get(field) if self.world.capped and record is None else None
        if cap is not None:
            self.check(
                either(negate(present), less_equal(new, number(cap))),
                f"beyond the scope's cap of {cap}",
                origin,
                kind="cap",
                subject=field,
            )

    def _within(
        self, type: t.Int | t.Pile, ok: Node, reason: str, record: str | None, field: str, origin: Origin
    ) -> None:
        """The obligation of a write to be in the range of its type: the book's, where a clause promises it."""
        self.check(
            ok,
            reason,
            origin,
            kind="violation" if type.cite else "broken",
            subject=field,
            cites=((type.cite,) if type.cite else ()) + origin.cites,
            write=whole_name(record, field),
        )

    # --- simultaneous blocks --------------------------------------------------------------------------------------

    def _at_once(self, body: tuple[n.Stmt, ...], env: Env) -> None:
        if self.simultaneous is not None:  # a deed's block is part of the one in which it is demanded
            self.block(body, env)
            return
        block = self.simultaneous = Block()
        try:
            self.block(body, env)
        finally:
            self.simultaneous = None
        self.end_block(block)

    def end_block(self, block: Block) -> None:
        """What waited for the end of a simultaneous block: first whether writes clash, then what is written."""
        waiting = [(key, block.writes[key]) for key in self.world.layout.cells if key in block.writes]
        for _, writes in waiting:  # in the order of the schema, as the interpreter does
            for old, new in combinations(writes, 2):
                self._agree(old, new)
        for key, writes in waiting:
            self._settle(key, writes)

    def _wait(self, key: CellKey, new: Pending) -> None:
        assert self.simultaneous is not None
        self.simultaneous.writes.setdefault(key, []).append(new)

    def _agree(self, old: Pending, new: Pending) -> None:
        """Two different plain writes, or a write and a delta, to one place contradict each other."""
        if old.delta and new.delta:
            return
        agree = same(old.value, new.value) if not old.delta and not new.delta else FALSE
        cites = tuple(dict.fromkeys(old.place.origin.cites + new.place.origin.cites))
        with self.assuming(new.condition):
            self.check(
                either(negate(old.condition), agree),
                "two different writes at once",
                new.place.origin,
                kind="place",
                subject=new.place.field,
                cites=cites,
            )

    def _settle(self, key: CellKey, writes: list[Pending]) -> None:
        assert self.store is not None
        touched = either(*(w.condition for w in writes))
        value = self.store.cells[key]
        for write in writes:
            if write.delta:
                value = add(_integer(value), ite(write.condition, _integer(write.value), number(0)))
            else:
                value = merge(write.condition, write.value, value)
        place = writes[-1].place
        cites = tuple(dict.fromkeys(c for w in writes for c in w.place.origin.cites))
        joint = n.Place(Origin(place.origin.span, cites), place.type, place.record, place.field, place.keys)
        with self.assuming(touched):
            self.range_check(joint, value)
            self._put(joint, key, touched, value)

    # --- frames ---------------------------------------------------------------------------------------------------

    def _open(self, node: n.Open, env: Env) -> None:
        assert self.store is not None
        definition = self.system.frames[node.frame]
        values = [
            self.shape.coerce(self.value(v, env), f.type) for v, f in zip(node.values, definition.fields, strict=True)
        ]
        if self.simultaneous is not None:
            self.check(FALSE, "no frame opens inside a simultaneous block", node.origin)
            return
        names = list(self.system.frames)
        inner = names[names.index(node.frame) :]
        closed = both(*(negate(self.store.open[f]) for f in inner))
        self.check(closed, f"{node.frame} cannot open here: it or an inner frame is open", node.origin)
        for value, item in zip(values, definition.fields, strict=True):
            self._fill(node, item.name, item.type, value, ())
        self.store.open[node.frame] = TRUE

    def _fill(self, node: n.Open, field: str, type: t.Type, value: Value, keys: tuple[int, ...]) -> None:
        assert self.store is not None
        if isinstance(type, t.Map):
            assert isinstance(value, Table)
            for k, entry in enumerate(value.entries):
                self._fill(node, field, type.value, entry, (*keys, k))
            return
        leaf = type.item if isinstance(type, t.Optional) else type
        if isinstance(leaf, t.Int):
            self._in_range(leaf, node.frame, field, value, node.origin)
        if isinstance(leaf, t.Pile):
            self._in_room(leaf, node.frame, field, value, node.origin)
        self.store.cells[node.frame, field, keys] = _kept(value, self.store.cells[node.frame, field, keys])

    def _close(self, origin: Origin, frame: str) -> None:
        assert self.store is not None
        if self.simultaneous is not None:
            self.check(FALSE, "no frame closes inside a simultaneous block", origin)
            return
        self.check(self.store.open[frame], f"{frame} is not open", origin)
        for key, cell in self.world.layout.cells.items():
            if key[0] == frame:
                self.store.cells[key] = cell.default
        self.store.open[frame] = FALSE


def _integer(value: Value) -> Node:
    assert isinstance(value, Node)
    return value


def _kept(value: Value, cell: Value) -> Value:
    """A value as a cell holds it: a pile has the cell's slots."""
    return value.of(len(cell.slots)) if isinstance(value, Slots) and isinstance(cell, Slots) else value


def _either_value(condition: Node, a: Value | None, b: Value | None) -> Value | None:
    """A merge where one side may have no value: then it is not used there."""
    if a is None or b is None:
        return b if a is None else a
    return merge(condition, a, b)
