"""Premises by which a loop over any number of members comes to one update of each field, whatever their order.

P1: no iteration writes what another reads. P2: no two write one place, unless both add to it or write the same. P3:
what is written as a whole collection is each member's own. Then each iteration sees the state before the loop, and
its own writes, and iterations commute: by induction on the number of members any order gives what all do at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from ruleslawyer.base.origin import Origin
from ruleslawyer.ir import types as t
from ruleslawyer.lifted.context import Keys
from ruleslawyer.lifted.terms import FALSE, TRUE, Term, both, equal, in_order, negate, substitute, variable
from ruleslawyer.lifted.values import Bunch, Maybe, Slots, Table, Value
from ruleslawyer.lifted.world import Field

Excluded = Callable[[Term], bool]
"""Whether a condition on some variables holds of none, as far as is known."""
Reading = tuple[Field, Keys, Term]
"""A field that was read, at which keys, on which path."""


@dataclass(frozen=True, slots=True)
class Written:
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

    def over(self, x: Term) -> Written:
        """The same for all x."""
        return replace(self, variables=(x, *self.variables))


@dataclass(frozen=True, slots=True)
class Refusal:
    """A loop of a rule whose order may matter, and why."""

    rule: str
    origin: Origin
    reasons: tuple[str, ...]


def order_matters(
    x: Term, outer: Sequence[Term], log: Sequence[Written], reads: Sequence[Reading], excluded: Excluded
) -> list[str]:
    """The reasons why the order of a loop's members may matter; nothing where it does not. outer: variables of loops
    around it."""
    if any(one.havoc for one in log):
        return ["a loop inside it whose order may matter"]
    return sorted(set(_reasons(x, outer, log, reads, excluded)))


def _reasons(
    x: Term, outer: Sequence[Term], log: Sequence[Written], reads: Sequence[Reading], excluded: Excluded
) -> Iterator[str]:
    y = variable(x.sort, "another one")  # no field has such a name

    def rename(condition: Term, keys: Keys) -> tuple[Term, Keys]:
        """The same of another member, with whatever is bound within its iteration."""
        put = {x: y}
        for v in in_order(condition.free.union(*(key.free for key in keys))):
            if v is not x and v not in outer:
                put[v] = variable(v.sort, f"another {v.value}")
        return substitute(condition, put), tuple(substitute(key, put) for key in keys)

    def apart(condition: Term, keys: Keys, other: Term, others: Keys) -> bool:
        """Whether x and another member never meet at one place."""
        for a, b in zip(keys, others, strict=True):
            if a is x and b is x:
                return True
        also, places = rename(other, others)
        met = both(negate(equal(x, y)), condition, also, *(equal(a, b) for a, b in zip(keys, places, strict=True)))
        return met is FALSE or excluded(met)

    by_field: dict[Field, list[Written]] = {}
    for one in log:
        by_field.setdefault(one.field, []).append(one)
    for field, keys, path in dict.fromkeys(reads):
        for one in by_field.get(field, ()):
            if not apart(one.condition, one.keys, path, keys):
                yield f"one reads `{field[1]}` where another writes it"
    for field, written in by_field.items():
        for i, one in enumerate(written):
            for other in written[i:]:
                plain = not one.delta and not other.delta
                if (one.delta and other.delta) or (plain and _same_value(one.value, other.value, outer)):
                    continue
                if not apart(one.condition, one.keys, other.condition, other.keys):
                    yield f"two write `{field[1]}` in one place"
            if isinstance(one.value, Bunch | Slots | Table) and x not in one.keys:
                yield f"`{field[1]}` is written as a whole"


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
