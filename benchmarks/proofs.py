"""`python -m benchmarks.proofs [RULESET]…`: every declared invariant of the rulesets' open scopes, and its certificate.

For a person: verdict, method and seconds of each property, those that cvc5 takes for its certificate, and how far that
is from the figures that are wanted. The processor's share is printed too: on a machine with other work it is what
explains the seconds.
"""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic, process_time
from typing import Annotated

import typer

from ruleslawyer.api import Project, Ruleset
from ruleslawyer.engines.smt.certify import second
from ruleslawyer.engines.smt.prove.result import ProofResult
from ruleslawyer.ir.scope import OPEN

ROOT = Path(__file__).parents[1]
QUICK, SLOW, CHECKED = 5.0, 120.0, 30.0
"""The figures: half of the properties within QUICK seconds, all within SLOW; each certificate within CHECKED."""
DECIDED = ("PROVED", "VIOLATED", "HOLDS IN SCOPE", "VACUOUS")


def main(
    rulesets: Annotated[list[str] | None, typer.Argument(help="Only these.")] = None,
    timeout: Annotated[float, typer.Option(help="Seconds for each property.")] = SLOW,
    only: Annotated[list[str] | None, typer.Option("--property", help="Only this property; may be repeated.")] = None,
    explore: Annotated[bool, typer.Option(help="What the solver leaves is explored in the other scopes.")] = True,
) -> None:
    """Each ruleset in turn."""
    project = Project.load(ROOT)
    for name in rulesets or list(project.rulesets):
        ruleset = project.ruleset(name)
        if OPEN in ruleset.scopes():
            _ruleset(project, ruleset, timeout, only, explore)


def _ruleset(project: Project, ruleset: Ruleset, timeout: float, only: list[str] | None, explore: bool) -> None:
    clock, processor = monotonic(), process_time()

    def tell(message: str) -> None:
        typer.echo(f"  {monotonic() - clock:7.1f} s  {message}", err=True)

    with TemporaryDirectory() as folder:
        found = ruleset.prove(
            only,
            timeout=timeout,
            progress=tell,
            witnesses=False,
            second=False,
            certificates=Path(folder),
            explore=explore,
        )
        seconds, share = monotonic() - clock, (process_time() - processor) / (monotonic() - clock)
        tell(f"certificates: {sum(p.verdict == 'PROVED' for p in found)} of {len(found)} properties are PROVED")
        checked = {c.property: c for c in project.certify(Path(folder), seconds=timeout)} if _proved(found) else {}
    typer.echo(f"\n{ruleset.name}: {len(found)} properties in {seconds:.0f} s, {share:.0%} of a processor")
    for proof in found:
        certified = checked.get(proof.property)
        by = f"{certified.seconds:5.1f} s{'' if certified.accepted else '!'}" if certified else ""
        method = f"{proof.method}{f', depth {proof.k}' if 'search' in proof.method else ''}"
        typer.echo(f"{proof.verdict:15} {proof.seconds:6.1f} s {by:9} {proof.property:46} {method}")
    decided = [p for p in found if p.verdict in DECIDED]
    quick = [p for p in decided if p.seconds <= QUICK]
    slow = [c for c in checked.values() if c.seconds > CHECKED or not c.accepted]
    typer.echo(f"decided: {len(decided)} of {len(found)}, within {QUICK:g} s: {len(quick)}")
    typer.echo(f"certificates: {len(checked)}, not by cvc5 {second.version()} within {CHECKED:g} s: {len(slow)}")


def _proved(found: tuple[ProofResult, ...]) -> bool:
    return any(p.verdict == "PROVED" for p in found)


if __name__ == "__main__":
    typer.run(main)
