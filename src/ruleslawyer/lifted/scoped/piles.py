"""Piles with all that lies in them in order: their ends, one thing more or less, turned over, one pile on another.

Something lies at a place only where all places above it are filled, so that a pile has `k` things or more where its
place `k - 1` is filled.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import zip_longest

from ruleslawyer.ir import types as t
from ruleslawyer.lifted.terms import FALSE, ONE, TRUE, ZERO, Term, add, both, either, equal, ite, member, negate
from ruleslawyer.lifted.values import Maybe, Slots

NOBODY = -1
"""None is one more member of each sort, with this number."""


@dataclass(frozen=True, slots=True)
class Row(Slots):
    """things: what lies there, the top first; after the last one nothing."""

    things: tuple[Term, ...]

    @property
    def nothing(self) -> Term:
        return _nothing(self.item)

    def merge(self, condition: Term, other: Slots) -> Row:
        return row(self.item, [ite(condition, a, b) for a, b in self._beside(other)])

    def same(self, other: Slots) -> Term:
        return both(*(equal(a, b) for a, b in self._beside(other)))

    def _beside(self, other: Slots) -> Iterator[tuple[Term, Term]]:
        assert isinstance(other, Row)
        return zip_longest(self.things, other.things, fillvalue=self.nothing)

    def is_filled(self, place: int) -> Term:
        """Whether something lies at a place."""
        return negate(equal(self.at(place), self.nothing))

    def at(self, place: int) -> Term:
        return self.things[place] if place < len(self.things) else self.nothing

    def of(self, size: int) -> Row:
        """The same with so many places; what lies at others is gone."""
        return row(self.item, [self.at(i) for i in range(size)]) if len(self.things) != size else self

    @property
    def bottom(self) -> Term:
        """The bottom one; nothing of an empty pile."""
        found = self.at(0)
        for i, thing in enumerate(self.things[1:], 1):
            found = ite(self.is_filled(i), somebody(thing), found)
        return found

    def without(self, item: Term) -> Row:
        """The pile without the uppermost thing that equals an item."""
        new, passed = list[Term](), FALSE
        for i, thing in enumerate(self.things):
            passed = either(passed, equal(thing, item))
            new.append(ite(passed, self.at(i + 1), thing))
        return row(self.item, new)

    def without_top(self) -> Row:
        return row(self.item, self.things[1:])

    def without_bottom(self) -> Row:
        return row(self.item, [ite(self.is_filled(i + 1), one, self.nothing) for i, one in enumerate(self.things[:-1])])

    def turn_over(self) -> Row:
        """The other way round: of `size` things the place `i` gets the one that is `i` from the bottom."""
        new = []
        for i in range(len(self.things)):
            found = self.nothing
            for size in range(i + 1, len(self.things) + 1):
                found = ite(self.is_filled(size - 1), somebody(self.things[size - 1 - i]), found)
            new.append(found)
        return row(self.item, new)

    def on(self, lower: Row) -> Row:
        """The pile on another one, which begins behind the last thing of this."""
        new = []
        for i in range(len(self.things) + len(lower.things)):
            found = self.at(i)
            for k, thing in enumerate(lower.things[: i + 1]):
                found = ite(self._holds(i - k), thing, found)
            new.append(found)
        return row(self.item, new)

    def from_the_top(self) -> Iterator[tuple[Term, Term]]:
        """The things of a pile in order, each with the condition under which it is there."""
        for i, thing in enumerate(self.things):
            if thing is not self.nothing:
                yield self.is_filled(i), somebody(thing)

    def _holds(self, size: int) -> Term:
        """Whether the pile has this many things."""
        return both(self.is_filled(size - 1) if size else TRUE, negate(self.is_filled(size)))


def row(item: t.Type, things: list[Term] | tuple[Term, ...]) -> Row:
    nothing = _nothing(item)
    empty = [equal(thing, nothing) for thing in things]
    length = add(*(ite(none, ZERO, ONE) for none in empty))
    top = Maybe(empty[0], things[0]) if things else Maybe(TRUE, nothing)
    return Row(item, lambda m: either(*(equal(thing, m) for thing in things)), length, top, tuple(things))


def _nothing(item: t.Type) -> Term:
    assert isinstance(item, t.Sort | t.Enum)
    return member(item.name, NOBODY)


def is_somebody(term: Term) -> Term:
    """The condition that a value of a sort is not None."""
    return negate(equal(term, member(term.sort, NOBODY)))


def somebody(term: Term) -> Term:
    """A value of a sort where it is not None."""
    if term.op != "ite":
        return term
    condition, a, b = term.args[0], somebody(term.args[1]), somebody(term.args[2])
    if a.constant and a.value == NOBODY:
        return b
    return a if b.constant and b.value == NOBODY else ite(condition, a, b)
