"""`python -m benchmarks.encodings [RULESET:SCOPE:PROPERTY:DEPTH]…`: the bounded search, encoding by encoding.

For each the processor's seconds up to each depth, and what the last depth answers. One question has PATIENCE seconds.
Bit-vectors are here alone: their sums wrap round, so `sat` over them is a suggestion, and `unsat` says nothing.
"""

from __future__ import annotations

from pathlib import Path
from time import monotonic, process_time
from typing import Annotated, Any

import typer
import z3

from ruleslawyer.api import Project
from ruleslawyer.engines.smt.encoding.encode import Encoder
from ruleslawyer.engines.smt.encoding.relation import Relation
from ruleslawyer.engines.smt.refute.paths import Unrolling
from ruleslawyer.engines.smt.statements.goals import goals_of
from ruleslawyer.lifted.scoped.instances import Scoped
from ruleslawyer.lifted.scoped.layout import Scalar
from ruleslawyer.lifted.scoped.nodes import Node

ROOT = Path(__file__).parents[1]
PATIENCE = 60.0
WIDTH = 12
"""Bits of a number, its sign included."""
CASES = ("buckets:six_fifteen_for_nine:can_be_measured:10", "daemons:open:never_do_both_lose:10")


class AnyIntegers(Encoder):
    logic = None


class Bits(Encoder):
    """The same nodes with numbers of a fixed width."""

    logic: str | None = "QF_FD"

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


class AnyBits(Bits):
    logic = None


class PlainBits(Bits):
    logic = "QF_BV"


ENCODINGS: dict[str, type[Encoder]] = {
    "integers": AnyIntegers,
    "integers, QF_LIA": Encoder,
    "bits": AnyBits,
    "bits, QF_BV": PlainBits,
    "bits, QF_FD": Bits,
}


def main(cases: Annotated[list[str] | None, typer.Argument(help="Only these.")] = None) -> None:
    """Each case with each encoding."""
    for case in cases or CASES:
        name, scope, prop, depth = case.split(":")
        folder = ROOT / "tests" / "classics" / name
        ruleset = Project.load(folder if folder.exists() else ROOT).ruleset(name)
        scoped = Scoped(ruleset.system, ruleset.scope(scope))
        typer.echo(case)
        for encoding, encoder in ENCODINGS.items():
            answer, seconds = _search(Relation(scoped, encoder=encoder()), prop, int(depth))
            typer.echo(f"  {encoding:18} {answer:8} {' '.join(f'{s:6.1f}' for s in seconds)}")


def _search(relation: Relation, prop: str, depth: int) -> tuple[str, list[float]]:
    """The last answer, and the processor's seconds up to each depth."""
    goal = next(g for g in goals_of(relation.scoped) if g.name == prop)
    began, seconds, answer = process_time(), [], "unsat"
    path = Unrolling(relation, [], initial=True)
    while answer == "unsat" and path.depth <= depth:
        answer, _ = path.search(goal, monotonic() + PATIENCE)
        seconds.append(process_time() - began)
        path.extend()
    return answer, seconds


if __name__ == "__main__":
    typer.run(main)
