"""The part of the deal that a scope leaves to the choices of the initial rule."""

from __future__ import annotations

from collections.abc import Container, Iterable
from itertools import islice
from typing import Any

from ruleslawyer.ir.types import Map, Type
from ruleslawyer.semantics.beginnings import MOST
from ruleslawyer.semantics.sizes import domain_size
from ruleslawyer.semantics.state import Schema, State
from ruleslawyer.semantics.transition import TransitionSystem


def partly_given_maps(system: TransitionSystem) -> tuple[str, ...]:
    """One sentence for each map of which the scope gives some entries, while the choices of the initial rule decide
    others."""
    scope, schema = system.scope, system.schema
    given: dict[str, set[int]] = {}
    for name, keys, _ in scope.initial:
        if keys:
            given.setdefault(name, set()).add(keys[0])
    partly = {
        name: keys for name, keys in given.items() if len(keys) < domain_size(_key(schema, name), system.system, scope)
    }
    if not partly or not system.system.initial.function.parameters[1:]:
        return ()
    begun = dict.fromkeys(o.state for _, o in islice(system.initial(), MOST) if o.state is not None)
    return tuple(filter(None, (_choices_left_in(begun, system, name, keys) for name, keys in partly.items())))


def _choices_left_in(begun: Iterable[State], system: TransitionSystem, name: str, keys: Container[int]) -> str:
    """The same of one map; empty where nothing is left to choices."""
    schema, scope = system.schema, system.scope
    values: list[Any] = [state.fields[schema.index[name]] for state in begun]
    sort = getattr(_key(schema, name), "name", "")
    members = scope.names[sort] if sort in scope.names else system.system.enums[sort].members
    others = [m for i, m in enumerate(members) if i not in keys and len({value[i] for value in values}) > 1]
    if not others:
        return ""
    return (
        f"scopes/{scope.name}.toml gives `{name}` under [initial] for some of {sort}, and every choice of the initial "
        f"rule is explored for {', '.join(others)}: give it there too, unless that is meant"
    )


def _key(schema: Schema, name: str) -> Type:
    type_ = schema.slots[schema.index[name]].field.type
    assert isinstance(type_, Map)
    return type_.key
