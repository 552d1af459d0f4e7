"""The first table of docs/discovery.md: `.venv/bin/python -m benchmarks.discovery [PROJECT=RULESET=SCOPE …]`.

One line for each ruleset as it is done, with the processor time that it took; `benchmarks.ends` makes the second table.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from time import process_time

from ruleslawyer.api import Project

ROOT = Path(__file__).parents[1]
CASES = (
    "tests/projects/counters=ring=open", "tests/projects/counters=euclid=open",
    "tests/projects/counters=towers=tiny", "tests/projects/counters=towers_counted=tiny",
    "tests/projects/ferry=ferry=open", "tests/projects/harbour=harbour=open", "tests/projects/peterson=peterson=two",
    "examples/war=war=n3", ".=daemons=open", ".=memesis=open", ".=mere_mortals=open", ".=mnemonic=tiny",
    ".=megacorp=open",
)  # fmt: skip
FACTS = ("ruleset", "scope", "candidates", "proved together", "facts", "helped", "properties", "s", "no time for")


def facts(project: str, ruleset: str, scope: str, seconds: float) -> tuple[str, ...]:
    began = process_time()
    found = Project.load(ROOT / project).ruleset(ruleset).discover(scope, timeout=seconds)
    helped = sum(one.needs_help for one in found.helped)
    sizes = (found.candidates, found.inductive, len(found.facts), helped, len(found.helped))
    return ruleset, scope, *map(str, sizes), f"{process_time() - began:.0f}", "; ".join(found.unfinished) or "-"


def line(cells: tuple[str, ...]) -> None:
    sys.stdout.write(f"| {' | '.join(cells)} |\n")
    sys.stdout.flush()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("cases", nargs="*", default=CASES, metavar="PROJECT=RULESET=SCOPE")
    parser.add_argument("--seconds", type=float, default=120.0, help="for each ruleset")
    options = parser.parse_args()
    line(FACTS)
    line(("---",) * len(FACTS))
    for project, ruleset, scope in (case.split("=") for case in options.cases):
        line(facts(project, ruleset, scope, options.seconds))


if __name__ == "__main__":
    main()
