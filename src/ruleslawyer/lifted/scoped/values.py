"""Values of the rule language's types in a scope: the nodes that each is made of, in order."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from ruleslawyer.ir import types as t
from ruleslawyer.lifted.scoped.nodes import FALSE, Node, number, symbol, truth

NONE = -1


class Shape:
    """The form of values of each type in one scope: `size` gives the number of a sort's or enum's members, and of a
    pile's places.

    A member of a sort or enum, or None of such, is one integer, and so is each place of a pile, the top first, those
    that are empty last. Another Optional begins with whether it is there; a set has a flag for each member, an Awaits
    one more for chance."""

    def __init__(self, size: Callable[[t.Type], int]) -> None:
        self.size = size

    def is_choice(self, type: t.Type) -> bool:
        if isinstance(type, t.Optional):
            return isinstance(type.item, t.Sort | t.Enum)
        return isinstance(type, t.Sort | t.Enum | t.NoneType)

    def members(self, type: t.Type) -> range:
        """The canonical integers of a value of a sort, of an enum, or None."""
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

    def fresh(self, type: t.Type, op: Any, name: str, label: Callable[[t.Type, int], str]) -> Iterator[Node]:
        """New symbols named after `name`; `label` names the members of a type."""
        match type:
            case _ if self.is_choice(type):
                span = self.span(type)
                yield symbol(op, "int", name, span[0], span[-1])
            case t.Bool():
                yield symbol(op, "bool", name)
            case t.Int():
                yield symbol(op, "int", name)
            case t.Optional(item):
                yield symbol(op, "bool", f"{name}?")
                yield from self.fresh(item, op, name, label)
            case t.Set(item) | t.Awaits(item):
                yield from (symbol(op, "bool", f"{name}{{{label(item, k)}}}") for k in range(self.size(item)))
                yield from [symbol(op, "bool", f"{name}{{chance}}")] if isinstance(type, t.Awaits) else ()
            case t.Pile(item):
                span = range(NONE, self.size(item))
                yield from (symbol(op, "int", f"{name}#{i}", span[0], span[-1]) for i in range(self.size(type)))
            case t.Map(key, item):
                for k in range(self.size(key)):
                    yield from self.fresh(item, op, f"{name}[{label(key, k)}]", label)
            case _:
                raise TypeError(f"no values of type {type}")

    def lift(self, type: t.Type, value: Any) -> Iterator[Node]:
        """The constants of a canonical value."""
        match type:
            case _ if self.is_choice(type):
                yield number(NONE if value is None else int(value))
            case t.Bool():
                yield truth(value)
            case t.Int():
                yield number(value)
            case t.Optional(item):
                yield truth(value is not None)
                yield from self.default(item) if value is None else self.lift(item, value)
            case t.Set(item):
                yield from (truth(k in value) for k in range(self.size(item)))
            case t.Awaits(item):
                yield from (truth(k in value) for k in (*range(self.size(item)), NONE))
            case t.Pile():
                yield from map(number, (*value, *[NONE] * (self.size(type) - len(value))))
            case t.Map(key, item):
                assert len(value) == self.size(key)
                for entry in value:
                    yield from self.lift(item, entry)
            case _:
                raise TypeError(f"no values of type {type}")

    def default(self, type: t.Type) -> Iterator[Node]:
        """0, False, None or empty; the first member of a sort or enum, which has no default of its own."""
        match type:
            case _ if self.is_choice(type):
                yield number(self.span(type)[0])
            case t.Int():
                yield number(0)
            case t.Optional(item):
                yield FALSE
                yield from self.default(item)
            case t.Map(key, item):
                for _ in range(self.size(key)):
                    yield from self.default(item)
            case t.Bool():
                yield FALSE
            case _:
                yield from self.lift(type, ())
