"""Effects that a piece of a rule may meet, ends of piles that are there, and writes of the turns of a loop: the same,
something of their own, or a clash."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal, TypeAlias

from ruleslawyer.ir import nodes as n
from ruleslawyer.ir import types as t
from ruleslawyer.ir.walk import walk

Kept: TypeAlias = Literal["all", "events", "failures"]
"""What is kept of what is met: of judging and of effects all, of properties the events, elsewhere what fails."""


@dataclass(frozen=True, slots=True)
class Met:
    """Effects that may be met in a piece of a rule: the subjects of what fails in it; those of writes, which fail as a
    block ends where all is done at once; whether it may note an event, and whether a rule may be live in it."""

    fails: frozenset[str] = frozenset()
    writes: frozenset[str] = frozenset()
    notes: bool = False
    marks: bool = False

    def __or__(self, other: Met) -> Met:
        return Met(
            self.fails | other.fails, self.writes | other.writes, self.notes or other.notes, self.marks or other.marks
        )

    def shows(self, kept: Kept) -> bool:
        """Whether somebody could tell that it was reached."""
        return kept != "failures" and (self.notes or (self.marks and kept == "all"))

    def breaks(self, kept: Kept, *, at_once: bool = False) -> bool:
        """Whether what fails for one member hides what else would be met, or which of several things it is."""
        before = self.fails if at_once else self.fails | self.writes
        return len(self.fails | self.writes) > 1 or (bool(before) and self.shows(kept))


def sure_ends(piece: object) -> frozenset[int]:
    """The ends of piles, by identity, for which a piece asks only where the pile has one: behind `x in pile and`, or
    `x not in pile or`."""
    every = Counter(id(node) for node in walk(piece) if isinstance(node, n.End))
    found = set[int]()
    for logic in (node for node in walk(piece) if every and isinstance(node, n.Logic)):
        for before, first in enumerate(logic.items, 1):
            negated = logic.op == "or"
            within = first.value if negated and isinstance(first, n.Not) else None if negated else first
            behind = list(walk(logic.items[before:]))
            if isinstance(within, n.Member) and not any(isinstance(node, n.RuleCall | n.Run) for node in behind):
                bound = {node.slot for node in behind if isinstance(node, n.Fold)}
                ends = (node for node in behind if isinstance(node, n.End))
                found |= {id(end) for end in ends if _is_the_same(end.pile, within.collection, bound)}
    return frozenset(end for end in found if every[end] == 1)  # one that stands elsewhere too is not sure there


def _is_the_same(one: n.Expr, other: n.Expr, bound: set[int]) -> bool:
    """Whether both are the same pile, which lies in the state; `bound` are variables that stand for more in `one`."""
    match one, other:
        case n.Read(keys=keys), n.Read(keys=others):
            alike = (one.store, one.record, one.field) == (other.store, other.record, other.field)
            return alike and len(keys) == len(others) and all(map(partial(_is_the_same, bound=bound), keys, others))
        case n.Var(slot=slot), n.Var(slot=again):
            return slot == again and slot not in bound
    return False


def clashing(body: tuple[n.Stmt, ...], slots: set[int]) -> Met:
    """The fields of which two turns may write something else into the same entry, where all is done at once."""
    found: dict[str, list[n.Write]] = {}
    for node in walk(body):
        if isinstance(node, n.Write):
            found.setdefault(node.place.field, []).append(node)
    return Met(
        writes=frozenset(
            field
            for field, writes in found.items()
            if len({w.value.value if isinstance(w.value, n.Const) else id(w) for w in writes}) > 1
            or not all(isinstance(w.value, n.Const) or is_own(w, slots) for w in writes)
        )
    )


def is_own(write: n.Write, slots: set[int]) -> bool:
    """Whether the write is to the entry of the member whose turn it is."""
    return any(isinstance(key, n.Var) and key.slot in slots for key in write.place.keys)


def way(write: n.Write | n.Delta) -> str | None:
    """The way in which a write changes what is there; None where it puts something in its place that may be another
    each time."""
    if isinstance(write, n.Delta):
        return "plus" if write.sign > 0 else "minus"
    place, value = write.place, write.value
    if isinstance(value, n.Const) and all(isinstance(key, n.Const) for key in place.keys):
        return "same"
    if isinstance(value, n.SetOp | n.Arith) and isinstance(value.left, n.Read):
        read = value.left
        if (read.record, read.field, read.keys) == (place.record, place.field, place.keys):
            return value.op if isinstance(value, n.SetOp) else {"+": "plus", "-": "minus"}.get(value.op)
    return None


def constant_of(write: n.Write | n.Delta) -> Any:
    """The value that is always written, and where."""
    assert isinstance(write, n.Write) and isinstance(write.value, n.Const)
    return write.value.value, tuple(key.value for key in write.place.keys if isinstance(key, n.Const))


def adds_only(write: n.Write | n.Delta) -> bool:
    """Whether what is added, or taken off, is nothing below 0."""
    match write:
        case n.Delta(amount=amount) | n.Write(value=n.Arith(right=amount)):
            if isinstance(amount, n.Const):
                return bool(amount.value >= 0)
            return isinstance(amount.type, t.Int) and amount.type.low is not None and amount.type.low >= 0
    return False
