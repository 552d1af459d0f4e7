"""The world of a scope: the system, the scope, and the reading."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any

from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.base.origin import Origin
from ruleslawyer.core.choices import choice_value
from ruleslawyer.ir import types as t
from ruleslawyer.ir.scope import Scope
from ruleslawyer.ir.system import System
from ruleslawyer.lifted import values as v
from ruleslawyer.lifted.context import Store
from ruleslawyer.lifted.scoped.nodes import Node, number
from ruleslawyer.lifted.scoped.values import Value
from ruleslawyer.lifted.scoped.world import Sized


class TooLarge(UsageError):
    """A scope whose rules are not written out as terms in time."""


class Unsupported(Exception):
    """Something that the scoped IR cannot say: what, and where."""

    def __init__(self, reason: str, origin: Origin | None = None) -> None:
        super().__init__(f"{origin.span}: {reason}" if origin else reason)


class World(Sized):
    """The part of a scope that stays as it is. `numbers`: for engines that compute with numbers as they are, so that
    one comparison is less than a case for each member.
    late: whether walking the rules is given up, which is a `TimeoutError`."""

    late: Callable[[], bool]

    def __init__(
        self,
        system: System,
        scope: Scope,
        reading: Mapping[str, str] | None = None,
        rulings: Collection[str] = (),
        *,
        numbers: bool = False,
    ) -> None:
        super().__init__(system, scope, numbers=numbers)
        self.reading, self.rulings = dict(reading or {}), frozenset(rulings)
        self.unheard = system.unheard(scope.off)
        self._attributes: dict[tuple[str, str], tuple[Value, ...]] = {}
        self._constants: dict[str, Value] = {}
        self._printed: dict[tuple[str, str], v.Value] = {}
        self.base: Store | None = None
        """The state that the relation starts from: what terms, questions and helpers say of it is kept in `said`."""
        self.said: dict[Any, Any] = {}

    def starts_from(self, base: Store) -> None:
        """The relation starts from another state; nothing is known of it."""
        self.base, self.said = base, {}

    # --- what the scope gives --------------------------------------------------------------------------------------

    def attribute(self, sort: str, name: str) -> tuple[Value, ...]:
        """A rigid attribute, one value for each member."""
        found = self._attributes.get((sort, name))
        if found is None:
            type_ = next(a.type for a in self.system.sorts[sort].attributes if a.name == name)
            given = self.scope.attributes[sort, name]
            assert given is not None, f"{sort}.{name} is open"
            found = tuple(self.shape.lift(type_, value) for value in given)
            self._attributes[sort, name] = found
        return found

    def printed_map(self, sort: str, name: str) -> v.Value:
        """The same as rules see it: a map."""
        found = self._printed.get((sort, name))
        if found is None:
            type_ = next(a.type for a in self.system.sorts[sort].attributes if a.name == name)
            entries = [self.value_for_rules(type_, value) for value in self.attribute(sort, name)]
            found = self._printed[sort, name] = self.table(t.Sort(sort), type_, entries)
        return found

    def number(self, name: str) -> Value:
        """A number of the book."""
        found = self._constants.get(name)
        if found is None:
            type_ = self.system.constants[name].type
            found = self._constants[name] = self.shape.lift(type_, self.scope.constants[name])
        return found

    def choice(self, key: tuple[str, ...]) -> Node:
        """The reading's answer to a choice of the core, as a number."""
        match key:
            case ("off", rule):
                return number(int(rule in self.scope.off))
        return number(choice_value(self.system, key, self.reading, self.rulings))
