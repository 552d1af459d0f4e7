"""Whether an action may be done, in the direct run: the second opinion beside `core/legality.py`, which nothing else
uses."""

from __future__ import annotations

from typing import Any

from ruleslawyer.ir import types as t
from ruleslawyer.ir.system import Action
from ruleslawyer.semantics import judge, settle
from ruleslawyer.semantics.look import Look
from ruleslawyer.semantics.state import Schema, Store


def is_legal(schema: Schema, look: Look, action: Action, args: tuple[Any, ...]) -> bool:
    """`args` as an action takes them, the store first. Rest states alone are asked; who may act is asked aside."""
    system, store = schema.system, args[0]
    chosen = zip(action.chosen_parameters, args[action.leading :], strict=True)
    if action.name in schema.scope.off or not all(_is_of(p.type, value) for p, value in chosen):
        return False
    aside = Look(look.machine, look.reading, look.rulings)
    if aside.call(system.ended, (store,)):
        return False
    reacts = settle.somebody_may_react(schema, store)
    if reacts != (action.name in system.reactions) or settle.innermost(schema, store) not in action.at:
        return False
    awaited = settle.reacting(schema, aside, store) if reacts else _deciders(schema, aside, store)
    decides = awaited == t.CHANCE if action.actor is None else args[action.actor] in awaited
    return decides and judge.belongs(aside, action, args) and judge.judge_action(look, action, args).allowed


def _is_of(type_: t.Type, value: Any) -> bool:
    """Whether a number is in the range of its type."""
    if not isinstance(type_, t.Int):
        return True
    return (type_.low is None or value >= type_.low) and (type_.high is None or value <= type_.high)


def _deciders(schema: Schema, look: Look, store: Store) -> frozenset[int]:
    """The players whose decision it is where nobody reacts; or chance."""
    name = settle.innermost(schema, store)
    if name is None:
        found: frozenset[int] = look.call(schema.system.awaits, (store,))
        return found
    frame = schema.frame_index[name]
    record: frozenset[int] = store.read(frame, schema.field_index[frame]["awaits"], ())
    return record
