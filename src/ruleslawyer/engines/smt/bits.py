"""The same nodes with numbers of a fixed width, for the search for violations alone.

Over bit-vectors a deep question is a matter of SAT. Their sums wrap round, so nothing is concluded but a play that the
ground interpreter then follows with integers.
"""

from __future__ import annotations

from typing import Any

import z3

from ruleslawyer.engines.smt.encode import Encoder
from ruleslawyer.ground.layout import Scalar
from ruleslawyer.ground.nodes import Node

WIDTH = 12
"""Bits of a number, its sign included."""


class Bits(Encoder):
    """Encodes nodes without integers."""

    logic = "QF_FD"

    def number(self, value: int) -> Any:
        return z3.BitVecVal(value, WIDTH, self.context)

    def integer(self, name: str) -> Any:
        return z3.BitVec(name, WIDTH, self.context)

    def quotient(self, node: Node, a: Any, b: Any) -> Any:
        whole = a / b  # towards zero
        return z3.If(z3.And(whole * b != a, (a < 0) != (b < 0)), whole - 1, whole)

    def scalar(self, model: Any, node: Node, time: int | None) -> Scalar:
        if node.op == "constant" or node.finite or node.sort == "bool":
            return super().scalar(model, node, time)
        return int(model.eval(self.symbol(node, time), model_completion=True).as_signed_long())
