"""Conditions of single entries, and whether a state of a play keeps a clause: what plays refute need not be asked."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import product
from operator import itemgetter
from typing import Any, TypeAlias

from ruleslawyer.engines.smt.lifted.clauses import Clause, Kind, Part, Place
from ruleslawyer.ir import types as t
from ruleslawyer.ir.system import System
from ruleslawyer.lifted.world import shape_of
from ruleslawyer.semantics.state import State

Sizes: TypeAlias = Mapping[str, int]


def atoms(
    about: Place, leaf: t.Type, names: Callable[[t.Type], Iterable[str]], bounds: Iterable[int]
) -> Iterator[Part]:  # fmt: skip
    """Conditions of an entry. names: the members of an enum, or variables of a sort; bounds: of numbers."""

    def each(kind: Kind, of: t.Type) -> Iterator[Part]:
        return (Part(kind, True, about, name) for name in names(of))

    match leaf:
        case t.Bool():
            yield Part("flag", True, about)
        case t.Int():
            yield from (Part("most", True, about, "", bound) for bound in bounds)
        case t.Enum() | t.Sort():
            yield from each("is", leaf)
        case t.Optional(item):
            yield Part("set", True, about)
            yield from each("is", item)
        case t.Pile(item):
            yield Part("length", True, about, "", 0)
            yield from each("in", item)
        case t.Set(item) | t.Awaits(item):
            yield from each("in", item)


def names_inside(part: Part) -> tuple[str, ...]:
    """The variables and names of members in a part."""
    keys = () if part.about is None else part.about.keys
    return (*part.other.split(), *keys) if part.kind != "open" else ()


def keeps(system: System, clause: Clause) -> Callable[[State, Sizes], bool]:
    """Whether a state keeps it; sizes: how many members each sort has. Of a frame that is closed nothing is so."""
    places = {name: i for i, (name, _) in enumerate(clause.variables)}
    tests = [(holder(system, part, places), part.holds) for part in clause.parts]

    def test(state: State, sizes: Sizes) -> bool:
        every = product(*(range(sizes[sort]) for _, sort in clause.variables))
        return all(any(is_so(state, members) is holds for is_so, holds in tests) for members in every)

    return test


def sizes_of(system: System, state: State) -> dict[str, int]:
    """How many members the sorts have that are keys of some field of the state."""
    found: dict[str, int] = {}
    for field, value in zip(system.state.fields, state.fields, strict=True):
        type_ = field.type
        while isinstance(type_, t.Map):
            if isinstance(type_.key, t.Sort):
                found[type_.key.name] = len(value)
            if not value:
                break
            type_, value = type_.value, value[0]
    return found


def holder(system: System, part: Part, places: Mapping[str, int]) -> Callable[[State, Sequence[int]], bool | None]:
    """Whether a part is so for some members; None of what a closed frame holds."""
    if part.kind == "open":
        frame = list(system.frames).index(part.other)
        return lambda state, _: state.frames[frame] is not None
    if part.about is None:
        one, other = (places[name] for name in part.other.split())
        return lambda _, members: members[one] == members[other]
    record = part.about.record
    schema = (system.state if record is None else system.frames[record]).fields
    field = next(i for i, one in enumerate(schema) if one.name == part.about.field)
    shape, within = shape_of(schema[field].type), None if record is None else list(system.frames).index(record)

    def who(of: t.Type, name: str) -> Callable[[Sequence[int]], int]:
        if isinstance(of, t.Enum):
            fixed = system.enums[of.name].members.index(name)
            return lambda _: fixed
        return itemgetter(places[name])

    keys = [who(of, name) for of, name in zip(shape.keys, part.about.keys, strict=True)]
    is_so = _leaf_test(part, shape.leaf, who)

    def test(state: State, members: Sequence[int]) -> bool | None:
        fields = state.fields if within is None else state.frames[within]
        if fields is None:
            return None
        value = fields[field]
        for key in keys:
            value = value[key(members)]
        return is_so(value, members)

    return test


def _leaf_test(
    part: Part, leaf: t.Type, who: Callable[[t.Type, str], Callable[[Sequence[int]], int]]
) -> Callable[[Any, Sequence[int]], bool]:
    match part.kind, leaf:
        case "flag", _:
            return lambda value, _: bool(value)
        case "most", _:
            return lambda value, _: bool(value <= part.bound)
        case "length", _:
            return lambda value, _: len(value) <= part.bound
        case "set", _:
            return lambda value, _: value is not None
        case "in", t.Set(item) | t.Pile(item) | t.Awaits(item):
            inside = who(item, part.other)
            return lambda value, members: inside(members) in value
    other = who(leaf.item if isinstance(leaf, t.Optional) else leaf, part.other)
    return lambda value, members: bool(value == other(members))
