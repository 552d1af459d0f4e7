"""Counts that can be made in a state, with their words: numbers, members of sets and piles, members with a certain
value."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ruleslawyer.engines.smt.statements.words import Words
from ruleslawyer.ir import types as t
from ruleslawyer.lifted.scoped.instances import Scoped
from ruleslawyer.lifted.scoped.layout import Cell
from ruleslawyer.lifted.scoped.nodes import Node, add, either, ite, negate, number
from ruleslawyer.lifted.scoped.values import NONE, Bunch, Choice, Maybe, Slots


@dataclass(frozen=True, slots=True)
class Count:
    """A number that a state has: `most` is what it cannot exceed by its form, None where nothing says so. Where
    `most` is given it is never below 0."""

    words: str
    node: Node
    most: int | None = None


def flag(condition: Node) -> Node:
    """1 where a condition holds, else 0."""
    return ite(condition, number(1), number(0))


def totals(scoped: Scoped) -> list[Count]:
    """For each field of the state the sum of its numbers, how many members it holds, how many have each value."""
    found: list[Count] = []
    for field, cells in scoped.layout.of_field.items():
        found += _totals(scoped, field, cells)
    return found


def holders(scoped: Scoped) -> list[Count]:
    """The same for each key of a map whose values hold several things: what each player has."""
    found: list[Count] = []
    for field, cells in scoped.layout.of_field.items():
        keys = sorted({cell.key[2][0] for cell in cells if cell.key[2]})
        kind = cells[0].field.type if cells else None
        for key in keys:
            own = [cell for cell in cells if cell.key[2][0] == key]
            if isinstance(kind, t.Map) and (len(own) > 1 or isinstance(own[0].value, Bunch | Slots)):
                found += _totals(scoped, f"{field}[{scoped.layout.label(kind.key, key)}]", own)
    return found


def members(scoped: Scoped) -> Iterator[tuple[str, list[Count]]]:
    """For each member of a sort, where it is and what is kept for it: a flag or a number for each."""
    layout = scoped.layout
    for sort, names in scoped.scope.names.items():
        for member, name in enumerate(names):
            found: list[Count] = []
            for cell in layout.cells.values():
                if cell.key[0] is None:
                    found += _of_member(scoped, cell, t.Sort(sort), member, name)
            yield name, found


def single(scoped: Scoped) -> list[Count]:
    """Each number of the state, and each of its flags, alone; frames too."""
    found: list[Count] = []
    words = Words(scoped)
    for leaf in scoped.layout.leaves:
        node = leaf.node
        if node.op == "leaf" and node.sort == "bool":
            found.append(Count(words.say(node), flag(node), 1))
        elif node.op == "leaf" and not node.finite:
            found.append(Count(leaf.name, node))
    return found


def stages(scoped: Scoped) -> list[Count]:
    """For each field that holds a member of an enum or a sort, a flag for each value."""
    found: list[Count] = []
    for cell in scoped.layout.cells.values():
        if isinstance(cell.value, Choice) and len(cell.value.cases) > 1:
            found += [
                Count(f"{cell.name} is {scoped.layout.member(cell.type, k)}", flag(at), 1) for k, at in cell.value.cases
            ]
    return found


def _totals(scoped: Scoped, name: str, cells: Iterable[Cell]) -> Iterator[Count]:
    cells = list(cells)
    numbers = [c.value for c in cells if isinstance(c.value, Node) and c.value.sort == "int"]
    several = len(cells) > 1
    if numbers:
        yield Count(f"the sum of {name}" if several else name, add(*numbers))
    present = [c.value for c in cells if isinstance(c.value, Maybe)]
    if present:
        yield Count(f"how many {name} are set", add(*(flag(m.present) for m in present)), len(present))
    flags = [c.value for c in cells if isinstance(c.value, Node) and c.value.sort == "bool"]
    held = [list(c.value.members) for c in cells if isinstance(c.value, Bunch)]
    held += [[negate(s.is_(NONE)) for s in c.value.slots] for c in cells if isinstance(c.value, Slots)]
    inside = [*flags, *(node for nodes in held for node in nodes)]
    if inside and (several or held):
        yield Count(f"the number in {name}", add(*map(flag, inside)), len(inside))
    choices = [c for c in cells if isinstance(c.value, Choice)]
    if several and choices:
        for member in scoped.shape.members(choices[0].type):
            at = [c.value.is_(member) for c in choices if isinstance(c.value, Choice)]
            value = scoped.layout.member(choices[0].type, member)
            yield Count(f"the number of {name} that are {value}", add(*map(flag, at)), len(at))


def _of_member(scoped: Scoped, cell: Cell, sort: t.Sort, member: int, name: str) -> Iterator[Count]:
    where = cell.name
    if isinstance(cell.type, t.Set | t.Pile) and cell.type.item == sort:
        if isinstance(cell.value, Bunch):
            yield Count(f"{name} in {where}", flag(cell.value.members[member]), 1)
        elif isinstance(cell.value, Slots):
            slots = [slot.is_(member) for slot in cell.value.slots]
            yield Count(f"{name} in {where}", flag(either(*slots)), 1)
    item = cell.type.item if isinstance(cell.type, t.Optional) else cell.type
    if isinstance(cell.value, Choice) and item == sort:
        yield Count(f"{where} is {name}", flag(cell.value.is_(member)), 1)
    if _keyed_by(cell, sort, member):
        match cell.value:
            case Node() if cell.value.sort == "int":
                yield Count(where, cell.value)
            case Node():
                yield Count(where, flag(cell.value), 1)
            case Choice(cases):
                for k, at in cases:
                    yield Count(f"{where} is {scoped.layout.member(cell.type, k)}", flag(at), 1)
            case Maybe(present, _):
                yield Count(f"{where} is set", flag(present), 1)


def _keyed_by(cell: Cell, sort: t.Sort, member: int) -> bool:
    kind: t.Type = cell.field.type
    for key in cell.key[2]:
        assert isinstance(kind, t.Map)
        if kind.key == sort and key == member:
            return True
        kind = kind.value
    return False
