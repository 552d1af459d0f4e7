"""A state by names, as a view and a sentence ask of it: fields, attributes of members, and paths between them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from ruleslawyer.ir import types as t
from ruleslawyer.ir.schema import Scope
from ruleslawyer.ir.system import System
from ruleslawyer.rulebook.table.names import Names
from ruleslawyer.semantics.codec import Codec
from ruleslawyer.semantics.sight import UNSEEN
from ruleslawyer.semantics.state import State


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
