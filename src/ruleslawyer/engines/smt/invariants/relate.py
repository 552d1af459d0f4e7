"""More candidates for auxiliary invariants, for what is left to prove: relations between fields.

Stages of the game and open frames to simple facts; zones to piles; what a field names to what it is; what one has to
what one may have to pay.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from itertools import combinations, permutations, product

from ruleslawyer.engines.smt.invariants.derive import Lemma, distinct, stages
from ruleslawyer.ir import types as t
from ruleslawyer.lifted.scoped.instances import Scoped
from ruleslawyer.lifted.scoped.layout import Cell
from ruleslawyer.lifted.scoped.nodes import TRUE, Node, both, either, equal, less_equal, negate, number
from ruleslawyer.lifted.scoped.values import NONE, Bunch, Choice, Maybe, Slots, Table, Value


def relations(scoped: Scoped, fields: Collection[str]) -> list[Lemma]:
    """All of them, in a fixed order, without doubles; `fields` are those whose range is not proved yet."""
    return distinct(
        (
            *_stages(scoped),
            *_beside_frames(scoped),
            *_zones(scoped),
            *_pointers(scoped),
            *_one_at_a_time(scoped),
            *_same_thing(scoped),
            *_at_most(scoped),
            *_dues_of_waiting(scoped, fields),
        )
    )


def _facts(scoped: Scoped, *, keyed: bool) -> Iterator[tuple[str, Node]]:
    """Simple facts about single cells of the state: a flag, a value set or not, a pile's place filled, a number 0."""
    return ((name, node) for cell in _state_cells(scoped, keyed=keyed) for name, node in _facts_of(scoped, cell))


def _state_cells(scoped: Scoped, *, keyed: bool) -> Iterator[Cell]:
    return (c for c in scoped.layout.cells.values() if c.key[0] is None and (keyed or not c.key[2]))


def _facts_of(scoped: Scoped, cell: Cell) -> Iterator[tuple[str, Node]]:
    name = cell.name
    match cell.value:
        case Node() if cell.value.sort == "bool":
            yield name, cell.value
        case Node():
            yield f"{name} = 0", equal(cell.value, number(0))
        case Maybe(present, _):
            yield f"{name} is set", present
        case Choice() if isinstance(cell.type, t.Optional):
            yield f"{name} is set", negate(cell.value.is_(NONE))
        case Choice(cases) if cell.key[2]:
            yield from ((f"{name} is {scoped.layout.label(cell.type, k)}", at) for k, at in cases)
        case Bunch(members):
            yield f"{name} is empty", negate(either(*members))
        case Slots(slots):
            yield from ((f"{name} has {i + 1}", negate(s.is_(NONE))) for i, s in enumerate(slots))


def _same_thing(scoped: Scoped) -> Iterator[Lemma]:
    """Two facts about one thing, from different fields: never together, or never one without the other."""
    cells = [c for c in _state_cells(scoped, keyed=True) if len(c.key[2]) == 1 and isinstance(c.field.type, t.Map)]
    for a, b in permutations(cells, 2):
        assert isinstance(a.field.type, t.Map) and isinstance(b.field.type, t.Map)
        if a.key[1] != b.key[1] and a.key[2] == b.key[2] and a.field.type.key == b.field.type.key:
            for (one, x), (other, y) in product(_facts_of(scoped, a), _facts_of(scoped, b)):
                yield Lemma(f"{one} only with {other}", either(negate(x), y), "relation")
                if a.key[1] < b.key[1]:
                    yield Lemma(f"{one} not with {other}", negate(both(x, y)), "relation")


def _stages(scoped: Scoped) -> Iterator[Lemma]:
    """Candidates that at a stage a fact holds, or does not."""
    for fact, node in _facts(scoped, keyed=True):
        for stage, at in stages(scoped):
            yield Lemma(f"while {stage}, not {fact}", negate(both(at, node)), "phase")
            yield Lemma(f"while {stage}, {fact}", either(negate(at), node), "phase")


def _beside_frames(scoped: Scoped) -> Iterator[Lemma]:
    """While a frame is open, or only then, a fact holds."""
    for fact, node in _facts(scoped, keyed=False):
        for frame, is_open in scoped.layout.open.items():
            yield Lemma(f"not {fact} beside {frame}", negate(both(is_open, node)), "frame")
            yield Lemma(f"{fact} beside {frame}", either(negate(is_open), node), "frame")
            yield Lemma(f"{fact} only beside {frame}", either(is_open, negate(node)), "frame")


@dataclass(frozen=True, slots=True)
class _Kept:
    """A choice that a field keeps for each member of a sort: for `member`, which is called `who`."""

    field: str
    sort: t.Type
    type: t.Type
    member: int
    who: str
    choice: Choice
    cases: tuple[tuple[str, int, Node], ...]


def _members(scoped: Scoped) -> Iterator[_Kept]:
    """Choices kept for each member of a sort; `cases`: the name of each value, its number, and when it is that."""
    label = scoped.layout.member
    for cell in scoped.layout.cells.values():
        record, field, keys = cell.key
        if record is None and len(keys) == 1 and isinstance(cell.field.type, t.Map) and isinstance(cell.value, Choice):
            sort, cases = cell.field.type.key, tuple((label(cell.type, k), k, at) for k, at in cell.value.cases)
            yield _Kept(field, sort, cell.type, keys[0], label(sort, keys[0]), cell.value, cases)


def _zones(scoped: Scoped) -> Iterator[Lemma]:
    """Candidates that say: what is in a pile or set is marked so elsewhere, and the reverse; a keyed one may hold its
    owner's only."""
    choices = list(_members(scoped))
    for cell in scoped.layout.cells.values():
        record, _, keys = cell.key
        if record is not None or not isinstance(cell.type, t.Set | t.Pile) or len(keys) > 1:
            continue
        name = cell.name
        for kept in choices:
            if kept.sort != cell.type.item:
                continue
            who, inside = kept.who, _inside(cell.value, kept.member)
            for value, _, at in kept.cases:
                yield Lemma(f"{who} in {name} has {kept.field} {value}", either(negate(inside), at), "zone")
                yield Lemma(f"{who} with {kept.field} {value} is in {name}", either(negate(at), inside), "zone")
            if not keys or not isinstance(cell.field.type, t.Map):
                continue
            owner = scoped.layout.label(cell.field.type.key, keys[0])
            for attribute, owns in _ownership(scoped, kept.sort, cell.field.type.key, kept.member, keys[0]):
                yield Lemma(f"{who} in {name} has {attribute} {owner}", either(negate(inside), owns), "zone")
                for value, _, at in kept.cases:
                    yield Lemma(
                        f"{who} with {kept.field} {value} and {attribute} {owner} is in {name}",
                        either(negate(at), negate(owns), inside),
                        "zone",
                    )


def _pointers(scoped: Scoped) -> Iterator[Lemma]:
    """The thing that a single field names (a frame's only while it is open) has, or has not, a certain value."""
    choices = list(_members(scoped))
    for cell in scoped.layout.cells.values():
        record, _, keys = cell.key
        item = cell.type.item if isinstance(cell.type, t.Optional) else cell.type
        if keys or not isinstance(cell.value, Choice) or not isinstance(item, t.Sort):
            continue
        is_open = TRUE if record is None else scoped.layout.open[record]
        for kept in choices:
            if kept.sort == item:
                named = both(is_open, cell.value.is_(kept.member))
                for value, _, at in kept.cases:
                    one = f"{cell.name} {kept.who}"
                    yield Lemma(f"{one} has not {kept.field} {value}", negate(both(named, at)), "relation")
                    yield Lemma(f"{one} has {kept.field} {value}", either(negate(named), at), "relation")


def _inside(value: object, member: int) -> Node:
    if isinstance(value, Bunch):
        return value.members[member]
    assert isinstance(value, Slots)
    return either(*(s.is_(member) for s in value.slots))


def _ownership(scoped: Scoped, sort: t.Type, key: t.Type, member: int, owner: int) -> Iterator[tuple[str, Node]]:
    """Attributes of a sort that name a member of another, and whether that is the one."""
    if isinstance(sort, t.Sort):
        for attribute in scoped.system.sorts[sort.name].attributes:
            known = scoped.world.known_attribute(sort.name, attribute.name)
            if attribute.type == key and known is not None:
                value = known[member]
                if isinstance(value, Choice):
                    yield attribute.name, value.is_(owner)


def _one_at_a_time(scoped: Scoped) -> Iterator[Lemma]:
    """Candidates that at most one member of a sort (of each owner) has a certain value."""
    for one, other in combinations(_members(scoped), 2):
        if one.field != other.field or one.sort != other.sort or not isinstance(one.type, t.Enum):
            continue
        for value, k, at in one.cases:
            together, what = both(at, other.choice.is_(k)), f"{one.field} {value}"
            yield Lemma(f"{one.who} and {other.who} not both with {what}", negate(together), "count")
            for owner, owners in _owners(scoped, one, other):
                yield Lemma(
                    f"{one.who} and {other.who} of {owner} not both with {what}",
                    negate(both(together, *owners)),
                    "count",
                )


def _owners(scoped: Scoped, one: _Kept, other: _Kept) -> Iterator[tuple[str, list[Node]]]:
    """Each attribute and member that two of a sort may both name, and when they do."""
    if isinstance(one.sort, t.Sort):
        for attribute in scoped.system.sorts[one.sort.name].attributes:
            if isinstance(attribute.type, t.Sort):
                for p in range(scoped.shape.size(attribute.type)):
                    yield (
                        f"{attribute.name} {scoped.layout.label(attribute.type, p)}",
                        [
                            node
                            for kept in (one, other)
                            for name, node in _ownership(scoped, one.sort, attribute.type, kept.member, p)
                            if name == attribute.name
                        ],
                    )


def _at_most(scoped: Scoped) -> Iterator[Lemma]:
    """Candidates that of two numbers of the same thing one is never greater (always, or at a stage)."""
    numbers = [
        (cell, cell.value)
        for cell in scoped.layout.cells.values()
        if cell.key[0] is None and isinstance(cell.value, Node) and cell.value.sort == "int"
    ]
    for (a, one), (b, other) in permutations(numbers, 2):
        if a.field.name != b.field.name and a.key[2] == b.key[2]:
            fits = less_equal(one, other)
            yield Lemma(f"{a.name} <= {b.name}", fits, "order")
            for stage, at in stages(scoped):
                yield Lemma(f"{a.name} <= {b.name} while {stage}", either(negate(at), fits), "order")


def _dues_of_waiting(scoped: Scoped, fields: Collection[str]) -> Iterator[Lemma]:
    """Candidates that whoever waits in a frame has as much as is printed on the card that it names, whatever its kind,
    or for one kind."""
    for frame, is_open in scoped.layout.open.items():
        cells = [c for c in scoped.layout.cells.values() if c.key[0] == frame and not c.key[2]]
        waiting = [
            (c.type.item, c.value.members)
            for c in cells
            if isinstance(c.type, t.Set | t.Awaits) and isinstance(c.value, Bunch)
        ]
        lots = [
            (c.type, c.value.cases)
            for c in cells
            if isinstance(c.type, t.Sort) and isinstance(c.value, Choice) and scoped.scope.names[c.type.name]
        ]
        for (who, members), (sort, cases) in product(waiting, lots):
            for (p, waits), (k, named) in product(enumerate(members), cases):
                here = both(is_open, waits, named)
                has_it = f"{scoped.layout.label(sort, k)} while {scoped.layout.member(who, p)} is awaited in {frame}"
                for what, has, due in _dues(scoped, fields, who, sort, p, k):
                    fits = less_equal(due, has)
                    yield Lemma(f"{what} for {has_it}", either(negate(here), fits), "order")
                    for kind, is_kind in _kinds(scoped, sort, k):
                        applies = both(here, is_kind)
                        yield Lemma(f"{what} for {has_it} and {kind}", either(negate(applies), fits), "order")


def _dues(
    scoped: Scoped, fields: Collection[str], who: t.Type, sort: t.Type, p: int, k: int
) -> Iterator[tuple[str, Node, Node]]:
    """Candidates that compare what somebody has with what is printed on a thing or in the book."""
    dues: list[tuple[str, Value]] = [(a, values[k]) for a, _, values in _attributes(scoped, sort)]
    numbers = [name for name, constant in scoped.system.constants.items() if isinstance(constant.type, t.Int)]
    dues += [(name, scoped.world.number(name)) for name in numbers]
    for cell in scoped.layout.cells.values():
        record, field, keys = cell.key
        kind = cell.field.type
        if record is not None or field not in fields or not isinstance(kind, t.Map):
            continue
        if kind.key == who and keys[0] == p and isinstance(cell.value, Node):
            for name, due in dues:
                if isinstance(due, Table) and len(keys) == 2 and keys[1] < len(due.entries):
                    due = due.entries[keys[1]]
                elif len(keys) != 1:
                    continue
                if isinstance(due, Node) and due.sort == cell.value.sort == "int":
                    yield f"{cell.name} >= {name}", cell.value, due


def _attributes(scoped: Scoped, sort: t.Type) -> Iterator[tuple[str, t.Type, tuple[Value, ...]]]:
    if isinstance(sort, t.Sort):
        for attribute in scoped.system.sorts[sort.name].attributes:
            known = scoped.world.known_attribute(sort.name, attribute.name)
            if known is not None:
                yield attribute.name, attribute.type, known


def _kinds(scoped: Scoped, sort: t.Type, k: int) -> Iterator[tuple[str, Node]]:
    for name, type_, values in _attributes(scoped, sort):
        value = values[k]
        if isinstance(type_, t.Enum) and isinstance(value, Choice):
            yield from ((f"{name} is {scoped.layout.label(type_, v)}", at) for v, at in value.cases)
