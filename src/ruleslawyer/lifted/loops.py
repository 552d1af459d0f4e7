"""Loops over any number of members: one update of each field, or what is known of it where the order may matter.

A loop over an open sort is one update of each field it writes, which is what any order of its members comes to where
`premises` says so. Elsewhere each iteration is run on what others may have written by then: the fields that are still
written in an order that cannot matter are as exact, and of the rest each entry is as before, or one of the values that
are written.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import reduce

from ruleslawyer.ir import nodes as n
from ruleslawyer.ir import types as t
from ruleslawyer.ir.schema import whole_name
from ruleslawyer.lifted.context import Cell, Check, Keys
from ruleslawyer.lifted.expressions import Env
from ruleslawyer.lifted.premises import Excluded, GuardedWrite, OrderedLoop, Reading, find_conflicts
from ruleslawyer.lifted.terms import BOOL, FALSE, TRUE, ZERO, Term, both, either, implies, subterms, symbol
from ruleslawyer.lifted.values import LiftingError, Maybe, PileTerm, Value, as_term, merge
from ruleslawyer.lifted.world import Field, World, equality_laws
from ruleslawyer.lifted.writes import Writes


class Loops(Writes):
    """refusals: loops of which the order may matter."""

    def __init__(self, world: World, excluded: Excluded, rule: str) -> None:
        super().__init__(world)
        self.excluded, self.rule = excluded, rule
        self.refusals: list[OrderedLoop] = []

    def _parallel(self, x: Term, once: Callable[[], None], node: n.For, env: Env) -> None:
        """All iterations at once, each from the state before the loop; where their order may matter that is noted, and
        little is known of what they write."""
        assert self.store is not None
        cells, held = self.store.cells, list(env)
        start, refusals, met = len(self.checks), len(self.refusals), len(self.contradictions)
        blocks = len(self.blocks)

        def before(field: Field, keys: Keys) -> Value:
            return cells[field].at(keys)

        log, reads = self._iteration(once, dict(cells))
        self.store.cells = cells
        clashes = [*find_conflicts(x, self.bound, log, reads, before, self.excluded)]
        rest: list[GuardedWrite] = []
        if clashes:
            self.refusals[refusals:] = [OrderedLoop(self.rule, node.origin, tuple(sorted({c.reason for c in clashes})))]
            changed: dict[Field, tuple[Cell, Cell]] = {}  # what others may have written by then
            while more := [clash.field for clash in clashes if clash.seen and clash.field not in changed]:
                changed = {field: self._within(field, x) for field in (*changed, *more)}
                del self.checks[start:], self.refusals[refusals + 1 :], self.contradictions[met:], self.blocks[blocks:]
                env[:] = held
                log, reads = self._iteration(once, {**cells, **{field: cell for field, (cell, _) in changed.items()}})
                self.store.cells = cells
                reads = [read for read in reads if read[0] not in changed]
                clashes = [*find_conflicts(x, self.bound, log, reads, before, self.excluded)]
            # Each member was asked in a state that others had changed.
            self.checks[start:] = [_unknown_check(c) for c in self.checks[start:]]
            self.blocks[blocks:] = [replace(one, differ=lambda: TRUE) for one in self.blocks[blocks:]]
            log, rest = self._apart(x, log, {clash.field for clash in clashes}, changed)
            self._in_any_state(once, env)
        else:
            for write in (log := [write.over(x) for write in log]):
                self._apply(write)
        self._wrote([*log, *rest], since=start)

    def _apart(
        self, x: Term, log: list[GuardedWrite], unsaid: Collection[Field], found: Mapping[Field, tuple[Cell, Cell]]
    ) -> tuple[list[GuardedWrite], list[GuardedWrite]]:
        """The writes of all iterations, and those of the fields of which only a summary is known. Where each write of a
        field has one of some rigid values, an entry that is written once has one of them ever after.

        found: the fields as an iteration finds them, where others may have written there."""
        assert self.store is not None
        before = self.store.cells
        self.store.cells = dict(before)
        rest = self._summary([one for one in log if one.field in unsaid])
        every = [one.over(x) for one in log if one.field not in unsaid]
        for one in every:
            self._apply(one)
        self._name_what_is_there(before, every)
        for field in dict.fromkeys(one.field for one in log):
            values = _values(one for one in log if one.field == field)
            cell = self.store.cells[field]
            if values is None:
                continue

            def is_written(value: Value, values: Sequence[Value] = values) -> Term:
                return either(*(self.same(value, one) for one in values))

            if field in found:
                keys = self.world.any_keys(field)
                now, written = (one.at(keys) for one in found[field])
                self.law(implies(as_term(written), both(is_written(now), is_written(cell.at(keys)))))
            if field in unsaid:
                for one in (one for one in log if one.field == field and not one.havoc):
                    self.law(implies(one.condition, is_written(cell.at(one.keys))))
        return every, rest

    def _name_what_is_there(self, before: Mapping[Field, Cell], log: Sequence[GuardedWrite]) -> None:
        """Names what the fields hold that were just written, so that what is said of them does not grow with each loop;
        an entry is as before, or has one of the values that are written where those are rigid."""
        assert self.store is not None
        for field in dict.fromkeys(one.field for one in log):
            exact, (named, outer), keys = self.store.cells[field], self._after(field), self.world.any_keys(field)
            cell = _but_lengths(named, exact)
            for variables, matrix in equality_laws(cell.at(keys), exact.at(keys), (*outer, *keys), self.world):
                self.laws.append((tuple(dict.fromkeys((*variables, *self.free(matrix)))), matrix))
            self.store.cells[field] = cell
            values = _values(one for one in log if one.field == field)
            if values is not None:
                keys = self.world.any_keys(field)
                now = cell.at(keys)
                self.law(either(*(self.same(now, one) for one in (before[field].at(keys), *values))))

    def _after(self, field: Field) -> tuple[Cell, Keys]:
        """A field after a loop, by a name of its own; and the variables on which it depends."""
        name, outer = self.world.folds.name(f"{field[1]} after a loop"), self.depends()
        leaf = self.world.shapes[field].leaf
        return Cell(lambda keys: self.world.symbolic(leaf, name, (*outer, *keys))), outer

    def _iteration(
        self, once: Callable[[], None], cells: dict[Field, Cell]
    ) -> tuple[list[GuardedWrite], list[Reading]]:
        """The writes and reads of one iteration, from a state with these cells. A set that was made before the loop
        says what was so then, whatever members have written: asking it reads nothing of the iteration's state."""
        assert self.store is not None
        reads: list[Reading] = []
        root, outer, own = self.store.root, self.readers, object()
        self.store.cells, self.store.root, opened = cells, own, dict(self.store.open)
        self.logs.append([])
        self.readers = [*outer, *((own, log) for of, log in outer if of is root), (own, reads)]
        try:
            once()
        finally:
            log = self.logs.pop()
            self.readers, self.store.root = outer, root
        if self.store.open != opened:
            raise LiftingError("a frame that opens or closes in a loop")
        return log, reads

    def _within(self, field: Field, x: Term) -> tuple[Cell, Cell]:
        """A field as an iteration may find it, of which nothing is known where others have written; and where they
        have."""
        assert self.store is not None
        leaf, outer, before = self.world.shapes[field].leaf, self.depends(), self.store.cells[field]
        name = self.world.folds.name(f"{field[1]} within a loop")
        written = Cell(lambda keys: symbol(BOOL, f"whether {name}", (*outer, x, *keys)))

        def at(keys: Keys) -> Value:
            return merge(
                as_term(written.at(keys)), self.world.symbolic(leaf, name, (*outer, x, *keys)), before.at(keys)
            )

        return Cell(at), written

    def _in_any_state(self, once: Callable[[], None], env: Env) -> None:
        """Runs a member's part in any state, whatever the others have made of it: nothing is known of it."""
        assert self.store is not None
        store, outer = self.store, (self.path, self.facts, list(self.checks), list(self.refusals), dict(self.unsaid))
        met, blocks = len(self.contradictions), len(self.blocks)
        cells, root, held = store.cells, store.root, list(env)
        store.cells, store.root, self.path, self.facts = dict(cells), object(), [], set()
        self.logs.append([])
        try:
            once()
        finally:
            log = self.logs.pop()
            store.cells, store.root, env[:] = cells, root, held
            self.path, self.facts, self.checks, self.refusals, self.unsaid = outer
            del self.contradictions[met:], self.blocks[blocks:]  # they were met as it ran
        for one in (one for one in log if not one.havoc):
            self.anywhere.setdefault(whole_name(*one.field), []).append(self._anywhere(one))

    def _summary(self, log: list[GuardedWrite]) -> list[GuardedWrite]:
        """The writes that are known after a loop whose order may matter: each entry is as before, or has a value that
        is written."""
        assert self.store is not None
        found = []
        for field in dict.fromkeys(one.field for one in log):
            shape, old = self.world.shapes[field], self.store.cells[field]
            values = _values(one for one in log if one.field == field)
            (cell, outer), keys = self._after(field), self.world.any_keys(field)
            if values is None:
                whole = reduce(lambda leaf, key: t.Map(key, leaf), reversed(shape.keys), shape.leaf)
                for variables, matrix in self.world.laws_of(whole, cell.at):
                    self.laws.append(((*outer, *variables), matrix))
            else:
                options = [self.same(cell.at(keys), old.at(keys)), *(self.same(cell.at(keys), v) for v in values)]
                self.law(either(*options))
            self.store.cells[field] = cell
            found.append(GuardedWrite((), field, (), TRUE, ZERO, False, shape.leaf, values, havoc=True))
        return found


def _unknown_check(check: Check) -> Check:
    """A check in a loop whose order may matter: nothing is known of it, and it may fail."""
    return Check((), TRUE, FALSE, check.reason, check.write, TRUE, facts=check.facts, place=check.place)


def _but_lengths(named: Cell, exact: Cell) -> Cell:
    """A field by its name, but for how long its piles are: where a put fails, more is counted than is there."""
    return Cell(lambda keys: _as_long(named.at(keys), exact.at(keys)))


def _as_long(named: Value, exact: Value) -> Value:
    match named, exact:
        case PileTerm(), PileTerm(length=length):
            return replace(named, length=length)
        case Maybe(none, inner), Maybe(_, other) if inner is not None and other is not None:
            return Maybe(none, _as_long(inner, other))
    return named


def _values(log: Iterable[GuardedWrite]) -> tuple[Value, ...] | None:
    """The values that are written, where all of them are the same in every state; None where that is not said."""
    found: list[Value] = []
    for one in log:
        more = one.weak if one.weak is not None else (one.value,)
        if (one.havoc and one.weak is None) or one.delta or not all(map(_rigid, more)):
            return None
        found += more
    return tuple(found)


def _rigid(value: Value) -> bool:
    """A value that is the same in every state: constants, and what the rule was given."""
    match value:
        case Term():
            symbols = (str(part.value) for part in subterms([value]) if part.op == "symbol")
            return not value.free and all(name.startswith(ARGUMENT) for name in symbols)
        case Maybe(none, inner):
            return _rigid(none) and (none is TRUE or inner is None or _rigid(inner))
    return False


ARGUMENT = "given "
"""How the symbols of a rule's arguments begin."""
