"""Symbolic values: terms, and what a set, a pile, a map or an optional value is made of, where sorts are open; and how
their symbols are called.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from ruleslawyer.ir import types as t
from ruleslawyer.lifted.terms import FALSE, TRUE, ZERO, Term, both, either, equal, ite, negate, substitute


@dataclass(frozen=True, slots=True)
class Maybe:
    """A value that may be None. `value` means something where `none` does not hold; None: it is None anyway."""

    none: Term
    value: Value | None


@dataclass(frozen=True, slots=True)
class SetTerm:
    """A set, by who is in it. chance: of whoever is awaited, whether chance is."""

    item: t.Type
    has: Callable[[Term], Term]
    chance: Term | None = None


@dataclass(frozen=True, slots=True)
class PileTerm:
    """A pile, by who is in it, how many that are, and its top. The order below the top is not kept."""

    item: t.Type
    has: Callable[[Term], Term]
    length: Term
    top: Maybe

    def merge(self, condition: Term, other: PileTerm) -> PileTerm:
        """This one where a condition holds, else the other."""
        top = merge(condition, self.top, other.top)
        assert isinstance(top, Maybe)
        length = ite(condition, self.length, other.length)
        return PileTerm(self.item, lambda m: ite(condition, self.has(m), other.has(m)), length, top)

    def same(self, other: PileTerm) -> Term:
        """Whether another one is equal. Of an open sort only an empty one can be told."""
        if other.length is ZERO:
            return equal(self.length, ZERO)
        raise LiftingError("whether two values are the same of Slots")


@dataclass(frozen=True, slots=True)
class MapTerm:
    """A map."""

    key: t.Type
    at: Callable[[Term], Value]


@dataclass(frozen=True, slots=True)
class PartialValue:
    """A value that may be silent. value: None where it never says anything."""

    silent: Term
    value: Value | None


Value: TypeAlias = Term | Maybe | SetTerm | PileTerm | MapTerm | PartialValue


class LiftingError(Exception):
    """Something that is not said for sorts of any size; the message says what."""


def as_term(value: Value) -> Term:
    assert isinstance(value, Term)
    return value


def maybe(value: Value) -> Maybe:
    return value if isinstance(value, Maybe) else Maybe(FALSE, value)


def _either(condition: Term, a: Value | None, b: Value | None) -> Value | None:
    return b if a is None else a if b is None else merge(condition, a, b)


def merge(condition: Term, a: Value, b: Value) -> Value:
    """The one value where a condition holds, the other where it does not."""
    if condition is TRUE or a is b:
        return a
    if condition is FALSE:
        return b
    if isinstance(a, PartialValue) or isinstance(b, PartialValue):
        a = a if isinstance(a, PartialValue) else PartialValue(FALSE, a)
        b = b if isinstance(b, PartialValue) else PartialValue(FALSE, b)
        return PartialValue(ite(condition, a.silent, b.silent), _either(condition, a.value, b.value))
    if isinstance(a, Maybe) or isinstance(b, Maybe):
        a, b = maybe(a), maybe(b)
        return Maybe(ite(condition, a.none, b.none), _either(condition, a.value, b.value))
    match a, b:
        case Term(), Term():
            return ite(condition, a, b)
        case SetTerm(item, one, chance), SetTerm(_, other, chances):
            joint = None
            if chance is not None or chances is not None:
                joint = ite(condition, chance or FALSE, chances or FALSE)
            return SetTerm(item, lambda m: ite(condition, one(m), other(m)), joint)
        case PileTerm(), PileTerm():
            return a.merge(condition, b)
        case MapTerm(key, one_at), MapTerm(_, other_at):
            return MapTerm(key, lambda k: merge(condition, one_at(k), other_at(k)))
    raise LiftingError(f"a choice between {type(a).__name__} and {type(b).__name__}")


Differs = Callable[[t.Type, Callable[[Term], Term]], Term]
"""Whether some member of a type satisfies something."""


def values_equal(a: Value, b: Value, some: Differs) -> Term:
    """Whether two values are equal."""
    if isinstance(a, Maybe) or isinstance(b, Maybe):
        a, b = maybe(a), maybe(b)
        if a.none is TRUE or a.value is None:
            return b.none
        if b.none is TRUE or b.value is None:
            return a.none
        return either(both(a.none, b.none), both(negate(a.none), negate(b.none), values_equal(a.value, b.value, some)))
    match a, b:
        case Term(), Term():
            return equal(a, b)
        case SetTerm(item, one, chance), SetTerm(_, other, chances):
            alike = negate(some(item, lambda m: negate(equal(one(m), other(m)))))
            return both(alike, equal(chance or FALSE, chances or FALSE))
        case PileTerm(), PileTerm():
            return a.same(b)
        case MapTerm(key, one_at), MapTerm(_, other_at):
            return negate(some(key, lambda k: negate(values_equal(one_at(k), other_at(k), some))))
    raise LiftingError(f"whether two values are the same of {type(a).__name__}")


def substitute_value(value: Value, put: dict[Term, Term]) -> Value:
    """A value with terms in place of variables."""
    if not put:
        return value
    match value:
        case Term():
            return substitute(value, put)
        case Maybe(none, inner):
            return Maybe(substitute(none, put), None if inner is None else substitute_value(inner, put))
        case SetTerm(item, has, chance):
            # a name for who is asked, so that what is asked with it may speak of the variables
            joint = None if chance is None else substitute(chance, put)
            return SetTerm(item, lambda m: substitute(has(m), put), joint)
        case PileTerm(item, has, length, top):
            new = substitute_value(top, put)
            assert isinstance(new, Maybe)
            return PileTerm(item, lambda m: substitute(has(m), put), substitute(length, put), new)
        case MapTerm(key, at):
            return MapTerm(key, lambda k: substitute_value(at(k), put))
        case PartialValue(silent, inner):
            return PartialValue(substitute(silent, put), None if inner is None else substitute_value(inner, put))


def mentions_variable(value: Value, x: Term) -> bool:
    """Whether a value speaks of a variable, as far as can be seen."""
    match value:
        case Term():
            return x in value.free
        case Maybe(none, inner):
            return x in none.free or (inner is not None and mentions_variable(inner, x))
    return True


QUESTION, CLASH, NUMBER = "question:", "clash:", "number:"
"""How the symbol of a choice begins, before its key, and of a number of the book that is left open, before its name."""
WITNESS = "witness of "
"""How the member that satisfies a `some` is called, before the name of that."""

UNWRITTEN = "unwritten "
"""How the symbol begins of what a field holds that the initial rule has not written, before the field's name."""
BELOW, ORDER = "one of a pile", "the same order"
"""How what is not known of a pile's order is called, before a number: who comes to the top or lies at the bottom, and
whether two piles lie in one order."""


def is_open(frame: str) -> str:
    """Whether a frame is open."""
    return f"{frame} is open"


class ValuePart(Enum):
    """A part of a value that has several, and how its symbol is called after the name of the value's field."""

    IN = "in {}"
    TOP = "top of {}"
    LENGTH = "length of {}"
    CHANCE = "chance in {}"
    NONE = "{} is None"
    EMPTY = "{} is empty"
    SILENT = "{} is silent"
    WHOLE = "{}"

    def of(self, name: str) -> str:
        return self.value.format(name)


def part_of(symbol: str) -> tuple[ValuePart, str]:
    """The part of a name that a symbol stands for."""
    for part in ValuePart:
        before, after = part.value.split("{}")
        if symbol.startswith(before) and symbol.endswith(after):
            break  # at last the whole
    return part, symbol[len(before) : len(symbol) - len(after)]
