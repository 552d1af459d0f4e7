"""Piles over ground nodes: their ends, one thing more or less, turned over, one pile on another.

A slot is filled only where all above it are, so that a pile has `k` things or more where its slot `k - 1` is filled.
"""

from __future__ import annotations

from collections.abc import Iterator

from ruleslawyer.ground.nodes import FALSE, TRUE, Node, both, either, negate
from ruleslawyer.ground.values import NONE, NOTHING, Choice, Slots, Value, merge, same


def filled(pile: Slots, slot: int) -> Node:
    """Whether there is something in a slot."""
    return negate(pile.slots[slot].is_(NONE)) if slot < len(pile.slots) else FALSE


def thing(slot: Choice) -> Choice:
    """What is in a slot where it is filled."""
    left = tuple((k, c) for k, c in slot.cases if k != NONE)
    return Choice(left, slot.node) if left else slot


def top(pile: Slots) -> Choice:
    """The top one; nothing of an empty pile."""
    return pile.slots[0] if pile.slots else NOTHING


def bottom(pile: Slots) -> Choice:
    """The bottom one; nothing of an empty pile."""
    found = top(pile)
    for i in range(1, len(pile.slots)):
        found = _merged(filled(pile, i), thing(pile.slots[i]), found)
    return found


def without(pile: Slots, item: Choice, numbers: bool) -> Slots:
    """Without the uppermost of what equals an item."""
    new, passed = list[Choice](), FALSE
    for i, slot in enumerate(pile.slots):
        passed = either(passed, same(slot, item, numbers=numbers))
        new.append(_merged(passed, _slot(pile, i + 1), slot))
    return Slots(tuple(new))


def without_bottom(pile: Slots) -> Slots:
    """Without the last thing."""
    return Slots(
        tuple(_merged(filled(pile, i + 1), slot, NOTHING) for i, slot in enumerate(pile.slots[: len(pile.slots) - 1]))
    )


def turned(pile: Slots) -> Slots:
    """The other way round: of `size` things the slot `i` gets the one that is `i` from the bottom."""
    new = []
    for i in range(len(pile.slots)):
        found = NOTHING
        for size in range(i + 1, len(pile.slots) + 1):
            found = _merged(filled(pile, size - 1), thing(pile.slots[size - 1 - i]), found)
        new.append(found)
    return Slots(tuple(new))


def joined(upper: Slots, lower: Slots) -> Slots:
    """One on the other: the lower one begins behind the last thing of the upper one."""
    new = []
    for i in range(len(upper.slots) + len(lower.slots)):
        found = _slot(upper, i)
        for k, slot in enumerate(lower.slots[: i + 1]):
            found = _merged(_holds(upper, i - k), slot, found)
        new.append(found)
    return Slots(tuple(new))


def from_the_top(pile: Slots) -> Iterator[tuple[Node, Choice]]:
    """Its things in order, each with the condition under which it is there."""
    for i, slot in enumerate(pile.slots):
        if slot != NOTHING:
            yield filled(pile, i), thing(slot)


def _holds(pile: Slots, size: int) -> Node:
    """Whether it has this many things."""
    return both(filled(pile, size - 1) if size else TRUE, negate(filled(pile, size)))


def _slot(pile: Slots, slot: int) -> Choice:
    return pile.slots[slot] if slot < len(pile.slots) else NOTHING


def _merged(condition: Node, a: Choice, b: Choice) -> Choice:
    found: Value = merge(condition, a, b)
    assert isinstance(found, Choice)
    return found
