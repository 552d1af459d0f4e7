"""Terms of a world in which every sort has a size, as a scope's nodes: a member of a sort is its number, None is -1."""

from __future__ import annotations

from ruleslawyer.lifted.scoped import nodes as g
from ruleslawyer.lifted.scoped.nodes import Node
from ruleslawyer.lifted.terms import (
    BOOL,
    FALSE,
    INT,
    TRUE,
    Name,
    Term,
    in_postorder,
    member,
    negate,
    number,
    symbol,
    truth,
)

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
