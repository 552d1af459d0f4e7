"""Terms of a world in which every sort has a size, as a scope's nodes: a member of a sort is its number, None is -1;
piles by their places.

Something lies at a place only where all places above it are filled, so that a pile has `k` things or more where its
place `k - 1` is filled.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import zip_longest

from ruleslawyer.ir import types as t
from ruleslawyer.lifted.scoped import nodes as g
from ruleslawyer.lifted.scoped.nodes import Node
from ruleslawyer.lifted.terms import (
    BOOL,
    FALSE,
    INT,
    ONE,
    TRUE,
    ZERO,
    Name,
    Term,
    add,
    both,
    either,
    equal,
    in_postorder,
    ite,
    member,
    negate,
    number,
    symbol,
    truth,
)
from ruleslawyer.lifted.values import Maybe, PileTerm

Members = tuple[int, ...]


class Lowering:
    """Terms and the nodes that they stand for, each made once."""

    def __init__(self) -> None:
        self._nodes: dict[Term, Node] = {TRUE: g.TRUE, FALSE: g.FALSE}
        self._named: dict[tuple[str, Node, Members | None], Term] = {}
        self._members: dict[Term, Members] = {}
        self._is: dict[tuple[Term, int], Node] = {}

    # --- up ---------------------------------------------------------------------------------------------------------

    def term(self, sort: str, node: Node, members: Members | None = None) -> Term:
        """A term that stands for a node. members: of a sort, which it may be."""
        if members is not None and len(members) == 1:
            return member(sort, members[0])
        if node.op == "constant":
            return constant(sort, node.value)
        if node.op == "not":
            return negate(self.term(sort, node.args[0]))
        found = self._named.get((sort, node, members))
        if found is None:
            found = self._named[sort, node, members] = symbol(sort, f"{len(self._named)}: {node.value}")
            self._nodes[found] = node
            if members is not None:
                self._members[found] = members
        return found

    def members(self, term: Term) -> Members:
        """The members of its sort that a term may be, None among them."""
        found = self._members.get(term)
        if found is None:
            for part in in_postorder(term, self._members):
                if part.sort == term.sort:
                    self._members[part] = self._may_be(part)
            found = self._members[term]
        return found

    def _may_be(self, term: Term) -> Members:
        if term.op == "ite":
            return tuple(sorted({k for a in term.args[1:] for k in self._members[a]}))
        if term.op == "constant":
            return (int(term.value or 0),)
        node = self._nodes[term]
        assert node.low is not None and node.high is not None
        return tuple(range(node.low, node.high + 1))

    # --- down -------------------------------------------------------------------------------------------------------

    def node(self, term: Term) -> Node:
        found = self._nodes.get(term)
        if found is None:
            for part in in_postorder(term, self._nodes):
                self._nodes[part] = self._lower(part)
            found = self._nodes[term]
        return found

    def is_(self, term: Term, k: int) -> Node:
        """Whether a term is a member of its sort."""
        found = self._is.get((term, k))
        if found is not None:
            return found
        waiting = [term]
        while waiting:
            part = waiting[-1]
            if (part, k) not in self._is:
                if k in self.members(part) and part.op == "ite":
                    missing = [a for a in part.args[1:] if (a, k) not in self._is]
                    if missing:
                        waiting += missing
                        continue
                self._is[part, k] = self._one(part, k)
            waiting.pop()
        return self._is[term, k]

    def _one(self, term: Term, k: int) -> Node:
        if k not in self.members(term):
            return g.FALSE
        if term.op == "ite":
            return g.ite(self.node(term.args[0]), *(self._is[a, k] for a in term.args[1:]))
        return g.TRUE if term.op == "constant" else g.equal(self.node(term), g.number(k))

    def scalar(self, term: Term, members: range) -> Node:
        """A value of a sort as one number, which is one of these; any of them where none is, and a check has failed."""
        found, may_be = self.node(term), self.members(term)
        if members[0] <= may_be[0] and may_be[-1] <= members[-1]:
            return found
        left = [k for k in members if self.is_(term, k) is not g.FALSE] or [members[0]]
        result = g.number(left[-1])
        for k in left[-2::-1]:
            result = g.ite(self.is_(term, k), g.number(k), result)
        return result

    def _lower(self, term: Term) -> Node:
        args = [self._nodes[a] for a in term.args]
        match term.op:
            case "constant":
                return g.number(int(term.value or 0))
            case "add":
                return self._sum(term)
            case "equal" if term.args[0].sort not in (BOOL, INT):
                return self._same(*term.args)
        return g.MADE[term.op](*args)

    def _same(self, a: Term, b: Term) -> Node:
        if b.op == "constant":
            a, b = b, a
        if a.op == "constant":
            return self.is_(b, int(a.value or 0))
        return g.equal(self.node(a), self.node(b))

    def _sum(self, term: Term) -> Node:
        """A sum as a node; what is taken away makes a difference of two nodes."""
        more, less, rest = list[Node](), list[Node](), 0
        for part in term.args:
            if part.op == "constant":
                rest += int(part.value or 0)
            elif part.op == "multiply" and part.args[0].op == "constant" and int(part.args[0].value or 0) < 0:
                less.append(g.multiply(g.number(-int(part.args[0].value or 0)), self._nodes[part.args[1]]))
            else:
                more.append(self._nodes[part])
        if not more:
            more, rest = [g.number(rest)], 0
        found = g.add(*more)
        for node in less:
            found = g.subtract(found, node)
        return g.add(found, g.number(rest))


def constant(sort: str, value: Name) -> Term:
    return truth(bool(value)) if sort == BOOL else number(int(value)) if sort == INT else member(sort, int(value))


NOBODY = -1
"""None is one more member of each sort, with this number."""


@dataclass(frozen=True, slots=True)
class FinitePile(PileTerm):
    """things: what lies there, the top first; after the last one nothing."""

    things: tuple[Term, ...]

    @property
    def nothing(self) -> Term:
        return _nothing(self.item)

    def merge(self, condition: Term, other: PileTerm) -> FinitePile:
        return finite_pile(self.item, [ite(condition, a, b) for a, b in self._beside(other)])

    def same(self, other: PileTerm) -> Term:
        return both(*(equal(a, b) for a, b in self._beside(other)))

    def _beside(self, other: PileTerm) -> Iterator[tuple[Term, Term]]:
        assert isinstance(other, FinitePile)
        return zip_longest(self.things, other.things, fillvalue=self.nothing)

    def is_filled(self, place: int) -> Term:
        """Whether something lies at a place."""
        return negate(equal(self.at(place), self.nothing))

    def at(self, place: int) -> Term:
        return self.things[place] if place < len(self.things) else self.nothing

    def of(self, size: int) -> FinitePile:
        """The same with so many places; what lies at others is gone."""
        return finite_pile(self.item, [self.at(i) for i in range(size)]) if len(self.things) != size else self

    @property
    def bottom(self) -> Term:
        """The bottom one; nothing of an empty pile."""
        found = self.at(0)
        for i, thing in enumerate(self.things[1:], 1):
            found = ite(self.is_filled(i), present_value(thing), found)
        return found

    def without(self, item: Term) -> FinitePile:
        """The pile without the uppermost thing that equals an item."""
        new, passed = list[Term](), FALSE
        for i, thing in enumerate(self.things):
            passed = either(passed, equal(thing, item))
            new.append(ite(passed, self.at(i + 1), thing))
        return finite_pile(self.item, new)

    def without_top(self) -> FinitePile:
        return finite_pile(self.item, self.things[1:])

    def without_bottom(self) -> FinitePile:
        return finite_pile(
            self.item, [ite(self.is_filled(i + 1), one, self.nothing) for i, one in enumerate(self.things[:-1])]
        )

    def turn_over(self) -> FinitePile:
        """The other way round: of `size` things the place `i` gets the one that is `i` from the bottom."""
        new = []
        for i in range(len(self.things)):
            found = self.nothing
            for size in range(i + 1, len(self.things) + 1):
                found = ite(self.is_filled(size - 1), present_value(self.things[size - 1 - i]), found)
            new.append(found)
        return finite_pile(self.item, new)

    def on(self, lower: FinitePile) -> FinitePile:
        """The pile on another one, which begins behind the last thing of this."""
        new = []
        for i in range(len(self.things) + len(lower.things)):
            found = self.at(i)
            for k, thing in enumerate(lower.things[: i + 1]):
                found = ite(self._holds(i - k), thing, found)
            new.append(found)
        return finite_pile(self.item, new)

    def from_the_top(self) -> Iterator[tuple[Term, Term]]:
        """The things of a pile in order, each with the condition under which it is there."""
        for i, thing in enumerate(self.things):
            if thing is not self.nothing:
                yield self.is_filled(i), present_value(thing)

    def _holds(self, size: int) -> Term:
        """Whether the pile has this many things."""
        return both(self.is_filled(size - 1) if size else TRUE, negate(self.is_filled(size)))


def finite_pile(item: t.Type, things: list[Term] | tuple[Term, ...]) -> FinitePile:
    nothing = _nothing(item)
    empty = [equal(thing, nothing) for thing in things]
    length = add(*(ite(none, ZERO, ONE) for none in empty))
    top = Maybe(empty[0], things[0]) if things else Maybe(TRUE, nothing)
    return FinitePile(item, lambda m: either(*(equal(thing, m) for thing in things)), length, top, tuple(things))


def _nothing(item: t.Type) -> Term:
    assert isinstance(item, t.Sort | t.Enum)
    return member(item.name, NOBODY)


def is_not_none(term: Term) -> Term:
    """The condition that a value of a sort is not None."""
    return negate(equal(term, member(term.sort, NOBODY)))


def present_value(term: Term) -> Term:
    """A value of a sort where it is not None."""
    if term.op != "ite":
        return term
    condition, a, b = term.args[0], present_value(term.args[1]), present_value(term.args[2])
    if a.constant and a.value == NOBODY:
        return b
    return a if b.constant and b.value == NOBODY else ite(condition, a, b)
