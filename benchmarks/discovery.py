"""The tables of docs/discovery.md: `.venv/bin/python -m benchmarks.discovery [PROJECT=RULESET=SCOPE …] [--seconds N]`.

One line for each ruleset as it is done. With `--each-reading` every option of every question is asked on its own too.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from pathlib import Path
from time import perf_counter

from ruleslawyer.api import Project
from ruleslawyer.checking.limits import Limits

ROOT = Path(__file__).parents[1]
CASES = (
    "tests/projects/counters=ring=open", "tests/projects/counters=euclid=open",
    "tests/projects/counters=euclid_swaps=open", "tests/projects/counters=towers=tiny",
    "tests/projects/counters=towers_put_back=tiny", "tests/projects/counters=towers_counted=tiny",
    "tests/projects/ferry=ferry=open", "tests/projects/harbour=harbour=open", "tests/projects/peterson=peterson=two",
    "examples/war=war=tiny", ".=daemons=open", ".=memesis=open", ".=mere_mortals=open", ".=mnemonic=tiny",
    ".=megacorp=open",
)  # fmt: skip
FACTS = ("ruleset", "scope", "candidates", "proved together", "facts", "helped", "properties", "s", "no time for")
ENDS = ("ruleset", "scope", "readings", "every turn ends", "every game ends", "s")


def facts(project: str, ruleset: str, scope: str, seconds: float) -> tuple[str, ...]:
    found = Project.load(ROOT / project).ruleset(ruleset).discover(scope, timeout=seconds)
    helped = sum(one.helped for one in found.helped)
    sizes = (found.candidates, found.inductive, len(found.facts), helped, len(found.helped))
    return ruleset, scope, *map(str, sizes), f"{found.seconds:.0f}", "; ".join(found.unfinished) or "-"


def ends(project: str, name: str, scope: str, seconds: float, *, each: bool) -> tuple[str, ...]:
    ruleset, began = Project.load(ROOT / project).ruleset(name), perf_counter()
    options = [{q.name: o.name} for q in ruleset.system.questions.values() for o in q.options] if each else []
    words: dict[str, Counter[str]] = {}
    for reading in ({}, *options):
        limits = Limits(states=50_000, seconds=seconds, memory=1500)
        for one in ruleset.terminates(scope, reading, timeout=seconds, limits=limits):
            idle = ", idle" if one.word == "LASSO" and one.ranking else ""
            words.setdefault(one.ending, Counter())[f"{one.word}{idle}"] += 1
    shown = [", ".join(f"{word} {n}" for word, n in found.items()) for found in words.values()]
    return name, scope, str(1 + len(options)), *shown, f"{perf_counter() - began:.0f}"


def line(cells: tuple[str, ...]) -> None:
    sys.stdout.write(f"| {' | '.join(cells)} |\n")
    sys.stdout.flush()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("cases", nargs="*", default=CASES, metavar="PROJECT=RULESET=SCOPE")
    parser.add_argument("--seconds", type=float, default=120.0, help="for each ruleset and each of both")
    parser.add_argument("--each-reading", action="store_true")
    parser.add_argument("--only", choices=("facts", "ends"))
    options = parser.parse_args()
    cases = [case.split("=") for case in options.cases]
    for what, head in (("facts", FACTS), ("ends", ENDS)):
        if options.only in (None, what):
            line(head)
            line(("---",) * len(head))
            for project, ruleset, scope in cases:
                if what == "facts":
                    line(facts(project, ruleset, scope, options.seconds))
                else:
                    line(ends(project, ruleset, scope, options.seconds, each=options.each_reading))


if __name__ == "__main__":
    main()
