"""`python -m benchmarks.certificates [RULESET]…`: what is kept of proofs for any number of cards, proved again with
certificates: seconds of the processor for that, how large those are, and how long cvc5 takes for each."""

from __future__ import annotations

import tempfile
from pathlib import Path
from statistics import median
from time import process_time
from typing import Annotated

import typer

from ruleslawyer.api import Project
from ruleslawyer.engines.smt.lifted.lemmas import Lemmas
from ruleslawyer.proof.any_number import lifted_rules
from ruleslawyer.proof.lemmas import load_lemmas

ROOT = Path(__file__).parents[1]
ANSWERED = 10.0
"""Seconds of cvc5 for each file."""


def main(
    rulesets: Annotated[list[str] | None, typer.Argument(help="Only these.")] = None,
    total: Annotated[float, typer.Option(help="Seconds to prove what is kept of a ruleset.")] = 120.0,
) -> None:
    """Each ruleset in turn."""
    project = Project.load(ROOT)
    for name in rulesets or list(project.rulesets):
        ruleset = project.ruleset(name)
        began = process_time()
        lifted_rules(ruleset)
        lifted = process_time()
        lemmas = load_lemmas(ROOT, name) or Lemmas()
        with tempfile.TemporaryDirectory() as folder:
            anew = ruleset.prove_for_any(lemmas.properties, total=total, certificates=Path(folder))
            issued = process_time()
            checked = project.certify(Path(folder), seconds=ANSWERED)
            done = process_time()
            sizes = [file.stat().st_size / 1000 for file in Path(folder).rglob("*.smt2")]
        typer.echo(
            f"{name}: {sum(one.verdict == 'PROVED' for one in anew)} proved; lifted in {lifted - began:.1f} s, "
            f"proved again and certified in {issued - lifted:.1f} s"
        )
        if checked:
            seconds = [one.seconds for one in checked]
            typer.echo(
                f"  {len(checked)} certificates, {sum(one.accepted for one in checked)} accepted in "
                f"{done - issued:.1f} s, "
                f"{median(seconds):.3f} s in the median, {max(seconds):.2f} s at most; {len(sizes)} files of "
                f"{median(sizes):.1f} KB in the median, {max(sizes):.0f} KB at most"
            )
        for one in (one for one in anew if one.verdict != "PROVED"):
            typer.echo(f"  not proved: {one.property}: {one.reason}")
        for rejected in (one for one in checked if not one.accepted):
            typer.echo(f"  not accepted: {rejected.property}: {rejected.wrong}")


if __name__ == "__main__":
    typer.run(main)
