"""Marks and references in a state, the state without one of them, and whether that makes a difference."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ruleslawyer.ir import types as t
from ruleslawyer.semantics.state import State, leaves
from ruleslawyer.semantics.state import replace as put
from ruleslawyer.semantics.transition import Instance, TransitionSystem
from ruleslawyer.studies.hunt.listed import Held
from ruleslawyer.studies.hunt.spots import Spot

TRIED = 12
"""Choices after which a mark is asked whether it tells, or somebody whether he is asked again."""
SOME = 3
"""As many as nobody takes at once, mostly."""
FAR = 8
"""Choices until what somebody did is over."""


def held_value(spot: Spot, held: Held, state: State, member: int) -> Any:
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


def holds(spot: Spot, held: Held, state: State, member: int) -> bool:
    """Whether a member is marked, or named."""
    found = held_value(spot, held, state, member)
    if held.names:
        return bool(found)
    return found is not None and any(value not in (None, False, 0, frozenset()) for _, value in _leaves(held, found))


def _leaves(held: Held, value: object) -> Iterator[tuple[tuple[int, ...], Any]]:
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


def orders(system: TransitionSystem, state: State, one: Instance, other: Instance) -> str:
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
    system, asked = spot.system, None
    for one in system.allowed_instances(after)[:TRIED]:
        action = system.system.actions[one.action]
        if action.passes or action.actor_of(one.args) in (None, who):
            continue
        then = system.take(after, one).state
        for _ in range(FAR):
            if then is None or system.is_over(then) or system.schema.innermost(then) in (None, spot.frame):
                break
            on = system.allowed_instances(then)
            then = system.take(then, on[0]).state if on else None
        if then is None:
            continue
        asked = not system.is_over(then) and system.schema.innermost(then) == spot.frame and who in system.awaits(then)
        if asked:
            return True
    return asked


def state_after(system: TransitionSystem, spot: Spot, instance: Instance) -> State:
    """The state that a choice leads to under some reading; the state itself where it leads nowhere."""
    after = system.take(spot.state, instance).state
    return spot.state if after is None else after


def said_after(spot: Spot, instance: Instance, held: Held, member: int, system: TransitionSystem) -> Any:
    """The value of a mark for a member after a choice, under some reading."""
    after = system.take(spot.state, instance).state
    return None if after is None else held_value(spot, held, after, member)
