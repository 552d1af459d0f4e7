"""The world of a scope: the system, the scope and the reading; and values of the lifted rules where every sort has a
size, in which None is one more member of a sort, and what they are made of, which is nodes."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias, TypeGuard, TypeVar, cast

from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.core.clauses import choice_value
from ruleslawyer.ir import types as t
from ruleslawyer.ir.schema import Scope
from ruleslawyer.ir.system import System
from ruleslawyer.lifted import values as v
from ruleslawyer.lifted import world as lifted
from ruleslawyer.lifted.context import Cell, Keys, Store
from ruleslawyer.lifted.scoped import nodes as g
from ruleslawyer.lifted.scoped.layout import Cell as Place
from ruleslawyer.lifted.scoped.layout import CellKey, Layout
from ruleslawyer.lifted.scoped.lowering import NOBODY, FinitePile, Lowering, finite_pile
from ruleslawyer.lifted.scoped.nodes import Node
from ruleslawyer.lifted.terms import BOOL, FALSE, INT, TRUE, ZERO, Term, equal, member, negate
from ruleslawyer.lifted.world import Field

V = TypeVar("V", bound=v.Value)
Held: TypeAlias = frozenset[int] | None
"""The values that a leaf may hold, Booleans as 0 and 1; None: any."""


class ScopeTooLarge(UsageError):
    """A scope whose rules are not written out as terms in time."""


class Unsupported(Exception):
    """Something that the scoped IR cannot say."""


class UpdatedCell(Cell):
    """A field of which some entries were written."""

    __slots__ = ("_below",)

    def __init__(self, below: Cell, written: dict[Keys, v.Value]) -> None:
        super().__init__(below.at)
        self._below, self._known = below, written


def with_entry(cell: Cell, keys: Keys, value: v.Value) -> Cell:
    """The same, with another value for some keys."""
    if isinstance(cell, UpdatedCell):
        return UpdatedCell(cell._below, {**cell._known, keys: value})
    return UpdatedCell(cell, {keys: value})


class World(lifted.World):
    """The part of a scope that stays as it is. late: whether walking the rules is given up, which is a
    `TimeoutError`."""

    late: Callable[[], bool]

    def __init__(
        self, system: System, scope: Scope, reading: Mapping[str, str] | None = None, rulings: Collection[str] = ()
    ) -> None:
        super().__init__(system, {name: len(names) for name, names in scope.names.items()}, {})
        self.scope, self.layout, self.lowering = scope, Layout(system, scope), Lowering()
        self.shape = self.layout.shape
        self.reading, self.rulings = dict(reading or {}), frozenset(rulings)
        self.unheard = system.unheard(scope.off)
        self._keys: dict[CellKey, tuple[Field, Keys]] = {}
        self._printed: dict[tuple[str, str], v.Value] = {}
        self.base: Store | None = None
        """The state that the relation starts from: what terms, questions and helpers say of it is kept in `said`."""
        self.said: dict[Any, Any] = {}

    # --- what the scope gives --------------------------------------------------------------------------------------

    def printed_map(self, sort: str, name: str) -> v.Value:
        """A rigid attribute, one value for each member, as rules see it: a map."""
        found = self._printed.get((sort, name))
        if found is None:
            type_ = next(a.type for a in self.system.sorts[sort].attributes if a.name == name)
            given = self.scope.attributes[sort, name]
            assert given is not None, f"{sort}.{name} is open"
            entries = [self._constant(type_, value) for value in given]
            found = self._printed[sort, name] = self.table(t.Sort(sort), type_, entries)
        return found

    def number(self, name: str) -> v.Value:
        """A number of the book."""
        return self._constant(self.system.constants[name].type, self.scope.constants[name])

    def _constant(self, type_: t.Type, value: object) -> v.Value:
        return self.value_for_rules(type_, self.shape.lift(type_, value))

    def choice(self, key: tuple[str, ...]) -> Node:
        """The reading's answer to a choice of the core, as a number."""
        if key[0] == "off":
            return g.number(int(key[1] in self.scope.off))
        return g.number(choice_value(self.system, key, self.reading, self.rulings))

    # --- values -----------------------------------------------------------------------------------------------------

    def every(self, type_: t.Type) -> tuple[Term, ...]:
        found = self.members(type_)
        assert found is not None
        return found

    def default(self, type_: t.Type) -> v.Value:
        match type_:
            case t.Int():
                return ZERO
            case t.Optional(t.Sort(name) | t.Enum(name)):
                return member(name, NOBODY)
            case t.Optional(item):
                return v.Maybe(TRUE, self.default(item))
            case t.Pile(item):
                return finite_pile(item, ())
        return super().default(type_)

    def lift(self, type_: t.Type, value: Any) -> v.Value:
        match type_:
            case t.Optional() if value is None:
                return self.default(type_)
            case t.Optional(t.Sort() | t.Enum() as item):
                return self.lift(item, value)
            case t.Pile(t.Sort(name) | t.Enum(name) as item):
                return finite_pile(item, tuple(member(name, k) for k in value))
        return super().lift(type_, value)

    def coerce(self, value: v.Value, type_: t.Type) -> v.Value:
        match type_, value:
            case t.Optional(t.Sort(name) | t.Enum(name)), v.Maybe(none, inner):
                nobody = member(name, NOBODY)
                return nobody if inner is None else v.merge(none, nobody, inner)
            case t.Optional(t.Sort() | t.Enum()), _:
                return value
            case t.Optional(item), v.Maybe(none, None):
                return v.Maybe(none, self.default(item))
            case t.Map(key, item), v.MapTerm(_, at):
                return v.MapTerm(key, lambda k: self._entry(at(k), item))
        return super().coerce(value, type_)

    def _entry(self, value: v.Value, type_: t.Type) -> v.Value:
        """An entry of a map as its type has it; a choice that nobody may have made stays one, until it is read."""
        chosen = isinstance(value, v.Maybe) and not isinstance(type_, t.Optional)
        return value if chosen else self.coerce(value, type_)

    def select(self, index: Term, at: Callable[[Term], V], known: Callable[[Term], Term] = lambda c: c) -> V:
        """The value for an index, case by case of whoever it is, the last one where no other is. None is no case."""
        members = [k for k in self.lowering.members(index) if k != NOBODY] or [0]
        found = at(member(index.sort, members[-1]))
        for k in members[-2::-1]:
            m = member(index.sort, k)
            condition = known(equal(index, m))
            found = found if condition is FALSE else cast(V, v.merge(condition, at(m), found))
        return found

    def bunch(self, item: t.Type, inside: Sequence[Term], chance: Term | None = None) -> v.SetTerm:
        return v.SetTerm(item, lambda m: self.select(m, lambda k: inside[_index(k)]) if inside else FALSE, chance)

    def table(self, key: t.Type, item: t.Type, entries: Sequence[v.Value]) -> v.MapTerm:
        """A map with these entries. A key of a sort without members is that of a failed check: nothing is there."""
        if not entries:
            return v.MapTerm(key, lambda m: self.default(item))
        return v.MapTerm(key, lambda m: self.select(m, lambda k: entries[_index(k)]))

    def evaluate_sets(self, value: v.Value) -> v.Value:
        """A value with who is in its sets worked out, so that it is asked once."""
        match value:
            case v.SetTerm(item, has, chance):
                return self.bunch(item, [has(m) for m in self.every(item)], chance)
            case v.Maybe(none, inner) if inner is not None:
                return v.Maybe(none, self.evaluate_sets(inner))
            case v.PartialValue(silent, inner) if inner is not None:
                return v.PartialValue(silent, self.evaluate_sets(inner))
            case v.MapTerm(key, at) if keys := self.every(key):
                entries = [self.evaluate_sets(at(k)) for k in keys]
                return v.MapTerm(key, lambda m: self.select(m, lambda k: entries[_index(k)]))
        return value

    def parts(self, value: v.Value) -> tuple[object, ...]:
        """The parts of a value: equal for values that are."""
        match value:
            case v.SetTerm(item, has, chance):
                return *(has(m) for m in self.every(item)), chance
            case v.Maybe(none, inner) | v.PartialValue(none, inner):
                return none, None if inner is None else self.parts(inner)
            case v.MapTerm(key, at):
                return tuple(self.parts(at(k)) for k in self.every(key))
            case FinitePile(things=things):
                return things
        return (value,)

    # --- what they are made of --------------------------------------------------------------------------------------

    def value_from_nodes(self, type_: t.Type, nodes: Iterator[tuple[Node, Held]]) -> v.Value:
        """A value that is made of nodes, in the order of `Shape`, each with what it may be."""

        def scalar(sort: str) -> Term:
            node, held = next(nodes)
            if node.op == "constant" or held is None:
                return self.lowering.term(sort, node)
            if sort in (BOOL, INT):
                (only, *more), flag = held, sort == BOOL
                return self.lowering.term(sort, node if more else g.constant(bool(only) if flag else only))
            return self.lowering.term(sort, node, tuple(sorted(held)))

        match type_:
            case t.Sort(name) | t.Enum(name) | t.Optional(t.Sort(name) | t.Enum(name)):
                return scalar(name)
            case t.Optional(item):
                present = scalar(BOOL)
                return v.Maybe(negate(present), self.value_from_nodes(item, nodes))
            case t.Set(item) | t.Awaits(item):
                inside = [scalar(BOOL) for _ in self.every(item)]
                return self.bunch(item, inside, scalar(BOOL) if isinstance(type_, t.Awaits) else None)
            case t.Pile(t.Sort(name) | t.Enum(name) as item):
                return finite_pile(item, tuple(scalar(name) for _ in range(self.shape.size(type_))))
            case t.Map(key, item):
                return self.table(key, item, [self.value_from_nodes(item, nodes) for _ in self.every(key)])
        return scalar(INT if isinstance(type_, t.Int) else BOOL)

    def value_for_rules(self, type_: t.Type, nodes: Iterable[Node]) -> v.Value:
        """A value that is made of nodes of which nothing is known, as rules see it."""
        return self.value_from_nodes(type_, ((node, None) for node in nodes))

    def scalars(self, type_: t.Type, value: v.Value) -> Iterator[Node]:
        """The nodes of a value, in the order of `Shape`."""
        lowering = self.lowering
        match type_, self.coerce(value, type_):
            case ((t.Sort() | t.Enum() | t.Optional(t.Sort() | t.Enum())), Term() as term):
                yield lowering.scalar(term, self.shape.span(type_))
            case t.Optional(item), v.Maybe(none, inner) if inner is not None:
                yield lowering.node(negate(none))
                yield from self.scalars(item, inner)
            case ((t.Set(item) | t.Awaits(item)), v.SetTerm(_, has, chance)):
                yield from (lowering.node(has(m)) for m in self.every(item))
                if isinstance(type_, t.Awaits):
                    yield lowering.node(chance or FALSE)
            case t.Pile(item), FinitePile(things=things):
                span = range(NOBODY, self.shape.size(item))
                nothing = g.number(NOBODY)
                for i in range(self.shape.size(type_)):
                    yield lowering.scalar(things[i], span) if i < len(things) else nothing
            case _, Term() as term:
                yield lowering.node(term)
            case _:
                raise TypeError(f"{value} is no {type_}")

    # --- states -----------------------------------------------------------------------------------------------------

    def store(self, value: Callable[[Place], v.Value], opened: Mapping[str, Term]) -> Store:
        """A state, by what is in each cell of the layout."""
        return Store({field: self.cell(field, value) for field in self.shapes}, dict(opened))

    def cell(self, field: Field, value: Callable[[Place], v.Value]) -> Cell:
        """A field; behind a failed check a key may be of a sort without members, and then nothing is in its place."""
        cells, nothing = self.layout.cells, self.default(self.shapes[field].leaf)

        def entry(keys: Keys) -> v.Value:
            place = cells.get((*field, tuple(map(_index, keys))))
            return nothing if place is None else value(place)

        return Cell(entry)

    def keys(self, place: Place) -> tuple[Field, Keys]:
        """The place of a cell of the layout among the fields of a state."""
        found = self._keys.get(place.key)
        if found is None:
            record, name, keys = place.key
            types = self.shapes[record, name].keys
            where = tuple(self.every(type_)[k] for type_, k in zip(types, keys, strict=True))
            found = self._keys[place.key] = (record, name), where
        return found


def is_member(value: v.Value) -> TypeGuard[Term]:
    """Whether a value is of a sort, so that None is one more of them."""
    return isinstance(value, Term) and value.sort not in (BOOL, INT)


def _index(member: Term) -> int:
    return int(member.value or 0)
