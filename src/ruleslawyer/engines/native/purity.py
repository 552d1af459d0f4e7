"""Purity of functions, known before they are compiled: whether a check may fail in one, and whether it only reads."""

from __future__ import annotations

from collections.abc import Sequence

from ruleslawyer.ir import nodes as n
from ruleslawyer.ir.abstract import Abstract, Calling, Harm, Valued, Values
from ruleslawyer.ir.system import System
from ruleslawyer.ir.walk import walk

SMALL = 40
"""Nodes of a function that is written out where it is called."""


class Purity(Valued):
    """The helpers of a ruleset that can neither fail nor log anything. No value is followed: what is never come to is
    compiled all the same."""

    constant = Abstract.constant

    def __init__(self, system: System, *, trusted: bool = True) -> None:
        """`trusted`: else anything may be said of a helper."""
        super().__init__(system.helpers)
        self.system, self.trusted = system, trusted

    def only_reads(self, helper: str) -> bool:
        """Whether a helper has a value in every state, and nothing of it is logged."""
        return self.trusted and self.results_of(helper, ()) is not None

    def is_harmless(self, asked: n.Expr | n.Function) -> bool:
        """The same of an expression, or of a function."""
        return self.may(asked) is not None

    def is_small(self, helper: str) -> bool:
        return sum(1 for _ in walk(self.system.helpers[helper].body)) <= SMALL

    def result_of_call(self, node: Calling, given: Sequence[Values]) -> Values:
        if not self.trusted:
            raise Harm
        return super().result_of_call(node, ())
