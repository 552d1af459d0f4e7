"""Piles with all that lies in them in order: their ends, one thing more or less, turned over, one pile on another.

Something lies at a place only where all places above it are filled, so that a pile has `k` things or more where its
place `k - 1` is filled.
"""

from __future__ import annotations

from collections.abc import Iterator

from ruleslawyer.ir import types as t
from ruleslawyer.lifted.terms import FALSE, TRUE, Term, both, either, equal, ite, member, negate
from ruleslawyer.lifted.values import NOBODY, Slots, piled


def things(pile: Slots) -> tuple[Term, ...]:
    assert pile.things is not None
    return pile.things


def nothing(pile: Slots) -> Term:
    assert isinstance(pile.item, t.Sort | t.Enum)
    return member(pile.item.name, NOBODY)


def filled(pile: Slots, place: int) -> Term:
    """Whether something lies at a place."""
    held = things(pile)
    return negate(equal(held[place], nothing(pile))) if place < len(held) else FALSE


def somebody(term: Term) -> Term:
    """A value of a sort where it is not None."""
    if term.op != "ite":
        return term
    condition, a, b = term.args[0], somebody(term.args[1]), somebody(term.args[2])
    if a.constant and a.value == NOBODY:
        return b
    return a if b.constant and b.value == NOBODY else ite(condition, a, b)


def cut(pile: Slots, size: int) -> Slots:
    """The same with so many places at most; what lies at others is gone."""
    return piled(pile.item, things(pile)[:size])


def bottom(pile: Slots) -> Term:
    """The bottom one; nothing of an empty pile."""
    held = things(pile)
    found = held[0] if held else nothing(pile)
    for i in range(1, len(held)):
        found = ite(filled(pile, i), somebody(held[i]), found)
    return found


def without(pile: Slots, item: Term) -> Slots:
    """Without the uppermost of what equals an item."""
    new, passed = list[Term](), FALSE
    for i, thing in enumerate(things(pile)):
        passed = either(passed, equal(thing, item))
        new.append(ite(passed, _at(pile, i + 1), thing))
    return piled(pile.item, tuple(new))


def without_top(pile: Slots) -> Slots:
    """Without the first thing."""
    return piled(pile.item, things(pile)[1:])


def without_bottom(pile: Slots) -> Slots:
    """Without the last thing."""
    held = things(pile)[:-1]
    return piled(pile.item, tuple(ite(filled(pile, i + 1), one, nothing(pile)) for i, one in enumerate(held)))


def turned(pile: Slots) -> Slots:
    """The other way round: of `size` things the place `i` gets the one that is `i` from the bottom."""
    held, new = things(pile), list[Term]()
    for i in range(len(held)):
        found = nothing(pile)
        for size in range(i + 1, len(held) + 1):
            found = ite(filled(pile, size - 1), somebody(held[size - 1 - i]), found)
        new.append(found)
    return piled(pile.item, tuple(new))


def joined(upper: Slots, lower: Slots) -> Slots:
    """One on the other: the lower one begins behind the last thing of the upper one."""
    new = []
    for i in range(len(things(upper)) + len(things(lower))):
        found = _at(upper, i)
        for k, thing in enumerate(things(lower)[: i + 1]):
            found = ite(_holds(upper, i - k), thing, found)
        new.append(found)
    return piled(upper.item, tuple(new))


def from_the_top(pile: Slots) -> Iterator[tuple[Term, Term]]:
    """Its things in order, each with the condition under which it is there."""
    for i, thing in enumerate(things(pile)):
        if thing is not nothing(pile):
            yield filled(pile, i), somebody(thing)


def _holds(pile: Slots, size: int) -> Term:
    """Whether it has this many things."""
    return both(filled(pile, size - 1) if size else TRUE, negate(filled(pile, size)))


def _at(pile: Slots, place: int) -> Term:
    held = things(pile)
    return held[place] if place < len(held) else nothing(pile)
