"""`python -m benchmarks.goals`: of the properties that were declared when goals for any number of cards were set, how
many are proved so, under every reading and under the default one; and why the others are not.

`goals.json` has their names by ruleset, so that properties which were declared later count for nothing here. What is
proved is read from `checks/RULESET/lemmas.json`, which `check` proves again, and the rest from `unproved.json`.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import typer

from ruleslawyer.engines.smt.lifted.lemmas import Lemmas
from ruleslawyer.proof.lemmas import load_lemmas
from ruleslawyer.proof.unproved import FILE, REASONS

HERE = Path(__file__).parent
ROOT = HERE.parent
NAMES = HERE / "goals.json"


def rows() -> Iterator[tuple[str, int, Counter[str]]]:
    """Each ruleset, how many of its properties count, and how many there are of each reason. "" is a proof, "default"
    one under the default reading at least."""
    for name, listed in json.loads(NAMES.read_text(encoding="utf-8")).items():
        proved = (load_lemmas(ROOT, name) or Lemmas()).properties
        file = ROOT / "checks" / name / FILE
        rest: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))["unproved"] if file.is_file() else {}
        why = Counter("" if one in proved else rest[one]["why"] if one in rest else "not asked" for one in listed)
        why["default"] = sum(one in proved or bool(rest.get(one, {}).get("default")) for one in listed)
        yield name, len(listed), why


def main() -> None:
    """A table as Markdown."""
    found = list(rows())
    whole = Counter[str]()
    for _, _, counts in found:
        whole += counts
    typer.echo(f"| | properties | proved | with the default reading | {' | '.join(REASONS)} |")
    typer.echo(f"|---|---|---|---|{'---|' * len(REASONS)}")
    for name, size, counts in [*found, ("all", sum(size for _, size, _ in found), whole)]:
        left = " | ".join(str(counts[reason]) for reason in REASONS)
        typer.echo(f"| {name} | {size} | {counts['']} | {counts['default']} | {left} |")
    for name, _, counts in found:
        if counts["not asked"]:
            typer.echo(f"{name}: {counts['not asked']} are neither proved nor in {FILE}")


if __name__ == "__main__":
    typer.run(main)
