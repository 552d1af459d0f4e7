"""The exact walk as a whole: what rules write, each write by itself; and whether an action may be taken."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from ruleslawyer.base.origin import Origin
from ruleslawyer.core.legality import core_of_call
from ruleslawyer.core.unlowered import no_lowering
from ruleslawyer.ir import nodes as n
from ruleslawyer.ir import types as t
from ruleslawyer.ir.system import Action, Part
from ruleslawyer.lifted.context import Keys, Store, conditional_cell
from ruleslawyer.lifted.expressions import Env
from ruleslawyer.lifted.scoped import nodes as g
from ruleslawyer.lifted.scoped.exact import ExactExecutor, PathAnswer
from ruleslawyer.lifted.scoped.lowering import FinitePile
from ruleslawyer.lifted.scoped.nodes import Node
from ruleslawyer.lifted.scoped.world import World, with_entry
from ruleslawyer.lifted.statements import SILENT
from ruleslawyer.lifted.terms import (
    FALSE,
    INT,
    TRUE,
    ZERO,
    Term,
    add,
    both,
    conjuncts,
    either,
    equal,
    ite,
    less_equal,
    negate,
    number,
)
from ruleslawyer.lifted.values import MapTerm, Maybe, SetTerm, Value, as_term, merge
from ruleslawyer.lifted.world import Field


@dataclass(frozen=True, slots=True)
class PendingWrite:
    """A write that waits for the end of a simultaneous block."""

    delta: bool
    condition: Term
    value: Value
    place: n.Place


class ScopedExecutor(ExactExecutor):
    """returns: of each function that runs, what it returned so far, and where. waiting: what a simultaneous block
    writes in the end, by place."""

    def __init__(self, world: World) -> None:
        super().__init__(world)
        self.returns: list[list[tuple[Term, Value]]] = []
        self.waiting: dict[tuple[Field, Keys], list[PendingWrite]] = {}

    # --- functions --------------------------------------------------------------------------------------------------

    def whether(self, function: n.Function, args: tuple[object, ...]) -> Node:
        """The answer of a function that says yes or no."""
        return self.node(self.holds(function, args))

    def ask(self, function: n.Function, args: tuple[object, ...]) -> Value:
        waiting, self.waiting = self.waiting, {}
        try:
            return super().ask(function, args)
        finally:
            self.waiting = waiting

    def enter(self, function: n.Function, args: tuple[object, ...]) -> Value | None:
        if self.world.late():
            raise TimeoutError
        self.returns.append([])
        try:
            super().enter(function, args)
        finally:
            returns = self.returns.pop()
        if not returns:
            return None
        found = returns[-1][1]
        for condition, value in returns[-2::-1]:
            found = merge(condition, value, found)
        return self.world.evaluate_sets(found)

    def _return(self, value: n.Expr | None, env: Env) -> None:
        call = self.calls[-1]
        before = conjuncts(negate(call.returned))
        here = both(*(part for part in self.path[call.base :] if part not in before))
        if value is not None:
            found = self.value(value, env)
            self.returns[-1].append((here, found if call.returns is None else self.world.coerce(found, call.returns)))
        call.returned = either(call.returned, here)

    def value_of_call(self, kind: str, name: str, args: tuple[Any, ...]) -> Value:
        """A term, a question or a helper. What it says of the state that the relation starts from is worked out once
        for all paths, since thousands of instances ask the same."""
        base, stores = self.world.base, [a for a in args if isinstance(a, Store)]
        if base is None or not stores or not all(s.cells == base.cells and s.open == base.open for s in stores):
            return self._call(kind, name, args)
        given = tuple(self.world.parts(a) for a in args if not isinstance(a, Store))
        key = (name, given)
        found: PathAnswer[Value] | None = self.world.said.get(key)
        if found is None:
            with self.apart() as walk:
                value = self._call(kind, name, args)
                found = self.world.said[key] = PathAnswer(value, walk.failed)
        self.meet(found.failed)
        return found.value

    def _call(self, kind: str, name: str, args: tuple[object, ...]) -> Value:
        if kind == "helper":
            return FALSE if name in self.world.unheard else self.ask(self.system.helpers[name], args)
        return self.ask(core_of_call(self.system, kind, name), args)

    def choice(self, key: tuple[str, ...]) -> Term:
        return self.world.lowering.term(INT, self.world.choice(key))

    # --- statements -------------------------------------------------------------------------------------------------

    def statement(self, node: n.Stmt, env: Env) -> None:
        if self.nowhere:
            return
        match node:
            case n.Let(slot=slot):
                super().statement(node, env)
                if isinstance(env[slot], SetTerm | Maybe | MapTerm):
                    env[slot] = self.world.evaluate_sets(env[slot])
            case n.For(slot=slot, domain=domain, body=body) if isinstance(domain.type, t.Pile):
                pile = self.value(domain, env)
                assert isinstance(pile, FinitePile)
                for condition, thing in pile.from_the_top():
                    env[slot] = thing
                    with self.assuming(condition):
                        self.block(body, env)
            case n.Beside(parts=parts):
                with self.beside() as begin:
                    for part in parts:
                        begin()
                        self.block(part, env)
            case n.Reset(field=field, keys=()):
                assert self.store is not None
                unset = self.world.cell(
                    (None, field), lambda place: self.world.value_for_rules(place.type, place.unset)
                )
                self.store.cells[None, field] = conditional_cell(self.here, unset, self.store.cells[None, field])
            case n.Reset():
                raise no_lowering("the form of a scope", node)
            case _:
                super().statement(node, env)

    def silent(self, node: n.Fail, speaks: Term) -> None:
        self.check(speaks, SILENT)

    # --- writes -----------------------------------------------------------------------------------------------------

    def _targets(self, place: n.Place, env: Env) -> list[tuple[Term, Keys]]:
        """The targets of a write, each with the condition on its keys."""
        found: list[tuple[Term, Keys]] = [(TRUE, ())]
        for key in place.keys:
            term = self.term(key, env)
            found = [
                (both(condition, self.decide(is_it)), (*keys, m))
                for condition, keys in found
                for m in ((term,) if term.constant else self.world.every(key.type))
                if (is_it := equal(term, m)) is not FALSE
            ]
        return [(condition, keys) for condition, keys in found if self.decide(condition) is not FALSE]

    def _write(self, place: n.Place, value: Value, env: Env, *, delta: bool = False) -> None:
        assert self.store is not None
        targets, field = self._targets(place, env), (place.record, place.field)
        if self.pending is not None:
            for condition, keys in targets:
                pending = PendingWrite(delta, both(self.here, condition), self.world.evaluate_sets(value), place)
                self.waiting.setdefault((field, keys), []).append(pending)
            return
        if not delta:
            self._in_its_range(place, value)
        self._open_for(place)
        for condition, keys in targets:
            with self.assuming(condition):
                if self.nowhere:
                    continue
                new = value
                if delta:
                    new = add(as_term(self.under(self.store.cells[field].at(keys))), as_term(value))
                    self._in_its_range(place, new)
                self._put(field, keys, new)

    def _open_for(self, place: n.Place) -> None:
        if place.record is not None:
            assert self.store is not None
            self.check(self.store.open[place.record], f"{place.record} is not open", place.origin)

    def _put(self, field: Field, keys: Keys, value: Value) -> None:
        assert self.store is not None
        cell, here = self.store.cells[field], self.here
        old = cell.at(keys)
        if isinstance(value, FinitePile) and isinstance(old, FinitePile):
            value = value.of(len(old.things))
        new = merge(here, value, _elsewhere(old, here))
        self.store.cells[field] = with_entry(cell, keys, self.world.evaluate_sets(new))

    def _in_its_range(self, place: n.Place, value: Value) -> None:
        """The obligations of a write: the range of its type; the scope's cap, where caps count."""
        self._check_range(place.type, place.record, place.field, value, place.origin)

    def _check_range(self, type_: t.Type, record: str | None, field: str, value: Value, origin: Origin) -> None:
        of = type_.item if isinstance(type_, t.Optional) else type_
        if isinstance(of, t.Pile):
            assert isinstance(value, FinitePile)
            room = self.world.shape.size(of)
            self.check(negate(value.is_filled(room)), f"a pile of more than {room}", origin)
        if not isinstance(of, t.Int):
            return
        absent, new = (value.none, value.value) if isinstance(value, Maybe) else (FALSE, value)
        assert isinstance(new, Term)
        if of.low is not None or of.high is not None:
            self.check(either(absent, self.world.type_promise(of, new)), "a write out of its range", origin)
        cap = self.world.scope.caps.get(field) if record is None else None
        if cap is not None:
            self.check(either(absent, less_equal(new, number(cap))), "beyond the scope's cap", origin)

    # --- simultaneous blocks ----------------------------------------------------------------------------------------

    def at_once(self, run: Callable[[], None], place: Origin) -> None:
        """First it is asked whether writes clash, then they are written, in the order of the schema."""
        self.pending, self.waiting = [], {}
        try:
            run()
        finally:
            waiting, self.pending, self.waiting = self.waiting, None, {}
        places = [where for cell in self.world.layout.cells.values() if (where := self.world.keys(cell)) in waiting]
        for where in places:
            for old, new in combinations(waiting[where], 2):
                self._agree(old, new)
        for field, keys in places:
            self._settle(field, keys, waiting[field, keys])

    def _agree(self, old: PendingWrite, new: PendingWrite) -> None:
        """Two different plain writes, or a write and a delta, to one place contradict each other."""
        if old.delta and new.delta:
            return
        agree = self.same(old.value, new.value) if not old.delta and not new.delta else FALSE
        with self.assuming(new.condition):
            self.check(either(negate(old.condition), agree), "two different writes at once", new.place.origin)

    def _settle(self, field: Field, keys: Keys, writes: list[PendingWrite]) -> None:
        assert self.store is not None
        value = self.store.cells[field].at(keys)
        for write in writes:
            if write.delta:
                value = add(as_term(value), ite(write.condition, as_term(write.value), ZERO))
            else:
                value = merge(write.condition, write.value, value)
        place = writes[-1].place
        with self.assuming(either(*(w.condition for w in writes))):
            if not self.nowhere:
                self._in_its_range(place, value)
                self._open_for(place)
                self._put(field, keys, value)

    # --- frames -----------------------------------------------------------------------------------------------------

    def _open(self, node: n.Open, env: Env) -> None:
        """Opens a frame with its values; fails where it or an inner one is open."""
        assert self.store is not None
        fields = self.system.frames[node.frame].fields
        given = {
            f.name: self.world.coerce(self.value(value, env), f.type)
            for value, f in zip(node.values, fields, strict=True)
        }
        if self.pending is not None:
            self.check(FALSE, "no frame opens inside a simultaneous block", node.origin)
            return
        names = list(self.system.frames)
        closed = both(*(negate(self.store.open[f]) for f in names[names.index(node.frame) :]))
        self.check(closed, f"{node.frame} cannot open here: it or an inner frame is open", node.origin)
        for place in self.world.layout.cells.values():
            if place.key[0] == node.frame:
                (field, keys), value = self.world.keys(place), given[place.key[1]]
                for key in keys:
                    assert isinstance(value, MapTerm)
                    value = value.at(key)
                self._check_range(place.type, node.frame, place.key[1], value, node.origin)
                self._put(field, keys, value)
        self.store.open[node.frame] = either(self.here, self.store.open[node.frame])

    def _close(self, frame: str, origin: Origin) -> None:
        assert self.store is not None
        if self.pending is not None:
            self.check(FALSE, "no frame closes inside a simultaneous block", origin)
            return
        self.check(self.store.open[frame], f"{frame} is not open", origin)
        for place in self.world.layout.cells.values():
            if place.key[0] == frame:
                self._put(*self.world.keys(place), self.world.value_for_rules(place.type, place.default))
        self.store.open[frame] = both(negate(self.here), self.store.open[frame])


def _elsewhere(old: Value, here: Term) -> Value:
    """The value from before, where it matters: what was written under this condition and more is no longer there."""
    if isinstance(old, Term):
        parts = set(conjuncts(here))
        while old.op == "ite" and parts.issubset(conjuncts(old.args[0])):
            old = old.args[2]
    return old


def is_allowed(walk: ScopedExecutor, action: Action, given: tuple[object, ...]) -> Node:
    """Whether an instance of an action may be taken."""
    found: list[Node] = []
    # Chance without clauses of its own is allowed by nature.
    some = g.TRUE if action.kind == "chance" or action.judged_itself else g.FALSE
    with walk.beside() as begin:
        if action.judged_itself:
            found.append(walk.node(walk.judge(action, given)))
        for part in action.parts:
            for present, values in part_arguments(walk, action, part, given):
                begin()
                with walk.assume(present):
                    judged = g.TRUE if walk.nowhere else walk.node(walk.judge(part, values))
                found.append(g.either(g.negate(present), judged))
                some = g.either(some, present)
    return g.both(some, *found)


def part_arguments(
    walk: ScopedExecutor, action: Action, part: Part, given: tuple[object, ...]
) -> Iterator[tuple[Node, tuple[Any, ...]]]:
    """For each seat or member that may be there: when it is, and the arguments of its clauses."""
    index = next(i for i, p in enumerate(action.function.parameters) if p.name == part.of)
    leading = given[: action.leading]
    value = given[index]
    if part.kind == "seat":
        assert isinstance(value, MapTerm)
        for m in walk.world.every(t.Sort(walk.system.players)):
            entry = value.at(m)
            assert isinstance(entry, Maybe)
            yield g.negate(walk.node(entry.none)), (*leading, m, entry.value)
    else:
        assert isinstance(value, SetTerm)
        rest = (*given[len(leading) : index], *given[index + 1 :])
        for m in walk.world.every(value.item):
            yield walk.node(value.has(m)), (*leading, *rest, m)
