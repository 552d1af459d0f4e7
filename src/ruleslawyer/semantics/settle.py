"""Consequences that follow by themselves, in the direct run: the second opinion beside `core/forced.py`, which nothing
else uses."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from ruleslawyer.core.due import A_ROUND
from ruleslawyer.ir.system import Duty, Field, Settle
from ruleslawyer.semantics.events import ROUND
from ruleslawyer.semantics.look import Look
from ruleslawyer.semantics.sizes import domain_size
from ruleslawyer.semantics.state import Schema, State, Store, differing, leaves, replace


def due(schema: Schema, look: Look, store: Store) -> int:
    """A round where a settle holds, or else the number of the first duty that is due; 0: nothing is."""
    system, scope = schema.system, schema.scope
    if any(holds(schema, look, settle, store) for settle in scope.on(system.settles)):
        return A_ROUND
    if look.call(system.ended, (store,)) or reacting(schema, store):
        return 0
    for number, duty in enumerate(system.duties.values(), 1):
        if duty.name not in scope.off and stays(schema, look, duty, store):
            return number
    return 0


def holds(schema: Schema, look: Look, settle: Settle, store: Store) -> bool:
    return any(look.call(settle.when, (store, *args)) for args in _instances(schema, settle))


def stays(schema: Schema, look: Look, duty: Duty, store: Store) -> bool:
    """Whether a duty is due if nothing comes before it."""
    return _innermost(schema, store) == duty.at and bool(look.call(duty.when, (store,) * duty.when.leading))


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


def reacting(schema: Schema, store: Store) -> frozenset[int]:
    """Who may declare or miss a trigger that is pending."""
    found: set[int] = set()
    for trigger in schema.scope.on(schema.system.triggers):
        if _innermost(schema, store) in trigger.at:
            index = schema.index[trigger.field]
            waiting = leaves(schema.slots[index].field.type, store.fields[index])
            found.update(keys[trigger.decider] for keys, is_pending in waiting if is_pending)
    return frozenset(found)


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


def _innermost(schema: Schema, store: Store) -> str | None:
    return schema.innermost(State((), tuple(None if f is None else () for f in store.frames)))


def _instances(schema: Schema, settle: Settle) -> Iterator[tuple[int, ...]]:
    sizes = (domain_size(p.type, schema.system, schema.scope) for p in settle.function.parameters[1:])
    return product(*(range(size) for size in sizes))
