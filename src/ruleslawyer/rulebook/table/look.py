"""A state by names, as a view and a sentence ask of it: the names that there are, and paths from one to the next."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, cached_property
from typing import Any

from ruleslawyer.ir import types as t
from ruleslawyer.ir.schema import Scope
from ruleslawyer.ir.system import System
from ruleslawyer.semantics.codec import Codec
from ruleslawyer.semantics.sight import UNSEEN
from ruleslawyer.semantics.state import State


class Names:
    """The fields of a state, those of frames as `Frame.field`, and the attributes of sorts."""

    def __init__(self, system: System) -> None:
        self.system = system
        self.attributes, self.of = cache(self._attributes), cache(self._of)

    @cached_property
    def fields(self) -> dict[str, t.Type]:
        found = {field.name: field.type for field in self.system.state.fields}
        found |= {
            f"{name}.{field.name}": field.type for name, frame in self.system.frames.items() for field in frame.fields
        }
        return found

    @property
    def players(self) -> str:
        return self.system.players

    def _attributes(self, sort: str) -> dict[str, t.Type]:
        return {attribute.name: attribute.type for attribute in self.system.sorts[sort].attributes}

    def _of(self, sort: str) -> dict[str, t.Type]:
        """The names known of a member of a sort, with their types: its attributes, and the fields by it."""
        fields = self.fields.items()
        by = {name: ty.value for name, ty in fields if isinstance(ty, t.Map) and ty.key == t.Sort(sort)}
        return {**by, **self.attributes(sort)}

    def path(self, sort: str, path: str) -> t.Type | None:
        """The type that a path from a member of a sort leads to; None where it leads nowhere."""
        type_: t.Type = t.Sort(sort)
        for step in path.split("."):
            if not isinstance(type_, t.Sort) or type_.name not in self.system.sorts:
                return None
            found = self.of(type_.name).get(step)
            if found is None:
                return None
            type_ = t.unwrap(found)
        return type_

    def paths(self, sort: str, fits: Callable[[t.Type], bool]) -> list[str]:
        """The paths of one or two steps to something that fits."""
        found = []
        for name, type_ in self.of(sort).items():
            inner = t.unwrap(type_)
            if fits(inner):
                found.append(name)
            elif isinstance(inner, t.Sort) and inner.name not in (sort, self.players):
                found += [f"{name}.{step}" for step, last in self.of(inner.name).items() if fits(t.unwrap(last))]
        return found


class Printed:
    """The values that a scope prints on its members; the same in every state."""

    def __init__(self, system: System, scope: Scope) -> None:
        self.system, self.scope = system, scope
        self.codec, self.names = Codec(system, scope), Names(system)
        self.players = scope.names[system.players]
        self.attribute, self.printed = cache(self._attribute), cache(self._print_of)
        self.steps = cache(self._steps)

    def _attribute(self, sort: str, name: str, member: str) -> Any:
        """The value of an attribute for a member; None where the scope does not say, or nobody knows who it is."""
        column = self.scope.attributes.get((sort, name))
        if column is None or member == UNSEEN:
            return None
        held = column[self.scope.names[sort].index(member)]
        return self.codec.value(self.names.attributes(sort)[name], held)

    def _print_of(self, sort: str, member: str) -> Mapping[str, Any]:
        """All that its attributes say of a member."""
        return {name: self.attribute(sort, name, member) for name in self.names.attributes(sort)}

    def _steps(self, sort: str, path: str) -> tuple[tuple[str, str | None], ...] | None:
        """The steps of a path from a member of a sort: fields; or attributes, with whose they are. None where it breaks
        off in every state."""
        found, type_ = list[tuple[str, str | None]](), t.unwrap(t.Sort(sort))
        for step in path.split("."):
            if not isinstance(type_, t.Sort):
                return None
            printed = self.names.attributes(type_.name)
            if step in printed:
                found.append((step, type_.name))
                type_ = t.unwrap(printed[step])
            else:
                kept = self.names.fields[step]
                found.append((step, None))
                type_ = t.unwrap(kept.value) if isinstance(kept, t.Map) else t.Bool()
        return tuple(found)


class Look:
    """A state by names; values: what of it is known, as `observe` says it; None: all."""

    def __init__(self, printed: Printed, state: State, values: Mapping[str, Any] | None = None) -> None:
        self.printed = printed
        self.values = printed.codec.state(state) if values is None else values

    def field(self, name: str) -> Any:
        """The value of a field; None in a frame that is closed."""
        frame, dot, inner = name.partition(".")
        if not dot:
            return self.values[frame]
        record = self.values.get(frame)
        return None if record is None else record[inner]

    def at(self, name: str | None, member: str) -> Any:
        """The entry of a field by member for this one."""
        found = None if name is None else self.field(name)
        return found.get(member) if isinstance(found, dict) else None

    def path(self, sort: str, member: str, path: str) -> Any:
        """The value that a path leads to from a member; None where it breaks off."""
        value: Any = member
        steps = self.printed.steps(sort, path)
        if steps is None:
            return None
        for step, of in steps:
            if value is None:
                return None
            value = self.at(step, value) if of is None else self.printed.attribute(of, step, value)
        return value
