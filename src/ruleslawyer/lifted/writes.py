"""Writes into stores of any size: a new value where a condition holds, of one member or of every one of a loop; and of
each what has to hold for it to keep the range of its field.
"""

from __future__ import annotations

from ruleslawyer.ir import nodes as n
from ruleslawyer.ir import types as t
from ruleslawyer.ir.schema import whole_name
from ruleslawyer.lifted.context import Cell, Check, Keys, Store
from ruleslawyer.lifted.expressions import Env, Expressions
from ruleslawyer.lifted.premises import GuardedWrite
from ruleslawyer.lifted.terms import FALSE, TRUE, ZERO, Term, add, both, equal, ite, less_equal, substitute
from ruleslawyer.lifted.values import Value, as_term, mentions_variable, merge, substitute_value
from ruleslawyer.lifted.world import World

Signs = tuple[Check, Check]
"""That something is not less than nothing, and that it is not more."""


class Writes(Expressions):
    """store: the one that the running effect writes, None while rules only read. pending: what a simultaneous block has
    written so far. logs: of each loop that runs, what it wrote. unsaid: by field what is written that no check speaks
    of: where several add up in one place, it is of the last value alone. Of what is added that it is not less than
    nothing, and that it is not more; None of anything else. anywhere: by field that each write of a loop whose order
    may matter keeps the range in any state; None where that is not seen."""

    def __init__(self, world: World) -> None:
        super().__init__(world)
        self.store: Store | None = None
        self.pending: list[GuardedWrite] | None = None
        self.logs: list[list[GuardedWrite]] = []
        self.unsaid: dict[str, list[Signs | None]] = {}
        self.anywhere: dict[str, list[Check | None]] = {}

    def _write(self, place: n.Place, value: Value, env: Env, *, delta: bool = False) -> None:
        assert self.store is not None
        keys = tuple(self.term(key, env) for key in place.keys)
        if place.record is not None:
            self.check(self.store.open[place.record], f"{place.record} is not open", place.origin)
        written = GuardedWrite((), (place.record, place.field), keys, self.here, value, delta, place.type)
        if self.pending is not None:
            self.pending.append(written)
            return
        self._apply(written)
        self._wrote([written])

    def _apply(self, one: GuardedWrite) -> None:
        """Put what is written into the store."""
        assert self.store is not None
        cell = self.store.cells[one.field]
        if one.variables:
            new = _every(one, cell, self)
        elif one.delta:
            assert isinstance(one.value, Term)
            new = _one(one, cell, add(as_term(cell.at(one.keys)), one.value))
        else:
            new = _one(one, cell, one.value)
        self.store.cells[one.field] = new

    def _wrote(self, written: list[GuardedWrite], *, at_once: bool = False, since: int | None = None) -> None:
        """Notes writes, made one after the other or at once. In a loop that is looked at as the outermost ends: what
        one of its members finds there is what others have made of it. since: how many checks came before that."""
        assert self.store is not None
        if self.logs:
            self.logs[-1].extend(written)
            return
        for one in written:
            if not at_once and (one.variables or isinstance(one.type, t.Map)):
                self._on_the_way(one, [other for other in written if other.field == one.field], since)
            self._in_range(one, self.store.cells[one.field], since)

    def _on_the_way(self, one: GuardedWrite, same: list[GuardedWrite], since: int | None) -> None:
        """Where a loop writes one place more than once, what is there on the way is not said."""
        if one.havoc:  # each of its writes is looked at by itself
            return
        if len(same) > 1 or isinstance(one.type, t.Map) or any(x not in one.keys for x in one.variables):
            self.unsaid.setdefault(whole_name(*one.field), []).append(self._sign_checks(one, since))

    def _in_range(self, one: GuardedWrite, cell: Cell, since: int | None) -> None:
        """The range of a type, which a write keeps or the branch ends: of what is written together the last value,
        since what is added and taken away on the way is not known. What is not written keeps it as before."""
        type_ = one.type.item if isinstance(one.type, t.Optional) else one.type
        if one.havoc or not isinstance(type_, t.Int) or (type_.low is None and type_.high is None):
            return
        write = whole_name(*one.field)
        reason = f"a write outside the range of {write}"
        if not one.variables:
            with self.assuming(one.condition):
                self.check(self.world.type_promise(one.type, cell.at(one.keys)), reason, write=write, since=since)
            return
        fresh = self.world.any_keys(one.field)
        with self.later([]):
            value = cell.at(fresh)
        with self.over(*fresh):
            self.check(self.world.type_promise(one.type, value), reason, write=write, since=since)

    def _sign_checks(self, one: GuardedWrite, since: int | None) -> Signs | None:
        if not one.delta or not isinstance(one.value, Term):
            return None

        def is_so(holds: Term) -> Check:
            variables = self.free(one.condition, holds)
            return Check(variables, one.condition, holds, "what is added up has two signs", since=since)

        return is_so(less_equal(ZERO, one.value)), is_so(less_equal(one.value, ZERO))

    def _anywhere(self, one: GuardedWrite) -> Check | None:
        """The condition that a write keeps the range of its field in whatever state it is made; None where that is not
        so simple."""
        type_ = one.type.item if isinstance(one.type, t.Optional) else one.type
        if not isinstance(type_, t.Int) or not isinstance(one.value, Term):
            return None
        holds = self.world.type_promise(type_, one.value)
        if one.delta:
            if None not in (type_.low, type_.high):
                return None
            holds = less_equal(ZERO, one.value) if type_.high is None else less_equal(one.value, ZERO)
        return Check(self.free(holds), TRUE, holds, "a write outside of a range")


def _one(one: GuardedWrite, old: Cell, value: Value) -> Cell:
    """A field after one write."""

    def at(keys: Keys) -> Value:
        hit = both(one.condition, *(equal(a, b) for a, b in zip(one.keys, keys, strict=True)))
        return merge(hit, value, old.at(keys)) if hit is not FALSE else old.at(keys)

    return Cell(at)


def _every(write: GuardedWrite, old: Cell, walk: Writes) -> Cell:
    """A field after a write of every member of some loops. A variable that is a key is what that key is; of others it
    is asked whether there are some."""
    folds = walk.world.folds

    def at(keys: Keys) -> Value:
        put: dict[Term, Term] = {}
        rest = []
        for x in write.variables:
            place = next((j for j, key in enumerate(write.keys) if key is x), None)
            if place is None:
                rest.append(x)
            else:
                put[x] = keys[place]
        hit = both(
            substitute(write.condition, put),
            *(equal(substitute(a, put), b) for a, b in zip(write.keys, keys, strict=True)),
        )  # fmt: skip
        if hit is FALSE:
            return old.at(keys)
        value = substitute_value(write.value, put)
        if write.delta:
            amount = ite(hit, as_term(value), ZERO)
            for x in rest:
                amount = folds.total(x, amount)
            return add(as_term(old.at(keys)), amount)
        needed = [x for x in rest if mentions_variable(value, x)]
        some = hit
        for x in rest:
            if x not in needed:
                some = folds.some(x, some)
        written = some
        for x in needed:
            written = folds.some(x, written)
        for i, x in enumerate(needed):  # one of the values that are written, whichever
            others = some
            for y in needed[i + 1 :]:
                others = folds.some(y, others)
            one_of = {x: folds.one_of(x, others)}
            value, some = substitute_value(value, one_of), substitute(some, one_of)
        return merge(written, value, old.at(keys))

    return Cell(at)
