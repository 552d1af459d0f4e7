"""Values of the rule language's types, made of the leaves and parameters of a scope.

A value of a finite sort is a `Choice`: for each member the condition under which it is that one; conditions
exclude each other and one of them holds, so that a test against a member is a look-up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, TypeAlias

from ruleslawyer.ir import types as t
from ruleslawyer.lifted.scoped.nodes import (
    FALSE,
    TRUE,
    Node,
    equal,
    number,
    symbol,
    truth,
)

NONE = -1


@dataclass(frozen=True, slots=True)
class Choice:
    """A member of a sort or enum, or None (-1). `cases` are in order of the members; `node` is the same as one
    integer."""

    cases: tuple[tuple[int, Node], ...]
    node: Node

    def is_(self, member: int) -> Node:
        return next((c for k, c in self.cases if k == member), FALSE)


@dataclass(frozen=True, slots=True)
class Maybe:
    """An Optional whose value does not fit one integer; `value` means nothing where it is not present."""

    present: Node
    value: Value


@dataclass(frozen=True, slots=True)
class Bunch:
    """A set: one condition for each member; `chance` is the flag of an Awaits, None in a plain set."""

    members: tuple[Node, ...]
    chance: Node | None = None


@dataclass(frozen=True, slots=True)
class Slots:
    """A pile: the top first; after the last one only empty slots (-1). There are as many as it can hold here: piles of
    one type may have more or fewer."""

    slots: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """A map: one value for each key."""

    entries: tuple[Value, ...]


Value: TypeAlias = Node | Choice | Maybe | Bunch | Slots | Table


def _constant(member: int) -> Choice:
    return Choice(((member, TRUE),), number(member))


NOTHING = _constant(NONE)


class Shape:
    """The form of values of each type in one scope: `size` gives the number of a sort's or enum's members, and of a
    pile's slots."""

    def __init__(self, size: Callable[[t.Type], int]) -> None:
        self.size = size

    def is_choice(self, type: t.Type) -> bool:
        if isinstance(type, t.Optional):
            return isinstance(type.item, t.Sort | t.Enum)
        return isinstance(type, t.Sort | t.Enum | t.NoneType)

    def members(self, type: t.Type) -> range:
        """The canonical integers of a Choice of this type."""
        match type:
            case t.Optional(item):
                return range(NONE, self.size(item))
            case t.NoneType():
                return range(NONE, 0)
            case _:
                return range(self.size(type))

    def span(self, type: t.Type) -> range:
        """The same for a place that a value is kept in: one of a sort without members, which a frame may have that no
        play opens, keeps 0."""
        return self.members(type) or range(1)

    def fresh(self, type: t.Type, op: Any, name: str, label: Callable[[t.Type, int], str]) -> Value:
        """A value made of new symbols named after `name`; `label` names the members of a type."""
        match type:
            case _ if self.is_choice(type):
                span = self.span(type)
                return choice_of(symbol(op, "int", name, span[0], span[-1]), span)
            case t.Bool():
                return symbol(op, "bool", name)
            case t.Int():
                return symbol(op, "int", name)
            case t.Optional(item):
                return Maybe(symbol(op, "bool", f"{name}?"), self.fresh(item, op, name, label))
            case t.Set(item) | t.Awaits(item):
                members = tuple(symbol(op, "bool", f"{name}{{{label(item, k)}}}") for k in range(self.size(item)))
                return Bunch(members, symbol(op, "bool", f"{name}{{chance}}") if isinstance(type, t.Awaits) else None)
            case t.Pile(item):
                span = range(NONE, self.size(item))
                slots = (symbol(op, "int", f"{name}#{i}", span[0], span[-1]) for i in range(self.size(type)))
                return Slots(tuple(choice_of(slot, span) for slot in slots))
            case t.Map(key, item):
                return Table(
                    tuple(self.fresh(item, op, f"{name}[{label(key, k)}]", label) for k in range(self.size(key)))
                )
            case _:
                raise TypeError(f"no values of type {type}")

    def lift(self, type: t.Type, value: Any) -> Value:
        """The constant value of a canonical one."""
        match type:
            case _ if self.is_choice(type):
                return _constant(NONE if value is None else int(value))
            case t.Bool():
                return truth(value)
            case t.Int():
                return number(value)
            case t.Optional(item):
                return Maybe(truth(value is not None), self.default(item) if value is None else self.lift(item, value))
            case t.Set(item):
                return Bunch(tuple(truth(k in value) for k in range(self.size(item))))
            case t.Awaits(item):
                return Bunch(tuple(truth(k in value) for k in range(self.size(item))), truth(NONE in value))
            case t.Pile():
                return Slots((*(_constant(k) for k in value), *[NOTHING] * (self.size(type) - len(value))))
            case t.Map(key, item):
                assert len(value) == self.size(key)
                return Table(tuple(self.lift(item, v) for v in value))
            case _:
                raise TypeError(f"no values of type {type}")

    def default(self, type: t.Type) -> Value:
        """0, False, None or empty; the first member of a sort or enum, which has no default of its own."""
        match type:
            case _ if self.is_choice(type):
                return _constant(self.span(type)[0])
            case t.Bool():
                return FALSE
            case t.Int():
                return number(0)
            case t.Optional(item):
                return Maybe(FALSE, self.default(item))
            case t.Set() | t.Pile():
                return self.lift(type, ())
            case t.Awaits():
                return self.lift(type, frozenset())
            case t.Map(key, item):
                return Table((self.default(item),) * self.size(key))
            case _:
                raise TypeError(f"no values of type {type}")

    def canonical(self, type: t.Type, scalars: Iterator[object]) -> Any:
        """The canonical value that the flattened scalars of `type` stand for."""
        match type:
            case _ if self.is_choice(type):
                value = next(scalars)
                return None if value == NONE else value
            case t.Bool() | t.Int():
                return next(scalars)
            case t.Optional(item):
                present, value = next(scalars), self.canonical(item, scalars)
                return value if present else None
            case t.Set(item):
                return frozenset(k for k in range(self.size(item)) if next(scalars))
            case t.Awaits(item):
                found = frozenset(k for k in range(self.size(item)) if next(scalars))
                return found | {NONE} if next(scalars) else found
            case t.Pile(item):
                return tuple(k for k in [next(scalars) for _ in range(self.size(type))] if k != NONE)
            case t.Map(key, item):
                return tuple(self.canonical(item, scalars) for _ in range(self.size(key)))
            case _:
                raise TypeError(f"no values of type {type}")


def choice_of(node: Node, span: range) -> Choice:
    """The cases of an integer node of a finite sort."""
    if node.op == "constant":
        return _constant(node.value)
    return Choice(tuple((k, equal(node, number(k))) for k in span), node)


def flatten(value: Value) -> Iterator[Node]:
    """The scalar nodes of a value, in the order that `Shape.canonical` reads."""
    match value:
        case Node():
            yield value
        case Choice(node=node):
            yield node
        case Maybe(present, item):
            yield present
            yield from flatten(item)
        case Bunch(members, chance):
            yield from members
            if chance is not None:
                yield chance
        case Slots(slots):
            for slot in slots:
                yield slot.node
        case Table(entries):
            for entry in entries:
                yield from flatten(entry)
