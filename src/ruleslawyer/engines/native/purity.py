"""What is known of a function before it is compiled: whether a check may fail in it, and whether it only reads."""

from __future__ import annotations

from ruleslawyer.ir import nodes as n
from ruleslawyer.ir.system import System
from ruleslawyer.ir.walk import walk

SMALL = 40
"""Nodes of a function that is written out where it is called."""


class Purity:
    """Of the helpers of a ruleset: everything else may fail, or is logged."""

    def __init__(self, system: System, *, trusted: bool = True) -> None:
        """`trusted`: else anything may be said of a helper."""
        self.system, self.trusted = system, trusted
        self._only_reads: dict[str, bool] = {}

    def only_reads(self, helper: str) -> bool:
        """Whether a helper has a value in every state, and nothing of it is logged."""
        if not self.trusted:
            return False
        if helper not in self._only_reads:
            self._only_reads[helper] = all(map(self._harmless, walk(self.system.helpers[helper].body)))
        return self._only_reads[helper]

    def is_harmless(self, node: n.Expr) -> bool:
        """The same of an expression."""
        return all(map(self._harmless, walk(node)))

    def has_value(self, function: n.Function) -> bool:
        """Whether no check can fail in a function, and nothing is logged of it."""
        return all(map(self._harmless, walk(function.body)))

    def is_small(self, helper: str) -> bool:
        return sum(1 for _ in walk(self.system.helpers[helper].body)) <= SMALL

    def _harmless(self, node: object) -> bool:
        match node:
            case n.Read(record=record):
                return record is None
            case n.Item() | n.Unwrap() | n.Arith() | n.End() | n.PileOp() | n.PileTurn() | n.PileJoin():
                return False
            case n.Fold(kind="sum" | "the"):
                return False
            case n.Fold(kind="min" | "max", default=default):
                return default is not None
            case n.Call(kind=kind, name=name):
                return kind == "helper" and self.only_reads(name)
            case n.Write() | n.Delta() | n.Effect() | n.Simultaneous() | n.Open() | n.Close() | n.Demand():
                return False
        return True
