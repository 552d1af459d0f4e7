"""`python -m benchmarks.any_number [RULESET]…`: what is proved for any number of cards, and why the rest is not.

Writes `checks/RULESET/lemmas.json`, as `prove --any-number --keep` does, and beside it `unproved.json`, with a reason
for each other property. Seconds are the processor's.
"""

from __future__ import annotations

import json
from pathlib import Path
from time import process_time
from typing import Annotated

import typer

from ruleslawyer.api import Project
from ruleslawyer.check.expected import broken, load_expected
from ruleslawyer.claims.readings import default_reading
from ruleslawyer.engines.smt.lifted.verdict import lemmas_of
from ruleslawyer.proof.any_number import lifted_rules
from ruleslawyer.proof.lemmas import keep_lemmas
from ruleslawyer.proof.unproved import FILE, REASONS, kept

ROOT = Path(__file__).parents[1]


def main(
    rulesets: Annotated[list[str] | None, typer.Argument(help="Only these.")] = None,
    total: Annotated[float, typer.Option(help="Seconds for each ruleset and reading.")] = 300.0,
) -> None:
    """Each ruleset in turn."""
    project = Project.load(ROOT)
    for name in rulesets or list(project.rulesets):
        ruleset = project.ruleset(name)
        began = process_time()
        found = ruleset.prove_for_any(total=total)
        seconds = process_time() - began
        left = [one.property for one in found if one.verdict != "PROVED"]
        more = ruleset.prove_for_any(left, default_reading(ruleset.system), total=total) if left else ()
        by_default = {one.property for one in more if one.verdict == "PROVED"}
        loops = {refusal.rule for refusal in lifted_rules(ruleset).refusals}
        keep_lemmas(ROOT, name, lemmas_of(found))
        file = ROOT / "checks" / name / FILE
        before = json.loads(file.read_text(encoding="utf-8")) if file.is_file() else None
        known_wrong = broken(load_expected(ROOT, name, ruleset.system.checks))
        table = kept(found, known_wrong, by_default, loops, seconds, before)
        file.write_text(json.dumps(table, indent=1) + "\n", encoding="utf-8")
        why = [row["why"] for row in table["unproved"].values()]
        counts = ", ".join(f"{why.count(reason)} {reason}" for reason in REASONS)
        typer.echo(f"{name}: {len(found) - len(left)} of {len(found)} in {seconds:.0f} s; not: {counts}")


if __name__ == "__main__":
    typer.run(main)
