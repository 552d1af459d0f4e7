"""Consequences that follow by themselves, in the direct run: the second opinion beside `core/forced.py`, which nothing
else uses."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from ruleslawyer.core.due import A_ROUND
from ruleslawyer.ir.moments import Trigger
from ruleslawyer.ir.schema import Field
from ruleslawyer.ir.system import Duty, Settle
from ruleslawyer.semantics.events import ROUND
from ruleslawyer.semantics.look import Look
from ruleslawyer.semantics.sizes import domain_size
from ruleslawyer.semantics.state import Schema, State, Store, differing, leaves, replace


def due(schema: Schema, look: Look, store: Store) -> int:
    """A round where a settle holds, or else the number of the first duty that is due; 0: nothing is."""
    system, scope = schema.system, schema.scope
    if any(holds(schema, look, settle, store) for settle in scope.on(system.settles)):
        return A_ROUND
    if look.call(system.ended, (store,)) or somebody_may_react(schema, store):
        return 0
    frame = innermost(schema, store)
    for number, duty in enumerate(system.duties.values(), 1):
        if duty.name not in scope.off and _stays(look, duty, store, frame):
            return number
    return 0


def somebody_may_react(schema: Schema, store: Store) -> bool:
    frame = innermost(schema, store)
    triggers = schema.scope.on(schema.system.triggers)
    return any(frame in trigger.at and _pending(schema, store, trigger) for trigger in triggers)


def holds(schema: Schema, look: Look, settle: Settle, store: Store) -> bool:
    return any(look.call(settle.when, (store, *args)) for args in _instances(schema, settle))


def stays(schema: Schema, look: Look, duty: Duty, store: Store) -> bool:
    """Whether a duty is due if nothing comes before it."""
    return _stays(look, duty, store, innermost(schema, store))


def _stays(look: Look, duty: Duty, store: Store, frame: str | None) -> bool:
    return frame == duty.at and bool(look.call(duty.when, (store,) * duty.when.leading))


def settle(schema: Schema, look: Look, store: Store) -> None:
    """A round: everything in it reads the state before, and whether a settle holds is asked aside."""
    store.begin_simultaneous()
    for one in schema.scope.on(schema.system.settles):
        for args in _instances(schema, one):
            if look.beside.call(one.when, (store, *args)):
                look.fired[one.name] = None
                store.rule = one.name
                look.call(one.function, (store, *args))
                store.rule = ROUND
    store.end_simultaneous()


def reacting(schema: Schema, look: Look, store: Store) -> frozenset[int]:
    """The players who may declare or miss a trigger that is pending: of each moment those whose turn has the lowest
    number."""
    found: set[int] = set()
    for trigger in schema.scope.on(schema.system.triggers):
        if innermost(schema, store) in trigger.at:
            turns: dict[tuple[int, ...], list[tuple[int, int]]] = {}
            for keys in _pending(schema, store, trigger):
                order = trigger.order
                turn = 0 if order is None else look.call(order, (store,) * order.leading + keys)
                turns.setdefault(_moment(trigger, keys), []).append((turn, keys[trigger.decider]))
            found.update(who for same in turns.values() for turn, who in same if turn == min(same)[0])
    return frozenset(found)


def over_with(schema: Schema, store: Store, trigger: Trigger, declared: tuple[int, ...]) -> None:
    """An instance is declared: it is pending no more, nor is any other of its moment where one reaction is all."""
    for keys in _pending(schema, store, trigger):
        if keys == declared or (trigger.first_only and _moment(trigger, keys) == _moment(trigger, declared)):
            store.write((-1, schema.index[trigger.field], keys), False, trigger.origin.cites)


def _pending(schema: Schema, store: Store, trigger: Trigger) -> list[tuple[int, ...]]:
    index = schema.index[trigger.field]
    return [keys for keys, waits in leaves(schema.slots[index].field.type, store.fields[index]) if waits]


def _moment(trigger: Trigger, keys: tuple[int, ...]) -> tuple[int, ...]:
    """The keys that a moment gave."""
    return tuple(key for i, key in enumerate(keys) if i not in trigger.free)


def expire(schema: Schema, field: Field, after: Store, before: Store) -> None:
    """A field returns to its default where its clock came to the moment that ends it."""
    assert field.until is not None
    clock, moment = schema.index[field.until.field], field.until.value
    if after.fields[clock] == moment != before.fields[clock]:
        after.fields[schema.index[field.name]] = schema.slots[schema.index[field.name]].default


def forget(schema: Schema, look: Look, after: Store, before: Store) -> None:
    """Returns values that mean nothing in the state before to their default."""
    for i, slot in schema.forgettable:
        matters = slot.field.matters
        assert matters is not None
        for keys, default in differing(slot.field.type, before.fields[i], slot.default):
            if not look.call(matters, (before, *keys)):
                after.fields[i] = replace(after.fields[i], keys, default)


def innermost(schema: Schema, store: Store) -> str | None:
    return schema.innermost(State((), tuple(None if f is None else () for f in store.frames)))


def _instances(schema: Schema, settle: Settle) -> Iterator[tuple[int, ...]]:
    sizes = (domain_size(p.type, schema.system, schema.scope) for p in settle.function.parameters[1:])
    return product(*(range(size) for size in sizes))
