"""The names that a view may use: fields and attributes by what they are kept for, and paths from one to the next."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, cached_property

from ruleslawyer.ir import types as t
from ruleslawyer.ir.system import System


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
