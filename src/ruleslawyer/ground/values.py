"""Symbolic values of the rule language's types, over ground nodes, and the operations that all types share.

A value of a finite sort is a `Choice`: for each member the condition under which it is that one; conditions
exclude each other and one of them holds, so that a test against a member is a look-up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import Any, TypeAlias

from ruleslawyer.ground.nodes import (
    FALSE,
    SYMBOLS,
    TRUE,
    Node,
    both,
    either,
    equal,
    ite,
    negate,
    number,
    symbol,
    truth,
)
from ruleslawyer.ir import types as t

NONE = -1


@dataclass(frozen=True, slots=True)
class Choice:
    """A member of a sort or enum, or None (-1). `cases` are in order of the members; `node` is the same as one
    integer, where it is known: what an engine computes that takes numbers as they are."""

    cases: tuple[tuple[int, Node], ...]
    node: Node | None = field(default=None, compare=False)

    @property
    def number(self) -> Node | None:
        """The integer node, also that of a constant."""
        return number(self.cases[0][0]) if self.cases[0][1] is TRUE else self.node

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

    def of(self, size: int) -> Slots:
        """The same with this many slots; those that are cut off hold nothing."""
        return Slots((*self.slots[:size], *[NOTHING] * (size - len(self.slots))))


@dataclass(frozen=True, slots=True)
class Table:
    """A map: one value for each key."""

    entries: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class Spoken:
    """SILENT, or a value; `value` is None where it is SILENT for sure."""

    silent: Node
    value: Value | None


Value: TypeAlias = Node | Choice | Maybe | Bunch | Slots | Table | Spoken

NOTHING = Choice(((NONE, TRUE),))
SAYS_NOTHING = Spoken(TRUE, None)


class Shape:
    """What values of each type look like in one scope: `size` gives the number of a sort's or enum's members, and of a
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

    def fresh(self, type: t.Type, op: Any, name: str, label: Callable[[t.Type, int], str]) -> Value:
        """A value made of new symbols named after `name`; `label` names the members of a type."""
        match type:
            case _ if self.is_choice(type):
                span = self.members(type)
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
                return Choice(((NONE if value is None else int(value), TRUE),))
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
                return Slots((*(Choice(((k, TRUE),)) for k in value), *[NOTHING] * (self.size(type) - len(value))))
            case t.Map(key, item):
                assert len(value) == self.size(key)
                return Table(tuple(self.lift(item, v) for v in value))
            case _:
                raise TypeError(f"no values of type {type}")

    def default(self, type: t.Type) -> Value:
        """0, False, None or empty; the first member of a sort or enum, which has no default of its own."""
        match type:
            case _ if self.is_choice(type):
                return Choice(((self.members(type)[0], TRUE),))
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
            case t.Silent():
                return SAYS_NOTHING
            case _:
                raise TypeError(f"no values of type {type}")

    def coerce(self, value: Value, type: t.Type) -> Value:
        """A value where a wider type is wanted: a plain value or None as an Optional, a set as an Awaits."""
        match type:
            case t.Silent(item):
                return value if isinstance(value, Spoken) else Spoken(FALSE, self.coerce(value, item))
            case t.Optional(item) if not self.is_choice(type) and not isinstance(value, Maybe):
                if value == NOTHING:
                    return Maybe(FALSE, self.default(item))
                return Maybe(TRUE, self.coerce(value, item))
            case t.Awaits() if isinstance(value, Bunch) and value.chance is None:
                return Bunch(value.members, FALSE)
            case t.Map(_, item) if isinstance(value, Table):
                return Table(tuple(self.coerce(v, item) for v in value.entries))
            case _:
                return value

    def canonical(self, type: t.Type, scalars: Iterator[Any]) -> Any:
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
        return Choice(((node.value, TRUE),))
    return Choice(tuple((k, equal(node, number(k))) for k in span), node)


def choice_node(choice: Choice) -> Node:
    """One integer node for a choice; the last case takes what the others leave."""
    first = choice.cases[0][1]
    first = first.args[0] if first.op == "not" else first
    source = first.args[0] if first.op == "equal" else None
    if source is not None and source.op in SYMBOLS and source.low is not None and source.high is not None:
        span = range(source.low, source.high + 1)
        if len(choice.cases) == len(span) and all(c is equal(source, number(k)) for k, c in choice.cases):
            return source
    result = number(choice.cases[-1][0])
    for k, condition in reversed(choice.cases[:-1]):
        result = ite(condition, number(k), result)
    return result


def flatten(value: Value, *, numbers: bool = False) -> Iterator[Node]:
    """The scalar nodes of a value, in the order that `Shape.canonical` reads. `numbers`: choices as the integers that
    they were made from, where those are known, not as the sum of their cases."""
    match value:
        case Node():
            yield value
        case Choice():
            yield (value.number if numbers else None) or choice_node(value)
        case Maybe(present, item):
            yield present
            yield from flatten(item, numbers=numbers)
        case Bunch(members, chance):
            yield from members
            if chance is not None:
                yield chance
        case Slots(slots):
            for slot in slots:
                yield from flatten(slot, numbers=numbers)
        case Table(entries):
            for entry in entries:
                yield from flatten(entry, numbers=numbers)
        case Spoken():
            raise TypeError("what a clause says is no state")


Held: TypeAlias = frozenset[int] | None
"""The values that a leaf may hold, Booleans as 0 and 1; None: any."""


def narrow_values(value: Value, held: Iterator[Held]) -> Value:
    """A value made of leaves, with only what each of them may hold (in the order of `flatten`): one value as a
    constant, fewer cases of a choice. A set of several numbers says nothing."""
    match value:
        case Node():
            return _narrowed(value, held)
        case Choice(cases, node):
            these = next(held)
            if not these or node is None or not these <= {k for k, _ in cases}:
                return value
            left = tuple((k, condition) for k, condition in cases if k in these)
            return Choice(((left[0][0], TRUE),)) if len(left) == 1 else Choice(left, node)
        case Maybe(present, inner):
            return Maybe(_narrowed(present, held), narrow_values(inner, held))
        case Bunch(members, chance):
            few = tuple(_narrowed(m, held) for m in members)
            return Bunch(few, None if chance is None else _narrowed(chance, held))
        case Slots(slots):
            return Slots(tuple(_choice(narrow_values(s, held)) for s in slots))
    raise TypeError(f"{value} is no cell")


def _narrowed(node: Node, held: Iterator[Held]) -> Node:
    these = next(held)
    if these is None or len(these) != 1 or node.op == "constant":
        return node
    (only,) = these
    return truth(bool(only)) if node.sort == "bool" else number(only)


def merge(condition: Node, a: Value, b: Value) -> Value:
    """`a` where the condition holds, else `b`; both of one type."""
    if a is b or condition is TRUE:
        return a
    if condition is FALSE:
        return b
    match a, b:
        case Node(), Node():
            return ite(condition, a, b)
        case Choice(), Choice():
            members = sorted({k for k, _ in a.cases} | {k for k, _ in b.cases})
            cases = ((k, ite(condition, a.is_(k), b.is_(k))) for k in members)
            one, other = a.number, b.number
            node = None if one is None or other is None else ite(condition, one, other)
            return Choice(tuple((k, c) for k, c in cases if c is not FALSE), node)
        case Maybe(), Maybe():
            return Maybe(ite(condition, a.present, b.present), merge(condition, a.value, b.value))
        case Bunch(), Bunch():
            chance = None
            if a.chance is not None or b.chance is not None:
                chance = ite(condition, a.chance or FALSE, b.chance or FALSE)
            return Bunch(tuple(ite(condition, x, y) for x, y in zip(a.members, b.members, strict=True)), chance)
        case Slots(), Slots():
            pairs = zip_longest(a.slots, b.slots, fillvalue=NOTHING)
            return Slots(tuple(_choice(merge(condition, x, y)) for x, y in pairs))
        case Table(), Table():
            return Table(tuple(merge(condition, x, y) for x, y in zip(a.entries, b.entries, strict=True)))
        case Spoken(), Spoken():
            silent = ite(condition, a.silent, b.silent)
            if a.value is None or b.value is None:
                return Spoken(silent, b.value if a.value is None else a.value)
            return Spoken(silent, merge(condition, a.value, b.value))
        case _:
            raise TypeError(f"no merge of {type(a).__name__} and {type(b).__name__}")


def _choice(value: Value) -> Choice:
    assert isinstance(value, Choice)
    return value


def same(a: Value, b: Value, *, numbers: bool = False) -> Node:
    """Whether two values are equal; an Optional may meet a plain value or None. `numbers`: two choices, neither of
    them constant, are compared as integers."""
    match a, b:
        case Node(), Node():
            return equal(a, b)
        case Choice(), Choice():
            if numbers and a.node is not None and b.node is not None and len(a.cases) > 1 and len(b.cases) > 1:
                return equal(a.node, b.node)
            return either(*(both(c, b.is_(k)) for k, c in a.cases))
        case Maybe(), Maybe():
            return both(equal(a.present, b.present), either(negate(a.present), same(a.value, b.value)))
        case Maybe(), _:
            return negate(a.present) if b == NOTHING else both(a.present, same(a.value, b))
        case _, Maybe():
            return same(b, a)
        case Bunch(), Bunch():
            chance = equal(a.chance or FALSE, b.chance or FALSE)
            return both(chance, *(equal(x, y) for x, y in zip(a.members, b.members, strict=True)))
        case Slots(), Slots():
            return both(*(same(x, y) for x, y in zip_longest(a.slots, b.slots, fillvalue=NOTHING)))
        case Table(), Table():
            return both(*(same(x, y) for x, y in zip(a.entries, b.entries, strict=True)))
        case Spoken(), Spoken():
            spoken = same(a.value, b.value) if a.value is not None and b.value is not None else TRUE
            return both(equal(a.silent, b.silent), either(a.silent, spoken))
        case _:
            return FALSE  # such as an empty Optional's None against a plain value
