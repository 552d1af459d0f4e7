"""More candidates for auxiliary invariants: what may relate fields to one another. For what is left to prove.

Stages of the game and open frames to simple facts; zones to piles; what a field names to what it is; what one has to
what one may have to pay.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import combinations, permutations, product

from ruleslawyer.engines.smt.derive import Lemma, distinct, stage_fields
from ruleslawyer.ground.instances import Ground
from ruleslawyer.ground.layout import Cell
from ruleslawyer.ground.nodes import TRUE, Node, both, either, equal, less_equal, negate, number
from ruleslawyer.ground.values import NONE, Bunch, Choice, Maybe, Slots, Table, Value
from ruleslawyer.ir import types as t


def relations(ground: Ground, fields: Collection[str]) -> list[Lemma]:
    """All of them, in a fixed order, without doubles; `fields` are those whose range is not proved yet."""
    return distinct(
        (
            *_stages(ground),
            *_beside_frames(ground),
            *_zones(ground),
            *_pointers(ground),
            *_one_at_a_time(ground),
            *_same_thing(ground),
            *_at_most(ground),
            *_covered(ground, fields),
        )
    )


def _facts(ground: Ground, *, keyed: bool) -> Iterator[tuple[str, Node]]:
    """Simple facts about single cells of the state: a flag, a value set or not, a pile's place filled, a number 0."""
    return ((name, node) for cell in _state_cells(ground, keyed=keyed) for name, node in _facts_of(cell))


def _state_cells(ground: Ground, *, keyed: bool) -> Iterator[Cell]:
    return (c for c in ground.layout.cells.values() if c.key[0] is None and (keyed or not c.key[2]))


def _facts_of(cell: Cell) -> Iterator[tuple[str, Node]]:
    _, field, keys = cell.key
    name = "/".join(map(str, (field, *keys)))
    match cell.value:
        case Node() if cell.value.sort == "bool":
            yield name, cell.value
        case Node():
            yield f"{name} = 0", equal(cell.value, number(0))
        case Maybe(present, _):
            yield f"{name} is set", present
        case Choice() if isinstance(cell.type, t.Optional):
            yield f"{name} is set", negate(cell.value.is_(NONE))
        case Choice(cases) if keys:
            yield from ((f"{name} is {k}", at) for k, at in cases)
        case Bunch(members):
            yield f"{name} is empty", negate(either(*members))
        case Slots(slots):
            yield from ((f"{name} has {i + 1}", negate(s.is_(NONE))) for i, s in enumerate(slots))


def _same_thing(ground: Ground) -> Iterator[Lemma]:
    """Two facts about one thing, from different fields: never together, or never one without the other."""
    cells = [c for c in _state_cells(ground, keyed=True) if len(c.key[2]) == 1 and isinstance(c.field.type, t.Map)]
    for a, b in permutations(cells, 2):
        assert isinstance(a.field.type, t.Map) and isinstance(b.field.type, t.Map)
        if a.key[1] != b.key[1] and a.key[2] == b.key[2] and a.field.type.key == b.field.type.key:
            for (one, x), (other, y) in product(_facts_of(a), _facts_of(b)):
                yield Lemma(f"{one} only with {other}", either(negate(x), y), "relation")
                if a.key[1] < b.key[1]:
                    yield Lemma(f"{one} not with {other}", negate(both(x, y)), "relation")


def _stages(ground: Ground) -> Iterator[Lemma]:
    """At a stage, a fact holds, or does not."""
    for name, stage in stage_fields(ground):
        for fact, node in _facts(ground, keyed=True):
            for k, at in stage.cases:
                yield Lemma(f"while {name} is {k}, not {fact}", negate(both(at, node)), "phase")
                yield Lemma(f"while {name} is {k}, {fact}", either(negate(at), node), "phase")


def _beside_frames(ground: Ground) -> Iterator[Lemma]:
    """While a frame is open, or only then, a fact holds."""
    for fact, node in _facts(ground, keyed=False):
        for frame, is_open in ground.layout.open.items():
            yield Lemma(f"not {fact} beside {frame}", negate(both(is_open, node)), "frame")
            yield Lemma(f"{fact} beside {frame}", either(negate(is_open), node), "frame")
            yield Lemma(f"{fact} only beside {frame}", either(is_open, negate(node)), "frame")


def _members(ground: Ground) -> Iterator[tuple[str, t.Type, t.Type, int, Choice]]:
    """Choices kept for each member of a sort: field, the sort, the choice's type, the member, the choice."""
    for cell in ground.layout.cells.values():
        record, field, keys = cell.key
        if record is None and len(keys) == 1 and isinstance(cell.field.type, t.Map) and isinstance(cell.value, Choice):
            yield field, cell.field.type.key, cell.type, keys[0], cell.value


def _zones(ground: Ground) -> Iterator[Lemma]:
    """What is in a pile or set is marked so elsewhere, and the reverse; a keyed one may hold its owner's only."""
    choices = list(_members(ground))
    for cell in ground.layout.cells.values():
        record, field, keys = cell.key
        if record is not None or not isinstance(cell.type, t.Set | t.Pile) or len(keys) > 1:
            continue
        name = "/".join(map(str, (field, *keys)))
        for other, sort, _, k, choice in choices:
            if sort != cell.type.item:
                continue
            inside = _inside(cell.value, k)
            for value, at in choice.cases:
                yield Lemma(f"{k} in {name} has {other} {value}", either(negate(inside), at), "zone")
                yield Lemma(f"{k} with {other} {value} is in {name}", either(negate(at), inside), "zone")
            if not keys or not isinstance(cell.field.type, t.Map):
                continue
            for attribute, owns in _owned(ground, sort, cell.field.type.key, k, keys[0]):
                yield Lemma(f"{k} in {name} has {attribute} {keys[0]}", either(negate(inside), owns), "zone")
                for value, at in choice.cases:
                    yield Lemma(
                        f"{k} with {other} {value} and {attribute} {keys[0]} is in {name}",
                        either(negate(at), negate(owns), inside),
                        "zone",
                    )


def _pointers(ground: Ground) -> Iterator[Lemma]:
    """The thing that a single field names (a frame's only while it is open) has, or has not, a certain value."""
    choices = list(_members(ground))
    for cell in ground.layout.cells.values():
        record, field, keys = cell.key
        item = cell.type.item if isinstance(cell.type, t.Optional) else cell.type
        if keys or not isinstance(cell.value, Choice) or not isinstance(item, t.Sort):
            continue
        is_open = TRUE if record is None else ground.layout.open[record]
        for other, sort, _, k, choice in choices:
            if sort == item:
                named = both(is_open, cell.value.is_(k))
                for value, at in choice.cases:
                    yield Lemma(f"{field} {k} has not {other} {value}", negate(both(named, at)), "relation")
                    yield Lemma(f"{field} {k} has {other} {value}", either(negate(named), at), "relation")


def _inside(value: object, member: int) -> Node:
    if isinstance(value, Bunch):
        return value.members[member]
    assert isinstance(value, Slots)
    return either(*(s.is_(member) for s in value.slots))


def _owned(ground: Ground, sort: t.Type, key: t.Type, member: int, owner: int) -> Iterator[tuple[str, Node]]:
    """Attributes of a sort that name a member of another, and whether that is the one."""
    if isinstance(sort, t.Sort):
        for attribute in ground.system.sorts[sort.name].attributes:
            known = ground.world.known_attribute(sort.name, attribute.name)
            if attribute.type == key and known is not None:
                value = known[member]
                if isinstance(value, Choice):
                    yield attribute.name, value.is_(owner)


def _one_at_a_time(ground: Ground) -> Iterator[Lemma]:
    """Of the members of a sort, at most one (of each owner) has a certain value."""
    choices = list(_members(ground))
    for (field, sort, kind, k, one), (field2, sort2, _, j, other) in combinations(choices, 2):
        if field != field2 or sort != sort2 or not isinstance(kind, t.Enum):
            continue
        for value, at in one.cases:
            together = both(at, other.is_(value))
            yield Lemma(f"{k} and {j} not both with {field} {value}", negate(together), "count")
            if isinstance(sort, t.Sort):
                for attribute in ground.system.sorts[sort.name].attributes:
                    if isinstance(attribute.type, t.Sort):
                        for p in range(ground.shape.size(attribute.type)):
                            owners = [
                                node
                                for m in (k, j)
                                for name, node in _owned(ground, sort, attribute.type, m, p)
                                if name == attribute.name
                            ]
                            yield Lemma(
                                f"{k} and {j} of {attribute.name} {p} not both with {field} {value}",
                                negate(both(together, *owners)),
                                "count",
                            )


def _at_most(ground: Ground) -> Iterator[Lemma]:
    """Of two numbers kept for the same thing, one is never greater (always, or at a stage)."""
    numbers = [
        (cell.field.name, cell.key[2], cell.value)
        for cell in ground.layout.cells.values()
        if cell.key[0] is None and isinstance(cell.value, Node) and cell.value.sort == "int"
    ]
    for (a, keys, one), (b, other_keys, other) in permutations(numbers, 2):
        if a != b and keys == other_keys:
            fits = less_equal(one, other)
            yield Lemma(f"{a} <= {b} of {keys}", fits, "order")
            for name, stage in stage_fields(ground):
                for k, at in stage.cases:
                    yield Lemma(f"{a} <= {b} of {keys} while {name} is {k}", either(negate(at), fits), "order")


def _covered(ground: Ground, fields: Collection[str]) -> Iterator[Lemma]:
    """Who waits in a frame for what it names has as much as is printed on it, whatever its kind, or for one kind."""
    for frame, is_open in ground.layout.open.items():
        cells = [c for c in ground.layout.cells.values() if c.key[0] == frame and not c.key[2]]
        waiting = [
            (c.type.item, c.value.members)
            for c in cells
            if isinstance(c.type, t.Set | t.Awaits) and isinstance(c.value, Bunch)
        ]
        lots = [(c.type, c.value.cases) for c in cells if isinstance(c.type, t.Sort) and isinstance(c.value, Choice)]
        for (who, members), (sort, cases) in product(waiting, lots):
            for (p, waits), (k, named) in product(enumerate(members), cases):
                here = both(is_open, waits, named)
                for what, has, due in _dues(ground, fields, who, sort, p, k):
                    fits = less_equal(due, has)
                    yield Lemma(f"{frame}: {p} has {what} for {k}", either(negate(here), fits), "order")
                    for kind, is_kind in _kinds(ground, sort, k):
                        applies = both(here, is_kind)
                        yield Lemma(
                            f"{frame}: {p} has {what} for {k} of {kind}", either(negate(applies), fits), "order"
                        )


def _dues(
    ground: Ground, fields: Collection[str], who: t.Type, sort: t.Type, p: int, k: int
) -> Iterator[tuple[str, Node, Node]]:
    """What somebody has, against what is printed on a thing or in the book."""
    dues: list[tuple[str, Value]] = [(a, values[k]) for a, _, values in _attributes(ground, sort)]
    numbers = [name for name, constant in ground.system.constants.items() if isinstance(constant.type, t.Int)]
    dues += [(name, ground.world.number(name)) for name in numbers]
    for cell in ground.layout.cells.values():
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
                    yield f"{field} {keys[1:]} >= {name}", cell.value, due


def _attributes(ground: Ground, sort: t.Type) -> Iterator[tuple[str, t.Type, tuple[Value, ...]]]:
    if isinstance(sort, t.Sort):
        for attribute in ground.system.sorts[sort.name].attributes:
            known = ground.world.known_attribute(sort.name, attribute.name)
            if known is not None:
                yield attribute.name, attribute.type, known


def _kinds(ground: Ground, sort: t.Type, k: int) -> Iterator[tuple[str, Node]]:
    for name, type_, values in _attributes(ground, sort):
        value = values[k]
        if isinstance(type_, t.Enum) and isinstance(value, Choice):
            yield from ((f"{name} {v}", at) for v, at in value.cases)
