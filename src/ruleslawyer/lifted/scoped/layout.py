"""The leaves of a state: one Boolean or integer for each scalar of a ruleset's schema in a scope, named and in order.

The canonical state is a pair: the fields in the schema's order, and for each frame None or its fields. While a
frame is closed its leaves hold the defaults, so that equal states are equal vectors.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, TypeAlias

from ruleslawyer.ir import types as t
from ruleslawyer.ir.schema import Field, whole_name
from ruleslawyer.ir.scope import Scope
from ruleslawyer.ir.system import System
from ruleslawyer.lifted.scoped.nodes import Node, number, symbol
from ruleslawyer.lifted.scoped.values import NONE, Shape
from ruleslawyer.semantics.sizes import domain_size, pile_size

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
