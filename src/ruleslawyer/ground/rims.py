"""The same as `semantics.rims` as ground nodes: for each grid, when a state holds a member of its rim."""

from __future__ import annotations

from collections.abc import Iterator

from ruleslawyer.ground.instances import Ground
from ruleslawyer.ground.layout import Cell
from ruleslawyer.ground.nodes import Node, both, either, negate
from ruleslawyer.ground.values import Bunch, Choice, Slots, Value, same
from ruleslawyer.ir import types as t
from ruleslawyer.semantics.rims import entry_says


def rims(ground: Ground) -> dict[str, Node]:
    """For each grid of the scope, the condition over the leaves of a rest state."""
    found: dict[str, list[Node]] = {sort: [] for sort in ground.scope.rims}
    for cell in ground.layout.cells.values():
        record = cell.key[0]
        for sort, node in _held(ground, cell):
            found[sort].append(node if record is None else both(ground.layout.open[record], node))
    return {sort: either(*nodes) for sort, nodes in found.items()}


def _held(ground: Ground, cell: Cell) -> Iterator[tuple[str, Node]]:
    scope_rims = ground.scope.rims
    type_ = cell.field.type
    for key in cell.key[2]:
        assert isinstance(type_, t.Map)
        if isinstance(type_.key, t.Sort) and key in scope_rims.get(type_.key.name, ()) and entry_says(cell.type):
            yield type_.key.name, negate(same(cell.value, cell.default))
        type_ = type_.value
    item = type_.item if isinstance(type_, t.Optional | t.Set | t.Pile) else type_
    if isinstance(item, t.Sort) and item.name in scope_rims:
        yield item.name, either(*(_is(cell.value, member) for member in sorted(scope_rims[item.name])))


def _is(value: Value, member: int) -> Node:
    match value:
        case Choice():
            return value.is_(member)
        case Bunch(members):
            return members[member]
        case Slots(slots):
            return either(*(slot.is_(member) for slot in slots))
    raise TypeError(f"{value} holds no member of a sort")
