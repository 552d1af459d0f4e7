"""The leaves of a state: one Boolean or integer for each scalar of a ruleset's schema in a scope, named and in order;
and values as nodes.

The canonical state is a pair: the fields in the schema's order, and for each frame None or its fields. While a
frame is closed its leaves hold the defaults, so that equal states are equal vectors.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, TypeAlias

from ruleslawyer.ir import types as t
from ruleslawyer.ir.schema import Field, Scope, whole_name
from ruleslawyer.ir.system import System
from ruleslawyer.lifted.scoped.nodes import FALSE, Node, number, symbol, truth
from ruleslawyer.semantics.sizes import domain_size, pile_size

NONE = -1


class Shape:
    """The form of values of each type in one scope: `size` gives the number of a sort's or enum's members, and of a
    pile's places.

    A member of a sort or enum, or None of such, is one integer, and so is each place of a pile, the top first, those
    that are empty last. Another Optional begins with whether it is there; a set has a flag for each member, an Awaits
    one more for chance."""

    def __init__(self, size: Callable[[t.Type], int]) -> None:
        self.size = size

    def is_choice(self, type: t.Type) -> bool:
        if isinstance(type, t.Optional):
            return isinstance(type.item, t.Sort | t.Enum)
        return isinstance(type, t.Sort | t.Enum | t.NoneType)

    def members(self, type: t.Type) -> range:
        """The canonical integers of a value of a sort, of an enum, or None."""
        match type:
            case t.Optional(item):
                return range(NONE, self.size(item))
            case t.NoneType():
                return range(NONE, 0)
            case _:
                return range(self.size(type))

    def span(self, type: t.Type) -> range:
        """The same for a place that a value is kept in: one of a sort without members, which a frame may have that no
        play opens, keeps 0."""
        return self.members(type) or range(1)

    def fresh(self, type: t.Type, op: Any, name: str, label: Callable[[t.Type, int], str]) -> Iterator[Node]:
        """New symbols named after `name`; `label` names the members of a type."""
        match type:
            case _ if self.is_choice(type):
                span = self.span(type)
                yield symbol(op, "int", name, span[0], span[-1])
            case t.Bool():
                yield symbol(op, "bool", name)
            case t.Int():
                yield symbol(op, "int", name)
            case t.Optional(item):
                yield symbol(op, "bool", f"{name}?")
                yield from self.fresh(item, op, name, label)
            case t.Set(item) | t.Awaits(item):
                yield from (symbol(op, "bool", f"{name}{{{label(item, k)}}}") for k in range(self.size(item)))
                yield from [symbol(op, "bool", f"{name}{{chance}}")] if isinstance(type, t.Awaits) else ()
            case t.Pile(item):
                span = range(NONE, self.size(item))
                yield from (symbol(op, "int", f"{name}#{i}", span[0], span[-1]) for i in range(self.size(type)))
            case t.Map(key, item):
                for k in range(self.size(key)):
                    yield from self.fresh(item, op, f"{name}[{label(key, k)}]", label)
            case _:
                raise TypeError(f"no values of type {type}")

    def lift(self, type: t.Type, value: Any) -> Iterator[Node]:
        """The constants of a canonical value."""
        match type:
            case _ if self.is_choice(type):
                yield number(NONE if value is None else int(value))
            case t.Bool():
                yield truth(value)
            case t.Int():
                yield number(value)
            case t.Optional(item):
                yield truth(value is not None)
                yield from self.default(item) if value is None else self.lift(item, value)
            case t.Set(item):
                yield from (truth(k in value) for k in range(self.size(item)))
            case t.Awaits(item):
                yield from (truth(k in value) for k in (*range(self.size(item)), NONE))
            case t.Pile():
                yield from map(number, (*value, *[NONE] * (self.size(type) - len(value))))
            case t.Map(key, item):
                assert len(value) == self.size(key)
                for entry in value:
                    yield from self.lift(item, entry)
            case _:
                raise TypeError(f"no values of type {type}")

    def default(self, type: t.Type) -> Iterator[Node]:
        """0, False, None or empty; the first member of a sort or enum, which has no default of its own."""
        match type:
            case _ if self.is_choice(type):
                yield number(self.span(type)[0])
            case t.Int():
                yield number(0)
            case t.Optional(item):
                yield FALSE
                yield from self.default(item)
            case t.Map(key, item):
                for _ in range(self.size(key)):
                    yield from self.default(item)
            case t.Bool():
                yield FALSE
            case _:
                yield from self.lift(type, ())


CellKey: TypeAlias = tuple[str | None, str, tuple[int, ...]]
"""A cell: its frame (None: the state), its field, and the keys of its maps."""

Canonical: TypeAlias = tuple[tuple[Any, ...], tuple[tuple[Any, ...] | None, ...]]
Scalar: TypeAlias = bool | int


@dataclass(frozen=True, slots=True)
class Leaf:
    """A scalar of the state. `promised` is the range of its type, which every write has to keep; `node` may be a
    constant, where a sort has a single member."""

    name: str
    node: Node
    cell: CellKey | None
    frame: str | None
    promised: t.Int | None

    @property
    def finite(self) -> tuple[int, int] | None:
        """The range that the kind of value has by nature: that of a sort, an enum or an optional one."""
        if self.node.low is None or self.node.high is None:
            return None
        return self.node.low, self.node.high


@dataclass(frozen=True, slots=True)
class Cell:
    """A field's entry: its leaves, and constants, which it holds by `default`, and `unset` before the initial rule.

    `name` is as a model writes it, with the names of its frame and of its keys.
    """

    key: CellKey
    name: str
    field: Field
    type: t.Type
    nodes: tuple[Node, ...]
    default: tuple[Node, ...]
    unset: tuple[Node, ...]


class Layout:
    """Cells and leaves of a system in a scope; `shape` knows the sizes, `label` the members' names."""

    def __init__(self, system: System, scope: Scope) -> None:
        self.system, self.scope = system, scope
        self.shape = Shape(self.size)
        self.cells: dict[CellKey, Cell] = {}
        self.open: dict[str, Node] = {}
        leaves: list[Leaf] = []
        self._places: dict[str | None, list[tuple[int, Cell]]] = {}
        """The cells of each frame, each with the number of its field there."""
        self._lifted: dict[tuple[t.Type, object], tuple[Scalar, ...]] = {}
        for record in (None, *system.frames):
            definition = system.state if record is None else system.frames[record]
            self._places[record] = []
            if record is not None:
                self.open[record] = symbol("leaf", "bool", f"{record}.open")
                leaves.append(Leaf(f"{record}.open", self.open[record], None, record, None))
            for place, field in enumerate(definition.fields):
                prefix = whole_name(record, field.name)
                for keys, name, type_ in self._entries(field.type, prefix, ()):
                    cell = self._cell((record, field.name, keys), field, type_, name)
                    self.cells[cell.key] = cell
                    self._places[record].append((place, cell))
                    promised = t.promise(type_)
                    range_ = promised if isinstance(promised, t.Int) else None
                    leaves.extend(
                        Leaf(self._name(name, type_, i), node, cell.key, record, range_ if node.sort == "int" else None)
                        for i, node in enumerate(cell.nodes)
                    )
        self.of_field: dict[str, list[Cell]] = {field.name: [] for field in system.state.fields}
        """The cells of each field of the state."""
        for cell in self.cells.values():
            if cell.key[0] is None:
                self.of_field[cell.field.name].append(cell)
        self.leaves: tuple[Leaf, ...] = tuple(leaves)

    def size(self, type: t.Type) -> int:
        """How many members a sort or an enum has, and how many things a pile holds at most."""
        if isinstance(type, t.Pile):
            return pile_size(type, self.system, self.scope)
        return domain_size(type, self.system, self.scope)

    def label(self, type: t.Type, member: int) -> str:
        """The name of a member of a sort or enum."""
        match type:
            case t.Sort(name):
                return self.scope.names[name][member]
            case t.Enum(name):
                return self.system.enums[name].members[member]
        raise TypeError(f"{type} has no members")

    def _entries(self, type: t.Type, name: str, keys: tuple[int, ...]) -> Iterator[tuple[tuple[int, ...], str, t.Type]]:
        if isinstance(type, t.Map):
            for k in range(self.size(type.key)):
                yield from self._entries(type.value, f"{name}[{self.label(type.key, k)}]", (*keys, k))
        else:
            yield keys, name, type

    def _cell(self, key: CellKey, field: Field, type: t.Type, name: str) -> Cell:
        nodes = tuple(self.shape.fresh(type, "leaf", name, self.label))
        plain_sort = isinstance(type, t.Sort | t.Enum)
        without = field.default is None and (plain_sort or field.required)
        default = tuple(self.shape.default(type) if without else self.shape.lift(type, field.default))
        unset = (number(NONE),) if plain_sort and field.default is None else default
        return Cell(key, name, field, type, nodes, default, unset)

    def _name(self, name: str, type: t.Type, part: int) -> str:
        """The name of a cell's `part`-th leaf; that of its symbol, where it has one."""
        match type:
            case t.Optional() if not self.shape.is_choice(type):
                return f"{name}?" if part == 0 else name
            case t.Set(item) | t.Awaits(item):
                return f"{name}{{{self.label(item, part) if part < self.size(item) else 'chance'}}}"
            case t.Pile():
                return f"{name}#{part}"
        return name

    # --- canonical states and vectors -----------------------------------------------------------------------------

    def vector(self, state: Canonical) -> tuple[Scalar, ...]:
        """The leaves of a canonical state."""
        fields, frames = state
        found = list(self._scalars(None, fields))
        for record, values in zip(self.system.frames, frames, strict=True):
            found.append(values is not None)
            found.extend(self._scalars(record, values))
        return tuple(found)

    def _scalars(self, record: str | None, values: tuple[Any, ...] | None) -> Iterator[Scalar]:
        for place, cell in self._places[record]:
            if values is None:
                yield from (node.value for node in cell.default)
                continue
            leaf = values[place]
            for key in cell.key[2]:
                leaf = leaf[key]
            found = self._lifted.get((cell.type, leaf))
            if found is None:
                found = self._lifted[cell.type, leaf] = tuple(n.value for n in self.shape.lift(cell.type, leaf))
            yield from found
