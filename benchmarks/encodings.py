"""`python -m benchmarks.encodings [RULESET:SCOPE:PROPERTY:DEPTH]…`: the bounded search, encoding by encoding.

For each the processor's seconds up to each depth, and what the last depth answers. One question has PATIENCE seconds.
"""

from __future__ import annotations

from pathlib import Path
from time import monotonic, process_time
from typing import Annotated

import typer

from ruleslawyer.api import Project
from ruleslawyer.engines.smt.bits import Bits
from ruleslawyer.engines.smt.encode import Encoder
from ruleslawyer.engines.smt.goals import goals_of
from ruleslawyer.engines.smt.paths import Unrolling
from ruleslawyer.engines.smt.relation import Relation
from ruleslawyer.ground.instances import Ground

ROOT = Path(__file__).parents[1]
PATIENCE = 60.0
CASES = ("buckets:six_fifteen_for_nine:can_be_measured:10", "daemons:open:never_do_both_lose:10")


class Linear(Encoder):
    logic = "QF_LIA"


class AnyBits(Bits):
    logic = None


class PlainBits(Bits):
    logic = "QF_BV"


ENCODINGS: dict[str, type[Encoder]] = {
    "integers": Encoder,
    "integers, QF_LIA": Linear,
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
        ground = Ground(ruleset.system, ruleset.scope(scope))
        typer.echo(case)
        for encoding, encoder in ENCODINGS.items():
            answer, seconds = _search(Relation(ground, encoder=encoder()), prop, int(depth))
            typer.echo(f"  {encoding:18} {answer:8} {' '.join(f'{s:6.1f}' for s in seconds)}")


def _search(relation: Relation, prop: str, depth: int) -> tuple[str, list[float]]:
    """The last answer, and the processor's seconds up to each depth."""
    goal = next(g for g in goals_of(relation.ground) if g.name == prop)
    began, seconds, answer = process_time(), [], "unsat"
    path = Unrolling(relation, [], initial=True)
    while answer == "unsat" and path.depth <= depth:
        answer, _ = path.search(goal, monotonic() + PATIENCE)
        seconds.append(process_time() - began)
        path.extend()
    return answer, seconds


if __name__ == "__main__":
    typer.run(main)
