"""Candidates for auxiliary invariants, read off the schema and the author's checks. Each is proved before it is used.

Two rounds: the cheap and general first; what relates fields to one another only where something is left to prove.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations

from ruleslawyer.ground.instances import Ground
from ruleslawyer.ground.nodes import (
    FALSE, TRUE, Node, both, either, equal, less_equal, negate, number,
)
from ruleslawyer.ground.values import NONE, Bunch, Choice, Maybe, Slots, flatten
from ruleslawyer.ir import types as t


@dataclass(frozen=True, slots=True)
class Lemma:
    """A named candidate: a condition on a state."""

    name: str
    node: Node


def candidates(ground: Ground) -> list[Lemma]:
    """What may be invariant, field by field, in a fixed order, without doubles."""
    return _distinct((
        *_ranges(ground), *_frames(ground), *_optional(ground), *_piles(ground), *_exclusive(ground),
        *_frame_stages(ground), *_checks(ground),
    ))


def relations(ground: Ground) -> list[Lemma]:
    """What may relate fields to one another: to the stage of the game, to open frames, zones to piles."""
    return _distinct((
        *_stages(ground), *_beside_frames(ground), *_zones(ground), *_pointers(ground),
        *_one_at_a_time(ground),
    ))


def _distinct(lemmas: Iterable[Lemma]) -> list[Lemma]:
    found: dict[Node, Lemma] = {}
    for lemma in lemmas:
        if lemma.node is not TRUE and lemma.node is not FALSE:
            found.setdefault(lemma.node, lemma)
    return list(found.values())


def _ranges(ground: Ground) -> Iterator[Lemma]:
    for leaf in ground.layout.leaves:
        node = leaf.node
        if leaf.finite:
            low, high = leaf.finite
            yield Lemma(f"{leaf.name} is one of its kind", either(*(equal(node, number(k)) for k in range(low, high + 1))))
        elif node.sort == "int":
            low_, high_ = (0, None) if leaf.promised is None else (leaf.promised.low, leaf.promised.high)
            if low_ is not None:
                yield Lemma(f"{leaf.name} >= {low_}", less_equal(number(low_), node))
            if high_ is not None:
                yield Lemma(f"{leaf.name} <= {high_}", less_equal(node, number(high_)))


def _frames(ground: Ground) -> Iterator[Lemma]:
    layout = ground.layout
    for cell in layout.cells.values():
        record = cell.key[0]
        if record is not None:
            for node, default in zip(flatten(cell.value), flatten(cell.default), strict=True):
                yield Lemma(
                    f"{record} is open, or {node!r} is at its default", either(layout.open[record], equal(node, default))
                )
            if cell.field.name == "awaits" and isinstance(cell.value, Bunch):
                some = either(*cell.value.members, cell.value.chance or FALSE)
                yield Lemma(f"{record} awaits somebody while it is open", either(negate(layout.open[record]), some))
    for (a, one), (b, other) in combinations(layout.open.items(), 2):
        yield Lemma(f"{a} and {b} are not both open", negate(both(one, other)))
        yield Lemma(f"{b} is open only inside {a}", either(one, negate(other)))


def _optional(ground: Ground) -> Iterator[Lemma]:
    for cell in ground.layout.cells.values():
        if isinstance(cell.value, Maybe) and isinstance(cell.default, Maybe):
            for node, default in zip(flatten(cell.value.value), flatten(cell.default.value), strict=True):
                yield Lemma(f"{node!r} is absent, or present", either(cell.value.present, equal(node, default)))


def _piles(ground: Ground) -> Iterator[Lemma]:
    for cell in ground.layout.cells.values():
        if isinstance(cell.value, Slots):
            slots = cell.value.slots
            name = "/".join(map(str, (cell.field.name, *cell.key[2])))
            for i, (a, b) in enumerate(zip(slots, slots[1:], strict=False)):
                yield Lemma(f"{name}: no gap at {i}", either(negate(a.is_(NONE)), b.is_(NONE)))
            for a, b in combinations(slots, 2):
                for k, _ in a.cases:
                    if k != NONE:
                        yield Lemma(f"{name}: {k} only once", negate(both(a.is_(k), b.is_(k))))


def _exclusive(ground: Ground) -> Iterator[Lemma]:
    """A member of a sort is in at most one of its piles and sets."""
    groups: dict[t.Type, list[tuple[str, list[Node]]]] = {}
    for cell in ground.layout.cells.values():
        if isinstance(cell.type, t.Set | t.Pile):
            size = ground.shape.size(cell.type.item)
            value = cell.value
            if isinstance(value, Bunch):
                held = list(value.members)
            else:
                assert isinstance(value, Slots)
                held = [either(*(s.is_(k) for s in value.slots)) for k in range(size)]
            name = "/".join(map(str, (cell.field.name, *cell.key[2])))
            groups.setdefault(cell.type.item, []).append((name, held))
    for zones in groups.values():
        for (a, one), (b, other) in combinations(zones, 2):
            for k, (x, y) in enumerate(zip(one, other, strict=True)):
                yield Lemma(f"{k} is not both in {a} and in {b}", negate(both(x, y)))


def _stage_fields(ground: Ground) -> list[tuple[str, Choice]]:
    """The enum fields of the state that are no maps: how far the game, or a turn, is."""
    return [
        (cell.field.name, cell.value)
        for cell in ground.layout.cells.values()
        if isinstance(cell.type, t.Enum) and cell.key[0] is None and isinstance(cell.value, Choice) and not cell.key[2]
    ]


def _frame_stages(ground: Ground) -> Iterator[Lemma]:
    """A frame is closed at certain stages."""
    for name, stage in _stage_fields(ground):
        for k, at in stage.cases:
            for frame, is_open in ground.layout.open.items():
                yield Lemma(f"{frame} is closed while {name} is {k}", negate(both(is_open, at)))


def _checks(ground: Ground) -> Iterator[Lemma]:
    for p in ground.properties:
        if p.check.kind == "always":
            yield Lemma(f"{p.check.name} at every moment", both(p.holds, negate(p.broken)))
            yield Lemma(f"{p.check.name} at rest", either(negate(ground.rest), both(p.holds, negate(p.broken))))


# --- the second round ---------------------------------------------------------------------------------------------


def _facts(ground: Ground, *, keyed: bool) -> Iterator[tuple[str, Node]]:
    """Simple facts about single cells of the state: a flag, a value set or not, a pile's place filled, a number not 0."""
    for cell in ground.layout.cells.values():
        record, field, keys = cell.key
        if record is not None or (keys and not keyed):
            continue
        name = "/".join(map(str, (field, *keys)))
        match cell.value:
            case Node() if cell.value.sort == "bool":
                yield name, cell.value
            case Node():
                yield f"{name} = 0", equal(cell.value, number(0))
            case Maybe(present, _):
                yield f"{name} is set", present
            case Choice(cases) if isinstance(cell.type, t.Optional):
                yield f"{name} is set", negate(cell.value.is_(NONE))
            case Choice(cases) if keys:
                yield from ((f"{name} is {k}", at) for k, at in cases)
            case Bunch(members):
                yield f"{name} is empty", negate(either(*members))
            case Slots(slots):
                yield from ((f"{name} has {i + 1}", negate(s.is_(NONE))) for i, s in enumerate(slots))


def _stages(ground: Ground) -> Iterator[Lemma]:
    """At a stage, a fact holds, or does not."""
    for name, stage in _stage_fields(ground):
        for fact, node in _facts(ground, keyed=True):
            for k, at in stage.cases:
                yield Lemma(f"while {name} is {k}, not {fact}", negate(both(at, node)))
                yield Lemma(f"while {name} is {k}, {fact}", either(negate(at), node))


def _beside_frames(ground: Ground) -> Iterator[Lemma]:
    """While a frame is open, or only then, a fact holds."""
    for fact, node in _facts(ground, keyed=False):
        for frame, is_open in ground.layout.open.items():
            yield Lemma(f"not {fact} beside {frame}", negate(both(is_open, node)))
            yield Lemma(f"{fact} beside {frame}", either(negate(is_open), node))
            yield Lemma(f"{fact} only beside {frame}", either(is_open, negate(node)))


def _members(ground: Ground) -> Iterator[tuple[str, t.Type, t.Type, int, Choice]]:
    """Choices kept for each member of a sort: field, the sort, the choice's type, the member, the choice."""
    for cell in ground.layout.cells.values():
        record, field, keys = cell.key
        if record is None and len(keys) == 1 and isinstance(cell.field.type, t.Map) and isinstance(cell.value, Choice):
            yield field, cell.field.type.key, cell.type, keys[0], cell.value


def _zones(ground: Ground) -> Iterator[Lemma]:
    """What is in a pile or set is marked so elsewhere, and the reverse; a keyed one may hold its owner's things only."""
    choices = list(_members(ground))
    for cell in ground.layout.cells.values():
        record, field, keys = cell.key
        if record is not None or not isinstance(cell.type, t.Set | t.Pile) or len(keys) > 1:
            continue
        name = "/".join(map(str, (field, *keys)))
        for other, sort, kind, k, choice in choices:
            if sort != cell.type.item:
                continue
            inside = _inside(cell.value, k)
            for value, at in choice.cases:
                yield Lemma(f"{k} in {name} has {other} {value}", either(negate(inside), at))
                yield Lemma(f"{k} with {other} {value} is in {name}", either(negate(at), inside))
            if not keys or not isinstance(cell.field.type, t.Map):
                continue
            for attribute, owns in _owned(ground, sort, cell.field.type.key, k, keys[0]):
                yield Lemma(f"{k} in {name} has {attribute} {keys[0]}", either(negate(inside), owns))
                for value, at in choice.cases:
                    yield Lemma(
                        f"{k} with {other} {value} and {attribute} {keys[0]} is in {name}",
                        either(negate(at), negate(owns), inside),
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
                    yield Lemma(f"{field} {k} has not {other} {value}", negate(both(named, at)))
                    yield Lemma(f"{field} {k} has {other} {value}", either(negate(named), at))


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
            yield Lemma(f"{k} and {j} not both with {field} {value}", negate(together))
            if isinstance(sort, t.Sort):
                for attribute in ground.system.sorts[sort.name].attributes:
                    if isinstance(attribute.type, t.Sort):
                        for p in range(ground.shape.size(attribute.type)):
                            owners = [
                                node for m in (k, j) for name, node in _owned(ground, sort, attribute.type, m, p)
                                if name == attribute.name
                            ]
                            yield Lemma(
                                f"{k} and {j} of {attribute.name} {p} not both with {field} {value}",
                                negate(both(together, *owners)),
                            )
