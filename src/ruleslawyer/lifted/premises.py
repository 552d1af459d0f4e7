"""Premises by which a loop over any number of members comes to one update of each field, whatever their order.

P1: no iteration writes what another reads. P2: no two write one place, unless both add to it or write the same. P3:
what is written as a whole collection is each member's own. Then each iteration sees the state before the loop, and
its own writes, and iterations commute: by induction on the number of members any order gives what all do at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache

from ruleslawyer.base.origin import Origin
from ruleslawyer.ir import types as t
from ruleslawyer.lifted.context import Keys
from ruleslawyer.lifted.terms import FALSE, TRUE, Term, both, either, equal, in_order, negate, substitute, variable
from ruleslawyer.lifted.values import MapTerm, Maybe, PileTerm, SetTerm, Value, maybe, substitute_value
from ruleslawyer.lifted.world import Field

Excluded = Callable[[Term], bool]
"""Whether a condition on some variables holds of none, as far as is known."""
Before = Callable[[Field, Keys], Value]
Reading = tuple[Field, Keys, Term]
"""A field that was read, at which keys, on which path."""


@dataclass(frozen=True, slots=True)
class GuardedWrite:
    """A write of a rule: for all values of the variables for which the condition holds, at these keys.

    weak: instead, one of these values may have been written anywhere. havoc: or anything.
    """

    variables: tuple[Term, ...]
    field: Field
    keys: Keys
    condition: Term
    value: Value
    delta: bool
    type: t.Type
    weak: tuple[Value, ...] | None = None
    havoc: bool = False

    def over(self, x: Term) -> GuardedWrite:
        """The same for all x."""
        return replace(self, variables=(x, *self.variables))


@dataclass(frozen=True, slots=True)
class OrderedLoop:
    """A loop of a rule whose order may matter, and why."""

    rule: str
    origin: Origin
    reasons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class OrderConflict:
    """A field of which the order of a loop's members may decide, and why. seen: whether one finds there what another
    wrote; else only what is left there in the end may differ."""

    field: Field
    reason: str
    seen: bool


def find_conflicts(
    x: Term, outer: Sequence[Term], log: Sequence[GuardedWrite], reads: Sequence[Reading], before: Before,
    excluded: Excluded,
) -> Iterator[OrderConflict]:  # fmt: skip
    """The fields of which the order of a loop's members may decide; none where it does not matter. outer: variables of
    loops around it; before: what a field holds before the loop."""
    y = variable(x.sort, "another one")  # no field has such a name

    @cache
    def other(condition: Term, keys: Keys) -> dict[Term, Term]:
        """The names of another member, and of whatever is bound within its iteration."""
        put = {x: y}
        for v in in_order(condition.free.union(*(key.free for key in keys))):
            if v is not x and v not in outer:
                put[v] = variable(v.sort, f"another {v.value}")
        return put

    def apart(condition: Term, keys: Keys, also: Term, places: Keys, matters: Term = TRUE) -> bool:
        """Whether x and another member never meet at one place, or where they do it does not matter."""
        for a, b in zip(keys, places, strict=True):
            if a is x and b is x:
                return True
        put = other(also, places)
        here = (equal(a, substitute(b, put)) for a, b in zip(keys, places, strict=True))
        met = both(negate(equal(x, y)), condition, substitute(also, put), *here, matters)
        return met is FALSE or excluded(met)

    def no_news(write: GuardedWrite, keys: Keys, path: Term) -> bool:
        """Whether no other member reads what x writes, or finds there what was there before."""
        old = before(write.field, write.keys)
        return apart(write.condition, write.keys, path, keys, TRUE if write.delta else _differ(write.value, old))

    def agree(write: GuardedWrite, two: GuardedWrite) -> bool:
        """Whether what x and another member write does not depend on who writes last."""
        if (write.delta and two.delta) or (
            not write.delta and not two.delta and _same_value(write.value, two.value, outer)
        ):
            return True
        put = other(two.condition, two.keys)
        plain = not write.delta and not two.delta and free_variables(two.value) <= put.keys() | set(outer)
        differ = _differ(write.value, substitute_value(two.value, put)) if plain else TRUE
        return apart(write.condition, write.keys, two.condition, two.keys, differ)

    by_field: dict[Field, list[GuardedWrite]] = {}
    for write in log:
        by_field.setdefault(write.field, []).append(write)
    for field in [field for field, written in by_field.items() if any(write.havoc for write in written)]:
        del by_field[field]
        yield OrderConflict(field, "a loop inside it whose order may matter", seen=True)
    for field, written in by_field.items():
        read = ((keys, path) for place, keys, path in dict.fromkeys(reads) if place == field)
        if not all(no_news(write, keys, path) for keys, path in read for write in written):
            yield OrderConflict(field, f"one reads `{field[1]}` where another writes it", seen=True)
        if not all(agree(write, two) for i, write in enumerate(written) for two in written[i:]):
            yield OrderConflict(field, f"two write `{field[1]}` in one place", seen=False)
        if any(isinstance(write.value, SetTerm | PileTerm | MapTerm) and x not in write.keys for write in written):
            yield OrderConflict(field, f"`{field[1]}` is written as a whole", seen=False)


def two_differ(written: Sequence[GuardedWrite]) -> Term:
    """The condition that of some writes made at once two are to one place, and differ, or only one of them adds to what
    is there (semantics: Simultaneous). A write of an entry is taken to meet one of the whole."""
    found = FALSE
    for i, one in enumerate(written):
        for two in written[i:]:
            alone = one is two and not one.variables
            if alone or one.field != two.field or (one.delta and two.delta):
                continue
            put = {v: variable(v.sort, f"another {v.value}") for v in two.variables}
            there = (equal(a, substitute(b, put)) for a, b in zip(one.keys, two.keys, strict=False))
            differ = TRUE if one.delta or two.delta else _differ(one.value, substitute_value(two.value, put))
            found = either(found, both(one.condition, substitute(two.condition, put), *there, differ))
    return found


def _differ(a: Value, b: Value) -> Term:
    """The condition that two values differ, as far as it is said: else they may."""
    match a, b:
        case Term(), Term():
            return negate(equal(a, b))
        case (Term(), Maybe()) | (Maybe(), Term()) | (Maybe(), Maybe()):
            one, two = maybe(a), maybe(b)
            inner = FALSE if one.value is None or two.value is None else _differ(one.value, two.value)
            return either(negate(equal(one.none, two.none)), both(negate(one.none), inner))
    return TRUE


def free_variables(value: Value) -> frozenset[Term]:
    """The variables of a value of terms."""
    match value:
        case Term():
            return value.free
        case Maybe(none, inner):
            return none.free | (frozenset() if inner is None else free_variables(inner))
    return frozenset()


def _same_value(a: Value, b: Value, outer: Sequence[Term]) -> bool:
    """Whether two writes write the same, whoever does, and whatever is bound within its iteration."""

    def is_fixed(term: Term) -> bool:
        return term.free.issubset(outer)

    match a, b:
        case Term(), Term():
            return a is b and is_fixed(a)
        case Maybe(none, one), Maybe(other, two):
            if none is TRUE and other is TRUE:
                return True
            return (
                none is other
                and is_fixed(none)
                and one is not None
                and two is not None
                and _same_value(one, two, outer)
            )
    return False
