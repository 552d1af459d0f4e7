"""Marks and references in a state, the state without one of them, and whether play goes on otherwise from there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeAlias

from ruleslawyer.ir import types as t
from ruleslawyer.ir.schema import Field
from ruleslawyer.semantics.events import BranchEnds
from ruleslawyer.semantics.state import Schema, State, leaves
from ruleslawyer.semantics.state import replace as put
from ruleslawyer.semantics.transition import Instance, TransitionSystem
from ruleslawyer.studies.hunt.listed import MemberField
from ruleslawyer.studies.hunt.spots import Spot

TRIED = 12
"""Choices after which a mark is asked whether it tells, or somebody whether he is asked again."""
SOME = 3
"""As many as nobody takes at once, mostly."""
FAR = 8
"""Choices until what somebody did is over."""


def held_value(spot: Spot, held: MemberField, state: State, member: int) -> Any:
    """The value of a mark for a member; of a reference whether it names it."""
    schema = spot.system.schema
    if held.record is None:
        value = state.fields[schema.index[held.field.name]]
    else:
        frame = schema.frame_index[held.record]
        record = state.frames[frame]
        if record is None:
            return None
        value = record[schema.field_index[frame][held.field.name]]
    if held.names:
        return member in members_in(held.field.type, value, t.Sort(held.sort))
    return value[member]


def holds(spot: Spot, held: MemberField, state: State, member: int) -> bool:
    """Whether a member is marked, or named."""
    found = held_value(spot, held, state, member)
    if held.names:
        return bool(found)
    return found is not None and any(value not in (None, False, 0, frozenset()) for _, value in _leaves(held, found))


def _leaves(held: MemberField, value: object) -> Iterator[tuple[tuple[int, ...], Any]]:
    assert isinstance(held.field.type, t.Map)
    yield from leaves(held.field.type.value, value)


def members_in(type_: t.Type, value: object, sort: t.Sort) -> list[int]:
    """The members of a sort in a value."""
    leaf = t.unwrap(t.leaf_type(type_))
    if leaf == sort:
        return [one for _, one in leaves(type_, value) if one is not None]
    if isinstance(leaf, t.Set | t.Awaits) and leaf.item == sort:
        return [one for _, found in leaves(type_, value) for one in found or ()]
    return []


def is_empty(spot: Spot, state: State, supply: str, whose: int | None = None) -> bool:
    """Whether nothing is left: of what each player has, of this one's."""
    schema = spot.system.schema
    slot, value = schema.slots[schema.index[supply]], state.fields[schema.index[supply]]
    type_ = slot.field.type
    if whose is not None and isinstance(type_, t.Map) and type_.key == t.Sort(spot.system.system.players):
        return any(not leaf for _, leaf in leaves(type_.value, value[whose]))
    return any(not leaf for _, leaf in leaves(type_, value))


def without_any(spot: Spot, state: State, supply: str) -> list[int]:
    """The players who have nothing of what each player has."""
    schema, players = spot.system.schema, t.Sort(spot.system.system.players)
    type_ = schema.slots[schema.index[supply]].field.type
    if not isinstance(type_, t.Map) or type_.key != players:
        return []
    return [who for who in range(spot.system.scope.size(players.name)) if is_empty(spot, state, supply, who)]


def is_less(spot: Spot, before: State, after: State, supply: str) -> bool:
    """Whether something is taken from a supply, of whomever."""
    index = spot.system.schema.index[supply]
    type_ = spot.system.schema.slots[index].field.type
    pairs = zip(leaves(type_, before.fields[index]), leaves(type_, after.fields[index]), strict=True)
    return any((len(now) < len(was)) if isinstance(was, tuple) else now < was for (_, was), (_, now) in pairs)


def would_take(spot: Spot, instance: Instance, supply: str, rule: str) -> bool:
    """Whether a rule would take from a supply, were there something: else it is not what was missing."""
    schema, index = spot.system.schema, spot.system.schema.index[supply]
    slot, fields = schema.slots[index], list(spot.state.fields)
    for keys, leaf in list(leaves(slot.field.type, fields[index])):
        if not leaf and isinstance(slot.leaf, t.Int):
            fields[index] = put(fields[index], keys, SOME) if keys else SOME
    state = State(tuple(fields), spot.state.frames)
    if state == spot.state:
        return True  # of a pile nobody can say what would lie there
    before = state
    for step in spot.system.take(state, instance).substeps:
        if step.name == rule and is_less(spot, before, step.state, supply):
            return True
        before = step.state
    return False


def is_side(spot: Spot, players: frozenset[int]) -> bool:
    """Whether some players are all those of whom one thing is printed: they play together."""
    scope, sort = spot.system.scope, spot.system.system.players
    columns = (column for (of, _), column in scope.attributes.items() if of == sort and column)
    several = [[column[p] for p in range(scope.size(sort))] for column in columns]
    return len(players) > 1 and any(
        len({values[p] for p in players}) == 1 and sum(v == values[min(players)] for v in values) == len(players)
        and len(players) < len(values) for values in several
    )  # fmt: skip


def order_effect(system: TransitionSystem, state: State, one: Instance, other: Instance) -> str:
    """How the order of two choices matters, in words; empty where it does not, or that cannot be told."""
    ends: list[State | None] = []
    comes_out: list[State] = []
    for first, then in ((one, other), (other, one)):
        after = system.take(state, first).state
        if after is None:
            return ""
        last = system.take(after, then).state if system.may(after, then) else None
        ends.append(last)
        comes_out.append(after if last is None else last)
    if comes_out[0] == comes_out[1]:
        return ""  # as where two players say the same, and one of them is enough
    if ends[0] is None and ends[1] is None:
        return "Either takes the other one away"
    if ends[0] is None or ends[1] is None:
        return "After one of them the other one is not possible any more"
    return "What comes of it hangs on the order"


def asks_again(spot: Spot, after: State, who: int) -> bool | None:
    """Whether somebody who passed is asked again once another player does something that is no pass, and what comes of
    that is over; None where nobody can. Some choices are tried."""
    system, asked_again = spot.system, None
    for instance in system.allowed_instances(after)[:TRIED]:
        action = system.system.actions[instance.action]
        if action.passes or action.actor_of(instance.args) in (None, who):
            continue
        then = system.take(after, instance).state
        for _ in range(FAR):
            if then is None or system.is_over(then) or system.schema.innermost(then) in (None, spot.frame):
                break
            on = system.allowed_instances(then)
            then = system.take(then, on[0]).state if on else None
        if then is None:
            continue
        asked_again = (
            not system.is_over(then) and system.schema.innermost(then) == spot.frame and who in system.awaits(then)
        )
        if asked_again:
            return True
    return asked_again


def state_after(system: TransitionSystem, spot: Spot, instance: Instance) -> State:
    """The state that a choice leads to under some reading; the state itself where it leads nowhere."""
    after = system.take(spot.state, instance).state
    return spot.state if after is None else after


def mark_after(spot: Spot, instance: Instance, held: MemberField, member: int, system: TransitionSystem) -> Any:
    """The value of a mark for a member after a choice, under some reading."""
    after = system.take(spot.state, instance).state
    return None if after is None else held_value(spot, held, after, member)


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


def without_mark(spot: Spot, held: MemberField, state: State, member: int) -> State:
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


def mark_effects(spot: Spot, held: MemberField, state: State, member: int, deep: int = NEXT) -> frozenset[Way] | None:
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
