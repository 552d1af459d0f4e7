"""Parts of a card that no rule ever reads: attributes, and members of enums, by what the rules say and not by any
play."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ruleslawyer.ir import nodes as n
from ruleslawyer.ir.nodes import Function
from ruleslawyer.ir.system import System
from ruleslawyer.ir.types import Bool, Enum, Map, Optional, Set, Type
from ruleslawyer.ir.walk import walk


@dataclass(frozen=True, slots=True)
class Uncovered:
    """A value that a card has and that no rule speaks of. value: the member of an enum; empty: of no value."""

    attribute: str
    value: str = ""

    def __str__(self) -> str:
        return (
            f"no rule names {self.value} of `{self.attribute}`" if self.value else f"no rule reads `{self.attribute}`"
        )


class Coverage:
    """The attributes and enum members of a sort that rules read: clauses, deeds, terms, questions and the helpers that
    these call, not properties.

    An attribute is read where some rule has it. A member of an enum is covered where some rule writes it out, or goes
    through the whole enum, or where no rule writes any member of that enum out (all are treated alike then).
    """

    def __init__(self, system: System, sort: str) -> None:
        self.system, self.types = system, {a.name: a.type for a in system.sorts[sort].attributes}
        self.read: set[str] = set()
        self.named: dict[str, set[int]] = {}
        self.whole: set[str] = set()
        for function in self._functions():
            for node in walk(function.body):
                match node:
                    case n.Attr(sort=of, name=name) if of == sort:
                        self.read.add(name)
                    case n.Const(type=Enum(enum) | Optional(Enum(enum)), value=int(value)):
                        self.named.setdefault(enum, set()).add(value)
                    case n.Domain(type=Set(Enum(enum))):
                        self.whole.add(enum)

    def _functions(self) -> Iterator[Function]:
        """The functions of all rules but properties, and the helpers that they call."""
        asked = {id(f) for check in self.system.checks.values() for rule in check.rules() for f in rule.functions}
        waiting = [f for rule in self.system.rules() for f in rule.functions if id(f) not in asked]
        seen = {id(f) for f in waiting}
        while waiting:
            function = waiting.pop()
            yield function
            for node in walk(function.body):
                if isinstance(node, n.Call) and node.kind == "helper":
                    helper = self.system.helpers[node.name]
                    if id(helper) not in seen:
                        seen.add(id(helper))
                        waiting.append(helper)

    @cached_property
    def _alike(self) -> frozenset[str]:
        """The enums of which no rule names a member, or through all of which some rule goes."""
        return frozenset(enum for enum in self.system.enums if enum in self.whole or not self.named.get(enum))

    def gaps(self, values: Mapping[str, object]) -> Iterator[Uncovered]:
        """The values of a card that no rule speaks of."""
        for name, value in values.items():
            if name not in self.read:
                yield Uncovered(name)
            else:
                for enum, member in _members(value, self.types[name]):
                    if enum not in self._alike and member not in self.named[enum]:
                        yield Uncovered(name, self.system.enums[enum].members[member])


def _members(value: Any, type_: Type) -> Iterator[tuple[str, int]]:
    """The members of enums that a value has: of a map of yes and no, those with yes; of others, those with a value."""
    match type_:
        case Enum(enum):
            yield enum, value
        case Optional(item) if value is not None:
            yield from _members(value, item)
        case Set(item):
            for one in value:
                yield from _members(one, item)
        case Map(key, item):
            for index, entry in enumerate(value):
                if isinstance(key, Enum) and (entry is True or entry not in (False, None, 0)):
                    yield key.name, index
                if not isinstance(item, Bool):
                    yield from _members(entry, item)
