"""Two states that differ in one thing that is noted: does play go on otherwise, and by what?"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeAlias

from ruleslawyer.ir import types as t
from ruleslawyer.ir.schema import Field
from ruleslawyer.semantics.events import BranchEnds
from ruleslawyer.semantics.state import Schema, State
from ruleslawyer.semantics.state import replace as put
from ruleslawyer.semantics.transition import TransitionSystem
from ruleslawyer.studies.hunt.listed import Held
from ruleslawyer.studies.hunt.references import TRIED
from ruleslawyer.studies.hunt.spots import Spot

NEXT, DEEP = 1, 3
"""Choices after which two plays are compared: the next one, or what is pending comes to its end."""
MOST = 8
"""Pairs of states that are compared for one difference, and choices of chance that are followed."""
MAY, BARRED, DOES, ENDS = "may", "barred", "does", "ends"
Way: TypeAlias = tuple[str, str, str]
"""A way in which play goes on otherwise: how, by which action, and for what `DOES`, in which field."""


def value_in(spot: Spot, state: State, record: str | None, field: Field) -> Any:
    """The value of a field of the state or of a frame; None where that is not open."""
    schema = spot.system.schema
    if record is None:
        return state.fields[schema.index[field.name]]
    at = schema.frame_index[record]
    values = state.frames[at]
    return None if values is None else values[schema.field_index[at][field.name]]


def with_value(spot: Spot, state: State, record: str | None, field: Field, value: object) -> State:
    """The state with another value of a field of the state, or of a frame that is open."""
    schema = spot.system.schema
    if record is None:
        return state.with_field(schema.index[field.name], value)
    at = schema.frame_index[record]
    return state.with_field(schema.field_index[at][field.name], value, at)


def without_mark(spot: Spot, held: Held, state: State, member: int) -> State:
    """A state without a mark of a member, or without the reference; the same where that cannot be."""
    value = value_in(spot, state, held.record, held.field)
    if value is None:
        return state
    if held.names:
        return with_value(spot, state, held.record, held.field, _forget(held.field.type, value, member))
    if held.record is not None:
        return state
    default = spot.system.schema.slots[spot.system.schema.index[held.field.name]].default
    return with_value(spot, state, None, held.field, put(value, (member,), default[member]))


def _forget(type_: t.Type, value: Any, member: int) -> Any:
    """A value that names a member no more, where it can do without."""
    match type_:
        case t.Map(_, inner):
            return tuple(_forget(inner, one, member) for one in value)
        case t.Set():
            return value - {member}
        case t.Optional():
            return None if value == member else value
    return value


def tells(spot: Spot, held: Held, state: State, member: int, deep: int = NEXT) -> frozenset[Way] | None:
    """The ways in which what is noted of a member changes how play goes on; None where it does not. Of a frame's
    reference that has to name somebody no way is known, and it tells."""
    without = without_mark(spot, held, state, member)
    if without == state:
        return frozenset() if held.record is not None else None
    try:
        if spot.system.due(without) is not None or spot.system.is_over(without) != spot.system.is_over(state):
            return frozenset({(ENDS, "", "")})
        return ways(spot, state, without, (held.record, held.field.name), deep) or None
    except BranchEnds:
        return frozenset() if held.names else None  # what goes on leans on it


def ways(spot: Spot, one: State, other: State, apart: tuple[str | None, str], deep: int) -> frozenset[Way]:
    """The ways in which play goes on from one state and not from another, within some choices, but for the field in
    which they differ. Passes are followed first: what is pending comes to its end by them."""
    system, actions = spot.system, spot.system.system.actions
    waiting, seen, found = [(one, other, 0)], set[tuple[State, State]](), set[Way]()
    while waiting and len(seen) < MOST:
        a, b, depth = waiting.pop()
        if a == b or (a, b) in seen:
            continue
        seen.add((a, b))
        if depth == deep or system.is_over(a):
            continue
        may, might = system.allowed_instances(a), system.allowed_instances(b)
        if may != might:
            found |= {(MAY, i.action, "") for i in may if i not in might}
            found |= {(BARRED, i.action, "") for i in might if i not in may}
            continue
        for instance in sorted(may, key=lambda i: not actions[i.action].passes)[:TRIED][::-1]:
            after, otherwise = system.take(a, instance).state, system.take(b, instance).state
            if after is None or otherwise is None or system.is_over(after) != system.is_over(otherwise):
                found |= {(ENDS, instance.action, "")} if after is not otherwise else set()
            elif fields := differing_fields(system.schema, after, otherwise, apart):
                found |= {(DOES, instance.action, name) for name in fields}
            else:
                waiting.append((after, otherwise, depth + 1))
    return frozenset(found)


def differing_fields(schema: Schema, one: State, other: State, apart: tuple[str | None, str]) -> list[str]:
    """The fields, and frames, but for one, in which two states differ."""
    slots = zip(schema.slots, one.fields, other.fields, strict=True)
    found = [slot.field.name for slot, a, b in slots if a != b and (None, slot.field.name) != apart]
    frames = zip(schema.frame_names, schema.frame_slots, one.frames, other.frames, strict=True)
    for name, inside, was, now in frames:
        if was is None or now is None:
            found += [name] if was is not now else []
        else:
            pairs = zip(inside, was, now, strict=True)
            found += [name] if any(a != b and (name, slot.field.name) != apart for slot, a, b in pairs) else []
    return found


def is_dead_end(system: TransitionSystem, state: State) -> bool:
    """Whether nobody decides once chance has had its way, and the game is not over."""
    for _ in range(MOST):
        awaited = system.awaits(state)
        chances = system.allowed_instances(state) if awaited == t.CHANCE else []
        after = system.take(state, chances[0]).state if chances else None
        if after is None or system.is_over(after):
            return after is None and not awaited
        state = after
    return False


def names_for_something(spot: Spot, state: State, field: Field, gone: frozenset[int]) -> bool:
    """Whether play hangs on a field that names players who are out: not where that is written before it is read."""
    for value in _without_players(spot, field, value_in(spot, state, None, field), gone):
        try:
            if ways(spot, state, with_value(spot, state, None, field, value), (None, field.name), DEEP):
                return True
        except BranchEnds:
            return True
    return False


def _without_players(spot: Spot, field: Field, value: frozenset[int], gone: frozenset[int]) -> Iterator[object]:
    """The values of a field that name others, or nobody, in place of players who are out."""
    match field.type:
        case t.Set() | t.Awaits():
            yield value - gone
        case t.Optional():
            yield None
        case _:
            yield from sorted({*range(spot.system.scope.size(spot.system.system.players))} - gone)
