"""`python -m benchmarks.again [RULESET]…`: what is kept of proofs for any number of cards, proved again as a check does
that knows nothing of an earlier one: seconds of the processor with the instances that are kept and without them.

`--keep` writes those instances first, after what is asked has changed: what is kept still serves, others are looked
for."""

from __future__ import annotations

from time import process_time
from typing import Annotated

import typer

from benchmarks.any_number import ROOT
from ruleslawyer.api import Project, Ruleset
from ruleslawyer.engines.smt.lifted.lemmas import Lemmas
from ruleslawyer.engines.smt.lifted.prove import Kept
from ruleslawyer.proof.any_number import Again, prove_again
from ruleslawyer.proof.instances import load_instances
from ruleslawyer.proof.kept_proofs import BUDGET, TIMEOUT, keep_proofs
from ruleslawyer.proof.lemmas import load_lemmas
from ruleslawyer.rulebook.claims.verdict import PLAYERS

GOAL = 60
"""Seconds of the processor for all rulebooks together."""


def main(
    rulesets: Annotated[list[str] | None, typer.Argument(help="Only these.")] = None,
    alone: Annotated[bool, typer.Option("--alone", help="With what is kept alone.")] = False,
    keep: Annotated[bool, typer.Option("--keep", help="Keep the instances first.")] = False,
) -> None:
    """Each ruleset in turn, and all; exit code 1 where that takes longer than the goal, or something lapsed."""
    project, whole, lapsed = Project.load(ROOT), 0.0, 0
    typer.echo("| | proved | with kept instances | without | questions kept | not kept, and looked for |")
    typer.echo("|---|---|---|---|---|---|")
    for name in rulesets or list(project.rulesets):
        ruleset = project.ruleset(name)
        if keep:
            keep_proofs(ruleset, load_lemmas(ROOT, name) or Lemmas())
        instances = load_instances(ROOT, name)
        kept = {players: Kept(accepted=instances.get(players, {})) for players in (None, PLAYERS)}
        many = sum(len(one.accepted) for one in kept.values())
        found, seconds = _again(ruleset, kept)
        without = "" if alone else f"{_again(ruleset, {})[1]:.1f} s"
        others = sum(one.looked_for for one in kept.values())
        typer.echo(f"| {name} | {len(found.proofs)} | {seconds:.1f} s | {without} | {many} | {others} |")
        whole, lapsed = whole + seconds, lapsed + len(found.lapsed)
    typer.echo(f"{whole:.1f} s with kept instances, where {GOAL} s are the goal; {lapsed} lapsed")
    if whole > GOAL or lapsed:
        raise typer.Exit(1)


def _again(ruleset: Ruleset, kept: dict[int | None, Kept]) -> tuple[Again, float]:
    began = process_time()
    found = prove_again(ruleset, load_lemmas(ROOT, ruleset.name) or Lemmas(), TIMEOUT, BUDGET, None, kept)
    return found, process_time() - began


if __name__ == "__main__":
    typer.run(main)
