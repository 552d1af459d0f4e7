"""Statements over stores of any size: a write is a new value where a condition holds, a loop is one for each member."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from ruleslawyer.base.origin import Origin
from ruleslawyer.core.told import clauses_in_tell
from ruleslawyer.ir import nodes as n
from ruleslawyer.ir import types as t
from ruleslawyer.ir.clauses import clash_key
from ruleslawyer.lifted.context import Contradiction, Store, conditional_cell, constant_cell
from ruleslawyer.lifted.expressions import Env
from ruleslawyer.lifted.loops import Loops
from ruleslawyer.lifted.premises import Excluded, two_differ
from ruleslawyer.lifted.terms import FALSE, TRUE, ZERO, Term, both, conjuncts, either, negate, subtract
from ruleslawyer.lifted.values import LiftingError, PileTerm, SetTerm, Value, merge
from ruleslawyer.lifted.world import World

DEEPEST = 120
"""Calls within calls; deeds may demand one another."""
SILENT = "the chosen option is silent here"


@dataclass(slots=True)
class CallFrame:
    """A function that runs: where on the path it began, under which condition it has returned, and what."""

    returns: t.Type | None
    base: int
    returned: Term = FALSE
    result: Value | None = None


class Statements(Loops):
    """calls: the functions that run."""

    def __init__(self, world: World, excluded: Excluded, rule: str) -> None:
        super().__init__(world, excluded, rule)
        self.calls: list[CallFrame] = []
        self.allowed: Term = FALSE
        """What the norms say that were asked last."""

    @abstractmethod
    def demand(self, name: str, args: tuple[object, ...]) -> None:
        """A deed is demanded by the effect that runs; `args` begin with its store."""

    # --- functions --------------------------------------------------------------------------------------------------

    def act(self, function: n.Function, store: Store, args: tuple[object, ...]) -> None:
        """Run an effect on a store, which is changed."""
        self.store = store
        try:
            self.enter(function, args)
        finally:
            self.store = None

    def enter(self, function: n.Function, args: tuple[Any, ...]) -> Value | None:
        """Run a function on values and stores; what it returns, None for one that only acts."""
        if len(self.calls) > DEEPEST:
            raise LiftingError(f"calls without end, of {function.name}")
        given = [
            a if isinstance(a, Store) else self.world.coerce(a, p.type)
            for a, p in zip(args, function.parameters, strict=True)
        ]
        env: Env = [*given, *(None,) * (function.slots - len(given))]
        call = CallFrame(function.returns, len(self.path))
        self.calls.append(call)
        try:
            self.block(function.body, env)
        finally:
            self.calls.pop()
        return call.result

    def ask(self, function: n.Function, args: tuple[object, ...]) -> Value:
        """The value of a function that only reads."""
        outer = self.store, self.pending, self.logs
        self.store, self.pending, self.logs = None, None, []
        try:
            value = self.enter(function, args)
        finally:
            self.store, self.pending, self.logs = outer
        if value is None:
            return self.world.default(function.returns)
        return self.world.coerce(value, function.returns)

    def at_once(self, run: Callable[[], None], place: Origin) -> None:
        """Collects the writes made inside, and makes them at its end, together."""
        self.pending = []
        try:
            run()
        finally:
            written, self.pending = self.pending, None
        if not written:
            return
        assert self.store is not None
        self.blocks.append(Contradiction("", partial(two_differ, written), len(self.checks), self.so_far, place))
        before = dict(self.store.cells)
        for one in written:
            self._apply(one)
        of_loops = {one.field for one in written if one.variables}
        self._name_what_is_there(before, [one for one in written if one.field in of_loops])
        self._wrote(written, at_once=True)

    # --- control ----------------------------------------------------------------------------------------------------

    def block(self, body: tuple[n.Stmt, ...], env: Env) -> None:
        size = len(self.path)
        try:
            for statement in body:
                returned = self.calls[-1].returned
                if returned is TRUE:
                    return
                for part in conjuncts(negate(returned)):
                    if part is not TRUE and part not in self.path:
                        self.push(part)
                self.statement(statement, env)
        finally:
            self.back_to(size)

    # Long: one dispatch over all statements.
    def statement(self, node: n.Stmt, env: Env) -> None:
        if self.nowhere:
            return
        match node:
            case n.Let(slot=slot, value=value):
                found, old = self.value(value, env), env[slot]
                plain = old is None or isinstance(found, Store)
                env[slot] = found if plain else merge(self._since_call(), found, old)
            case n.If(condition=condition, then=(n.Fail() as fail,), otherwise=()):
                self.silent(fail, negate(self.boolean(condition, env)))
            case n.If(condition=condition, then=then, otherwise=otherwise):
                decided = self.boolean(condition, env)
                with self.assuming(decided):
                    self.block(then, env)
                with self.assuming(negate(decided)):
                    self.block(otherwise, env)
            case n.For():
                with self.in_any_order():
                    self._loop(node, env)
            case n.Write(place=place, value=n.Arith(op="+" | "-" as op, left=n.Read() as old, right=amount)) if (
                self.pending is None and (old.record, old.field, old.keys) == (place.record, place.field, place.keys)
            ):
                self._delta(place, 1 if op == "+" else -1, amount, env)
            case n.Write(place=place, value=value):
                self._write(place, self.world.coerce(self.value(value, env), place.type), env)
            case n.Delta(place=place, sign=sign, amount=amount):
                self._delta(place, sign, amount, env)
            case n.Effect(body=body):
                self.block(body, env)
            case n.Simultaneous(origin=origin, body=body):
                if self.pending is None:
                    self.at_once(lambda: self.block(body, env), origin)
                else:  # a deed's block is part of the one in which it is demanded
                    self.block(body, env)
            case n.Open():
                self._open(node, env)
            case n.Close(origin=origin, frame=frame):
                self._close(frame, origin)
            case n.Demand(deed=deed, args=args):
                store, *given = args
                assert isinstance(store, n.Var)
                self.demand(deed, (env[store.slot], *(self.value(a, env) for a in given)))
            case n.Return(value=value):
                self._return(value, env)
            case n.Beside(parts=parts):
                with self.in_any_order():
                    for part in parts:
                        self.block(part, env)
            case n.Tell(kind=kind, base=base, bits=bits):
                self.tell(kind, base, [self.boolean(bit, env) for bit in bits])
            case n.Mark():  # of a step it is not asked which rules are live in it
                pass
            case n.Fail():
                self.silent(node, FALSE)
            case n.Reset(field=field, keys=keys):
                if keys or self.store is None:
                    raise LiftingError("an entry that is forgotten, which is told of a state at rest instead")
                usual, cells = constant_cell(self.world.usual((None, field))), self.store.cells
                cells[None, field] = conditional_cell(self.here, usual, cells[None, field])
            case n.Run(function=function, args=args):
                self.enter(function, tuple(self.value(a, env) for a in args))
            case _:
                raise self.construct_error(node)

    def tell(self, kind: n.Telling, base: str, bits: Sequence[Term]) -> None:
        """Note what clauses say together: what norms allow, and where two of them differ."""
        if kind == "norms":
            self.allowed = bits[-1]
        for one, other, differ in clauses_in_tell(self.system, kind, base, bits, both, exclude_conditions).clashes:
            if differ is not FALSE:
                self.contradict(clash_key(base, one.name, other.name), partial(both, differ))

    def silent(self, node: n.Fail, speaks: Term) -> None:
        """The chosen option is silent, but where this is so."""
        self.check(speaks, SILENT, node.origin)

    def _since_call(self) -> Term:
        return both(*self.path[self.calls[-1].base :])

    def _return(self, value: n.Expr | None, env: Env) -> None:
        call, here = self.calls[-1], self._since_call()
        if value is not None:
            found = self.value(value, env)
            if call.returns is not None:
                found = self.world.coerce(found, call.returns)
            call.result = found if call.result is None else merge(call.returned, call.result, found)
        call.returned = either(call.returned, here)

    def _delta(self, place: n.Place, sign: int, amount: n.Expr, env: Env) -> None:
        term = self.term(amount, env)
        self._write(place, term if sign == 1 else subtract(ZERO, term), env, delta=True)

    # --- loops ------------------------------------------------------------------------------------------------------

    def _loop(self, node: n.For, env: Env) -> None:
        domain = self.value(node.domain, env)
        assert isinstance(domain, SetTerm | PileTerm)
        every = self.world.members(domain.item)
        if every is not None:
            if isinstance(domain, PileTerm):
                raise LiftingError("a loop over a pile of kinds of things")
            for m in every:
                env[node.slot] = m
                with self.assuming(domain.has(m)):
                    if not self.nowhere:
                        self.block(node.body, env)
            return
        x = self.world.fresh(domain.item)
        inside = domain.has(x)
        if inside is FALSE:
            return
        returned = self.calls[-1].returned

        def once() -> None:
            env[node.slot] = x
            with self.over(x), self.assuming(inside):
                self.block(node.body, env)

        if self.pending is not None:
            start = len(self.pending)
            once()
            self.pending[start:] = [one.over(x) for one in self.pending[start:]]
        elif self.store is None:
            once()
        else:
            self._parallel(x, once, node, env)
        if self.calls[-1].returned is not returned:
            raise LiftingError("a return out of a loop")

    # --- frames -----------------------------------------------------------------------------------------------------

    def _open(self, node: n.Open, env: Env) -> None:
        assert self.store is not None
        definition = self.system.frames[node.frame]
        values = [
            self.world.coerce(self.value(v, env), f.type) for v, f in zip(node.values, definition.fields, strict=True)
        ]
        if self.bound or self.pending is not None:
            raise LiftingError("a frame that opens in a loop")
        names = list(self.system.frames)
        inner = names[names.index(node.frame) :]
        self.check(both(*(negate(self.store.open[f]) for f in inner)), f"{node.frame} cannot open here", node.origin)
        here = self.here
        for value, field in zip(values, definition.fields, strict=True):
            key = node.frame, field.name
            self.store.cells[key] = conditional_cell(here, constant_cell(value), self.store.cells[key])
        self.store.open[node.frame] = either(here, self.store.open[node.frame])

    def _close(self, frame: str, origin: Origin) -> None:
        assert self.store is not None
        if self.bound or self.pending is not None:
            raise LiftingError("a frame that closes in a loop")
        self.check(self.store.open[frame], f"{frame} is not open", origin)
        here = self.here
        for field in self.system.frames[frame].fields:
            key = frame, field.name
            self.store.cells[key] = conditional_cell(here, constant_cell(self.world.usual(key)), self.store.cells[key])
        self.store.open[frame] = both(negate(here), self.store.open[frame])


def exclude_conditions(condition: Term, others: list[Term]) -> Term:
    """The rest of a condition where none of some others may hold."""
    return both(condition, negate(either(*others)))
