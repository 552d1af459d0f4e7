"""Suggestions for lemmas that nobody wrote down: conditions of which it is said in which phases something is otherwise.

States of short plays in small scopes say in which phases it is otherwise, and a model of the solver which phase more;
nothing is concluded from either."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ruleslawyer.engines.smt.lifted.conditions import (
    BUT,
    CLOSED,
    FIRST,
    IS,
    NO,
    OF,
    THERE,
    WHERE,
    has_default,
    read_template,
)
from ruleslawyer.engines.smt.lifted.induction import Candidate
from ruleslawyer.engines.smt.lifted.translate import Evaluation
from ruleslawyer.ir import types as t
from ruleslawyer.ir.system import System
from ruleslawyer.lifted.context import Store
from ruleslawyer.lifted.relation import Relation
from ruleslawyer.lifted.terms import Term
from ruleslawyer.lifted.world import shape_of
from ruleslawyer.semantics.state import State

ENOUGH = 1500
"""States that are looked at, of all that there are; more of them throw out little more."""


def suggestions(relation: Relation, states: Sequence[State]) -> list[Candidate]:
    """The candidates that hold in every one of some states, in a fixed order."""
    states = states[:: max(1, len(states) // ENOUGH)] if states else ()
    names = dict.fromkeys(_names(relation.system, states)) if states else ()
    return [found for name in names if (found := read_template(relation, name)) is not None]


def give_way(relation: Relation, one: Candidate, model: Evaluation, after: Store) -> Candidate | None:
    """The same but in the phase in which a model breaks it, if there is such a thing."""
    about, _, rest = one.name.partition(BUT)
    place, _, listed = rest.partition(IS)
    for field in reversed(relation.system.state.fields):
        if isinstance(field.type, t.Enum) and place in ("", field.name):
            members, here = relation.system.enums[field.type.name].members, after.cells[None, field.name].at(())
            assert isinstance(here, Term)
            others = {*listed.split(", "), members[model.value(here)]} - {""}
            text = _but(about, BUT, field.name, [name for name in members if name in others])
            found = read_template(relation, text) if text != one.name else None
            if found is not None:
                return found
    return None


def _but(about: str, mark: str, place: str, names: Sequence[str]) -> str:
    return f"{about}{mark}{place}{IS}{', '.join(names)}" if names else about


def _names(system: System, states: Sequence[State]) -> Iterator[str]:
    """The conditions that the states keep: of phases, of places, and of what fields name."""
    otherwise, broken = dict[str, list[State]](), dict[str, bool]()
    for state in states:
        for name, kept in _usual(system, state):
            otherwise.setdefault(name, []).extend(() if kept else (state,))
        for name, kept in _of_references(system, state):
            broken[name] = broken.get(name, False) or not kept
    for i, phase in enumerate(system.state.fields):
        if isinstance(phase.type, t.Enum):
            members = system.enums[phase.type.name].members
            for name, some in otherwise.items():
                others = sorted({state.fields[i] for state in some})
                yield _but(name, BUT, phase.name, [members[k] for k in others])
    yield from _in_places(system, states)
    yield from (name for name, is_broken in broken.items() if not is_broken)


def _usual(system: System, state: State) -> Iterator[tuple[str, bool]]:
    """Conditions that may hold in most phases, each with whether a state keeps it."""
    for field, value in zip(system.state.fields, state.fields, strict=True):
        leaf = shape_of(field.type).leaf
        if has_default(field):
            yield f"{field.name}{FIRST}", _all_default(value, field.default)
        if isinstance(leaf, t.Enum) and isinstance(field.type, t.Map):
            there = {*_values(value)}
            for k, label in enumerate(system.enums[leaf.name].members):
                yield f"{NO}{field.name}{IS}{label}", k not in there
        if isinstance(field.type, t.Optional):
            yield f"{field.name}{THERE}", value is not None
    for name, frame in zip(system.frames, state.frames, strict=True):
        yield f"{name}{CLOSED}", frame is None


def _values(value: object) -> Iterator[Any]:
    """The leaves of a field of enums."""
    if isinstance(value, tuple):
        for item in value:
            yield from _values(item)
    else:
        yield value


def _all_default(value: object, default: object) -> bool:
    if isinstance(value, tuple) and not isinstance(default, tuple):
        return all(_all_default(item, default) for item in value)
    return bool(value == default)


def _in_places(system: System, states: Sequence[State]) -> Iterator[str]:
    """A field of a member has its first value unless the member is in certain places, for each field that says where
    members are."""
    for j, where in enumerate(system.state.fields):
        if not isinstance(where.type, t.Map) or not isinstance(where.type.value, t.Enum):
            continue
        members = system.enums[where.type.value.name].members
        for i, field in enumerate(system.state.fields):
            if i != j and isinstance(field.type, t.Map) and field.type.key == where.type.key and has_default(field):
                pairs = ((at, v) for s in states for at, v in zip(s.fields[j], s.fields[i], strict=True))
                places = sorted({at for at, v in pairs if not _all_default(v, field.default)})
                if places:
                    yield _but(f"{field.name}{FIRST}", WHERE, where.name, [members[k] for k in places])


def _of_references(system: System, state: State) -> Iterator[tuple[str, bool]]:
    """Each finite field of a sort has one value where a field without keys names a member of it."""
    every = [*zip(system.state.fields, state.fields, strict=True)]
    for field, named in every:
        for other, held in every if isinstance(field.type, t.Optional) else ():
            match other.type:
                case t.Map(t.Sort() as key, t.Enum(enum)) if field.type == t.Optional(key):
                    values: list[tuple[Any, str]] = [*enumerate(system.enums[enum].members)]
                case t.Map(t.Sort() as key, t.Bool()) if field.type == t.Optional(key):
                    values = [(False, "no"), (True, "yes")]
                case _:
                    continue
            for value, name in values:
                yield f"{other.name}{OF}{field.name}{IS}{name}", named is None or held[named] == value
