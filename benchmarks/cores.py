"""`python -m benchmarks.cores [RULESET[:SCOPE,…]]…`: pairs, cores and clarifications of the rulesets, with the times.

For a person: the rows of the table in docs/cores.md, in seconds of processor time. Without scopes a ruleset is explored
in those that `check` explores.
"""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path
from typing import Annotated

import typer

from ruleslawyer.api import Project
from ruleslawyer.rulebook.claims.clashes import pairs
from ruleslawyer.studies.clarifications.contradictions import contradictions

HEAD = ("ruleset", "scopes", "states", "pairs", "precedence", "clash", "apart", "not met", "cores of clashes",
    "cores of deadlocks", "clarifications", "ways", "sets tried", "no end", "not tried", "seconds")  # fmt: skip


def main(
    rulesets: Annotated[list[str] | None, typer.Argument(help="Only these, with their scopes.")] = None,
    timeout: Annotated[float, typer.Option(help="Seconds for the proof of each pair.")] = 5.0,
    budget: Annotated[float, typer.Option(help="Seconds for all proofs of a ruleset.")] = 300.0,
    clarify: Annotated[float, typer.Option(help="Seconds for trying clarifications of a ruleset.")] = 300.0,
    project: Annotated[Path, typer.Option(help="The project's folder.")] = Path(__file__).parents[1],
) -> None:
    """One row for each ruleset."""
    found = Project.load(project)
    typer.echo(f"| {' | '.join(HEAD)} |\n|{'---|' * len(HEAD)}")
    for wanted in rulesets or found.rulesets:
        name, _, scopes = wanted.partition(":")
        typer.echo(f"| {' | '.join(map(str, _row(found, name, scopes, timeout, budget, clarify)))} |")


def _row(project: Project, name: str, scopes: str, timeout: float, budget: float, clarify: float) -> tuple[object, ...]:
    ruleset = project.ruleset(name)
    every = [s for s in ruleset.scopes() if not (ruleset.scope(s).is_open or ruleset.scope(s).campaign)]
    explored = scopes.split(",") if scopes else every
    began = _processor()
    found = contradictions(
        ruleset, explored, timeout=timeout, budget=budget, clarify=clarify,
        tell=lambda text: typer.echo(f"  {_processor() - began:6.1f} {text}", err=True),
    )  # fmt: skip
    if found.stopped:
        typer.echo(f"  incomplete: {found.stopped}", err=True)
    words = Counter(result.word for result in found.pairs)
    whole = found.whole
    return (
        name,
        scopes or len(explored),
        sum(result.states for result in found.scopes),
        len(pairs(ruleset.system)),
        words["PRECEDENCE"],
        words["CLASH"],
        words["PROVED APART"],
        words["NOT MET"],
        sum(len(clash.cores.subsets.cores) for clash in found.clashes),
        sum(len(deadlock.cores.subsets.cores) for deadlock in found.deadlocks),
        "–" if whole is None else f"{len(whole.clarifications)}{f', {len(whole.left)} left' if whole.left else ''}",
        "–" if found.smallest_sets is None else found.smallest_sets,
        sum(known.smallest.tried for known in found.clashes) + sum(len(known.tried) for known in found.deadlocks),
        sum(known.smallest.unfinished for known in found.clashes)
        + sum(bool(correction.stopped) for known in found.deadlocks for correction in known.tried),
        sum(known.smallest.untried for known in found.clashes) + sum(known.untried for known in found.deadlocks),
        round(_processor() - began),
    )


def _processor() -> float:
    """The seconds that this process and those it waited for have used."""
    return sum(os.times()[:4])


if __name__ == "__main__":
    typer.run(main)
