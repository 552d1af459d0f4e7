"""The world of a scope: the system, the scope, the reading; and the rigid symbols of what they leave open."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any

from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.base.origin import Origin
from ruleslawyer.core.choices import choice_value
from ruleslawyer.ir import types as t
from ruleslawyer.ir.clauses import ways
from ruleslawyer.ir.scope import OPEN, Scope
from ruleslawyer.ir.system import Question, System
from ruleslawyer.lifted import values as v
from ruleslawyer.lifted.context import Store
from ruleslawyer.lifted.scoped.nodes import Node, ite, less_equal, number, symbol
from ruleslawyer.lifted.scoped.values import Maybe, Table, Value, flatten
from ruleslawyer.lifted.scoped.world import Sized


class TooLarge(UsageError):
    """A scope whose rules are not written out as terms in time."""


class Unsupported(Exception):
    """Something that the scoped IR cannot say: what, and where."""

    def __init__(self, reason: str, origin: Origin | None = None) -> None:
        super().__init__(f"{origin.span}: {reason}" if origin else reason)


@dataclass(frozen=True, slots=True)
class Rigid:
    """A symbol that is chosen once, before play: a choice of the reading, an open attribute, an open number.

    `options` names the values of a choice of the reading, by index (a Boolean one has two).
    """

    node: Node
    options: tuple[str, ...] = ()


class World(Sized):
    """The rigid part of a scope. `reading` and `rulings` fix choices; of the others those of `family` stay open
    (None: all do), the rest take their defaults. `numbers`: for engines that compute with numbers as they are, so that
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
        capped: bool = False,
        family: Collection[str] | None = None,
        numbers: bool = False,
    ) -> None:
        super().__init__(system, scope, numbers=numbers)
        self.reading, self.rulings, self.capped = dict(reading or {}), frozenset(rulings), capped
        self.family = None if family is None else frozenset(family)
        self.unheard = system.unheard(scope.off)
        self.rigids: dict[str, Rigid] = {}
        self.assumptions: list[Node] = []
        self._attributes: dict[tuple[str, str], tuple[Value, ...]] = {}
        self._constants: dict[str, Value] = {}
        self._printed: dict[tuple[str, str], v.Value] = {}
        self.base: Store | None = None
        """The state that the relation starts from: what terms, questions and helpers say of it is kept in `said`."""
        self.said: dict[Any, Any] = {}

    def starts_from(self, base: Store) -> None:
        """The relation starts from another state; nothing is known of it."""
        self.base, self.said = base, {}

    # --- what the scope gives or leaves open ----------------------------------------------------------------------

    def attribute(self, sort: str, name: str) -> tuple[Value, ...]:
        """A rigid attribute, one value for each member."""
        found = self._attributes.get((sort, name))
        if found is None:
            type_ = next(a.type for a in self.system.sorts[sort].attributes if a.name == name)
            given = self.scope.attributes[sort, name]
            if given is None:
                members = self.scope.names[sort]
                found = tuple(self._open(type_, f"{sort}.{name}[{member}]") for member in members)
            else:
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
            if self.is_open(name):
                found = self._open(type_, name)
            else:
                found = self.shape.lift(type_, self.scope.constants[name])
            self._constants[name] = found
        return found

    def is_open(self, name: str) -> bool:
        """Whether the scope leaves a number to the solver."""
        given: object = self.scope.constants[name]
        return given == OPEN

    def _open(self, type: t.Type, name: str) -> Value:
        value = self.shape.fresh(type, "rigid", name, self.layout.label)
        for node in flatten(value):
            if node.op == "rigid":
                self.rigids[node.value] = Rigid(node)
        self._assume(type, value)
        return value

    def _assume(self, type: t.Type, value: Value) -> None:
        """The range of the type of an open attribute or number: what could be printed at all."""
        match type, value:
            case t.Int(low, high), Node():
                self.assumptions += [less_equal(number(low), value)] if low is not None else []
                self.assumptions += [less_equal(value, number(high))] if high is not None else []
            case t.Optional(item), Maybe(_, inner):
                self._assume(item, inner)
            case t.Map(_, item), Table(entries):
                for entry in entries:
                    self._assume(item, entry)
            case _:
                pass

    # --- the reading ----------------------------------------------------------------------------------------------

    def _is_fixed(self, key: str) -> bool:
        return key in self.reading or (self.family is not None and key not in self.family)

    def choice(self, key: tuple[str, ...]) -> Node:
        """The reading's answer to a choice of the core, as a number; open where nothing fixes it."""
        match key:
            case ("clash", name) if not self._is_fixed(name):
                return ite(self._clash(name), number(1), number(0))
            case ("off", rule):
                return number(int(rule in self.scope.off))
            case ("option", name):
                index = self._option(self.system.questions[name])
                if index is not None:
                    return index
        return number(choice_value(self.system, key, self.reading, self.rulings))

    def _option(self, question: Question) -> Node | None:
        """The option of a question that the reading takes, by index, where that is open."""
        if question.name in self.rulings or self._is_fixed(question.name):
            return None
        names = tuple(o.name for o in question.options)
        node = symbol("rigid", "int", question.name, 0, len(names) - 1)
        if node.op == "rigid":
            self.rigids[question.name] = Rigid(node, names)
        return node

    def _clash(self, key: str) -> Node:
        """Whether the reading takes the second of two options of a clash (the first is the default)."""
        node = symbol("rigid", "bool", key)
        self.rigids[key] = Rigid(node, ways(self.system, key))
        return node
