"""Whether something can be true of any state at all: one solver for many questions about a single state."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import z3

from ruleslawyer.engines.smt.encoding.encode import Encoder, symbols_of
from ruleslawyer.engines.smt.encoding.interrupts import interruptible
from ruleslawyer.lifted.scoped.layout import Scalar
from ruleslawyer.lifted.scoped.nodes import Node


class Undecided(Exception):
    """The solver gave no answer in time."""


class Possible:
    """Possibility in a single state, where some nodes hold of it."""

    def __init__(self, given: Iterable[Node]) -> None:
        given = tuple(given)
        self._encoder = Encoder()
        self._solver = z3.Solver(ctx=self._encoder.context)
        self._known: set[Node] = set()
        self._symbols(given)
        self._solver.add(*(self._encoder.encode(node) for node in given))

    def _symbols(self, roots: Iterable[Node]) -> None:
        """Adds the facts about the symbols below some nodes by their kind."""
        for node in symbols_of(roots):
            if node not in self._known:
                self._known.add(node)
                self._solver.add(*self._encoder.one_member(node))

    def where(self, goal: Node, seconds: float) -> Mapping[Node, Scalar] | None:
        """Values of the symbols with which the goal holds; None where it never does, `Undecided` without an answer."""
        self._symbols([goal])
        self._solver.set("timeout", max(1, int(seconds * 1000)))
        self._solver.push()
        try:
            self._solver.add(self._encoder.encode(goal))
            with interruptible():
                answer = self._solver.check()
            if answer == z3.unknown:
                raise Undecided
            if answer == z3.unsat:
                return None
            model = self._solver.model()
            return {node: self._encoder.scalar(model, node) for node in symbols_of([goal])}
        finally:
            self._solver.pop()
