"""Conformance vectors of each ruleset: how many, what they show and catch: `.venv/bin/python -m benchmarks.vectors`.

`--scopes` and `--mutants` make a sample where all would take hours; the table says so. With `--survivors FILE` each
mistake that survives is written there, with why.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from ruleslawyer.api import Project, Ruleset
from ruleslawyer.play.vectors.files import BOTH, WHY
from ruleslawyer.play.vectors.score import Mutation, sample
from ruleslawyer.play.vectors.suite import Suite, make_suite
from ruleslawyer.rulebook.claims.limits import Limits

ROOT = Path(__file__).parents[1]
HEAD = (
    "ruleset", "scopes", "states", "vectors", "actions", "rules both ways, one way, not reached", "conditions to MC/DC",
    "choices told apart", "mistakes tried", "caught", "no difference", "never runs", "undecided",
    "caught of those that differ", "processor seconds",
)  # fmt: skip


def suite_of(ruleset: Ruleset, scopes: list[str] | None, states: int, mutants: int | None) -> tuple[Suite, int, float]:
    """The suite of these scopes, or of all; how many scopes there are; and the seconds of a processor."""
    began = time.process_time()
    names = [s for s in ruleset.scopes() if not ruleset.scope(s).is_open and not ruleset.scope(s).campaign]
    systems = [ruleset.transition_system(name) for name in scopes or names]
    chosen, of = sample(ruleset.system, ruleset.root, mutants, 0)
    suite = make_suite(
        systems,
        ruleset.system,
        Limits(states),
        lambda text: print(f"{time.process_time() - began:.0f} s: {text}", end="\r", file=sys.stderr),
        lambda walks, told: Mutation(walks, told, chosen, of),
    )
    return suite, len(names), time.process_time() - began


def row(name: str, suite: Suite, of: int, seconds: float) -> Iterator[str]:
    ways, found = list(suite.shown_ways.values()), suite.mutation
    assert found is not None
    both, unseen = sum(w >= BOTH for w in ways), sum(not w for w in ways)
    cut = sum(bool(walk.stopped) for walk in suite.walks)
    yield name
    yield f"{len(suite.walks)} of {of}" + (f", {cut} not to their end" if cut else "")
    yield str(sum(len(walk.states) for walk in suite.walks))
    yield str(len(suite.vectors) + sum(len(told.traces) for told in suite.readings))
    yield str(suite.length)
    yield f"{both}, {len(ways) - both - unseen}, {unseen}"
    yield f"{len(suite.mcdc_conditions)} of {len(suite.conditions)}"
    yield f"{sum(len(told.groups) > 1 for told in suite.readings)} of {len(suite.readings)}"
    yield f"{len(found.found)}" + (f" of {found.of}" if found.of != len(found.found) else "")
    yield from (str(found.count(fate)) for fate in ("caught", "no difference", "never runs", "undecided"))
    yield "-" if found.share is None else f"{found.share:.1%}"
    yield f"{seconds:.0f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rulesets", nargs="*", help="only these")
    parser.add_argument("--project", type=Path, default=ROOT)
    parser.add_argument("--scopes", nargs="+", help="only these")
    parser.add_argument("--max-states", type=int, default=2_000)
    parser.add_argument("--mutants", type=int, help="so many mistakes")
    parser.add_argument("--survivors", type=Path, metavar="FILE")
    given = parser.parse_args()
    project = Project.load(given.project)
    print(f"| {' | '.join(HEAD)} |\n|{'---|' * len(HEAD)}")
    for name in given.rulesets or project.rulesets:
        suite, of, seconds = suite_of(project.ruleset(name), given.scopes, given.max_states, given.mutants)
        print(f"| {' | '.join(row(name, suite, of, seconds))} |", flush=True)
        if given.survivors:
            assert suite.mutation is not None
            with given.survivors.open("a", encoding="utf-8") as file:
                for caught in suite.mutation.found:
                    if caught.fate != "caught":
                        file.write(f"{name}: {caught.mutant.name} ({caught.mutant.span}): {WHY[caught.fate]}\n")


if __name__ == "__main__":
    main()
