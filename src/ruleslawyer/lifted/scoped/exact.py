"""The lifted walk where every sort has a size: the path as a node, so that what cannot be is left out; each check by
itself; and what is told.

Nothing counts where the path is false or a check has failed before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import Any, Generic, Never, TypeVar

from ruleslawyer.base.origin import Origin
from ruleslawyer.core.unlowered import unreachable_construct
from ruleslawyer.ir import nodes as n
from ruleslawyer.ir import types as t
from ruleslawyer.lifted import rules as lifted
from ruleslawyer.lifted.context import Cell, Keys
from ruleslawyer.lifted.expressions import Env, Passing
from ruleslawyer.lifted.scoped import nodes as g
from ruleslawyer.lifted.scoped.lowering import NOBODY, FinitePile, finite_pile, is_not_none, present_value
from ruleslawyer.lifted.scoped.nodes import Node
from ruleslawyer.lifted.scoped.world import World, is_member
from ruleslawyer.lifted.terms import FALSE, TRUE, ZERO, Term, add, both, conjuncts, either, equal, ite, negate
from ruleslawyer.lifted.values import MapTerm, Maybe, PileTerm, SetTerm, Value

V = TypeVar("V")


@dataclass(frozen=True, slots=True)
class PathAnswer(Generic[V]):
    """The answer to a question in one state, on every path, and where a check fails on the way."""

    value: V
    failed: Node


class ExactExecutor(lifted.SymbolicExecutor):
    """on_path: the path and what holds besides, as nodes, one for each condition of the path."""

    world: World

    def __init__(self, world: World) -> None:
        super().__init__(world, lambda condition: False, "")
        self.on_path = PathCondition()
        self.failed: Node = g.FALSE

    def node(self, term: Term) -> Node:
        return self.world.lowering.node(term)

    def construct_error(self, node: Never) -> Exception:
        return unreachable_construct("the form of a scope", node)

    # --- the path ---------------------------------------------------------------------------------------------------

    def push(self, condition: Term) -> None:
        node = self.node(condition)
        if node.op == "not" and node.args[0].op == "or":  # facts that `decide` can find
            node = g.both(*(g.negate(a) for a in node.args[0].args))
        self._go_on(node, condition)

    def _go_on(self, node: Node, condition: Term) -> None:
        never = node is g.FALSE or self.on_path.decide(node) is False
        self.on_path.add(g.FALSE if never else node)
        self.path.append(FALSE if never else condition)

    def back_to(self, size: int) -> None:
        del self.path[size:]
        self.on_path.take_back(size)

    @property
    def where(self) -> Node:
        """The path, and what holds besides."""
        return self.on_path.all

    @contextmanager
    def assume(self, node: Node) -> Iterator[None]:
        """Go on where this holds; the conditions of writes do not repeat it."""
        size = len(self.path)
        self._go_on(node, TRUE)
        try:
            yield
        finally:
            self.back_to(size)

    @contextmanager
    def apart(self) -> Iterator[ExactExecutor]:
        """A walk that begins anew, on every path: what it finds is what holds wherever it is used."""
        outer = self.path, self.on_path, self.failed
        self.path, self.on_path, self.failed = [], PathCondition(), g.FALSE
        try:
            yield self
        finally:
            self.path, self.on_path, self.failed = outer

    @contextmanager
    def beside(self) -> Iterator[Callable[[], None]]:
        """Several things that are asked here, each whatever fails in the others: what is given says that the next one
        begins."""
        before, failed = self.failed, [self.failed]

        def begin() -> None:
            failed.append(self.failed)
            self.failed = before

        yield begin
        self.failed = g.either(*failed, self.failed)

    def decide(self, condition: Term) -> Term:
        if condition.constant:
            return condition
        node = self.node(condition)
        if node.op == "constant":
            return TRUE if node.value else FALSE
        decided = self.on_path.decide(node)
        return condition if decided is None else TRUE if decided else FALSE

    # --- what is met ------------------------------------------------------------------------------------------------

    def check(
        self, holds: Term, why: str, at: Origin | None = None, write: str = "", since: int | None = None, **of: Any
    ) -> None:  # fmt: skip
        self.require(self.node(self.decide(holds)))

    def require(self, ok: Node) -> None:
        """A check: where it fails on this path, the branch ends."""
        if ok is not g.TRUE and not self.nowhere:
            self.failed = g.either(self.failed, g.both(self.where, g.negate(ok)))

    def meet(self, failed: Node) -> None:
        """Adds the checks that failed on every path to those that fail here."""
        if not self.nowhere:
            self.failed = g.either(self.failed, g.both(self.where, failed))

    # --- reading ----------------------------------------------------------------------------------------------------

    def at(self, cell: Cell, keys: Keys) -> Value:
        for i, key in enumerate(keys):
            if not key.constant or key.value == NOBODY:
                return self.world.select(key, partial(self._with, cell, keys, i), self.decide)
        return self.under(cell.at(keys))

    def _with(self, cell: Cell, keys: Keys, i: int, key: Term) -> Value:
        return self.at(cell, (*keys[:i], key, *keys[i + 1 :]))

    def under(self, value: Value) -> Value:
        """A value on this path: what was written on others is left out."""
        if isinstance(value, Maybe) and value.value is not None:
            none, inner = self.under(value.none), self.under(value.value)
            assert isinstance(none, Term)
            return Maybe(none, inner)
        while isinstance(value, Term) and value.op == "ite":
            parts = [c for c in conjuncts(value.args[0]) if self.decide(c) is not TRUE]
            condition = self.decide(both(*parts))
            if not condition.constant:
                return ite(condition, value.args[1], value.args[2])
            value = value.args[1] if condition is TRUE else value.args[2]
        return value

    def _number(self, name: str) -> Value:
        return self.world.number(name)

    def _attribute(self, sort: str, name: str, keys: tuple[Term, ...]) -> Value:
        found = self.world.printed_map(sort, name)
        for key in keys:
            assert isinstance(found, MapTerm)
            table = found
            found = self.world.select(key, table.at, self.decide)
        return found

    def _present(self, value: Value, type_: t.Type, reason: str, origin: Origin) -> Value:
        if is_member(value):
            self.check(is_not_none(value), reason, origin)
            return present_value(value)
        return super()._present(value, type_, reason, origin)

    def _member(self, item: Value, collection: SetTerm | PileTerm) -> Term:
        if isinstance(item, Term):
            return both(is_not_none(item), collection.has(item))
        return super()._member(item, collection)

    def same(self, a: Value, b: Value) -> Term:
        if isinstance(a, Maybe) and isinstance(b, Term):
            a, b = b, a
        if is_member(a) and isinstance(b, Maybe):
            b = self.world.coerce(b, t.Optional(t.Sort(a.sort)))
        return super().same(a, b)

    def _same_piles(self, a: PileTerm, b: PileTerm) -> Term:
        return a.same(b)

    # --- piles ------------------------------------------------------------------------------------------------------

    def _pile(self, node: n.End | n.PileOp | n.PileTurn | n.PileJoin, env: Env) -> Value:
        pile = self._row(node.pile, env)
        match node:
            case n.End(end=end):
                end_item = pile.bottom if end == "bottom" else pile.at(0)
                return self._present(end_item, node.type, f"the {end} of an empty pile", node.origin)
            case n.PileOp(op="without"):
                gone = self.term(node.item, env)
                self.check(self._member(gone, pile), "taken out of a pile that does not hold it", node.origin)
                return pile.without(gone)
            case n.PileOp(op=op):
                single = finite_pile(pile.item, (self.term(node.item, env),))
                return self._put_on(node, *((single, pile) if op == "top" else (pile, single)))
            case n.PileTurn(op="reversed"):
                return pile.turn_over()
            case n.PileTurn(op=turn):
                self.check(pile.is_filled(0), f"the {turn.removeprefix('without_')} of an empty pile", node.origin)
                return pile.without_bottom() if turn == "without_bottom" else pile.without_top()
            case n.PileJoin(op=op, other=other):
                more = self._row(other, env)
                return self._put_on(node, *((pile, more) if op == "on" else (more, pile)))

    def _row(self, node: n.Expr, env: Env) -> FinitePile:
        pile = self.value(node, env)
        assert isinstance(pile, FinitePile)
        return pile

    def _put_on(self, node: n.PileOp | n.PileJoin, upper: FinitePile, lower: FinitePile) -> FinitePile:
        """One pile on another; of a sort each member is in one of them, so that there are places enough for all."""
        assert isinstance(node.type, t.Pile)
        if node.type.repeats:
            return upper.on(lower)
        few, many = (upper, lower) if len(upper.things) < len(lower.things) else (lower, upper)
        shared = (self._member(thing, many) for thing in few.things)
        self.check(negate(either(*shared)), "put on a pile twice", node.origin)
        made = upper.on(lower)
        return made.of(min(len(made.things), self.world.shape.size(t.Pile(node.type.item))))

    # --- comprehensions ---------------------------------------------------------------------------------------------

    def _until(self, item: t.Type, decides: Callable[[Term], Term]) -> Term:
        """Short-circuit: a member counts only where those before it did not decide."""
        size, found = len(self.path), list[Term]()
        try:
            for m in self.world.every(item):
                part = self.decide(decides(m))
                found.append(part)
                self.push(negate(part))
                if self.nowhere:
                    break
        finally:
            self.back_to(size)
        return either(*found)

    def _fold(self, node: n.Fold, env: Env) -> Value:
        pile = node.domain.type
        if not isinstance(pile, t.Pile) or not pile.repeats or node.kind not in ("sum", "the"):
            return super()._fold(node, env)
        domain, found = self._row(node.domain, env), list[tuple[Term, Value]]()
        for m in self.world.every(pile.item):  # each as often as it lies there
            env[node.slot] = m
            with self.assuming(domain.has(m)):
                passes = FALSE if self.nowhere else self.boolean(node.condition, env)
                with self.assuming(passes):
                    if not self.nowhere:
                        value = self.value(node.body, env)
                        found += [(both(equal(thing, m), passes), value) for thing in domain.things]
        if node.kind == "the":
            return self._only(node, found)
        return add(*(ite(condition, value, ZERO) for condition, value in found if isinstance(value, Term)))

    def _set(self, node: n.Fold, item: t.Type, passing: Passing) -> SetTerm:
        assert isinstance(node.type, t.Set | t.Awaits)
        of, met = node.type.item, [passing(m) for m in self.world.every(item)]
        found = [(condition, self.world.coerce(value, of)) for condition, value in met if condition is not FALSE]

        def has(m: Term) -> Term:
            return either(*(both(condition, self.same(value, m)) for condition, value in found))

        return self.world.bunch(of, [has(m) for m in self.world.every(of)])


class PathCondition:
    """The facts of a path, condition by condition, so that the last ones can be taken back."""

    def __init__(self) -> None:
        self._said: dict[Node, bool] = {}
        self._added: list[list[Node]] = []
        self._parts: list[Node] = []
        self._whole: list[tuple[int, Node]] = [(0, g.TRUE)]

    def add(self, condition: Node) -> None:
        added = []
        for part in condition.args if condition.op == "and" else (condition,):
            atom, so = (part.args[0], False) if part.op == "not" else (part, True)
            if atom not in self._said:
                self._said[atom] = so
                added.append(atom)
        self._added.append(added)
        self._parts.append(condition)

    def take_back(self, size: int) -> None:
        """There are as many conditions as there were."""
        while len(self._added) > size:
            for atom in self._added.pop():
                del self._said[atom]
        del self._parts[size:]
        while self._whole[-1][0] > size:
            self._whole.pop()

    @property
    def all(self) -> Node:
        """All of them together."""
        size, whole = self._whole[-1]
        if size < len(self._parts):
            whole = g.both(whole, *self._parts[size:])
            self._whole.append((len(self._parts), whole))
        return whole

    def decide(self, node: Node, depth: int = 2) -> bool | None:
        """The truth of a node by these facts, as far as it is seen at once."""
        denied = node.op == "not"
        if denied:
            node = node.args[0]
        truth = self._said.get(node)
        if truth is None and depth and self._said and node.op in _JUNCTIONS:
            zero, open_ = node.op == "or", False
            for a in node.args:
                atom = a.args[0] if a.op == "not" else a
                part_truth = self._said.get(atom)
                if part_truth is not None:
                    part_truth = part_truth is (atom is a)
                elif atom.op in _JUNCTIONS:
                    part_truth = self.decide(a, depth - 1)
                if part_truth is zero:
                    truth = zero
                    break
                open_ = open_ or part_truth is None
            else:
                truth = None if open_ else not zero
        return truth if truth is None else truth is not denied


_JUNCTIONS = ("and", "or")
